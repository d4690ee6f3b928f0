"""Reads one question: from its number to the next one, what is stem, option, answer and explanation."""

from __future__ import annotations

import re
from bisect import bisect_left

from ankigen.model import Kind
from ankigen.parser.draft import Draft
from ankigen.parser.lexicon import (
    CHOOSE_MANY,
    GLUED_KIND,
    KIND_TAG,
    KIND_WORD,
    KIND_WORDS,
    MINE,
    OPTIONS_MARKER,
    POINTS_TAG,
    SCORE_TAG,
    STEM_MARKER,
)
from ankigen.parser.markers import Markers, Number
from ankigen.parser.options import Label, options_in
from ankigen.parser.outline import Section
from ankigen.parser.page import Page
from ankigen.parser.values import letters_of, truth_of
from ankigen.text import Span

_KIND_LINE = re.compile(rf"^[ \t]*(?:题型|题目类型|类型)[ \t]*:[ \t]*(?P<word>{KIND_WORD})题?[ \t]*$", re.M)
_STEM_LINE = re.compile(rf"^[ \t]*{STEM_MARKER.pattern}", re.M)
_OPTIONS_LINE = re.compile(rf"^[ \t]*{OPTIONS_MARKER.pattern}", re.M)
_BOX = r"[ \t]*[(\[][ \t]*[)\]][ \t]*"
_TRUTH_BOXES = re.compile(
    rf"""\n[ \t]*(?:
        (?:[AB][.、:][ \t]*)?(?:正确|对|√|T|True|是){_BOX}(?:[AB][.、:][ \t]*)?(?:不正确|错误|错|×|F|False|否){_BOX}
      | (?:true[.、:][ \t]*)?(?:正确|对|√|是)[ \t]*\n\s*(?:false[.、:][ \t]*)?(?:错误|不正确|错|×|否)
    )[ \t]*(?=\n|$)""",
    re.X,
)
_LONE_TRUTH = re.compile(r"\n[ \t]*[(\[][ \t]*(?P<mark>正确|错误|对|错|√|×|✓|✗)[ \t]*[)\]][ \t。]*$")
_STEM_LETTERS = re.compile(
    r"[(\[][ \t\n]*(?P<box>[A-Za-z](?:[ \t\n]*[、,;/]?[ \t\n]*[A-Za-z])*)[ \t\n]*[)\]]"
    r"|_+[ \t]*(?P<line>[A-H](?:[ \t]*[、,]?[ \t]*[A-H])*)[ \t]*_+"
)
_EMPTY_BOX = re.compile(r"[(\[][ \t\n]*[)\]]|_{2,}")
_TAIL_LETTERS = re.compile(r"(?P<box>[)\]][ \t。.：:]*|[ \t]{2,})(?P<key>[A-H](?:[ \t]*[、,]?[ \t]*[A-H])*)[ \t]*$")
_STEM_TRUTH = re.compile(
    r"[(\[][ \t\n]*(?P<mark>√|×|✓|✔|✗|✘|╳|正确|错误|不正确|对|错|T(?:rue|RUE)?|F(?:alse|ALSE)?|X|V|x|是|否)"
    r"[ \t\n]*[)\]]"
)
_TAIL_TRUTH = re.compile(r"[ \t。.！!]*(?P<mark>√|×|✓|✔|✗|✘|╳)[ \t]*$")
_OPTION_MARK = re.compile(r"[ \t]*(?:[(\[][ \t]*)?(?:√|✓|✔|☑)(?:[ \t]*[)\]])?[ \t]*$|^(?:√|✓|✔|☑)[ \t]*")
_BULLET = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,2}[.)、])[ \t]+(?=\S)", re.M)
_OPTION_A = re.compile(r"\s*[(\[]?[Aa][.、:)\]]")
_QUESTION_LINE = re.compile(r"^[ \t]*+\[?(?:问题|提问|请问|要求)\]?[ \t]*:[ \t]*\S[^\n]*$", re.M)
_MOST_VOTED = re.compile(r"[ \t]*Most[ \t]+Voted[ \t]*$", re.I)


