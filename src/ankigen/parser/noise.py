"""Lines that belong to no question: what a page, a printer or a website put between the lines.

Each pattern has the reason it gives. A line that is part of a question is never noise, whatever words it holds: one
with a number or a letter, one between two options, the value behind a marker that ends its line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from ankigen.parser.running import running_headers
from ankigen.parser.scan import Finder
from ankigen.text import Span

PROMOTION = "promotion"
_PATTERNS: tuple[tuple[str, str], ...] = (
    (
        "page number",
        r"第\s*\d*\s*页(?:\s*[,/]?\s*\(?共\s*\d*\s*页\)?)?|[-—–~·]\s*\d{1,4}\s*[-—–~·]|\d{1,4}\s*/\s*\d{1,4}"
        r"|(?:Page|PAGE|page)\s*\d+(?:\s*(?:of|/)\s*\d+)?|共\s*\d+\s*页(?:\s*第\s*\d+\s*页)?"
        r"|[-—–]{2,}\s*第\s*\d+\s*页\s*[-—–]{2,}",
    ),
    ("ruler", r"[-=_*~—–―─━·.+# \t]{3,}|(?:[*\-_]\s+){2,}[*\-_]|\.{5,}"),
    (
        "platform",
        r"[\d.]+\s*分|AI\s*讲解|查看(?:解析|答案|知识点|全部|更多)?(?:\s*\|\s*查看解析)?|(?:收起|展开)(?:解析|答案)?|显示答案"
        r"|(?:本题)?得分\s*:?\s*[\d.]*\s*分?|(?:得分|评卷人|阅卷人|评阅人)(?:\s+(?:得分|评卷人|阅卷人|评阅人))*"
        r"|知识点\s*:|难度\s*:\s*\S{0,6}|收藏|纠错|报错|笔记|批语|题量\s*:.{0,40}|考试时间\s*:.{0,60}|智能分析"
        r"|作答(?:情况|正确|错误)?\s*:?|回答(?:正确|错误)|Most\s+Voted|Community\s+vote.{0,40}|Reveal\s+Solution"
        r"|Discussion\s*\d*|答案解析\s*:|(?:单选|多选|判断|填空)题?问题\s*\d{1,2}|(?:导入|转换)时间\s*:.{0,40}|命题单位\s*:.{0,30}|选项\s*:|题目\s*:|题型\s*:",
    ),
    ("table of contents", r"目\s*录"),
    (
        "end of paper",
        r"(?:[-—–=* \t\[(]*(?:全卷|本卷|试卷|试题|全文|本套题?|考试|题目|全部)(?:到此)?(?:结束|完)了?"
        r"|[-—–=*\[(]{2,}\s*(?:END|End|THE END))"
        r"[-—–=*。! \t\])]*",
    ),
    ("code fence of an empty answer", r"`{3}\w*\s*`{3}"),
)
_CONTENTS = re.compile(
    r"(?:(?<!\.)\.{4,}+|(?<!…)…{2,}+|(?<!·)·{4,}+|(?<!\. )(?:\. ){4,}+)[ \t]*\d{1,4}[ \t]*$", re.M
)  # `一、单选题 ........ 1`
_LEADERS = ("....", "……", "····", ". . . . ")
# Found by their words first: most papers have none, and then no line is looked at.
_PROMOTION = re.compile(
    r"https?://|www\.|公众号|关注|扫|二维码|加微信|加群|QQ群|请勿外传|版权所有|翻版必究|资料下载|免费下载|免费领取|更多|严禁转载"
    r"|侵权必究|github\.com/"
)
# It speaks to the reader; a sentence that only mentions 公众号 or 二维码 is what some question is about.
_PROMOTION_LINE = re.compile(
    r"[ \t]*(?:.{0,20}(?:下载|官网|网址|网站|博客|论坛|For|Visit|Website).{0,20}(?:https?://|www\.)\S+.{0,20}"
    r"|.{0,40}(?:关注.{0,12}(?:公众号|微信|获取|下载)|公众号[ \t]*:|扫.{0,8}码.{0,6}(?:关注|下载|领取|进群|加|获取)"
    r"|加微信|加群|QQ群|请勿外传|版权所有|翻版必究|资料下载|免费下载|免费领取|更多(?:题库|资料|试题)|严禁转载|侵权必究).{0,60}"
    r"|github\.com/\S+)[ \t]*"
)
_PART = re.compile(
    r"[ \t]*(?:[-*+>•·]\s|[(\[]?(?:[A-Za-z]|\d{1,4}|[一二三四五六七八九十]{1,3})[ \t]*[.、:)\]\t]|[A-Z] |[①-⑳]"
    r"|第[ \t]*\d+[ \t]*题|\[?(?:参考|正确)?答案?[ \t]*[:\]]|\[?解析[ \t]*[:\]])"
)
_OPTION = re.compile(r"[ \t]*[(\[]?[A-Ha-h][ \t]*[.、:)\]\t]")
_ASKS = re.compile(r"[？?]|_{2,}|\([ \t]*\)")
_VALUE = re.compile(r"[\d.]+\s*分|\d{1,4}\s*/\s*\d{1,4}")  # `0.5分`, `1/2`
_EXPECTS = re.compile(r"(?:答案?\]?[ \t]*:?|[(\[]?[A-Ha-h][ \t]*[.、:)\]])[ \t]*$")  # and nothing more on the line
_EMPTY_LABELS = frozenset({"答案解析:", "选项:", "题目:"})  # markers elsewhere; alone and empty they only count here
_NOISE = Finder.at_lines(
    re.compile(
        r"^[ \t]*+(?:"
        + "|".join(f"(?P<r{i}>{pattern})" for i, (_, pattern) in enumerate(_PATTERNS)).replace(r"\s", r"[ \t]")
        + r")[ \t]*$",
        re.M,
    ),
    r"[第\-—–~·\dPp共=_*─―━.+#A查收展显本得评阅知难纠报笔批题考智作回MCRD答导转命选目单多判填\[(全试END T`]",
)
_FENCE = Finder.at_lines(re.compile(r"^[ \t]*+(`{3,}|~{3,})[^`\n]*$", re.M), "[`~]")


def noise_of(folded: str, lines: tuple[Span, ...]) -> list[tuple[Span, str]]:
    """The lines that are noise, with the reason, in order."""
    fences = _fenced(folded)
    found = [(line, reason) for line, reason in _known(folded) if not _inside(line.start, fences)]
    found += [(line, "table of contents") for line in _contents(folded) if not _inside(line.start, fences)]
    found += [(line, PROMOTION) for line in _promotions(folded) if not _inside(line.start, fences)]
    taken = {line.start for line, _ in found}
    pages = {line.start for line, reason in found if reason == "page number"}
    found += [
        (line, reason)
        for line, reason in running_headers(folded, lines, pages)
        if line.start not in taken and not _inside(line.start, fences)
    ]
    return sorted(dict(found).items())


def _known(folded: str) -> Iterator[tuple[Span, str]]:
    for match in _NOISE.finditer(folded):
        words = match.group().strip()
        if words and words not in _EMPTY_LABELS and not _is_value(folded, match.start(), words):
            group = match.lastgroup or "r0"
            yield Span(match.start(), match.end()), _PATTERNS[int(group[1:])][0]


def _is_value(folded: str, start: int, words: str) -> bool:
    """Whether a figure is what the marker alone on the line before asks for: an answer or an option."""
    return bool(_VALUE.fullmatch(words) and _EXPECTS.search(_line_before(folded, start)))


def _line_before(folded: str, start: int) -> str:
    end = max(start - 1, 0)
    return folded[folded.rfind("\n", 0, end) + 1 : end]


def _contents(folded: str) -> Iterator[Span]:
    if not any(leader in folded for leader in _LEADERS):
        return
    for match in _CONTENTS.finditer(folded):
        start = folded.rfind("\n", 0, match.start()) + 1
        if start < match.start() <= start + 60:
            yield Span(start, match.end())


def _promotions(folded: str) -> Iterator[Span]:
    done = 0
    for match in _PROMOTION.finditer(folded):
        start = folded.rfind("\n", 0, match.start()) + 1
        if start < done:
            continue
        end = folded.find("\n", start)
        done = end = len(folded) if end < 0 else end
        line = Span(start, end)
        if end - start < 200 and _PROMOTION_LINE.fullmatch(folded, start, end) and not _of_question(folded, line):
            yield line


def _of_question(folded: str, line: Span) -> bool:
    """Whether the line is part of a question: it is marked as one, it asks, or it goes on with an option."""
    words = folded[line.start : line.end]
    if _PART.match(words) or _ASKS.search(words):
        return True
    return bool(_OPTION.match(folded, line.end + 1) and _OPTION.match(_line_before(folded, line.start)))


def _fenced(folded: str) -> list[Span]:
    """Fenced code blocks: nothing in them is noise."""
    spans, opened, mark = [], -1, ""
    for match in _FENCE.finditer(folded):
        if opened < 0:
            opened, mark = match.start(), match.group(1)
        elif match.group(1).startswith(mark[0]) and len(match.group(1)) >= len(mark):
            spans.append(Span(opened, match.end()))
            opened = -1
    return spans


def _inside(offset: int, spans: list[Span]) -> bool:
    index = bisect_right(spans, offset, key=lambda span: span.start) - 1
    return index >= 0 and offset < spans[index].end
