"""Finds for every question of the new sources the record it had before.

First, equal texts are the same question, wherever they stand. What is left on both sides was edited, is new or is
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
    """Who was who. The mappings have a bank's questions in their order."""

    records: Mapping[str, tuple[Record | None, ...]]  # None for a new question
    prints: Mapping[str, tuple[str, ...]]  # the guid that each question's text alone would give
    uncertain: tuple[Uncertain, ...] = ()


@dataclass(frozen=True, slots=True)
class _Asked:
    """One text of the new sources, however often it stands in them."""

    bank: str  # the first, by name
    question: Question
    banks: set[str]


def match(old: Iterable[Record], new: Mapping[str, Sequence[Question]], absent: Collection[str] = ()) -> Matching:
    """Match new questions with old records, one to one (questions with one text share their record).

    Args:
        old: records of one ledger.
        new: the questions of each bank.
        absent: banks that exist but could not be looked at. Their records are recognised only by equal texts.
    """
    order = sorted(old, key=lambda record: (record.bank, record.place, record.guid))
    prints, asked = _asked(order, new)
    found = _exact(order, {name: each.banks for name, each in asked.items()})
    gone = _gone(order, found, absent)
    if gone and len(found) < len(asked):
        # A recorded print may be an older ankigen's; by today's, the text may be that of a question after all.
        for record in gone:
            name = guid(record.question)
            if name in asked and name not in found:
                found[name] = record
        gone = _gone(gone, found, absent)
    uncertain = _Resemblances(order, prints, asked, found, gone).decide() if gone else []
    records = {bank: tuple(map(found.get, names)) for bank, names in prints.items()}
    return Matching(records, prints, tuple(uncertain))


def _gone(order: Iterable[Record], found: Mapping[str, Record], absent: Collection[str]) -> list[Record]:
    """The live records that no question has yet, and may have."""
    taken = {record.guid for record in found.values()}
    away = set(absent)
    return [each for each in order if each.live and each.guid not in taken and away.isdisjoint(each.banks)]


def _asked(
    order: Iterable[Record], new: Mapping[str, Sequence[Question]]
) -> tuple[dict[str, tuple[str, ...]], dict[str, _Asked]]:
    """The prints of every bank, and what each print stands for; banks by name, so their order does not matter."""
    known = {_raw(record.question): record.print for record in order}  # folding is slow, and most texts are as before
    prints: dict[str, tuple[str, ...]] = {}
    asked: dict[str, _Asked] = {}
    for bank in sorted(new):
        names = []
        for question in new[bank]:
            name = known.get(_raw(question)) or guid(question)
            if name in asked:
                asked[name].banks.add(bank)
            else:
                asked[name] = _Asked(bank, question, {bank})
            names.append(name)
        prints[bank] = tuple(names)
    return prints, asked


def _raw(question: Question) -> tuple[str, ...]:
    return (family(question.kind), question.material, question.stem, *(each.text for each in question.options))


def _exact(order: Iterable[Record], banks: Mapping[str, Collection[str]]) -> dict[str, Record]:
    """The record for each print that one has: a live one first, then one of the same bank."""
    found: dict[str, Record] = {}
    rank: dict[str, tuple[bool, bool, str]] = {}
    for record in order:
        name = record.print
        if name in banks:
            mine = (not record.live, record.bank not in banks[name], record.guid)
            if name not in found or mine < rank[name]:
                found[name], rank[name] = record, mine
    return found


class _Resemblances:
    """The questions and records that are left, and how they resemble each other."""

    def __init__(
        self,
        order: Sequence[Record],
        prints: Mapping[str, Sequence[str]],
        asked: Mapping[str, _Asked],
        found: dict[str, Record],
        gone: Sequence[Record],
    ) -> None:
        self.found = found
        self.questions = [(name, each) for name, each in asked.items() if name not in found]
        self.gone = gone
        self.around = _around({name: record.guid for name, record in found.items()}, order, prints)
        self.pairs = self._pairs()
        stay = [asked[name].question for name in found] if self.pairs else []
        self.sister = self._sisters(stay)  # the distance of each question to the nearest one that stays

    def _pairs(self) -> list[_Pair]:
        new = [text_of(each.question) for _, each in self.questions]
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
        stems = [each.question.stem or each.question.material for _, each in self.questions]
        index = Index((question.stem or question.material for question in stay), stems, step=6)
        text = cache(lambda number: text_of(stay[number]))
        nearest = [1.0] * len(stems)
        for number in {pair[1] for pair in self.pairs}:
            mine = text_of(self.questions[number][1].question)
            others = [text(other) for other in index.near(stems[number])]
            nearest[number] = min((distance(mine, each) for each in others if each.family == mine.family), default=1.0)
        return nearest

    def _neighbours(self, question: int, record: Record) -> int:
        before, after = self.around.new[self.questions[question][0]]
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
                    self.found[self.questions[pair[1]][0]] = self.gone[pair[2]]
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
                each = self.questions[question][1]
                said[question] = Uncertain(each.bank, each.question, self.gone[record])
        return [said[question] for question in sorted(said)]


@dataclass(frozen=True, slots=True)
class _Around:
    """The nearest recognised questions before and after each one that is not; the bank's ends count as such."""

    old: dict[str, tuple[str, str]]  # by guid
    new: dict[str, tuple[str, str]]  # by print


def _around(guids: Mapping[str, str], order: Sequence[Record], prints: Mapping[str, Sequence[str]]) -> _Around:
    was: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for record in order:
        if record.live:
            was[record.bank].append((record.guid, record.guid))
    now = {bank: [(name, guids.get(name, "")) for name in names] for bank, names in prints.items()}
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
