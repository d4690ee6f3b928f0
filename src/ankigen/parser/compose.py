"""Texts of questions put together from stretches of the page: wrapped lines joined, paragraphs kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ankigen.text import Span

_TERMINAL = "。？！?!；;：:.…"
_LIST_ITEM = re.compile(
    r"\s*(?:[(（\[【]?\d{1,3}\s*[)）\]】、.．](?!\d)|[①-⑳⑴-⒇㈠-㈩❶-❿]|[-•·●○◆■▪*]\s*\S|[(（]?[一二三四五六七八九十]{1,3}[)）、.．]|[(（]?[A-Za-z][)）.．、:：]"
    r"|[A-Z][\u4e00-\u9fff]{0,2}[:：]"
    r"|[ア-オ][.．、]|第[一二三四五六七八九十\d]+[,，、步点：:]|其[一二三四]|(?:首先|其次|再次|最后)[,，]|答[:：]|问题?[:：]|[|┌├└])"
)
_CODE_WORDS = (
    "def|class|if|elif|else|for|while|return|import|from|print|try|except|with|public|private|static|void|int|char|float"
    "|double|String|select|SELECT|INSERT|UPDATE|DELETE|CREATE|#include|using|var|let|const|function|System"
)
_CODE = re.compile(
    rf"^\s*(?:[\w.\[\]]+\s*(?:=|\+=|-=)\s*\S|(?:{_CODE_WORDS})\b.*"
    r"|[{}();]+\s*|.*[;{}]\s*|\$ .*|[\w.]+\(.*\)\s*;?|<\w.*>)$"
)
_NARROW = 30  # columns; nobody's page has shorter lines than this
_SENTENCE = re.compile(r"(?=\D|.\D)[\u2e80-\u9fff\uff00-\uffef0-9]{2}|[a-z,][a-z]")
_FENCE = re.compile(r"^\s*(`{3,}|~{3,})")
_HAN = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uffef“”‘’…—]")


def compose(text: str, span: Span, cuts: Sequence[tuple[Span, str]] = (), width: int = 0) -> str:
    """The text of the span with its lines joined as a reader would.

    Args:
        text: the page's text.
        span: what to take of it.
        cuts: stretches inside the span to replace, sorted; a key printed in a stem goes this way.
        width: the usual length of a full line, 0 when lines end where paragraphs do.
    """
    if not cuts:
        whole = text[span.start : span.end].strip()
        return join(whole.split("\n"), width) if "\n" in whole else whole
    parts: list[str] = []
    at = span.start
    for cut, instead in cuts:
        if cut.start < at or cut.end > span.end:
            continue
        parts += [text[at : cut.start], instead]
        at = cut.end
    parts.append(text[at : span.end])
    return join("".join(parts).split("\n"), width)


def join(lines: Sequence[str], width: int = 0) -> str:
    """Join wrapped lines; keep breaks before list items, between paragraphs, around and inside code."""
    if len(lines) == 1:
        return lines[0].strip()
    out: list[list[str]] = []  # paragraphs, each a list of line pieces
    fence = ""
    gap = False
    rows = _rows(lines)
    for index, line in enumerate(lines):
        gap = gap or index in rows or index - 1 in rows
        mark = _FENCE.match(line)
        if fence or mark:
            out.append([line.rstrip() if fence and not mark else line.strip()])
            if mark:
                fence = "" if fence and mark.group(1)[0] == fence[0] else fence or mark.group(1)
            gap = False
            continue
        if not line.strip():
            gap = bool(out)
            continue
        if out and not gap and _continues(out[-1][-1], line, width):
            if not _glued(out[-1][-1], line.lstrip()):
                out[-1].append(" ")
            out[-1].append(line.strip())
        else:
            out.append([line.rstrip() if out and _CODE.match(line) else line.strip()])
        gap = False
    return "\n".join("".join(paragraph) for paragraph in out).strip()


def _rows(lines: Sequence[str]) -> set[int]:
    """The lines that are rows of a table: with a tab inside, and another such line beside them."""
    tabbed = [index for index, line in enumerate(lines) if "\t" in line.strip()]
    return {index for pair in pairwise(tabbed) if pair[1] == pair[0] + 1 for index in pair}


def typed(lines: Sequence[str]) -> str:
    """The lines of one cell, where somebody pressed a key for each break: kept, but for those of a pasted page."""
    code = any(map(_CODE.match, lines))  # only there does it matter how far a line is indented
    longest = max(map(_columns, lines))
    out: list[str] = []
    before = ""
    for line in filter(str.strip, lines):
        if before and _wraps(before, line, max(_NARROW, longest * 0.85)):
            out += ["" if _glued(before, line.lstrip()) else " ", line.strip()]
        else:
            out += ["\n" if out else "", line.rstrip() if code else line.strip()]
        before = line.rstrip()
    return "".join(out).strip()


def _wraps(before: str, line: str, full: float) -> bool:
    """Whether a line is as long as a page is wide and breaks off within a sentence."""
    halves = before[-1] + line.lstrip()[0]
    return bool(_SENTENCE.fullmatch(halves)) and _columns(before) >= full and _continues(before, line, 0)


def _columns(line: str) -> int:
    return sum(2 if _HAN.match(char) else 1 for char in line.strip())


def _continues(before: str, line: str, width: int) -> bool:
    """Whether the line goes on with the sentence of the line before."""
    if before.startswith(("```", "~~~")) or _LIST_ITEM.match(line) or _CODE.match(line) or _CODE.match(before):
        return False
    close = before.rstrip()[-1:]
    if close in _TERMINAL:
        return bool(width) and close not in "：:" and len(before) >= width - 3
    return True


def _glued(before: str, line: str) -> bool:
    """Whether two halves of a sentence need no space between them: where either side is Chinese."""
    return bool(_HAN.match(before[-1]) or _HAN.match(line[0]) or (before[-1] in "-/(" and not before[-2:-1].isspace()))
