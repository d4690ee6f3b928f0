"""Which of the number candidates begin questions.

One dynamic programme over a section: a chain of candidates is the better the more its numbers rise by one in one form,
and the more each question it makes has one run of options and one answer. So a numbered list inside an explanation
loses against reading it as part of the explanation, without a rule that knows such lists.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, partial

from ankigen.model import Kind
from ankigen.parser.markers import Markers, Number
from ankigen.parser.page import Page
from ankigen.text import Span

RECENT = 4  # how many candidates back a question may reach without a number that fits
_BLANK = re.compile(r"[(\[][ \t\n]*(?:[A-Ha-h√×✓✗对错TF、, ]{0,12})[ \t\n]*[)\]]|_{2,}")
_STOPS = frozenset("。，,;；、？?")
_OPEN_QUESTION = re.compile(
    r"[？?]|什么|哪|如何|为何|怎样|简述|试述|论述|说明|分析|解释|[Dd]escribe|[Ww]h(?:at|ich|y)|[Hh]ow"
)


@dataclass(slots=True)
class _State:
    """The best chain that ends with one candidate."""

    score: float
    before: int  # index of the candidate before, -1 for none
    last: dict[str, int] = field(default_factory=dict)  # form → the last number in it


@dataclass(frozen=True, slots=True)
class Habits:
    """What the section leads us to expect of a question."""

    inline: bool  # answers stand at their questions
    choice: bool  # questions have options


def chain_of(
    page: Page,
    markers: Markers,
    numbers: Sequence[Number],
    span: Span,
    previous: int,
    kind: Kind | None,
    strict: bool = False,
) -> list[Number]:
    """The candidates that begin questions.

    Args:
        page: the page.
        markers: all its candidates.
        numbers: the number candidates to choose from, in order.
        span: the stretch of text they stand in.
        previous: the last number of the section before.
        kind: the kind of question that the heading names.
        strict: ask every question for options and an answer, as in front of the first heading, where rules and notes
            are numbered too.
    """
    if not numbers:
        return []
    habits = Habits(True, True) if strict else _habits(markers, numbers, span, kind)
    starts = [number.start for number in numbers]
    own = _scores(page, numbers, span.end)
    edges = [*starts, span.end]
    answered = [bisect_left(markers.answered_at, edge) for edge in edges]  # how many stand before each candidate
    optioned = [bisect_left(markers.runs, edge) for edge in edges]

    worth = cache(partial(_worth, habits))  # few stretches differ in their counts

    def question(first: int, after: int) -> float:
        """How well the stretch from one candidate to another reads as one question."""
        return worth(answered[after] - answered[first], optioned[after] - optioned[first])

    states: list[_State] = []
    by_number: dict[tuple[str, int], list[int]] = {}
    best = -1
    for index, number in enumerate(numbers):
        opening = 1.5 if number.value in (1, previous + 1) else -0.5
        state = _State(opening + own[index], -1, {number.form: number.value})
        for other in _reachable(number, index, by_number, best):
            score = states[other].score + own[index] + _sequence(number, numbers[other], states[other].last)
            if not _descends(number, numbers[other]):
                score += question(other, index)
            if score > state.score:
                state = _State(score, other)
        if state.before >= 0:
            state.last = {**states[state.before].last, number.form: number.value}
        states.append(state)
        by_number.setdefault((number.form, number.value), []).append(index)
        by_number.setdefault(("", number.value), []).append(index)
        if best < 0 or state.score >= states[best].score:
            best = index
    finals = [state.score + question(index, len(numbers)) for index, state in enumerate(states)]
    return _back(numbers, states, finals)


def _reachable(number: Number, index: int, by_number: dict[tuple[str, int], list[int]], best: int) -> set[int]:
    """The candidates that may be the question before: the last few, those with the number before, the best so far."""
    reachable = set(range(max(0, index - RECENT), index))
    reachable.update(by_number.get((number.form, number.value - 1), ())[-3:])
    reachable.update(by_number.get(("", number.value - 1), ())[-3:])
    if best >= 0:
        reachable.add(best)
    return reachable


def _back(numbers: Sequence[Number], states: list[_State], finals: list[float]) -> list[Number]:
    index = max(range(len(numbers)), key=lambda at: finals[at])
    if finals[index] <= 0:
        return []
    chosen = []
    while index >= 0:
        chosen.append(numbers[index])
        index = states[index].before
    return chosen[::-1]


def _habits(markers: Markers, numbers: Sequence[Number], span: Span, kind: Kind | None) -> Habits:
    answers = markers.count(markers.answered_at, span)
    runs = markers.count(markers.runs, span)
    likely = max(runs, sum(1 for number in numbers if number.line_start and not number.decimal) // 3, 1)
    inline = answers * 2 >= likely
    choice = runs * 2 >= max(answers, 1) and kind not in (Kind.TRUEFALSE, Kind.FILL, Kind.SHORT, Kind.CASE)
    return Habits(inline, choice)


def _scores(page: Page, numbers: Sequence[Number], end: int) -> list[float]:
    """What speaks for each candidate by itself."""
    solid = _solid(numbers)
    scores = []
    listed = False  # whether nothing stands behind the number before
    for index, number in enumerate(numbers):
        after = _following(numbers, index, solid)
        stop = numbers[after].start if after < len(numbers) else end
        score = _own(page, number, stop)
        alike = after == len(numbers) or numbers[after].form == number.form
        empty = alike and not page.folded[number.end : stop].strip()
        if empty and (number.form == "bare" or listed or _empty_too(page, numbers, after, solid)):
            score -= 4.0  # one of a mere list of numbers; a single one is a question that was never filled in
        listed = empty
        scores.append(score)
    return scores


def _empty_too(page: Page, numbers: Sequence[Number], index: int, solid: list[int]) -> bool:
    """Whether nothing stands behind this candidate either, up to the next one."""
    if index >= len(numbers):
        return True
    after = _following(numbers, index, solid)
    return after < len(numbers) and not page.folded[numbers[index].end : numbers[after].start].strip()


def _solid(numbers: Sequence[Number]) -> list[int]:
    """For each candidate the first one from there on that begins no decimal."""
    solid = [len(numbers)] * (len(numbers) + 1)
    for index in range(len(numbers) - 1, -1, -1):
        solid[index] = solid[index + 1] if numbers[index].decimal else index
    return solid


def _following(numbers: Sequence[Number], index: int, solid: list[int]) -> int:
    """Index of the next candidate that neither shares digits with this one nor begins a decimal."""
    end = numbers[index].end
    while index < len(numbers) and numbers[index].start < end:
        index += 1
    return solid[index]


def _own(page: Page, number: Number, following: int) -> float:
    """What speaks for this candidate by itself."""
    folded = page.folded
    text = folded[number.end : min(following, number.end + 300)]
    line = text.split("\n", 1)[0]
    score = -0.5 + (1.0 if number.line_start else 0.0)
    if number.form in ("di", "q", "ti", "asked", "case"):
        score += 1.5
    if number.prefixed(folded):
        score += 1.0
    if number.decimal:
        score -= 1.5
    if _BLANK.search(text):
        score += 1.0
    elif _OPEN_QUESTION.search(line):
        score += 0.6
    if line.rstrip()[-1:] in (";", "；", ","):
        score -= 0.8
    if not text.strip():
        score -= 2.0
    if text.lstrip()[:1] in _STOPS:
        score -= 3.0  # `（53）。` is a blank, or points to one
    return score + _company(folded, number)


def _company(folded: str, number: Number) -> float:
    """What the character before the candidate says."""
    before = folded[max(0, number.start - 30) : number.start]
    close = before.rstrip()[-1:]
    if not close:
        return 0.2
    if number.line_start:
        if before.endswith("\n\n") or before.rstrip(" \t").endswith("\n\n"):
            return 0.3
        return -0.6 if close == ":" else -0.4 if close in ";；,、" else 0.0
    if close in '。？！?!)]”"':
        return 0.4
    if close in ":：":
        return -1.5
    if close in ";；,、":
        return -1.0
    if close in ".+-*/=×÷<>≤≥~～^_([" or number.form == "round":
        return -2.5  # part of a formula; `其中（53）是指…` is a blank
    if before[-1:].isdigit():
        return -1.2  # only a part of the digits that stand here
    return -0.3 if close.isascii() else -0.4


def _worth(habits: Habits, answered: int, runs: int) -> float:
    """How well a stretch with so many answers and runs of options reads as one question."""
    return _once(answered, habits.inline) + _once(runs, habits.choice)


def _once(count: int, usual: bool) -> float:
    """One is right, several are worse the more there are, none is odd where the others have one."""
    if count == 1:
        return 3.0
    if count > 1:
        return 2.0 - 4.0 * (count - 1)
    return -1.5 if usual else 0.0


_NESTED = {"round", "square", "half"}  # forms that parts of a question usually have


def _descends(number: Number, other: Number) -> bool:
    """Whether the number begins the parts of the question before: what stands between is their material."""
    return number.value == 1 and number.form in _NESTED and other.form not in _NESTED


_PLAIN = {"dot", "comma", "half", "colon", "bare", "q", "di", "ti"}  # forms that authors mix within one list


def _sequence(number: Number, other: Number, last: dict[str, int]) -> float:
    """How well the number follows the one before."""
    if number.form == other.form:
        nested = number.form in _NESTED and len(last) > 1
        return min(_step(number.value, other.value), 1.0 if nested else 2.0)
    if _descends(number, other):
        return 0.0
    if number.form in last:
        step = number.value - last[number.form]
        if step == 1:
            return 1.5
    if number.form in _PLAIN and other.form in _PLAIN and number.value == other.value + 1:
        return 1.0
    if number.value == 1:
        return -0.5
    return -2.5


def _step(value: int, before: int) -> float:
    if value == before + 1:
        return 2.0
    if value > before:
        return -1.0 - min(3.0, 0.1 * (value - before))
    return -2.5 if value != 1 else -2.0
