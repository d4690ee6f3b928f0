"""Collects what the walk finds: text in lines, anchors for its paragraphs, marks and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from ankigen.readers.pictures import Names
from ankigen.readers.scripts import scripted
from ankigen.readers.word.styles import PLAIN, Look
from ankigen.text import Anchor, Mark, Source, Span, Table

BLANK: Final = "____"
BOXES: Final = {True: "☑", False: "□"}
_ALL: Final = 0.9  # of the text; a look that covers more than this sets nothing apart

Chunk = tuple[str, Look]


class Writer:
    """Text in the making. A paragraph is gathered in chunks and written when it ends."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._pending = ""  # what stands between the last paragraph and the next
        self._chunks: list[Chunk] = []
        self._boxes: list[tuple[int, bool]] = []  # index of the chunk, whether it is ticked
        self._pictures: list[tuple[int, str]] = []
        self._names = Names()
        self._paragraphs = 0
        self._anchors: list[Anchor] = []
        self._marks: list[Mark] = []
        self._open: dict[str, Mark] = {}  # the last mark of each kind, while it may still grow
        self._covered: Counter[tuple[str, str]] = Counter()
        self._ink = 0  # characters that are no space
        self._tables: list[Table] = []
        self.left_out: list[tuple[Span, str]] = []  # as changes of a `Rewrite`

    @property
    def place(self) -> int:
        """The offset at which the next paragraph's text will begin."""
        return self._length + len(self._pending)

    def begin(self) -> None:
        """A paragraph begins."""
        self._paragraphs += 1
        self._put(self._pending)
        self._pending = ""
        self._anchors.append(Anchor(self._length, f"¶{self._paragraphs}"))

    def text(self, text: str, look: Look = PLAIN) -> None:
        """Text of the current paragraph."""
        if text:
            self._chunks.append((text, look))

    def box(self, ticked: bool) -> None:
        """A box to tick; a ticked one marks what follows it as chosen."""
        self._boxes.append((len(self._chunks), ticked))
        self._chunks.append((BOXES[ticked], PLAIN))

    def picture(self, part: str) -> None:
        """A picture; `part` is the file in the zip, "" where it is not known."""
        if part:
            self._pictures.append((len(self._chunks), part))
        name = part.rpartition("/")[2]
        self._chunks.append((self._names.placeholder(name, part) if name else "[图片]", PLAIN))

    def end(self, heading: str = "", *, joined: bool = False) -> None:
        """The paragraph ends; `joined` ones lost their end to a tracked deletion and run on."""
        start = self._length
        places = [self._length]
        for text, look in _finished(self._chunks):
            self._write(text, look)
            places.append(self._length)
        self._check(places)
        for index, part in self._pictures:
            self._marks.append(Mark(Span(places[index], places[index + 1]), "image", part))
        if heading and self._length > start:
            self._marks.append(Mark(Span(start, self._length), "heading", heading))
        self._chunks.clear()
        self._boxes.clear()
        self._pictures.clear()
        self._pending = "" if joined else "\n"

    def separate(self, separator: str) -> int:
        """Write what stands between two cells; the offset behind it."""
        self._pending = ""
        self._put(separator if self._length else "")
        return self._length

    def finish_cell(self) -> int:
        """The cell is over, and so is its last line; the offset behind it."""
        self._pending = ""
        return self._length

    def end_table(self, rows: tuple[tuple[Span, ...], ...]) -> None:
        """A table is over; it has a row, and every row a cell."""
        self._tables.append(Table(Span(rows[0][0].start, rows[-1][-1].end), rows))
        self._pending = "\n"

    def leave_out(self, start: int) -> None:
        """The lines from an offset up to the current paragraph are not the author's text."""
        while self.left_out and self.left_out[-1][0].start >= start:
            self.left_out.pop()
        if start < self._length + len(self._pending):
            self.left_out.append((Span(start, self._length + len(self._pending)), ""))

    def source(self, path: str) -> Source:
        """All that was collected."""
        self._marks += self._open.values()
        self._open.clear()
        usual = {look for look, count in self._covered.items() if count >= self._ink * _ALL}
        marks = sorted(
            (mark for mark in self._marks if (mark.kind, mark.value) not in usual), key=lambda mark: mark.span
        )
        text = "".join(self._parts) + ("\n" if self._parts else "")
        tables = sorted(self._tables, key=lambda table: table.span)
        return Source(path, text, anchors=tuple(self._anchors), marks=tuple(marks), tables=tuple(tables))

    def _put(self, text: str) -> None:
        if text:
            self._parts.append(text)
            self._length += len(text)

    def _write(self, text: str, look: Look) -> None:
        start = self._length
        self._put(text)
        ink = len(text) if not text.isspace() else 0
        self._ink += ink
        if not ink or look == PLAIN:
            return
        for kind, value in _kinds(look):
            self._covered[kind, value] += ink
            last = self._open.get(kind)
            if last and last.span.end == start and last.value == value:
                start = last.span.start
            elif last:
                self._marks.append(last)
            self._open[kind] = Mark(Span(start, self._length), kind, value)
            start = self._length - len(text)

    def _check(self, places: list[int]) -> None:
        """Mark what stands behind ticked boxes: up to the next box, or all before it when nothing follows."""
        for position, (index, ticked) in enumerate(self._boxes):
            if not ticked:
                continue
            following = self._boxes[position + 1][0] if position + 1 < len(self._boxes) else len(places) - 1
            span = Span(places[index + 1], places[following])
            if span.start == span.end and position == 0:
                span = Span(places[0], places[index])
            if span.start < span.end:
                self._marks.append(Mark(span, "checked"))


def _kinds(look: Look) -> Iterator[tuple[str, str]]:
    if look.bold:
        yield "bold", ""
    if look.color:
        yield "color", look.color
    if look.highlight:
        yield "highlight", look.highlight
    if look.underline:
        yield "underline", ""


def _finished(chunks: list[Chunk]) -> list[Chunk]:
    """The same number of chunks, with small raised and lowered text and underlined blanks as text can show them."""
    if not any(look.vertical or look.underline for _, look in chunks):
        return chunks
    return _blanks(_scripts(chunks))


def _scripts(chunks: list[Chunk]) -> list[Chunk]:
    found: list[Chunk] = []
    for vertical, group in groupby(chunks, key=lambda chunk: chunk[1].vertical):
        same = list(group)
        whole = "".join(text for text, _ in same)
        if vertical not in ("superscript", "subscript") or whole.isspace():
            found += same
        else:  # the first chunk takes it all; their looks hardly ever differ
            found += [(scripted(whole, vertical), same[0][1]), *(("", look) for _, look in same[1:])]
    return found


def _blanks(chunks: list[Chunk]) -> list[Chunk]:
    """Underlined white space is a line to write on."""
    found: list[Chunk] = []
    for underlined, group in groupby(chunks, key=lambda chunk: chunk[1].underline):
        same = list(group)
        whole = "".join(text for text, _ in same)
        if underlined and whole.isspace() and whole != " ":
            found += [(BLANK, PLAIN), *(("", PLAIN) for _ in same[1:])]
        else:
            found += same
    return found
