"""Line, column and label of a character, as an editor would show them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.text import Anchor, Place, Source


@given(st.text("ab中\r\n", max_size=30))
def test_line_and_column_agree_with_cutting_at_the_breaks(text):
    source = Source("a.txt", text)
    pieces = re.split(r"(\r*\n|\r)", text)
    offset = 0
    for number in range(0, len(pieces), 2):
        line, ending = pieces[number], "".join(pieces[number + 1 : number + 2])
        for column in range(len(line) + len(ending)):
            place = source.locate(offset + column)
            assert (place.line, place.column) == (number // 2 + 1, column + 1)
        offset += len(line) + len(ending)
    assert offset == len(text)


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", "\r\r\n"])
def test_every_kind_of_line_break_counts_once(ending):
    source = Source("a.txt", f"一{ending}二{ending}三")
    assert source.locate(source.text.index("三")) == Place("a.txt", 3, 1)


def test_offsets_outside_the_text_are_its_ends():
    source = Source("a.txt", "ab\ncd")
    assert source.locate(99) == Place("a.txt", 2, 3)
    assert source.locate(-5) == Place("a.txt", 1, 1)
    assert Source("a.txt", "").locate(0) == Place("a.txt", 1, 1)


def test_a_label_counts_from_its_anchor_on():
    source = Source("a.pdf", "one\ntwo\nthree", anchors=(Anchor(0, "p1"), Anchor(4, "p2")))
    assert [source.locate(offset).label for offset in (0, 3, 4, 12)] == ["p1", "p1", "p2", "p2"]
    assert str(source.locate(8)) == "a.pdf:p2:3:1"


def test_places_leave_out_what_they_do_not_know():
    assert str(Place("a.txt")) == "a.txt"
    assert str(Place("a.txt", 3, 4)) == "a.txt:3:4"
