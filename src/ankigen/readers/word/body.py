"""The walk over a document: one method for each element that shows, everything else is passed over."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ankigen.readers.word.fields import equation
from ankigen.readers.word.formula import tex
from ankigen.readers.word.names import MC, W14, WP, A, C, Element, M, R, V, W, is_on, number, value
from ankigen.readers.word.numbering import Numbering
from ankigen.readers.word.package import Package
from ankigen.readers.word.styles import PLAIN, Look, Styles, changed, level_of
from ankigen.readers.word.symbols import is_dressed, symbol
from ankigen.readers.word.writer import Writer
from ankigen.text import Span

_WIDEST: Final = 63  # columns that Word allows
_LONG_CELL: Final = 10  # paragraphs; a cell with more is a part of the page, not of a grid
_SECTION: Final = re.compile(r"\s*(?:[一二三四五六七八九十]{1,3}\s*[、.．]|第[一二三四五六七八九十]{1,3}部分)")
_MARKS_BOX: Final = re.compile(r"\s*(?:得\s*分|评\s*[卷分]|阅\s*卷)")
_XML_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_ONE_SPACE: Final = str.maketrans("\n\r\t", "   ")
_TRANSPARENT: Final = frozenset(
    W + name
    for name in (
        "body",
        "sdtContent",
        "ins",
        "moveTo",
        "smartTag",
        "customXml",
        "dir",
        "bdo",
        "fldSimple",
        "txbxContent",
    )
)


@dataclass(slots=True)
class _Field:
    """A field: its instruction, then what it shows."""

    instruction: list[str] = field(default_factory=list)
    shows: bool = False  # the result has begun
    start: int = -1  # offset of the result
    ticked: bool | None = None  # for a box to tick


class Body:
    """One walk over one document."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._styles = Styles(package.styles)
        self._numbering = Numbering(package.numbering, self._styles)
        self._writer = Writer()
        self._look = PLAIN  # of plain text in the current paragraph
        self._linked = False  # inside a link, whose look says nothing
        self._fields: list[_Field] = []
        self._boxes: list[Element] = []  # text boxes that wait for the end of their paragraph
        self._led: set[Element] = set()  # text boxes that were written before their paragraph
        self._floating: list[Element] = []  # pictures that wait likewise
        self._in_grid = False
        self._in_paragraph = False

    def write(self) -> Writer:
        """Walk."""
        body = self._package.document.find(f"{W}body")
        self._walk(self._package.document if body is None else body)
        return self._writer

    def _walk(self, element: Element) -> None:
        for child in element:
            visit = _VISITS.get(child.tag)
            if visit is not None:
                visit(self, child)
            elif child.tag in _TRANSPARENT:
                self._walk(child)

    def _paragraph(self, element: Element) -> None:
        if self._in_paragraph:  # only a damaged file has one in another
            self._walk(element)
            return
        properties = _properties(element)
        style = value(properties.get(_PSTYLE)) or self._styles.default
        self._look = self._styles.look(style)
        writer = self._writer
        for box in _boxes(element):
            if _is_heading(box):  # a section's heading stands in a box that hangs on its first question
                self._led.add(box)
                self._walk(box)
        writer.begin()
        writer.text(self._numbering.label(properties.get(_NUMPR), style))
        self._in_paragraph = True
        self._walk(element)
        self._in_paragraph = False
        while self._fields and not self._fields[-1].shows:  # an instruction without an end is no instruction
            writer.text("".join(self._fields.pop().instruction))
        for picture in self._floating:
            self._picture(picture)
        self._floating.clear()
        mark = properties.get(_RPR)
        gone = mark is not None and mark.find(f"{W}del") is not None
        level = value(properties.get(_OUTLINE))
        heading = level_of(level) if level else self._styles.heading(style)
        writer.end(heading, joined=gone)
        boxes, self._boxes = self._boxes, []
        for box in boxes:
            self._walk(box)

    def _link(self, element: Element) -> None:
        outer, self._linked = self._linked, True
        self._walk(element)
        self._linked = outer

    def _run(self, element: Element) -> None:
        look = self._look
        for child in element:
            if child.tag == _T:
                self._text(_shown(child), look)
            elif child.tag == _RPR:
                look = PLAIN if self._linked else self._dressed(look, child)
            elif child.tag in _LITERALS:
                self._text(_LITERALS[child.tag], look)
            elif child.tag == _SYM:
                self._text(_symbol(child), look)
            else:
                visit = _VISITS.get(child.tag)
                if visit is not None:
                    visit(self, child)

    def _dressed(self, look: Look, properties: Element) -> Look:
        if len(properties) and properties[0].tag == _RSTYLE:
            look = self._styles.over(look, value(properties[0]))
        return changed(look, properties)

    def _text(self, text: str, look: Look) -> None:
        if self._fields and self._instruct(text):
            return
        if look.font and is_dressed(look.font):
            text = "".join(symbol(look.font, char) for char in text)
        self._writer.text(text, look)

    def _instruct(self, text: str) -> bool:
        """Give text to the field whose instruction it belongs to, if there is one."""
        for each in reversed(self._fields):
            if not each.shows:
                each.instruction.append(text)
                return True
        return False

    def _instruction(self, element: Element) -> None:
        self._instruct(element.text or "")

    def _field(self, element: Element) -> None:
        kind = value(element, "fldCharType")
        if kind == "begin":
            self._fields.append(_Field(ticked=_tick(element)))
        elif kind == "separate" and self._fields:
            self._fields[-1].shows = True
            self._fields[-1].start = self._writer.place
        elif kind == "end" and self._fields:
            self._end_field(self._fields.pop())

    def _end_field(self, done: _Field) -> None:
        words = "".join(done.instruction).split(None, 1)
        name = words[0].upper() if words else ""
        if done.ticked is not None and name in ("FORMCHECKBOX", ""):
            self._writer.box(done.ticked)
        elif name == "EQ":
            shown = equation(words[1] if len(words) > 1 else "")
            if not self._instruct(shown):
                self._writer.text(shown)
        elif name == "TOC" and done.shows:
            self._writer.leave_out(done.start)

    def _formula(self, element: Element) -> None:
        written = tex(element)
        if written:
            self._writer.text(f"\\({written}\\)")

    def _formulas(self, element: Element) -> None:
        for index, each in enumerate(element.iterfind(f"{M}oMath")):
            if index:
                self._writer.text("\n")
            self._formula(each)

    def _ruby(self, element: Element) -> None:
        base = element.find(f"{W}rubyBase")
        if base is not None:
            self._walk(base)

    def _alternatives(self, element: Element) -> None:
        """The first of several ways to draw the same thing."""
        for child in element:
            if child.tag in (f"{MC}Choice", f"{MC}Fallback"):
                self._walk(child)
                return

    def _control(self, element: Element) -> None:
        properties, content = element.find(f"{W}sdtPr"), element.find(f"{W}sdtContent")
        box = None if properties is None else properties.find(f"{W14}checkbox")
        hint = None if properties is None else properties.find(f"{W}showingPlcHdr")
        if box is not None and self._in_paragraph:
            state = box.find(f"{W14}checked")
            self._writer.box(state is not None and state.get(f"{W14}val", "1") in ("1", "true", "on"))
        elif content is not None and (hint is None or not is_on(hint)):
            self._walk(content)

    def _drawing(self, element: Element) -> None:
        """Pictures and text boxes; a drawing may hold both."""
        self._boxes += [box for box in _boxes(element) if box not in self._led]
        for each in element.iter(f"{A}blip", f"{V}imagedata", f"{C}chart"):
            # What lies in a box is walked with the box; a fallback draws the same thing once more.
            if next(each.iterancestors(_TEXT_BOX, _FALLBACK, element.tag), None) is not element:
                continue
            if _is_floating(each) and self._in_paragraph:
                self._floating.append(each)
            else:
                self._picture(each)

    def _picture(self, element: Element) -> None:
        if element.tag == f"{C}chart":
            self._writer.picture("")
            return
        relation = element.get(f"{R}embed") or element.get(f"{R}link") or element.get(f"{R}id")
        if relation:  # without one it is a frame that shows nothing
            self._writer.picture(self._package.targets.get(relation, ""))

    def _table(self, element: Element) -> None:
        if self._in_paragraph:
            return
        rows = [_cells(row) for row in _rows(element)]
        is_grid = not self._in_grid and max(map(len, rows), default=0) > 1 and not _is_layout(rows)
        if not is_grid:
            for row in rows:
                for _, cell in row:
                    self._walk(cell)
            return
        self._in_grid = True
        self._writer.end_table(tuple(self._row(row) for row in rows if row))
        self._in_grid = False

    def _row(self, row: list[tuple[int, Element]]) -> tuple[Span, ...]:
        """Write one line; empty spans stand for the further columns of a wide cell."""
        spans: list[Span] = []
        for index, (width, cell) in enumerate(row):
            start = self._writer.separate("\t" if index else "\n")
            if not _is_covered(cell):
                self._walk(cell)
            end = self._writer.finish_cell()
            spans += [Span(start, end), *[Span(end, end)] * (width - 1)]
        return tuple(spans)


