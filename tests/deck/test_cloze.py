"""Fill-ins: which blank gets which answer, and answers that would break a cloze."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ankigen.deck.cloze import alternatives, cloze, cloze_text
from ankigen.deck.markup import blocks
from ankigen.deck.rich import rich


@pytest.mark.parametrize(
    ("stem", "answers", "text"),
    [
        ("甲____乙________。", ("一", "二"), "甲{{c1::一}}乙{{c2::二}}。"),
        ("没有空", ("一", "二"), "<p>没有空</p>\n<p>{{c1::一；二}}</p>"),
        ("空____多____", ("一",), "<p>空____多____</p>\n<p>{{c1::一}}</p>"),
        ("空____多____", ("", "二"), "空____多{{c2::二}}"),
        (r"令\(x=____\)，____", ("1", "2"), r"令\(x=\underline{\qquad}\)（{{c1::1}}），{{c2::2}}"),
        ("变量d_model与__init__是____", ("名",), "变量d_model与__init__是{{c1::名}}"),
        ("{____}", ("a",), "{<span></span>{{c1::a}}}"),
        ("```\nx = ____\n```", ("1",), "<pre><code>x = {{c1::1}}</code></pre>"),
    ],
)
def test_blanks(stem: str, answers: tuple[str, ...], text: str) -> None:
    assert cloze_text(stem, answers, blocks) == text


def test_blanks_in_markdown() -> None:
    assert cloze_text("粗 ____ `x = ____`", ("a*b*", "2"), rich) == ("粗 {{c1::a*b*}} <code>x = {{c2::2}}</code>")


def test_recorded_numbers_are_kept() -> None:
    assert cloze_text("____，____", ("新", "旧"), blocks, (3, 1)) == "{{c3::新}}，{{c1::旧}}"


@pytest.mark.parametrize(
    "answer", ["std::vector", "::", ":", "}", "}}}", "{{a}}", "a::b::c}}", "{", "\\(", r"$\frac{{a}}{b}$"]
)
def test_answers_that_would_break_a_cloze(
    new_anki: Callable[[], Any], question: Any, cards: Any, seen: Callable[[str], str], answer: str
) -> None:
    from ankigen.deck import Deck

    opened = new_anki()
    try:
        opened.take(Deck("d", cards(question("fill", stem="写：____。", answer=(answer,))), ""))
        ((front, back),) = opened.sides()
    finally:
        opened.col.close()
    assert "写：[...]。" in seen(front)
    plain = seen(back).replace(" ", "")
    assert f"写：{answer}。" in plain or r"写：\(\frac{{a}}{b}\)。" in plain


def test_a_formula_in_an_answer_stays_whole() -> None:
    assert cloze(1, "$a^{b^{c}}$") == r"{{c1::\(a^{b^{c} }\)}}"


@pytest.mark.parametrize(
    ("answer", "accepted"),
    [
        ("trace或script", ("trace", "script")),
        ("4096 / 4k", ("4096", "4k")),
        ("批归一化／BN", ("批归一化", "BN")),
        ("随机梯度下降或者SGD", ("随机梯度下降", "SGD")),
        ("0或1", ()),
        ("10或20", ()),
        ("增或减", ()),
        ("TCP/IP", ()),
        ("或门", ()),
        ("普通答案", ()),
    ],
)
def test_alternatives(answer: str, accepted: tuple[str, ...]) -> None:
    assert alternatives(answer) == accepted
