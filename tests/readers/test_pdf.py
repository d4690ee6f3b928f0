"""PDF files: reading order, raised figures, what belongs to the page, and clear words on files without text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdf_files import lines, pdf, picture, scripts, together

from ankigen.readers import pdf as reader
from ankigen.readers.reading import Reading


def reading_of(data: bytes) -> Reading:
    reading = reader.read("a.pdf", data)
    assert reading.text is not None, reading.diagnostics
    return reading


def text_of(data: bytes) -> str:
    text = reading_of(data).text
    assert text is not None
    return text.text


def failure(data: bytes) -> tuple[str, str]:
    reading = reader.read("a.pdf", data)
    assert reading.text is None
    (said,) = reading.diagnostics
    return said.rule.name, said.message


def test_lines_stay_lines_and_pages_follow_each_other() -> None:
    first = ["1. 下列哪一项是水果，", "请选出来（ ）。", "A. 苹果", "B. 桌子"]
    data = pdf(lines(first), lines(["C. 椅子", "答案：A"]))
    assert text_of(data).splitlines() == [*first, "C. 椅子", "答案：A"]


def test_every_character_leads_to_its_page() -> None:
    data = pdf(lines(["第一页的字"]), lines([]), lines(["末页的字"]))
    text = reading_of(data).text
    assert text is not None
    source = text.source
    assert [source.locate(source.text.index(each)).label for each in ("第一", "末页")] == ["p1", "p3"]
    assert str(source.locate(source.text.index("末"))) == "a.pdf:p3:2:1"


LEFT_COLUMN = [f"{index}. 左栏的题目写得比较长一些以占满" for index in range(1, 13)]
RIGHT_COLUMN = [f"{index}. 右栏的题目写得也比较长以占满" for index in range(13, 25)]


def test_columns_are_read_one_after_the_other_however_the_file_orders_them() -> None:
    column_wise = together(lines(LEFT_COLUMN), lines(RIGHT_COLUMN, left=310))
    row_wise = together(
        *(
            together(lines([left], top=780 - 16 * row), lines([right], left=310, top=780 - 16 * row))
            for row, (left, right) in enumerate(zip(LEFT_COLUMN, RIGHT_COLUMN, strict=True))
        )
    )
    for page in (column_wise, row_wise):
        titled = together(
            lines(["一份跨越两栏而且写得非常长的试卷标题，它从左边一直到右边都有字，不属于任何一栏"], top=810), page
        )
        assert text_of(pdf(titled)).splitlines()[1:] == [*LEFT_COLUMN, *RIGHT_COLUMN]


def test_options_in_two_columns_are_read_across() -> None:
    rows = [(f"A. 选项甲的内容比较长一些之{row}", f"B. 选项乙的内容也比较长之{row}") for row in range(12)]
    page = together(
        *(
            together(lines([left], top=780 - 16 * row), lines([right], left=310, top=780 - 16 * row))
            for row, (left, right) in enumerate(rows)
        )
    )
    assert text_of(pdf(page)).splitlines() == ["\t".join(row) for row in rows]


def test_a_row_of_short_pieces_is_one_line_with_tabs() -> None:
    page = together(*(lines([text], left=60 + 150 * index) for index, text in enumerate(("A. 一", "B. 二", "C. 三"))))
    assert text_of(pdf(page)) == "A. 一\tB. 二\tC. 三\n"


def test_room_between_brackets_is_no_gap_between_columns() -> None:
    assert (
        text_of(pdf(lines(["1. 首都是（          ）。", "A. 北          B. 南"]))) == "1. 首都是（ ）。\nA. 北\tB. 南\n"
    )


def test_raised_and_lowered_figures() -> None:
    page = together(
        scripts([("2", 10, 0), ("10", 6, 4), ("=1024，H", 10, 0), ("2", 6, -2), ("O", 10, 0)]),
        scripts([("x", 10, 0), ("甲", 6, -2), ("的值", 10, 0)], top=740),
    )
    assert text_of(pdf(page)).splitlines() == ["2¹⁰=1024，H₂O", "x_{甲}的值"]


def test_small_print_is_no_subscript() -> None:
    page = scripts([("1. 问题", 10, 0), ("（本题二分）", 6, 0)])
    assert text_of(pdf(page)) == "1. 问题（本题二分）\n"


def page_with_furniture(number: int, body: list[str]) -> object:
    return together(
        lines(["某某学院期末考试题库"], top=815), lines(body, top=780), lines([f"第 {number} 页"], left=280, top=30)
    )


def test_headers_and_page_numbers_are_taken_out_as_edits() -> None:
    bodies = [[f"{page}. 第{page}个题目的题干", "A. 甲", "B. 乙"] for page in range(1, 6)]
    reading = reading_of(pdf(*(page_with_furniture(index, body) for index, body in enumerate(bodies, 1))))  # type: ignore[arg-type]
    text = reading.text
    assert text is not None
    assert text.text.splitlines() == [line for body in bodies for line in body]
    assert {edit.rule for edit in text.edits} == {"page-furniture"}
    assert text.undo().count("某某学院期末考试题库") == 5
    assert "第 3 页" in text.undo()
    kept = text.text.index("第3个")
    assert text.source.locate(text.back((kept, kept + 1)).start).label == "p3"


def test_answers_and_options_at_the_edge_of_pages_are_no_furniture() -> None:
    body = ["正确答案：B", "2. 题干", "A. 甲", "B. 乙"]
    assert text_of(pdf(*[lines(body)] * 6)).splitlines() == body * 6


def test_question_numbers_at_the_edge_of_pages_are_no_furniture() -> None:
    bodies = [[f"{number}. 题干", "后文各不相同" + "啊" * number] for number in (1, 14, 15, 31, 58)]
    assert text_of(pdf(*map(lines, bodies))).splitlines() == [line for body in bodies for line in body]


def test_repeated_lines_within_pages_stay() -> None:
    bodies = [[f"{page}. 题干{'甲' * page}", "以下相同的一行", "答案：A", f"解析{page * 7}"] for page in range(1, 7)]
    assert text_of(pdf(*map(lines, bodies))).count("以下相同的一行") == 6


def test_pages_that_are_pictures_are_reported() -> None:
    assert failure(pdf(picture(), picture()))[0] == "no-text"
    reading = reading_of(pdf(lines(["1. 题干"]), picture()))
    (said,) = reading.diagnostics
    assert said.rule.name == "page-without-text"
    assert "p2" in said.message


def test_blank_pages_are_no_pictures() -> None:
    assert failure(pdf(lines([]), lines([])))[0] == "empty-file"
    assert reading_of(pdf(lines(["1. 题干"]), lines([]))).diagnostics == ()


def test_protected_and_damaged_files() -> None:
    name, message = failure(pdf(lines(["1. 题干"]), password="secret"))
    assert name == "unreadable-file"
    assert "password" in message
    for data in (b"%PDF-1.7\njunk", b"no pdf at all", b"\0" * 50):
        name, message = failure(data)
        assert name == "unreadable-file"
        assert "damaged" in message


GOOD = pdf(lines(["1. 题干（ ）", "A. 甲"]), lines(["B. 乙"]))


@given(place=st.integers(0, len(GOOD) - 1), junk=st.binary(max_size=8), cut=st.integers(0, 60))
def test_damage_is_never_an_exception(place: int, junk: bytes, cut: int) -> None:
    reading = reader.read("a.pdf", GOOD[:place] + junk + GOOD[place + cut :])
    assert reading.text is not None or reading.diagnostics


@pytest.mark.parametrize("count", [3, 9])
def test_long_lists_of_pictures_are_shortened(count: int) -> None:
    (said,) = reading_of(pdf(lines(["1. 题干"]), *[picture()] * count)).diagnostics
    assert ("more" in said.message) == (count > 8)
