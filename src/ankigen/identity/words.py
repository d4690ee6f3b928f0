"""Compares two texts word by word: Chinese by its characters, everything else by words and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

# Scripts that divide words by spaces; of all others every character is a word.
_WORD = re.compile(r"[A-Za-z0-9_\u00c0-\u024f\u0370-\u052f]+|\s+|.", re.DOTALL)
_MOST = 4_000  # words between what both texts begin and end with; comparing is quadratic in them
_LEAST_KEPT = 0.25  # of the longer text; what keeps less is easier to read as one text for another


class Change(StrEnum):
    """What became of a stretch of text."""

    KEPT = "kept"
    REMOVED = "removed"
    ADDED = "added"


class Piece(NamedTuple):
    """A stretch of text."""

    change: Change
    text: str


_Run = tuple[Change, Sequence[str]]  # words that share a fate


def compared(before: str, after: str) -> tuple[Piece, ...]:
    """What was removed, added and kept on the way from one text to another, in reading order.

    The kept and removed pieces joined give the one text, the kept and added ones the other.
    """
    old, new = _WORD.findall(before), _WORD.findall(after)
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    middle = _middle(old[start : len(old) - end], new[start : len(new) - end])
    return tuple(_joined(((Change.KEPT, old[:start]), *middle, (Change.KEPT, old[len(old) - end :]))))


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words two texts begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (mine, theirs) in pairs if mine != theirs), min(len(one), len(other)))


def _middle(old: Sequence[str], new: Sequence[str]) -> list[_Run]:
    replaced = [(Change.REMOVED, old), (Change.ADDED, new)]
    if not old or not new or max(len(old), len(new)) > _MOST:
        return replaced
    from rapidfuzz.distance import Indel

    found: list[_Run] = []
    for each in Indel.opcodes(old, new):
        was, now = old[each.src_start : each.src_end], new[each.dest_start : each.dest_end]
        found += [(Change.KEPT, was)] if each.tag == "equal" else [(Change.REMOVED, was), (Change.ADDED, now)]
    kept = sum(len(word) for change, words in found if change is Change.KEPT for word in words)
    return found if kept >= _LEAST_KEPT * max(sum(map(len, old)), sum(map(len, new))) else replaced


def _joined(runs: Iterable[_Run]) -> Iterator[Piece]:
    """One piece for each run; between two kept ones, what was removed comes before what was added."""
    written = ((change, "".join(words)) for change, words in runs if words)
    for kept, group in groupby(written, key=lambda run: run[0] is Change.KEPT):
        texts = list(group)
        for change in (Change.KEPT,) if kept else (Change.REMOVED, Change.ADDED):
            if text := "".join(text for each, text in texts if each is change):
                yield Piece(change, text)
