"""The laws of one text: cover, give back, way home, still water; and that a broken one is noticed."""

from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from texts import SEEDS, damaged, parsed, soup, texts

from ankigen import pipeline
from ankigen.model import Claim, Part
from ankigen.normalizer.clean import RULES, SCRIPTS, clean
from ankigen.parser import paper as parser
from ankigen.settings import Settings
from ankigen.text import Rewrite, Source, Span
from papers import NUMBERS, Layout, any_layout, bank, paper, wanted


@settings(max_examples=300)
@given(text=texts)
def test_claims_cover_the_text_and_give_it_back(text):
    found = parsed(text)
    assert pipeline.broken_law(found) is None
    ends = [0, *(claim.span.end for claim in found.claims)]
    assert [claim.span.start for claim in found.claims] == ends[:-1]
    assert all(claim.span.start < claim.span.end for claim in found.claims)
    assert "".join(found.text.text[slice(*claim.span)] for claim in found.claims) == found.text.text
    assert found.text.undo() == text
    assert [claim for claim in found.claims if claim.part is Part.NOISE and not claim.reason] == []
    assert [
        claim for claim in found.claims if claim.part is Part.SPACE and found.text.text[slice(*claim.span)].strip()
    ] == []


def letters(text: str) -> str:
    """What no step may change: the letters and digits. Blanks, brackets, marks and spaces are normalised."""
    return re.sub(r"[\W_]|[√×✓✗]", "", text)


def is_subsequence(text: str, whole: str) -> bool:
    rest = iter(whole)
    return all(character in rest for character in text)


@settings(max_examples=200)
@given(text=st.one_of(damaged(), soup))
def test_every_word_of_a_question_stands_in_the_source_in_its_order(text):
    found = parsed(text)
    source = letters(found.text.source.text)
    for question in found.questions:
        for part in (question.material, question.stem, question.explanation, *(each.text for each in question.options)):
            assert is_subsequence(letters(part), source), part
        assert 0 <= question.at <= len(text)
        assert question.at == found.text.back(question.span).start


@settings(max_examples=100)
@given(seed=SEEDS)
def test_a_question_says_where_it_stands(seed):
    layout, asked = any_layout(seed), bank(seed, 2)
    text = paper(asked, layout)
    if layout.key == "before":
        return  # there a question begins at its key
    for question, (_, number, *_) in zip(parsed(text).questions, wanted(asked, layout), strict=True):
        printed = NUMBERS[layout.number](int(number))
        assert text.startswith(printed.rstrip(), question.at), text[question.at : question.at + 20]
        stem = question.stem.split("（")[0].split("____")[0]
        assert text.startswith(stem, question.at + len(printed))


@settings(max_examples=150)
@given(text=texts, script=st.sampled_from(SCRIPTS))
def test_cleaning_twice_changes_nothing_more(text, script):
    once, _ = clean(Rewrite.of(Source("paper.txt", text)), script=script)
    twice, _ = clean(Rewrite.of(Source("paper.txt", once.text)), script=script)
    assert twice.text == once.text


@settings(max_examples=50)
@given(text=texts)
def test_reading_twice_gives_the_same(text):
    assert parsed(text).questions == parsed(text).questions


# --- A stage that breaks a law is noticed, and nothing is written.

WHOLE = paper(bank(1, 2), Layout())


def drop_first(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    return claims[1:]


def drop_middle(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    return (*claims[: len(claims) // 2], *claims[len(claims) // 2 + 1 :])


def drop_one_character(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    place = next(index for index, claim in enumerate(claims) if claim.part is Part.STEM)
    short = claims[place]._replace(span=Span(claims[place].span.start, claims[place].span.end - 1))
    return (*claims[:place], short, *claims[place + 1 :])


def claim_twice(claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    return (*claims[:3], *claims[2:])


@pytest.mark.parametrize("mutant", [drop_first, drop_middle, drop_one_character, claim_twice])
def test_a_parser_that_loses_or_doubles_characters_writes_nothing(mutant, monkeypatch, tmp_path):
    whole = parser.cover
    monkeypatch.setattr(parser, "cover", lambda *given: mutant(whole(*given)))
    assert_internal_error(tmp_path)


def test_a_rule_that_drops_a_character_without_saying_so_writes_nothing(monkeypatch, tmp_path):
    def swallow(text: Rewrite, script: str) -> tuple[Rewrite, list[object]]:
        shorter = dataclasses.replace(text, text=text.text.replace("的", "", 1))
        return shorter, []

    monkeypatch.setattr("ankigen.normalizer.clean.RULES", (*RULES, ("swallow", swallow)))
    assert_internal_error(tmp_path)


def assert_internal_error(folder):
    path = folder / "bank.txt"
    path.write_text(WHOLE, encoding="utf-8")
    (built,) = pipeline.build({"bank": path}, folder / "out", Settings())
    assert [each.rule.name for each in built.bank.diagnostics if each.rule.name == "internal-error"] == [
        "internal-error"
    ]
    assert built.target is None
    assert not (folder / "out").exists()
