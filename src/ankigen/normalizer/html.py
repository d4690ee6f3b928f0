"""Tags and entities that were left in the text: `（&nbsp;）<br>` → `（ ）`.

Real text looks much like it: `a < b`, `List<String>`, `x<y and y>z`, and every question about HTML. So only well-formed
tags of a short list count; one that opens must be closed somewhere or carry attributes; and what stands in code, in
quotation marks or alone as an option is what the author wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from html.entities import html5

from ankigen.diagnostics import Diagnostic
from ankigen.text import Rewrite, Span

TAGS = "html-tags"
ENTITIES = "html-entities"

_BREAKING = re.compile(r"br|p|div|[dou]l|li|d[dt]|t(?:able|head|body|r)|h[1-6r]|blockquote|section", re.IGNORECASE)
_CELLS = re.compile(r"t[dh]", re.IGNORECASE)
_INLINE = re.compile(
    r"span|[abisu]|em|strong|font|su[bp]|small|big|del|ins|center|strike|tt|mark|o:p|st1:\w{1,12}", re.IGNORECASE
)
_ATTRIBUTE = r"""\s+[a-zA-Z][\w:-]{0,30}\s{0,3}=\s{0,3}(?:"[^"<>]{0,2000}"|'[^'<>]{0,2000}'|[^\s"'<>]{1,200})"""
_TAG = re.compile(rf"<(/?)([a-zA-Z][a-zA-Z0-9:]{{0,15}})((?:{_ATTRIBUTE}){{0,12}})\s{{0,3}}/?>")
_ENTITY = re.compile(r"&(?:#(\d{2,6})|#[xX]([0-9a-fA-F]{2,5})|([a-zA-Z]{2,8}\d{0,2}));")
_CODE = re.compile(r"^```.*?^```|`[^`\n]{1,300}`", re.MULTILINE | re.DOTALL)
_ABOUT_HTML = re.compile(r"HTML|标签|標籤|网页|網頁", re.IGNORECASE)
_ROW_ABOUT_MARKUP = re.compile(
    r"(?<![./])HTML|标签|標籤|网页|網頁|转义|轉義|字符实体|实体字符|<!doctype|<(?:html|head|body|script|style|form)\b|<%",
    re.IGNORECASE,
)
_ALONE = re.compile(r"&(?!nbsp|lt|gt|amp|quot|apos)[a-zA-Z]{2,8};")  # those that nobody has to escape
_OPTION_BEFORE = re.compile(r"(?:^|[\s　])[（(]?[A-Ha-h][.．、:：)）]\s{0,4}$")
_OPTION_AFTER = re.compile(r"[ \t　]{0,8}(?:$|\n|\r|[（(]?[A-Ha-h][.．、:：)）])")
_LINE = 1_000  # characters looked back for the start of a line
_OPENING_QUOTES = "“\"'‘「《`"


def html_tags(text: Rewrite, script: str) -> tuple[Rewrite, list[Diagnostic]]:
    """Take tags out; those that end a line or paragraph leave a line break."""
    del script
    if "<" not in text.text or ">" not in text.text:
        return text, []
    subject = _rows_about_markup(text)
    return text.apply([change for change in _without_tags(text.text) if change[0].start not in subject], TAGS), []


def html_entities(text: Rewrite, script: str) -> tuple[Rewrite, list[Diagnostic]]:
    """Put the characters that entities name in their place."""
    del script
    if "&" not in text.text or ";" not in text.text:
        return text, []
    code, subject = _code(text.text), _rows_about_markup(text)
    changes = [
        (Span(*match.span()), char)
        for match in _ENTITY.finditer(text.text)
        if (char := _named(match))
        and match.start() not in code
        and match.start() not in subject
        and not _stands_as_text(text.text, match)
    ]
    return text.apply(changes, ENTITIES), []


class _Stretches:
    """Stretches of a text, in order. Ask for rising offsets."""

    __slots__ = ("_current", "_spans")

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = iter(spans)
        self._current = (0, 0)

    def __contains__(self, offset: int) -> bool:
        while self._current[1] <= offset:
            self._current = next(self._spans, (1 << 62, 1 << 62))
        return self._current[0] <= offset


