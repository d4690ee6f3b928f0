"""Reads notes out of an Anki collection, an SQLite file.

Two layouts are about: in the older one the note types are JSON in the table `col`; in the newer one they have tables
of their own, ordered by a collation that only Anki knows and that has to be given to SQLite before it reads them.

The file may be hostile: a view that never ends, a column that is computed to any size, pages that form a ring. So
only real tables are read, without a temporary file, and neither for longer nor for more than an honest file has.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from ankigen.deck import protobuf

_SEPARATOR = "\x1f"  # between the fields of a note
_FLAG = 7  # the bits of a card's flags that are the coloured flag; Anki may use the others for anything
_SUSPENDED = -1  # the queue of a suspended card
_CLOZE = 1  # the kind of a note type
_LARGEST_VALUE = 1 << 24  # bytes
_MOST_STEPS = 2_000  # times a million instructions of SQLite's machine; it reads a few hundred thousand rows in one
_LARGEST_TEXTS = 1 << 28  # characters of all notes


class _Query(NamedTuple):
    """What is read of a table."""

    table: str
    columns: str
    kinds: tuple[type, ...]  # of the values
    most: int  # rows; some times what the largest known collections have


_NOTES = _Query("notes", "id, guid, mid, mod, tags, flds", (int, str, int, int, str, str), 1 << 19)
_CARDS = _Query("cards", "nid, ord, queue, flags", (int, int, int, int), 1 << 21)
_TYPES = _Query("notetypes", "id, name, config", (int, str, bytes), 1 << 16)
_FIELDS = _Query("fields", "ntid, ord, name", (int, int, str), 1 << 18)


class DamagedError(Exception):
    """What is wrong with a collection."""


@dataclass(frozen=True, slots=True)
class AnkiNoteType:
    """A note type as it stands in a collection: anybody's."""

    id: int
    name: str
    cloze: bool
    fields: tuple[str, ...]  # names


@dataclass(frozen=True, slots=True)
class AnkiNote:
    """A note as it stands in a collection, with what a learner did to its cards."""

    guid: str
    type: AnkiNoteType
    fields: Mapping[str, str]  # HTML, by name
    tags: tuple[str, ...]
    changed: int  # in seconds since 1970
    flags: Mapping[int, int] = field(default_factory=dict)  # colours from 1 to 7, by the card's ordinal
    suspended: frozenset[int] = frozenset()  # ordinals of cards


def notes_in(path: Path) -> tuple[AnkiNote, ...]:
    """The notes of a collection, in the order in which they were made.

    Raises:
        DamagedError: it is no collection.
        sqlite3.Error: it is damaged.
    """
    with closing(_opened(path)) as connection:
        newer = "notetypes" in _tables(connection)
        types = {each.id: each for each in (_newer_types if newer else _older_types)(connection)}
        cards: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for note, ordinal, queue, flags in _rows(connection, _CARDS):
            if flags & _FLAG or queue == _SUSPENDED:
                cards[note].append((ordinal, queue, flags & _FLAG))
        notes = [(number, _note(row, types, cards.get(number, ()))) for number, *row in _rows(connection, _NOTES)]
    return tuple(note for _, note in sorted(notes, key=lambda pair: pair[0]))


def _opened(path: Path) -> sqlite3.Connection:
    """The file, for reading only, with limits on what a query may take."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    connection.create_collation("unicase", _unicase)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST_VALUE)
    connection.execute("PRAGMA trusted_schema = OFF")
    steps = iter(range(_MOST_STEPS))
    connection.set_progress_handler(lambda: next(steps, None) is None, 1_000_000)
    return connection


def _unicase(one: str, other: str) -> int:
    left, right = one.casefold(), other.casefold()
    return (left > right) - (left < right)


def _tables(connection: sqlite3.Connection) -> set[str]:
    """The names of the real tables: a view or a virtual table is a program."""
    real = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='table' AND rootpage>0")}
    if missing := {"col", "notes", "cards"} - real:
        raise DamagedError(f"its collection has no table {min(missing)}")
    if "notetypes" in real and "fields" not in real:
        raise DamagedError("its collection has no table fields")
    for name in real.intersection(("col", "notes", "cards", "notetypes", "fields")):
        columns = connection.execute("SELECT hidden FROM pragma_table_xinfo(?)", (name,))
        if any(hidden for (hidden,) in columns):
            raise DamagedError(f"its table {name} has computed columns")
    return real


def _rows(connection: sqlite3.Connection, query: _Query) -> Iterator[tuple[Any, ...]]:
    """The rows of a table, each value of the kind it should have."""
    room = _LARGEST_TEXTS
    rows = connection.execute(f"SELECT {query.columns} FROM {query.table}")
    for count, row in enumerate(rows):
        if tuple(map(type, row)) != query.kinds:
            raise DamagedError(f"its collection is damaged (a row of {query.table} is none)")
        room -= sum(len(value) for value in row if type(value) is not int)
        if room < 0 or count == query.most:
            raise DamagedError(f"its collection is too large, or damaged (in the table {query.table})")
        yield row


def _newer_types(connection: sqlite3.Connection) -> Iterator[AnkiNoteType]:
    fields: dict[int, dict[int, str]] = defaultdict(dict)
    for note_type, place, name in _rows(connection, _FIELDS):
        fields[note_type][place] = name
    for number, name, config in _rows(connection, _TYPES):
        try:
            cloze = protobuf.numbers(config).get(1) == _CLOZE
        except ValueError as error:
            raise DamagedError(f"its note type {name} is damaged") from error
        yield AnkiNoteType(number, name, cloze, _ordered(fields[number]))


def _older_types(connection: sqlite3.Connection) -> Iterator[AnkiNoteType]:
    import msgspec

    try:
        models = msgspec.json.decode(connection.execute("SELECT models FROM col").fetchone()[0], type=dict[str, _Model])
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
        raise DamagedError("its note types are damaged") from error
    for number, model in models.items():
        fields = {each.ord if each.ord is not None else place: each.name for place, each in enumerate(model.flds)}
        if number.isascii() and number.isdecimal() and len(number) < 20:
            yield AnkiNoteType(int(number), model.name, model.type == _CLOZE, _ordered(fields))


@dataclass(slots=True)
class _Field:
    name: str
    ord: int | None = None


@dataclass(slots=True)
class _Model:
    """A note type in JSON, of which this much is needed."""

    name: str
    flds: list[_Field]
    type: int = 0


def _ordered(fields: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(fields[place] for place in sorted(fields))


def _note(row: list[Any], types: Mapping[int, AnkiNoteType], cards: Iterable[tuple[int, int, int]]) -> AnkiNote:
    guid, type_id, changed, tags, texts = row
    if type_id not in types:
        raise DamagedError("its collection is damaged (a note has no note type)")
    flags = {ordinal: flag for ordinal, _, flag in cards if flag}
    return AnkiNote(
        guid=guid,
        type=types[type_id],
        fields=MappingProxyType(dict(zip(types[type_id].fields, texts.split(_SEPARATOR), strict=False))),
        tags=tuple(tags.split()),
        changed=changed,
        flags=MappingProxyType(flags),
        suspended=frozenset(ordinal for ordinal, queue, _ in cards if queue == _SUSPENDED),
    )
