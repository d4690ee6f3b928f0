"""Decks that go into one package: one note per question, whichever bank it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from ankigen.deck import Deck
from ankigen.diagnostics import Diagnostic
from ankigen.identity import fold
from ankigen.model import Card, Kind, Question


def merged(decks: Mapping[str, Deck]) -> tuple[dict[str, Deck], dict[str, list[Diagnostic]]]:
    """The decks without repeated questions, and for each what was noticed; both by the name of the bank.

    The first bank that has a question keeps it. Where banks contradict each other about its answer, none does.
    """
    owners: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for name, deck in decks.items():
        for card in deck.cards:
            owners.setdefault(card.guid, []).append((name, _answer(card.question)))
    kept, said = {}, {}
    for name, deck in decks.items():
        judged = [(card, _objection(card, name, owners[card.guid])) for card in deck.cards]
        kept[name] = replace(deck, cards=tuple(card for card, objection in judged if objection is None))
        said[name] = [objection for _, objection in judged if objection is not None]
    return kept, said


def joined(decks: Iterable[Deck]) -> list[Deck]:
    """Decks of one name as one deck, because a package holds each name once."""
    by_name: dict[str, Deck] = {}
    for deck in decks:
        first = by_name.get(deck.name.casefold())
        if first:
            deck = replace(first, cards=(*first.cards, *deck.cards), media=(*first.media, *deck.media))
        by_name[deck.name.casefold()] = deck
    return list(by_name.values())


def _objection(card: Card, name: str, owners: list[tuple[str, frozenset[str]]]) -> Diagnostic | None:
    """Why this bank's copy of a question is left out; None when it is the one that stays."""
    question, at = card.question, (card.question.at, card.question.at)
    if len({answer for _, answer in owners}) > 1:
        others = ", ".join(other for other, _ in owners if other != name)
        message = f"no card was made: the same question has another answer in {others}"
        return Diagnostic.of("no-card", message, at, number=question.number)
    first = owners[0][0]
    if first == name:
        return None
    message = f"the same question stands in {first}; one note is made of both"
    return Diagnostic.of("duplicate-question", message, at, number=question.number)


def _answer(question: Question) -> frozenset[str]:
    """The answer in words, because another edition may give the same options other letters.

    Two essays on one question do not contradict each other, so their wording does not count.
    """
    if question.kind in (Kind.SHORT, Kind.CASE):
        return frozenset()
    texts = {option.label: fold(option.text) for option in question.options}
    return frozenset(texts.get(each, fold(each)) for each in question.answer)
