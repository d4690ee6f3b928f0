"""Banks in tables: one question per row of a sheet, of a CSV file, of a table on a page, of a list of JSON objects.

`columns` and `unnamed` find what the columns mean, `cells` takes apart what stands in one cell, `coding` finds how the
whole table writes its answers. A table that is no bank stays text; so does a key table, which `keys` reads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ankigen.diagnostics import Diagnostic
from ankigen.model import Claim, Part
from ankigen.parser import checks
from ankigen.parser.cells import separator_of
from ankigen.parser.coding import Record, coding_of
from ankigen.parser.columns import WIDEST, Columns, named, normal, spread
from ankigen.parser.draft import Draft
from ankigen.parser.finish import Finished
from ankigen.parser.outline import Section, section_at
from ankigen.parser.rows import EXACT, Row, exact_row, finished_row, read_row
from ankigen.parser.unnamed import guessed, rising
from ankigen.text import Rewrite, Span, Table

_TOP = 8  # a sheet may have a title and a note above the names of its columns
_CHUNK = 100


@dataclass(slots=True)
class Grid:
    """A table that is a bank, in the cleaned text."""

    span: Span
    cells: list[list[Span]]
    words: list[list[str]]
    columns: Columns
    first: int  # the row behind the names
    exact: bool = False  # ankigen's own format
    widths: Counter[int] = field(default_factory=Counter)


@dataclass(slots=True)
class Tabled:
    """What the tables of a paper give."""

    finished: list[Finished] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def grids_of(text: Rewrite) -> list[Grid]:
    """The tables that are banks. Where nothing but tables is in the file, their columns need no names."""
    tables = text.source.tables
    whole = bool(tables) and _fills(text)
    grids = {table.span: _grid(text, table, whole) for table in tables}
    if not whole or not any(grids.values()):
        return [grid for grid in grids.values() if grid]
    return [grid for table in tables if (grid := grids[table.span] or _aside(text, table))]


def _aside(text: Rewrite, table: Table) -> Grid | None:
    """A sheet beside the bank that is no bank itself. One that has a single column is text, and read as such."""
    if not any(sum(cell.start < cell.end for cell in row) > 1 for row in table.rows):
        return None
    cells = [[text.ahead(cell) if cell.start < cell.end else Span(0, 0) for cell in row] for row in table.rows]
    return Grid(text.ahead(table.span), cells, [], Columns(), 0)


def masked(text: str, grids: Sequence[Grid]) -> str:
    """The text with the grids blanked, in lines that are not too long to look at.

    The filler is white space that is no gap between words, so no pattern for text tries to begin or go on in it. Where
    only white space is left, there is nothing to look at.
    """
    parts, at = [], 0
    for grid in grids:
        length = grid.span.end - grid.span.start
        blank = ("\x1f" * (_CHUNK - 1) + "\n") * (length // _CHUNK + 1)
        parts += [text[at : grid.span.start], blank[:length]]
        at = grid.span.end
    shown = "".join([*parts, text[at:]])
    return shown if shown.strip() else ""


def read_grids(text: Rewrite, grids: Sequence[Grid], sections: list[Section]) -> Tabled:
    """All questions of the grids, finished."""
    result = Tabled()
    parts: list[tuple[Grid, list[Row], list[Claim]]] = []
    groups: dict[tuple[str, ...], list[Record]] = {}
    for grid in grids:
        part = Tabled()
        rows = _rows(text, grid, section_at(sections, grid.span.start), part)
        parts.append((grid, rows, part.claims))
        groups.setdefault(tuple(grid.columns.names), []).extend(row.record for row in rows)
        result.diagnostics += part.diagnostics
    codings = {names: coding_of(records) for names, records in groups.items()}
    drafts: list[Draft] = []
    for grid, rows, claims in parts:
        coding = codings[tuple(grid.columns.names)]
        done = [finished_row(text, row, coding) for row in rows]
        result.finished += done
        result.claims += claims
        result.claims += _syntax(text.text, grid.span, [*claims, *(claim for each in done for claim in each.claims)])
        drafts += [row.draft for row in rows]
    for run in _runs(drafts):
        result.diagnostics += checks.numbers(text, run)
    return result


def _runs(drafts: Sequence[Draft]) -> Iterator[list[Draft]]:
    """Stretches in which numbers do not fall; where they do, another year or chapter begins."""
    run: list[Draft] = []
    last = 0
    for draft in drafts:
        value = draft.number.value if draft.number else last
        if value < last:
            yield run
            run = []
        run.append(draft)
        last = value
    yield run


def _fills(text: Rewrite) -> bool:
    """Whether nothing stands outside the tables but headings."""
    source = text.source
    taken = sorted(
        [table.span for table in source.tables] + [mark.span for mark in source.marks if mark.kind == "heading"]
    )
    at = 0
    for span in taken:
        if source.text[at : span.start].strip():
            return False
        at = max(at, span.end)
    return not source.text[at:].strip()


def _grid(text: Rewrite, table: Table, whole: bool) -> Grid | None:
    cells = [[text.ahead(cell) if cell.start < cell.end else Span(0, 0) for cell in row] for row in table.rows]
    words = [[text.text[cell.start : cell.end].strip() for cell in row] for row in cells]
    span = text.ahead(table.span)
    if table.header:
        columns = named(table.header, paths=True)
        if set(table.header) >= EXACT:
            return Grid(span, cells, words, columns, 0, exact=True)
        first = 0
    else:
        columns, first = _under_names(words)
        if not columns.bank and whole:
            columns, first = guessed(words) or columns, 0
    if not columns.bank or (columns.weak and not whole):
        return None
    if columns.number >= 0 and not columns.sure_number:
        values = [row[columns.number] for row in words[first:] if columns.number < len(row)]
        columns.number = columns.number if rising(values) else -1
    if columns.packed >= 0:
        columns.separator = separator_of([row[columns.packed] for row in words[first:] if columns.packed < len(row)])
    return Grid(span, cells, words, columns, first, widths=Counter(len(row) for row in words[first:] if any(row)))


def _under_names(words: list[list[str]]) -> tuple[Columns, int]:
    """The columns by the first row that names them, and the row behind it."""
    for index, row in enumerate(words[:_TOP]):
        if any(row) and len(row) <= WIDEST and all(len(normal(cell)) <= 24 for cell in row):
            columns = named(row)
            if columns.bank:
                spread(columns, words[index + 1 :])
                return columns, index + 1
    return Columns(), 0


def _rows(text: Rewrite, grid: Grid, section: Section, result: Tabled) -> list[Row]:
    """The rows that are questions; what the others are is claimed and said."""
    for index in range(grid.first):
        reason = "names of columns" if index == grid.first - 1 else "above the table"
        result.claims += [Claim(cell, Part.NOISE, reason) for cell in grid.cells[index] if cell.start < cell.end]
    if grid.exact:
        names = {name: index for index, name in enumerate(grid.columns.names)}
        return [exact_row(text, cells, names, section) for cells in grid.cells]
    if not grid.words:
        _leave(text, [cell for row in grid.cells for cell in row], result)
        return []
    rows: list[Row] = []
    head = grid.words[grid.first - 1] if grid.first else None
    heading = ""
    for index in range(grid.first, len(grid.words)):
        cells, words = grid.cells[index], grid.words[index]
        if not any(words):
            continue
        if words == head:
            result.claims += [Claim(cell, Part.NOISE, "names of columns") for cell in cells if cell.start < cell.end]
            continue
        title = _title(words)
        if title:
            heading = title
            result.claims += [Claim(cell, Part.HEADING) for cell in cells if cell.start < cell.end]
            continue
        row = read_row(grid.columns, cells, words, section, heading)
        if row is None or (rows and row.stem_at == rows[-1].stem_at):
            _leave(text, cells, result)
            continue
        row.record.doubt = _shifted(grid, words) or row.record.doubt
        rows.append(row)
    return _questions(text, rows, result)


_TITLE = re.compile(
    r"\s*(?:第\s*[一二三四五六七八九十百\d]+\s*[章节单元篇讲部分]|[一二三四五六七八九十]+\s*[、.．]|(?:单项?|多项?|不定项)选(?:择)?题?|判断题?|填空题?|简答题?|选择题)[^。？?（）()_]{0,30}"
    r"(?:[（(][^（）()]{0,40}[）)])?\s*"
)


def _title(words: list[str]) -> str:
    """A row that holds nothing but a heading for the rows below."""
    filled = [word for word in words if word]
    return filled[0] if len(filled) == 1 and _TITLE.fullmatch(filled[0]) else ""


def _questions(text: Rewrite, rows: list[Row], result: Tabled) -> list[Row]:
    """Without the rows that are notes: a text and nothing else, where the others have options or answers."""
    full = sum(1 for row in rows if row.full)
    if full * 10 < len(rows) * 8:
        return rows
    kept = []
    for row in rows:
        if row.full or row.draft.number or row.asks or row.record.kind:
            kept.append(row)
        else:
            _leave(text, row.cells, result)
    return kept


def _leave(text: Rewrite, cells: Sequence[Span], result: Tabled) -> None:
    filled = [cell for cell in cells if cell.start < cell.end]
    result.claims += [Claim(cell, Part.NOISE, "no question of the table") for cell in filled]
    result.diagnostics += checks.leftovers(text, [Span(filled[0].start, max(filled[0].end, filled[-1].end))])


def _shifted(grid: Grid, words: list[str]) -> str:
    """Why the cells of a row may stand in the wrong columns: it has more or fewer of them than all others."""
    usual, count = grid.widths.most_common(1)[0] if grid.widths else (len(words), 0)
    named_width = len(grid.columns.names)
    if len(words) > max(named_width, usual) or (len(words) != usual and count * 100 >= grid.widths.total() * 95):
        wanted = named_width if len(words) > named_width else usual
        return f"its row has {len(words)} cells where {wanted} are expected, so they may stand in the wrong columns"
    return ""


def _syntax(text: str, span: Span, claims: Iterable[Claim]) -> list[Claim]:
    """Claims for what stands between the cells: commas, quotation marks, names of fields, unused fields."""
    found, at = [], span.start
    inside = [claim.span for claim in claims if span.start <= claim.span.start < span.end]
    for taken in sorted([*inside, Span(span.end, span.end)]):
        if at < taken.start:
            blank = text[at : taken.start].isspace()
            part, reason = (Part.SPACE, "") if blank else (Part.NOISE, "between the cells")
            found.append(Claim(Span(at, taken.start), part, reason))
        at = max(at, taken.end)
    return found
