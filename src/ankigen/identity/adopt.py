"""Takes the identities of an earlier deck's notes: which question gets which guid, so that it keeps its history.

A note of ankigen's own gives its question back, and questions are matched as they are from one build to the next. Of
another tool's note only the texts are known; there, more is asked for (`likeness`). In both cases a pair has to be
clear, and what is in doubt is not adopted.

A guid alone does not bring a history over. Anki updates a note only with one of the same note type; what it does with
another one was measured:

- by default the import reports a conflict, and the note stays as it is;
- with *merge note types* the foreign templates are added to ankigen's note type. The history then stays with a card
  of the foreign template, which is empty, beside a new card without history; and every later import by default is a
  conflict, because the learner's note type is no longer the package's;
- between a cloze type and a normal one such an import fails altogether.

What works is to change the note type in Anki first (Browse, *Change Note Type*, with the first card mapped to
ankigen's card): then an import that is newer updates the note, and the history stays. `Adopted.foreign` says which
notes need that. Anki offers no change between cloze and normal types that keeps cards, so those never match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ankigen.identity.clozes import cloze_numbers
from ankigen.identity.fingerprint import family, guid
from ankigen.identity.ledger import Ledger, Record, lasting
from ankigen.identity.likeness import FARTHEST, Fields, apart, fields_of, holds, wanted
from ankigen.identity.match import match
from ankigen.identity.resemblance import Index, distance, text_of
from ankigen.model import Question

_GAP = 1024  # between two places
_CLEAR = 0.6  # a pair's distance at most, as a share of that of another reading
_MOST_EQUAL = 1_000  # notes with one stem that are looked at for a question
_SAME_NAME = 0.3  # the distance up to which a note with the guid of a question's text is taken for that question


@dataclass(frozen=True, slots=True)
class Former:
    """A note of an earlier deck, as far as it tells who it is."""

    guid: str
    changed: int  # in seconds since 1970
    cloze: bool  # its note type is a cloze type
    family: str  # of ankigen's note type that it has; "" for a foreign one
    texts: tuple[str, ...]  # of its fields, as plain text
    record: Record | None = None  # where its question can be read back


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question that may be an earlier note, but not surely enough."""

    bank: str
    question: Question
    guid: str
    text: str  # how the note begins


@dataclass(frozen=True, slots=True)
class Adopted:
    """Which question takes which guid."""

    ledger: Ledger  # for the next build to take as its last one: the given records and those adopted
    guids: tuple[str, ...]  # adopted, sorted
    foreign: tuple[str, ...]  # of them, those whose note type has to be changed in Anki before the import
    uncertain: tuple[Doubt, ...]
    left: tuple[str, ...]  # guids of notes that no question took, sorted
    new: int  # questions without an earlier note


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, and where it stands first."""

    bank: str
    place: int
    question: Question
    banks: frozenset[str]
    print: str  # what guid its text alone would give


def adopt(formers: Iterable[Former], banks: Mapping[str, Sequence[Question]], ledger: Ledger | None = None) -> Adopted:
    """Give questions the guids of the notes that they are.

    A record has no content, so the next build counts every adopted note as changed and its time is newer than the
    note's: Anki takes it.

    Args:
        formers: the notes of the earlier deck. Of several with one guid the newest counts.
        banks: the questions of every bank.
        ledger: what is known already. Its records stay, and their questions take no other guid.
    """
    known = ledger or Ledger()
    notes = _by_guid(formers, known)
    asked = _asked(known, banks)
    records = [each.record for each in notes.values() if each.record]
    found, doubts = _by_records(_renamed(records, asked), asked)
    rest = {name: each for name, each in asked.items() if name not in found}
    foreign = [each for each in notes.values() if each.record is None]
    more, unsure = _by_texts(foreign, {name: each for name, each in rest.items() if name not in doubts})
    found |= more
    adopted = [_record(asked[name], notes[taken]) for name, taken in found.items()]
    taken = set(found.values())
    return Adopted(
        ledger=Ledger.of([*known.records, *adopted]),
        guids=tuple(sorted(taken)),
        foreign=tuple(
            sorted(notes[taken].guid for name, taken in found.items() if _is_foreign(notes[taken], asked[name]))
        ),
        uncertain=tuple(_doubt(asked[name], notes[each]) for name, each in sorted((doubts | unsure).items())),
        left=tuple(sorted(notes.keys() - taken)),
        new=len(asked) - len(found),
    )


def _by_guid(formers: Iterable[Former], known: Ledger) -> dict[str, Former]:
    taken = {record.guid for record in known.records}
    ordered = sorted(formers, key=lambda each: each.changed)
    return {each.guid: each for each in ordered if each.guid and each.guid not in taken}


def _asked(known: Ledger, banks: Mapping[str, Sequence[Question]]) -> dict[str, _Asked]:
    """The questions that the ledger does not know, each once, by the guid that it would get."""
    matching = match(known.records, banks)
    return {
        each.name: _Asked(
            each.bank,
            (each.places[0].at + 1) * _GAP,
            each.question,
            frozenset(place.bank for place in each.places),
            each.print,
        )
        for each in matching.asked
        if each.name not in matching.records
    }


def _renamed(records: Iterable[Record], asked: Mapping[str, _Asked]) -> list[Record]:
    """The records, with those put right whose text was not read back exactly (Markdown, formulas).

    Such a note still has the guid that its question's text gave it. That alone is not enough: the question may have
    been edited since, and its former text be another question's.
    """
    held = Counter(record.print for record in records)
    right = []
    for record in records:
        same = asked.get(record.guid)
        if record.print not in asked and same and not held[record.guid] and _near(record, same.question):
            record = replace(record, fingerprint="")
        right.append(record)
    return right


def _near(record: Record, question: Question) -> bool:
    return distance(text_of(record.question), text_of(question)) <= _SAME_NAME


def _by_records(records: Sequence[Record], asked: Mapping[str, _Asked]) -> tuple[dict[str, str], dict[str, str]]:
    """The guids of the questions that are the records', and of those that may be."""
    banks: dict[str, list[Question]] = {}
    names: dict[str, list[str]] = {}
    for name, each in asked.items():
        for bank in each.banks:
            banks.setdefault(bank, []).append(each.question)
            names.setdefault(bank, []).append(name)
    matching = match(records, banks)
    found = {
        names[each.bank][each.places[0].at]: matching.records[each.name].guid
        for each in matching.asked
        if each.name in matching.records
    }
    doubts = {guid(each.question): each.record.guid for each in matching.uncertain}
    return found, {name: each for name, each in doubts.items() if name in asked}


