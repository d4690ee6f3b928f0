"""The parser's way from text to paper, on one page."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ankigen.diagnostics import Diagnostic
from ankigen.model import Claim, Confidence, Layout, Paper, Part, Question
from ankigen.parser import checks
from ankigen.parser.alternate import answers_below
from ankigen.parser.claims import cover
from ankigen.parser.decor import undecorate
from ankigen.parser.draft import Draft
from ankigen.parser.finish import Finisher
from ankigen.parser.groups import nest
from ankigen.parser.headings import Heading, headings_of, listed_headings
from ankigen.parser.join import Joined, join
from ankigen.parser.lexicon import ANSWER, EXPLANATION, STEM_MARKER
from ankigen.parser.markers import Markers, markers_of, numbers_in
from ankigen.parser.marks import Marks
from ankigen.parser.noise import noise_of
from ankigen.parser.outline import Outline, outline_of
from ankigen.parser.page import Page, fold, lines_of
from ankigen.parser.read import Guide, unmarked_answer
from ankigen.parser.sections import MANY_TITLED, Work, read_sections
from ankigen.parser.tables import grids_of, masked, read_grids
from ankigen.text import Rewrite, Span


def parse(text: Rewrite, *, title: str = "", layout: Layout | None = None) -> tuple[Paper, tuple[Diagnostic, ...]]:
    """Read a cleaned text.

    Args:
        text: the cleaned text, with its way back to the source.
        title: what to call the paper; the first line is taken where it looks like one.
        layout: what the user knows better than detection does.

    Returns:
        The paper, whose claims cover the text, and what a person should look at.
    """
    grids = grids_of(text)
    page, claims = _page(masked(text.text, grids))
    left_out = checks.left_out(text, claims)
    marks = Marks(text)
    markers = markers_of(page)
    headings = _headings(page, markers, marks)
    sections = {heading.span.start for heading in headings}
    markers = markers.titled([span for span in marks.headings() if span.start not in sections])
    outline = outline_of(page, markers, headings)
    markers = outline.markers
    titled = sum(1 for number in markers.numbers if number.heading)
    guide = Guide.of(page.folded, layout or Layout())
    work = Work(page, markers, guide, outline, claims, [], [], titled >= MANY_TITLED)
    claims += [Claim(heading.span, Part.HEADING) for heading in outline.headings]
    read_sections(work, [grid.span for grid in grids])
    drafts = nest(page, work.drafts)
    undecorate(page, drafts)
    joined = join(page, markers, outline, drafts)
    claims += joined.claims
    joined.problems[:0] = work.problems
    for draft in drafts:
        unmarked_answer(page, guide, draft)
    answers_below(page, drafts)
    marks.learn(drafts)
    finisher = Finisher(page, text, marks, _width(page))
    finished = [finisher.finish(draft) for draft in drafts]
    questions = _sure(drafts, [each.question for each in finished])
    diagnostics = left_out + _checked(text, page, outline, drafts, questions, joined)
    tabled = read_grids(text, grids, outline.sections)
    claims += tabled.claims
    diagnostics += tabled.diagnostics
    for each in [*finished, *tabled.finished]:
        claims += each.claims
        diagnostics += each.diagnostics
    questions = sorted([*questions, *(each.question for each in tabled.finished)], key=lambda each: each.span)
    diagnostics = checks.keyless(questions, diagnostics)
    covered = cover(text.text, claims)
    found_title, covered = _titled(text, covered)
    spans = [claim.span for claim in covered if claim.part is Part.NOISE and claim.reason == "belongs to no question"]
    diagnostics += checks.leftovers(text, spans)
    paper = Paper(title or found_title, text, covered, tuple(questions))
    return paper, tuple(sorted(diagnostics, key=lambda each: each.span or Span(0, 0)))


def _sure(drafts: list[Draft], questions: list[Question]) -> list[Question]:
    """With how sure each beginning is: a number in sequence, a number out of it, or none."""
    out = []
    before = 0
    for draft, question in zip(drafts, questions, strict=True):
        value = draft.number.value if draft.number else 0
        start = 0.8 if draft.number is None else 1.0 if value in (1, before + 1) else 0.7
        confidence = Confidence(start, question.confidence.options, question.confidence.answer)
        out.append(replace(question, confidence=confidence) if start < 1.0 else question)
        before = value or before
    return out


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
    taken = {heading.span.start for heading in found}
    below = {each.span.start for each in found if each.kinds and page.folded[each.span.start] == "("}
    listed = [
        heading
        for heading in listed_headings(page)
        if _next_words(page, heading.span.end) in below or _listed_is_heading(page, markers, heading)
    ]
    return sorted(
        [*found, *(each for each in listed if each.span.start not in taken)], key=lambda heading: heading.span
    )


_PART_OF_CASE = re.compile(r"(?:题目)?(?:背景|问题)[ \t]*:?")


def _may_be_heading(page: Page, line: Span) -> bool:
    words = page.folded[line.start : line.end].strip()
    return not _PART_OF_CASE.fullmatch(words) and not any(
        pattern.match(words) for pattern in (ANSWER.pattern, EXPLANATION.pattern, STEM_MARKER)
    )


def _sections_of(page: Page, markers: Markers, marks: Marks, lines: list[Span]) -> list[Span]:
    """The file's own headings without those that are questions (`### 1. 下列…`, `## Q001`) or parts of one."""
    numbers = [next(iter(numbers_in(markers.numbers, line)), None) for line in lines]
    counted = {(number.form, number.value) for number in numbers if number}
    asking = []
    for index, (line, number) in enumerate(zip(lines, numbers, strict=True)):
        if number is None or number.form == "han":
            continue
        end = lines[index + 1].start if index + 1 < len(lines) else len(page.text)
        if not page.folded[number.end : end].strip():
            continue  # `# 2017` with nothing below
        body = Span(line.start, end)
        asks = markers.count(markers.answered_at, body) == 1 or markers.count(markers.runs, body) == 1
        lists = any(each.line_start for each in numbers_in(markers.numbers, Span(line.end, end)))
        counts = {(number.form, number.value - 1), (number.form, number.value + 1)} & counted
        if number.form in ("di", "q", "ti", "asked") or asks or (counts and not lists):
            asking.append((line, (marks.level(line), number.form)))
    cases = [shape for _, shape in asking if shape[1] == "asked"]
    if len(asking) < MANY_TITLED and not cases:
        questions = {line for line, _ in asking}
        return [line for line in lines if line not in questions]
    level, form = Counter(cases or [shape for _, shape in asking]).most_common(1)[0][0]
    return [
        line
        for line, number in zip(lines, numbers, strict=True)
        if marks.level(line) < level or (marks.level(line) == level and (number is None or number.form != form))
    ]


_WORD = re.compile(r"\s*")


def _next_words(page: Page, offset: int) -> int:
    """Where the words behind the offset begin."""
    space = _WORD.match(page.folded, offset)
    return space.end() if space else offset


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
