"""Brings the answers of key blocks to their questions: by section and number, never by number alone."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ankigen.model import Claim, Kind, Part
from ankigen.parser.draft import Draft
from ankigen.parser.keys import Entry, KeyBlock
from ankigen.parser.markers import Markers, Number, numbers_in
from ankigen.parser.outline import Outline, Section, name_of, without_keys
from ankigen.parser.page import Page
from ankigen.parser.runs import hand_out_runs
from ankigen.parser.values import letters_of, truth_of
from ankigen.text import Span


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about a key block that a person should know."""

    rule: str
    span: Span
    message: str


@dataclass(slots=True)
class Joined:
    """What joining leaves besides the filled drafts."""

    claims: list[Claim]
    problems: list[Problem]


def join(page: Page, markers: Markers, outline: Outline, drafts: list[Draft]) -> Joined:
    """Fill `joined` and `joined_explanation` of the drafts."""
    result = Joined(hand_out_runs(page, drafts), [])
    floor = 0  # questions before it have had their key block
    zone_end = 0
    for index, section in enumerate(outline.sections):
        inside = _blocks_in(outline.blocks, section.span)
        if not section.is_key:
            for block in inside:
                targets = _local(drafts, section, block.span)
                _assign(page, result, block, targets or _between(drafts, floor, block.span.start))
            continue
        if index == 0 or not outline.sections[index - 1].is_key:
            floor = zone_end
        zone_end = section.span.end
        pool = _between(drafts, floor, section.span.start) or _between(drafts, section.span.end, len(page.text))
        named = section.heading is not None and not section.heading.key
        targets = _named(pool, name_of(section.heading)) if named and section.heading else pool
        for block in inside:
            own = _named(pool, re.sub(r"[\W_]", "", block.title)) if block.title else targets
            _assign(page, result, block, own)
        for stretch in without_keys(section, outline.blocks):
            zone_targets = [draft for draft in targets if draft.joined is None]
            entries = listed(page, markers, stretch, zone_targets)
            if entries:
                _assign(page, result, entries, targets)
    return result


def _blocks_in(blocks: list[KeyBlock], span: Span) -> list[KeyBlock]:
    low = bisect_left(blocks, span.start, key=lambda block: block.span.start)
    high = bisect_left(blocks, span.end, key=lambda block: block.span.start)
    return blocks[low:high]


def _between(drafts: list[Draft], start: int, end: int) -> list[Draft]:
    low = bisect_left(drafts, start, key=lambda draft: draft.span.start)
    high = bisect_left(drafts, end, key=lambda draft: draft.span.start)
    return drafts[low:high]


def _local(drafts: list[Draft], section: Section, block: Span) -> list[Draft]:
    """The questions of the section that stand before the block, or all of it when the block comes first."""
    before = _between(drafts, section.span.start, block.start)
    return before or _between(drafts, block.end, section.span.end) or _between(drafts, block.end, block.end + 10**9)


def _named(drafts: list[Draft], name: str) -> list[Draft]:
    return [draft for draft in drafts if draft.section.heading and _alike(name_of(draft.section.heading), name)]


def _alike(ours: str, theirs: str) -> bool:
    return ours == theirs or bool(ours and theirs and (ours in theirs or theirs in ours))


def _assign(page: Page, result: Joined, block: KeyBlock, targets: Sequence[Draft]) -> None:
    """Give every entry to the question with its number, walking both in order."""
    result.claims += _claims(block)
    if block.bad:
        message = (
            f"the range {page.text[block.bad.start : block.bad.end].strip()!r} does not hold one answer for each number"
        )
        result.problems.append(Problem("count-mismatch", block.bad, message))
        return
    waiting: dict[int, list[int]] = {}  # number → the questions that have it, in order
    for index, draft in enumerate(targets):
        if draft.number:
            waiting.setdefault(draft.number.value, []).append(index)
    given = Counter(entry.number for entry in block.entries)
    at = 0
    for entry in block.entries:
        places = waiting.get(entry.number, [])
        if not places:
            words = page.text[entry.value.start : entry.value.end].strip()
            message = f"the key gives {words[:20]!r} for number {entry.number}, and no question has it"
            result.problems.append(Problem("unmatched-key", entry.value, message))
            continue
        unsure = len(places) > given[entry.number] and not _settled([targets[place] for place in places])
        given[entry.number] -= 1
        if unsure:
            message = f"the key for number {entry.number} could belong to {len(places)} questions"
            result.problems.append(Problem("ambiguous", entry.value, message))
            continue
        index = bisect_left(places, at)  # numbers may begin again: go on from the last one, then from the top
        place = places.pop(index if index < len(places) else 0)
        at = place + 1
        targets[place].joined = entry.value
        targets[place].joined_explanation = entry.explanation or targets[place].joined_explanation


