"""Gives every question its guid, and makes the ledger for the next time.

A pure function of the last ledger, the questions and the time: building with nothing changed gives the same ledger,
and so does giving the banks in another order.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from ankigen.diagnostics import Diagnostic
from ankigen.identity.clozes import cloze_numbers
from ankigen.identity.fingerprint import guid
from ankigen.identity.ledger import Ledger, Record, lasting
from ankigen.identity.match import Uncertain, match
from ankigen.identity.places import places
from ankigen.model import Kind, Question

# A note whose content changes twice within a second needs two times, as Anki takes only the newer one; but never one
# so far ahead that it outdoes what a learner writes afterwards.
_AHEAD = 60

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
class Identified:
    """What the deck needs to know about identities."""

    guids: Mapping[str, tuple[str, ...]]  # of each bank's questions, in their order; equal questions share one
    changed: Mapping[str, int]  # when what the note shows last changed, by guid
    clozes: Mapping[str, tuple[int, ...]]  # the cloze number of each answer, by guid; fill-ins only
    ledger: Ledger  # the next one
    retired: tuple[Record, ...]  # of the next ledger: notes to be put away
    changes: Changes
    diagnostics: Mapping[str, tuple[Diagnostic, ...]]  # `uncertain-match`, by bank


def identify(
    ledger: Ledger,
    banks: Mapping[str, Sequence[Question]],
    *,
    now: int,
    contents: Contents,
    absent: Collection[str] = (),
) -> Identified:
    """Give every question the guid it had, or a new one.

    Args:
        ledger: of the last build; empty at the first one.
        banks: the questions of every bank.
        now: the time of the build, in seconds since 1970.
        contents: gives everything that the note shows, or a hash of it, for a bank's name, a question and its guid.
        absent: banks that exist but are not in `banks`, because they could not be read or are not being built. Their
            records stay as they are.
    """
    matching = match(ledger.records, banks, absent)
    guids, before = _guids(ledger, banks, matching.records, matching.prints)
    listed: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for bank, names in guids.items():
        for index, name in enumerate(names):
            listed[name].append((bank, index))
    ranks = _places(guids, before, listed)
    away = set(absent)
    records: dict[str, Record] = {}
    for name, where in listed.items():
        was = before.get(name)
        if was and was.live and not away.isdisjoint(was.banks):
            records[name] = was  # only half of what is known about it can be seen
            continue
        bank, index = where[0]
        question, text = banks[bank][index], matching.prints[bank][index]
        content = _hash([contents(each, banks[each][at], name) for each, at in where])
        clozes, last = cloze_numbers(question, was)
        also = tuple(sorted({each for each, _ in where} - {bank})) if len(where) > 1 else ()
        own = "" if text == name else text
        key = (name, bank, ranks[name], _time(was, content, now), content, lasting(question))
        records[name] = Record(*key, own, "live", also, clozes, last)
    rest = [_left(record, away, now) for record in ledger.records if record.guid not in records]
    after = Ledger.of([*records.values(), *rest])
    return Identified(
        guids=guids,
        changed={record.guid: record.changed for record in after.records},
        clozes={name: record.clozes for name, record in records.items() if record.clozes},
        ledger=after,
        retired=tuple(record for record in after.records if not record.live),
        changes=_changes(ledger, after, matching.uncertain),
        diagnostics=_diagnostics(matching.uncertain),
    )


def _guids(
    ledger: Ledger,
    banks: Mapping[str, Sequence[Question]],
    records: Mapping[str, Sequence[Record | None]],
    prints: Mapping[str, Sequence[str]],
) -> tuple[dict[str, tuple[str, ...]], dict[str, Record]]:
    """The guids of every bank, banks by name, and the records that are known by them."""
    known: dict[str, str] = {}  # by print
    before: dict[str, Record] = {}
    taken = {record.guid for record in ledger.records}
    guids: dict[str, tuple[str, ...]] = {}
    for bank in sorted(banks):
        for question, record, name in zip(banks[bank], records[bank], prints[bank], strict=True):
            if record:
                known[name] = record.guid
                before[record.guid] = record
            elif name not in known:
                known[name], edition = name, 1
                while known[name] in taken:  # by a question that had this text once and was edited since
                    edition += 1
                    known[name] = guid(question, edition)
                taken.add(known[name])
        guids[bank] = tuple(known[name] for name in prints[bank])
    return guids, before


def _places(
    guids: Mapping[str, Sequence[str]], before: Mapping[str, Record], listed: Mapping[str, Sequence[tuple[str, int]]]
) -> dict[str, int]:
    """A place for every guid, in the bank that has it first."""
    ranks: dict[str, int] = {}
    for bank, names in guids.items():
        here = list(dict.fromkeys(name for name in names if listed[name][0][0] == bank))
        was = [before[name].place if name in before and before[name].bank == bank else None for name in here]
        ranks |= zip(here, places(was), strict=True)
    return ranks


def _time(was: Record | None, content: str, now: int) -> int:
    if was is None:
        return now
    if was.live and was.content == content:
        return was.changed
    return min(max(now, was.changed + 1), now + _AHEAD)


def _left(record: Record, away: set[str], now: int) -> Record:
    """What becomes of a record without a question."""
    if not record.live or not away.isdisjoint(record.banks):
        return record
    return replace(record, state="retired", changed=_time(replace(record, state="retired"), "", now))


def _hash(contents: Sequence[str]) -> str:
    """Short, as the ledger has one in every line; it only has to tell one content of a note from the next."""
    digest = hashlib.sha256()
    for each in contents:
        digest.update(each.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()[:16]


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


def _diagnostics(uncertain: Sequence[Uncertain]) -> dict[str, tuple[Diagnostic, ...]]:
    said: defaultdict[str, list[Diagnostic]] = defaultdict(list)
    for each in uncertain:
        was = each.record
        called = f"number {was.question.number}" if was.question.number else "a question without a number"
        where = called if was.bank == each.bank else f"{called} of {was.bank}"
        at = each.question.at
        message = f"it may be the former {where}, but that is not certain: it became a new note"
        said[each.bank].append(Diagnostic.of("uncertain-match", message, (at, at), number=each.question.number))
    return {bank: tuple(found) for bank, found in said.items()}
