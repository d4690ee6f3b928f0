"""Mends a damaged ledger as far as that is certain."""

from __future__ import annotations

import json
from typing import NamedTuple

from ankigen.identity.ledger import MARKER, DamageError, Line, lines_of, record_of


def repair(text: str) -> tuple[str, tuple[str, ...]]:
    """Mend what is certain in a damaged ledger.

    That is: the two sides of a conflict where no guid has different lines, a last line that was cut off, lines that
    stand twice. Everything else stays as it is, and `parse_ledger` goes on complaining about it.

    Returns:
        The text, and a sentence for each thing that was mended.
    """
    mended: list[str] = []
    kept: list[str] = []
    lines = list(lines_of(text))
    at = 0
    while at < len(lines):
        region = _conflict(lines, at)
        if region is None:
            kept.append(lines[at].text)
            at += 1
            continue
        number = text.count("\n", 0, lines[at].start) + 1
        union = _union(region.ours, region.theirs)
        if union is None:
            kept += [line.text for line in lines[at : region.end]]
        else:
            kept += union
            mended.append(f"the conflict at line {number}: {len(union)} records of both sides kept")
        at = region.end
    if kept and not text.endswith("\n") and _cut_off(kept[-1]):
        mended.append("the last line was cut off and is dropped")
        kept.pop()
    once = list(dict.fromkeys(kept)) if not any(map(MARKER.match, kept)) else kept
    if len(once) < len(kept):
        mended.append(f"{len(kept) - len(once)} lines stood twice")
    return ("\n".join(once) + "\n", tuple(mended)) if mended else (text, ())


class _Region(NamedTuple):
    """A conflict as version control writes it."""

    ours: list[str]
    theirs: list[str]
    end: int  # the line behind it


def _conflict(lines: list[Line], start: int) -> _Region | None:
    """The conflict that begins at a line; None when none does or it is not whole."""
    if not lines[start].text.startswith("<<<<<<<"):
        return None
    sides: list[list[str]] = [[]]
    base = -1
    for at in range(start + 1, len(lines)):
        text = lines[at].text
        if not MARKER.match(text):
            sides[-1].append(text)
            continue
        if text[0] == "<":
            return None
        if text[0] == ">":
            if base >= 0:
                del sides[base]  # what both sides began with: each has said what it makes of it
            return _Region(sides[0], sides[1], at + 1) if len(sides) == 2 else None
        sides.append([])
        if text[0] == "|":
            base = len(sides) - 1
    return None


def _union(ours: list[str], theirs: list[str]) -> list[str] | None:
    """The lines of both sides; None when one is no record or both have a record of one guid and differ."""
    lines: dict[str, str] = {}
    for line in (*ours, *theirs):
        try:
            guid = record_of(line).guid
        except DamageError:
            return None
        if lines.setdefault(guid, line) != line:
            return None
    return list(lines.values())


def _cut_off(line: str) -> bool:
    """Whether a line begins as a record does and ends too early."""
    try:
        json.loads(line)
    except json.JSONDecodeError:
        return '{"guid": '.startswith(line[:9])
    return False
