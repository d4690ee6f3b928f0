"""A page is what the parser looks at: the cleaned text, a folded twin of the same length, and its lines.

Folding changes how a character is written, never where it stands, so offsets in the twin are offsets in the text.
Noise (page numbers, running headers, rulers, platform residue) is blanked in the twin together with its line break:
a stem that a page footer had cut in two is one stem again, and no pattern has to know about footers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ankigen.hanzi.fold import fold_table
from ankigen.text import Span

_BRACKETS = dict(zip(map(ord, "【】〔〕［］〖〗「」"), map(ord, "[][][][][]"), strict=True))
_SPACES = dict.fromkeys([0x2002, 0x2003, 0x2009, 0x202F], 0x20)
SAMPLE = 2000  # characters
FEW = 10  # times fewer characters that change than others
_DOTS = {ord("﹒"): ord("."), ord("﹕"): ord(":"), ord("︰"): ord(":")}


@cache
def _table() -> dict[int, int]:
    return {**fold_table(), **_BRACKETS, **_SPACES, **_DOTS}


@cache
def _folds() -> re.Pattern[str]:
    return re.compile(f"[{re.escape(''.join(map(chr, _table())))}]")


def fold(text: str) -> str:
    """The same text, character by character, as the patterns in `lexicon` expect it."""
    table, folds = _table(), _folds()
    sample = text[:SAMPLE]
    if len(folds.findall(sample)) * FEW > len(sample):
        return text.translate(table)
    return folds.sub(lambda found: chr(table[ord(found[0])]), text)  # several times faster where little changes


@dataclass(frozen=True, slots=True)
class Page:
    """The text to parse. All spans everywhere in the parser are offsets into `text` (and so into `folded`)."""

    text: str
    folded: str
    lines: tuple[Span, ...]  # without their line breaks; blanked noise belongs to the line after it

    def line_of(self, offset: int) -> int:
        """Index of the line that holds the offset."""
        return bisect_right(self.lines, offset, key=lambda line: line.start) - 1

    def starts_line(self, offset: int) -> bool:
        """Whether only white space stands between the line's beginning and the offset."""
        line = self.folded.rfind("\n", 0, offset) + 1
        return line == offset or not self.folded[line:offset].strip()

    def blank(self, line: Span) -> bool:
        """Whether the line holds nothing to read."""
        return line.start == line.end or self.folded[line.start : line.end].isspace()


def lines_of(text: str) -> Iterator[Span]:
    """The spans of the lines, without their breaks."""
    breaks = [match.start() for match in re.finditer("\n", text)]
    return map(Span._make, zip([0, *(each + 1 for each in breaks)], [*breaks, len(text)], strict=True))
