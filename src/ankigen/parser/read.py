"""Reads one question: from its number to the next one, what is stem, option, answer and explanation."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from operator import attrgetter

from ankigen.model import Kind, Layout
from ankigen.parser.draft import Draft
from ankigen.parser.instem import keys_in_stem
from ankigen.parser.lexicon import (
    GLUED_KIND,
    KIND_TAG,
    KIND_WORD,
    KIND_WORDS,
    OPTIONS_MARKER,
    SCORE_TAG,
    STAR_TAG,
    STEM_MARKER,
)
from ankigen.parser.markers import Hits, Markers, Number
from ankigen.parser.options import Label, options_in, strays
from ankigen.parser.outline import Section
from ankigen.parser.page import Page
from ankigen.parser.scan import Finder
from ankigen.parser.values import letters_of, truth_of
from ankigen.text import Span

# What tags and labels in front of a stem can begin with: most stems begin otherwise.
_TAG_BEGINS = frozenset("([单多判填简不案⭐★☆※")
_STEM_BEGINS = frozenset("[题试问Q")
_KIND_LINE = Finder.at_lines(
    re.compile(rf"^[ \t]*(?:题型|题目类型|类型)[ \t]*:[ \t]*(?P<word>{KIND_WORD})题?[ \t]*$", re.M), "[题类]"
)
_STEM_LINE = Finder.at_lines(re.compile(rf"^[ \t]*{STEM_MARKER.pattern}", re.M), r"[\[题试问Q]")
_STEM_BEHIND = re.compile(rf"[ \t,，;；]*\n?[ \t]*{STEM_MARKER.pattern}")
_OPTIONS_LINE = Finder.at_lines(re.compile(rf"^[ \t]*{OPTIONS_MARKER.pattern}", re.M), r"[\[选备OC]")
_OPTION_MARK = re.compile(r"(?<![ \t])[ \t]*+(?:[(\[][ \t]*)?(?:√|✓|✔|☑)(?:[ \t]*[)\]])?[ \t]*$|^(?:√|✓|✔|☑)[ \t]+")
_BULLET = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,2}[.)、])[ \t]+(?=\S)", re.M)
_MARKED = re.compile(r"[√✓✔☑]|Most[ \t]+Voted")
_LINE = re.compile(r"\S[^\n]*")
_TRUTH_MARK = re.compile(r"[√×✓✗✔✘]")
_PARAGRAPH_END = re.compile(r"\S[ \t]*\n[ \t]*\n")
_OPTION_A = re.compile(r"\s*[(\[]?[Aa][.、:)\]]")
_QUESTION_LINE = Finder.at_lines(
    re.compile(r"^[ \t]*+\[?(?:问题|提问|请问|要求)\]?[ \t]*:[ \t]*\S[^\n]*$", re.M), r"[\[问提请要]"
)
_by_span = attrgetter("span")
_MOST_VOTED = re.compile(r"(?<![ \t])[ \t]*+Most[ \t]+Voted[ \t]*$")


@dataclass(frozen=True, slots=True)
class Guide:
    """What helps to read every question of a page: lines that label a part (few papers have any), the user's hints."""

    kinds: Hits
    stems: Hits
    options: Hits
    asked: Hits
    layout: Layout

    @classmethod
    def of(cls, folded: str, layout: Layout) -> Guide:
        """All of a page."""
        patterns = (_KIND_LINE, _STEM_LINE, _OPTIONS_LINE, _QUESTION_LINE)
        kinds, stems, options, asked = (Hits(pattern, folded) for pattern in patterns)
        return cls(kinds, stems, options, asked, layout)


def read(page: Page, markers: Markers, guide: Guide, section: Section, number: Number | None, span: Span) -> Draft:
    """The question that fills the span; its answer may still be missing (end keys come later)."""
    start = number.end if number else span.start
    draft = Draft(span, section, number, Span(start, span.end), kind=guide.layout.kind)
    if number and start == number.label.end and page.folded[start + 1 : start + 2] == ".":
        stop = Span(start + 1, start + 2)  # `87（. ）…` where the printed page has `87.（ ）…`
        draft.stem_cuts.append((stop, ""))
        draft.noise.append((stop, "the full stop of the number"))
    answers = _inside(markers.answers, markers.answered_at, span)
    explanations = _inside(markers.explanations, markers.explained_at, Span(start, span.end))
    start = _before_stem(page, draft, answers, start)
    start = _tags(page, guide, draft, start)
    answers = [answer for answer in answers if answer.start >= start]
    start = _labelled_stem(page, guide, draft, start, answers, explanations)
    body = _answer_and_explanation(page, markers, draft, Span(start, span.end), answers, explanations)
    _options(page, guide, draft, body)
    keys_in_stem(page, draft, guide.layout.keys)
    return draft


