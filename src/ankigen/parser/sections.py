"""Reads the questions of each section: by their numbers, and by options and answers where numbers are missing."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace

from ankigen.model import Claim, Part
from ankigen.parser.ahead import EARLIER, Place, place_of_keys
from ankigen.parser.chain import chain_of
from ankigen.parser.draft import Draft
from ankigen.parser.groups import give_material, intro_is_material, is_instruction, shared_in
from ankigen.parser.join import Problem
from ankigen.parser.keys import KeyBlock, holder
from ankigen.parser.markers import Markers, Number, form_of, numbers_in
from ankigen.parser.outline import Outline, Section, without_keys
from ankigen.parser.page import Page
from ankigen.parser.read import Guide, read
from ankigen.parser.units import units_in
from ankigen.parser.values import letters_of
from ankigen.text import Span

MANY_TITLED = 5
_INK = re.compile(r"\S")
_MATERIAL = re.compile(r"\s*[(\[]?(?:材料|案例|资料|短文|背景)")


@dataclass(slots=True)
class Work:
    """What the steps of reading a paper hand on to each other."""

    page: Page
    markers: Markers
    guide: Guide
    outline: Outline
    claims: list[Claim]
    drafts: list[Draft]
    problems: list[Problem]
    titled: bool  # the file prints its questions' numbers in headings, so a list elsewhere holds no questions


def read_sections(work: Work, tables: list[Span]) -> None:
    """Fill `work.drafts` from all sections that hold questions; the tables are read elsewhere."""
    previous = 0
    taken = sorted([*work.outline.blocks, *(KeyBlock(span, ()) for span in tables)], key=lambda block: block.span)
    for section in work.outline.sections:
        if section.is_key:
            continue
        for stretch in without_keys(section, taken):
            drafts = _read_stretch(work, section, stretch, previous)
            work.drafts += drafts
            numbered = [draft.number.value for draft in drafts if draft.number]
            previous = numbered[-1] if numbered else previous


def _read_stretch(work: Work, section: Section, span: Span, previous: int) -> list[Draft]:
    """The questions of a stretch: by their numbers, and by options and answers where numbers are missing."""
    page, markers = work.page, work.markers
    shared = shared_in(page, span)
    announced = [each.span for each in shared]
    inside = [
        number
        for number in numbers_in(markers.numbers, span)
        if not holder(work.outline.blocks, number.start) and not _among(announced, number.start)
    ]
    if work.guide.layout.numbers:
        form = form_of(work.guide.layout.numbers)
        inside = [number for number in inside if number.form == form]
    inside = _without_slips(markers, inside)
    titled = [number for number in inside if number.heading]
    if titled and (inside[0].heading or len(titled) > 1):
        inside = titled
    if any(number.form == "case" for number in inside):
        inside = [number for number in inside if number.form == "case" or _asks(markers, inside, number, span.end)]
    kinds = section.heading is not None and section.heading.kinds
    kinds_elsewhere = any(heading.kinds for heading in work.outline.headings)
    strict = not titled and not kinds and (work.titled or (section.heading is None and kinds_elsewhere))
    chosen = chain_of(page, markers, inside, span, previous, section.kind, strict)
    cut_off = _cut_off(page, markers, inside, chosen, span)
    place, keys = place_of_keys(page, markers, chosen, span, work.drafts[-EARLIER:])
    if place is Place.AHEAD:  # questions begin at their keys
        chosen = [replace(number, start=key.start) for number, key in zip(chosen, keys, strict=True)]
    chosen = chosen + cut_off
    stops = sorted([*(number.start for number in chosen), *(each.span.start for each in shared), span.end])
    drafts: list[Draft] = []
    if chosen:
        head = Span(span.start, stops[0])
        units = [] if chosen[0].form == "asked" else units_in(page, markers, head)  # above 【问题1】 stands the case
        drafts += _unnumbered(work, section, units)
        rest = Span(span.start, drafts[0].span.start if drafts else stops[0])
    else:
        units = units_in(page, markers, Span(span.start, stops[0]))
        drafts += _unnumbered(work, section, units)
        rest = Span(span.start, units[0].start if units else span.end)
    for index, number in enumerate(chosen):
        if _is_empty(page, number, chosen[index + 1 : index + 2], span.end):
            continue
        end = stops[bisect_left(stops, number.start + 1)]
        drafts += _split(work, section, number, Span(number.start, end))
    words = page.folded[rest.start : rest.end]
    if shared and rest.end <= shared[0].span.start and _MATERIAL.match(words):  # `材料一：…` above `根据材料一，回答…`
        shared[0] = replace(shared[0], span=Span(rest.start + len(words) - len(words.lstrip()), shared[0].span.end))
        stops = sorted([*stops, shared[0].span.start])
    else:
        _introduce(work, section, drafts, rest)
    for each in shared:
        _share(work, drafts, each.span, each.first, each.last, stops)
    for draft in drafts:
        draft.conflict = draft.conflict or place is Place.UNSURE
    return drafts


def _is_empty(page: Page, number: Number, following: list[Number], end: int) -> bool:
    """Whether a number has no question: nothing stands between it and the next one of its form."""
    if following and following[0].form != number.form:
        return False  # it is above the parts of its question
    return not page.folded[number.end : following[0].start if following else end].strip()


def _unnumbered(work: Work, section: Section, units: list[Span]) -> list[Draft]:
    """The questions that stand there without numbers; a key with nothing in front of it is reported instead."""
    drafts = [read(work.page, work.markers, work.guide, section, None, unit) for unit in units]
    if drafts and _is_lone_key(work.page, drafts[0]):
        lone = drafts.pop(0).span
        words = work.page.text[lone.start : lone.end].strip()
        span = Span(lone.start, lone.start + len(words))
        work.claims.append(Claim(span, Part.KEY))
        work.problems.append(Problem("unmatched-key", span, f"no question stands in front of the key {words[:20]!r}"))
        touching = drafts and "\n" not in work.page.folded[span.end : drafts[0].span.start].strip(" \t")[1:]
        if touching and drafts[-1].answer is None:  # perhaps every key stands in front of its question
            for draft in drafts:
                draft.conflict = True
    return drafts


def _is_lone_key(page: Page, draft: Draft) -> bool:
    return draft.answer is not None and not draft.labels and not page.folded[draft.stem.start : draft.stem.end].strip()


def _without_slips(markers: Markers, numbers: list[Number]) -> list[Number]:
    """Without a rare number in front of an explanation, which belongs to the question above; many are a layout."""
    slips = {number for number in numbers if _begins(markers.explained_at, number.end)}
    return [number for number in numbers if number not in slips] if len(slips) * 10 <= len(numbers) else numbers


def _begins(starts: list[int], offset: int) -> bool:
    at = bisect_left(starts, offset)
    return at < len(starts) and starts[at] == offset


def _cut_off(page: Page, markers: Markers, inside: list[Number], chosen: list[Number], span: Span) -> list[Number]:
    """The question that the text breaks off in before it has options or a key: the next number, right behind a key."""
    if not chosen or _INK.search(page.folded, span.end):
        return []
    last, number = chosen[-1], inside[-1]
    if number.form != last.form or number.value != last.value + 1 or not number.line_start:
        return []
    at = bisect_left(markers.answered_at, number.start) - 1
    answer = markers.answers[at] if at >= 0 else None
    if answer is None or answer.start < last.start:
        return []
    key = letters_of(page.folded[answer.end : number.start], {})
    ended = page.folded[number.end : span.end].rstrip()[-1:]
    blank = key is not None and not page.folded[answer.end + key[1] : number.start].strip()
    return [number] if blank and ended and ended not in "。；;！!" else []


def _among(spans: list[Span], offset: int) -> bool:
    index = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return index >= 0 and offset < spans[index].end


def _asks(markers: Markers, numbers: list[Number], number: Number, end: int) -> bool:
    """Whether options or an answer stand between the number and the next one."""
    at = bisect_left(numbers, number.start + 1, key=lambda each: each.start)
    span = Span(number.start, numbers[at].start if at < len(numbers) else end)
    return bool(markers.count(markers.runs, span) or markers.count(markers.answered_at, span))


def _split(work: Work, section: Section, number: Number, span: Span) -> list[Draft]:
    """One question, or several where the numbers after the first are missing."""
    page, markers = work.page, work.markers
    if markers.count(markers.runs, span) > 1 and markers.count(markers.answered_at, span) > 1:
        units = units_in(page, markers, Span(number.end, span.end))
        if len(units) > 1:
            first = read(page, markers, work.guide, section, number, Span(span.start, units[1].start))
            return [first, *(read(page, markers, work.guide, section, None, unit) for unit in units[1:])]
    return [read(page, markers, work.guide, section, number, span)]


def _introduce(work: Work, section: Section, drafts: list[Draft], span: Span) -> None:
    """The text between a heading and its first question: material, an instruction, or nothing of the kind."""
    words = work.page.folded[span.start : span.end]
    if not words.strip():
        return
    tight = Span(span.start + len(words) - len(words.lstrip()), span.end - (len(words) - len(words.rstrip())))
    if drafts and intro_is_material(work.page, drafts[0], tight):
        give_material(work.page, drafts, tight)
    elif section.heading and is_instruction(work.page, tight):
        work.claims.append(Claim(tight, Part.NOISE, "instruction"))
    elif section.heading and not drafts and re.fullmatch(r"(?:[^\n]{0,60}\n?){1,3}", words.strip()):
        work.claims.append(Claim(tight, Part.NOISE, "text under a heading without questions"))


def _share(work: Work, drafts: list[Draft], span: Span, first: int, last: int, stops: list[int]) -> None:
    end = stops[bisect_left(stops, span.end)]
    sharing: list[Draft] = []
    for index in range(bisect_left(drafts, span.start, key=lambda draft: draft.span.start), len(drafts)):
        number = drafts[index].number
        if number and not first <= number.value <= last:
            break
        sharing += [drafts[index]] if number else []
    if sharing:
        give_material(work.page, sharing, Span(span.start, end))
