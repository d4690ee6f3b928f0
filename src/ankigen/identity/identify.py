"""Gives every question its guid, and makes the ledger for the next time.

A pure function of the last ledger, the questions and the time: building with nothing changed gives the same ledger,
and so does giving the banks in another order.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from ankigen.diagnostics import Diagnostic
from ankigen.identity.asked import Asked, Place, called, complaints
from ankigen.identity.clozes import cloze_numbers
from ankigen.identity.fingerprint import guid
from ankigen.identity.ledger import Ledger, Record, lasting
from ankigen.identity.match import Uncertain, match
from ankigen.identity.places import places
from ankigen.model import Kind, Question

# A note whose content changes twice within a second needs two times, as Anki takes only the newer one; but never one
# so far ahead that it outdoes what a learner writes afterwards.
_AHEAD = 60

TALLY = ("new", "changed", "moved", "back", "uncertain", "retired", "unchanged")

Contents = Callable[[str, Question, str], str]


@dataclass(frozen=True, slots=True)
class Changes:
    """What became of the ledger's questions. Pairs are (before, after)."""

    added: tuple[Record, ...] = ()
    edited: tuple[tuple[Record, Record], ...] = ()  # what the note shows is another than before
    moved: tuple[tuple[Record, Record], ...] = ()  # to another bank; also among the edited where its texts changed
    retired: tuple[Record, ...] = ()  # no source has them any more
    returned: tuple[tuple[Record, Record], ...] = ()  # were retired and are back
    uncertain: tuple[Uncertain, ...] = ()  # among the added: each may be the record it names, which is retired
    unchanged: int = 0


@dataclass(frozen=True, slots=True)
class Assigned:
    """Who is who. What the notes show can be made from this, and `settle` needs to know it."""

    before: Ledger
    banks: Mapping[str, Sequence[Question]]
    absent: frozenset[str]
    guids: Mapping[str, tuple[str, ...]]  # of each bank's questions, in their order; "" for one without a note
    notes: Mapping[str, Asked]  # by guid
    was: Mapping[str, Record]  # what is known about a note of the last build, by guid
    held: Set[str]  # guids of records that stay as they are: their question is there, but gives no note
    clozes: Mapping[str, tuple[int, ...]]  # the cloze number of each answer, by guid; fill-ins only
    uncertain: tuple[Uncertain, ...]
    diagnostics: Mapping[str, tuple[Diagnostic, ...]]  # on copies, contradictions and doubts, by bank

    @property
    def contradicted(self) -> Set[str]:
        """The guids of notes whose text has another answer elsewhere."""
        return {name for name, each in self.notes.items() if each.rival}


@dataclass(frozen=True, slots=True)
class Identified:
    """What the deck needs to know about identities."""

    guids: Mapping[str, tuple[str, ...]]  # as in `Assigned`
    changed: Mapping[str, int]  # when what the note shows last changed, by guid
    clozes: Mapping[str, tuple[int, ...]]  # as in `Assigned`
    ledger: Ledger  # the next one
    retired: tuple[Record, ...]  # of the next ledger: notes to be put away
    changes: Changes
    diagnostics: Mapping[str, tuple[Diagnostic, ...]]  # as in `Assigned`

    @property
    def tallies(self) -> Mapping[str, Counter[str]]:
        """How many of each bank's notes are what, under the names of `TALLY`; each counts once."""
        changes, counts = self.changes, defaultdict[str, Counter[str]](Counter)
        moved = {record.guid for _, record in changes.moved}
        for name, records in (
            ("new", changes.added),
            ("changed", [record for _, record in changes.edited if record.guid not in moved]),
            ("moved", [record for _, record in changes.moved]),
            ("retired", changes.retired),
            ("back", [record for _, record in changes.returned]),
        ):
            for record in records:
                counts[record.bank][name] += 1
        for each in changes.uncertain:
            counts[each.bank] += Counter(uncertain=1, new=-1)
        for bank, live in Counter(record.bank for record in self.ledger.records if record.live).items():
            counts[bank]["unchanged"] = live - sum(counts[bank][name] for name in TALLY if name != "retired")
        return counts