_FALLBACK, _ANCHOR = f"{MC}Fallback", f"{WP}anchor"
_PPR, _PSTYLE, _NUMPR, _OUTLINE = f"{W}pPr", f"{W}pStyle", f"{W}numPr", f"{W}outlineLvl"
_T, _RPR, _RSTYLE, _SYM, _TEXT_BOX = f"{W}t", f"{W}rPr", f"{W}rStyle", f"{W}sym", f"{W}txbxContent"
_LITERALS: Final = {f"{W}tab": "\t", f"{W}ptab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-"}
_VISITS: Final[dict[object, Callable[[Body, Element], None]]] = {
    f"{W}p": Body._paragraph,
    f"{W}r": Body._run,
    f"{W}tbl": Body._table,
    f"{W}hyperlink": Body._link,
    f"{W}sdt": Body._control,
    f"{W}ruby": Body._ruby,
    f"{W}fldChar": Body._field,
    f"{W}instrText": Body._instruction,
    f"{W}drawing": Body._drawing,
    f"{W}pict": Body._drawing,
    f"{W}object": Body._drawing,
    f"{MC}AlternateContent": Body._alternatives,
    f"{M}oMath": Body._formula,
    f"{M}oMathPara": Body._formulas,
}


def _properties(paragraph: Element) -> dict[object, Element]:
    """The properties of a paragraph by their tags; they stand before everything else."""
    if len(paragraph) and paragraph[0].tag == _PPR:
        return {each.tag: each for each in paragraph[0]}
    return {}


