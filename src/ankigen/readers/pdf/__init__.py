"""PDF files: the text of the pages in reading order, one line a printed line.

1. `page` turns the characters of a page into pieces of lines, with raised and lowered figures.
2. `columns` brings the pieces into reading order.
3. `furniture` finds running headers, footers and page numbers; they are taken out as edits, so that they can be seen
   and brought back.

Anchors name the pages: `p3`.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Final

from ankigen.diagnostics import Diagnostic
from ankigen.readers.reading import Reading
from ankigen.text import Anchor, Rewrite, Source, Span

if TYPE_CHECKING:
    import pypdfium2

    from ankigen.readers.pdf.page import Page

FURNITURE_RULE = "page-furniture"
_UNREADABLE: Final = 0.3  # of the characters; a text with more holes than this is none
_PROTECTED: Final = (4, 5)  # pdfium's FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY
_FAULTS: Final = {"picture": "a picture, and no text", "damaged": "damaged, and cannot be read"}
_MOST_LISTED: Final = 8


def read(path: str, data: bytes) -> Reading:
    """Read a PDF file."""
    import pypdfium2

    from ankigen.readers.pdf.page import Page

    try:
        with closing(pypdfium2.PdfDocument(data)) as document:
            pages = [Page.of(document, index) for index in range(len(document))]
    except pypdfium2.PdfiumError as error:
        return _failed(path, error)
    return _reading(path, pages)


def _failed(path: str, error: pypdfium2.PdfiumError) -> Reading:
    if getattr(error, "err_code", 0) in _PROTECTED:
        return Reading.failed(
            "unreadable-file", f"{path} is protected by a password; open it, and print or save it without one"
        )
    return Reading.failed("unreadable-file", f"{path} is damaged or no PDF file: {error}; get it again")


def _reading(path: str, pages: Sequence[Page]) -> Reading:
    from ankigen.readers.pdf.furniture import furniture

    parts: list[str] = []
    anchors: list[Anchor] = []
    taken_out: list[tuple[Span, str]] = []
    length = 0
    for page, fixed in zip(pages, furniture([page.lines for page in pages]), strict=True):
        if page.lines:
            anchors.append(Anchor(length, f"p{page.number}"))
        for index, line in enumerate(page.lines):
            parts.append(line.text + "\n")
            if index in fixed:
                taken_out.append((Span(length, length + len(parts[-1])), ""))
            length += len(parts[-1])
    text = "".join(parts)
    problem = _no_text(path, text, {page.fault for page in pages})
    if problem:
        return problem
    rewrite = Rewrite.of(Source(path, text, anchors=tuple(anchors))).apply(taken_out, FURNITURE_RULE)
    return Reading(rewrite, tuple(_faulty(pages)))


def _no_text(path: str, text: str, faults: set[str]) -> Reading | None:
    ink = "".join(text.split())
    if not ink:
        if "damaged" in faults:
            return Reading.failed("unreadable-file", f"{path} is damaged: its pages cannot be read; get it again")
        if "picture" in faults:
            return Reading.failed("no-text", f"{path} holds pictures of pages, no text; recognise its text (OCR) first")
        return Reading.failed("empty-file", f"{path} has no text on its pages")
    holes = sum(char == "\ufffd" or "\ue000" <= char <= "\uf8ff" for char in ink)
    if holes > len(ink) * _UNREADABLE:
        return Reading.failed(
            "no-text", f"{path} does not say which characters its fonts show; recognise its text (OCR)"
        )
    return None


def _faulty(pages: Sequence[Page]) -> list[Diagnostic]:
    """What to say about pages without text among others that have some."""
    said = []
    for fault, words in _FAULTS.items():
        numbers = [f"p{page.number}" for page in pages if page.fault == fault]
        if numbers:
            more = len(numbers) - _MOST_LISTED
            listed = ", ".join(numbers[:_MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
            said.append(Diagnostic.of("page-without-text", f"{listed} of {len(pages)} pages: {words}"))
    return said