def read(page: Page, markers: Markers, section: Section, number: Number | None, span: Span) -> Draft:
    """The question that fills the span; its answer may still be missing (end keys come later)."""
    start = number.end if number else span.start
    draft = Draft(span, section, number, Span(start, span.end))
    answers = _inside(markers.answers, span)
    explanations = _inside(markers.explanations, Span(start, span.end))
    start = _before_stem(page, draft, answers, start)
    start = _tags(page, draft, start)
    answers = [answer for answer in answers if answer.start >= start]
    start = _labelled_stem(page, draft, start, answers, explanations)
    body = _answer_and_explanation(page, draft, Span(start, span.end), answers, explanations)
    _options(page, markers, draft, body)
    _stem_keys(page, draft)
    return draft


def _inside(spans: list[Span], span: Span) -> list[Span]:
    low = bisect_left(spans, (span.start, 0))
    high = bisect_left(spans, (span.end, 0))
    return [each for each in spans[low:high] if each.end <= span.end]


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
    stem = re.compile(r"[ \t,，;；]*\n?[ \t]*" + STEM_MARKER.pattern).search(page.folded, first.end, draft.span.end)
    if stem and stem.start() - first.end < 40:
        draft.answer_marker, draft.answer = first, Span(first.end, stem.start())
        draft.noise.append((Span(stem.start(), stem.end()), "label"))
        answers.pop(0)
        return stem.end()
    return start


def _tags(page: Page, draft: Draft, start: int) -> int:
    """Kind and points in front of the stem."""
    while True:
        for pattern in (KIND_TAG, SCORE_TAG, GLUED_KIND):
            match = pattern.match(page.folded, start, draft.span.end)
            if match:
                break
        else:
            break
        span = Span(match.start(), match.end())
        draft.tags.append(span)
        _take_kind(page, draft, span)
        start = match.end()
    line = _KIND_LINE.search(page.folded, start, draft.span.end)
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


def _labelled_stem(page: Page, draft: Draft, start: int, answers: list[Span], explanations: list[Span]) -> int:
    """`题目：…`: the stem begins behind its label; what stands before it is the question's title."""
    stop = min([draft.span.end, *(each.start for each in answers[:1]), *(each.start for each in explanations[:1])])
    match = _STEM_LINE.match(page.folded, start, stop) or _STEM_LINE.search(page.folded, start, stop)
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
    page: Page, draft: Draft, span: Span, answers: list[Span], explanations: list[Span]
) -> Span:
    """Set answer and explanation; give back what is left in front of them."""
    if len(answers) > 1 and _OPTION_A.match(page.folded, answers[0].end):
        answers = answers[1:]  # `…，答案是：` ends the stem
    answer = answers[0] if answers and draft.answer is None else None
    explanation = explanations[0] if explanations else None
    if answer and explanation and explanation.start < answer.start and not page.starts_line(answer.start):
        answer = None  # 「…所以正确答案：B」 inside an explanation
    mine = MINE.search(page.folded, span.start, span.end)
    if mine:
        _mine(page, draft, mine.start(), answer)
    body_end = min(
        [span.end, *(each.start for each in (answer, explanation) if each), *([mine.start()] if mine else [])]
    )
    if answer:
        later = [each.start for each in explanations if each.start >= answer.end]
        stops = [span.end, *later[:1]]
        if mine and mine.start() >= answer.end:
            stops.append(mine.start())
        draft.answer_marker, draft.answer = answer, Span(answer.end, min(stops))
        explanation = next((each for each in explanations if each.start >= answer.end), None) or explanation
    if explanation:
        before_answer = answer is not None and explanation.start < answer.start
        end = answer.start if before_answer and answer else span.end
        draft.explanation_marker, draft.explanation = explanation, Span(explanation.end, end)
    return Span(span.start, body_end)


def _mine(page: Page, draft: Draft, start: int, answer: Span | None) -> None:
    """The learner's own answer on a platform is noise, up to the right answer or the end of the line."""
    end = page.folded.find("\n", start)
    end = draft.span.end if end < 0 else min(end, draft.span.end)
    if answer and start < answer.start < end:
        end = answer.start
    draft.noise.append((Span(start, end), "the learner's own answer"))