def _inside(spans: list[Span], starts: list[int], span: Span) -> list[Span]:
    """The spans that lie in the given one; `starts` are their starts."""
    found = spans[bisect_left(starts, span.start) : bisect_left(starts, span.end)]
    if found and found[-1].end > span.end:
        found.pop()
    return found


def _before_stem(page: Page, draft: Draft, answers: list[Span], start: int) -> int:
    """An answer in front of the question: on the line before its number, or between number and stem."""
    number = draft.number
    if number and number.prefixed(page.folded):
        prefix = Span(number.start, number.label.start)
        truth = truth_of(page.folded[prefix.start : prefix.end])
        if truth:
            draft.truth, draft.truth_at = truth[0], prefix
        else:
            _take_kind(page, draft, prefix)
    first = answers[0] if answers else None
    if first is None:
        return start
    if number and first.start < number.label.start:
        line = page.folded.rfind("\n", first.end, number.label.start)
        draft.answer_marker, draft.answer = first, Span(first.end, line if line >= 0 else number.label.start)
        answers.pop(0)
        return start
    if page.folded[start : first.start].strip():
        return start
    stem = _STEM_BEHIND.search(page.folded, first.end, draft.span.end)
    if stem and stem.start() - first.end < 40:
        draft.answer_marker, draft.answer = first, Span(first.end, stem.start())
        draft.noise.append((Span(stem.start(), stem.end()), "label"))
        answers.pop(0)
        return stem.end()
    return start


def _tags(page: Page, guide: Guide, draft: Draft, start: int) -> int:
    """Kind and points in front of the stem."""
    while page.folded[start : start + 4].lstrip()[:1] in _TAG_BEGINS:
        for pattern in (KIND_TAG, SCORE_TAG, GLUED_KIND, STAR_TAG):
            match = pattern.match(page.folded, start, draft.span.end)
            if match:
                break
        else:
            break
        span = Span(match.start(), match.end())
        draft.tags.append(span)
        _take_kind(page, draft, span)
        start = match.end()
    line = guide.kinds.first(start, draft.span.end)
    if line:
        draft.tags.append(Span(line.start(), line.end()))
        draft.kind = KIND_WORDS[line["word"]]
        if not page.folded[start : line.start()].strip():
            start = line.end()
    return start


def _take_kind(page: Page, draft: Draft, span: Span) -> None:
    words = page.folded[span.start : span.end]
    named = re.search(KIND_WORD, words)
    if named:
        draft.kind = KIND_WORDS[named.group()] or draft.kind
    points = re.search(r"(\d+(?:\.\d+)?)\s*(?:分|p)", words)
    if points:
        draft.points = float(points.group(1))


def _labelled_stem(
    page: Page, guide: Guide, draft: Draft, start: int, answers: list[Span], explanations: list[Span]
) -> int:
    """`题目：…`: the stem begins behind its label; what stands before it is the question's title."""
    stop = min([draft.span.end, *(each.start for each in answers[:1]), *(each.start for each in explanations[:1])])
    labelled = page.folded[start : start + 1] in _STEM_BEGINS and STEM_MARKER.match(page.folded, start, stop)
    match = labelled or guide.stems.first(start, stop)
    if not match or "\n" in page.folded[start : match.start()].strip():
        return start
    title = Span(start, match.start())
    words = match.group().strip(" \t[]:")
    if words in ("问题", "问") and page.folded[title.start : title.end].strip():
        return start
    if page.folded[title.start : title.end].strip():
        draft.noise.append((title, "title of a question"))
    draft.noise.append((Span(match.start(), match.end()), "label"))
    return match.end()


