"""Web pages: markup is taken away as edits, so that what stays reads like a typed text, one line a block.

Three passes over the tags: `tags.matches` finds where each element ends, `_data_rows` tells tables that hold data from
tables that only lay out the page, and `_Page` walks once more and writes. Emphasis is recorded as marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from ankigen.readers import json_bank, plain
from ankigen.readers.emphasis import emphasis
from ankigen.readers.lines import Lines
from ankigen.readers.ordinals import ordinal, small
from ankigen.readers.pictures import Names
from ankigen.readers.reading import Reading
from ankigen.readers.tabbed import with_tables
from ankigen.readers.tags import ENTITY, Tag, attributes, entity, matches, tags, words
from ankigen.text import Rewrite, Source, Span

SKIPPED: Final = words(
    "script style title template noscript rt rp rtc svg iframe object audio video canvas datalist annotation"
)
BLOCKS: Final = words(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure"
    " footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup option p pre section select"
    " summary table tbody textarea tfoot thead tr ul"
)
_HEADINGS: Final = words("h1 h2 h3 h4 h5 h6")
_PAGE: Final = re.compile(
    r"(?:\s|<!--(?:(?!-->).)*+-->|<\?[^>]*>)*+<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL
)
_BODY: Final = re.compile(r"<body\b|</html\s*>|<div\b|<p\b|<br\b", re.IGNORECASE)
_WHITE: Final = " \t\r\n\f"
_TEXT: Final = re.compile(rf"[ \t\r\n\f]{{2,}}|[\t\r\n\f]|{ENTITY.pattern}")
_BLANKS: Final = re.compile(r"(?:[ \t\r\n\f\u3000\xa0]|&(?:nbsp|ensp|emsp|#160);){2,}+")
_HIDDEN: Final = re.compile(r"display\s*:\s*none", re.IGNORECASE)
# Quiz pages fold their answers away; what is hidden is dropped only when it says nothing of the kind.
_ANSWER: Final = re.compile(r"答案|解析|答对|正确|answer|explanation|correct", re.IGNORECASE)
_LABEL: Final = re.compile(
    r"[（(【\[]?\s?(?:\d{1,4}|[A-Za-z]|[一二三四五六七八九十百]{1,4})\s?[.．、:：)）\]】,，]|[①-⑳]|第\s?[\d一二三四五六七八九十百]{1,4}\s?[题章节]|Q\s?\d"
)
_PRE: Final = re.compile(r"white-space\s*:\s*(?:break-spaces|pre)")
_SIMPLE: Final = BLOCKS - words("pre textarea table tr ol ul li h1 h2 h3 h4 h5 h6")  # without attributes, only blocks
_NESTING: Final = _HEADINGS | words("pre textarea tr ol ul b strong u ins mark")  # what `_leave` closes
_LONG_CELL: Final = 10  # blocks in a cell; a stem and its options make fewer, a page's column makes more
BLANK: Final = "____"


def read(path: str, data: bytes) -> Reading:
    """Read a web page."""
    source = plain.decoded(path, data)
    return source if isinstance(source, Reading) else reading(source)


def is_page(text: str) -> bool:
    """Whether a text is a whole web page, whatever its file is called."""
    return bool(_PAGE.match(text) and _BODY.search(text))


def reading(source: Source) -> Reading:
    """The page as lines of text, over `source` with the page's marks."""
    page = _Page(source.text)
    lines = page.walk()
    text = Rewrite.of(replace(source, marks=lines.marks())).apply(lines.changes, "html")
    scripts = page.scripts()
    if sum(script.end - script.start for script in scripts) > len(text.text):  # the page only shows what they hold
        bank = json_bank.in_scripts(source, scripts)
        if bank:
            return bank
    if not text.text.strip():
        what = "only scripts without a list of questions" if scripts else "only markup"
        return Reading.failed("empty-file", f"{source.path} holds no text, {what}")
    return Reading(with_tables(text, page.tables.values()))


@dataclass(slots=True)
class _List:
    end: int | None
    style: str  # "" for bullets, else what `<ol type>` says
    number: int
    nested: bool


