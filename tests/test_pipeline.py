"""The laws over the whole journey, on banks put together at random, sensible ones and nonsense."""

from __future__ import annotations

import dataclasses
import random
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ankigen import pipeline
from ankigen.model import Part
from ankigen.settings import Settings
from decks import TAXONOMY, deck_of

# What question banks are made of, so that random texts look like damaged ones.
# fmt: off
PIECES = [
    "\n", "\n\n", "\r\n", " ", "\u3000", "\t",
    "1. ", "2、", "3．", "（4）", "5)", "第2题", "一、单选题", "二、判断题（每题1分，共2分）", "三、填空题",
    "四、简答题", "案例一",
    "A. ", "B、", "（C）", "D.", "a) ", "AB", "C", "√", "×", "对", "错误",
    "答案：", "【答案】", "参考答案", "正确答案：A", "我的答案：B", "解析：", "【解析】",
    "1-3 ABC", "1~2：AB", "得分：2分",
    "（ ）", "（A）", "____", "3.14", "nn.Conv2d", "（1）先", "（2）后", "①甲②乙", "。", "，", "；", "？", "?",
    "水在标准大气压下的沸点", "是多少", "摄氏度", "下列说法正确的是", "第1页", "共3页",
    "<p>", "&lt;", "&nbsp;", "**", "# ", "```", "適當(dāng)?shù)", "訓(xùn)練", "\u200b", "\ufeff", "\ue78b",
]
# fmt: on
BANKS = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)

QUESTIONS = st.lists(
    st.tuples(st.integers(1, 99_999), st.sampled_from("ABCD")), min_size=1, max_size=6, unique_by=lambda q: q[0]
)


@pytest.fixture(scope="module")
def load(tmp_path_factory):
    """Loads a text as a bank, from a file."""
    folder = tmp_path_factory.mktemp("banks")

    def bank(text: str, suffix: str = ".txt", name: str = "bank", **options):
        path = folder / f"{name}{suffix}"
        path.write_bytes(text.encode("utf-8"))
        return pipeline.load(path, Settings(**options), TAXONOMY)

    return bank


def printed(questions) -> str:
    """A bank with these (size, key) questions, in that order, numbered from 1."""
    lines = ["一、单选题（每题1分）"]
    for number, (size, key) in enumerate(questions, 1):
        lines.append(f"{number}. 边长为{size}厘米的正方形，周长是（ ）厘米")
        lines += [f"{label}. {size * factor}" for label, factor in zip("ABCD", (2, 3, 4, 8), strict=True)]
        lines += [f"答案：{key}", f"解析：四条边都是{size}厘米。"]
    return "\n".join(lines)


def cards(bank):
    bank, deck = deck_of(bank)
    return bank, deck.cards if deck else ()


@settings(max_examples=150)
@given(text=BANKS, suffix=st.sampled_from([".txt", ".md", ".html"]))
def test_cover_and_give_back_whatever_the_text(load, text, suffix):
    bank = load(text, suffix)
    assert not bank.broken, [each.message for each in bank.diagnostics]
    if bank.paper is None:
        return
    assert "".join(bank.paper.text.text[claim.span.start : claim.span.end] for claim in bank.paper.claims) == (
        bank.paper.text.text
    )
    for claim in bank.paper.claims:
        assert claim.part is not Part.NOISE or claim.reason
    for each in bank.diagnostics:
        assert each.span is None or 0 <= each.span.start <= each.span.end <= len(bank.source.text)


@settings(max_examples=100)
@given(text=BANKS)
def test_every_question_becomes_a_card_or_a_diagnostic(load, text):
    bank = load(text)
    if bank.paper is None:
        return
    bank, made = cards(bank)
    assert not bank.broken, [each.message for each in bank.diagnostics]
    asked = {card.question.at for card in made}
    said = ("no-card", "missing-answer", "duplicate-question")
    excused = {each.span.start for each in bank.diagnostics if each.rule.name in said and each.span}
    if not any(each.answer for each in bank.paper.questions) and excused:
        return  # said once for all of them
    assert [each.stem for each in bank.paper.questions if each.at not in asked | excused] == []


@settings(max_examples=40)
@given(questions=QUESTIONS, seed=st.integers(0, 999))
def test_a_question_that_is_moved_and_renumbered_keeps_its_guid(load, questions, seed):
    moved = random.Random(seed).sample(questions, len(questions))
    _, before = cards(load(printed(questions)))
    _, after = cards(load(printed(moved), name="renamed"))
    assert len(before) == len(questions)
    assert {card.guid for card in before} == {card.guid for card in after}


@settings(max_examples=20)
@given(questions=QUESTIONS)
def test_what_is_printed_is_what_is_asked(load, questions):
    bank, made = cards(load(printed(questions)))
    assert bank.diagnostics == ()
    assert [(card.question.number, card.question.answer) for card in made] == [
        (str(number), (key,)) for number, (_, key) in enumerate(questions, 1)
    ]


def test_files_in_another_order_give_the_same_bytes(tmp_path):
    for name, size in (("a", 3), ("b", 5), ("c", 7)):
        (tmp_path / f"{name}.txt").write_text(printed([(size, "C"), (size + 1, "C")]), encoding="utf-8")
    files = {name: tmp_path / f"{name}.txt" for name in "abc"}
    list(pipeline.build(files, tmp_path / "one", Settings()))
    list(pipeline.build(dict(reversed(files.items())), tmp_path / "two", Settings()))
    list(pipeline.build(files, tmp_path / "one", Settings(), merge="all"))
    list(pipeline.build(dict(reversed(files.items())), tmp_path / "two", Settings(), merge="all"))
    made = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert made == ["a.apkg", "all.apkg", "b.apkg", "c.apkg"]
    for name in made:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
        with zipfile.ZipFile(tmp_path / "one" / name) as package:
            assert package.testzip() is None


def test_a_claim_too_few_or_twice_is_noticed(load):
    paper = load(printed([(3, "C")])).paper
    assert pipeline.broken_law(paper) is None
    first, second, *rest = paper.claims
    for claims in ((second, *rest), (first, *rest), (first, first, second, *rest), paper.claims[:-1], ()):
        broken = pipeline.broken_law(dataclasses.replace(paper, claims=claims))
        assert broken is not None
        assert broken.rule.name == "internal-error"
        assert broken.span is not None


def test_settings_of_one_file(load, tmp_path):
    text = printed([(3, "C")])
    bank, made = cards(load(text, tags=("年级::三",), deck="数学::{bank}"))
    _, deck = deck_of(bank)
    assert deck.name == "数学::bank"
    assert "年级::三" in made[0].tags
