"""Questions by hand, and Anki itself to import them into."""

from __future__ import annotations

import dataclasses
import html
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from ankigen.model import Card, Kind, Option, Question
from ankigen.text import Span
from decks import cards_without_ledger


def build_question(kind: str = "single", stem: str = "哪个层会归一化？", **given: Any) -> Question:
    options = given.pop(
        "options", ("卷积层", "批归一化层", "池化层", "嵌入层") if kind in ("single", "multiple") else ()
    )
    answers = {"single": ("B",), "multiple": ("A", "B"), "truefalse": ("true",)}
    question = Question(
        kind=Kind(kind),
        number=given.pop("number", "1"),
        section=given.pop("section", ""),
        points=None,
        material="",
        stem=stem,
        options=tuple(Option(label, text) for label, text in zip("ABCDEFGHIJ", options, strict=False)),
        answer=given.pop("answer", answers.get(kind, ("因为如此",))),
        explanation="",
        truncated=False,
        span=Span(0, 1),
        at=given.pop("at", 0),
        topics=given.pop("topics", ("norm",)),
    )
    return dataclasses.replace(question, **given)


def build_cards(*questions: Question, **given: Any) -> tuple[Card, ...]:
    cards, diagnostics = cards_without_ledger(questions, **given)
    assert not diagnostics, diagnostics
    return cards


def strip(markup: str) -> str:
    """What a reader sees of HTML: no tags, entities resolved."""
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def inside(markup: str, name: str) -> str:
    """The content of the (only) element whose class begins with this name, up to its end tag."""
    (found,) = re.findall(rf'<(\w+) class="{name}[^"]*">(.*?)</\1>', markup, re.DOTALL)
    return str(found[1])


@pytest.fixture(scope="session")
def question() -> Callable[..., Question]:
    return build_question


@pytest.fixture(scope="session")
def cards() -> Callable[..., Sequence[Card]]:
    return build_cards


@pytest.fixture(scope="session")
def seen() -> Callable[[str], str]:
    return strip


@pytest.fixture(scope="session")
def part() -> Callable[[str, str], str]:
    return inside
