"""Questions that share something: material in front of them, options in front of them, a case they are parts of."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ankigen.model import Kind
from ankigen.parser.draft import Draft
from ankigen.parser.keys import Entry, packed
from ankigen.parser.lexicon import NUMERALS
from ankigen.parser.markers import Number
from ankigen.parser.options import Label, options_in
from ankigen.parser.page import Page
from ankigen.parser.scan import Finder
from ankigen.text import Span

# `根据以下材料，回答1-2题。`, `（1～3题共用题干）`: shared text begins, and which questions it is for.
_TO = r"[ \t]*(?:[-~—–至到、]|to|through)[ \t]*"
_SHARED = Finder.at_lines(
    re.compile(
        rf"""^[ \t]*+(?:[{NUMERALS}]{{1,3}}[、.][ \t]*)?[(\[]?[ \t]*(?:
        (?:请)?(?:根据|阅读|依据|结合|参照)[^\n]{{0,40}}?(?:回答|完成|作答|解答)[^\n]{{0,8}}?
            (?P<a>\d{{1,4}}){_TO}(?P<b>\d{{1,4}})[ \t]*小?题
      | 第?[ \t]*(?P<c>\d{{1,4}}){_TO}第?(?P<d>\d{{1,4}})[ \t]*小?题[ \t]*,?[ \t]*(?:共用|共享|根据|基于|共同)
      | Questions?[ \t]+(?P<e>\d{{1,4}}){_TO}(?P<f>\d{{1,4}})[ \t]+(?:refer|are[ ]based)
    )[^\n]*""",
        re.M | re.X,
    ),
    rf"[{NUMERALS}(\[请根阅依结参第\dQ]",
)
_TELLS_HOW = (
    "下列|以下|每小?题|各题|本题|请将|请在|请根据题意|答题|选项中|备选|只有一个|多选|错选|漏选|少选|不得分|得分|填涂|答案填"
    "|正确的(?:打|填|选|写)|错误的(?:打|填|选)|把答案|写在|Choose|Select|Directions"
)
_INSTRUCTION = re.compile(rf"^[ \t]*+[(\[]?[^\n]{{0,30}}(?:{_TELLS_HOW})")
_CASE_WORDS = re.compile(r"案例|材料|阅读|完形|资料|综合|情境|题干|短文|Reading|Case|Passage", re.I)
_SUMMARY = re.compile(r"汇总|彙總|分布|统计表|统计$|目录|考点(?:一览|归纳|总结)")  # about the paper, for no question
_TRAILING_ASK = re.compile(r"\n[ \t]*\[?(?:问题|题目|小题|请回答)\]?[ \t]*:?[ \t]*$")
LOWER = {"round": 3, "half": 2, "square": 3, "dot": 1, "comma": 1}  # how deep a form usually stands


@dataclass(frozen=True, slots=True)
class Shared:
    """Text for several questions."""

    span: Span  # with the line that announces it
    first: int
    last: int


def shared_in(page: Page, span: Span) -> list[Shared]:
    """Announced shared material inside a stretch; its end is set by the question that follows."""
    found = []
    for match in _SHARED.finditer(page.folded, span.start, span.end):
        first = match["a"] or match["c"] or match["e"]
        last = match["b"] or match["d"] or match["f"]
        found.append(Shared(Span(match.start(), match.end()), int(first), int(last)))
    return found


def is_instruction(page: Page, span: Span) -> bool:
    """Whether a text below a heading tells how to answer, rather than what to read."""
    words = page.folded[span.start : span.end].strip()
    return bool(words) and "\n\n" not in words and len(words) < 160 and bool(_INSTRUCTION.match(words))


def intro_is_material(page: Page, draft: Draft, span: Span) -> bool:
    """Whether the text between a heading and its first question is something the questions are about."""
    words = page.folded[span.start : span.end].strip()
    if len(words) < 12 or is_instruction(page, span):
        return False
    if draft.number and draft.number.form == "asked":
        return True
    heading = draft.section.heading
    if heading and _SUMMARY.search(heading.title):
        return False
    named = bool(heading and _CASE_WORDS.search(heading.title))
    return named or bool(_CASE_WORDS.match(words.lstrip("([")) and len(words) > 30)


def give_material(page: Page, drafts: list[Draft], span: Span) -> None:
    """Let the questions share the text; options standing in it become their options."""
    words = page.folded[span.start : span.end]
    ask = _TRAILING_ASK.search(words.rstrip())
    end = span.start + (ask.start() if ask else len(words.rstrip()))
    labels = options_in(page.folded, Span(span.start, end)) if "备选答案" in words or "选项" in words[:60] else []
    if labels and not any(draft.labels for draft in drafts):
        _give_options(drafts, labels, end)
        return
    for index, draft in enumerate(drafts):
        draft.material = Span(span.start, end)
        if ask and index == 0:
            draft.noise.append((Span(end, span.start + len(words.rstrip())), "label"))


def _give_options(drafts: list[Draft], labels: list[Label], end: int) -> None:
    ordered = sorted(labels, key=lambda label: label.span)
    ends = [label.span.start for label in ordered[1:]] + [end]
    for draft in drafts:
        draft.labels = [(label.letter, label.span) for label in ordered]
        draft.options = [Span(label.span.end, stop) for label, stop in zip(ordered, ends, strict=True)]


def nest(page: Page, drafts: list[Draft]) -> list[Draft]:
    """Resolve questions that are parts of another: `1. 材料 （1）… （2）…`."""
    out: list[Draft] = []
    index = 0
    while index < len(drafts):
        parent = drafts[index]
        children = _children(drafts, index)
        if not children:
            out.append(parent)
            index += 1
            continue
        out += _family(page, parent, children)
        index += 1 + len(children)
    return out


def _children(drafts: list[Draft], index: int) -> list[Draft]:
    """The drafts that number themselves 1, 2, 3 … below the draft at `index`, in another form."""
    parent = drafts[index]
    if parent.number is None or parent.labels or parent.answer or index + 1 >= len(drafts):
        return []
    first = drafts[index + 1].number
    if first is None or first.form == parent.number.form or first.value != 1 or _deeper(parent.number, first):
        return []
    children: list[Draft] = []
    for at in range(index + 1, len(drafts)):
        draft = drafts[at]
        number = draft.number
        if number is None or number.form != first.form or number.value != len(children) + 1:
            break
        if draft.section.span != parent.section.span:
            break
        children.append(draft)
    return children


def _deeper(parent: Number, child: Number) -> bool:
    """Whether the supposed child's form usually stands above the parent's."""
    return LOWER.get(parent.form, 0) > LOWER.get(child.form, 0)


def _family(page: Page, parent: Draft, children: list[Draft]) -> list[Draft]:
    last = children[-1]
    alone = all(child.answer is None and not child.labels for child in children[:-1])
    if alone and not last.labels and last.answer is None and not last.letters:
        return [_case(parent, last)]
    if len(children) > 1 and alone and not last.labels and last.answer:
        block = packed(page.folded, last.answer.start, last.answer.end)
        if block is None or [entry.number for entry in block.entries] != list(range(1, len(children) + 1)):
            return [_case(parent, last)]
    if last.answer:
        block = packed(page.folded, last.answer.start, last.answer.end)
        if block and len(block.entries) >= min(2, len(children)):
            _hand_out(children, list(block.entries))
            last.answer = None
    for child in children:
        child.material = Span(parent.stem.start, parent.stem.end)
        child.parent = page.text[parent.number.label.start : parent.number.label.end] if parent.number else ""
        child.kind = child.kind or (parent.kind if parent.kind is not Kind.CASE else None)
    children[0].tags += parent.tags
    if parent.number:
        children[0].noise.append((Span(parent.span.start, parent.stem.start), "number of a case"))
    return children


def _case(parent: Draft, last: Draft) -> Draft:
    """All parts answered at once: one case."""
    parent.span = Span(parent.span.start, last.span.end)
    parent.stem = Span(parent.stem.start, last.stem.end)
    parent.answer_marker, parent.answer = last.answer_marker, last.answer
    parent.explanation_marker, parent.explanation = last.explanation_marker, last.explanation
    parent.kind = parent.kind or Kind.CASE
    return parent


def _hand_out(children: list[Draft], entries: list[Entry]) -> None:
    by_number = {entry.number: entry for entry in entries}
    for child in children:
        entry = by_number.get(child.number.value) if child.number else None
        if entry:
            child.joined = entry.value
