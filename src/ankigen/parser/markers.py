"""Candidates: everything that might begin a question, an option, an answer or an explanation.

Nothing is decided here. `3.14` gives a number candidate 3, a numbered step in an explanation gives one too; which of
them begin questions is the business of `chain`, which looks at the paper as a whole.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ankigen.parser.lexicon import ANSWER, EXPLANATION, KIND_WORD, MINE, NUMERALS
from ankigen.parser.numerals import value_of
from ankigen.parser.page import Page, fold
from ankigen.parser.scan import Finder
from ankigen.text import Span

_TRUTH_PREFIX = r"[(\[][ \t]*(?:√|×|✓|✗|对|错|正确|错误)[ \t]*[)\]][ \t]*"
_KIND_PREFIX = rf"[(\[][ \t]*{KIND_WORD}题?[^)\]\n]{{0,12}}[)\]][ \t]*"
_HAN_NUMBER = rf"[{NUMERALS}]{{1,4}}"
_NUMBER = Finder.at_lines(
    re.compile(
        rf"""^(?P<indent>[ \t]*+)(?P<prefix>(?:{_TRUTH_PREFIX}|{_KIND_PREFIX}|[★☆※◆●■▲*]{{1,2}}[ \t]*)?)
    (?:
      \[?(?P<di>第[ \t]*(?P<di_n>\d{{1,4}}|{_HAN_NUMBER})[ \t]*小?[题问])(?![目型号库])[ \t]*[.:、)\]]?
    | (?P<q>(?:Question|QUESTION|Problem|Q|NO\.?|No\.?)[ \t]*[\#:]?[ \t]*(?P<q_n>\d{{1,4}}))(?![\d\w])[ \t]*[.:)、]?
    | (?P<ti>(?:试题|题目|例题|例|习题|问题|练习)[ \t]*(?P<ti_n>\d{{1,4}}))(?!\d)[ \t]*[.:、)]?
    | (?P<asked>\[[ \t]*(?:问题|小题|设问)[ \t]*(?P<asked_n>\d{{1,2}}|{_HAN_NUMBER})[ \t]*\])[ \t]*[.:、)]?
    | (?P<case>(?:案例|材料|情境|情景|项目)(?:分析)?[ \t]*(?P<case_n>\d{{1,3}}|{_HAN_NUMBER}))
        [ \t]*(?:[.:、)]|(?=\]?[ \t]*$))
    | (?P<round>\([ \t]*(?P<round_n>\d{{1,4}})[ \t]*\))[ \t]*[.、]?
    | (?P<square>\[[ \t]*(?P<square_n>\d{{1,4}})[ \t]*\])[ \t]*[.、]?
    | (?P<level>(?P<level_n>\d{{1,3}}(?:[.-]\d{{1,3}}){{1,2}}))(?:[ \t]+|[、:)]|\.(?!\d))
    | (?P<comma>(?P<comma_n>\d{{1,4}})[ \t]*[、,])
    | (?P<dot>(?P<dot_n>\d{{1,4}})(?:[ \t]*\.|(?=[(《\[“]\.[ \t])))
    | (?P<half>(?P<half_n>\d{{1,4}})[ \t]*\))
    | (?P<colon>(?P<colon_n>\d{{1,4}})[ \t]*:)(?!\d)
    | (?P<bare>(?P<bare_n>\d{{1,4}}))(?=\t|[ ]{{2,}}\S|[ \t]*$|[ \t]*[(\[][ \t]*{KIND_WORD})
    | (?P<han>(?P<han_n>{_HAN_NUMBER}))[ \t]*[、.]
    )[ \t]*""",
        re.M | re.X,
    ),
    rf"[(\[★☆※◆●■▲*第QPN试题例习问练案材情项\d{NUMERALS}]",
)
_INNER = re.compile(
    r"(?P<dot>\d{1,4}\.)|(?P<comma>\d{1,4}[、,])|(?P<half>(?<!\d)\d{1,4}\))|(?P<di>第\d{1,4}题[.:、]?)|(?P<round>\(\d{1,3}\))"
)
_PROSE = r"(?![、,，。;；.和与及或项是])"  # not `合规性（A）、案例（B）…`
_LABEL = Finder.anywhere(
    re.compile(
        rf"""(?:
        (?:(?<=[\s。？！?!)\]])|(?<![\s\S]))[(\[][ \t]*(?P<boxed>[A-H])[ \t]*[)\]]{_PROSE}
      | (?<=[\w”])[(\[](?P<inner>[B-H])[)\]]{_PROSE}
      | (?<![(\[])(?P<sharp>[A-H])[ \t]*[.、:)]
      | (?P<line>[AB])(?=[ \t]+\S|\t|[\u4e00-\u9fff\d])
      | [(\[]?(?P<small>[a-h])[.、:)\]]
      | \((?P<smallbox>[a-h])\))""",
        re.X,
    ),
    r"[(\[A-Ha-h](?=[ \t.、:)\]\dA-Ha-h\u4e00-\u9fff])",
)
RUN_REACH = 2000  # characters from an option A to its B; stems of cases stand before A, so this is generous


@dataclass(frozen=True, slots=True)
class Number:
    """A possible question number."""

    start: int  # of the number, or of what stands before it on its line and belongs to it: `（√）3.`
    end: int  # where the question's text begins
    label: Span  # the number itself, as printed
    value: int
    form: str
    line_start: bool
    decimal: bool = False  # a digit follows the dot, as in 3.14
    heading: bool = False  # the file itself calls its line a heading

    def prefixed(self, folded: str) -> bool:
        """Whether a kind or a true/false mark stands between the line's beginning and the number."""
        return self.label.start - self.start > 2 and folded[self.start] in "(["


class Hits:
    """All matches of a rare pattern, asked for by place: cheaper than searching every question for it."""

    def __init__(self, pattern: re.Pattern[str] | Finder, folded: str) -> None:
        self._matches = list(pattern.finditer(folded))
        self._starts = [match.start() for match in self._matches]

    def first(self, start: int, end: int) -> re.Match[str] | None:
        """The first match that lies between the offsets."""
        if not self._starts:
            return None
        index = bisect_left(self._starts, start)
        found = self._matches[index] if index < len(self._matches) else None
        return found if found and found.end() <= end else None


@dataclass(frozen=True, slots=True)
class Markers:
    """All candidates of a page, each list sorted."""

    numbers: list[Number]
    answers: list[Span]
    explanations: list[Span]
    runs: list[int]  # where an option A is followed by an option B
    crowded: list[Span]  # paragraphs that hold several questions without line breaks between them
    mine: Hits  # the learner's own answers
    answered_at: list[int] = field(init=False)  # the starts of the answer markers, for counting
    explained_at: list[int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "answered_at", [answer.start for answer in self.answers])
        object.__setattr__(self, "explained_at", [explanation.start for explanation in self.explanations])

    def titled(self, headings: list[Span]) -> Markers:
        """With a flag on the numbers that stand in headings of the file (`### 1. …`)."""
        if not headings:
            return self
        starts = [span.start for span in headings]

        def inside(number: Number) -> bool:
            index = bisect_right(starts, number.label.start) - 1
            return index >= 0 and number.label.start < headings[index].end

        numbers = [replace(number, heading=True) if inside(number) else number for number in self.numbers]
        return replace(self, numbers=numbers)

    def outside(self, spans: list[Span]) -> Markers:
        """Without the answer and explanation markers that stand inside the (sorted) spans."""
        starts = [span.start for span in spans]

        def free(marker: Span) -> bool:
            index = bisect_right(starts, marker.start) - 1
            return index < 0 or marker.start >= spans[index].end

        answers = [marker for marker in self.answers if free(marker)]
        return replace(self, answers=answers, explanations=[marker for marker in self.explanations if free(marker)])

    def count(self, positions: list[int], span: Span) -> int:
        """How many of the sorted positions lie in the span."""
        return bisect_left(positions, span.end) - bisect_left(positions, span.start)


def markers_of(page: Page) -> Markers:
    """One pass for each kind of candidate."""
    mine = Hits(MINE, page.folded)
    answers, explanations = _texts(page)
    runs = _runs(page.folded)
    numbers = [_number(match, page.folded) for match in _NUMBER.finditer(page.folded)]
    numbers = _undotted(page.folded, numbers)
    crowds = _crowded(page, numbers, answers, runs)
    known = {number.label.start for number in numbers}
    for span in crowds:
        numbers += [inner for inner in _inner(page.folded, span) if inner.label.start not in known]
    numbers.sort(key=lambda number: (number.start, number.end))
    return Markers(numbers, answers, explanations, runs, crowds, mine)


def _undotted(folded: str, numbers: list[Number]) -> list[Number]:
    """`72.19 世纪` behind `71.`: the number 72 of a stem that begins with a number, no part 19 of a chapter 72."""
    for index in range(1, len(numbers)):
        number, before = numbers[index], numbers[index - 1]
        if number.form != "level" or before.form != "dot":
            continue
        first, dot, rest = folded[number.label.start : number.label.end].partition(".")
        spaced = folded[number.label.end : number.label.end + 1] in (" ", "\t")
        if (
            dot
            and spaced
            and rest.isdecimal()
            and int(rest) > 1
            and first.isdecimal()
            and int(first) == before.value + 1
        ):
            end = number.label.start + len(first) + 1
            label = Span(number.label.start, end - 1)
            numbers[index] = Number(number.start, end, label, int(first), "dot", True, True)
    return numbers


def _texts(page: Page) -> tuple[list[Span], list[Span]]:
    """Answer and explanation markers; the weaker words count only where they begin a line."""
    folded = page.folded
    explanations = [
        Span(match.start(), match.end())
        for match in EXPLANATION.finditer(folded)
        if match["strong"] or page.starts_line(match.start()) or _after_sentence(folded, match.start())
    ]
    taken = {span.end for span in explanations} | {match.end() for match in MINE.finditer(folded)}
    taken_starts = {span.start for span in explanations}
    answers: list[Span] = []
    for match in ANSWER.finditer(folded):
        if match.end() in taken or match.start() in taken_starts or _mine(folded, match.start()):
            continue
        before = answers[-1].end if answers else 0
        goes_on = 0 < before <= match.start() and not folded[before : match.start()].strip()
        if not match["strong"] and not goes_on and not page.starts_line(match.start()):
            continue
        if goes_on:
            answers[-1] = Span(answers[-1].start, match.end())  # `答案` as a title, then `正确答案：`; `解答：答案选择`
        else:
            answers.append(Span(match.start(), match.end()))
    return answers, explanations


_COUNTED = re.compile(r"[(\[]\d{1,2}[)\]]$")


def _after_sentence(folded: str, offset: int) -> bool:
    """Whether a sentence or a bracket ends right before the offset; the bracket of `(2)` ends nothing."""
    before = folded[max(0, offset - 8) : offset].rstrip()
    return before.endswith(("。", ")", "]")) and not _COUNTED.search(before)


def _mine(folded: str, start: int) -> bool:
    """Whether the marker is the learner's own answer on a platform (我的答案)."""
    return (
        folded[max(0, start - 3) : start]
        .rstrip(" \t")
        .endswith(("我的", "你的", "您的", "学生", "考生", "其他", "错误"))
    )


def _number(match: re.Match[str], folded: str) -> Number:
    form = match.lastgroup or "dot"  # the outermost group that took part
    text = match[form + "_n"]
    label = Span(*match.span(form if form == "case" else form + "_n"))
    end = match.end()
    decimal = form == "dot" and folded[match.end(form) : match.end(form) + 1].isdigit()
    if decimal:
        end = match.end(form)
    value = value_of(text)
    last = _last_of_run(folded, end, value) if form in ("comma", "dot") else None
    if last:
        label, end = Span(*last.span(1)), last.end()
        value = int(last.group(1))
    return Number(match.end("indent"), end, label, value, form, True, decimal)


_ROW_OF_NUMBERS = re.compile(r"(?:\d{1,4}[ \t]*[、.][ \t]*){4,}+(?!\d)")
_ONE_OF_ROW = re.compile(r"(\d+)[ \t]*[、.][ \t]*")


def _last_of_run(folded: str, start: int, value: int) -> re.Match[str] | None:
    """The last number of a long run `2、3、4、5、6、`: a question follows that, the others lost theirs."""
    row = _ROW_OF_NUMBERS.match(folded, start)
    if row is None:
        return None
    numbers = list(_ONE_OF_ROW.finditer(folded, start, row.end()))
    rising = all(int(each[1]) == value + step for step, each in enumerate(numbers, 1))
    return numbers[-1] if rising else None


_FORMS = ("di", "q", "ti", "asked", "case", "round", "square", "level", "comma", "dot", "half", "colon", "bare", "han")


def _inner(folded: str, span: Span) -> list[Number]:
    """Candidates in the middle of a line. `D.122.最大` may hide 122, 22 or 2: each is a candidate of its own."""
    found = []
    for match in _INNER.finditer(folded, span.start, span.end):
        form = match.lastgroup or "dot"
        digits = re.search(r"\d+", match.group())
        assert digits is not None
        first = match.start() + digits.start()
        last = match.start() + digits.end()
        decimal = form == "dot" and folded[match.end() : match.end() + 1].isdigit()
        if form in ("di", "round"):
            found.append(Number(match.start(), match.end(), Span(first, last), int(digits.group()), form, False))
            continue
        found += [
            Number(cut, match.end(), Span(cut, last), int(folded[cut:last]), form, False, decimal)
            for cut in range(first, last)
            if folded[cut] != "0"
        ]
    return found


def _crowded(page: Page, numbers: list[Number], answers: list[Span], runs: list[int]) -> list[Span]:
    """Paragraphs that hold several questions without line breaks between them: their numbers stand inside the lines."""
    starts = [number.start for number in numbers if number.form != "han" and number.line_start]
    asked = [answer.start for answer in answers]
    spans: list[Span] = []
    for paragraph in _paragraphs(page):
        count = max(_within(runs, paragraph), _within(asked, paragraph))
        glued = _GLUED_FIRST.search(page.folded, paragraph.start, min(paragraph.end, paragraph.start + 400))
        if (count >= 2 or glued) and _within(starts, paragraph) * 2 <= max(count, 1):
            spans.append(paragraph)
    return spans


_GLUED_FIRST = re.compile(r"[)题]\s*1\s*[.、]")  # 一、单选题1.…


def _within(positions: list[int], span: Span) -> int:
    return bisect_left(positions, span.end) - bisect_left(positions, span.start)


_PARAGRAPH = re.compile(r"(?:^[^\n]*[^\s][^\n]*(?:\n|\Z))+", re.M)


def _paragraphs(page: Page) -> list[Span]:
    """Runs of lines without a blank line between them."""
    return [Span(match.start(), match.end()) for match in _PARAGRAPH.finditer(page.folded)]


def _runs(folded: str) -> list[int]:
    """Positions of an option A (or a) that an option B (or b) follows."""
    runs: list[int] = []
    opened: dict[str, int] = {}  # where an A, or an a, waits for its B
    for match in _LABEL.finditer(folded):
        form, start = match.lastgroup, match.start()
        letter = match[match.lastindex or 0]
        if form in ("line", "small") and folded[folded.rfind("\n", 0, start) + 1 : start].strip(" \t*-"):
            continue
        if form in ("sharp", "small") and folded[match.end() - 1] == ")" and _closes(folded, start):
            continue  # `平均数(SMA)`
        if letter in "Aa":
            opened[letter] = start
        elif letter in "Bb":
            first = opened.pop("A" if letter == "B" else "a", None)
            if first is not None and start - first < RUN_REACH:
                runs.append(first)
    return sorted(runs)


def _closes(folded: str, start: int) -> bool:
    """Whether a bracket is open where the letter stands, so that the one behind it closes that bracket."""
    before = folded[max(0, start - 40) : start]
    opened = before.rfind("(")
    return opened >= 0 and not any(sign in before[opened:] for sign in ")\n")


def numbers_in(numbers: Sequence[Number], span: Span) -> Sequence[Number]:
    """The candidates of a stretch."""
    low = bisect_left(numbers, span.start, key=lambda number: number.start)
    high = bisect_left(numbers, span.end, key=lambda number: number.start)
    return numbers[low:high]


def form_of(example: str) -> str:
    """The form of a number that a user shows by example, "" where it is none."""
    match = _NUMBER.pattern.match(fold(example).strip() + " x")
    return next(name for name in _FORMS if match[name] is not None) if match else ""
