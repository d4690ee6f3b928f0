"""Finds many terms in a text in one pass: the longest wins, and words that lost their spaces are still words.

Chinese terms match anywhere. ASCII terms need a word boundary on both sides, but scraped texts have lost their spaces
(`DiffusionModel`, `TensorRTINT8`, `GPT3175B`), so a change of case, a digit and another term count as boundaries too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from ankigen.hanzi.fold import fold

EXACT = "="  # in front of a term that matches only as it is spelled

# What may stand between two words of a term, and what a term may write there.
_GAP_CHARACTERS = " -_‐‑–"
_GAP = f"[{re.escape(_GAP_CHARACTERS)}]?"
_GAPS = re.compile(r"[\s\-_‐‑–]+")
_ASCII_WORD = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A word of a topic."""

    text: str  # as the taxonomy writes it
    slug: str
    sure: bool  # False for a hint


@dataclass(slots=True)
class _Node:
    """A prefix of terms; the tree below a first character becomes a regex without a choice between equal beginnings."""

    next: dict[str, _Node] = field(default_factory=dict)
    ends: bool = False  # a term ends here
    gap: bool = False  # a gap may follow

    def pattern(self) -> str:
        """What may follow this prefix, longest first."""
        branches = [re.escape(character) + node.pattern() for character, node in self.next.items()]
        if not branches:
            return ""
        rest = branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
        if self.gap:
            rest = _GAP + rest
        return f"(?:{rest})?" if self.ends else rest


class TermFinder:
    """Looks for a fixed set of terms."""

    def __init__(self, terms: Iterable[Term]) -> None:
        """Build the search; a term in capitals only, or one marked as exact, matches as it is spelled."""
        root = _Node()
        self._terms: dict[str, list[tuple[str | None, Term]]] = {}  # by key: the exact spelling asked for, the term
        for term in terms:
            words = _GAPS.sub(" ", fold(term.text.removeprefix(EXACT))).strip()
            key = words.lower().replace(" ", "")
            spelled = term.text.startswith(EXACT) or (words.isascii() and words.isupper())
            exact = words.replace(" ", "") if spelled else None
            self._terms.setdefault(key, []).append((exact, term))
            _plant(root, words.lower())
        # For each term the terms that it begins with, itself first: what is left when the longest is no word.
        self._heads = {key: [key[:n] for n in range(len(key), 0, -1) if key[:n] in self._terms] for key in self._terms}
        # What needs no second look: neither a word boundary nor a spelling.
        self._plain = {
            key: tuple(term for _, term in terms)
            for key, terms in self._terms.items()
            if not {key[0], key[-1]} & _ASCII_WORD and all(exact is None for exact, _ in terms)
        }
        self._firsts = _firsts(root)
        # One regex per first character, found by the first two: a union of all would try every branch at every place.
        # Each is compiled when its characters first turn up, since no text needs them all.
        self._nodes = root.next
        self._patterns: dict[str, re.Pattern[str]] = {}
        self._from: dict[str, str] = {}
        for first, node in root.next.items():
            self._from.update((first + second, first) for second in (*node.next, *(_GAP_CHARACTERS * node.gap)))
        self._lone = {first: first for first, node in root.next.items() if node.ends}  # terms of one character

    def find(self, text: str) -> Iterator[Term]:
        """Every term in the order of the text; none that lies inside another, but two may overlap."""
        cased = fold(text)
        low = cased.lower()
        end = -1
        for start, pattern in self._openings(low):
            match = pattern.match(low, start)
            if match is None or match.end() <= end:
                continue
            if plain := self._plain.get(match[0]):
                yield from plain
                end = match.end()
                continue
            glued = start == end  # the end of a term is the beginning of a word
            for stop, key in self._candidates(low, start, match.end()):
                terms = self._accepted(cased, low, start, stop, key, glued) if stop > end else []
                if terms:
                    yield from terms
                    end = stop
                    break

    def _openings(self, low: str) -> Iterator[tuple[int, re.Pattern[str]]]:
        """The places where a term may begin, and the pattern of all terms that begin like this."""
        opening, lone, patterns = self._from.get, self._lone, self._patterns
        for match in self._firsts.finditer(low):
            start = match.start()
            first = opening(low[start : start + 2]) or (lone and lone.get(low[start]))
            if first:
                yield start, patterns.get(first) or self._pattern(first)

    def _pattern(self, first: str) -> re.Pattern[str]:
        """The pattern of all terms that begin with a character."""
        self._patterns[first] = re.compile(re.escape(first) + self._nodes[first].pattern())
        return self._patterns[first]

    def _candidates(self, low: str, start: int, stop: int) -> Iterator[tuple[int, str]]:
        """The longest term at a place and then the shorter ones it begins with, with their ends."""
        key = _GAPS.sub("", low[start:stop])
        yield stop, key
        for head in self._heads[key][1:]:
            left = len(head)
            for at in range(start, stop):
                left -= not _GAPS.match(low[at])
                if not left:
                    yield at + 1, head
                    break

    def _accepted(self, cased: str, low: str, start: int, stop: int, key: str, glued: bool) -> list[Term]:
        if key[0] in _ASCII_WORD and not glued and not _breaks(cased, start):
            return []
        if key[-1] in _ASCII_WORD and not self._ends_word(cased, low, start, stop):
            return []
        seen = _GAPS.sub("", cased[start:stop])
        return [term for exact, term in self._terms[key] if exact is None or exact == seen]

    def _ends_word(self, cased: str, low: str, start: int, stop: int) -> bool:
        if _breaks(cased, stop):
            return True
        if low[stop] == "s" and _breaks(cased, stop + 1):  # a plural
            return True
        seen = cased[start:stop]
        if len(seen) > 2 and seen.isupper() and cased[stop].islower():  # PPOclip
            return True
        first = self._from.get(low[stop : stop + 2])
        follower = (
            (self._patterns.get(first) or self._pattern(first)).match(low, stop) if first else None
        )  # TensorRT|INT8
        return follower is not None and _breaks(cased, follower.end())


def _firsts(root: _Node) -> re.Pattern[str]:
    """Finds the characters that a term begins with, where the next one can be a second."""
    seconds = {second for node in root.next.values() for second in (*node.next, *(_GAP_CHARACTERS * node.gap))}
    if not root.next:
        return re.compile("(?!)")
    first, second = (f"[{re.escape(''.join(sorted(characters)))}]" for characters in (root.next, seconds or "-"))
    alone = any(node.ends for node in root.next.values())
    return re.compile(first if alone else f"{first}(?={second})")


def _plant(node: _Node, words: str) -> None:
    for character, after in pairwise(words + "\0"):
        if character == " ":
            continue
        node = node.next.setdefault(character, _Node())
        changes = after != "\0" and after != " " and (character in _ASCII_WORD) != (after in _ASCII_WORD)
        node.gap |= after == " " or changes
    node.ends = True


def _breaks(cased: str, at: int) -> bool:
    """Whether a word may begin or end before the character at `at`."""
    if at <= 0 or at >= len(cased):
        return True
    before, after = cased[at - 1], cased[at]
    if not (before.isascii() and before.isalnum() and after.isascii() and after.isalnum()):
        return True
    if before.isdigit() or after.isdigit():
        return before.isdigit() != after.isdigit()
    if after.isupper():
        return before.islower() or cased[at + 1 : at + 2].islower()  # diffusion|Model, GPT|Model
    return False
