"""What changed between two builds, question by question and part by part, ready to be shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ankigen.identity.identify import Changes
from ankigen.identity.ledger import Ledger, Record
from ankigen.identity.match import Uncertain
from ankigen.identity.words import Piece, compared
from ankigen.model import Question


@dataclass(frozen=True, slots=True)
class Edit:
    """A part of a question that is another than before."""

    part: str  # one of PARTS
    before: str
    after: str
    pieces: tuple[Piece, ...]  # the way from one to the other


@dataclass(frozen=True, slots=True)
class Difference:
    """A question that was there before and still is."""

    before: Record
    after: Record
    edits: tuple[Edit, ...] = ()  # empty where only something changed that no part shows, such as the templates


@dataclass(frozen=True, slots=True)
class Differences:
    """What became of every question."""

    added: tuple[Record, ...] = ()
    edited: tuple[Difference, ...] = ()
    moved: tuple[Difference, ...] = ()  # to another bank
    retired: tuple[Record, ...] = ()
    returned: tuple[Difference, ...] = ()
    uncertain: tuple[Uncertain, ...] = ()  # among the added
    unchanged: int = 0

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.added or self.edited or self.moved or self.retired or self.returned)


def differences(changes: Changes) -> Differences:
    """Look into what `identify` says has changed."""
    return Differences(
        added=changes.added,
        edited=tuple(_difference(*pair) for pair in changes.edited),
        moved=tuple(_difference(*pair) for pair in changes.moved),
        retired=changes.retired,
        returned=tuple(_difference(*pair) for pair in changes.returned),
        uncertain=changes.uncertain,
        unchanged=changes.unchanged,
    )


def between(before: Ledger, after: Ledger) -> Differences:
    """Compare two ledgers by guid, where nothing but their questions is known: the one of a package with the next."""
    was = {record.guid: record for record in before.records}
    pairs = [_difference(was[record.guid], record) for record in after.records if record.guid in was]
    stay = [each for each in pairs if each.before.live and each.after.live]
    edited = tuple(each for each in stay if each.edits)
    moved = tuple(each for each in stay if each.before.bank != each.after.bank)
    left = {record.guid for record in before.records if record.live} - {each.after.guid for each in stay}
    return Differences(
        added=tuple(record for record in after.records if record.live and record.guid not in was),
        edited=edited,
        moved=moved,
        retired=tuple(record for record in before.records if record.guid in left),
        returned=tuple(each for each in pairs if each.after.live and not each.before.live),
        unchanged=len(stay) - len({each.after.guid for each in (*edited, *moved)}),
    )


def _difference(before: Record, after: Record) -> Difference:
    edits = []
    for part, text in PARTS.items():
        old, new = text(before.question), text(after.question)
        if old != new:
            edits.append(Edit(part, old, new, compared(old, new)))
    return Difference(before, after, tuple(edits))


def _options(question: Question) -> str:
    return "\n".join(f"{option.label}. {option.text}" for option in question.options)


def _answer(question: Question) -> str:
    """Labels in one, texts of blanks one below the other."""
    return ("" if question.options else "\n").join(question.answer)


def _tags(question: Question) -> str:
    """What the tags are made of, apart from the kind: topics, and the headings above the question."""
    return "\n".join(filter(None, (" ".join(sorted(question.topics)), question.chapter, question.section)))


PARTS: dict[str, Callable[[Question], str]] = {
    "kind": lambda question: question.kind.value,
    "material": lambda question: question.material,
    "stem": lambda question: question.stem,
    "options": _options,
    "answer": _answer,
    "explanation": lambda question: question.explanation,
    "tags": _tags,
}
