"""A bank's deck without a ledger, as the second half of the journey makes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ankigen import pipeline
from ankigen.bank import Bank
from ankigen.deck import Deck, cards_of, lacking
from ankigen.diagnostics import Diagnostic
from ankigen.identity import guid
from ankigen.model import Card, Question
from ankigen.plan import plan
from ankigen.settings import Settings
from ankigen.store import Store

TAXONOMY = pipeline.taxonomy_of(Settings())


def deck_of(bank: Bank) -> tuple[Bank, Deck | None]:
    """The bank with all that there is to say about it, and its deck, if it has one."""
    made = plan({"bank": bank}, Store(Path()), Settings(), TAXONOMY, 1_700_000_000)
    return made.banks["bank"], made.decks.get("bank")


def cards_without_ledger(
    questions: Sequence[Question], *, changed: Mapping[str, int] | None = None, **given: object
) -> tuple[tuple[Card, ...], tuple[Diagnostic, ...]]:
    """A card for each of these different questions, and why others have none."""
    said = lacking(questions)
    guids = ["" if at in said else guid(each) for at, each in enumerate(questions)]
    settings = {"bank": "样例", "taxonomy_path": "topic::{}".format, "source": "sample"} | given
    cards = cards_of(questions, guids, **settings)
    times = changed or {}
    return tuple(replace(card, changed=times.get(card.guid, 1)) for card in cards), tuple(said.values())
