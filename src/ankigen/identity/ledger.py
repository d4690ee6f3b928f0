"""The ledger: which note belongs to which question, kept as text beside the sources.

One JSON object a line, sorted by bank and guid, keys in a fixed order, what is usual left out. An edited question so
changes one line, and two people's work merges line by line. Whatever cannot be read for certain is an error: a
ledger that was understood wrongly would hang histories on other questions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ankigen.diagnostics import Diagnostic, Note
from ankigen.identity.fingerprint import family
from ankigen.model import Kind, Option, Question
from ankigen.text import Span

FILE_NAME = "ankigen.ledger"
FORMAT = "ankigen.ledger/1"

MARKER = re.compile(r"(?:<{7}|\|{7}|={7}|>{7})(?:\s|\Z)")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NOWHERE = Span(0, 0)


@dataclass(frozen=True, slots=True)
class Record:
    """What is known about one note: its question as it stood at the last build, and when it last changed."""

    guid: str
    bank: str  # the first one that has the question, by name
    place: int  # grows along the bank; has gaps, so that an insertion leaves the other lines alone
    changed: int  # when what the note shows last changed, in seconds since 1970
    content: str  # hash of what the note shows
    question: Question  # without its place in the source
    fingerprint: str = ""  # the guid that its present text would get; "" when that is the guid it has
    state: Literal["live", "retired"] = "live"
    also: tuple[str, ...] = ()  # the other banks that have the question
    clozes: tuple[int, ...] = ()  # the cloze number of each answer of a fill-in
    last_cloze: int = 0  # the highest number ever given; one that was given is never given to another blank

    @property
    def family(self) -> str:
        """The note type that the note has for ever."""
        return family(self.question.kind)

    @property
    def live(self) -> bool:
        """Whether a source has the question."""
        return self.state == "live"

    @property
    def print(self) -> str:
        """The guid that the present text would get."""
        return self.fingerprint or self.guid

    @property
    def banks(self) -> tuple[str, ...]:
        """All banks that have the question."""
        return (self.bank, *self.also)


@dataclass(frozen=True, slots=True)
class Ledger:
    """All records, sorted by bank and guid, no guid twice."""

    records: tuple[Record, ...] = ()
    lines: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)  # as they were read, by guid

    @classmethod
    def of(cls, records: Iterable[Record], lines: Mapping[str, str] | None = None) -> Ledger:
        """A ledger of records in any order."""
        return cls(tuple(sorted(records, key=attrgetter("bank", "guid"))), lines or {})

    def pruned(self) -> Ledger:
        """Without the retired records."""
        return Ledger(tuple(record for record in self.records if record.live))


class Line(NamedTuple):
    """A stretch of the ledger's text without its line break."""

    start: int
    text: str

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands in the file's text."""
        return self.start, self.start + len(self.text)


class DamageError(Exception):
    """A line that is no record: what is wrong with it, and at which character of it."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


def ledger_text(ledger: Ledger, before: Ledger | None = None) -> str:
    """The ledger as it stands in its file; records that are those of the ledger before keep their lines."""
    known = {record.guid: record for record in before.records} if before else {}
    read = before.lines if before else {}
    lines = [
        read[record.guid] if known.get(record.guid) is record and record.guid in read else record_line(record)
        for record in Ledger.of(ledger.records).records
    ]
    return "\n".join([json.dumps({"format": FORMAT}), *lines]) + "\n"


def record_line(record: Record) -> str:
    """One record as its line, without a line break."""
    asked = record.question
    given: dict[str, Any] = {
        "guid": record.guid,
        "bank": record.bank,
        "place": record.place,
        "changed": record.changed,
        "content": record.content,
        "fingerprint": record.fingerprint,
        "state": "" if record.live else record.state,
        "also": record.also,
        "clozes": record.clozes,
        "last_cloze": record.last_cloze,
        "kind": asked.kind,
        "number": asked.number,
        "chapter": asked.chapter,
        "section": asked.section,
        "points": asked.points,
        "truncated": asked.truncated,
        "topics": asked.topics,
        "material": asked.material,
        "stem": asked.stem,
        "options": [(option.label, option.text) for option in asked.options],
        "answer": asked.answer,
        "explanation": asked.explanation,
    }
    written = {key: value for key, value in given.items() if value or (key in _NEEDED and value is not None)}
    return _SURROGATE.sub(lambda lone: f"\\u{ord(lone[0]):04x}", _encode(written))


_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_NEEDED = ("guid", "bank", "place", "changed", "content", "kind", "points")  # a question may give 0 points


def parse_ledger(text: str, path: str) -> tuple[Ledger | None, tuple[Diagnostic, ...]]:
    """Read a ledger's text.

    Args:
        text: the whole file.
        path: its name, for messages about the whole file.

    Returns:
        The ledger, or None with a `bad-ledger` diagnostic for every damaged line.
    """
    lines = list(lines_of(text))
    if not lines:
        return None, (_bad(f"{path} is empty; without any ledger, delete it"),)
    if fault := _header_fault(lines[0].text):
        return None, (_bad(fault, lines[0].span),)
    records: dict[str, Record] = {}
    places: dict[str, Line] = {}
    damage: list[Diagnostic] = []
    for line in lines[1:]:
        try:
            record = record_of(line.text)
        except DamageError as error:
            damage.append(_bad(str(error), (line.start + error.at, line.span[1])))
            continue
        if first := places.get(record.guid):
            note = Note(Span(*first.span), "the first one")
            damage.append(_bad(f"the guid {record.guid} stands on two lines", line.span, note))
        records[record.guid], places[record.guid] = record, line
    read = {guid: line.text for guid, line in places.items()}
    return (None, tuple(damage)) if damage else (Ledger.of(records.values(), read), ())


def read_ledger(path: Path) -> tuple[Ledger | None, tuple[Diagnostic, ...]]:
    """Read a ledger's file; a missing one is an empty ledger, a damaged one is None with diagnostics."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return Ledger(), ()
    except OSError as error:
        return None, (_bad(f"cannot be read: {error.strerror or error}"),)
    except UnicodeDecodeError as error:
        return None, (_bad(f"is not UTF-8 at byte {error.start}"),)
    return parse_ledger(text, path.name)


