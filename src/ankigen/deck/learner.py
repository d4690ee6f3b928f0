"""Carries what a learner wrote from an export of their collection into a new package.

An update replaces all fields and tags of a note, so what the learner added has to be in the package. What they did to
the *cards* need not be: Anki leaves flags, suspension and scheduling of the cards that it has alone, whatever stands in
the package, with and without *import scheduling* (measured); flags would reach new cards only, which have none yet. So
none of that is carried.

Whose a tag is, its name tells: `topic::`, `kind::`, `source::`, `section::` and `ankigen::` are ankigen's, and what of
them the new package lacks is out of date. Every other tag is the learner's, except that one which the bank's settings
used to add looks the same and is kept, too.

Pictures in the learner's notes are theirs already; Anki finds them by name as before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ankigen.deck.collection import AnkiNote
from ankigen.deck.note_types import NOTE_TYPES
from ankigen.model import Card

# Fields that ankigen leaves empty, for the learner to fill.
LEARNERS_FIELDS = ("MyNotes", "Hint", "OptionNotes")
_NAMESPACES = ("topic", "kind", "source", "section", "ankigen")
_AHEAD = 60  # seconds; a note whose time is farther ahead of ours was written by a clock that goes wrong


def carry(cards: Iterable[Card], notes: Iterable[AnkiNote], *, now: int) -> tuple[Card, ...]:
    """The cards with what the learner wrote into the notes of the same guid.

    Anki takes a note only when it is newer than its own, and an edit by the learner counts as newer than the sources
    from before it. So a card that differs from its note gets a time just after the note's, and one that does not
    differ gets none after it, so that the import leaves the note alone.

    Args:
        cards: of the new package.
        notes: of the learner's export.
        now: the time of the build, in seconds since 1970.
    """
    theirs = {note.guid: note for note in sorted(notes, key=lambda note: note.changed)}
    return tuple(_carried(card, theirs[card.guid], now) if card.guid in theirs else card for card in cards)


def own_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Those of a note's tags that are not ankigen's."""
    return tuple(tag for tag in tags if tag.partition("::")[0].casefold() not in _NAMESPACES)


def _carried(card: Card, note: AnkiNote, now: int) -> Card:
    names = NOTE_TYPES[card.family].fields
    fields = tuple(_field(name, value, note) for name, value in zip(names, card.fields, strict=True))
    tags = _united(card.tags, own_tags(note.tags))
    shown = {name: value for name, value in zip(names, fields, strict=True) if note.fields.get(name, "") != value}
    if not shown and set(tags) == set(note.tags):
        return replace(card, fields=fields, tags=tags, changed=min(card.changed, note.changed))
    newer = min(note.changed + 1, now + _AHEAD)
    return replace(card, fields=fields, tags=tags, changed=max(card.changed, newer))


def _field(name: str, value: str, note: AnkiNote) -> str:
    return value or (note.fields.get(name, "") if name in LEARNERS_FIELDS else "")


def _united(tags: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    """All tags, sorted; Anki takes two that differ in case for one."""
    known = {tag.casefold() for tag in tags}
    return tuple(sorted((*tags, *(tag for tag in more if tag.casefold() not in known))))