def identify(
    ledger: Ledger,
    banks: Mapping[str, Sequence[Question]],
    *,
    now: int,
    contents: Contents,
    absent: Collection[str] = (),
    merge: bool = True,
) -> Identified:
    """Give every question the guid it had, or a new one: `assign` and `settle` in one.

    Args:
        ledger: of the last build; empty at the first one.
        banks: as for `assign`.
        now: the time of the build, in seconds since 1970.
        contents: gives everything that the note shows, or a hash of it, for a bank's name, a question and its guid.
        absent: as for `assign`.
        merge: as for `assign`.
    """
    assigned = assign(ledger, banks, absent, merge=merge)
    shown = {
        name: content_hash(contents(bank, banks[bank][at], name) for bank, at in each.places)
        for name, each in assigned.notes.items()
    }
    return settle(assigned, shown, now)


def assign(
    ledger: Ledger,
    banks: Mapping[str, Sequence[Question]],
    absent: Collection[str] = (),
    *,
    mute: Set[Place] = frozenset(),
    merge: bool = True,
) -> Assigned:
    """Give every question the guid it had, or a new one.

    Args:
        ledger: of the last build; empty at the first one.
        banks: the questions of every bank.
        absent: banks that exist but are not in `banks`, because they could not be read or are not being built. Their
            records stay as they are.
        mute: places of questions that cannot become a card. What is known about them stays as it is, so that one
            whose key was lost for a while is the same note afterwards.
        merge: whether places with one text and one answer share a note.
    """
    matching = match(ledger.records, banks, absent, mute=mute, merge=merge)
    records = matching.records
    held = {record.guid for record in ledger.records if record.live and record.print in matching.silent}
    held |= {records[each.name].guid for each in matching.asked if each.mute and each.name in records}
    speaking = [each for each in matching.asked if not each.mute]
    notes = _named(speaking, records, {record.guid for record in ledger.records})
    was = {name: records[each.name] for name, each in notes.items() if each.name in records}
    said: dict[str, list[Diagnostic]] = defaultdict(list)
    for bank, each in (*complaints(speaking, banks), *_doubts(matching.uncertain)):
        said[bank].append(each)
    return Assigned(
        before=ledger,
        banks=banks,
        absent=frozenset(absent),
        guids=_guids(notes, banks),
        notes=notes,
        was=was,
        held=held.difference(notes),
        clozes={
            name: cloze_numbers(each.question, was.get(name))[0]
            for name, each in notes.items()
            if each.question.kind is Kind.FILL
        },
        uncertain=matching.uncertain,
        diagnostics={bank: tuple(found) for bank, found in said.items()},
    )


def settle(assigned: Assigned, contents: Mapping[str, str], now: int) -> Identified:
    """Find out what changed, and make the next ledger.

    Args:
        assigned: who is who.
        contents: a hash of everything that each note shows, by guid.
        now: the time of the build, in seconds since 1970.
    """
    ranks = _ranks(assigned)
    records: dict[str, Record] = {}
    for name, each in assigned.notes.items():
        was = assigned.was.get(name)
        if assigned.absent and was and was.live and not assigned.absent.isdisjoint(was.banks):
            records[name] = was  # only half of what is known about it can be seen
            continue
        content = contents[name]
        clozes, last = cloze_numbers(each.question, was) if each.question.kind is Kind.FILL else ((), 0)
        also = tuple(sorted({place.bank for place in each.places} - {each.bank})) if len(each.places) > 1 else ()
        own = "" if each.print == name else each.print
        key = (name, each.bank, ranks[name], _time(was, content, now), content, lasting(each.question))
        records[name] = Record(*key, own, "live", also, clozes, last)
    rest = [_left(each, assigned, now) for each in assigned.before.records if each.guid not in records]
    after = Ledger.of([*records.values(), *rest])
    return Identified(
        guids=assigned.guids,
        changed={record.guid: record.changed for record in after.records},
        clozes=assigned.clozes,
        ledger=after,
        retired=tuple(record for record in after.records if not record.live),
        changes=_changes(assigned.before, after, assigned.uncertain),
        diagnostics=assigned.diagnostics,
    )