def _code(text: str) -> _Stretches:
    """What is marked as code."""
    return _Stretches(match.span() for match in _CODE.finditer(text)) if "`" in text else _Stretches(())


def _rows_about_markup(text: Rewrite) -> _Stretches:
    """The cells of tables whose row asks about markup: an export writes `&nbsp;` there, and so does the author."""
    found: list[Span] = []
    for row in (row for table in text.source.tables for row in table.rows):
        cells = [text.ahead(cell) for cell in row if cell.start < cell.end]
        if _asks_about_markup([text.text[slice(*cell)].strip() for cell in cells]):
            found += cells
    return _Stretches(sorted(found))


def _asks_about_markup(cells: list[str]) -> bool:
    """Whether a row says so, or has cells that would be alike without their entities, or that are one, as `&copy;`."""
    whole = "\n".join(cells)
    if not ("<" in whole or ("&" in whole and _ENTITY.search(whole))):
        return False
    if _ROW_ABOUT_MARKUP.search(whole):
        return True
    entities = {cell: unescape(cell) for cell in cells}
    return len(set(entities.values())) < len(entities) or any(map(_ALONE.fullmatch, cells))


def _without_tags(text: str) -> Iterator[tuple[Span, str]]:
    matches = [match for match in _TAG.finditer(text) if _known(match[2])]
    closed = {match[2].lower() for match in matches if match[1]}
    about_html = bool(_ABOUT_HTML.search(text)) if matches else False
    code = _code(text)
    end, fresh = 0, True  # where the last tag ended, and whether the output was then at the start of a line
    for match in matches:
        name, closes = match[2].lower(), bool(match[1])
        residue = closes or name in ("br", "hr") or name in closed or bool(match[3])
        if about_html and not (name == "br" and text[match.end() : match.end() + 1] in ("", "\n", "\r")):
            residue = False
        if not residue or match.start() in code or _stands_as_text(text, match):
            end, fresh = match.end(), False
            continue
        between = text[end : match.start()].rstrip(" \t　")
        fresh = between.endswith(("\n", "\r")) if between else fresh
        space = _space_for(name, closes, fresh, text[match.end() : match.end() + 1])
        if space == "\n" and _in_table_row(text, match.start()):
            space = " "
        fresh = fresh or space == "\n"
        end = match.end()
        yield Span(*match.span()), space


def _space_for(name: str, closes: bool, fresh: bool, after: str) -> str:
    """What a tag leaves behind: a line break, a gap between cells, or nothing."""
    if after in ("", "\n", "\r"):
        return ""
    if _CELLS.fullmatch(name):
        return "\t" if closes else ""
    return "\n" if _BREAKING.fullmatch(name) and not fresh else ""


def _in_table_row(text: str, at: int) -> bool:
    """Whether the line is a row of a Markdown table, which a line break would tear apart."""
    start = text.rfind("\n", max(0, at - _LINE), at) + 1
    return text[start:at].lstrip().startswith("|")


def _known(name: str) -> bool:
    return any(names.fullmatch(name) for names in (_BREAKING, _INLINE, _CELLS))


def _stands_as_text(text: str, match: re.Match[str]) -> bool:
    """Whether the author means the tag or entity itself: quoted, or alone as an option."""
    before, after = text[max(0, match.start() - 8) : match.start()], text[match.end() : match.end() + 12]
    if before[-1:] and before[-1:] in _OPENING_QUOTES:
        return True
    if after.startswith(("标签", "標籤", "元素", "标记", " 标签", " 元素")):
        return True
    return bool(_OPTION_BEFORE.search(before) and _OPTION_AFTER.match(after))


def _named(match: re.Match[str]) -> str:
    """The character of an entity, "" when there is none or when the result would be an entity again."""
    decimal, hexadecimal, name = match.groups()
    if name:
        char = html5.get(f"{name};", "")
    else:
        code = int(decimal) if decimal else int(hexadecimal, 16)
        plain = 0x20 <= code < 0x110000 and not 0xD800 <= code < 0xE000 and not 0x7F <= code < 0xA0
        char = chr(code) if plain else " " if code in (9, 10, 13) else ""
    if char == "&" and re.match(r"(?:#\w{2,7}|[a-zA-Z]{2,8}\d{0,2});", match.string[match.end() : match.end() + 11]):
        return ""
    return char
