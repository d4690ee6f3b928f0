"""Finds for every question of the new sources the record it had before.

First, equal texts are the same question, wherever they stand; where several share a text, their answers tell them
apart (`asked`). What is left on both sides was edited, is new or is
gone, and there a resemblance decides. It has to be clear: a bank is full of questions that resemble each other, and a
history on the wrong question is worse than one lost. So a pair must be mutually best, and better by a margin than
every other reading, which is one of

- another open record for the question, or another open question for the record;
- the question is a new sister of one that stays. New sisters are made by copying, so a text that is about as near to
  a question that stays as to one that is gone is no edit of the latter.

Where a question stands only tips the scales: between the same neighbours as before, a pair counts for more than the
same resemblance elsewhere. What remains in doubt is new, and reported.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from operator import attrgetter

from ankigen.identity.asked import Asked, Place, gather, pairs
from ankigen.identity.fingerprint import family, guid
from ankigen.identity.ledger import Record
from ankigen.identity.resemblance import Index, distance, text_of
from ankigen.model import Question

# By how many of a question's neighbours are those of before, none, one or both:
_FARTHEST = (0.3, 0.35, 0.5)  # the distance beyond which nothing is recognised
_WEIGHT = (1.3, 0.8, 0.4)  # how much a distance counts
# A pair's distance at most, as a share of that of another reading:
_NO_SISTER = 0.9  # the question is a sister of one that stays
_NO_RECORD = 0.7  # the question is another record's
_NO_QUESTION = 0.4  # the record is another question's; a new sister often stands right beside an edited one
_RIVALS = 8  # readings that a pair is held against
_ROUNDS = 4

_Pair = tuple[float, int, int]  # the distance as it counts, the question's number and the record's
_Side = tuple[str, int]  # one of the two


@dataclass(frozen=True, slots=True)
class Uncertain:
    """A question that may be an earlier one, but not surely enough."""

    bank: str
    question: Question
    record: Record


@dataclass(frozen=True, slots=True)
class Matching:
    """Who was who."""

    asked: tuple[Asked, ...]  # the notes of the new sources
    records: Mapping[str, Record]  # of the last build, by the name of the note; a new note has none
    uncertain: tuple[Uncertain, ...] = ()
    silent: Set[str] = frozenset()  # prints of texts that stand at a place that gives no card


def match(
    old: Iterable[Record],
    new: Mapping[str, Sequence[Question]],
    absent: Collection[str] = (),
    *,
    mute: Set[Place] = frozenset(),
    merge: bool = True,
) -> Matching:
    """Match the notes of new questions with old records, one to one.

    Args:
        old: records of one ledger.
        new: the questions of each bank.
        absent: banks that exist but could not be looked at. Their records are recognised only by equal texts.
        mute: questions that cannot become a card.
        merge: whether places with one text and one answer share a note.
    """
    order = sorted(old, key=attrgetter("bank", "place", "guid"))
    away = frozenset(absent)
    prints = _prints(order, new)
    asked = gather(new, prints, _away(order, prints, away), mute=mute, merge=merge)
    found = dict(_exact(((record.print, record) for record in order), asked, away, merge=merge))
    silent = frozenset(prints[place.bank][place.at] for place in mute)
    gone = _gone(order, found, away, silent)
    if gone and len(found) < len(asked):
        # A recorded print may be an older ankigen's; by today's, the text may be that of a question after all.
        left = [each for each in asked if each.name not in found]
        found |= _exact(((guid(record.question), record) for record in gone), left, away, merge=merge)
        gone = _gone(gone, found, away, silent)
    unseen = [record.question for record in order if record.live and not away.isdisjoint(record.banks)] if gone else []
    uncertain = _Resemblances(order, asked, found, gone, unseen).decide() if gone else []
    return Matching(tuple(asked), found, tuple(uncertain), silent)


def sharing(old: Iterable[Record], new: Mapping[str, Sequence[Question]], left: Collection[str]) -> set[str]:
    """Which banks that were left alone share a text with another one, or did at the last build.

    Args:
        old: the records of the ledger.
        new: the questions of the banks that were not left alone.
        left: those that were.
    """
    records, left = list(old), frozenset(left)
    asked = {name for names in _prints(records, new).values() for name in names}
    return {
        bank
        for record in records
        if record.print in asked or not left.issuperset(record.banks)
        for bank in record.banks
        if bank in left
    }


def _gone(
    order: Iterable[Record], found: Mapping[str, Record], away: Set[str], silent: Collection[str]
) -> list[Record]:
    """The live records that no question has yet, and may have."""
    taken = {record.guid for record in found.values()}
    open_ = (each for each in order if each.live and each.guid not in taken and each.print not in silent)
    return [each for each in open_ if away.isdisjoint(each.banks)]


def _prints(order: Iterable[Record], new: Mapping[str, Sequence[Question]]) -> dict[str, list[str]]:
    """What guid the text of each question alone would give."""
    known = {_raw(record.question): record.print for record in order}  # folding is slow, and most texts are as before
    return {bank: [known.get(_raw(each)) or guid(each) for each in questions] for bank, questions in new.items()}


def _raw(question: Question) -> tuple[str, ...]:
    return (family(question.kind), question.material, question.stem, *[each.text for each in question.options])


def _away(order: Iterable[Record], prints: Mapping[str, Sequence[str]], away: Set[str]) -> dict[str, list[Record]]:
    """By print, the live records of banks that could not be looked at, where they share a text with others."""
    found: dict[str, list[Record]] = {}
    records = [record for record in order if record.live and not away.isdisjoint(record.banks)]
    known = set().union(*prints.values()) if records else set()
    for record in records:
        if record.print in known:
            found.setdefault(record.print, []).append(record)
    return found


def _exact(
    prints: Iterable[tuple[str, Record]], asked: Iterable[Asked], away: Set[str], *, merge: bool
) -> Iterator[tuple[str, Record]]:
    """The record of each note, by its name, where one has its text; the live ones choose first."""
    wanted: dict[str, list[Asked]] = {}
    for each in asked:
        wanted.setdefault(each.print, []).append(each)
    records: dict[str, tuple[list[Record], list[Record]]] = {}
    for name, record in prints:
        if name in wanted:
            records.setdefault(name, ([], []))[not record.live].append(record)
    for name, (live, retired) in records.items():
        left = wanted[name]
        for those in filter(None, (live, retired)):
            found = {each.name: record for each, record in pairs(left, those, away, merge=merge)}
            yield from found.items()
            left = [each for each in left if each.name not in found]
            if not left:
                break


class _Resemblances:
    """The questions and records that are left, and how they resemble each other."""

    def __init__(
        self,
        order: Sequence[Record],
        asked: Sequence[Asked],
        found: dict[str, Record],
        gone: Sequence[Record],
        unseen: Sequence[Question],
    ) -> None:
        self.found = found
        self.questions = [each for each in asked if each.name not in found]
        self.gone = gone
        self.around = _around({name: record.guid for name, record in found.items()}, order, _rows(asked))
        self.pairs = self._pairs()
        stay = [*unseen, *(each.question for each in asked if each.name in found)] if self.pairs else []
        self.sister = self._sisters(stay)  # the distance of each question to the nearest one that stays

    def _pairs(self) -> list[_Pair]:
        new = [text_of(each.question) for each in self.questions]
        old = [text_of(record.question) for record in self.gone]
        index = Index((text.whole for text in old), (text.whole for text in new))
        pairs = []
        for number, text in enumerate(new):
            for record in index.near(text.whole):
                beside = self._neighbours(number, self.gone[record])
                if text.family == old[record].family and (apart := distance(text, old[record])) <= _FARTHEST[beside]:
                    pairs.append((apart * _WEIGHT[beside], number, record))
        return pairs

    def _sisters(self, stay: Sequence[Question]) -> list[float]:
        """Found by the stems as they are: folding all that stays would be slow."""
        stems = [each.question.stem or each.question.material for each in self.questions]
        index = Index((question.stem or question.material for question in stay), stems, step=6)
        text = cache(lambda number: text_of(stay[number]))
        nearest = [1.0] * len(stems)
        for number in {pair[1] for pair in self.pairs}:
            mine = text_of(self.questions[number].question)
            others = [text(other) for other in index.near(stems[number])]
            nearest[number] = min((distance(mine, each) for each in others if each.family == mine.family), default=1.0)
        return nearest

    def _neighbours(self, question: int, record: Record) -> int:
        before, after = self.around.new[self.questions[question].name]
        was_before, was_after = self.around.old[record.guid]
        return (before == was_before) + (after == was_after)

    def decide(self) -> list[Uncertain]:
        """Add the clear pairs to what was found, nearest first, and return those in doubt."""
        rivals: dict[_Side, list[_Pair]] = defaultdict(list)
        for pair in self.pairs:
            for side in _sides(pair):
                rivals[side].append(pair)
        rivals = defaultdict(list, {side: heapq.nsmallest(_RIVALS, pairs) for side, pairs in rivals.items()})
        settled: set[_Side] = set()
        doubts = sorted(self.pairs)
        for _ in range(_ROUNDS):  # a settled pair is no rival any more, which may clear another one
            before, doubts = doubts, []
            for pair in before:
                if not settled.isdisjoint(_sides(pair)):
                    continue
                if pair[0] <= min(self._limits(pair, rivals, settled)):
                    settled.update(_sides(pair))
                    self.found[self.questions[pair[1]].name] = self.gone[pair[2]]
                else:
                    doubts.append(pair)
            if len(doubts) == len(before):
                break
        return self._uncertain(doubts, settled)

    def _limits(self, pair: _Pair, rivals: Mapping[_Side, Sequence[_Pair]], settled: Set[_Side]) -> Iterator[float]:
        """How near the pair must be in view of each other reading."""
        yield _NO_SISTER * self.sister[pair[1]]
        for side, clear in zip(_sides(pair), (_NO_RECORD, _NO_QUESTION), strict=True):
            for other in rivals[side]:
                if other != pair and settled.isdisjoint(_sides(other)):
                    yield clear * other[0]

    def _uncertain(self, doubts: list[_Pair], settled: set[_Side]) -> list[Uncertain]:
        """The nearest doubt of each question, unless the question or its record found another partner."""
        said: dict[int, Uncertain] = {}
        for _, question, record in doubts:
            if question not in said and settled.isdisjoint((("question", question), ("record", record))):
                each = self.questions[question]
                said[question] = Uncertain(each.bank, each.question, self.gone[record])
        said = {question: each for question, each in said.items() if not self.questions[question].mute}
        return [said[question] for question in sorted(said)]


@dataclass(frozen=True, slots=True)
class _Around:
    """The nearest recognised questions before and after each one that is not; the bank's ends count as such."""

    old: dict[str, tuple[str, str]]  # by guid
    new: dict[str, tuple[str, str]]  # by the name of the note


