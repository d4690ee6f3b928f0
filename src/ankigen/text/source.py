"""A file as it was read, and the places in it that a person can look up."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

# CR CR LF is one break: it is what a CRLF file looks like after a tool added another CR.
LINE_BREAK = re.compile(r"(?<!\r)\r*+\n|\r")


class Span(NamedTuple):
    """Half-open range of character offsets, `text[start:end]`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands, in words a person can follow."""

    path: str
    line: int = 0  # 1-based; 0 when the place is the whole file
    column: int = 0  # 1-based, in characters
    label: str = ""  # what the format counts by: "p3" for a page, "Sheet1!B7" for a cell, "¶12" for a paragraph

    def __str__(self) -> str:
        parts = [self.path, self.label, str(self.line or ""), str(self.column or "")]
        return ":".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Anchor:
    """From `offset` on, the text was read from the part of the file that `label` names (a page, a cell …)."""

    offset: int
    label: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Emphasis that the file carries beside its words; in some banks the only sign of the right option."""

    span: Span  # in the source's text
    kind: str  # "bold", "color", "highlight", "underline", "checked", "heading", "image"
    value: str = ""  # the colour as written, the level of a heading, the part or address that holds an image


@dataclass(frozen=True, slots=True)
class Table:
    """A grid of cells that the file itself has: a sheet, a CSV file, a table on a page, a list of JSON objects.

    Cells may hold line breaks; what the columns mean is for the parser to find out.
    """

    span: Span  # in the source's text, over all cells
    rows: tuple[tuple[Span, ...], ...]  # the cells' texts; an empty cell is an empty span
    header: tuple[str, ...] = ()  # the columns' names where the format has them apart from the rows (JSON keys)

    def moved(self, by: int) -> Table:
        """The same table so many characters further on."""

        def at(span: Span) -> Span:
            return Span(span.start + by, span.end + by)

        return Table(at(self.span), tuple(tuple(at(cell) for cell in row) for row in self.rows), self.header)


@dataclass(frozen=True, slots=True)
class Source:
    """A file's text as decoded or linearised. Never changed afterwards; repairs are made in a `Rewrite`."""

    path: str
    text: str
    encoding: str = "utf-8"
    anchors: tuple[Anchor, ...] = ()  # sorted by offset; empty for plain text
    marks: tuple[Mark, ...] = ()  # sorted by start
    tables: tuple[Table, ...] = ()  # sorted by start, none inside another
    annex: tuple[int, str] | None = None  # from this offset on the text is that of a second file, with its path
    _lines: list[int] = field(default_factory=list, repr=False, compare=False)  # line starts, filled on first use

    def locate(self, offset: int) -> Place:
        """The place of one character; an offset past the end gives the place after the last character."""
        starts = self._line_starts()
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(starts, offset)
        column = offset - starts[line - 1] + 1
        if self.annex and offset >= self.annex[0]:
            first = bisect_right(starts, self.annex[0])
            return Place(self.annex[1], line - first + 1, column)
        label = ""
        if self.anchors:
            index = bisect_right(self.anchors, offset, key=lambda anchor: anchor.offset)
            label = self.anchors[max(0, index - 1)].label
        return Place(self.path, line, column, label)

    def _line_starts(self) -> list[int]:
        if not self._lines:
            self._lines.append(0)
            self._lines.extend(match.end() for match in LINE_BREAK.finditer(self.text))
        return self._lines