def lines_of(text: str) -> Iterator[Line]:
    """The lines that hold something. Only a line feed ends one; what an editor put before it is cut away."""
    start = 0
    for line in text.split("\n"):
        bare = line.rstrip("\r").removeprefix("\ufeff")
        if bare.strip():
            yield Line(start, bare)
        start += len(line) + 1


def _header_fault(line: str) -> str:
    """What is wrong with the first line; empty when nothing is."""
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    found = header.get("format") if isinstance(header, dict) else None
    if found == FORMAT:
        return ""
    if isinstance(found, str) and found.startswith(FORMAT.partition("/")[0]):
        return f"the ledger has the format {found}, and this ankigen knows {FORMAT}"
    return f'the first line is not {{"format": "{FORMAT}"}}'


def record_of(line: str) -> Record:
    """The record on a line, or the error that says why it is none."""
    import msgspec

    if MARKER.match(line):
        raise DamageError("a merge left its conflict markers here")
    try:
        data = _decoder()(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        data = _slowly(line)
    if not data.guid:
        raise DamageError("the line is no record: its guid is empty")
    return _of_data(data)


@cache
def _decoder() -> Callable[[str], _Data]:
    import msgspec

    return msgspec.json.Decoder(_Data).decode


def _slowly(line: str) -> _Data:
    """With the place of a fault, and also where half a surrogate pair stands in a text."""
    import msgspec

    try:
        return msgspec.convert(json.loads(line), _Data)
    except json.JSONDecodeError as error:
        raise DamageError("the line is cut off or damaged", min(error.pos, len(line) - 1)) from error
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits, or brackets without end
        said = f": {error}" if isinstance(error, msgspec.ValidationError) else ""
        raise DamageError(f"the line is no record{said}") from error


def _of_data(data: _Data) -> Record:
    asked = Question(
        kind=data.kind,
        number=data.number,
        section=data.section,
        points=data.points,
        material=data.material,
        stem=data.stem,
        options=tuple([Option(label, text) for label, text in data.options]),
        answer=data.answer,
        explanation=data.explanation,
        truncated=data.truncated,
        span=_NOWHERE,
        at=0,
        topics=data.topics,
        chapter=data.chapter,
    )
    key = (data.guid, data.bank, data.place, data.changed, data.content)
    return Record(*key, asked, data.fingerprint, data.state, data.also, data.clozes, data.last_cloze)


@dataclass(slots=True)
class _Data:
    """A line's object, with what is left out."""

    guid: str
    bank: str
    place: int
    changed: int
    content: str
    kind: Kind
    fingerprint: str = ""
    state: Literal["live", "retired"] = "live"
    also: tuple[str, ...] = ()
    clozes: tuple[int, ...] = ()
    last_cloze: int = 0
    number: str = ""
    chapter: str = ""
    section: str = ""
    points: float | None = None
    truncated: bool = False
    topics: tuple[str, ...] = ()
    material: str = ""
    stem: str = ""
    options: tuple[tuple[str, str], ...] = ()
    answer: tuple[str, ...] = ()
    explanation: str = ""


def lasting(question: Question) -> Question:
    """The question as a record keeps it: without its place in a file and the reader's confidence."""
    q = question  # written out, as `replace` takes four times as long
    texts = (q.kind, q.number, q.section, q.points, q.material, q.stem, q.options, q.answer, q.explanation)
    return Question(*texts, q.truncated, _NOWHERE, 0, q.topics, q.chapter)


def _bad(message: str, span: tuple[int, int] | None = None, *notes: Note) -> Diagnostic:
    return Diagnostic.of("bad-ledger", message, span, notes=notes)
