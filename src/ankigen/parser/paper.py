"""The parser's way from text to paper, on one page."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ankigen.diagnostics import Diagnostic
from ankigen.model import Claim, Paper, Part, Question
from ankigen.parser import checks
from ankigen.parser.chain import chain_of
from ankigen.parser.claims import cover
from ankigen.parser.draft import Draft
from ankigen.parser.finish import Finisher
from ankigen.parser.groups import give_material, intro_is_material, is_instruction, nest, shared_in
from ankigen.parser.headings import Heading, headings_of, listed_headings
from ankigen.parser.join import Joined, join
from ankigen.parser.keys import KeyBlock, holder
from ankigen.parser.lexicon import ANSWER, EXPLANATION, STEM_MARKER
from ankigen.parser.markers import Markers, Number, markers_of, numbers_in
from ankigen.parser.marks import Marks
from ankigen.parser.noise import noise_of
from ankigen.parser.outline import Outline, Section, outline_of, without_keys
from ankigen.parser.page import Page, fold, lines_of
from ankigen.parser.read import Labels, read, unmarked_answer
from ankigen.parser.tables import grids_of, masked, read_grids
from ankigen.parser.units import units_in
from ankigen.parser.values import letters_of
from ankigen.text import Rewrite, Span

MANY_TITLED = 5
_MATERIAL = re.compile(r"\s*[(\[]?(?:材料|案例|资料|短文|背景)")


@dataclass(slots=True)
class _Work:
    """What the steps hand on to each other."""

    page: Page
    markers: Markers
    labels: Labels
    outline: Outline
    claims: list[Claim]
    drafts: list[Draft]
    titled: bool  # the file prints its questions' numbers in headings, so a list elsewhere holds no questions


def parse(text: Rewrite, *, title: str = "") -> tuple[Paper, tuple[Diagnostic, ...]]:
    """Read a cleaned text.

    Args:
        text: the cleaned text, with its way back to the source.
        title: what to call the paper; the first line is taken where it looks like one.

    Returns:
        The paper, whose claims cover the text, and what a person should look at.
    """
    grids = grids_of(text)
    page, claims = _page(masked(text.text, grids))
    marks = Marks(text)
    markers = markers_of(page)
    headings = _headings(page, markers, marks)
    sections = {heading.span.start for heading in headings}
    markers = markers.titled([span for span in marks.headings() if span.start not in sections])
    outline = outline_of(page, markers, headings)
    markers = outline.markers
    titled = sum(1 for number in markers.numbers if number.heading)
    labels = Labels.of(page.folded)
    work = _Work(page, markers, labels, outline, claims, [], titled >= MANY_TITLED)
    claims += [Claim(heading.span, Part.HEADING) for heading in outline.headings]
    _read_sections(work, [grid.span for grid in grids])
    drafts = nest(page, work.drafts)
    joined = join(page, markers, outline, drafts)
    claims += joined.claims
    for draft in drafts:
        unmarked_answer(page, labels, draft)
    marks.learn(drafts)
    finisher = Finisher(page, text, marks, _width(page))
    finished = [finisher.finish(draft) for draft in drafts]
    questions = [each.question for each in finished]
    diagnostics = _checked(text, page, outline, drafts, questions, joined)
    tabled = read_grids(text, grids, outline.sections)
    claims += tabled.claims
    diagnostics += tabled.diagnostics
    for each in [*finished, *tabled.finished]:
        claims += each.claims
        diagnostics += each.diagnostics
    questions = sorted([*questions, *(each.question for each in tabled.finished)], key=lambda each: each.span)
    covered = cover(text.text, claims)
    found_title, covered = _titled(text, covered)
    spans = [claim.span for claim in covered if claim.part is Part.NOISE and claim.reason == "belongs to no question"]
    diagnostics += checks.leftovers(text, spans)
    paper = Paper(title or found_title, text, covered, tuple(questions))
    return paper, tuple(sorted(diagnostics, key=lambda each: each.span or Span(0, 0)))


def _page(text: str) -> tuple[Page, list[Claim]]:
    """The page with its noise blanked, and the claims for the noise."""
    folded = fold(text)
    lines = tuple(lines_of(folded))
    noise = noise_of(folded, lines)
    if not noise:
        return Page(text, folded, lines), []
    shown, masked = _masked(text, noise), _masked(folded, noise)
    return Page(shown, masked, tuple(lines_of(masked))), [Claim(span, Part.NOISE, reason) for span, reason in noise]


def _masked(text: str, noise: Sequence[tuple[Span, str]]) -> str:
    """Noise lines turned to spaces, line break and all, so that the lines around them touch."""
    parts, at = [], 0
    for span, reason in noise:
        end = span.end if reason == "ruler" else min(span.end + 1, len(text))
        parts += [text[at : span.start], " " * (end - span.start)]
        at = end
    return "".join([*parts, text[at:]])


def _headings(page: Page, markers: Markers, marks: Marks) -> list[Heading]:
    marked = [span for span in marks.headings() if _may_be_heading(page, span)]
    marked = _sections_of(page, markers, marks, marked)
    found = headings_of(page, markers.crowded, marked)
    listed = [heading for heading in listed_headings(page) if _listed_is_heading(page, markers, heading)]
    taken = {heading.span.start for heading in found}
    return sorted(
        [*found, *(each for each in listed if each.span.start not in taken)], key=lambda heading: heading.span
    )


def _may_be_heading(page: Page, line: Span) -> bool:
    words = page.folded[line.start : line.end].strip()
    return not any(pattern.match(words) for pattern in (ANSWER, EXPLANATION, STEM_MARKER))


def _sections_of(page: Page, markers: Markers, marks: Marks, lines: list[Span]) -> list[Span]:
    """The file's own headings without those that are questions (`### 1. 下列…`, `## Q001`) or parts of one."""
    numbers = [next(iter(numbers_in(markers.numbers, line)), None) for line in lines]
    counted = {(number.form, number.value) for number in numbers if number}
    asking = []
    for index, (line, number) in enumerate(zip(lines, numbers, strict=True)):
        if number is None or number.form == "han":
            continue
        end = lines[index + 1].start if index + 1 < len(lines) else len(page.text)
        body = Span(line.start, end)
        asks = markers.count(markers.answered_at, body) == 1 or markers.count(markers.runs, body) == 1
        lists = any(each.line_start for each in numbers_in(markers.numbers, Span(line.end, end)))
        counts = {(number.form, number.value - 1), (number.form, number.value + 1)} & counted
        if number.form in ("di", "q", "ti") or asks or (counts and not lists):
            asking.append((line, (marks.level(line), number.form)))
    if len(asking) < MANY_TITLED:
        questions = {line for line, _ in asking}
        return [line for line in lines if line not in questions]
    level, form = Counter(shape for _, shape in asking).most_common(1)[0][0]
    return [
        line
        for line, number in zip(lines, numbers, strict=True)
        if marks.level(line) < level or (marks.level(line) == level and (number is None or number.form != form))
    ]


