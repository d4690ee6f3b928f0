"""The laws of cards: no question is lost, two builds are one, and a question keeps its guid wherever it is printed."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from texts import SEEDS, parsed, texts

from ankigen import pipeline
from ankigen.deck import cards_of, lacking
from ankigen.identity.asked import Place
from ankigen.identity.identify import assign
from ankigen.identity.ledger import Ledger
from ankigen.model import Paper
from ankigen.normalizer.clean import clean
from ankigen.parser import parse
from ankigen.readers import read
from ankigen.settings import Settings
from papers import CHOICES, NUMBERS, Layout, any_layout, bank, paper


def cards(found: Paper):
    """The cards of a paper, and what there is to say about the others."""
    lacks = lacking(found.questions)
    mute = {Place("bank", at) for at in lacks}
    assigned = assign(Ledger(), {"bank": found.questions}, mute=mute)
    made = cards_of(found.questions, assigned.guids["bank"], bank="bank", taxonomy_path=str, source="bank")
    return made, (*lacks.values(), *assigned.diagnostics.get("bank", ()))


def guids(found: Paper) -> set[str]:
    return {card.guid for card in cards(found)[0]}


@settings(max_examples=150)
@given(text=texts)
def test_every_question_becomes_a_card_or_a_diagnostic(text):
    found = parsed(text)
    made, said = cards(found)
    asked = {card.question.at for card in made}
    excused = {each.span.start for each in said if each.span}
    assert [question.stem for question in found.questions if question.at not in asked | excused] == []


@settings(max_examples=40)
@given(seed=SEEDS)
def test_a_whole_paper_makes_a_card_of_every_question(seed):
    asked = bank(seed, 2)
    made, said = cards(parsed(paper(asked, Layout())))
    twins = [each for each in said if each.rule.name == "duplicate-question"]
    assert list(said) == twins
    assert len(made) == sum(map(len, asked.values()))
    assert len(guids(parsed(paper(asked, Layout())))) + len(twins) == len(made)


@settings(max_examples=60)
@given(seed=SEEDS)
def test_a_question_keeps_its_guid_in_another_order_with_other_numbers_in_another_layout(seed):
    choose, asked = random.Random(seed), bank(seed, 3)
    moved = {kind: choose.sample(questions, len(questions)) for kind, questions in asked.items()}
    layout = Layout(number=choose.choice(list(NUMBERS)), options=choose.choice(["lines", "row", "tabs"]), restart=False)
    before = guids(parsed(paper(asked, Layout())))
    assert before
    assert guids(parsed(paper(moved, layout))) == before


@settings(max_examples=30)
@given(seed=SEEDS)
def test_a_question_keeps_its_guid_when_its_key_moves_to_the_end(seed):
    asked = bank(seed, 3)
    usual = Layout(kinds=CHOICES)
    before = guids(parsed(paper(asked, usual)))
    for key in ("stem", "dotted", "ranges", "explained"):
        assert guids(parsed(paper(asked, replace(usual, key=key)))) == before


@settings(max_examples=30)
@given(seed=SEEDS)
def test_a_question_keeps_its_guid_in_another_script(seed):
    text = paper(bank(seed, 2), Layout())
    before = guids(parsed(text))
    assert guids(parsed(text, script="traditional")) == before
    assert guids(parsed(text, script="simplified")) == before


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r\r\n"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_a_question_keeps_its_guid_in_another_encoding_and_with_other_line_ends(encoding, ending, tmp_path):
    for seed in range(3):
        text = paper(bank(seed, 2), any_layout(seed))
        path = tmp_path / "bank.txt"
        path.write_bytes(text.replace("\n", ending).encode(encoding))
        reading = read(path)
        assert reading.text is not None
        found, _ = parse(clean(reading.text, script="keep")[0])
        assert guids(found) == guids(parsed(text)) != set()


def test_a_reworded_question_is_another_one():
    """Else the tests above would hold for a constant guid."""
    asked = bank(1, 2)
    before = guids(parsed(paper(asked, Layout())))
    reworded = {kind: [replace(each, stem="不" + each.stem) for each in questions] for kind, questions in asked.items()}
    assert not guids(parsed(paper(reworded, Layout()))) & before
    assert len(before) == 10


def test_two_builds_in_another_order_give_the_same_bytes(tmp_path):
    files = {}
    for seed in range(4):
        files[f"bank{seed}"] = tmp_path / f"bank{seed}.txt"
        files[f"bank{seed}"].write_text(paper(bank(seed, 2), any_layout(seed)), encoding="utf-8")
    list(pipeline.build(files, tmp_path / "one", Settings()))
    list(pipeline.build(dict(reversed(files.items())), tmp_path / "two", Settings()))
    made = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert made == [f"{name}.apkg" for name in files]
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in made)
