"""What a user knows better than detection: hints about one file's layout, and how sure the parser says it is."""

from __future__ import annotations

from ankigen.model import Kind, Layout, Question
from ankigen.parser import parse
from ankigen.text import Rewrite, Source


def read(text: str, layout: Layout | None = None) -> tuple[Question, ...]:
    return parse(Rewrite.of(Source("bank.txt", text)), layout=layout)[0].questions


def names(text: str) -> list[str]:
    return [each.rule.name for each in parse(Rewrite.of(Source("bank.txt", text)))[1]]


def test_the_kind_of_questions_that_say_none() -> None:
    text = "1. 拌凉菜用醋。\n答案：A\n2. 煮汤用沙子。\n答案：B\n"
    assert [question.kind for question in read(text)] == [Kind.SINGLE, Kind.SINGLE]
    [first, second] = read("判断\n" + text, Layout(kind=Kind.FILL))
    assert (first.kind, second.kind) == (Kind.FILL, Kind.FILL)


def test_a_tag_at_the_question_knows_better_than_the_hint() -> None:
    [question] = read("1. [判断题] 拌凉菜用醋。\n答案：对\n", Layout(kind=Kind.SHORT))
    assert question.kind is Kind.TRUEFALSE


def test_numbers_by_example() -> None:
    text = "1、怎样和面？\n答案：先放盐。\n1. 加水；\n2. 揉匀。\n2、怎样醒面？\n答案：盖上布。\n"
    assert [question.number for question in read(text, Layout(numbers="1、"))] == ["1", "2"]
    assert read("（1）甲（ ）\nA. 一\nB. 二\n答案：A\n", Layout(numbers="（1）"))[0].number == "1"


def test_no_numbers_at_all() -> None:
    text = "3. 是一个素数吗？\n答案：是\n\n7. 是一个素数吗？\n答案：是\n"
    assert [question.number for question in read(text, Layout(numbers="none"))] == ["", ""]


def test_options_one_a_line_without_letters() -> None:
    [question] = read("1. 汤里放什么\n盐\n石头\n沙子\n答案：A\n", Layout(options="lines"))
    assert [option.text for option in question.options] == ["盐", "石头", "沙子"]
    assert question.answer == ("A",)


def test_no_options_where_letters_belong_to_the_text() -> None:
    [question] = read("1. 比较两种面粉：\nA. 高筋\nB. 低筋\n答案：前者做面包，后者做蛋糕。\n", Layout(options="none"))
    assert (question.kind, question.options) == (Kind.SHORT, ())


def test_bracketed_letters_are_keys_or_never_are() -> None:
    text = "1. 在（A）点与（ ）之间\nA. 甲\nB. 乙\n"
    assert read(text)[0].answer == ()
    assert read(text, Layout(keys="stem"))[0].answer == ("A",)
    assert read("1. 汤用（A）煮\nA. 水\nB. 油\n", Layout(keys="line"))[0].answer == ()


def test_an_answer_line_is_surer_than_a_sentence() -> None:
    [line] = read("1. 汤用（ ）煮\nA. 水\nB. 油\n答案：A\n")
    [sentence] = read("1. 汤用（ ）煮\nA. 水\nB. 油\n解析：汤要用水，故选A。\n")
    [none] = read("1. 汤用（ ）煮\nA. 水\nB. 油\n")
    assert line.confidence.answer > sentence.confidence.answer > none.confidence.answer == 0
    assert "weak-key" in names("1. 汤用（ ）煮\nA. 水\nB. 油\n解析：汤要用水，故选A。\n")


def test_lost_letters_and_numbers_out_of_sequence_are_less_sure() -> None:
    [question] = read("1. 汤用（ ）煮\nA. 水\nC. 油\n答案：A\n")
    assert question.confidence.options < 1
    [first, second] = read("1. 甲（ ）\nA. 一\nB. 二\n答案：A\n7. 乙（ ）\nA. 一\nB. 二\n答案：A\n")
    assert second.confidence.start < first.confidence.start == 1
