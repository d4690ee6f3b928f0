r"""Turns a text into HTML that is safe in an Anki field and, with its tags stripped, is the text again.

Anki shows fields as raw HTML, so everything is escaped. It also acts on a few plain sequences (`[sound:…]`,
`[latex]`, `[[type:…]]`, `{{c1::`, a stray `\(`); these are broken by an empty `<span>`, which nobody sees.

Parts that must not be escaped (formulas, the blanks of a fill-in) are put aside first: a `Shelf` keeps them and
leaves a token of control characters, which no cleaned text can hold.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass, field

from ankigen.deck.grid import cut_at_tables, table
from ankigen.deck.tex import LIVE_BRACKET, formulas, mathjax

_BREAKS = re.compile(r"\r+\n?|[\x85\u2028\u2029]")
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_LIVE = re.compile(rf"{LIVE_BRACKET}|{{(?=[{{\x0e]|\Z)|\\(?=[()\[\]])", re.IGNORECASE)
_LIVE_IN_ATTRIBUTE = re.compile(r"[\[\]{}\\]|:(?=:)")
_TOKEN = re.compile("\x0e(\\d+)\x0f")
# What makes a text more than one line of words: most texts have none of it and are their own HTML.
_SPECIAL = re.compile(r"[\n&<>\"'\[{\\$\x0e]")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)[ \t]*$")
_ITEM = re.compile(
    r"[ \t\u3000]*(?:\d{1,3}(?:[.．](?!\d)|[、)）])|[（(]\d{1,3}[)）]|[①-⑳]|[-*•·●]"
    r"|[（(]?[一二三四五六七八九十]{1,3}[)）、])[ \t]*"
)
BLANK = re.compile(r"_{4,}")


def clean(text: str) -> str:
    """The text as a field may hold it: NFC, no control characters but line feed and tab, trimmed."""
    if not text:
        return ""
    plain = text if text.isprintable() else _FORBIDDEN.sub("", _BREAKS.sub("\n", text))
    return unicodedata.normalize("NFC", plain).strip()


def escape(text: str) -> str:
    """Plain text as HTML, with the sequences broken that Anki would act on."""
    if not _SPECIAL.search(text):
        return text
    return _LIVE.sub(r"\g<0><span></span>", html.escape(text))


def attribute(text: str) -> str:
    """Plain text as the value of an attribute, where no `<span>` can break what Anki would act on."""
    return _LIVE_IN_ATTRIBUTE.sub(lambda live: f"&#{ord(live.group())};", html.escape(text))


@dataclass(slots=True)
class Shelf:
    """Parts put aside while the text around them is turned into HTML."""

    _parts: list[tuple[str, str]] = field(default_factory=list)  # as HTML, as written

    def put(self, markup: str, written: str | None = None) -> str:
        """Keep a part; the token that stands for it. Without `written` it is the same part in code as well."""
        token = f"\x0e{len(self._parts)}\x0f"
        self._parts.append((markup, token if written is None else written))
        return token

    def put_formulas(self, text: str) -> str:
        """The text with its formulas put aside."""
        parts, at = [], 0
        for each in formulas(text):
            markup = mathjax(self.written(each.body), display=each.display)
            parts += [text[at : each.start], self.put(markup, self.written(text[each.start : each.end]))]
            at = each.end
        return "".join([*parts, text[at:]])

    def fill(self, markup: str) -> str:
        """The HTML with every part back in its place."""
        return _TOKEN.sub(lambda token: self._parts[int(token[1])][0], markup)

    def written(self, text: str) -> str:
        """The text as it was before parts of it were put aside (for code, where a formula is none)."""
        return _TOKEN.sub(lambda token: self._parts[int(token[1])][1], text)


def inline(text: str, shelf: Shelf | None = None) -> str:
    """HTML for a text without blocks: a line break stays one. With a shelf it is clean already."""
    held = shelf or Shelf()
    plain = text if shelf else clean(text)
    return held.fill(escape(held.put_formulas(plain)).replace("\n", "<br>\n"))


def blocks(text: str, shelf: Shelf | None = None) -> str:
    """HTML for a text of any length: lines, list items with the source's own markers, tables, fenced code.

    A single line comes without a block around it. Text that a caller put on the shelf already may hold tokens.
    """
    if not _SPECIAL.search(text) and not _ITEM.match(text):
        return text
    held = shelf or Shelf()
    parts = [
        _code(part, language, held) if is_code else _lines(held.put_formulas(part))
        for is_code, language, part in _fenced(text)
        if part
    ]
    if len(parts) == 1 and parts[0].count("<p") == 1 and parts[0].startswith("<p>") and parts[0].endswith("</p>"):
        return held.fill(parts[0].removeprefix("<p>").removesuffix("</p>"))
    return held.fill("\n".join(parts))


def _code(code: str, language: str, shelf: Shelf) -> str:
    kind = f' class="language-{html.escape(language)}"' if language else ""
    return f"<pre><code{kind}>{escape(shelf.written(code))}</code></pre>"


def _lines(text: str) -> str:
    return "\n".join(
        table(lines, escape) if is_table else "\n".join(_line(line) if line else "" for line in lines)
        for is_table, lines in cut_at_tables(text.split("\n"))
    )


def _line(line: str) -> str:
    marker = _ITEM.match(line)
    if marker and marker.end() < len(line):
        rest = line[marker.end() :]
        return f'<p class="item"><span class="mark">{escape(marker.group())}</span>{escape(rest)}</p>'
    return f"<p>{escape(line)}</p>"


def _fenced(text: str) -> list[tuple[bool, str, str]]:
    """The text cut at its fenced code: (is it code, its language, the part). A fence without an end is text."""
    lines = text.split("\n")
    fences = [(index, match) for index, line in enumerate(lines) if (match := _FENCE.match(line))]
    parts: list[tuple[bool, str, str]] = []
    at = 0
    opened: tuple[int, re.Match[str]] | None = None
    for index, match in fences:
        if opened is None:
            opened = (index, match)
        elif match[1].startswith(opened[1][1]) and not match[2]:
            start, opening = opened
            parts += [(False, "", "\n".join(lines[at:start])), (True, opening[2], "\n".join(lines[start + 1 : index]))]
            at, opened = index + 1, None
    return [*parts, (False, "", "\n".join(lines[at:]))]