def _boxes(element: Element) -> list[Element]:
    """The text boxes in a drawing or a paragraph, without those in boxes and those that are drawn twice."""
    return [
        box
        for box in element.iter(_TEXT_BOX)
        if next(box.iterancestors(_TEXT_BOX, _FALLBACK, element.tag), None) is element
    ]


def _is_heading(box: Element) -> bool:
    starts = [_start(each) for each in box.iter(f"{W}p")]
    return any(map(_SECTION.match, starts))


def _is_floating(picture: Element) -> bool:
    """Whether a picture lies beside the text, so that it is no part of the line it hangs on."""
    for each in picture.iterancestors(_ANCHOR, f"{V}shape"):
        return each.tag == _ANCHOR or "position:absolute" in each.get("style", "")
    return False


def _shown(element: Element) -> str:
    """The text of `<w:t>`. White space at its ends counts only where the file says so."""
    text = element.text or ""
    if element.get(_XML_SPACE) != "preserve":
        text = text.strip(" \t\r\n")
    return text.translate(_ONE_SPACE) if "\n" in text or "\r" in text or "\t" in text else text


def _symbol(element: Element) -> str:
    code = value(element, "char")
    try:
        return symbol(value(element, "font"), chr(int(code, 16)))
    except (ValueError, OverflowError):
        return ""


def _tick(element: Element) -> bool | None:
    """Whether a box of an old-style form is ticked; None where the field is no box."""
    box = element.find(f"{W}ffData/{W}checkBox")
    if box is None:
        return None
    state = box.find(f"{W}checked")
    if state is None:
        state = box.find(f"{W}default")
    return state is not None and is_on(state)


def _rows(table: Element) -> list[Element]:
    """The rows, also those inside controls and insertions; deleted ones are left out."""
    found: list[Element] = []
    for child in table:
        if child.tag == f"{W}tr":
            if child.find(f"{W}trPr/{W}del") is None:
                found.append(child)
        elif child.tag in _TRANSPARENT or child.tag == f"{W}sdt":
            found += _rows(child)
    return found


def _cells(row: Element) -> list[tuple[int, Element]]:
    """The cells with the number of columns they take."""
    found: list[tuple[int, Element]] = []
    for child in row:
        if child.tag == f"{W}tc":
            width = number(child.find(f"{W}tcPr/{W}gridSpan"), default=1)
            found.append((max(1, min(width, _WIDEST)), child))
        elif child.tag in _TRANSPARENT or child.tag == f"{W}sdt":
            found += _cells(child)
    return found


def _is_layout(rows: list[list[tuple[int, Element]]]) -> bool:
    """Whether a table only places text on the page: long cells, tables in cells, a heading beside the box for marks."""
    cells = [cell for row in rows for _, cell in row]
    if any(cell.find(f"{W}tbl") is not None or len(cell.findall(f"{W}p")) > _LONG_CELL for cell in cells):
        return True
    starts = [_start(cell) for cell in cells]
    return any(map(_SECTION.match, starts)) and any(map(_MARKS_BOX.match, starts))


def _start(cell: Element) -> str:
    """The first words of a cell."""
    words = ""
    for each in cell.iter(_T):
        words += each.text or ""
        if len(words) > _LONG_CELL:
            break
    return words


def _is_covered(cell: Element) -> bool:
    """Whether a cell above reaches over this one."""
    merge = cell.find(f"{W}tcPr/{W}vMerge")
    return merge is not None and value(merge, default="continue") == "continue"
