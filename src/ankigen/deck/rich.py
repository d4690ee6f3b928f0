"""Turns what the Markdown reader left of a text into HTML for a card, and lets through only harmless tags.

The reader has taken away emphasis and escapes, so what stars, underscores and backslashes there are belong to the text.

Markdown passes raw HTML on, and an exam text is not to be trusted. The result is parsed and written anew: allowed
tags with allowed attributes, balanced; every other tag is shown as the text it is written as, because in an exam it
is more often the subject (`vector<int>`, `<script>`) than markup.
"""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from ankigen.deck.grid import cut_at_tables, table
from ankigen.deck.markup import Shelf, attribute, blocks, escape

if TYPE_CHECKING:
    from markdown import Markdown

# Above these a text is shown as plain text: the Markdown library takes far more than linear time.
_LONGEST = 16_000
_MOST_LINES = 1_000
_MOST_BRACKETS = 200

# Nothing but words: such a text is its own HTML, and most options are such texts.
_WORDS = re.compile(r"[^\W_](?:[^\W_]|[ ，。、；：？！（）“”…·])*+")

_VOID = {"br", "hr", "img"}
_ALLOWED: dict[str, frozenset[str]] = {
    name: frozenset()
    for name in re.findall(
        r"\w+",
        "p br hr strong em b i u s del ins sub sup kbd mark blockquote ul table thead tbody tr pre dl dt dd h3 h4",
    )
} | {
    "a": frozenset({"href"}),
    "code": frozenset({"class"}),
    "img": frozenset({"src", "alt"}),
    "li": frozenset({"value"}),
    "ol": frozenset({"start", "type"}),
    "td": frozenset({"colspan", "rowspan", "style"}),
    "th": frozenset({"colspan", "rowspan", "style"}),
}
_RENAMED = {"h1": "h3", "h2": "h3", "h5": "h4", "h6": "h4"}
_VALUES = {
    "href": re.compile(r"(?:https?://|mailto:)[^\s\"'<>]+", re.IGNORECASE),
    "class": re.compile(r"language-[\w+#.-]+"),
    "src": re.compile(r"[0-9a-f]{16,64}\.(?:png|jpe?g|gif|webp|svg)"),  # media of this package, by content hash
    "alt": re.compile(r".*", re.DOTALL),
    "value": re.compile(r"\d{1,4}"),
    "start": re.compile(r"\d{1,4}"),
    "type": re.compile(r"[1aAiI]"),
    "colspan": re.compile(r"\d{1,2}"),
    "rowspan": re.compile(r"\d{1,2}"),
    "style": re.compile(r"text-align: ?(?:left|right|center);?"),
}
_REQUIRED = {"a": "href", "img": "src"}


def rich(text: str, shelf: Shelf | None = None) -> str:
    """HTML for a Markdown text; a single paragraph comes without a block around it."""
    if _WORDS.fullmatch(text):
        return text
    held = shelf or Shelf()
    if len(text) > _LONGEST or text.count("\n") > _MOST_LINES or text.count("[") > _MOST_BRACKETS:
        return blocks(text, held)
    source = held.put_formulas(text)
    tables: list[str] = []
    if "\t" in source and "```" not in source and "~~~" not in source:  # a tab in code is a tab
        source = _without_tables(source, held, tables)
    try:
        raw = _converter().reset().convert(source)
    except RecursionError:  # a thousand nested quotes
        return blocks(held.written(source), held)
    writer = _Writer(held)
    writer.feed(raw)
    writer.close()
    markup = writer.result()
    for token in tables:
        markup = markup.replace(f"<p>{token}</p>", token)
    markup = held.fill(markup)
    if markup.startswith("<p>") and markup.endswith("</p>") and markup.count("<p>") == 1:
        return markup[3:-4]
    return markup


def _without_tables(text: str, shelf: Shelf, tokens: list[str]) -> str:
    """The text with its rows of cells put aside, each table as one token in a paragraph of its own."""
    parts = []
    for is_table, lines in cut_at_tables(text.split("\n")):
        written = "\n".join(lines)
        if is_table:
            markup = table(lines, lambda cell: rich(cell.strip(), shelf))
            tokens.append(shelf.put(markup, shelf.written(written)))
            written = f"\n{tokens[-1]}\n"
        parts.append(written)
    return "\n".join(parts)


@cache
def _converter() -> Markdown:
    """One for all texts, as making it takes longer than using it."""
    from markdown import Markdown

    converter = Markdown(extensions=["tables", "fenced_code", "sane_lists", "nl2br"])
    for name in ("em_strong", "em_strong2", "escape"):  # a star that the reader left is a star
        converter.inlinePatterns.deregister(name, strict=False)
    converter.preprocessors.deregister("html_block")  # quadratic; tags are found among the words as well
    return converter


class _Writer(HTMLParser):
    """Writes the HTML it is fed anew, with allowed tags only."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(convert_charrefs=True)
        self._shelf = shelf
        self._parts: list[str] = []
        self._text: list[str] = []  # not yet escaped, so that a live sequence cannot hide between two pieces
        self._open: list[str] = []
        self._unlinked = 0  # links to somewhere a card cannot go, of which only the words are kept

    def result(self) -> str:
        """The HTML, with every element closed."""
        self._flush()
        return "".join([*self._parts, *(f"</{name}>" for name in reversed(self._open))]).strip()

    def set_cdata_mode(self, *_: object, **__: object) -> None:
        """What stands in a `<script>` is text like any other here."""

    def handle_data(self, data: str) -> None:
        """Text between tags."""
        self._text.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An allowed tag is kept; another becomes text."""
        name = _RENAMED.get(tag, tag)
        kept = self._kept(name, attrs)
        if name == "a" and "href" not in kept and dict(attrs).get("href"):
            self._unlinked += 1
            return
        if name not in _ALLOWED or _REQUIRED.get(name) not in {None, *kept}:
            self._text.append((dict(attrs).get("alt") or "") if name == "img" else self.get_starttag_text() or "")
            return
        self._flush()
        self._parts.append(f"<{name}{''.join(kept.values())}>")
        if name not in _VOID:
            self._open.append(name)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """`<br/>` is `<br>`."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Close what is open, and everything left open inside it."""
        name = _RENAMED.get(tag, tag)
        if name in self._open:
            self._flush()
            while (closed := self._open.pop()) != name:
                self._parts.append(f"</{closed}>")
            self._parts.append(f"</{name}>")
        elif name == "a" and self._unlinked:
            self._unlinked -= 1
        elif name not in _ALLOWED or name in _REQUIRED:
            self._text.append(f"</{tag}>")

    def handle_decl(self, decl: str) -> None:
        """`<!DOCTYPE …>` is text."""
        self._text.append(f"<!{decl}>")

    def unknown_decl(self, data: str) -> None:
        """`<![CDATA[…]]>` is text."""
        self._text.append(f"<![{data}]>")

    def handle_pi(self, data: str) -> None:
        """`<?php …>` is text."""
        self._text.append(f"<?{data}>")

    def _flush(self) -> None:
        text = "".join(self._text)
        self._text.clear()
        if "code" in self._open:
            text = self._shelf.written(text)
        self._parts.append(escape(text))

    def _kept(self, name: str, attrs: list[tuple[str, str | None]]) -> dict[str, str]:
        """The allowed attributes, each as it is to be written."""
        kept: dict[str, str] = {}
        for key, value in attrs:
            written = self._shelf.written(value or "")
            if key in _ALLOWED.get(name, ()) and _VALUES[key].fullmatch(written):
                kept[key] = f' {key}="{attribute(written)}"'
        return kept
