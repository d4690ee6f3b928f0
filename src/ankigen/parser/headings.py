"""Headings: chapters, kinds of question, and the line that opens a block of keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ankigen.model import Kind
from ankigen.parser.lexicon import (
    ANSWER,
    COUNT,
    ENGLISH_KIND_WORDS,
    KEY_HEADING,
    KIND_WORD,
    KIND_WORDS,
    NUMERALS,
    POINTS_EACH,
    TOTAL,
)
from ankigen.parser.page import Page
from ankigen.parser.scan import Finder
from ankigen.text import Span

_HAN = rf"[{NUMERALS}]{{1,3}}"
_ENUMERATION = (
    rf"(?:第?[ \t]*(?:{_HAN}|[ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ]|[IVX]{{1,4}})[ \t]*(?:大题|部分|[、.:,)])?|\({_HAN}\)|\d{{1,2}}[ \t]*[、.])"
)
_KIND_PHRASE = rf"{KIND_WORD}(?:性)?(?:题|部分)?(?:[ \t]*[(、和与及/][ \t]*{KIND_WORD}题?\)?)?"
_LEADING_WORDS = r"[^\n。？!()\[\]:;,A-Z]{0,6}?"  # `二、模型方面选择题`
# `一、单选题（每题1分，共30分）` on its own line: a kind word near the beginning and not much else.
_KIND_LINE = Finder.in_lines(
    re.compile(
        rf"^[ \t]*+(?P<words>[\[#*]*+[ \t]*+(?:{_ENUMERATION}[ \t]*)?{_LEADING_WORDS}{_KIND_PHRASE}"
        r"(?:[ \t]*(?:部分|汇总|练习|题库|精选|真题|共|每|合计|满分|\d+[ \t]*[题道]|道|[,/+-])"
        r"[^\n。？!()\[\]:]{0,20})?[ \t]*\]?"
        r"(?:[ \t]*[(\[][^\n()\[\]]{0,60}[)\]]){0,2}[ \t]*[\]#*]*)[ \t]*(?P<colon>:)?[ \t]*(?P<rest>[^\n]*)$",
        re.M,
    ),
    KIND_WORD,
)
# The same inside a line that holds a whole bank.
_KIND_INSIDE = re.compile(
    rf"(?:{_HAN}[、.]|第{_HAN}(?:部分|大题)[ \t:、.]*|(?<![A-Za-z{NUMERALS}])\({_HAN}\))[ \t]*"
    rf"{_LEADING_WORDS}{KIND_WORD}题?"
    r"[ \t]*(?:\([^\n()]{0,60}\))?[ \t]*:?(?=[ \t]*(?:\d|[(\[]?\d|案例|材料|第))"
)
_CHAPTER = Finder.at_lines(
    re.compile(
        rf"""^[ \t]*+(?P<words>(?:
        第[ \t]*(?:[{NUMERALS}]{{1,4}}|\d{{1,3}})[ \t]*
            (?:章|节|部分|单元|篇|讲|课|专题|模块|编|回|套|届|大题|周|天)
      | (?:专题|模块|单元|项目|任务|章节)[ \t]*(?:\d{{1,3}}|{_HAN})
      | (?:Part|PART|Section|SECTION|Chapter|CHAPTER|Unit|UNIT)[ \t]+(?:[IVX]+|[A-Z]|\d+)\b
      | 导论|绪论|导言|序言|附录|前言
    )(?![ \t]*题)(?:[ \t:.、].{{0,60}}|[^\n。？!;]{{0,40}})?)[ \t]*$""",
        re.M | re.X,
    ),
    r"[第专模单项任章PSCU导绪序附前]",
)
_ROW = re.compile(r"[ \t|]*(?:题号|序号)[ \t|]")  # the first row of a key table
_BARE = frozenset(
    ["单选", "多选", "判断", "填空", "简答", "选择", "单项选择", "多项选择", "不定项选择", "名词解释", "论述", "问答"]
)  # enough without 题
_LISTED = Finder.at_lines(
    re.compile(rf"^[ \t]*+(?P<words>(?:{_HAN}[、.]|\({_HAN}\))[ \t]*[^\n。？!;]{{1,40}}?)[ \t]*:?[ \t]*$", re.M),
    rf"[{NUMERALS}(]",
)
_ENGLISH = re.compile(r"\b(" + "|".join(map(re.escape, ENGLISH_KIND_WORDS)) + r")s?\b", re.I)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading line, or a heading inside a line of a run-on bank."""

    span: Span  # the whole heading, with what it says in brackets
    title: str  # as printed, without trailing colon
    kinds: bool  # names a kind of question
    kind: Kind | None  # None: no kind, or a choice of unknown number
    choice: bool  # it says 选择题
    points: float | None
    count: int | None  # announced number of questions
    key: bool = False  # opens a block of keys
    truths: Mapping[str, bool] = field(default_factory=dict)  # 正确的选A，错误的选B; 1对 2错: signs for true and false