def _answer_and_explanation(
    page: Page, markers: Markers, draft: Draft, span: Span, answers: list[Span], explanations: list[Span]
) -> Span:
    """Set answer and explanation; give back what is left in front of them."""
    if len(answers) > 1 and _OPTION_A.match(page.folded, answers[0].end):
        answers = answers[1:]  # `…，答案是：` ends the stem
    answer = answers[0] if answers and draft.answer is None else None
    explanation = explanations[0] if explanations else None
    if answer and explanation and explanation.start < answer.start and not page.starts_line(answer.start):
        answer = None  # 「…所以正确答案：B」 inside an explanation
    mine = markers.mine.first(span.start, span.end)
    mine_end = _mine(page, draft, mine.start(), answer) if mine else 0
    body_end = min(
        [span.end, *(each.start for each in (answer, explanation) if each), *([mine.start()] if mine else [])]
    )
    if answer:
        later = [each.start for each in explanations if each.start >= answer.end]
        stops = [span.end, *later[:1], *_said_again(page, draft, answers)]
        if mine and mine.start() >= answer.end:
            stops.append(mine.start())
        draft.answer_marker, draft.answer = answer, Span(answer.end, min(stops))
        explanation = next((each for each in explanations if each.start >= answer.end), None) or explanation
        if mine and mine.start() >= answer.end and not later and page.folded[mine_end : span.end].strip():
            draft.explanation = Span(mine_end, span.end)
    if explanation:
        before_answer = answer is not None and explanation.start < answer.start
        end = answer.start if before_answer and answer else span.end
        draft.explanation_marker, draft.explanation = explanation, Span(explanation.end, end)
    return Span(span.start, body_end)


def _said_again(page: Page, draft: Draft, answers: list[Span]) -> list[int]:
    """Where a second key begins on a line of its own: noise when it says the same, else nothing is certain."""
    if len(answers) < 2 or not page.starts_line(answers[1].start):
        return []
    first, second = answers[0], answers[1]
    line = page.folded.find("\n", second.end)
    end = min(draft.span.end, line) if line >= 0 else draft.span.end
    said = letters_of(page.folded[first.end : second.start], {})
    again = letters_of(page.folded[second.end : end], {})
    if not said or not again:
        return []
    draft.conflict = set(said[0]) != set(again[0])
    draft.noise.append((Span(second.start, end), "the key again"))
    return [second.start]


def _mine(page: Page, draft: Draft, start: int, answer: Span | None) -> int:
    """The learner's own answer on a platform is noise, up to the right answer or the end of the line; give its end."""
    end = page.folded.find("\n", start)
    end = draft.span.end if end < 0 else min(end, draft.span.end)
    if answer and start < answer.start < end:
        end = answer.start
    draft.noise.append((Span(start, end), "the learner's own answer"))
    return end


def _options(page: Page, guide: Guide, draft: Draft, body: Span) -> None:
    """Find the options in front of the answer, or behind it where the key stands between stem and options."""
    draft.stem = body
    marker = guide.options.first(body.start, body.end)
    if guide.layout.options == "none":
        return
    if _in_words(page, draft):
        draft.kind = draft.kind or Kind.SHORT
        return
    if guide.layout.options == "lines":
        _lines(page, draft, body)
        return
    labels = options_in(page.folded, Span(marker.end() if marker else body.start, body.end))
    region = body
    if not labels and draft.answer and draft.answer_marker and draft.answer_marker.start >= body.start:
        region = Span(_value_end(page, draft.answer), draft.answer.end)
        labels = options_in(page.folded, region) if page.folded[region.start : region.end].strip() else []
        if labels and not page.folded[region.start : min(label.span.start for label in labels)].strip():
            draft.answer = Span(draft.answer.start, region.start)
        else:
            labels = []
    elif draft.answer and draft.answer.end <= body.start:
        region = body
    if labels:
        _cut_options(page, draft, labels, region)
        if region == body:
            stem_end = min(label.span.start for label in labels)
            draft.stem = Span(body.start, min(stem_end, marker.start() if marker else stem_end))
    if marker:
        draft.noise.append((Span(marker.start(), marker.end()), "label"))
        if not labels:
            draft.stem = Span(body.start, marker.start())
            _bullets(page, draft, Span(marker.end(), body.end))


def _in_words(page: Page, draft: Draft) -> bool:
    """Whether the question of a case is answered in words, so that letters in it are a list to choose from."""
    if draft.number is None or draft.number.form != "asked" or draft.answer is None:
        return False
    return letters_of(page.folded[draft.answer.start : draft.answer.end], {}) is None


def _value_end(page: Page, answer: Span) -> int:
    """Where the key itself ends: behind its letters, or at the end of its line."""
    letters = letters_of(page.folded[answer.start : answer.end], {})
    if letters:
        return answer.start + letters[1]
    line = page.folded.find("\n", answer.start + 1)
    return line if 0 <= line < answer.end else answer.end


