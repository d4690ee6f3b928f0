"""Makes a `Question` of a draft: decides its kind, reads its answer, and says what is doubtful."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ankigen.diagnostics import Diagnostic
from ankigen.model import Claim, Kind, Option, Question
from ankigen.parser.blanks import BLANK, counted_blanks, empty_blanks, inline_blanks, printed_inside, split_answers
from ankigen.parser.claims import claims_of
from ankigen.parser.compose import compose
from ankigen.parser.draft import Draft
from ankigen.parser.echoed import echoed
from ankigen.parser.judged import CHOICE, CONFLICT, Answer, confidence_of, doubts, odd_options
from ankigen.parser.lexicon import FALSE_WORDS, TRUE_WORDS
from ankigen.parser.marks import Marks
from ankigen.parser.page import Page
from ankigen.parser.values import SIMPLE_KEY, letters_in_prose, letters_of, option_said, plain, truth_of
from ankigen.text import Rewrite, Span

_NOTHING = re.compile(r"\s*[(\[]?(?:无|略|暂无|暂略|没有|none|n/a)[)\]]?[。.]?\s*", re.I)
_FENCED = re.compile(r"\s*`{3,}\w*[ \t]*\n(?P<inside>[^`]*?)\n?[ \t]*`{3,}\s*")
_NUMBERED = re.compile(r"\s*[\[(]\s*第\s*(\d{1,4})\s*题\s*[\])]\s*")
_TABS_TO_BOX = re.compile(r"(?<!\s)(?:[ \u3000]*\t|[ \u3000]{3})[ \t\u3000]*(?=[（(]\s*[)）]\s*$)")
_IMAGES = re.compile(r"\s*(?:(?:\[[图圖]片[^\]\n]*\]|!\[[^\]\n]*\]\([^)\n]*\))\s*)+")
_LETTERED = re.compile(r"\n[ \t]*[(\[]?[A-Ha-h][.、:)\]]")
_PARTS = re.compile(r"\s*[A-H]{1,8}[ \t]*\|[ \t]*[A-H]")
_LINE = re.compile(r"\S[^\n]*")
_ITEM_MARK = re.compile(r"^(?:[-*•]|\d+[.、)])\s*")
_BULLET = re.compile(r"\s*\n[ \t]*[-*+•][ \t]+(?=[^\n]+\s*\Z)")
_LEADING = re.compile(r"[\s。.,，;；:：、)\]]*")
_LONE_NUMBER = re.compile(r"\s*\(1\)[ \t]*(?=[A-H]+\s*$)")  # `(1) D`, as for the first of several blanks


@dataclass(slots=True)
class Finished:
    """One question and what belongs to it."""

    question: Question
    claims: list[Claim]
    diagnostics: list[Diagnostic] = field(default_factory=list)


class Finisher:
    """Finishes the drafts of one page."""

    def __init__(self, page: Page, text: Rewrite, marks: Marks, width: int) -> None:
        self.page, self.text, self.marks, self.width = page, text, marks, width

    def finish(self, draft: Draft) -> Finished:
        """The question, its claims, and diagnostics about it alone."""
        value = self._bare(draft.answer or draft.joined)
        self._numbered_once(draft)
        self._unlettered(draft, value)
        pairs = zip(draft.labels, draft.options, strict=True)
        options = tuple([Option(letter, self._words(span, draft.option_cuts)) for (letter, _), span in pairs])
        truths = _truths(options) if draft.kind not in CHOICE else {}  # 单选 printed at the question is believed
        kind = self._kind(draft, value, options, truths)
        if value and kind not in CHOICE and (bullet := _BULLET.match(self.page.folded, value.start, value.end)):
            value = Span(bullet.end(), value.end)  # a list of one
        if draft.conflict and kind in (Kind.FILL, Kind.SHORT, Kind.CASE):
            answer = Answer((), None, CONFLICT)
        elif kind is Kind.FILL:
            answer = self._fill(draft, value)
        elif kind in (Kind.SHORT, Kind.CASE):
            answer = Answer((self._words(value),) if value and self._words(value) else ())
        elif kind is Kind.TRUEFALSE:
            answer = self._truth(draft, value, truths)
        else:
            answer = self._in_order(draft, self._letters(draft, value, options))
            kind = _counted(kind, answer)
        return self._question(draft, kind, () if truths else options, answer)

    def _bare(self, value: Span | None) -> Span | None:
        """Without a code fence that does nothing but wrap the answer."""
        if value is None or "```" not in self._folded(value):
            return value
        fenced = _FENCED.fullmatch(self._folded(value))
        return Span(value.start + fenced.start("inside"), value.start + fenced.end("inside")) if fenced else value

    def _numbered_once(self, draft: Draft) -> None:
        """Take off the front of the stem what only says its number again: `第3题` as a heading, then `【第3题】`."""
        again = _NUMBERED.match(self.page.folded, draft.stem.start, draft.stem.end) if draft.number else None
        if again and draft.number and int(again[1]) == draft.number.value and again.end() < draft.stem.end:
            draft.noise.append((Span(*again.span()), "its number again"))
            draft.stem = Span(again.end(), draft.stem.end)

    def _words(self, span: Span | None, cuts: list[tuple[Span, str]] | None = None) -> str:
        if span is None:
            return ""
        inside = [cut for cut in cuts if span.start <= cut[0].start and cut[0].end <= span.end] if cuts else ()
        return compose(self.page.text, span, inside, self.width)

    def _stem(self, draft: Draft) -> str:
        """The question, without the tabs that set the box for its answer apart."""
        return _TABS_TO_BOX.sub("", self._words(draft.stem, draft.stem_cuts))

    def _folded(self, span: Span | None) -> str:
        return self.page.folded[span.start : span.end] if span else ""

    def _kind(self, draft: Draft, value: Span | None, options: tuple[Option, ...], truths: dict[str, bool]) -> Kind:
        said = draft.kind or draft.section.kind
        if truths:
            return Kind.TRUEFALSE
        if options:
            return said if said in CHOICE and said else Kind.SINGLE
        words = self._folded(value).strip()
        if said in (Kind.SHORT, Kind.CASE):
            return Kind.SHORT if draft.parent or (draft.material and said is Kind.CASE) else said
        if said in CHOICE:
            return said
        if said is Kind.TRUEFALSE or draft.truth is not None:
            return Kind.TRUEFALSE
        if said is Kind.FILL:
            return Kind.FILL
        if words and truth_of(words) and _short(words) and (said is None):
            return Kind.TRUEFALSE
        if words and (letters := letters_of(words, {})) and not words[letters[1] :].strip(" 。.;；\n"):
            return Kind.SINGLE
        if empty_blanks_strict(self.page, draft.stem):
            return Kind.FILL
        return Kind.SHORT

    def _letters(self, draft: Draft, value: Span | None, choices: tuple[Option, ...]) -> Answer:
        """The key of a choice, from wherever the page gives it."""
        if value is not None and self._folded(value).strip():
            lone = _LONE_NUMBER.match(self.page.folded, value.start, value.end)
            return self._said(draft, Span(lone.end(), value.end) if lone else value, choices)
        if draft.conflict:
            return Answer((), None, CONFLICT)
        if draft.letters:
            return Answer(tuple(sorted(draft.letters)), sure=0.95)
        prose = letters_in_prose(self._folded(draft.explanation))
        if prose:
            return Answer(prose, sure=0.6)
        return Answer(self.marks.chosen(draft), sure=0.8)

    def _said(self, draft: Draft, value: Span, choices: tuple[Option, ...]) -> Answer:
        """The key that an answer states: in letters, in the options' words, or in a sentence."""
        words = self._folded(value)
        if _PARTS.match(words) and (draft.kind or draft.section.kind) is not Kind.MULTIPLE:
            return Answer((), value, f"the key {words.split()[0][:20]!r} has a part for each of several blanks")
        echo = echoed(words, choices)
        if echo and echo.strange:
            return Answer((), value, f"the line {echo.strange[:20]!r} of its answer names no option")
        # the options' texts matter only where the key is more than letters
        options = {} if SIMPLE_KEY.match(words) else {option.label: plain(option.text) for option in choices}
        said = None if echo else _options_said(words, options)
        whole = said is not None and not words[said[1] :].strip()  # `SUBSTR()` is no row of letters
        found = (echo.letters, echo.end) if echo else said if whole else letters_of(words, options)
        if found:
            rest = Span(value.start + found[1], value.end)
            if draft.conflict:
                return Answer((), rest, CONFLICT)
            if draft.letters and set(draft.letters) != set(found[0]):
                return Answer((), rest, f"the stem gives {''.join(draft.letters)}, the answer {''.join(found[0])}")
            return Answer(found[0], rest)
        if said:
            return Answer(said[0], Span(value.start + said[1], value.end), sure=0.9)
        if draft.letters:
            return Answer(tuple(sorted(draft.letters)), value, sure=0.9)
        prose = letters_in_prose(words)
        if prose:
            return Answer(prose, value, sure=0.6)
        return Answer((), value, f"the answer {words.strip()[:20]!r} names no option")

    def _in_order(self, draft: Draft, answer: Answer) -> Answer:
        """The letters sorted, unless their order means something or a letter stands at two options."""
        other = letters_of(self._folded(draft.joined), {}) if draft.answer and draft.joined else None
        if other and answer.said and set(other[0]) != set(answer.said):
            problem = f"its own key is {''.join(answer.said)}, a block of keys gives {''.join(other[0])}"
            return Answer((), answer.rest, problem)
        doubled = sorted(set(draft.strays) & set(answer.said))
        if doubled and not draft.letters:
            return Answer((), answer.rest, f"more than one option has the letter {''.join(doubled)}")
        ordered = tuple(sorted(answer.said))
        if ordered != answer.said and len(empty_blanks(self.page, draft.stem)) == len(ordered):
            return Answer((), answer.rest, f"the key {''.join(answer.said)} may give each of its blanks one letter")
        answer.said = ordered
        return answer

    def _truth(self, draft: Draft, value: Span | None, truths: dict[str, bool]) -> Answer:
        """True or false: a word, a mark, or the letter of an option that says so."""
        words = self._folded(value)
        if draft.conflict:
            return Answer((), None, CONFLICT)
        truth, end = draft.truth, 0
        signs = draft.section.heading.truths if draft.section.heading else {}
        if words.strip():
            letters = letters_of(words, {})
            said = truth_of(words)
            if truths and letters and letters[0][0] in truths and len(letters[0]) == 1:
                told, end = truths[letters[0][0]], letters[1]
            elif said:
                told, end = said
            elif (sign := words.split()[0].strip("()[]。.")) in signs:
                told, end = signs[sign], len(words)
            else:
                return Answer((), None, f"{words.strip()[:20]!r} says neither true nor false")
            if truth is not None and truth is not told:
                return Answer((), None, "the mark in the stem and the answer disagree")
            truth = told
        elif truth is None and truths:
            chosen = draft.letters or self.marks.chosen(draft)
            truth = truths.get(chosen[0]) if len(chosen) == 1 else None
        rest = Span(value.start + end, value.end) if value and end else None
        return Answer(() if truth is None else ("true" if truth else "false",), rest)

    def _fill(self, draft: Draft, value: Span | None) -> Answer:
        """One text per blank; the stem shows each blank alike."""
        if value is None or not self._folded(value).strip():
            inside = printed_inside(self.page, draft.stem) or not empty_blanks_strict(self.page, draft.stem)
            blanks = inline_blanks(self.page, draft) if inside else []
            if blanks:
                draft.stem_cuts = sorted([*draft.stem_cuts, *((span, BLANK) for span, _ in blanks)])
                draft.blanks = blanks
                return Answer(tuple(said for _, said in blanks))
            empty = empty_blanks(self.page, draft.stem)
            draft.stem_cuts = sorted([*draft.stem_cuts, *((span, BLANK) for span in empty)])
            return Answer()
        lines = self._answer_lines(value)
        empty = empty_blanks(self.page, draft.stem) or counted_blanks(self.page, draft.stem, lines)
        draft.stem_cuts = sorted([*draft.stem_cuts, *((span, BLANK) for span in empty)])
        answers, certain = split_answers(lines, len(empty))
        problem = "" if certain else f"{len(empty)} blanks, {len(answers)} answers"
        return Answer(answers, None, problem)

    def _answer_lines(self, value: Span) -> str:
        lines = self.page.text[value.start : value.end].strip().split("\n")
        return "\n".join(line.strip() for line in lines if line.strip())

    def _unlettered(self, draft: Draft, value: Span | None) -> None:
        """Options without letters: the lines behind the stem, where the key is a letter."""
        said = draft.kind or draft.section.kind
        if draft.labels or said not in (None, *CHOICE):
            return
        letters = letters_of(self._folded(value).strip(), {}) if value else None
        stem = self.page.folded[draft.stem.start : draft.stem.end]
        if not letters or letters[0][-1] > "H" or _LETTERED.search(stem):
            return
        lines = stem.split("\n")
        spans, at = [], draft.stem.start
        for line in lines:
            if line.strip():
                spans.append(Span(at, at + len(line)))
            at += len(line) + 1
        first = next((i for i, span in enumerate(spans) if re.search(r"[)\]？?:：。_]\s*$", self._folded(span))), 0)
        choices = spans[first + 1 :]
        if len(choices) < 2 or ord(letters[0][-1]) - 65 >= len(choices) or len(choices) > 8:
            return
        draft.labels = [(chr(65 + i), Span(span.start, span.start)) for i, span in enumerate(choices)]
        draft.options = choices
        draft.stem = Span(draft.stem.start, spans[first].end)
        draft.stem_cuts = [cut for cut in draft.stem_cuts if cut[0].end <= draft.stem.end]

    def _question(self, draft: Draft, kind: Kind, options: tuple[Option, ...], answer: Answer) -> Finished:
        page, number = self.page, draft.number
        explanation = draft.joined_explanation if draft.explanation is None else draft.explanation
        if answer.rest and self._folded(answer.rest).strip():
            lead = _LEADING.match(page.folded, answer.rest.start, answer.rest.end)
            rest = Span(lead.end() if lead else answer.rest.start, answer.rest.end)
            if _IMAGES.fullmatch(self._folded(rest)):
                draft.figure = rest
            elif explanation is None and self._folded(rest).strip():
                explanation = rest
                draft.explanation = rest if draft.answer and rest.end <= draft.answer.end else draft.explanation
            if draft.answer and rest.end <= draft.answer.end:
                draft.answer = Span(draft.answer.start, rest.start)
        explained = self._words(explanation)
        if explained.startswith("```\n"):  # a fence that names no language is a box
            explained = self._words(self._bare(explanation))
        if _NOTHING.fullmatch(explained):
            explained = ""
        heading = draft.section.heading
        points = draft.points if draft.points is not None else heading.points if heading else None
        question = Question(
            kind=kind,
            number=page.folded[number.label.start : number.label.end].strip() if number else "",
            section=draft.section.title,
            points=points,
            material=self._words(draft.material, draft.material_cuts),
            stem="\n".join(filter(None, (self._stem(draft), self._words(draft.figure)))),
            options=options,
            answer=answer.said,
            explanation=explained,
            truncated=False,
            span=draft.span,
            at=self.text.back(Span(draft.span.start, draft.span.start)).start,
            chapter=draft.section.chapter,
            confidence=confidence_of(draft, answer),
        )
        return Finished(question, claims_of(draft), [*doubts(question, answer), *odd_options(question, draft)])


