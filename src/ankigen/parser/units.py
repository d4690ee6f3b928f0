"""Questions without numbers: every run of options or answer belongs to one, and the text in front of it is its stem."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from ankigen.parser.lexicon import STEM_MARKER
from ankigen.parser.markers import Markers
from ankigen.parser.page import Page
from ankigen.parser.scan import Finder
from ankigen.text import Span

_ASK = Finder.at_lines(re.compile(rf"^[ \t]*{STEM_MARKER.pattern}", re.M), r"[\[题试问Q]")
_OPTION_LINE = re.compile(r"[ \t*-]*[(\[]?[A-Ha-h](?:[.、:)\]]|[ \t])")


@dataclass(slots=True)
class _Unit:
    anchor: int  # the first thing that shows there is a question: its label, options or answer
    asked: bool  # the anchor is a label such as 题目：, so the question begins there
    run: bool = False
    answer: bool = False
    last: int = 0  # the last such thing
    explained: bool = False


def units_in(page: Page, markers: Markers, span: Span) -> list[Span]:
    """The stretches of the span that are one question each, in order."""
    units: list[_Unit] = []
    for kind, at, end in _events(page, markers, span):
        unit = units[-1] if units else None
        if kind == "explanation":
            if unit and (unit.answer or unit.run):
                unit.explained, unit.last = True, end
            continue
        if unit is None or _begins(page, unit, kind, at):
            unit = _Unit(at, kind == "ask", last=end)
            units.append(unit)
        unit.run = unit.run or kind == "run"
        unit.answer = unit.answer or kind == "answer"
        unit.last = max(unit.last, end)
    units = [unit for unit in units if unit.run or unit.answer]
    starts = [_start(page, unit, units[index - 1] if index else None, span.start) for index, unit in enumerate(units)]
    return [Span(start, end) for start, end in zip(starts, [*starts[1:], span.end], strict=False) if start < end]


def _events(page: Page, markers: Markers, span: Span) -> list[tuple[str, int, int]]:
    events = [("ask", match.start(), match.end()) for match in _ASK.finditer(page.folded, span.start, span.end)]
    low, high = bisect_left(markers.runs, span.start), bisect_left(markers.runs, span.end)
    events += [("run", run, run) for run in markers.runs[low:high]]
    for name, spans in (("answer", markers.answers), ("explanation", markers.explanations)):
        low, high = bisect_left(spans, (span.start, 0)), bisect_left(spans, (span.end, 0))
        events += [(name, each.start, each.end) for each in spans[low:high]]
    return sorted(events, key=lambda event: event[1])


def _begins(page: Page, unit: _Unit, kind: str, at: int) -> bool:
    """Whether this thing belongs to a new question rather than to the one before."""
    if kind == "ask":
        return unit.run or unit.answer
    if kind == "answer":
        return unit.answer
    if unit.run:
        return True
    return unit.answer and bool(page.folded[_line_end(page, unit.last) : at].strip())


def _start(page: Page, unit: _Unit, before: _Unit | None, floor: int) -> int:
    """Where the stem in front of the anchor begins."""
    line = page.line_of(unit.anchor)
    anchor = page.lines[line].start
    if unit.asked:
        return max(floor, anchor)
    bound = max(floor, _line_end(page, before.last) if before else floor)
    if page.folded[max(bound, anchor) : unit.anchor].strip() and not unit.asked:
        above: list[Span] = []
        line += 1  # the stem stands on the line of the anchor
    first = page.line_of(bound)
    first += page.lines[first].start < bound
    between = [page.lines[index] for index in range(first, line)]
    if before and before.run and not before.answer:
        while between and (
            page.blank(between[0]) or _OPTION_LINE.match(page.folded[between[0].start : between[0].end])
        ):
            between.pop(0)
    above = _stem_lines(page, between, bool(before and before.explained), before is None)
    return above[0].start if above else max(bound, min(anchor, unit.anchor))


def _stem_lines(page: Page, lines: list[Span], explained: bool, first: bool) -> list[Span]:
    """The lines that are the stem: the paragraph before the anchor; what stands above explains the question before."""
    while lines and page.blank(lines[0]):
        lines = lines[1:]
    while lines and page.blank(lines[-1]):
        lines = lines[:-1]
    gaps = [index for index, line in enumerate(lines) if page.blank(line)]
    if gaps and (explained or first):
        return lines[gaps[-1] + 1 :]
    if explained and len(lines) > 1:
        return lines[-1:]
    return lines


def _line_end(page: Page, offset: int) -> int:
    return page.lines[page.line_of(offset)].end
