"""Tables as text (.csv, .tsv): cells divided by a character, with quotation marks around those that hold it.

The dividing character is found by a vote: the one that cuts the rows most alike. A text file that begins with a row of
column names is read in the same way.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from ankigen.readers.plain import decoded
from ankigen.readers.reading import Reading
from ankigen.text import Rewrite, Source, Span, Table

QUOTES: Final = "csv-quotes"
_DELIMITERS: Final = (",", "\t", ";", "|", "，")
_SAMPLE: Final = 200  # rows looked at by the vote
_BREAK: Final = r"\r*\n|\r"
_NAMES: Final = re.compile(
    r"(?:.*(?:题干|题目|试题|问题|題|答案|选项|選項|解析|题型|question|answer|option|stem|explanation).*|[A-H])",
    re.IGNORECASE,
)


def read(path: str, data: bytes) -> Reading:
    """Read a table in a text file."""
    source = decoded(path, data)
    if isinstance(source, Reading):
        return source
    delimiter = "\t" if path.lower().endswith((".tsv", ".tab")) and "\t" in source.text else _vote(source.text) or ","
    return _reading(source, delimiter)


def found_in(source: Source) -> Reading | None:
    """A table in a file whose name does not say that it is one; None unless its first row names the columns."""
    first = re.split(_BREAK, source.text.lstrip(), maxsplit=1)[0]
    if len(first) > 300:
        return None
    for delimiter in _DELIMITERS:
        names = [name.strip().strip('"') for name in first.split(delimiter)]
        if len(names) > 1 and all(len(name) <= 24 for name in names) and sum(map(_is_name, names)) >= 2:
            return _reading(source, delimiter) if _vote(source.text) == delimiter else None
    return None


def _is_name(name: str) -> bool:
    return bool(_NAMES.fullmatch(name)) and not re.search(r"[。？！?!：:]|^\d", name)


def _reading(source: Source, delimiter: str) -> Reading:
    rows, quotes = _rows(source.text, delimiter)
    table = Table(Span(0, len(source.text)), tuple(map(tuple, rows)))
    source = Source(source.path, source.text, source.encoding, tables=(table,))
    return Reading(Rewrite.of(source).apply(quotes, QUOTES))


def _vote(text: str) -> str | None:
    """The delimiter that gives most rows one and the same number of cells, at least two; None when none does."""
    best: tuple[float, int, str] | None = None
    for delimiter in _DELIMITERS:
        if delimiter not in text[:100_000]:
            continue
        rows, _ = _rows(text[:100_000], delimiter, _SAMPLE)
        widths = Counter(len(row) for row in rows if any(cell.start < cell.end for cell in row))
        if not widths:
            continue
        width, count = max(widths.items(), key=lambda item: (item[1], item[0]))
        share = count / widths.total()
        if width >= 2 and share >= 0.6 and (best is None or (round(share, 1), width) > best[:2]):
            best = (round(share, 1), width, delimiter)
    return best[2] if best else None


def _rows(text: str, delimiter: str, limit: int = 0) -> tuple[list[list[Span]], list[tuple[Span, str]]]:
    """The cells' spans row by row, without quotation marks, and the edits that halve doubled ones.

    A quotation mark counts as one only where a cell begins and where the next one comes before a delimiter or the
    end of the row; everything else is what the author wrote.
    """
    mark = re.escape(delimiter)
    quoted = re.compile(rf'[ ]*"((?:[^"]++|"")*+)"[ \t]*(?={mark}|{_BREAK}|\Z)')
    bare = re.compile(rf"[^{mark}\r\n]*+")
    ending = re.compile(rf"{mark}|{_BREAK}|\Z")
    rows: list[list[Span]] = []
    row: list[Span] = []
    edits: list[tuple[Span, str]] = []
    at = 0
    while at < len(text):
        match = quoted.match(text, at)
        if match:
            row.append(Span(*match.span(1)))
            edits += [(Span(at_quote, at_quote + 2), '"') for at_quote in _doubled(text, *match.span(1))]
            at = match.end()
        else:
            start, at = at, bare.match(text, at).end()  # type: ignore[union-attr]
            row.append(Span(start, at))
        end = ending.match(text, at)
        at = end.end() if end else at + 1
        if end and end.group() == delimiter:
            if at >= len(text):
                row.append(Span(at, at))
            continue
        rows.append(row)
        row = []
        if limit and len(rows) >= limit:
            break
    if row:
        rows.append(row)
    return rows, edits


def _doubled(text: str, start: int, end: int) -> list[int]:
    found = []
    at = text.find('""', start, end)
    while at >= 0:
        found.append(at)
        at = text.find('""', at + 2, end)
    return found