def _listed_is_heading(page: Page, markers: Markers, heading: Heading) -> bool:
    """`一、进程管理` is a heading when a question with another kind of number comes before any answer or option."""
    at = bisect_left(markers.numbers, heading.span.end, key=lambda number: number.start)
    if at >= len(markers.numbers) or markers.numbers[at].form == "han":
        return False
    number = markers.numbers[at]
    between = Span(heading.span.end, number.start)
    if markers.count(markers.answered_at, between) or markers.count(markers.runs, between):
        return False
    return (
        number.value == 1
        and number.line_start
        and number.form != "round"
        and not page.folded[between.start : between.end].strip()
    )


def _read_sections(work: _Work, tables: list[Span]) -> None:
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


def _read_stretch(work: _Work, section: Section, span: Span, previous: int) -> list[Draft]:
    """The questions of a stretch: by their numbers, and by options and answers where numbers are missing."""
    page, markers = work.page, work.markers
    shared = shared_in(page, span)
    inside = [
        number
        for number in numbers_in(markers.numbers, span)
        if not holder(work.outline.blocks, number.start) and not _among([each.span for each in shared], number.start)
    ]
    titled = [number for number in inside if number.heading]
    if titled and (inside[0].heading or len(titled) > 1):
        inside = titled
    if any(number.form == "case" for number in inside):
        inside = [number for number in inside if number.form == "case" or _asks(markers, inside, number, span.end)]
    kinds = section.heading is not None and section.heading.kinds
    kinds_elsewhere = any(heading.kinds for heading in work.outline.headings)
    strict = not titled and not kinds and (work.titled or (section.heading is None and kinds_elsewhere))
    chosen = chain_of(page, markers, inside, span, previous, section.kind, strict)
    chosen = _moved_back(page, markers, chosen, span) + _cut_off(page, markers, inside, chosen, span)
    stops = sorted([*(number.start for number in chosen), *(each.span.start for each in shared), span.end])
    drafts: list[Draft] = []
    if chosen:
        head = Span(span.start, stops[0])
        drafts += [read(page, markers, work.labels, section, None, unit) for unit in units_in(page, markers, head)]
        rest = Span(span.start, drafts[0].span.start if drafts else stops[0])
    else:
        units = units_in(page, markers, Span(span.start, stops[0]))
        drafts += [read(page, markers, work.labels, section, None, unit) for unit in units]
        rest = Span(span.start, units[0].start if units else span.end)
    for number in chosen:
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
    return drafts


