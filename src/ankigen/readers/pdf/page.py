"""One page: characters to pieces of lines, pieces to lines."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Final, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from ankigen.readers.pdf.columns import Piece, in_order
from ankigen.readers.scripts import scripted

_HYPHENS: Final = frozenset("\x02\ufffe")  # what pdfium makes of a hyphen at the end of a line
_WIDE_GAP: Final = 2.0  # times the height of the characters: more than a space between words
_SMALL: Final = 0.8  # times the usual size of the line: raised and lowered figures are no larger
_RAISED: Final = 0.15  # times the usual size, above the base line
_LOWERED: Final = 0.06
_LONGEST_SCRIPT: Final = 12


class Char(NamedTuple):
    """A character with its box, in points from the lower left corner; generated spaces have an empty box."""

    char: str
    left: float
    bottom: float
    right: float
    top: float
    size: float
    place: int  # pdfium's index

    @property
    def has_box(self) -> bool:
        """Whether it shows."""
        return self.right > self.left and self.top > self.bottom and not self.char.isspace()


class Line(NamedTuple):
    """A line as printed, with its place as shares of the page: 0 is the top edge."""

    text: str
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Page:
    """The lines of a page."""

    number: int  # 1-based
    lines: tuple[Line, ...]
    fault: str = ""  # why there are no lines: "picture", "damaged"; "" also for a page that is blank

    @classmethod
    def of(cls, document: pypdfium2.PdfDocument, index: int) -> Page:
        """Read one page."""
        try:
            with closing(document[index]) as page, closing(page.get_textpage()) as text:
                pieces = list(_pieces(_lines(_chars(text)), text))
                height = page.get_height() or 1.0
                joined = _joined(in_order(pieces))
                lines = tuple(Line(line, 1 - top / height, 1 - bottom / height) for line, top, bottom in joined)
                fault = "" if lines or not _shows_picture(page) else "picture"
        except pypdfium2.PdfiumError:
            return cls(index + 1, (), "damaged")
        return cls(index + 1, lines, fault)


def _shows_picture(page: pypdfium2.PdfPage) -> bool:
    return any(True for _ in page.get_objects(filter=(pdfium.FPDF_PAGEOBJ_IMAGE,)))


def _chars(text: pypdfium2.PdfTextPage) -> Iterator[Char]:
    handle = text.raw
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    unicode, box, size = pdfium.FPDFText_GetUnicode, pdfium.FPDFText_GetCharBox, pdfium.FPDFText_GetFontSize
    for index in range(text.count_chars()):
        code = unicode(handle, index)
        box(handle, index, left, right, bottom, top)
        yield Char(_known(code), left.value, bottom.value, right.value, top.value, size(handle, index), index)


def _known(code: int) -> str:
    """The character; surrogates and nothing at all are holes in the text."""
    if code == 0 or 0xD800 <= code < 0xE000 or code > 0x10FFFF:
        return "\ufffd"
    char = chr(code)
    return "-" if char in _HYPHENS else char


def _lines(chars: Iterator[Char]) -> Iterator[list[Char]]:
    """The lines that pdfium makes, mended: a raised figure is no line of its own, and does not end one."""
    lines: list[list[Char]] = [[]]
    for char in chars:
        if char.char in "\r\n":
            if lines[-1]:
                lines.append([])
        else:
            lines[-1].append(char)
    before: list[Char] = []
    for line in lines:
        if before and line and _continues(before, line):
            before += line
            continue
        if before:
            yield before
        before = line
    if before:
        yield before


def _continues(before: list[Char], line: list[Char]) -> bool:
    last = next((char for char in reversed(before) if char.has_box), None)
    first = next((char for char in line if char.has_box), None)
    if last is None or first is None:
        return False
    overlap = min(last.top, first.top) - max(last.bottom, first.bottom)
    height = max(last.top - last.bottom, first.top - first.bottom)
    smaller = min(last.top - last.bottom, first.top - first.bottom)
    return overlap > smaller / 2 and -height / 4 <= first.left - last.right < height


def _pieces(lines: Iterator[list[Char]], text: pypdfium2.PdfTextPage) -> Iterator[Piece]:
    """Cut lines where a wide gap may separate columns."""
    for line in lines:
        height = max((char.top - char.bottom for char in line if char.has_box), default=0.0)
        start, end = 0, -1  # of the piece, and its last character that shows
        continues = False
        for index, char in enumerate(line):
            if not char.has_box:
                continue
            if end >= 0 and char.left - line[end].right > _WIDE_GAP * height and not _is_blank(line[end], char):
                yield from _piece(line[start : end + 1], text, continues)
                start, continues = index, True
            end = index
        yield from _piece(line[start : end + 1], text, continues)


def _is_blank(before: Char, after: Char) -> bool:
    """Whether the gap is the room for an answer between brackets."""
    return before.char in "（(【[" or after.char in "）)】]"


def _piece(chars: Sequence[Char], text: pypdfium2.PdfTextPage, continues: bool) -> Iterator[Piece]:
    boxes = [char for char in chars if char.has_box]
    if not boxes:
        return
    yield Piece(
        _written(chars, text),
        min(char.left for char in boxes),
        max(char.right for char in boxes),
        min(char.bottom for char in boxes),
        max(char.top for char in boxes),
        continues,
    )


def _written(chars: Sequence[Char], text: pypdfium2.PdfTextPage) -> str:
    sizes = Counter(round(char.size, 1) for char in chars if char.has_box)
    usual = max(sizes, key=lambda size: (sizes[size], size))
    if min(sizes) >= usual * _SMALL:
        return "".join(char.char for char in chars).rstrip()
    parts: list[str] = []
    small: list[Char] = []
    base: Char | None = None  # the last character of the usual size
    for char in chars:
        if char.has_box and char.size < usual * _SMALL:
            small.append(char)
            continue
        parts.append(_small(small, base, usual, text))
        parts.append(char.char)
        small = []
        base = char if char.has_box else None
    parts.append(_small(small, base, usual, text))
    return "".join(parts).rstrip()


def _small(chars: Sequence[Char], base: Char | None, usual: float, text: pypdfium2.PdfTextPage) -> str:
    """A run of small characters: raised or lowered where it hangs on a character and is short."""
    plain = "".join(char.char for char in chars)
    if not chars or base is None or len(chars) > _LONGEST_SCRIPT or chars[0].left - base.right > usual / 2:
        return plain
    rise = (_base_line(chars[0], text) - _base_line(base, text)) / usual
    if rise > _RAISED:
        return scripted(plain, "superscript")
    return scripted(plain, "subscript") if rise < -_LOWERED else plain


def _base_line(char: Char, text: pypdfium2.PdfTextPage) -> float:
    x, y = ctypes.c_double(), ctypes.c_double()
    pdfium.FPDFText_GetCharOrigin(text.raw, char.place, x, y)
    return y.value


def _joined(pieces: Sequence[Piece]) -> Iterator[tuple[str, float, float]]:
    """Lines of text with top and bottom; wide gaps inside them become tabs."""
    line: list[Piece] = []
    for piece in pieces:
        if line and not piece.continues:
            yield _line(line)
            line = []
        line.append(piece)
    if line:
        yield _line(line)


def _line(pieces: list[Piece]) -> tuple[str, float, float]:
    return (
        "\t".join(piece.text for piece in pieces),
        max(piece.top for piece in pieces),
        min(piece.bottom for piece in pieces),
    )
