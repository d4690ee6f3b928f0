"""What Markdown puts inside a line: emphasis, escapes, links, entities, tags of HTML."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from ankigen.readers.emphasis import emphasis
from ankigen.readers.html import BLANK, BLOCKS, SKIPPED
from ankigen.readers.ordinals import small
from ankigen.readers.pictures import Names
from ankigen.readers.tags import ENTITY, Tag, attributes, entity, matches, tags
from ankigen.text import Mark, Span

_URL: Final = r"(?=[^\s()]{0,400}[/.#:])[^\s()]{1,2000}(?:\([^\s()]{0,200}\)[^\s()]{0,400}){0,4}"
_TITLE: Final = r"""(?:[ \t]{1,4}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'))?"""
_SPECIAL: Final = re.compile(r"[`$\\!\[\]<&*_=]")
_TOKEN: Final = re.compile(
    rf"""(?P<code>`+)
      | (?P<math>\$\$|\$(?=[^\s$]))
      | (?P<tex>\\[(\[])
      | \\(?P<escape>[!-/:-@\[-`{{-~])
      | (?P<image>!\[[^\[\]\n]{{0,400}}\]\((?:data:[^()\s]*+|[^()\n]{{0,2000}})\))
      | (?P<link>\[(?=[^\[\]\n]{{1,400}}\]\({_URL}{_TITLE}\)))
      | (?P<link_end>\]\({_URL}{_TITLE}\))
      | (?P<address><(?:https?://|mailto:)[^\s<>]{{1,2000}}>)
      | (?P<tag><(?=[A-Za-z/!]))
      | (?P<entity>{ENTITY.pattern})
      | (?P<star>\*+)
      | (?P<line>_+)
      | (?P<equals>=+)
    """,
    re.VERBOSE,
)
_FORMULA: Final = re.compile(r"(?=[^0-9A-Za-z=+]*+[0-9A-Za-z=+])[^\u4e00-\u9fff]++")  # Chinese is text in brackets
_LONGEST_FORMULA: Final = 400
_TICKS: Final = re.compile("`+")
_END_OF_LINE: Final = re.compile(r"[ \t]*+(?:[\r\n]|$)")
_PART: Final = re.compile(r"\s[(（]?[A-Ha-h][.．、:：)）]|[\r\n]\s*[(（]?\d{1,3}[.．、)）]|_{2}|[;；]")
_MARKED: Final = {"**": "bold", "__": "bold", "==": "highlight"}


class Inline:
    """Collects the changes and marks of the stretches it walks over, in offsets of its text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.changes: list[tuple[Span, str]] = []
        self.marks: list[Mark] = []
        self._tags = {tag.start: tag for tag in tags(text)} if "<" in text else {}
        found = list(self._tags.values())
        self._tag_ends = {
            tag.start: found[end] for tag, end in zip(found, matches(found), strict=True) if end is not None
        }
        self._found: list[tuple[Span, str]] = []  # changes of the stretch; emphasis finds them out of order
        self._names = Names()
        self._openers: dict[str, Span] = {}
        self._links = 0
        self._empty_until = 0  # up to here the line holds nothing but tags
        self._skip_until = 0  # inside a script, a style …

    def walk(self, start: int, end: int) -> None:
        """Look at one stretch; no markup reaches across its ends, except tags."""
        self._found, self._openers, self._links = [], {}, 0
        runs = _code_runs(self.text, start, end)
        position = max(start, min(self._skip_until, end))
        self._cut(start, position)
        while special := _SPECIAL.search(self.text, position, end):
            match = _TOKEN.match(self.text, special.start(), end)
            kind = (match and match.lastgroup) or ""
            if match is None:
                position = special.end()
            elif kind == "code":
                position = runs.get(match.start(), match.end())
            else:
                position = max(match.end(), _ACTIONS[kind](self, match, end))
        self._found.sort()
        self.changes += self._found

    def _cut(self, start: int, end: int, new: str = "") -> None:
        if start < end:
            self._found.append((Span(start, end), new))

    def _math(self, match: re.Match[str], end: int) -> int:
        if match[0] == "$$":
            close = self.text.find("$$", match.end(), end)
            return close + 2 if close >= 0 else match.end()
        close = match.end()
        for _ in range(4):  # a formula has few dollar signs inside
            close = self.text.find("$", close + 1, min(end, match.end() + _LONGEST_FORMULA))
            if close < 0:
                break
            if self._closes_math(close):
                return close + 1
        return match.end()

    def _closes_math(self, offset: int) -> bool:
        before, after = self.text[offset - 1], self.text[offset + 1 : offset + 2]
        return before != "\\" and not before.isspace() and not after.isdigit()

    def _tex(self, match: re.Match[str], end: int) -> int:
        closing = "\\)" if match[0] == "\\(" else "\\]"
        close = self.text.find(closing, match.end(), min(end, match.end() + _LONGEST_FORMULA))
        if close >= 0 and _FORMULA.fullmatch(self.text, match.end(), close):
            return close + 2
        return self._escape(match, end)

    def _escape(self, match: re.Match[str], _end: int) -> int:
        self._cut(match.start(), match.start() + 1)
        return match.start() + 2

    def _image(self, match: re.Match[str], _end: int) -> int:
        """It stays; one whose whole content stands in its address becomes a name that leads there."""
        alt, _, address = match[0][2:-1].partition("](")
        if address.startswith("data:"):
            self._name_picture(*match.span(), alt, address)
        return match.end()

    def _name_picture(self, start: int, end: int, name: str, address: str) -> None:
        self._cut(start, end, self._names.placeholder(name, address))
        self.marks.append(Mark(Span(start, end), "image", address))

    def _link(self, match: re.Match[str], _end: int) -> int:
        self._cut(*match.span())
        self._links += 1
        return match.end()

    def _link_end(self, match: re.Match[str], _end: int) -> int:
        if not self._links:
            return match.start() + 1
        self._links -= 1
        self._cut(*match.span())
        return match.end()

    def _address(self, match: re.Match[str], _end: int) -> int:
        self._cut(match.start(), match.start() + 1)
        self._cut(match.end() - 1, match.end())
        return match.end()

    def _entity(self, match: re.Match[str], _end: int) -> int:
        self._cut(*match.span(), entity(match[0]))
        return match.end()

    def _tag(self, match: re.Match[str], end: int) -> int:
        tag = self._tags.get(match.start())
        if tag is None:
            return match.end()
        closed_by = self._tag_ends.get(tag.start)
        if tag.name in SKIPPED and closed_by:
            self._skip_until = closed_by.start
            self._cut(tag.start, min(closed_by.start, end))
            return min(closed_by.start, end)
        if tag.name == "img":
            values = attributes(tag.raw)
            address = values.get("src", "").strip()
            self._name_picture(tag.start, min(tag.end, end), values.get("alt", "") or address[:200], address)
            return tag.end
        self._cut(tag.start, min(tag.end, end), self._in_place_of(tag))
        if not tag.closing and closed_by:
            written = small(tag.name, self.text[tag.end : min(closed_by.start, tag.end + 20)])
            if written and closed_by.start <= end:
                self._cut(tag.end, closed_by.start, written)
                return closed_by.start
            for kind, value in emphasis(tag.name, tag.raw):
                self._mark(tag.end, closed_by.start, kind, value)
        return tag.end

    def _in_place_of(self, tag: Tag) -> str:
        """A line break where a block begins or ends in the middle of a line."""
        if tag.name == "input":
            return "" if re.search("radio|checkbox|hidden", tag.raw) else BLANK
        if tag.name not in BLOCKS and tag.name != "br":
            return ""
        if self._is_line_empty(tag.start):
            self._empty_until = tag.end
            return ""
        if _END_OF_LINE.match(self.text, tag.end):
            return ""
        self._empty_until = tag.end
        return "\n"

    def _is_line_empty(self, offset: int) -> bool:
        """Whether nothing that stays stands before `offset` on its line."""
        before = self.text[max(0, offset - 40) : offset].rstrip(" \t")
        if not before or before[-1] in "\r\n":
            return True
        if 0 < self._empty_until <= offset and not self.text[self._empty_until : offset].strip(" \t"):
            return True
        self._empty_until = 0
        return False

    def _emphasis(self, match: re.Match[str], _end: int) -> int:
        start, stop = match.span()
        char, length = self.text[start], stop - start
        around = self.text[start - 1 : start] or "\n", self.text[stop : stop + 1] or "\n"
        if char == "*" and length in (3, 4):
            self._delimiter(start, start + 2, "**", *around)
            self._delimiter(start + 2, stop, "*" * (length - 2), *around)
        elif length == 2 or (length == 1 and char != "="):
            self._delimiter(start, stop, char * length, *around)
        return stop

    def _delimiter(self, start: int, end: int, marker: str, before: str, after: str) -> None:
        opens, closes = _flanking(before, after, marker)
        opener = self._openers.get(marker)
        if closes and opener and opener.end < start and not self._parts_between(opener, start, marker):
            del self._openers[marker]
            self._cut(*opener)
            self._cut(start, end)
            if marker in _MARKED:
                self._mark(opener.end, start, _MARKED[marker])
        elif opens:
            self._openers[marker] = Span(start, end)

    def _parts_between(self, opener: Span, end: int, marker: str) -> bool:
        """Whether a star at the end of a word, `x*`, would reach over to another option or blank."""
        inside = marker == "*" and not (self.text[opener.start - 1 : opener.start] or " ").isspace()
        return inside and bool(_PART.search(self.text, opener.end, end))

    def _mark(self, start: int, end: int, kind: str, value: str = "") -> None:
        if self.text[start:end].strip():
            self.marks.append(Mark(Span(start, end), kind, value))


_ACTIONS: Final[dict[str, Callable[[Inline, re.Match[str], int], int]]] = {
    "math": Inline._math,
    "tex": Inline._tex,
    "escape": Inline._escape,
    "image": Inline._image,
    "link": Inline._link,
    "link_end": Inline._link_end,
    "address": Inline._address,
    "tag": Inline._tag,
    "entity": Inline._entity,
    "star": Inline._emphasis,
    "line": Inline._emphasis,
    "equals": Inline._emphasis,
}


def _code_runs(text: str, start: int, end: int) -> dict[int, int]:
    """Where each run of backticks that opens code has its code's end: behind the next run of the same length."""
    ends: dict[int, int] = {}
    if text.find("`", start, end) < 0:
        return ends
    next_of_length: dict[int, int] = {}
    for match in reversed(list(_TICKS.finditer(text, start, end))):
        length = match.end() - match.start()
        if length in next_of_length:
            ends[match.start()] = next_of_length[length]
        next_of_length[length] = match.end()
    return ends


def _flanking(before: str, after: str, marker: str) -> tuple[bool, bool]:
    """Whether a delimiter can open and can close, from the characters around it.

    The rule is CommonMark's, so that blanks, names with underscores and `ε*=1` stay. Only for `**` and `==` it is more
    generous: CommonMark does not close `**答案：**A`, but people write it.
    """
    intraword = _is_word(before) and _is_word(after)  # 2*3*4, x**2, a==b
    between = before in ")]" and after in "(["  # (a+b)*(c+d)
    if marker == "**":
        return not after.isspace() and not intraword, not before.isspace()
    if marker == "==":
        return not (after.isspace() or intraword or between), not (before.isspace() or intraword or between)
    left = not after.isspace() and (not _is_mark(after) or before.isspace() or _is_mark(before))
    right = not before.isspace() and (not _is_mark(before) or after.isspace() or _is_mark(after))
    if marker == "*":
        return left and not intraword and not between, right and not intraword and not between
    return left and (not right or _is_mark(before)), right and (not left or _is_mark(after))


def _is_word(char: str) -> bool:
    return char.isalnum() and char < "\u2e80"  # nobody puts a space before emphasis in Chinese


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"
