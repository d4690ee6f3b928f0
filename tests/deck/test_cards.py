"""Which questions become cards, with what fields and tags."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from ankigen.deck import cards_of
from ankigen.deck.note_types import NOTE_TYPES
from ankigen.deck.points import points
from ankigen.deck.shuffle import shuffle
from ankigen.model import Card, Option, Question
from decks import cards_without_ledger

Build = Callable[..., Question]
Cards = Callable[..., tuple[Card, ...]]


def field(card: Card, name: str) -> str:
    return card.fields[NOTE_TYPES[card.family].fields.index(name)]


def build(*questions: Question) -> Any:
    return cards_without_ledger(questions)


@pytest.mark.parametrize(
    ("kind", "given", "reason"),
    [
        ("single", {"answer": ()}, "no answer"),
        ("short", {"answer": ("  ",)}, "no answer"),
        ("fill", {"answer": ("", "\x1f")}, "no answer"),
        ("single", {"answer": ("E",)}, "names E, which is not among its options"),
        ("multiple", {"answer": ("A", "F")}, "names F"),
        ("single", {"options": ("只有一个",), "answer": ("A",)}, "fewer than two options"),
        ("truefalse", {"answer": ("maybe",)}, "neither true nor false"),
        ("truefalse", {"answer": ("true", "false")}, "neither true nor false"),
        ("short", {"stem": " \u200b\n".replace("\u200b", "")}, "no text"),
    ],
)
def test_no_card_without_a_reason(question: Build, kind: str, given: dict[str, Any], reason: str) -> None:
    cards, (diagnostic,) = build(question(kind, number="7", at=42, **given))
    assert cards == ()
    assert diagnostic.rule.name == "no-card" and reason in diagnostic.message
    assert diagnostic.number == "7" and diagnostic.span is not None and diagnostic.span.start == 42


@pytest.mark.parametrize("labels", ["AA", "甲乙", ["A", "AB"]])
def test_labels_that_cannot_be_told_apart_make_no_card(question: Build, labels: Any) -> None:
    options = tuple(Option(label, "x") for label in labels)
    cards, (diagnostic,) = build(dataclasses.replace(question(), options=options, answer=(labels[0],)))
    assert not cards and "label" in diagnostic.message


def test_choice_fields(question: Build, cards: Cards) -> None:
    (card,) = cards(
        question("multiple", answer=("B", "A"), explanation="因", section="二、多选题", chapter="第一章", number="3")
    )
    assert field(card, "Answer") == "AB", "in the options' order"
    assert field(card, "Source") == "样例 · 第一章 · 二、多选题 · 3"
    assert field(card, "Topic") == "norm"
    assert field(card, "Meta") == "lang=zh-Hans data-kind=multiple"
    assert field(card, "MyNotes") == "" and field(card, "Hint") == ""
    assert bytes.fromhex(field(card, "ID")).decode() == card.guid


def test_a_truncated_question_says_so(question: Build, cards: Cards) -> None:
    (card,) = cards(question("short", truncated=True))
    assert "data-cut=1" in field(card, "Meta") and "ankigen::truncated" in card.tags


def test_tags_are_safe(question: Build, cards: Cards) -> None:
    given = question(section="一、单选题（每题1分，共30分）", chapter="第 一 章 / A::B", topics=("a b",))
    (card,) = cards(given, source='卷 1: "终"', extra_tags=("我的::标 签", "", "::"))
    assert card.tags == (
        "kind::single",
        "section::第_一_章::A：：B::一、单选题",
        "source::卷_1：_终",
        "topic::a_b",
        "我的::标_签",
    )


def test_an_unknown_language_is_misuse() -> None:
    with pytest.raises(ValueError, match="fr"):
        cards_of((), (), bank="b", taxonomy_path=str, source="s", language="fr")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("（1）快；（2）稳。", ("快；", "稳。")),
        ("要点：\n1. 快\n2. 稳\n仍是稳", ("快", "稳\n仍是稳")),
        ("①快②稳", ()),
        ("①快；②稳", ("快；", "稳")),
        ("一、快\n二、稳", ("快", "稳")),
        ("1. 快\n3. 稳", ()),
        ("1. 快\n1. 细\n2. 稳", ()),
        ("1. 快\n（1）细\n2. 稳", ()),
        ("学习率取0.1，动量取0.9", ()),
        ("一段很长很长的引言" * 6 + "：\n1. 快\n2. 稳", ()),
        ("没有列表", ()),
    ],
)
def test_points(answer: str, expected: tuple[str, ...]) -> None:
    assert points(answer) == expected


@pytest.mark.parametrize(
    ("stem", "options", "value"),
    [
        ("哪个对？", ("甲", "乙", "丙", "丁"), "1"),
        ("哪个对？", ("甲", "乙", "丙", "以上都对"), "1 D"),
        ("哪个对？", ("甲", "乙", "None of the above"), "1 C"),
        ("哪个对？", ("以上都不对", "乙", "丙"), "0"),
        ("哪个对？", ("甲", "乙", "A和B"), "0"),
        ("哪个对？", ("甲", "乙", "选项A"), "0"),
        ("①快②稳，对的是？", ("①", "②", "①②"), "0"),
        ("选项B错在哪？", ("甲", "乙", "丙"), "0"),
        ("维生素A的作用？", ("甲", "乙", "丙"), "1"),
        ("二选一", ("甲", "乙"), "0"),
    ],
)
def test_shuffle(question: Build, stem: str, options: tuple[str, ...], value: str) -> None:
    assert shuffle(question(stem=stem, options=options)) == value


def test_true_or_false_is_never_shuffled(question: Build) -> None:
    assert shuffle(question("truefalse")) == "0"