class _Page:
    """One walk over the tags of a page."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tags = list(tags(text))
        self.ends = matches(self.tags)
        self.rows = _data_rows(self.tags, self.ends)
        self.lines = Lines(text)
        self.names = Names()
        self.lists: list[_List] = []
        self.verbatim: list[int | None] = []  # ends of the open <pre> elements
        self.row: list[int | None] = []  # ends of the open data rows
        self.table = 0  # counts the tables that were opened
        self.tables: dict[int, list[Span]] = {}  # the data rows of each
        self.fences: list[int | None] = []
        self.answer_at = -1  # where the text speaks of an answer next; remembered, for elements nest
        self.exits: set[int | None] = set()  # tags at which something of the above, or a mark, ends

    def walk(self) -> Lines:
        """Write the whole page."""
        index, position = 0, 0
        while index < len(self.tags):
            tag = self.tags[index]
            if position < tag.start:
                self._write(position, tag.start, index)
            position = tag.end
            if index in self.exits:
                self._leave(index)
            jump = None if tag.closing or not tag.name else self._enter(index, tag)
            if jump is not None:
                index, position = jump, self.tags[jump].start
                continue
            if tag.closing and tag.name in BLOCKS:
                self._block()
            index += 1
        self._write(position, len(self.text), index)
        self.lines.finish()
        return self.lines

    def scripts(self) -> list[Span]:
        """What stands in the page's scripts; one that nothing closes is none."""
        found = zip(self.tags, self.ends, strict=True)
        return [Span(tag.end, self.tags[end].start) for tag, end in found if tag.name == "script" and end is not None]

    def _leave(self, index: int) -> None:
        """Close whatever ends at this tag."""
        self.lines.close_marks(index)
        for stack in (self.verbatim, self.row):
            while stack and stack[-1] == index:
                stack.pop()
        while self.lists and self.lists[-1].end == index:
            self.lists.pop()
        while self.fences and self.fences[-1] == index:
            self.fences.pop()
            self.lines.suffix = "\n```"

    def _enter(self, index: int, tag: Tag) -> int | None:
        """Do what an opening tag asks for; the index to go on from when its content is skipped or already written."""
        end = self.ends[index]
        if tag.name in _SIMPLE and not tag.raw:
            self._block()
            return None
        values = attributes(tag.raw)
        if end is not None and self._is_dropped(tag, values, self.tags[end].start):
            return end
        if tag.name in BLOCKS:
            self._block()
        if tag.name in _NESTING or tag.raw:
            self.exits.add(end)
        special = _SPECIAL.get(tag.name)
        if special:
            special(self, index, values)
        elif tag.name in _HEADINGS:
            self.lines.open_mark(end, "heading", tag.name[1])
        if "pre" in values.get("style", "") and _PRE.search(values["style"]):
            self.verbatim.append(end)
        if end == index + 1 and (written := small(tag.name, self.text[tag.end : self.tags[end].start])):
            self.lines.put(tag.end, self.tags[end].start, written)
            return end
        for kind, value in emphasis(tag.name, tag.raw):
            if kind == "underline" and end == index + 1 and _BLANKS.fullmatch(self.text, tag.end, self.tags[end].start):
                self.lines.put(tag.end, self.tags[end].start, BLANK)
                return end
            self.lines.open_mark(end, kind, value)
        return None

    def _is_dropped(self, tag: Tag, values: Mapping[str, str], stop: int) -> bool:
        if tag.name in SKIPPED:
            return True
        if "hidden" not in values and not _HIDDEN.search(values.get("style", "")):
            return False
        if self.answer_at < tag.end:
            found = _ANSWER.search(self.text, tag.end)
            self.answer_at = found.start() if found else len(self.text)
        return self.answer_at >= stop

    def _block(self) -> None:
        if self.row:
            self.lines.space()
        else:
            self.lines.break_line()

    def _br(self, _index: int, _values: Mapping[str, str]) -> None:
        if self.row:
            self.lines.space()
        else:
            self.lines.break_line(again=True)

    def _pre(self, index: int, _values: Mapping[str, str]) -> None:
        self.verbatim.append(self.ends[index])
        inner = self.tags[index + 1] if index + 1 < len(self.tags) else None
        if inner and inner.name == "code" and not self.text[self.tags[index].end : inner.start].strip():
            language = re.search(r"\blang(?:uage)?-([\w+#-]{1,20})", inner.raw)
            self.lines.prefix = f"```{language[1] if language else ''}\n"
            self.fences.append(self.ends[index])

    def _tr(self, index: int, _values: Mapping[str, str]) -> None:
        if index in self.rows:
            end = self.ends[index]
            stop = len(self.text) if end is None else self.tags[end].start
            self.tables.setdefault(self.table, []).append(Span(self.tags[index].start, stop))
            self.row.append(end)
            self.lines.row()

    def _table(self, _index: int, _values: Mapping[str, str]) -> None:
        self.table += 1

    def _cell(self, _index: int, _values: Mapping[str, str]) -> None:
        if self.row:
            self.lines.cell()
        else:
            self.lines.break_line()

    def _list(self, index: int, values: Mapping[str, str]) -> None:
        style = ""
        if self.tags[index].name == "ol":
            style = values.get("type", "") or _css_list_style(values.get("style", "")) or "1"
        start = values.get("start", "")
        nested = any(each.style for each in self.lists[-3:])
        self.lists.append(_List(self.ends[index], style, int(start) if _is_number(start) else 1, nested))

    def _item(self, _index: int, values: Mapping[str, str]) -> None:
        if not self.lists or not self.lists[-1].style:
            return
        current = self.lists[-1]
        if _is_number(values.get("value", "")):
            current.number = int(values["value"])
        label = ordinal(current.style, current.number)
        self.lines.prefix = f"({label}) " if current.nested and current.style == "1" else f"{label}. "
        self.lines.unless = _LABEL
        current.number += 1

    def _image(self, index: int, values: Mapping[str, str]) -> None:
        address = values.get("src", "").strip() or values.get("data-src", "").strip()
        name = values.get("alt", "").strip() or ("" if address[:5].lower() == "data:" else address)
        tag = self.tags[index]
        self.lines.put(tag.start, tag.end, self.names.placeholder(name, address))
        self.lines.mark(tag.start, tag.end, "image", address)

    def _input(self, index: int, values: Mapping[str, str]) -> None:
        kind, tag = values.get("type", "text").lower(), self.tags[index]
        if kind in ("radio", "checkbox"):
            self.lines.end_check()
            if "checked" in values:
                self.lines.check()
        elif kind == "text":
            self.lines.put(tag.start, tag.end, BLANK)

    def _write(self, start: int, end: int, index: int) -> None:
        """Write the text between two tags, `index` being the second."""
        if self.verbatim:
            self._write_verbatim(start, end, index)
            return
        text, lines = self.text, self.lines
        chunk = text[start:end]
        core = chunk.strip(_WHITE)
        if not core:
            if chunk:
                lines.space()
            return
        if chunk[0] in _WHITE:
            lines.space()
            start += len(chunk) - len(chunk.lstrip(_WHITE))
        stop = start + len(core)
        for match in _TEXT.finditer(text, start, stop):
            lines.keep(start, match.start())
            start = match.end()
            if text[match.start()] == "&":
                lines.put(match.start(), start, entity(match[0]))
            else:
                lines.space()
        lines.keep(start, stop)
        if stop < end:
            lines.space()

    def _write_verbatim(self, start: int, end: int, index: int) -> None:
        text = self.text
        if index and self.tags[index - 1].name in ("pre", "code", "textarea") and not self.tags[index - 1].closing:
            start += end - start - len(text[start:end].lstrip("\r\n"))
        if self.verbatim[-1] == index or (index + 1 < len(self.tags) and self.verbatim[-1] == index + 1):
            end = start + len(text[start:end].rstrip())
        for match in ENTITY.finditer(text, start, end):
            self.lines.keep(start, match.start())
            self.lines.put(match.start(), match.end(), entity(match[0]))
            start = match.end()
        self.lines.keep(start, end)


