"""Damage our own clean sentences with the forward model, and ask for them back."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ankigen.normalizer.clean import clean
from ankigen.normalizer.decoder import BROKEN
from ankigen.text import Rewrite, Source
from damage import FREQUENT, damage, table, traditional
from sentences import BY_SLOT, sentences

SHARED = Path(__file__).resolve().parents[2] / "shared"
SEEDS = {"seed000": "000_1f20920cc3554507.txt", "seed002": "002_8cd945649fa5e6b6.txt"}
PER_DOCUMENT = 20
UNSEEN = 200
FIRST_SEED = 20_000  # none of the sentences from here on was looked at while the repair was written


def repaired(text: str) -> str:
    return clean(Rewrite.of(Source("bank.txt", text)))[0].text


def unseen_documents(*, only_runs: bool) -> list[tuple[list[str], dict[str, str]]]:
    """Documents of clean sentences, each with its own annotation table; if asked, only such as run out of step."""
    choose = random.Random(FIRST_SEED)
    words = [word for known in BY_SLOT.values() for word in known]
    pool = sorted({char for word in words for char in traditional(word) if char not in word} | set(FREQUENT))
    documents = []
    seed = FIRST_SEED
    while len(documents) * PER_DOCUMENT < UNSEEN:
        annotations = table(choose.sample(pool, 75), choose)
        made = sentences(seed, 400)
        seed += 1
        if only_runs:
            made = [each for each in made if BROKEN.search(damage(each, annotations))]
        if len(made) >= PER_DOCUMENT:
            documents.append((made[:PER_DOCUMENT], annotations))
    return documents


def share_given_back(*, only_runs: bool, private: bool, tags: bool) -> float:
    exact = 0
    for clean_sentences, pinyin in unseen_documents(only_runs=only_runs):
        lines = [f"<p>{each}</p>" if tags else each for each in clean_sentences]
        seen = damage("\n".join(lines), pinyin, private=private)
        exact += len(set(clean_sentences) & set(repaired(seen).split("\n")))
    return exact / UNSEEN


@pytest.mark.parametrize("only_runs", [False, True], ids=["all sentences", "only sentences out of step"])
@pytest.mark.parametrize("tags", [True, False], ids=["paragraphs in tags", "paragraphs in lines"])
def test_unseen_sentences_come_back(only_runs: bool, tags: bool) -> None:
    assert share_given_back(only_runs=only_runs, private=True, tags=tags) >= 0.95


def test_unseen_sentences_come_back_without_private_use_characters() -> None:
    assert share_given_back(only_runs=True, private=False, tags=True) >= 0.70


def test_sentences_come_back_without_a_document_around_them() -> None:
    kept = [(each, annotations) for made, annotations in unseen_documents(only_runs=True) for each in made]
    exact = sum(repaired(damage(each, annotations)) == each for each, annotations in kept)
    assert exact / len(kept) >= 0.95


def test_the_mechanism_by_hand() -> None:
    """當的 is AE94 B5C4, and 94B5 in the middle is 數: from there everything is read one byte late."""
    seen = damage("<p>适当的休息。</p>", {"當": "dāng", "數": "shù"})
    assert seen == "<p>适當(dāng)?shù)男菹ⅰ?/p>"
    assert repaired(seen) == "适当的休息。"


@pytest.mark.parametrize(
    ("seen", "right"),
    [
        pytest.param("变分?jǐn)?shù)的", "变分数的", id="two straddling pairs in one character"),
        pytest.param("未知?dú)v史數(shù)據", "未知历史数据", id="back in step at a byte that is a letter"),
        pytest.param("(3×4)變?yōu)?3×5)，數(shù)", "(3×4)变为(3×5)，数", id="the eaten byte was a bracket"),
    ],
)
def test_short_runs(seen: str, right: str) -> None:
    assert repaired(seen) == right


def test_an_eaten_digit_is_reported() -> None:
    """程師分 is B3CC 8E9F B7D6: CC8E is 處 (chǔ), and the last byte of 為 eats the digit behind it."""
    seen = damage("工程师分为68类，数据结构。", {"處": "chǔ", "數": "shù"})
    assert "?8類" in seen
    text, found = clean(Rewrite.of(Source("bank.txt", seen)))
    assert text.text == "工程师分为?8类，数据结构。"
    assert [each.rule.name for each in found] == ["lost-character"]


def test_a_run_without_a_certain_reading_is_left_and_reported() -> None:
    seen = "數(shù)據和囗?shù)囗囗"
    text, found = clean(Rewrite.of(Source("bank.txt", seen)), script="keep")
    assert text.text == "數據和囗?shù)囗囗"
    assert "unsure-repair" in {each.rule.name for each in found}


@pytest.mark.skipif(not SHARED.exists(), reason="the shared exam texts are not beside this checkout")
@pytest.mark.parametrize("name", SEEDS)
def test_real_exam_texts(name: str) -> None:
    """Every proven repair is made, every lost character is reported at its place, and no other warning is given."""
    source = Source(name, (SHARED / "seeds" / SEEDS[name]).read_text(encoding="utf-8"))
    text, found = clean(Rewrite.of(source))
    places = [source.text[each.span.start : each.span.end] for each in found if each.span]
    lost = 0
    for question in json.loads((SHARED / "gold" / f"{name}.json").read_text(encoding="utf-8")):
        for damage_ in question["damage"]:
            seen, right = damage_["seen"], damage_["right"]
            if damage_["kind"] in ("mojibake", "wrong_annotation", "stray_html"):
                assert seen not in text.text, seen
                assert right in text.text
            elif damage_["kind"] == "lost_char":
                lost += 1
                assert seen in text.text
                assert any(place in seen or seen in place for place in places), seen
    assert [each.rule.name for each in found if each.severity == "warning"] == ["lost-character"] * lost
    assert text.undo() == source.text
    assert clean(Rewrite.of(Source(name, text.text)))[0].text == text.text
