"""Reads the scoring points off a long answer, so that a learner can tick them one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_HAN = "一二三四五六七八九"
# At the start of a line, or where a clause has ended.
_START = r"(?:(?<=\A)|(?<=[\n；;。：:，,]))[ \t\u3000]?"
_STYLES: tuple[tuple[str, str], ...] = (
    ("circled", rf"{_START}(?P<n>[{_CIRCLED}])"),
    ("bracketed", rf"{_START}[（(](?P<n>\d{{1,2}})[）)]"),
    ("dotted", rf"{_START}(?P<n>\d{{1,2}})(?:[.．](?!\d)|[、)）])"),
    ("han", rf"{_START}[（(]?(?P<n>[{_HAN}])[、)）]"),
)
_MARKERS = [re.compile(pattern) for _, pattern in _STYLES]
_LONGEST_PREFACE = 40


def points(answer: str) -> tuple[str, ...]:
    """The numbered points of an answer, without their numbers; empty unless it is one clean list.

    A clean list numbers its points 1, 2, 3 … in one style from the beginning (after a short preface such as
    “要点：”). Nested or repeated lists are shown as written instead of being flattened into something else.
    """
    for marker in _MARKERS:
        found = list(marker.finditer(answer))
        if len(found) < 2 or [_number(each["n"]) for each in found] != list(range(1, len(found) + 1)):
            continue
        preface = answer[: found[0].start()]
        ends = [each.start() for each in found[1:]] + [len(answer)]
        texts = [answer[each.end() : end].strip() for each, end in zip(found, ends, strict=True)]
        if len(preface) <= _LONGEST_PREFACE and all(texts) and not _lists_inside(texts):
            return tuple(texts)
    return ()


def _lists_inside(texts: Sequence[str]) -> bool:
    return any(marker.search(text, text.find("\n")) for text in texts if "\n" in text for marker in _MARKERS)


def _number(digits: str) -> int:
    if digits in _CIRCLED:
        return _CIRCLED.index(digits) + 1
    return int(digits) if digits.isdecimal() else _HAN.index(digits) + 1