def _by_texts(notes: Sequence[Former], asked: Mapping[str, _Asked]) -> tuple[dict[str, str], dict[str, str]]:
    """The same for notes of which only the texts are known."""
    fields = [fields_of(note.texts) for note in notes]
    pairs = sorted(_pairs(notes, fields, asked))
    found: dict[str, str] = {}
    settled: set[str | int] = set()
    while clear := _clear(pairs):
        for pair in clear:
            found[pair.name] = notes[pair.number].guid
            settled.update(pair.sides)
        pairs = [pair for pair in pairs if settled.isdisjoint(pair.sides)]
    doubts: dict[str, str] = {}
    for pair in pairs:
        doubts.setdefault(pair.name, notes[pair.number].guid)
    return found, doubts


class _Pair(NamedTuple):
    far: float
    name: str  # of the question
    number: int  # of the note
    sure: bool  # the note has the question's stem to the letter

    @property
    def sides(self) -> tuple[str, int]:
        return self.name, self.number


def _pairs(notes: Sequence[Former], fields: Sequence[Fields], asked: Mapping[str, _Asked]) -> Iterator[_Pair]:
    looked = {name: wanted(each.question) for name, each in asked.items()}
    index = Index((each.whole for each in fields), (each.whole for each in looked.values()))
    holding: dict[str, list[int]] = {}  # the notes by the texts of their fields
    for number, note in enumerate(fields):
        for text in set(note.each):
            holding.setdefault(text, []).append(number)
    for name, each in looked.items():
        cloze = family(asked[name].question.kind) == "cloze"
        equal = [number for way in each.stems for number in holding.get(way, ())[:_MOST_EQUAL]]
        for number in dict.fromkeys((*equal, *index.near(each.whole))):
            if notes[number].cloze == cloze and (far := apart(each, fields[number])) <= FARTHEST:
                yield _Pair(far, name, number, holds(each, fields[number]))


def _clear(pairs: Sequence[_Pair]) -> list[_Pair]:
    """The sure pairs that are nearer by a margin than every other one with either partner; the nearest come first."""
    beside: dict[str | int, list[_Pair]] = {}
    for pair in pairs:
        for side in pair.sides:
            beside.setdefault(side, []).append(pair)
    return [pair for pair in pairs if pair.sure and all(_best(pair, beside[side]) for side in pair.sides)]


def _best(pair: _Pair, row: Sequence[_Pair]) -> bool:
    other = next((each for each in row if each != pair), None)
    return other is None or (pair.far < other.far and pair.far <= _CLEAR * other.far)


def _record(asked: _Asked, note: Former) -> Record:
    clozes, last = cloze_numbers(asked.question, note.record)
    return Record(
        guid=note.guid,
        bank=asked.bank,
        place=asked.place,
        changed=note.changed,
        content="",
        question=lasting(asked.question),
        fingerprint="" if asked.print == note.guid else asked.print,
        also=tuple(sorted(asked.banks - {asked.bank})),
        clozes=clozes,
        last_cloze=last,
    )


def _is_foreign(note: Former, asked: _Asked) -> bool:
    return note.family != family(asked.question.kind)


def _doubt(asked: _Asked, note: Former) -> Doubt:
    text = next(filter(None, note.texts), "")
    return Doubt(asked.bank, asked.question, note.guid, text[:80])
