"""Tables as text: quotation marks, delimiters, and text files that are tables."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.readers import delimited, plain


def rows(text, name="a.csv"):
    reading = delimited.read(name, text.encode())
    changed = reading.text
    return [[changed.text[slice(*changed.ahead(cell))] for cell in row] for row in changed.source.tables[0].rows]


def test_quoted_cells_hold_delimiters_breaks_and_quotation_marks():
    assert rows('a,"b,c",d\n"e\nf","g ""h""",i\n') == [["a", "b,c", "d"], ["e\nf", 'g "h"', "i"]]


def test_a_quotation_mark_inside_a_cell_is_what_the_author_wrote():
    assert rows('屏幕是17"的,甲\n"乙"说,丙\n') == [['屏幕是17"的', "甲"], ['"乙"说', "丙"]]


def test_a_quotation_mark_that_nothing_closes_does_not_swallow_the_file():
    assert rows('"a,b\nc,d\n') == [['"a', "b"], ["c", "d"]]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\r\r\n"])
def test_every_line_ending_ends_a_row_once(ending):
    assert rows(ending.join(["a,b", "c,d", ""])) == [["a", "b"], ["c", "d"]]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|", "，"])
def test_the_delimiter_that_cuts_rows_alike_wins(mark):
    lines = [
        mark.join([f"第{n}个问题，有逗号的；也有分号" if mark not in "，；" else f"第{n}个问题", "甲", "乙", "A"])
        for n in range(6)
    ]
    assert {len(row) for row in rows("\n".join(lines))} == {4}


def test_tabs_divide_a_tsv_file_even_among_commas():
    assert rows("a,b\tc,d\ne,f\tg,h\n", "a.tsv") == [["a,b", "c,d"], ["e,f", "g,h"]]


def test_a_delimiter_at_the_end_of_the_file_opens_a_last_cell():
    assert rows("a,b\nc,") == [["a", "b"], ["c", ""]]


def test_a_text_file_is_a_table_when_its_first_row_names_columns():
    table = "question,answer\n水是不是液体,是\n冰是不是固体,是\n"
    assert plain.read("a.txt", table.encode()).text.source.tables
    prose = "1. 下列说法，正确的是（ ）\nA. 甲，乙\nB. 丙，丁\n答案，A\n"
    assert not plain.read("a.txt", prose.encode()).text.source.tables


@given(st.text(alphabet='a,"\n\r\t;|', max_size=60))
def test_nothing_is_lost_whatever_the_file_holds(text):
    if text.isspace() or not text:
        return
    reading = delimited.read("a.csv", text.encode())
    source = reading.text.source
    assert reading.text.undo() == source.text == text
    cells = [cell for row in source.tables[0].rows for cell in row]
    assert all(left.end <= right.start for left, right in pairwise(cells))
    assert "a" not in "".join(text[left.end : right.start] for left, right in pairwise(cells))
