"""What a whole paper shows against itself: numbers that jump or repeat, counts that do not fit, a cut-off end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from ankigen.diagnostics import Diagnostic, Note
from ankigen.model import Claim, Kind, Part, Question
from ankigen.parser.draft import Draft
from ankigen.parser.noise import PROMOTION
from ankigen.parser.outline import Section
from ankigen.parser.page import Page
from ankigen.parser.running import TITLE_AGAIN
from ankigen.text import Rewrite, Span

_TERMINAL = '。？！?!.…）)】]”"」』`|}；;'
_FEW = 5  # so many questions without an answer are named one by one
_TOLD = (PROMOTION, TITLE_AGAIN)  # noise that is not plain from its form
_OPEN_END = "，,、：:（([“《-—"


def numbers(text: Rewrite, drafts: Sequence[Draft]) -> list[Diagnostic]:
    """Gaps and repetitions within each run of questions that are numbered in one form."""
    found: list[Diagnostic] = []
    by_section = groupby(
        (draft for draft in drafts if draft.number), key=lambda draft: (draft.section.span, draft.parent)
    )
    for _, group in by_section:
        run = list(group)
        values = [draft.number.value for draft in run if draft.number]
        present = set(values)
        jumbled = any(b < a and b != 1 for a, b in pairwise(values))  # sorted by text: 1, 10, 11, 2
        seen: dict[int, Draft] = {}
        for index, (before, draft) in enumerate(zip([None, *run], run, strict=False)):
            value, last = _value(draft), _value(before)
            if before is not None and value == 1 and last != 1:
                seen = {}
            following = _value(run[index + 1]) if index + 1 < len(run) else 0
            if value in seen and value < last and following == value + 1 and following in seen:
                message = f"numbers begin again at {value}"
                found.append(_diagnostic(text, "duplicate-number", message, draft, seen[value]))
                seen = {}
            elif value in seen:
                message = f"number {value} stands at two questions"
                found.append(_diagnostic(text, "duplicate-number", message, draft, seen[value]))
            elif before and value > last + 1 and not jumbled:
                missing = [str(n) for n in range(last + 1, min(value, last + 100)) if n not in present]
                if missing:
                    listed = missing[0] if len(missing) == 1 else f"{missing[0]}–{missing[-1]}"
                    found.append(_diagnostic(text, "number-gap", f"no question has number {listed}", draft, before))
            seen[value] = draft
    return found


def _value(draft: Draft | None) -> int:
    return draft.number.value if draft and draft.number else 0


def _diagnostic(text: Rewrite, rule: str, message: str, draft: Draft, other: Draft) -> Diagnostic:
    notes = (Note(text.back(Span(other.span.start, other.span.start + 1)), "the other one is here"),)
    number = str(draft.number.value) if draft.number else ""
    return Diagnostic.of(
        rule, message, text.back(Span(draft.span.start, draft.span.start + 1)), number=number, notes=notes
    )


def counts(text: Rewrite, sections: Sequence[Section], drafts: Sequence[Draft]) -> list[Diagnostic]:
    """Announced numbers of questions against found ones. A heading printed twice in a row announces once."""
    found: list[Diagnostic] = []
    totals: dict[int, int] = {}
    for draft in drafts:
        totals[draft.section.span.start] = totals.get(draft.section.span.start, 0) + 1
    announced: list[tuple[Section, int]] = []
    for section in sections:
        if section.heading is None or section.is_key or section.heading.count is None:
            continue
        got = totals.get(section.span.start, 0)
        if announced and announced[-1][0].title == section.title and announced[-1][0].chapter == section.chapter:
            announced[-1] = (announced[-1][0], announced[-1][1] + got)
        else:
            announced.append((section, got))
    for section, got in announced:
        heading = section.heading
        if heading and heading.count is not None and got != heading.count and (got or heading.kinds):
            message = f"{heading.title} announces {heading.count} questions, {got} were found"
            found.append(Diagnostic.of("count-mismatch", message, text.back(heading.span)))
    return found


def truncation(text: Rewrite, page: Page, drafts: Sequence[Draft], questions: list[Question]) -> list[Diagnostic]:
    """Whether the text ends inside its last question; marks that question and says so."""
    if not questions or page.folded[drafts[-1].span.end :].strip():
        return []
    last, draft = questions[-1], drafts[-1]
    others = questions[:-1]
    if not (
        _cut_choice(last, draft, others, page)
        if last.options or not last.answer
        else _cut_text(last, draft, others, page)
    ):
        return []
    questions[-1] = replace(last, truncated=True)
    end = len(text.source.text.rstrip())
    name = f"question {last.number}" if last.number else "the last question"
    return [Diagnostic.of("truncated", f"the text ends inside {name}", (max(0, end - 1), end), number=last.number)]


def _cut_choice(last: Question, draft: Draft, others: Sequence[Question], page: Page) -> bool:
    """A last question without the answer, or the options, that all others have."""
    if last.answer or not others:
        return False
    if draft.answer_marker and page.folded[draft.answer_marker.end : draft.span.end].strip():
        return False  # it has a key, if one of no use
    answered = sum(1 for question in others if question.answer)
    if answered * 10 < len(others) * 8:
        return False
    if any(not option.text for option in last.options):
        return True
    alike = [question for question in others if question.kind == last.kind]
    usual = min((len(question.options) for question in alike), default=0)
    if last.options:
        return len(last.options) < usual
    ends = page.folded.rstrip()[-1:]
    return bool(draft.number) and (ends in _OPEN_END or ends not in _TERMINAL + "_")


def _ends_with_marker(draft: Draft, page: Page) -> bool:
    """Whether an empty `答案解析：` is all that the text ends with."""
    marker = draft.explanation_marker
    return marker is not None and not page.folded[marker.end :].strip()


def _cut_text(last: Question, draft: Draft, others: Sequence[Question], page: Page) -> bool:
    """A long text that stops without the full stop that the paper's other texts end with."""
    ends = page.folded.rstrip()[-1:]
    if ends in _OPEN_END:
        return not _ends_with_marker(draft, page)
    if last.kind not in (Kind.SHORT, Kind.CASE) and not last.explanation:
        return False
    if ends in _TERMINAL:
        return False
    texts = [text for question in others for text in _long_texts(question)]
    stopped = sum(1 for text in texts if text[-1] in _TERMINAL)
    return len(texts) >= 3 and stopped * 10 >= len(texts) * 8


