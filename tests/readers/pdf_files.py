"""Draws small PDF files."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

FONT = "STSong-Light"  # every reader of PDF knows it, so no font has to be at hand
SIZE = 10
LEFT, TOP, STEP = 50, 780, 16
pdfmetrics.registerFont(UnicodeCIDFont(FONT))

Drawing = Callable[[Canvas], object]


def pdf(*pages: Drawing, password: str = "") -> bytes:
    """A PDF file with one page for each drawing, on A4 paper."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(595, 842), encrypt=StandardEncryption(password) if password else None)
    for draw in pages:
        canvas.setFont(FONT, SIZE)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def lines(texts: Sequence[str], *, left: float = LEFT, top: float = TOP) -> Drawing:
    """Lines below each other."""

    def draw(canvas: Canvas) -> None:
        for index, text in enumerate(texts):
            canvas.drawString(left, top - index * STEP, text)

    return draw


def together(*drawings: Drawing) -> Drawing:
    """Several drawings on one page, in this order in the file."""

    def draw(canvas: Canvas) -> None:
        for each in drawings:
            each(canvas)

    return draw


def picture() -> Drawing:
    """A page that is only a picture."""
    from PIL import Image

    return lambda canvas: canvas.drawImage(ImageReader(Image.new("RGB", (40, 40), "gray")), 60, 60, 400, 600)


def scripts(parts: Sequence[tuple[str, float, float]], *, left: float = LEFT, top: float = TOP) -> Drawing:
    """A line of (text, size, rise) parts."""

    def draw(canvas: Canvas) -> None:
        x = left
        for text, size, rise in parts:
            canvas.setFont(FONT, size)
            canvas.drawString(x, top + rise, text)
            x += canvas.stringWidth(text, FONT, size)

    return draw