def empty_blanks_strict(page: Page, stem: Span) -> bool:
    """Whether the stem has a blank that is more than a gap between words."""
    return bool(re.search(r"_{2,}|[(\[][ \t]*_*[ \t]*[)\]]", page.folded[stem.start : stem.end]))


def _short(words: str) -> bool:
    return len(words.split("\n")[0]) <= 60


def _truths(options: tuple[Option, ...]) -> dict[str, bool]:
    """For options that are only 正确 and 错误: which label means true."""
    if len(options) != 2:
        return {}
    meaning = {}
    for option in options:
        word = option.text.strip(" 。.;；()（）").upper()
        if word in TRUE_WORDS:
            meaning[option.label] = True
        elif word in FALSE_WORDS:
            meaning[option.label] = False
    return meaning if len(meaning) == 2 and len(set(meaning.values())) == 2 else {}


def _counted(kind: Kind, answer: Answer) -> Kind:
    """Two or more key letters make a choice multiple."""
    return Kind.MULTIPLE if len(answer.said) > 1 else kind


def _options_said(words: str, options: Mapping[str, str]) -> tuple[tuple[str, ...], int] | None:
    """Options named by their texts, one a line, and where they end."""
    found: list[str] = []
    end = 0
    for line in _LINE.finditer(words):
        said = option_said(_ITEM_MARK.sub("", line.group()), options)
        if not said:
            break
        found += said[:1]
        end = line.end()
    return (tuple(sorted(set(found))), end) if found else None