def content_hash(parts: Iterable[str]) -> str:
    """Short, as the ledger has one in every line; it only has to tell one content of a note from the next."""
    digest = hashlib.sha256()
    for each in parts:
        digest.update(each.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()[:16]


def _named(asked: Sequence[Asked], records: Mapping[str, Record], taken: set[str]) -> dict[str, Asked]:
    """The notes by their guids: that of their record or, for a new note, its own, where no other note has it."""
    notes: dict[str, Asked] = {}
    for each in sorted(asked, key=lambda each: each.places[0]):
        record = records.get(each.name)
        if record:
            notes[record.guid] = each
            continue
        name, edition = each.name, 1
        while name in taken:  # by a question that had this text once and was edited since
            edition += 1
            name = guid(each.question, edition, apart=each.apart)
        taken.add(name)
        notes[name] = each
    return notes


def _guids(notes: Mapping[str, Asked], banks: Mapping[str, Sequence[Question]]) -> dict[str, tuple[str, ...]]:
    guids = {bank: [""] * len(banks[bank]) for bank in sorted(banks)}
    for name, each in notes.items():
        for bank, at in each.places:
            guids[bank][at] = name
    return {bank: tuple(names) for bank, names in guids.items()}


def _ranks(assigned: Assigned) -> dict[str, int]:
    """A number for the place of every note in the bank that has it first."""
    ranks: dict[str, int] = {}
    for bank, names in assigned.guids.items():
        here = [name for name in dict.fromkeys(names) if name and assigned.notes[name].bank == bank]
        before = [assigned.was.get(name) for name in here]
        was = [record.place if record and record.bank == bank else None for record in before]
        ranks |= zip(here, places(was), strict=True)
    return ranks


def _time(was: Record | None, content: str, now: int) -> int:
    if was is None:
        return now
    if was.live and was.content == content:
        return was.changed
    return min(max(now, was.changed + 1), now + _AHEAD)


def _left(record: Record, assigned: Assigned, now: int) -> Record:
    """What becomes of a record without a note."""
    if not record.live or record.guid in assigned.held or not assigned.absent.isdisjoint(record.banks):
        return record
    return replace(record, state="retired", changed=_time(replace(record, state="retired"), "", now))


def _changes(ledger: Ledger, after: Ledger, uncertain: tuple[Uncertain, ...]) -> Changes:
    before = {record.guid: record for record in ledger.records}
    added: list[Record] = []
    retired: list[Record] = []
    edited: list[tuple[Record, Record]] = []
    moved: list[tuple[Record, Record]] = []
    returned: list[tuple[Record, Record]] = []
    unchanged = 0
    for record in after.records:
        was = before.get(record.guid)
        if was is None:
            added.append(record)
        elif not record.live:
            retired += [record] if was.live else []
        elif not was.live:
            returned.append((was, record))
        elif was.bank != record.bank:
            moved.append((was, record))
            edited += [(was, record)] if _texts(was.question) != _texts(record.question) else []
        elif was.content != record.content:
            edited.append((was, record))
        else:
            unchanged += 1
    pairs = (tuple(edited), tuple(moved), tuple(retired), tuple(returned))
    return Changes(tuple(added), *pairs, uncertain, unchanged)


def _texts(question: Question) -> tuple[Kind, str, str, tuple[object, ...], tuple[str, ...], str]:
    """What a move leaves alone."""
    return (
        question.kind,
        question.material,
        question.stem,
        question.options,
        question.answer,
        question.explanation,
    )


def _doubts(uncertain: Iterable[Uncertain]) -> Iterator[tuple[str, Diagnostic]]:
    for each in uncertain:
        was = each.record
        former = called(was.question, was.bank, seen_from=each.bank)
        at = each.question.at
        message = f"it may be the former {former}, but that is not certain: it became a new note"
        yield each.bank, Diagnostic.of("uncertain-match", message, (at, at), number=each.question.number)
