"""Spreadsheets (.xlsx, .xls, .ods): every sheet is a table, every cell has its address.

The text is the cells as a person would copy them: a tab between cells, a line break between rows, sheets one after the
other. Where a workbook has several sheets with something in them, the name of each stands above its rows as a heading.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ankigen.readers.reading import Reading
from ankigen.text import Anchor, Mark, Rewrite, Source, Span, Table

if TYPE_CHECKING:
    from python_calamine import CalamineSheet

_UNNAMED = re.compile(r"(?:sheet|工作表|表|Лист|シート|table)\s*\d*", re.IGNORECASE)
_OLE = b"\xd0\xcf\x11\xe0"  # what begins .xls files, and .xlsx files with a password


def read(path: str, data: bytes) -> Reading:
    """Read a workbook."""
    try:
        sheets = list(_sheets(data))
    except BaseException as error:  # the library is compiled, and its panics are no `Exception`
        if isinstance(error, KeyboardInterrupt | SystemExit | MemoryError):
            raise
        locked = "assword" in str(error) or (data.startswith(_OLE) and path.lower().endswith(".xlsx"))
        reason = "it is protected by a password; save a copy without one" if locked else str(error)
        return Reading.failed("unreadable-file", f"{path} cannot be read as a spreadsheet: {reason}")
    if not sheets:
        return Reading.failed("empty-file", f"{path} has no cell with anything in it")
    page = _Page()
    for sheet in sheets:
        page.add(sheet, named=len(sheets) > 1)
    text = "".join(page.parts)
    source = Source(path, text, "", tuple(page.anchors), tuple(page.marks), tuple(page.tables))
    return Reading(Rewrite.of(source))


class _Sheet:
    """A sheet's cells as text, without the empty rows and columns around them."""

    def __init__(self, sheet: CalamineSheet) -> None:
        self.name: str = sheet.name
        self.row, self.column = sheet.start or (0, 0)
        self.rows = [[_shown(value) for value in row] for row in sheet.to_python(skip_empty_area=True)]
        self.merged: dict[tuple[int, int], tuple[int, int]] = {}  # a cell below the first of a merged column
        for (top, left), (bottom, _) in sheet.merged_cell_ranges or ():
            for row in range(top + 1, min(bottom, self.row + len(self.rows) - 1) + 1):
                self.merged[row - self.row, left - self.column] = top - self.row, left - self.column


def _sheets(data: bytes) -> Iterator[_Sheet]:
    from python_calamine import CalamineWorkbook

    workbook = CalamineWorkbook.from_object(io.BytesIO(data))
    for index in range(len(workbook.sheet_names)):
        sheet = _Sheet(workbook.get_sheet_by_index(index))
        if any(any(row) for row in sheet.rows):
            yield sheet


def _shown(value: Any) -> str:
    """A cell's value as the user sees it; a whole number has no fraction."""
    if isinstance(value, str):
        return value.replace("\r\n", "\n").strip("\r\n\t ")
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return str(value)


class _Page:
    """The text of all sheets, growing."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.anchors: list[Anchor] = []
        self.marks: list[Mark] = []
        self.tables: list[Table] = []
        self.at = 0

    def _put(self, text: str) -> Span:
        span = Span(self.at, self.at + len(text))
        self.parts.append(text)
        self.at = span.end
        return span

    def add(self, sheet: _Sheet, *, named: bool) -> None:
        """Append a sheet."""
        if named and not _UNNAMED.fullmatch(sheet.name.strip()):
            self.anchors.append(Anchor(self.at, sheet.name))
            self.marks.append(Mark(self._put(sheet.name), "heading", "1"))
            self._put("\n")
        start, rows = self.at, []
        letters = [_letters(sheet.column + index) for index in range(max(map(len, sheet.rows)))]
        for index, values in enumerate(sheet.rows):
            rows.append(self._row(sheet, index, values, letters))
        for (row, column), (top, left) in sheet.merged.items():
            if 0 <= top < len(rows) and 0 <= left < len(rows[row]) and rows[row][column] == (0, 0):
                rows[row][column] = rows[top][left]
        self.tables.append(Table(Span(start, self.at), tuple(tuple(row) for row in rows)))
        self._put("\n")

    def _row(self, sheet: _Sheet, index: int, values: Sequence[str], letters: list[str]) -> list[Span]:
        cells, number = [], str(sheet.row + index + 1)
        for column, value in enumerate(values):
            if column:
                self._put("\t")
            if not value:
                cells.append(Span(0, 0))
                continue
            self.anchors.append(Anchor(self.at, f"{sheet.name}!{letters[column]}{number}"))
            cells.append(self._put(value))
        self._put("\n")
        return cells


def _letters(column: int) -> str:
    """0 → A, 25 → Z, 26 → AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name
