"""Prints what changed between two builds: for people, and as JSON."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from ankigen.identity.differences import Difference, Differences, Edit
    from ankigen.identity.ledger import Record
    from ankigen.identity.match import Uncertain
    from ankigen.identity.words import Piece

FORMAT = "ankigen.changes/1"
_WIDE = 60  # characters of a stem in a list
_AROUND = 24  # characters of kept text that are shown on either side of a change
_LONGEST = 600  # characters of one removed or added piece that are shown
_NO_TEXT = "only its tags, pictures or look"
_MARKS = {"removed": ("[-", "-]", "red"), "added": ("{+", "+}", "green")}


def changes_text(found: Differences, *, colour: bool = False) -> str:
    """What changed, for a person: a line for every question, below it a line for each part that was edited.

    Args:
        found: what changed.
        colour: for a terminal. Otherwise marks show what was removed and added; in colour there are none.
    """
    paint = colour and not os.environ.get("NO_COLOR")
    lines = [
        *(_line("+", "green", record, "", paint) for record in found.added),
        *_each("~", "yellow", found.edited, lambda each: "" if each.edits else _NO_TEXT, paint),
        *_each(">", "cyan", _not_edited(found), lambda each: f"from {each.before.bank}", paint),
        *_each("<", "green", found.returned, lambda _: "is back", paint),
        *(_line("-", "red", record, "", paint) for record in found.retired),
        *map(_doubt, found.uncertain),
        changes_summary(found),
    ]
    return "\n".join(lines) + "\n"


def changes_summary(found: Differences) -> str:
    """One line with the numbers."""
    counts = {
        "added": found.added,
        "edited": found.edited,
        "moved": found.moved,
        "returned": found.returned,
        "retired": found.retired,
        "uncertain": found.uncertain,
    }
    listed = [f"{len(each)} {name}" for name, each in counts.items() if each]
    return ", ".join([*listed, f"{found.unchanged} unchanged"])


def changes_data(found: Differences) -> dict[str, Any]:
    """What changed, as JSON data (docs/exchange.md)."""
    return {
        "format": FORMAT,
        "added": [_record_data(each) for each in found.added],
        "edited": [_difference_data(each) for each in found.edited],
        "moved": [_difference_data(each) for each in found.moved],
        "returned": [_difference_data(each) for each in found.returned],
        "retired": [_record_data(each) for each in found.retired],
        "uncertain": [
            {
                "bank": each.bank,
                "number": each.question.number,
                "stem": each.question.stem,
                "maybe": _record_data(each.record),
            }
            for each in found.uncertain
        ],
        "unchanged": found.unchanged,
    }


def _record_data(record: Record) -> dict[str, Any]:
    asked = record.question
    return {"guid": record.guid, "bank": record.bank, "number": asked.number, "stem": asked.stem}


def _difference_data(each: Difference) -> dict[str, Any]:
    edits = [
        {
            "part": edit.part,
            "before": edit.before,
            "after": edit.after,
            "pieces": [{"change": str(piece.change), "text": piece.text} for piece in edit.pieces],
        }
        for edit in each.edits
    ]
    return _record_data(each.after) | {"from": each.before.bank, "edits": edits}


def _not_edited(found: Differences) -> Iterator[Difference]:
    """The moved ones that are not listed as edited already."""
    edited = {each.after.guid for each in found.edited}
    return (each for each in found.moved if each.after.guid not in edited)


def _each(
    mark: str, colour: str, rows: Iterable[Difference], say: Callable[[Difference], str], paint: bool
) -> Iterator[str]:
    for each in rows:
        moved = f"from {each.before.bank}" if each.before.bank != each.after.bank else ""
        yield _line(mark, colour, each.after, say(each) or moved, paint)
        yield from (_edit(edit, paint) for edit in each.edits)


def _line(mark: str, colour: str, record: Record, said: str, paint: bool) -> str:
    number = f" {_one_line(record.question.number)}" if record.question.number else ""
    stem = _one_line(record.question.stem or record.question.material)
    short = stem if len(stem) <= _WIDE else stem[: _WIDE - 1] + "…"
    line = f"{mark} {_one_line(record.bank)}{number}: {short}" + (f" ({said})" if said else "")
    return click.style(line, fg=colour) if paint else line


def _edit(edit: Edit, paint: bool) -> str:
    last = len(edit.pieces) - 1
    shown = (_piece(piece, place == 0, place == last, paint) for place, piece in enumerate(edit.pieces))
    return f"    {edit.part}: {''.join(shown)}"


def _piece(piece: Piece, first: bool, last: bool, paint: bool) -> str:
    """A piece in one line; of kept text only what is near a change."""
    text = _one_line(piece.text)
    if piece.change not in _MARKS:
        before, after = text[:_AROUND] if not first else "", text[-_AROUND:] if not last else ""
        return text if len(text) <= len(before) + len(after) + 1 else f"{before}…{after}"
    opening, closing, colour = _MARKS[piece.change]
    short = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    if paint:
        return click.style(short, fg=colour, strikethrough=piece.change == "removed" or None)
    return f"{opening}{short}{closing}"


def _doubt(each: Uncertain) -> str:
    question, record = each.question, each.record
    was = f"{_one_line(record.bank)} {_one_line(record.question.number)}".strip()
    number = f" {_one_line(question.number)}" if question.number else ""
    return f"? {_one_line(each.bank)}{number}: may be the former {was} ({_one_line(record.question.stem)[:_WIDE]})"


def _one_line(text: str) -> str:
    """Line breaks as a sign; what a terminal would act on as its code."""
    return "".join(
        each if each.isprintable() else "⏎" if each == "\n" else " " if each == "\t" else f"\\x{ord(each):02x}"
        for each in text
    )