def _lines(page: Page, draft: Draft, body: Span) -> None:
    """Options without letters because the user says so: the first line is the stem."""
    lines = [Span(match.start(), match.end()) for match in _LINE.finditer(page.folded, body.start, body.end)]
    if len(lines) > 2:
        draft.stem = Span(body.start, lines[0].end)
        draft.labels = [(chr(ord("A") + index), Span(line.start, line.start)) for index, line in enumerate(lines[1:27])]
        draft.options = lines[1:27]


def _bullets(page: Page, draft: Draft, region: Span) -> None:
    """Options below their label `选项：` without letters: one a bullet, one a number, or one a line."""
    bullets = [Span(*match.span()) for match in _BULLET.finditer(page.folded, region.start, region.end)]
    starts = [bullet.end for bullet in bullets]
    if len(starts) < 2:
        bullets, starts = [], [match.start() for match in _LINE.finditer(page.folded, region.start, region.end)]
    if not 2 <= len(starts) <= 10:
        return
    draft.noise += [(bullet, "bullet of an option") for bullet in bullets if bullet.end in starts]
    ends = [page.folded.rfind("\n", 0, start) for start in starts[1:]] + [region.end]
    draft.noise += [(bullet, "bullet") for bullet in bullets]
    for index, (start, end) in enumerate(zip(starts, ends, strict=True)):
        draft.labels.append((chr(ord("A") + index), Span(start, start)))
        draft.options.append(Span(start, end))


def _cut_options(page: Page, draft: Draft, labels: list[Label], region: Span) -> None:
    """The texts between the labels; the last one ends where a paragraph ends."""
    folded = page.folded
    ordered = sorted(labels, key=_by_span)
    ends = [label.span.start for label in ordered[1:]] + [region.end]
    spans = {label.letter: Span(label.span.end, end) for label, end in zip(ordered, ends, strict=True)}
    last = ordered[-1]
    if folded.count("\n", last.span.end, region.end) > 1:
        airy = any(
            "\n\n" in folded[label.span.end : end].rstrip(" ") for label, end in zip(ordered, ends[:-1], strict=False)
        )
        paragraph = _PARAGRAPH_END.search(folded, last.span.end, region.end)
        if paragraph and not airy:
            spans[last.letter] = Span(last.span.end, paragraph.start() + 1)
    if again := strays(folded, labels, spans[last.letter].end):
        draft.strays = tuple(letter for letter, _ in again)
        if behind := [at for _, at in again if at >= last.span.end]:
            line = folded.find("\n", last.span.end)  # what belongs to the last option is told by its line alone
            spans[last.letter] = Span(last.span.end, min(line, behind[0]))
    draft.labels = [(label.letter, label.span) for label in labels]
    draft.options = [spans[label.letter] for label in labels]
    if _MARKED.search(folded, ordered[0].span.start, region.end) or any(label.star for label in labels):
        _marked_options(page, draft, labels)


def _marked_options(page: Page, draft: Draft, labels: list[Label]) -> None:
    """Options that the page marks as right, and what voters thought of them."""
    marked: list[tuple[Label, Span | None]] = []
    for label, span in zip(labels, draft.options, strict=True):
        words = page.folded[span.start : span.end]
        mark = _OPTION_MARK.search(words.rstrip("\n "))
        beside = words[: mark.start()] + words[mark.end() :] if mark else ""
        if mark and (not beside.strip() or _TRUTH_MARK.search(beside)):
            mark = None  # the option is about marks, as in `A. √  B. ×`
        if mark or label.star:
            marked.append((label, Span(span.start + mark.start(), span.start + mark.end()) if mark else None))
        voted = _MOST_VOTED.search(words.rstrip())
        if voted:
            draft.noise.append((Span(span.start + voted.start(), span.start + voted.end()), "platform"))
            draft.option_cuts.append((Span(span.start + voted.start(), span.start + voted.end()), ""))
    if 0 < len(marked) < len(labels):
        draft.letters = tuple(label.letter for label, _ in marked)
        draft.letters_at = marked[0][0].span
        draft.option_cuts += [(cut, "") for _, cut in marked if cut]


def unmarked_answer(page: Page, guide: Guide, draft: Draft) -> None:
    """A case whose answer has no marker: it begins behind the paragraph that asks (`问题：…`)."""
    if draft.answer or draft.labels or draft.joined:
        return
    asked = guide.asked.first(draft.stem.start, draft.stem.end)
    if asked and page.folded[asked.end() : draft.stem.end].strip():
        draft.answer = Span(asked.end(), draft.stem.end)
        draft.stem = Span(draft.stem.start, asked.end())