def headings_of(page: Page, crowded: list[Span], marked: list[Span]) -> list[Heading]:
    """All headings in order. `marked` are spans that the file itself calls headings (Markdown, HTML)."""
    found: dict[int, Heading] = {}
    for match in KEY_HEADING.finditer(page.folded):
        if _ROW.match(match.group().lstrip()):
            continue
        span = _trimmed(page.folded, Span(match.start(), match.end()))
        found[span.start] = _heading(page, span, key=True)
    for match in _KIND_LINE.finditer(page.folded):
        if _is_kind_line(match) and not _is_wrapped(page.folded, match):
            end = match.end("colon") if match["colon"] else match.end("words")
            span = _trimmed(page.folded, Span(match.start("words"), end))
            found.setdefault(span.start, _heading(page, span))
    for pattern in (_CHAPTER,):
        for match in pattern.finditer(page.folded):
            span = _trimmed(page.folded, Span(match.start("words"), match.end("words")))
            found.setdefault(span.start, _heading(page, span))
    for paragraph in crowded:
        for match in _KIND_INSIDE.finditer(page.folded, paragraph.start, paragraph.end):
            span = _trimmed(page.folded, Span(match.start(), match.end()))
            if not any(span.start < other.span.end and other.span.start < span.end for other in found.values()):
                found[span.start] = _heading(page, span)
    for span in marked:
        span = _trimmed(page.folded, span)
        if span.start < span.end:
            found.setdefault(span.start, _heading(page, span))
    return _apart(sorted(found.values(), key=lambda heading: heading.span))


def listed_headings(page: Page) -> list[Heading]:
    """Lines such as `一、进程管理`: headings only where questions of another numbering follow."""
    return [
        _heading(page, _trimmed(page.folded, Span(match.start("words"), match.end())))
        for match in _LISTED.finditer(page.folded)
    ]


def _is_kind_line(match: re.Match[str]) -> bool:
    words, rest = match["words"], match["rest"]
    if rest and words.lstrip().startswith("["):
        return False  # `[判断]4. …` is a question with its kind in front
    if rest and not re.match(r"[(\[第]?[ \t]*\d{1,4}[ \t]*(?:[.、)\]题~—-](?!\d)|[-~—]\d)", rest):
        return False
    if rest and "题" not in words:
        return False
    if rest and not match["colon"] and not re.search(r"[)\]题]$", words.strip()):
        return False
    plain = _bare(words)
    enumeration = re.match(rf"[ \t\[#*]*({_ENUMERATION})", words)
    named = _named(words)
    if not named:
        return False
    spare = len(plain) - len(named.group())
    said = "题" in named.group() or words.strip().startswith("[") or (plain in _BARE and not match["colon"])
    if enumeration and enumeration.group(1)[0].isdigit():
        return spare <= 2 and "题" in named.group()  # `4. 练习计算题` is an item of a list
    return spare <= (9 if enumeration else 6) and (said or (enumeration is not None and spare <= 4))


_LATER_OPTION = re.compile(r"\s*[(\[]?[B-H][.、:)\]]")
_FIRST_NUMBER = re.compile(r"\s*[(\[第]?[ \t]*(?:1|一)(?!\d)")
_ENDED = frozenset("。？！?!;:…)]")


def _is_wrapped(folded: str, match: re.Match[str]) -> bool:
    """Whether the line is the rest of the line above: 判断 where `…不应依靠主观判断` was too long for one line.

    A heading has nothing but kinds of question in it and looks the same, so a bare word needs more: the start of a
    count, or a line above that has ended.
    """
    if match["words"].strip() not in _BARE or match["rest"] or match["colon"]:
        return False
    if _LATER_OPTION.match(folded, match.end()):
        return True
    above = folded[max(0, match.start() - 300) : match.start()]
    line = above.rstrip("\n").rsplit("\n", 1)[-1]
    if not line.strip() or above.endswith("\n\n") or _FIRST_NUMBER.match(folded, match.end()):
        return False
    return line.rstrip()[-1] not in _ENDED and not ANSWER.pattern.match(line.strip())