def _options(page: Page, markers: Markers, draft: Draft, body: Span) -> None:
    """Find the options in front of the answer, or behind it where the key stands between stem and options."""
    draft.stem = body
    marker = _OPTIONS_LINE.search(page.folded, body.start, body.end)
    labels = options_in(page.folded, Span(marker.end() if marker else body.start, body.end))
    region = body
    if not labels and draft.answer and draft.answer_marker and draft.answer_marker.start >= body.start:
        region = Span(_value_end(page, draft.answer), draft.answer.end)
        if markers.count(markers.runs, region):
            labels = options_in(page.folded, region)
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


def _value_end(page: Page, answer: Span) -> int:
    """Where the key itself ends: behind its letters, or at the end of its line."""
    letters = letters_of(page.folded[answer.start : answer.end], {})
    if letters:
        return answer.start + letters[1]
    line = page.folded.find("\n", answer.start + 1)
    return line if 0 <= line < answer.end else answer.end


def _bullets(page: Page, draft: Draft, region: Span) -> None:
    """Options below their label `选项：` without letters: one a bullet, one a number, or one a line."""
    starts = [match.end() for match in _BULLET.finditer(page.folded, region.start, region.end)]
    if len(starts) < 2:
        starts = [match.start() for match in re.compile(r"\S[^\n]*").finditer(page.folded, region.start, region.end)]
    if not 2 <= len(starts) <= 10:
        return
    ends = [page.folded.rfind("\n", 0, start) for start in starts[1:]] + [region.end]
    for index, (start, end) in enumerate(zip(starts, ends, strict=True)):
        draft.labels.append((chr(ord("A") + index), Span(start, start)))
        draft.options.append(Span(start, end))


def _cut_options(page: Page, draft: Draft, labels: list[Label], region: Span) -> None:
    """The texts between the labels; the last one ends where a paragraph ends."""
    ordered = sorted(labels, key=lambda label: label.span)
    ends = [label.span.start for label in ordered[1:]] + [region.end]
    spans = {label.letter: Span(label.span.end, end) for label, end in zip(ordered, ends, strict=True)}
    last = ordered[-1]
    airy = any(
        "\n\n" in page.folded[spans[label.letter].start : spans[label.letter].end].rstrip(" ") for label in ordered[:-1]
    )
    paragraph = re.compile(r"\S[ \t]*\n[ \t]*\n").search(page.folded, last.span.end, region.end)
    if paragraph and not airy:
        spans[last.letter] = Span(last.span.end, paragraph.start() + 1)
    for label in labels:
        span = spans[label.letter]
        words = page.folded[span.start : span.end]
        mark = _OPTION_MARK.search(words.rstrip("\n "))
        if mark and not words[: mark.start()].strip() and not words[mark.end() :].strip():
            mark = None  # the option is the mark itself, as in `A. √  B. ×`
        if mark or label.star:
            draft.letters += (label.letter,)
            draft.letters_at = draft.letters_at or label.span
            if mark:
                draft.option_cuts.append((Span(span.start + mark.start(), span.start + mark.end()), ""))
        voted = _MOST_VOTED.search(words.rstrip())
        if voted:
            draft.noise.append((Span(span.start + voted.start(), span.start + voted.end()), "platform"))
            draft.option_cuts.append((Span(span.start + voted.start(), span.start + voted.end()), ""))
        draft.labels.append((label.letter, label.span))
        draft.options.append(span)


def _stem_keys(page: Page, draft: Draft) -> None:
    """Points, true/false boxes and keys that stand inside the stem."""
    folded = page.folded
    boxes = _TRUTH_BOXES.search(folded, draft.stem.start, draft.stem.end)
    if boxes and not draft.labels and not folded[boxes.end() : draft.stem.end].strip():
        draft.noise.append((Span(boxes.start(), boxes.end()), "boxes to tick"))
        draft.stem = Span(draft.stem.start, boxes.start())
        draft.kind = draft.kind or Kind.TRUEFALSE
    stem = folded[draft.stem.start : draft.stem.end]
    tail = list(POINTS_TAG.finditer(stem))
    if tail and not stem[tail[-1].end() :].strip(" \t\n。"):
        span = Span(draft.stem.start + tail[-1].start(), draft.stem.start + tail[-1].end())
        draft.points = float(tail[-1].group(1))
        draft.tags.append(span)
        draft.stem_cuts.append((span, ""))
    if CHOOSE_MANY.search(stem) and draft.kind is None:
        draft.kind = Kind.MULTIPLE
    if draft.labels:
        _letters_in_stem(draft, stem)
    else:
        _truth_in_stem(draft, stem)
    draft.stem_cuts.sort()


