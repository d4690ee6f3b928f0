"""Writes .apkg files: the one module that knows genanki.

A package is a zip with an SQLite collection. genanki lays the collection out with its note types and decks; the rows of
notes and cards are written here, all at once, because an updatable deck needs them otherwise than genanki makes them:
every note has its own time of change, and nothing takes the quadratic check of its HTML. Note types keep the time of
their templates, what would abort an import is refused, and the zip holds the same bytes whenever it holds the same
cards.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import sqlite3
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ankigen.deck.markup import inline
from ankigen.deck.note_types import NOTE_TYPES, TEMPLATES_CHANGED, NoteType, style
from ankigen.model import Card

if TYPE_CHECKING:
    import genanki

_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
_ZIP_LEVEL = 2  # a third of the time of the usual level, and a sixth more bytes
_FIRST_ID = TEMPLATES_CHANGED * 1000
_CLOZE = re.compile(r"{{c(\d+)::")


@dataclass(frozen=True, slots=True)
class Media:
    """A picture or sound. Anki never replaces a file of the same name, so the name is made from the content."""

    name: str
    content: bytes

    @classmethod
    def of(cls, content: bytes, suffix: str) -> Media:
        """Name it by its content; the suffix is with or without its dot."""
        return cls(f"{hashlib.sha256(content).hexdigest()[:32]}.{suffix.lstrip('.').lower()}", content)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck and its cards, in the order in which they are to be learnt."""

    name: str  # `::` makes sub-decks
    cards: tuple[Card, ...]
    description: str  # plain text
    media: tuple[Media, ...] = ()


def joined(decks: Iterable[Deck]) -> list[Deck]:
    """Decks for one package, which holds each name and each note once: the first that has a note keeps it."""
    by_name: dict[str, Deck] = {}
    known: set[str] = set()
    for deck in decks:
        cards = tuple(card for card in deck.cards if card.guid not in known)
        known.update(card.guid for card in cards)
        deck = replace(deck, cards=cards)
        first = by_name.get(_deck_name(deck.name).casefold())
        if first:
            deck = replace(first, cards=(*first.cards, *cards), media=(*first.media, *deck.media))
        by_name[_deck_name(deck.name).casefold()] = deck
    return list(by_name.values())


def write_package(decks: Sequence[Deck], target: Path) -> None:
    r"""Write one .apkg with these decks; the same decks in any order give the same bytes.

    Raises:
        ValueError: two notes have one guid, two decks one name, a field holds the separator `\x1f`, a note has
            another number of fields than its type, or a deck has no name.
        OSError: the target cannot be written.
    """
    ordered = sorted(decks, key=lambda deck: _deck_name(deck.name))
    _check(ordered)
    collection = _collection(ordered)
    media = sorted({each.name: each for deck in ordered for each in deck.media}.values(), key=lambda each: each.name)
    with zipfile.ZipFile(target, "w") as package:
        _add(package, "collection.anki2", collection)
        _add(package, "media", json.dumps({str(index): each.name for index, each in enumerate(media)}).encode())
        for index, each in enumerate(media):
            _add(package, str(index), each.content)


