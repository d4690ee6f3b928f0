"""HTML tags in a text, with their places: a scanner that is linear on any input, and the matching of open and close.

The standard library's parser is not used: on hostile input (`<a <a <a …`) it is quadratic, it hides where an entity
stood, and it takes what is no tag (`#include <stdio.h>`, `a<b`) for one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html.entities import html5
from types import MappingProxyType
from typing import Final, NamedTuple


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


_NAMES: Final = words(
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button"
    " canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed"
    " fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe"
    " img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noframes noscript"
    " object ol optgroup option output p param picture pre progress q rb rp rt rtc ruby s samp script section select"
    " small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time"
    " title tr track tt u ul var video wbr annotation semantics mi mo mn mrow msup msub mfrac msqrt mtext path"
)
VOID: Final = words("area base br col embed frame hr img input link meta param source track wbr")
_RAW: Final = words("script style textarea title")  # no tags inside, only their own end
_FLAGS: Final = words("hidden checked disabled selected open reversed nowrap readonly required multiple async defer")
# An element that opens while one of these is the innermost open one ends it.
_ENDS: Final = {
    **dict.fromkeys(("rt", "rp", "rb"), words("rt rp rb")),
    **dict.fromkeys(("td", "th"), words("td th")),
    **dict.fromkeys(("dt", "dd"), words("dt dd")),
    **{name: frozenset((name,)) for name in ("li", "p", "option", "tr")},
}
_OPENING: Final = re.compile(r"<(?:(/?)([A-Za-z][A-Za-z0-9:-]*)(?:(>)|(?=[\s/]))|!--|[!?](?=[A-Za-z\[]))")
_TAG_END: Final = re.compile(r"""[^<>=]*+(?:=\s*+(?:"[^"]*"|'[^']*')?+[^<>=]*+)*+>""")
_ATTRIBUTE: Final = re.compile(r"""([^\s=>"'/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?""")
ENTITY: Final = re.compile(r"&(?:\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")


class Tag(NamedTuple):
    """One tag, comment or declaration, `text[start:end]`."""

    start: int
    end: int
    name: str  # lower case; "" for comments and declarations
    closing: bool = False
    raw: str = ""  # what stands between the name and the `>`


@lru_cache(1024)
def attributes(raw: str) -> Mapping[str, str]:
    """The attributes in `Tag.raw` by lower-case name; the first of a name wins, values unescaped."""
    found: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(raw):
        bare = value[1:-1] if value[:1] in ("'", '"') else value
        found.setdefault(name.lower(), ENTITY.sub(lambda match: entity(match[0]), bare))
    return MappingProxyType(found)


def entity(written: str) -> str:
    """The character that an entity stands for, or the entity itself when it stands for none."""
    if written.startswith("&#"):
        digits = written[2:].rstrip(";")
        code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
        printable = 0x20 <= code < 0x7F or 0xA0 <= code < 0xD800 or 0xE000 <= code < 0x110000
        return chr(code) if printable else written
    return html5.get(written[1:], written)


def tags(text: str, start: int = 0, end: int | None = None) -> Iterator[Tag]:
    """All tags in order. What looks like a tag but has no known name is text and stays."""
    end = len(text) if end is None else end
    absent: set[str] = set()  # closing strings that are known not to come any more
    position = start
    while opening := _OPENING.search(text, position, end):
        tag = _tag(text, opening, end, absent)
        if tag is None:
            position = opening.end()
            continue
        yield tag
        position = tag.end
        if tag.name in _RAW and not tag.closing:
            close = _find(text, f"</{tag.name}", position, end, absent)
            position = position if close < 0 else close


def matches(found: list[Tag]) -> list[int | None]:
    """For every opening tag the index of the tag that ends it, or None where nothing does."""
    ends: list[int | None] = [None] * len(found)
    stack: list[int] = []
    open_now: Counter[str] = Counter()

    def close(index: int) -> None:
        opened = stack.pop()
        open_now[found[opened].name] -= 1
        ends[opened] = index

    for index, tag in enumerate(found):
        if not tag.name or tag.name in VOID:
            continue
        if tag.closing:
            if open_now[tag.name]:
                while found[stack[-1]].name != tag.name:
                    close(index)
                close(index)
            continue
        if stack and found[stack[-1]].name in _ENDS.get(tag.name, ()):
            close(index)
        if not tag.raw.endswith("/"):
            stack.append(index)
            open_now[tag.name] += 1
    return ends


def _tag(text: str, opening: re.Match[str], end: int, absent: set[str]) -> Tag | None:
    start, after = opening.span()
    if opening[0] == "<!--":
        close = _find(text, "-->", after, end, absent)
        return Tag(start, after if close < 0 else close + 3, "")
    if not opening[2]:
        close = _find(text, ">", after, end, absent)
        return None if close < 0 else Tag(start, close + 1, "")
    name = opening[2].lower()
    if name not in _NAMES and ":" not in name and "-" not in name:
        return None
    if opening[3]:  # most tags have no attributes
        return Tag(start, after, name, bool(opening[1]))
    close = _close_of_tag(text, after, end, absent)
    raw = text[after : close - 1]
    if close < 0 or not (opening[1] or _is_well_formed(raw)):
        return None
    return Tag(start, close, name, bool(opening[1]), raw)


@lru_cache(1024)
def _is_well_formed(raw: str) -> bool:
    """Whether what follows a name can be attributes, and is not `a<b and c>d`."""
    bare = raw.strip(" \t\r\n\f/")
    if not bare:
        return True
    return bare.isascii() and bare.lower() in _FLAGS if "=" not in bare else bare[0].isascii()


def _close_of_tag(text: str, after: int, end: int, absent: set[str]) -> int:
    """Past the `>` outside quotes. When quotes do not balance once, they no longer count: that keeps it linear."""
    if "quoted" not in absent:
        whole = _TAG_END.match(text, after, end)
        if whole:
            return whole.end()
        absent.add("quoted")
    close = _find(text, ">", after, end, absent)
    return -1 if close < 0 else close + 1


def _find(text: str, wanted: str, start: int, end: int, absent: set[str]) -> int:
    """Where `wanted` comes next, or -1; a string once missed is not searched for again."""
    if wanted in absent:
        return -1
    if wanted.startswith("</"):
        match = re.compile(re.escape(wanted), re.IGNORECASE).search(text, start, end)
        found = match.start() if match else -1
    else:
        found = text.find(wanted, start, end)
    if found < 0:
        absent.add(wanted)
    return found
