"""Questions without numbers: every run of options or answer belongs to one, and the text in front of it is its stem."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from ankigen.parser.lexicon import STEM_MARKER
from ankigen.parser.markers import Markers
from ankigen.parser.page import Page
from ankigen.parser.scan import Finder
from ankigen.parser.values import letters_of
from ankigen.text import Span

_ASK = Finder.at_lines(re.compile(rf"^[ \t]*{STEM_MARKER.pattern}", re.M), r"[\[题试问Q]")
_DISCUSSES = re.compile(r"(?:选项|各项|逐项|逐条|逐一)[^\n:。]{0,8}:[ \t]*\n[-*+• \t]*$")  # `各选项分析：`
_OPTION_LINE = re.compile(r"[ \t*-]*[(\[]?[A-Ha-h](?:[.、:)\]]|[ \t])")


@dataclass(slots=True)
class _Unit:
    anchor: int  # the first thing that shows there is a question: its label, options or answer
    asked: bool  # the anchor is a label such as 题目：, so the question begins there
    run: bool = False
    answer: bool = False
    last: int = 0  # the last such thing
    explained: bool = False
    key: str = ""  # what the answer says, as far as it is letters


def units_in(page: Page, markers: Markers, span: Span) -> list[Span]:
    """The stretches of the span that are one question each, in order."""
    units: list[_Unit] = []
    for kind, at, end in _events(page, markers, span):
        unit = units[-1] if units else None
        if unit and unit.explained and _explains(page, unit, kind, at, end):
            unit.last = end
            continue
        if kind == "explanation":
            if unit and (unit.answer or unit.run):
                unit.explained, unit.last = True, end
            continue
        if unit is None or _begins(page, unit, kind, at):
            unit = _Unit(at, kind == "ask", last=end)
            units.append(unit)
        unit.run = unit.run or kind == "run"
        if kind == "answer" and not unit.answer:
            unit.answer, unit.key = True, _key(page, end)
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


def _explains(page: Page, unit: _Unit, kind: str, at: int, end: int) -> bool:
    """Whether options or a key inside an explanation are the question's own: discussed one by one, said again."""
    if kind == "run":
        return bool(_DISCUSSES.search(page.folded, max(0, at - 60), at))
    return kind == "answer" and unit.run and bool(unit.key) and unit.key == _key(page, end)


def _key(page: Page, at: int) -> str:
    letters = letters_of(page.folded[at : at + 20].split("\n")[0], {})
    return "".join(letters[0]) if letters else ""


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
    spilt = bool(before and before.explained and not _paragraph_ends(page, before.last))
    above = _stem_lines(page, between, bool(before and before.explained), spilt, before is None)
    return above[0].start if above else max(bound, min(anchor, unit.anchor))


def _paragraph_ends(page: Page, offset: int) -> bool:
    """Whether words stand behind the offset on its line, and a blank line below: an explanation that has ended."""
    line = page.line_of(offset)
    told = page.folded[offset : page.lines[line].end].strip()
    return bool(told) and line + 1 < len(page.lines) and page.blank(page.lines[line + 1])


def _stem_lines(page: Page, lines: list[Span], explained: bool, spilt: bool, first: bool) -> list[Span]:
    """The lines that are the stem: the paragraph before the anchor; what stands above explains the question before.

    `spilt` says that the explanation may go on right above the stem, without a blank line between them.
    """
    while lines and page.blank(lines[0]):
        lines = lines[1:]
    while lines and page.blank(lines[-1]):
        lines = lines[:-1]
    gaps = [index for index, line in enumerate(lines) if page.blank(line)]
    if gaps and (explained or first):
        return lines[gaps[-1] + 1 :]
    if spilt and len(lines) > 1:
        return lines[-1:]
    return lines


def _line_end(page: Page, offset: int) -> int:
    return page.lines[page.line_of(offset)].end
