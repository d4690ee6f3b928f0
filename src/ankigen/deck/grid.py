"""Tables in texts: rows that stand as lines with tabs between their cells, as every reader writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

_ROW = re.compile(r"[ \t]*[^\s][^\n]*\t")


def cut_at_tables(lines: Sequence[str]) -> Iterator[tuple[bool, Sequence[str]]]:
    """The lines in stretches: (is it a table, its lines). One line with a tab is none."""
    start = at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and _ROW.match(lines[end]):
            end += 1
        if end - at > 1:
            if start < at:
                yield False, lines[start:at]
            yield True, lines[at:end]
            start = end
        at = end + (end == at)
    if start < len(lines):
        yield False, lines[start:]


def table(lines: Sequence[str], write: Callable[[str], str]) -> str:
    """HTML for the rows; with its tags stripped it is the lines again."""
    rows = ("\t".join(f"<td>{write(cell)}</td>" for cell in line.split("\t")) for line in lines)
    return "<table><tbody>" + "\n".join(f"<tr>{row}</tr>" for row in rows) + "</tbody></table>"
