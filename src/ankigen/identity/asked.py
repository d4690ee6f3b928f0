"""Gathers the places of the sources into notes: which of them ask one and the same thing.

Places with one text and one answer share a note, unless the user wants copies apart. Where the same text has two
answers, one of them is wrong, and nobody here can say which: each answer gets a note of its own, and its guid is made
from text and answer, so that the two never swap however their places do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from ankigen.diagnostics import Diagnostic, Note
from ankigen.identity.fingerprint import answer_of, guid
from ankigen.identity.ledger import Record
from ankigen.model import Question
from ankigen.text import Span


class Place(NamedTuple):
    """Where a question stands: its bank, and which one of the bank's it is."""

    bank: str
    at: int


class Rival(NamedTuple):
    """A question, and the bank that it stands in."""

    question: Question
    bank: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What one note asks, and every place that asks it."""

    name: str  # the guid that it has without a ledger
    print: str  # the guid that the text alone would give; several may share it
    question: Question  # as the first place has it
    places: tuple[Place, ...]  # by bank and place in it
    apart: str = ""  # what tells it from others that share its print
    mute: bool = False  # no place of it gives a card
    rival: Rival | None = None  # the first that has the same text and another answer

    @property
    def bank(self) -> str:
        """The bank of the first place."""
        return self.places[0].bank


def gather(
    banks: Mapping[str, Sequence[Question]],
    prints: Mapping[str, Sequence[str]],
    away: Mapping[str, Sequence[Record]],
    *,
    mute: Set[Place],
    merge: bool,
) -> list[Asked]:
    """The notes of all banks. Neither the order of banks nor, within one, that of different questions matters.

    Args:
        banks: the questions of each bank.
        prints: what the text of each alone would give as guid.
        away: by print, the records of banks that could not be looked at.
        mute: places that cannot become a card, for want of an answer or another part. They are gathered only where
            no other place has their text.
        merge: whether places with one text and one answer share a note.
    """
    places: dict[str, list[Place]] = {}
    for bank in sorted(banks):
        for at, name in enumerate(prints[bank]):
            places.setdefault(name, []).append(Place(bank, at))
    found: list[Asked] = []
    for name, all_of_it in places.items():
        speaking = [place for place in all_of_it if place not in mute] if mute else all_of_it
        if len(speaking) == 1 and name not in away:
            found.append(Asked(name, name, _at(banks, speaking[0]), tuple(speaking)))
        elif speaking:
            found += _told_apart(name, speaking, away.get(name, ()), banks, merge)
        else:
            found.append(Asked(name, name, _at(banks, all_of_it[0]), tuple(all_of_it), mute=True))
    return found


def _told_apart(
    name: str, places: Sequence[Place], away: Sequence[Record], banks: Mapping[str, Sequence[Question]], merge: bool
) -> Iterator[Asked]:
    """The notes of one text: one for each answer, or one for each place."""
    by_answer: dict[str, list[Place]] = defaultdict(list)
    for place in places:
        by_answer[answer_of(_at(banks, place))].append(place)
    rivals = {answer: Rival(_at(banks, first), first.bank) for answer, (first, *_) in by_answer.items()}
    for record in away:
        rivals.setdefault(answer_of(record.question), Rival(record.question, record.bank))
    alone = merge or len(places) + len(away) == 1
    for answer, same in by_answer.items():
        rival = next((each for other, each in rivals.items() if other != answer), None)
        for group, mark in [(same, "")] if alone else _copies(same):
            apart = (f"{answer}\n" if rival else "") + mark
            question = _at(banks, group[0])
            own = guid(question, apart=apart) if apart else name
            yield Asked(own, name, question, tuple(group), apart, rival=rival)


def _copies(places: Sequence[Place]) -> Iterator[tuple[list[Place], str]]:
    """Every place for itself, marked with its bank and which one of the bank's copies it is."""
    count: dict[str, int] = defaultdict(int)
    for place in places:
        count[place.bank] += 1
        yield [place], f"{place.bank}\n{count[place.bank]}"


def pairs(
    asked: Sequence[Asked], records: Sequence[Record], absent: Set[str], *, merge: bool
) -> Iterator[tuple[Asked, Record]]:
    """Who was who among notes and records of one text. The answer decides; only where it leaves none, the bank.

    A record of a bank that could not be looked at is recognised by its answer alone: its bank may still have it.
    """
    near = [record for record in records if absent.isdisjoint(record.banks)]
    if len(asked) == len(records) == len(near) == 1:  # nearly always
        yield asked[0], records[0]
        return
    pairing = _Pairing(asked)
    pairing.join(near, lambda question, bank: (answer_of(question), bank))
    pairing.join(records if merge else near, lambda question, _: answer_of(question))
    pairing.join(near, lambda _, bank: bank, alone=True)
    pairing.join(near, lambda *_: None, alone=True)
    yield from pairing.found


class _Pairing:
    """Pairs that are found one criterion after the other."""

    def __init__(self, asked: Sequence[Asked]) -> None:
        self.found: list[tuple[Asked, Record]] = []
        self._open = list(asked)

    def join(self, records: Iterable[Record], key: Callable[[Question, str], object], *, alone: bool = False) -> None:
        """Pair what has one key, in order; with `alone` only where there is no choice."""
        taken = {record.guid for _, record in self.found}
        theirs: dict[object, list[Record]] = defaultdict(list)
        for record in records:
            if record.guid not in taken:
                theirs[key(record.question, record.bank)].append(record)
        mine: dict[object, list[Asked]] = defaultdict(list)
        for each in self._open:
            mine[key(each.question, each.bank)].append(each)
        for value, these in mine.items():
            those = theirs.get(value, [])
            if not alone or len(these) == len(those) == 1:
                self.found += zip(these, those, strict=False)
        joined = {each.name for each, _ in self.found}
        self._open = [each for each in self._open if each.name not in joined]


def complaints(asked: Iterable[Asked], banks: Mapping[str, Sequence[Question]]) -> Iterator[tuple[str, Diagnostic]]:
    """What to say about copies and contradictions, with the bank that it is about."""
    for each in asked:
        first = Rival(each.question, each.bank)
        for place in each.places[1:]:
            said = "the same question stands at {}; one note is made of both"
            yield place.bank, _about("duplicate-question", said, _at(banks, place), place.bank, first)
        if each.rival is None:
            continue
        for place in each.places:
            said = "the same question has another answer at {}; each answer has a note of its own"
            yield place.bank, _about("contradiction", said, _at(banks, place), place.bank, each.rival)


def _about(rule: str, message: str, question: Question, bank: str, other: Rival) -> Diagnostic:
    notes = (Note(Span(other.question.at, other.question.at), "the other one"),) if other.bank == bank else ()
    where = called(other.question, other.bank, seen_from=bank)
    return Diagnostic.of(rule, message.format(where), (question.at, question.at), number=question.number, notes=notes)


def called(question: Question, bank: str, *, seen_from: str) -> str:
    """A question in words; its bank is named where the message is about another one."""
    name = f"number {question.number}" if question.number else "a question without a number"
    return name if bank == seen_from else f"{name} of {bank}"


def _at(banks: Mapping[str, Sequence[Question]], place: Place) -> Question:
    return banks[place.bank][place.at]
