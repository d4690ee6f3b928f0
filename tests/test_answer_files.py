"""A bank and its keys in two files: read as one, with the places of each."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen import pipeline
from ankigen.settings import Settings, read_settings
from ankigen.sources import answers_of, find
from ankigen.text import Rewrite, Source

BANK = "一、单选题\n1. 泡茶用（ ）\nA. 冰水\nB. 热水\n2. 煮面用（ ）\nA. 开水\nB. 油漆\n二、判断题\n1. 茶叶可以泡水。\n"
KEYS = "一、单选题\n1-2 BA\n二、判断题\n1.√\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tea.txt").write_text(BANK, encoding="utf-8")
    return tmp_path


def load(path: Path, settings: Settings) -> pipeline.Bank:
    return pipeline.load(path, settings, pipeline.taxonomy_of(settings))


def test_the_key_file_beside_the_bank_is_found_by_its_name(folder: Path) -> None:
    (folder / "tea.answers.txt").write_text(KEYS, encoding="gb18030")
    bank = load(folder / "tea.txt", Settings())
    assert bank.paper is not None
    assert [question.answer for question in bank.paper.questions] == [("B",), ("A",), ("true",)]
    assert [each.rule.name for each in bank.diagnostics] == []


def test_settings_may_name_the_key_file(folder: Path) -> None:
    (folder / "keys.md").write_text(KEYS, encoding="utf-8")
    (folder / "ankigen.toml").write_text('[bank."tea.txt"]\nanswers = "keys.md"\n', encoding="utf-8")
    settings, problems = read_settings(folder / "ankigen.toml")
    bank = load(folder / "tea.txt", settings)
    assert not problems
    assert bank.paper is not None
    assert [question.answer for question in bank.paper.questions] == [("B",), ("A",), ("true",)]


def test_a_key_file_is_no_bank_of_its_own(folder: Path) -> None:
    (folder / "tea.answers.txt").write_text(KEYS, encoding="utf-8")
    assert list(find([folder], Settings()).files) == ["tea"]
    assert answers_of(folder / "tea.answers.txt", Settings()) is None


def test_places_in_the_key_file_are_its_own(folder: Path) -> None:
    (folder / "tea.answers.txt").write_text(KEYS + "2.×\n", encoding="utf-8")
    bank = load(folder / "tea.txt", Settings())
    [unmatched] = [each for each in bank.diagnostics if each.rule.name == "unmatched-key"]
    assert unmatched.span is not None
    place = bank.source.locate(unmatched.span.start)
    assert (Path(place.path).name, place.line, place.column) == ("tea.answers.txt", 5, 3)


def test_a_key_file_that_cannot_be_read_keeps_the_bank_out(folder: Path) -> None:
    (folder / "tea.answers.txt").write_bytes(b"\x00\xff\x00\xfe\x01")
    bank = load(folder / "tea.txt", Settings())
    assert bank.failed
    assert bank.diagnostics


@given(st.text(max_size=30), st.text(max_size=30), st.data())
def test_two_texts_in_a_row_keep_their_way_back(first: str, second: str, data: st.DataObject) -> None:
    """Edits of both survive the joining: undone they give both sources, and what was kept finds home."""

    def edited(text: str, path: str) -> Rewrite:
        rewrite = Rewrite.of(Source(path, text))
        for rule in ("one", "two")[: data.draw(st.integers(0, 2))]:
            cuts = sorted(data.draw(st.sets(st.integers(0, len(rewrite.text)), max_size=4)))
            spans = list(zip(cuts[::2], cuts[1::2], strict=False))
            rewrite = rewrite.apply([(span, data.draw(st.text("XY", max_size=2))) for span in spans], rule)
        return rewrite

    one, two = edited(first, "one"), edited(second, "two")
    whole = one.followed_by(two, "|")
    assert whole.text == f"{one.text}|{two.text}"
    assert whole.undo() == f"{first}|{second}"
    for offset in range(len(two.text)):
        here = len(one.text) + 1 + offset
        start = two.back((offset, offset + 1)).start + len(first) + 1
        assert whole.back((here, here + 1)).start == start
