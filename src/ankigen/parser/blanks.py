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
_SPACES = re.compile(r"(?<=[^ \t])(?:[ ]{2,}+|[ ]?\t[ \t]*+)")
_STOPS = "。.;；，,？?！!"
_WIDE = 3  # spaces that make a gap by themselves; two do beside a wide one
_NUMBERED = re.compile(
    r"(?:^(?:[-*+•][ \t]+)?|(?<=[\s;；,，、。])(?:(?<=\n)[-*+•][ \t]+)?)"
    r"(?:第[一二三四五六七八九十\d]+[个]?空|空[ \t]*\d{1,2}|\d{1,2}[.、)](?!\d)|[①-⑩])[ \t]*[:：]?[ \t]*"
    r"|[(（][ \t]*\d{1,2}[ \t]*[)）][ \t]*"
)
_WORDS = re.compile(r"[\s;；,，、。]*[^\s;；,，、。①-⑩]")
_SEPARATORS = (r"[;；]", r"[|｜]", r"\n+", r"[,，]", r"、", r"[ \t]{2,}|\u3000+", r"\s+", r"/", r"和|与|及")


def printed_inside(page: Page, stem: Span) -> bool:
    """Whether the stem's underlined blanks hold their answers: strokes in pairs around them.

    Short strokes do so (`绕__太阳__转`), and long ones where they cannot be blanks of their own: around numbers
    (`____12____个`), or where one is a single stroke between words (`_365____`).
    """
    words = page.folded[stem.start : stem.end]
    strokes = list(re.finditer(r"_+", words))
    pairs = _INLINE_LINE.findall(words)
    if not pairs or len(strokes) != 2 * len(pairs):
        return False
    short = all(len(stroke.group()) <= 3 for stroke in strokes)
    return short or all(said.strip().isdecimal() for said in pairs) or any(map(_single, strokes))


def _single(stroke: re.Match[str]) -> bool:
    """Whether it is one stroke, and no part of a name such as `max_size`."""
    around = stroke.string[max(stroke.start() - 1, 0) : stroke.start()], stroke.string[stroke.end() : stroke.end() + 1]
    return len(stroke.group()) == 1 and not all(side.isascii() and side.isalnum() for side in around)


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
    words, base = page.folded[draft.stem.start : draft.stem.end].rstrip(), draft.stem.start
    places = _inside(_INLINE_LINE, words)
    if not places:
        gaps = _between_gaps(words)
        places = _inside(_INLINE_BOX, words) if gaps == [] else gaps or []
    return [
        (Span(base + blank.start, base + blank.end), page.text[base + said.start : base + said.end].strip())
        for blank, said in places
    ]


def _inside(pattern: re.Pattern[str], words: str) -> list[tuple[Span, Span]]:
    """The blanks that the pattern finds, each with what is printed in it."""
    return [
        (Span(*match.span()), Span(*match.span("said"))) for match in pattern.finditer(words) if match["said"].strip()
    ]


def _between_gaps(words: str) -> list[tuple[Span, Span]] | None:
    """Answers with a gap on either side; None when a line has a wide gap too many, as all of them are in doubt then."""
    found = []
    at = 0
    for line in words.split("\n"):
        pairs = _paired(line, at + len(line) == len(words))
        if pairs is None:
            return None
        for before, after in pairs:
            said = line[before.end : after.start].rstrip("。")
            if re.search(r"\w", said):
                blank, inside = Span(before.start, after.end), Span(before.end, before.end + len(said))
                found.append((Span(at + blank.start, at + blank.end), Span(at + inside.start, at + inside.end)))
        at += len(line) + 1
    return found


def _paired(line: str, last: bool) -> list[tuple[Span, Span]] | None:
    """The gaps of a line two by two, at least one of each pair wide; the end of the stem may close the last one."""
    gaps = [Span(*match.span()) for match in _SPACES.finditer(line)]
    wide = [gap for gap in gaps if gap.end - gap.start >= _WIDE or "\t" in line[gap.start : gap.end]]
    certain = set(wide)
    for chosen in (gaps, wide):
        if len(chosen) % 2 and last and line[-1:] not in _STOPS:
            chosen = [*chosen, Span(len(line), len(line))]
        pairs = list(zip(chosen[::2], chosen[1::2], strict=False))
        if len(chosen) % 2 == 0 and all(before in certain or after in certain for before, after in pairs):
            return pairs
    return None


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
    text = parts[0] if len(parts) == 1 else text  # a lone `(1)` in front counts, and is no answer
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
