"""The blanks of a fill-in: where they are, what is printed in them, and which answer belongs to which."""

from __future__ import annotations

import re

from ankigen.parser.draft import Draft
from ankigen.parser.page import Page
from ankigen.text import Span

BLANK = "____"
_EMPTY = re.compile(r"[(\[][ \t]*_{2,}[ \t]*[)\]]|_{2,}|[(\[][ \t]*[)\]]|(?<=\S)_(?=[^\w_])")
_GAP = re.compile(r"(?<=\S)(?:[ ]{4,}|[ ]*\t[ \t]*)(?=\S|$)|^[ ]{4,}(?=\S)")
_INLINE_LINE = re.compile(r"_++(?P<said>[^_\n]{1,60})_++")
_INLINE_BOX = re.compile(r"[(\[][ \t]*(?P<said>[^()\[\]\n]{1,60}?)[ \t]*[)\]]")
_INLINE_GAP = re.compile(r"(?<![ \t])(?:[ ]{3,}+|\t++)(?P<said>\S(?:[^\n\t ]|[ ](?! ))*)(?:[ ]{3,}|\t+|[ ]*$)")
_NUMBERED = re.compile(
    r"(?:^(?:[-*+•][ \t]+)?|(?<=[\s;；,，、。])(?:(?<=\n)[-*+•][ \t]+)?)"
    r"(?:第[一二三四五六七八九十\d]+[个]?空|空[ \t]*\d{1,2}|\d{1,2}[.、)](?!\d)|[①-⑩])[ \t]*[:：]?[ \t]*"
    r"|[(（][ \t]*\d{1,2}[ \t]*[)）][ \t]*"
)
_WORDS = re.compile(r"[\s;；,，、。]*[^\s;；,，、。①-⑩]")
_SEPARATORS = (r"[;；]", r"[|｜]", r"\n+", r"[,，]", r"、", r"[ \t]{2,}|\u3000+", r"\s+", r"/", r"和|与|及")


def printed_inside(page: Page, stem: Span) -> bool:
    """Whether the stem's underlined blanks hold their answers (`绕__太阳__转`): short strokes in pairs."""
    strokes = re.findall(r"_+", page.folded[stem.start : stem.end])
    pairs = _INLINE_LINE.findall(page.folded[stem.start : stem.end])
    return bool(pairs) and len(strokes) == 2 * len(pairs) and max(map(len, strokes)) <= 3


def empty_blanks(page: Page, stem: Span) -> list[Span]:
    """The blanks of a stem that somebody is to fill in; wide gaps count only where nothing else is a blank."""
    words = page.folded[stem.start : stem.end]
    found = [Span(stem.start + match.start(), stem.start + match.end()) for match in _EMPTY.finditer(words)]
    if found:
        return found
    lines = words.rstrip("\n ")
    return [Span(stem.start + match.start(), stem.start + match.end()) for match in _GAP.finditer(lines)]


_FIGURE = re.compile(r"(?<![\dA-Za-z.])\d{1,2}(?![\dA-Za-z.%])")
_NAMED = re.compile(r"空[ \t]*(\d{1,2})[ \t]*[:：]")


def counted_blanks(page: Page, stem: Span, answer: str) -> list[Span]:
    """The blanks of a stem that shows them by their numbers alone: `最高的山是1。` where the key says `空 1：…`."""
    names = _NAMED.findall(answer)
    words = page.folded[stem.start : stem.end]
    shown = [match for match in _FIGURE.finditer(words) if match.group() in names]
    if not names or [match.group() for match in shown] != names:
        return []
    return [Span(stem.start + match.start(), stem.start + match.end()) for match in shown]


def inline_blanks(page: Page, draft: Draft) -> list[tuple[Span, str]]:
    """Blanks with the answer printed inside: `__太阳__`, `（ 12 ）`, or between wide gaps."""
    words = page.folded[draft.stem.start : draft.stem.end].rstrip()
    for pattern in (_INLINE_LINE, _INLINE_GAP, _INLINE_BOX):
        found = [match for match in pattern.finditer(words) if match["said"].strip()]
        if found:
            base = draft.stem.start
            return [
                (
                    Span(base + match.start(), base + match.end()),
                    page.text[base + match.start("said") : base + match.end("said")].strip(),
                )
                for match in found
            ]
    return []


def split_answers(text: str, count: int) -> tuple[tuple[str, ...], bool]:
    """One answer per blank, and whether their number is certain."""
    text = text.strip()
    if not text:
        return (), True
    parts = _numbered(text)
    if count <= 1:
        return ((parts[0] if len(parts) == 1 else text),), True
    if len(parts) == count:
        return tuple(parts), True
    body = text.rstrip("。.;；")
    for separator in _SEPARATORS:
        parts = [part.strip() for part in re.split(separator, body) if part.strip()]
        if len(parts) == count:
            return tuple(parts), True
    for separator in _SEPARATORS[:3]:
        parts = [part.strip() for part in re.split(separator, body) if part.strip()]
        if len(parts) > 1:
            return tuple(parts), False
    return (text,), False


def _numbered(text: str) -> list[str]:
    """The texts behind their numbers; none where a number has nothing behind it, as in the key `②④`."""
    marks = list(_NUMBERED.finditer(text))
    if not marks or text[: marks[0].start()].strip():
        return []
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    if any(not _WORDS.match(text, mark.end(), end) for mark, end in zip(marks, ends, strict=True)):
        return []
    return [text[mark.end() : end].strip(" \t\n;；,，、。") for mark, end in zip(marks, ends, strict=True)]