_SPECIAL: Final[dict[str, Callable[[_Page, int, Mapping[str, str]], None]]] = {
    "br": _Page._br,
    "pre": _Page._pre,
    "textarea": _Page._pre,
    "table": _Page._table,
    "tr": _Page._tr,
    "td": _Page._cell,
    "th": _Page._cell,
    "ol": _Page._list,
    "ul": _Page._list,
    "li": _Page._item,
    "img": _Page._image,
    "input": _Page._input,
}


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= 6


def _css_list_style(style: str) -> str:
    match = re.search(r"(upper|lower)-(alpha|latin|roman)", style)
    if not match:
        return ""
    letter = "i" if match[2] == "roman" else "a"
    return letter.upper() if match[1] == "upper" else letter


@dataclass(slots=True)
class _Row:
    index: int
    end: int | None
    cells: int = 0
    blocks: int = 0  # in the current cell
    layout: bool = False


def _data_rows(found: list[Tag], ends: list[int | None]) -> set[int]:
    """The rows that hold data: two cells or more, none with a table or a long column of blocks in it."""
    data: set[int] = set()
    rows: list[_Row] = []

    def close() -> None:
        row = rows.pop()
        if row.cells > 1 and not row.layout:
            data.add(row.index)

    for index, tag in enumerate(found):
        while rows and rows[-1].end == index:
            close()
        if tag.closing:
            continue
        if tag.name == "tr":
            rows.append(_Row(index, ends[index]))
        elif rows and tag.name in ("td", "th"):
            rows[-1].cells += 1
            rows[-1].blocks = 0
        elif rows and (tag.name == "br" or tag.name in BLOCKS):
            rows[-1].blocks += 1
            rows[-1].layout |= tag.name == "table" or rows[-1].blocks > _LONG_CELL
    while rows:
        close()
    return data