def _letters_in_stem(draft: Draft, stem: str) -> None:
    known = {letter for letter, _ in draft.labels}
    base = draft.stem.start
    found = []
    for match in _STEM_LETTERS.finditer(stem):
        group = "box" if match["box"] else "line"
        letters = letters_of(match[group], {})
        loose = draft.answer and not re.match(r"[(\[]\s|_", match.group()) and stem[match.end() :].strip(" \t\n。.:?？")
        if loose or not letters or list(letters[0]) != sorted(letters[0]):
            continue  # an abbreviation such as （AC）, where the answer has a line of its own
        if set(letters[0]) <= known | {"E", "F", "G"} and letters[0][0] in known:
            found.append((match, group, letters[0]))
    if found and not _EMPTY_BOX.search(_without_matches(stem, [match for match, _, _ in found])):
        match, group, letters_found = found[-1]
        span = Span(base + match.start(group), base + match.end(group))
        whole = Span(base + match.start(), base + match.end())
        inner = Span(whole.start + 1, whole.end - 1)
        draft.stem_cuts.append((inner, "") if group == "box" else (whole, "____"))
        draft.letters, draft.letters_at = letters_found, span
        return
    tail = _TAIL_LETTERS.search(stem.rstrip())
    if tail and set(re.findall("[A-H]", tail["key"])) <= known:
        letters = letters_of(tail["key"], {})
        if letters:
            span = Span(base + tail.start("key"), base + tail.end("key"))
            draft.stem_cuts.append((span, ""))
            draft.letters, draft.letters_at = letters[0], span


def _without_matches(stem: str, matches: list[re.Match[str]]) -> str:
    parts, at = [], 0
    for match in matches:
        parts.append(stem[at : match.start()])
        at = match.end()
    return "".join([*parts, stem[at:]])


def _truth_in_stem(draft: Draft, stem: str) -> None:
    if draft.answer or draft.truth is not None:
        return
    kind = draft.kind or draft.section.kind
    if kind not in (None, Kind.TRUEFALSE):
        return
    base = draft.stem.start
    lone = _LONE_TRUTH.search(stem.rstrip())
    if lone:
        draft.truth_at = Span(base + lone.start() + 1, base + lone.end())
        draft.truth = truth_of(lone["mark"])[0]  # type: ignore[index]
        draft.stem = Span(base, base + lone.start())
        return
    boxed = list(_STEM_TRUTH.finditer(stem))
    tail = _TAIL_TRUTH.search(stem.rstrip())
    if boxed and (kind is Kind.TRUEFALSE or not stem[boxed[-1].end() :].strip(" \t\n。.")):
        match = boxed[-1]
    elif tail:
        match = tail
    else:
        return
    truth = truth_of(match["mark"].upper())
    if truth:
        draft.truth = truth[0]
        draft.truth_at = Span(base + match.start("mark"), base + match.end("mark"))
        inner = draft.truth_at if match is tail else Span(base + match.start() + 1, base + match.end() - 1)
        draft.stem_cuts.append((inner, ""))


def unmarked_answer(page: Page, draft: Draft) -> None:
    """A case whose answer has no marker: it begins behind the paragraph that asks (`问题：…`)."""
    if draft.answer or draft.labels or draft.joined:
        return
    asked = _QUESTION_LINE.search(page.folded, draft.stem.start, draft.stem.end)
    if asked and page.folded[asked.end() : draft.stem.end].strip():
        draft.answer = Span(asked.end(), draft.stem.end)
        draft.stem = Span(draft.stem.start, asked.end())
