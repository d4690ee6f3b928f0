"""Tables of text formats: rows that a reader wrote as lines with a tab between the cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ankigen.text import Rewrite, Span, Table


def with_tables(text: Rewrite, tables: Iterable[Sequence[Span]]) -> Rewrite:
    """The same text, its source knowing its tables; each is given as the spans of its rows in the source."""
    found = [table for rows in tables if (table := _table(text, rows))]
    return replace(text, source=replace(text.source, tables=tuple(found))) if found else text


def _table(text: Rewrite, rows: Sequence[Span]) -> Table | None:
    cells = [row for span in rows if (row := _cells(text, span))]
    filled = [cell for row in cells for cell in row if cell.start < cell.end]
    return Table(Span(filled[0].start, filled[-1].end), tuple(cells)) if filled else None


def _cells(text: Rewrite, row: Span) -> tuple[Span, ...]:
    """The cells of one line; the breaks around it may belong to the edits of its first and last tag."""
    start, end = text.ahead(row)
    words = text.text[start:end]
    start += len(words) - len(words.lstrip("\n"))
    cells = []
    line = text.text[start:end].split("\n", 1)[0]
    for words in line.rstrip().split("\t"):
        left = start + len(words) - len(words.lstrip())
        cells.append(text.back(Span(left, left + len(words.strip()))) if words.strip() else Span(0, 0))
        start += len(words) + 1
    return tuple(cells)
