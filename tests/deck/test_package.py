"""The file: always the same, refused where Anki would choke."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ankigen.deck import Deck, Media, joined, write_package
from ankigen.model import Card

Cards = Callable[..., tuple[Card, ...]]


def test_refused(tmp_path: Path, question: Any, cards: Cards) -> None:
    built = cards(question())
    target = tmp_path / "deck.apkg"
    for decks, reason in (
        ([Deck("甲", built, ""), Deck("乙", built, "")], "two notes have the guid"),
        ([Deck("甲", built, ""), Deck(" 甲 ", (), "")], "two decks are called"),
        ([Deck(" :: ", built, "")], "no name"),
        ([Deck("甲", (dataclasses.replace(built[0], fields=("a\x1fb", *built[0].fields[1:])),), "")], r"U\+001F"),
        ([Deck("甲", (dataclasses.replace(built[0], fields=("a",)),), "")], "1 fields"),
    ):
        with pytest.raises(ValueError, match=reason):
            write_package(decks, target)
        assert list(tmp_path.iterdir()) == [], "nothing is left behind"


def test_decks_of_one_name_are_joined_and_a_note_stays_with_the_first(question: Any, cards: Cards) -> None:
    one, two = cards(question(stem="一")), cards(question(stem="二"))
    found = joined([Deck("甲", one, ""), Deck(" 甲 ", (*one, *two), ""), Deck("乙", two, "")])
    assert [(deck.name, deck.cards) for deck in found] == [("甲", (*one, *two)), ("乙", ())]


def test_no_such_folder(tmp_path: Path, question: Any, cards: Cards) -> None:
    with pytest.raises(FileNotFoundError):
        write_package([Deck("甲", cards(question()), "")], tmp_path / "none" / "deck.apkg")


def test_zip_is_deflated_with_fixed_times(tmp_path: Path, question: Any, cards: Cards) -> None:
    media = (Media.of(b"b", "png"), Media.of(b"a", ".JPG"), Media.of(b"b", "png"))
    write_package([Deck("甲", cards(question()), "", media)], tmp_path / "deck.apkg")
    with zipfile.ZipFile(tmp_path / "deck.apkg") as package:
        entries = package.infolist()
        assert [each.filename for each in entries] == ["collection.anki2", "media", "0", "1"]
        assert {each.compress_type for each in entries} == {zipfile.ZIP_DEFLATED}
        assert {each.date_time for each in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert media[1].name.endswith(".jpg") and media[0].name == media[2].name


def test_the_same_bytes_from_another_process(tmp_path: Path) -> None:
    """Neither the clock nor the seed of hashes nor the working folder shows in the file."""
    program = f"""
import sys; sys.path[:0] = [{str(Path(__file__).parent)!r}, {str(Path(__file__).parents[1])!r}]
from pathlib import Path
from conftest import build_cards, build_question
from ankigen.deck import Deck, write_package
cards = build_cards(*(build_question(stem=f"题{{n}}", number=str(n)) for n in range(20)))
write_package([Deck("甲", cards, "说明")], Path(sys.argv[1]))
"""
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", program, str(tmp_path / seed)], check=True, env=environment, timeout=60)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