def _cut_off(page: Page, markers: Markers, inside: list[Number], chosen: list[Number], span: Span) -> list[Number]:
    """The question that the text breaks off in before it has options or a key: the next number, right behind a key."""
    if not chosen or page.folded[span.end :].strip():
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


def _split(work: _Work, section: Section, number: Number, span: Span) -> list[Draft]:
    """One question, or several where the numbers after the first are missing."""
    page, markers = work.page, work.markers
    if markers.count(markers.runs, span) > 1 and markers.count(markers.answered_at, span) > 1:
        units = units_in(page, markers, Span(number.end, span.end))
        if len(units) > 1:
            first = read(page, markers, work.labels, section, number, Span(span.start, units[1].start))
            return [first, *(read(page, markers, work.labels, section, None, unit) for unit in units[1:])]
    return [read(page, markers, work.labels, section, number, span)]


def _moved_back(page: Page, markers: Markers, chosen: list[Number], span: Span) -> list[Number]:
    """Where every answer stands on the line before its question's number, questions begin at their answers."""
    if not chosen:
        return chosen
    answers = markers.answers[bisect_left(markers.answered_at, span.start) : bisect_left(markers.answered_at, span.end)]
    if not answers or answers[0].start > chosen[0].start or len(answers) < len(chosen):
        return chosen
    moved = []
    for number in chosen:
        index = bisect_left(answers, (number.start, 0)) - 1
        between = page.folded[answers[index].end : number.start] if index >= 0 else "x"
        if len(between.strip()) > 12 or "\n" in between.strip():
            return chosen
        moved.append(
            Number(answers[index].start, number.end, number.label, number.value, number.form, number.line_start)
        )
    return moved


def _introduce(work: _Work, section: Section, drafts: list[Draft], span: Span) -> None:
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


def _share(work: _Work, drafts: list[Draft], span: Span, first: int, last: int, stops: list[int]) -> None:
    end = stops[bisect_left(stops, span.end)]
    sharing = [
        draft
        for draft in drafts
        if draft.number and first <= draft.number.value <= last and draft.span.start >= span.start
    ]
    if sharing:
        give_material(work.page, sharing, Span(span.start, end))


def _checked(
    text: Rewrite, page: Page, outline: Outline, drafts: list[Draft], questions: list[Question], joined: Joined
) -> list[Diagnostic]:
    found = [Diagnostic.of(each.rule, each.message, text.back(each.span)) for each in joined.problems]
    found += checks.numbers(text, drafts)
    found += checks.counts(text, outline.sections, drafts)
    found += checks.truncation(text, page, drafts, questions)
    return found


def _width(page: Page) -> int:
    """The length of a full line where the page wraps its lines, else 0."""
    lengths = sorted(line.end - line.start for line in page.lines if line.end - line.start > 20)
    if len(lengths) < 20:
        return 0
    usual = lengths[int(len(lengths) * 0.9)]
    full = sum(1 for length in lengths if usual - 3 <= length <= usual + 1)
    return usual if full * 100 >= len(lengths) * 15 else 0


def _titled(text: Rewrite, claims: tuple[Claim, ...]) -> tuple[str, tuple[Claim, ...]]:
    """The paper's title: a short first line without a full stop that belongs to no question."""
    for index, claim in enumerate(claims):
        if claim.part is Part.SPACE:
            continue
        words = text.text[claim.span.start : claim.span.end]
        first = words.split("\n")[0].strip()
        if claim.part is Part.HEADING:
            return first, claims
        if (
            claim.part is not Part.NOISE
            or claim.reason != "belongs to no question"
            or not first
            or first[-1] in "。？！；.?!;，,"
        ):
            return "", claims
        if len(first) > 60:
            return "", claims
        titled = Claim(claim.span, Part.NOISE, "title") if words.strip() == first else None
        if titled is None:
            cut = claim.span.start + len(first)
            rest = Claim(Span(cut, claim.span.end), Part.NOISE, claim.reason)
            return first, (
                *claims[:index],
                Claim(Span(claim.span.start, cut), Part.NOISE, "title"),
                rest,
                *claims[index + 1 :],
            )
        return first, (*claims[:index], titled, *claims[index + 1 :])
    return "", claims
