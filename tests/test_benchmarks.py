"""The benchmarks measure what they say: banks that are read in full, and a yardstick that writes the same notes."""

from __future__ import annotations

import sqlite3
import zipfile

import pytest
from benchmarks import banks, bare

from ankigen import pipeline
from ankigen.deck import write_package
from ankigen.settings import Settings
from decks import TAXONOMY, deck_of

SIZE = 200


@pytest.fixture
def deck(tmp_path):
    """Makes the deck of a bank in a layout."""

    def made(name: str):
        layout = banks.LAYOUTS[name]
        path = tmp_path / f"bank{layout.suffix}"
        path.write_text(layout.printed(banks.questions(SIZE)), encoding="utf-8")
        return deck_of(pipeline.load(path, Settings(), TAXONOMY))[1]

    return made


@pytest.mark.parametrize("name", banks.LAYOUTS)
def test_every_question_is_read_with_its_key(name, deck):
    asked = banks.questions(SIZE)
    found = [card.question for card in deck(name).cards]
    truth = {"√": "true", "×": "false"}
    assert ["".join(each.answer) for each in found] == [truth.get(each.key, each.key) for each in asked]
    assert [tuple(option.text for option in each.options) for each in found] == [each.options for each in asked]
    assert [each.explanation for each in found] == [each.why for each in asked]


def test_genanki_alone_writes_the_same_notes_and_cards(tmp_path, deck):
    made = deck("inline keys")
    write_package([made], tmp_path / "own.apkg")
    bare.write(made.cards, tmp_path / "bare.apkg")
    own, other = rows(tmp_path / "own.apkg"), rows(tmp_path / "bare.apkg")
    assert len(own) >= SIZE
    assert own == other


def rows(package):
    """What a learner gets: each card's note and number."""
    with zipfile.ZipFile(package) as archive:
        connection = sqlite3.connect(":memory:")
        connection.deserialize(archive.read("collection.anki2"))
    query = (
        "SELECT guid, notes.mid, tags, flds, ord, queue, type FROM notes JOIN cards ON cards.nid = notes.id "
        "ORDER BY guid, ord"
    )
    return connection.execute(query).fetchall()
