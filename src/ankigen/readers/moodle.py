"""Moodle XML: `<quiz>` with one `<question>` element each, read as a table like GIFT."""

from __future__ import annotations

import re
from typing import Final

from ankigen.readers.gift import described
from ankigen.readers.plain import decoded
from ankigen.readers.reading import Reading
from ankigen.readers.underlined import underlined
from ankigen.text import Rewrite, Span, Table

SYNTAX: Final = "moodle-xml"
_QUESTION = re.compile(r"<question\s[^<>]{0,200}?\btype\s*=\s*[\"']([\w-]{1,40})[\"'][^<>]{0,200}>")
_PART = re.compile(
    r"<(?P<name>questiontext|generalfeedback|answer|subquestion|category|name)\b(?P<raw>[^<>]{0,300})(?<!/)>"
)
_FRACTION = re.compile(r"\bfraction\s*=\s*[\"'](-?\d{1,3}(?:\.\d{1,9})?)[\"']")
_TEXT = re.compile(r"\s*+<text>\s*+(?:<!\[CDATA\[)?")
_ANSWER = re.compile(r"\s*+<answer\b[^<>]{0,300}>")
_BREAK = re.compile(r"<br\s{0,3}/?>|</(?:p|div|li|h[1-6]|tr)>", re.IGNORECASE)
_TAG = re.compile(
    r"</?[a-zA-Z][^<>]{0,1000}>|&lt;(/?)(?:p|br|span|b|i|u|strong|em|div)\b[^<>&]{0,200}&gt;", re.IGNORECASE
)
_CHOICES: Final = frozenset(("multichoice", "truefalse"))


def read(path: str, data: bytes) -> Reading:
    """Read an export of Moodle's question bank."""
    source = decoded(path, data)
    if isinstance(source, Reading):
        return source
    if "<quiz" not in source.text:
        return Reading.failed("unsupported-format", f"{path} is XML, but not the export of a Moodle question bank")
    starts = list(_QUESTION.finditer(source.text))
    ends = [*(match.start() for match in starts[1:]), len(source.text)][: len(starts)]
    rows = [
        row for match, end in zip(starts, ends, strict=True) if (row := _row(source.text, match[1], match.end(), end))
    ]
    rows = described(rows, [match.start() for match in starts if match[1] == "category"])
    header = tuple(dict.fromkeys(name for row in rows for name in row))
    cells = tuple(tuple(row.get(name, Span(0, 0)) for name in header) for row in rows)
    tables = (Table(Span(0, len(source.text)), cells, header),) if cells else ()
    source = type(source)(source.path, source.text, source.encoding, tables=tables)
    spans = sorted({span for row in rows for span in row.values()})
    lines = underlined(source.text)
    edits = [
        (Span(*tag.span()), "\n" if _BREAK.fullmatch(tag.group()) else lines.get(tag.start(), ""))
        for span in spans
        for tag in _TAG.finditer(source.text, *span)
    ]
    return Reading(Rewrite.of(source).apply(edits, SYNTAX))


def _row(text: str, kind: str, start: int, end: int) -> dict[str, Span]:
    """The cells of one question; a description has only a note, a category nothing."""
    row: dict[str, Span] = {}
    if kind == "category":
        return row
    options, at = 0, start
    for part in _PART.finditer(text, start, end):
        if part.start() < at:
            continue  # it stands inside a text
        found = _text_at(text, part.end(), end)
        if found is None:
            continue
        span, at = found
        fraction = _FRACTION.search(part["raw"])
        right = bool(fraction) and float(fraction[1] if fraction else 0) > 0
        if part["name"] == "questiontext":
            row["note" if kind == "description" else "embedded" if kind == "cloze" else "question"] = span
        elif part["name"] == "generalfeedback":
            row["explanation"] = span
        elif part["name"] == "answer" and kind in _CHOICES:
            row[f"options.{options}.text"] = span
            if right and fraction:
                sign = part.start("raw") + fraction.start(1)
                row[f"options.{options}.correct"] = Span(sign, sign + len(fraction[1]))
            options += 1
        elif part["name"] == "answer" and right:
            row.setdefault("answer", span)
        elif part["name"] == "subquestion":
            answer = _ANSWER.match(text, at, end)
            other = _text_at(text, answer.end(), end) if answer else None
            if other:
                row[f"pairs.{options}.left"], (row[f"pairs.{options}.right"], at) = span, other
                options += 1
    return {name: span for name, span in row.items() if span.start < span.end}


def _text_at(text: str, at: int, end: int) -> tuple[Span, int] | None:
    """The `<text>` that begins at the offset, and where it is closed."""
    opened = _TEXT.match(text, at, end)
    stop = text.find("</text>", opened.end(), end) if opened else -1
    if not opened or stop < 0:
        return None
    inner = stop - 3 if text.startswith("]]>", stop - 3) else stop
    return _tight(text, opened.end(), inner), stop + len("</text>")


def _tight(text: str, start: int, end: int) -> Span:
    words = text[start:end]
    left = start + len(words) - len(words.lstrip())
    return Span(left, max(left, end - (len(words) - len(words.rstrip()))))