_NAMED = re.compile(rf"({KIND_WORD})(?:性)?(?:题|部分|[ \t]*$|(?=[ \t]*[(、和与及/]))")


def _bare(words: str) -> str:
    """The words of a heading without numbering and what stands in brackets."""
    unnumbered = re.sub(rf"^[ \t\[#*]*(?:{_ENUMERATION})?[ \t]*", "", words)
    return re.sub(r"[(\[].*", "", unnumbered).strip(" \t#*[]:")


def _named(words: str) -> re.Match[str] | None:
    """The kind of question that a heading names: 单选题, or a bare 判断, but not the 分析 of 本题分析."""
    found = _NAMED.search(_bare(words))
    if not found or found.start() > 8:
        return None
    return found if "题" in found.group() or found.start() == 0 else None


def _heading(page: Page, span: Span, key: bool = False) -> Heading:
    words = page.folded[span.start : span.end]
    title = page.text[span.start : span.end].strip().rstrip(":：").strip().strip("#*").strip()
    named = None if key else _named(words)
    kind = KIND_WORDS[named.group(1)] if named else None
    english = None if named or key else _ENGLISH.search(words)
    if english:
        kind = ENGLISH_KIND_WORDS[english.group(1).lower()]
    if below := None if key else _POINTS_BELOW.match(page.folded, span.end):
        words += below.group()
    each = POINTS_EACH.search(words)
    total = TOTAL.search(words)
    counted = COUNT.search(re.sub(r"^[^(（]*[(（]", "", words))
    count = int(counted.group(1) or counted.group(2)) if counted else None
    if each and "本题" in each.group() and count and count > 1:
        each = None  # of all its questions together
    each = each or _TIMES.search(words)
    points = float(each.group(1)) if each else None
    if count is None and points and total and float(total.group(1)) % points == 0:
        count = int(float(total.group(1)) / points)
    return Heading(
        span,
        title,
        bool(named or english),
        kind,
        bool((named or english) and kind is None),
        points,
        count,
        key,
        _truths(words),
    )


_TIMES = re.compile(r"(\d+(?:\.\d+)?)[ \t]*(?:分|pts?|points?)[ \t]*[*×xX][ \t]*\d+")  # `(2分×10)`
_POINTS_BELOW = re.compile(r"[ \t#*]*\n\s*[(\[][^()\[\]\n]{0,30}\d[ \t]*分[^()\[\]\n]{0,20}[)\]][ \t]*(?=\n)")
_SIGN_FIRST = re.compile(
    r"(?<![A-Za-z\d])([A-Z\d])[ \t]*(?:为|是|表示|代表|[-:、.=])?[ \t]*(不正确|正确|对|√|错误|错|×)"
)
_SIGN_LAST = re.compile(
    r"(不正确|正确|对|√|错误|错|×)[^,;，；()\d]{0,4}?(?:选|填|涂|为|是|用)[ \t]*([A-Z\d])(?![A-Za-z\d])"
)


def _truths(words: str) -> dict[str, bool]:
    """The signs that a heading introduces for true and false; empty unless it names one for each."""
    said = [(sign, word) for sign, word in _SIGN_FIRST.findall(words)]
    said += [(sign, word) for word, sign in _SIGN_LAST.findall(words)]
    truths = {sign: word in ("正确", "对", "√") for sign, word in said}
    return truths if len(truths) == 2 and len(set(truths.values())) == 2 else {}


def _trimmed(folded: str, span: Span) -> Span:
    words = folded[span.start : span.end]
    return Span(span.start + len(words) - len(words.lstrip()), span.end - (len(words) - len(words.rstrip())))


def _apart(headings: list[Heading]) -> list[Heading]:
    """Headings that do not overlap; of two on one place the first and longer one stays."""
    kept: list[Heading] = []
    for heading in headings:
        if kept and heading.span.start < kept[-1].span.end:
            continue
        kept.append(heading)
    return kept