def _settled(drafts: Sequence[Draft]) -> bool:
    """Whether only one of the questions still lacks an answer."""
    return sum(draft.answer is None and draft.joined is None and not draft.letters for draft in drafts) <= 1


def _claims(block: KeyBlock) -> Iterable[Claim]:
    yield Claim(block.span, Part.KEY)


_BOXED_KEY = re.compile(r"\s*[(\[]?[ \t]*(?:参考|正确)?答案[ \t]*[)\]]?[ \t]*[:：]?[ \t]*|答[ \t]*:[ \t]*")


def listed(page: Page, markers: Markers, span: Span, targets: Sequence[Draft]) -> KeyBlock | None:
    """A key block whose entries are longer than a letter: explained keys, short answers, texts of blanks."""
    wanted = [draft.number.value for draft in targets if draft.number]
    if not wanted:
        return None
    choice = sum(
        1 for draft in targets if draft.labels or draft.section.kind in (Kind.SINGLE, Kind.MULTIPLE, Kind.TRUEFALSE)
    )
    numbers = _entries(page, numbers_in(markers.numbers, span), set(wanted), choice * 2 > len(targets))
    if not numbers:
        return None
    ends = [number.start for number in numbers[1:]] + [span.end]
    entries = tuple(_entry(page, markers, number, end) for number, end in zip(numbers, ends, strict=True))
    return KeyBlock(Span(numbers[0].start, span.end), entries)


def _entries(page: Page, numbers: Sequence[Number], wanted: set[int], values_only: bool) -> list[Number]:
    """The numbers that begin entries. A list inside an entry begins again at 1 and counts by itself."""
    chosen: list[Number] = []
    inner = 0  # last number of a list inside the current entry, 0 when none is open
    for number in numbers:
        if chosen and (number.form != chosen[0].form or number.decimal or number.line_start != chosen[0].line_start):
            continue
        value_like = _value_like(page, number)
        if number.value not in wanted or (values_only and not value_like):
            inner = number.value if number.value == inner + 1 else inner
            continue
        if chosen and not value_like and not values_only:
            if inner and number.value == inner + 1:
                inner = number.value
                continue
            if (
                number.value == 1
                and chosen[-1].value != number.value - 1
                and number.value <= chosen[-1].value
                and _fresh(chosen, wanted)
            ):
                inner = 1
                continue
        chosen.append(number)
        inner = 0
    return chosen


def _fresh(chosen: list[Number], wanted: set[int]) -> bool:
    """Whether entries are still to come, so that a 1 here begins a list inside an entry."""
    return chosen[-1].value < max(wanted) or chosen[0].value == 1


def _value_like(page: Page, number: Number) -> bool:
    words = page.folded[number.end : number.end + 40].lstrip()
    boxed = _BOXED_KEY.match(words)
    words = words[boxed.end() :] if boxed else words
    line = words.split("\n")[0]
    return bool(letters_of(line, {}) or truth_of(line))


def _entry(page: Page, markers: Markers, number: Number, end: int) -> Entry:
    boxed = _BOXED_KEY.match(page.folded, number.end, end)
    start = boxed.end() if boxed else number.end
    low = bisect_left(markers.explanations, (start, 0))
    explanation = markers.explanations[low] if low < len(markers.explanations) else None
    if explanation and explanation.start < end:
        return Entry(number.value, Span(start, explanation.start), Span(explanation.end, end))
    return Entry(number.value, Span(start, end))
