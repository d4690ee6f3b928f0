"""Prints diagnostics: for a person, for a program, for GitHub's review page.

A diagnostic knows offsets only; the `Source` it is about turns them into a path, a line and a column.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any

from ankigen.diagnostics.diagnostic import Diagnostic
from ankigen.diagnostics.rules import Severity
from ankigen.text import Place, Source, Span

# Some banks stand on one line of many thousand characters: show only what is near the place.
LEFT, WINDOW = 40, 100  # display columns before the place, and in all
GITHUB_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those about the whole file first, then in the order of the source."""
    return sorted(diagnostics, key=lambda each: (each.span or Span(-1, -1), each.rule.code, each.message))


def as_text(diagnostic: Diagnostic, source: Source) -> str:
    """Several lines for a person: the sentence, the line of the source with carets, notes, the suggestion."""
    place = place_of(diagnostic.span, source)
    about = f"question {diagnostic.number}"
    about = "" if not diagnostic.number or about in diagnostic.message else f"{about}: "
    rule = diagnostic.rule
    lines = [f"{_plain(str(place))}: {rule.severity} {rule.name} [{rule.code}]: {_plain(about + diagnostic.message)}"]
    if diagnostic.span is not None and source.text:
        gutter = str(place.line)
        excerpt, carets = _excerpt(source.text, diagnostic.span)
        lines += [f"  {gutter} | {excerpt}", f"  {' ' * len(gutter)} | {carets}"]
    lines += [f"  note: {place_of(note.span, source)}: {_plain(note.message)}" for note in diagnostic.notes]
    if diagnostic.suggestion:
        lines.append(f"  suggestion: {_plain(diagnostic.suggestion)}")
    return "\n".join(lines)


def as_data(diagnostic: Diagnostic, source: Source) -> dict[str, Any]:
    """The object of the exchange format; line and column are null when it is about the whole file."""
    place = place_of(diagnostic.span, source)
    return {
        "code": diagnostic.rule.code,
        "name": diagnostic.rule.name,
        "severity": str(diagnostic.severity),
        "message": diagnostic.message,
        "path": place.path,
        "number": diagnostic.number,
        "line": place.line or None,
        "column": place.column or None,
        "place": place.label,
        "suggestion": diagnostic.suggestion,
        "notes": [_note_data(source.locate(note.span.start), note.message) for note in diagnostic.notes],
    }


def as_github(diagnostic: Diagnostic, source: Source) -> str:
    """One workflow command, which GitHub shows at the line of the file."""
    place = place_of(diagnostic.span, source)
    fields = {"file": place.path, "line": place.line, "col": place.column}
    fields["title"] = f"{diagnostic.rule.code} {diagnostic.rule.name}"
    listed = ",".join(f"{key}={_github(str(value), ':,')}" for key, value in fields.items() if value)
    return f"::{GITHUB_WORDS[diagnostic.severity]} {listed}::{_github(diagnostic.message)}"


def place_of(span: Span | None, source: Source) -> Place:
    """Where a diagnostic points, in words a person can follow."""
    return Place(source.path) if span is None else source.locate(span.start)


def width(text: str) -> int:
    """Columns that the text takes on a terminal."""
    return sum(map(_width, text))


def _note_data(place: Place, message: str) -> dict[str, Any]:
    return {"message": message, "line": place.line, "column": place.column, "place": place.label}


def _excerpt(text: str, span: Span) -> tuple[str, str]:
    """The line around the start of a span, cut to a window, and the carets that stand under the span."""
    at = max(0, min(span.start, len(text)))
    start, columns = at, 0
    while start > 0 and text[start - 1] not in "\r\n" and columns < LEFT:
        start -= 1
        columns += _width(text[start])
    stop = at
    while stop < len(text) and text[stop] not in "\r\n" and columns < WINDOW:
        columns += _width(text[stop])
        stop += 1
    before = "…" if start > 0 and text[start - 1] not in "\r\n" else ""
    after = "…" if stop < len(text) and text[stop] not in "\r\n" else ""
    indent = width(before + text[start:at])
    carets = max(1, width(text[at : max(at, min(span.end, stop))]))
    return before + _plain(text[start:stop]) + after, " " * indent + "^" * carets


def _width(character: str) -> int:
    category = unicodedata.category(character)
    if category in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _plain(text: str) -> str:
    """Control and direction characters as a dot: a file must not drive the terminal it is shown on."""
    return "".join("·" if unicodedata.category(each) in ("Cc", "Cf", "Cs", "Zl", "Zp") else each for each in text)


def _github(text: str, also: str = "") -> str:
    for each in "%\r\n" + also:
        text = text.replace(each, f"%{ord(each):02X}")
    return text
