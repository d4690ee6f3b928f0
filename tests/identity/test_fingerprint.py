"""Which changes keep a question's guid, and which make another question of it."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.identity import family, fingerprint, guid
from ankigen.identity.fingerprint import fold
from ankigen.model import Kind, Option, Question
from ankigen.text import Span


def question(stem: str = "学习率过大，损失会怎样？", **given: Any) -> Question:
    base = Question(
        kind=Kind.SINGLE,
        number="1",
        section="",
        points=None,
        material="",
        stem=stem,
        options=(Option("A", "震荡或发散"), Option("B", "缓慢下降")),
        answer=("A",),
        explanation="",
        truncated=False,
        span=Span(0, 1),
        at=0,
    )
    return dataclasses.replace(base, **given)


SAME = [
    {"stem": "學習率過大，損失會怎樣？"},
    {"stem": "学习率过大,损失会怎样?"},
    {"stem": " 学习率过大， 损失\u3000会怎样 "},
    {"stem": "学习率过大，损失会怎样（）"},
    {"stem": "学习率过大，损失会怎样（ ）？"},
    {"answer": ("B",), "explanation": "改过"},
    {"kind": Kind.MULTIPLE, "answer": ("A", "B")},
    {"number": "77", "section": "二", "at": 500, "points": 2.0, "topics": ("x",), "chapter": "c"},
    {"options": (Option("A", "缓慢下降"), Option("B", "震荡或发散。"))},
]
OTHER = [
    {"stem": "学习率过小，损失会怎样？"},
    {"stem": "学习率过大，损失会怎样变？"},
    {"options": (Option("A", "震荡或发散"), Option("B", "快速下降"))},
    {"options": ()},
    {"material": "材料"},
    {"kind": Kind.SHORT},
    {"kind": Kind.FILL},
]


@pytest.mark.parametrize("change", SAME)
def test_the_same_question(change: dict[str, Any]) -> None:
    assert guid(question(**change)) == guid(question())


@pytest.mark.parametrize("change", OTHER)
def test_another_question(change: dict[str, Any]) -> None:
    assert guid(question(**change)) != guid(question())


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("x+1", "x-1"),
        ("3.5倍", "35倍"),
        ("C语言", "C++语言"),
        ("C#", "C"),
        ("第1,2项", "第12项"),
        ("-5", "5"),
        ("n!", "n"),
        ("mW", "MW"),
        ("50%", "50"),
        ("a<b", "a>b"),
        ("f(x)", "fx"),
        ("3:1", "31"),
        ("torch.jit", "torchjit"),
        ("？", "！！"),
    ],
)
def test_signs_that_carry_meaning(one: str, two: str) -> None:
    assert fold(one) != fold(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("post-training", "posttraining"),
        ("ＡＢＣ１", "ABC1"),
        ("O(n²)", "O(n2)"),
        ("《书》", "书"),
        ("a−b", "a-b"),
        ("____", "________"),
        ("是。", "是"),
        ("“引”", "引"),
        ("模型……", "模型"),
        ("甲；乙", "甲，乙"),
        ("資料庫", "资料库"),
        ("a b", "ab"),
    ],
)
def test_what_is_forgotten(one: str, two: str) -> None:
    assert fold(one) == fold(two)


def test_a_reworded_stem_of_nothing_but_signs_still_counts() -> None:
    assert fold("？") and fold(" … ")


@pytest.mark.parametrize("kind", Kind)
def test_families(kind: Kind) -> None:
    assert family(kind) == family(kind.value)
    assert family(kind) in {"choice", "cloze", "qa"}


def test_an_unknown_kind_is_misuse() -> None:
    with pytest.raises(ValueError, match="essay"):
        family("essay")


@given(st.text(), st.lists(st.text(), max_size=4))
def test_guids_are_what_anki_writes(stem: str, texts: list[str]) -> None:
    asked = question(stem, options=tuple(Option("A", text) for text in texts))
    assert re.fullmatch(r"[a-zA-Z0-9!#$%&()*+,\-./:;<=>?@\[\]^_`{|}~]{1,10}", guid(asked))
    assert fingerprint(asked).count("\n") >= 1 + len(texts)


@given(st.text(max_size=30))
def test_folding_twice_changes_nothing_that_matters(text: str) -> None:
    spaced = " ".join(text.split(" "))
    assert fold(spaced) == fold(text)


def test_guids_are_frozen() -> None:
    """Learners' histories hang on these; a change here gives every one of them a second deck."""
    assert guid(question()) == "A{J]2KvZ7["