def _add(package: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _ZIP_TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.create_system = 3  # the same on every system
    entry.external_attr = 0o644 << 16
    package.writestr(entry, content, compresslevel=_ZIP_LEVEL)


def _check(decks: Sequence[Deck]) -> None:
    names: set[str] = set()
    guids: set[str] = set()
    for deck in decks:
        name = _deck_name(deck.name)
        if not name:
            raise ValueError("a deck has no name")
        if name.casefold() in names:
            raise ValueError(f"two decks are called {name}")
        names.add(name.casefold())
        for card in deck.cards:
            if card.guid in guids:
                raise ValueError(f"two notes have the guid {card.guid} (deck {name}, question {card.question.number})")
            guids.add(card.guid)
            if "\x1f" in "".join(card.fields):
                raise ValueError(f"a field holds U+001F (deck {name}, question {card.question.number})")
            if len(card.fields) != len(NOTE_TYPES[card.family].fields):
                raise ValueError(f"a {card.family} note has {len(card.fields)} fields")


def _collection(decks: Sequence[Deck]) -> bytes:
    """The SQLite file: genanki lays it out and writes note types and decks, the rows are written here.

    Note and card ids only need to differ within the package: Anki goes by the guid.
    """
    import genanki

    models = {family: _model(note_type) for family, note_type in NOTE_TYPES.items()}
    empty = []
    for deck in decks:
        one = genanki.Deck(_deck_id(deck.name), _deck_name(deck.name), inline(deck.description))
        for family in sorted({card.family for card in deck.cards}):
            one.add_model(models[family])
        empty.append(one)
    connection = sqlite3.connect(":memory:")
    try:
        genanki.Package(empty).write_to_db(connection.cursor(), TEMPLATES_CHANGED, itertools.count())
        indexes = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql > ''").fetchall()
        for name, _ in indexes:  # made again at the end, all at once, which takes half the time
            connection.execute(f"DROP INDEX {name}")
        connection.executemany(f"INSERT INTO notes VALUES({','.join('?' * 11)})", _notes(decks))
        connection.executemany(f"INSERT INTO cards VALUES({','.join('?' * 18)})", _cards(decks))
        for _, definition in indexes:
            connection.execute(definition)
        connection.commit()
        return connection.serialize()
    finally:
        connection.close()


def _numbered(decks: Sequence[Deck]) -> Iterator[tuple[int, Deck, int, Card]]:
    """Every note with its id, its deck and its place there."""
    ids = itertools.count(_FIRST_ID)
    for deck in decks:
        for place, card in enumerate(deck.cards, start=1):
            yield next(ids), deck, place, card


def _notes(decks: Sequence[Deck]) -> Iterator[tuple[object, ...]]:
    """The rows of the notes: id, guid, type, time, usn, tags, fields, sort field, checksum, flags, data."""
    sort_fields = {family: each.fields.index(each.sort_field) for family, each in NOTE_TYPES.items()}
    types = {family: each.id for family, each in NOTE_TYPES.items()}
    for note, _, _, card in _numbered(decks):
        tags, fields = f" {' '.join(card.tags)} ", "\x1f".join(card.fields)
        sort_field = card.fields[sort_fields[card.family]]
        yield note, card.guid, types[card.family], card.changed, -1, tags, fields, sort_field, 0, 0, ""


def _cards(decks: Sequence[Deck]) -> Iterator[tuple[object, ...]]:
    """The rows of the cards: id, note, deck, ordinal, time, usn, type, queue, due, and what only reviews fill."""
    ids = itertools.count(_FIRST_ID)
    deck_ids = {deck.name: _deck_id(deck.name) for deck in decks}
    for note, deck, place, card in _numbered(decks):
        for ordinal in _ordinals(card):
            yield next(ids), note, deck_ids[deck.name], ordinal, card.changed, -1, 0, 0, place, *(0,) * 8, ""


def _ordinals(card: Card) -> Iterable[int]:
    """The cards of a note: one, or one for each number of its clozes."""
    note_type = NOTE_TYPES[card.family]
    if not note_type.cloze:
        return (0,)
    text = card.fields[note_type.fields.index(note_type.sort_field)]
    return sorted({int(number) - 1 for number in _CLOZE.findall(text)} - {-1})


def _model(note_type: NoteType) -> genanki.Model:
    import genanki

    return genanki.Model(
        note_type.id,
        note_type.name,
        fields=[
            {"name": name, "id": note_type.field_id(index), "font": "Arial"}
            for index, name in enumerate(note_type.fields)
        ],
        templates=[
            {
                "name": note_type.template,
                "id": note_type.template_id,
                "qfmt": note_type.side("front"),
                "afmt": note_type.side("back"),
            }
        ],
        css=style(),
        model_type=genanki.Model.CLOZE if note_type.cloze else genanki.Model.FRONT_BACK,
        sort_field_index=note_type.fields.index(note_type.sort_field),
    )


def _deck_name(name: str) -> str:
    """As Anki would change it: NFC, no quotes or control characters, no empty levels."""
    plain = "".join(character for character in unicodedata.normalize("NFC", name) if character.isprintable())
    levels = (level.strip() for level in plain.replace('"', "").split("::"))
    return "::".join(level for level in levels if level)


def _deck_id(name: str) -> int:
    """From the name, as Anki finds a deck by its name."""
    digest = hashlib.sha256(_deck_name(name).encode()).digest()
    return (1 << 30) + int.from_bytes(digest[:4], "big") % (1 << 30)