def _rows(asked: Iterable[Asked]) -> dict[str, list[str]]:
    """The names of each bank's notes, in its order."""
    places = sorted((place, each.name) for each in asked for place in each.places)
    rows: dict[str, list[str]] = defaultdict(list)
    for place, name in places:
        rows[place.bank].append(name)
    return rows


def _around(guids: Mapping[str, str], order: Sequence[Record], rows: Mapping[str, Sequence[str]]) -> _Around:
    was: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for record in order:
        if record.live:
            was[record.bank].append((record.guid, record.guid))
    now = {bank: [(name, guids.get(name, "")) for name in names] for bank, names in rows.items()}
    known = set(guids.values())
    old = {bank: [(name, guid if guid in known else "") for name, guid in row] for bank, row in was.items()}
    steady = _links(old) & _links(now)
    stay = {guid for link in steady for guid in link}
    return _Around(_neighbours(old, stay), _neighbours(now, stay))


def _links(rows: Mapping[str, Sequence[tuple[str, str]]]) -> set[tuple[str, str]]:
    """Pairs of recognised questions that follow each other. One that moved away has lost both of its own."""
    links: set[tuple[str, str]] = set()
    for bank, row in rows.items():
        links.update(pairwise([f"<{bank}", *(guid for _, guid in row if guid), f"{bank}>"]))
    return links


def _neighbours(rows: Mapping[str, Sequence[tuple[str, str]]], stay: Collection[str]) -> dict[str, tuple[str, str]]:
    around: dict[str, tuple[str, str]] = {}
    for bank, row in rows.items():
        before, waiting, end = f"<{bank}", list[str](), f"{bank}>"
        for name, known in (*row, ("", end)):
            if known in stay or known == end:
                around |= {each: (before, known) for each in waiting if each not in around}
                before, waiting = known, []
            elif not known:
                waiting.append(name)
    return around


def _sides(pair: _Pair) -> tuple[_Side, _Side]:
    return ("question", pair[1]), ("record", pair[2])
