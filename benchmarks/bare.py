"""The yardstick: the same notes written with genanki alone, as its documentation shows it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import genanki

from ankigen.deck.note_types import NOTE_TYPES, style
from ankigen.model import Card


def write(cards: Sequence[Card], target: Path) -> None:
    """Write the cards' fields and tags with genanki's own notes, note types, deck and package."""
    models = {
        family: genanki.Model(
            each.id,
            each.name,
            fields=[{"name": name} for name in each.fields],
            templates=[{"name": each.template, "qfmt": each.side("front"), "afmt": each.side("back")}],
            css=style(),
            model_type=genanki.Model.CLOZE if each.cloze else genanki.Model.FRONT_BACK,
        )
        for family, each in NOTE_TYPES.items()
    }
    deck = genanki.Deck(2_059_400_110, "bank")
    for card in cards:
        deck.add_note(
            genanki.Note(model=models[card.family], fields=list(card.fields), tags=list(card.tags), guid=card.guid)
        )
    genanki.Package(deck).write_to_file(target)
