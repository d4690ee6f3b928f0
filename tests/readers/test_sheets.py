"""Workbooks: every sheet is a table, every cell has its address."""

import io

import openpyxl
import pytest

from ankigen.readers import sheets
from ankigen.text import Span


def workbook(**named):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in named.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    return book


def packed(book):
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def read(**named):
    return sheets.read("a.xlsx", packed(workbook(**named)))


def words(source, table):
    return [[source.text[slice(*cell)] for cell in row] for row in table.rows]


def test_cells_are_joined_by_tabs_and_rows_by_breaks():
    source = read(Sheet1=[["题目", "答案"], ["水的沸点是（）", "B"]]).text.source
    assert source.text.startswith("题目\t答案\n水的沸点是（）\tB\n")
    assert words(source, source.tables[0]) == [["题目", "答案"], ["水的沸点是（）", "B"]]


def test_each_cell_knows_its_address():
    source = read(题库=[["题目", "答案"], ["水的沸点是（）", "B"]]).text.source
    assert source.locate(source.text.index("B")).label == "题库!B2"


def test_empty_rows_and_columns_before_the_table_count():
    book = workbook(Sheet1=[])
    sheet = book["Sheet1"]
    sheet["AB5"], sheet["AC5"] = "题目", "答案"
    source = sheets.read("a.xlsx", packed(book)).text.source
    assert source.locate(source.text.index("题目")).label == "Sheet1!AB5"


def test_values_are_shown_as_the_user_sees_them():
    source = read(Sheet1=[[1, 2.5, True, 300.0, "  x  "]]).text.source
    assert words(source, source.tables[0]) == [["1", "2.5", "TRUE", "300", "x"]]


def test_an_empty_cell_is_an_empty_span():
    source = read(Sheet1=[["甲", None, "丙"]]).text.source
    assert source.tables[0].rows[0][1] == Span(0, 0)


def test_sheets_are_named_only_where_there_are_several_with_content():
    one = read(单选题=[["甲", "乙"]], Sheet2=[]).text.source
    assert not one.marks and len(one.tables) == 1
    two = read(单选题=[["甲", "乙"]], 判断题=[["丙", "丁"]]).text.source
    assert [two.text[slice(*mark.span)] for mark in two.marks] == ["单选题", "判断题"]
    assert {mark.kind for mark in two.marks} == {"heading"}


def test_names_that_say_nothing_are_no_headings():
    assert not read(Sheet1=[["甲", "乙"]], Sheet2=[["丙", "丁"]]).text.source.marks


def test_cells_merged_downwards_share_one_text():
    book = workbook(Sheet1=[["第一章", "甲"], [None, "乙"], [None, "丙"]])
    book["Sheet1"].merge_cells("A1:A3")
    source = sheets.read("a.xlsx", packed(book)).text.source
    assert len({row[0] for row in source.tables[0].rows}) == 1
    assert words(source, source.tables[0])[2] == ["第一章", "丙"]


@pytest.mark.parametrize("data", [b"PK\x03\x04 no zip at all", b"\xd0\xcf\x11\xe0" + b"\0" * 600, b"plain words"])
def test_what_is_no_workbook_is_refused_with_a_reason(data):
    reading = sheets.read("a.xlsx", data)
    assert reading.text is None
    assert [each.rule.name for each in reading.diagnostics] == ["unreadable-file"]


def test_a_workbook_without_cells_is_empty():
    reading = read(Sheet1=[])
    assert reading.text is None and reading.diagnostics[0].rule.name == "empty-file"