def _long_texts(question: Question) -> list[str]:
    texts = [question.explanation]
    if question.kind in (Kind.SHORT, Kind.CASE):
        texts += question.answer
    return [text for text in texts if len(text) > 5]


def keyless(questions: Sequence[Question], diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """One diagnostic rather than one a question where no question of a bank has an answer."""
    missing = [each for each in diagnostics if each.rule.name == "missing-answer"]
    if len(missing) <= _FEW or any(question.answer for question in questions):
        return diagnostics
    first = min(missing, key=lambda each: each.span or Span(0, 0))
    message = f"none of the {len(questions)} questions has an answer"
    said = Diagnostic.of("missing-answer", message, first.span)
    return [said, *(each for each in diagnostics if each.rule.name != "missing-answer")]


def leftovers(text: Rewrite, spans: Sequence[Span]) -> list[Diagnostic]:
    """Text that belongs to no question."""
    return [
        Diagnostic.of(
            "leftover-text",
            f"belongs to no question: {_shortened(text.text[span.start : span.end])!r}",
            text.back(span),
        )
        for span in spans
    ]


def left_out(text: Rewrite, claims: Sequence[Claim]) -> list[Diagnostic]:
    """Lines that were dropped for their words or their repetition, each once with how often it stands there."""
    dropped: dict[tuple[str, str], list[Span]] = {}
    for claim in claims:
        if claim.part is Part.NOISE and claim.reason in _TOLD:
            dropped.setdefault((claim.reason, text.text[claim.span.start : claim.span.end].strip()), []).append(
                claim.span
            )
    return [
        Diagnostic.of("left-out", f"left out as {reason}{_times(spans)}: {_shortened(words)!r}", text.back(spans[0]))
        for (reason, words), spans in dropped.items()
    ]


def _times(spans: Sequence[Span]) -> str:
    return f", {len(spans)} times" if len(spans) > 1 else ""


def _shortened(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= 30 else words[:29] + "…"
