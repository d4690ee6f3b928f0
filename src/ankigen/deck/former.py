"""Reads questions back out of notes: the way back from `fields`, `cloze` and `tags`.

What a field shows is all that is left of a question, so the way back is exact for plain texts, and near enough to
recognise the question for formulas and Markdown, of which the field holds only what became of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ankigen.deck.cards import lack
from ankigen.deck.collection import AnkiNote
from ankigen.deck.note_types import NOTE_TYPES
from ankigen.deck.plain import plain
from ankigen.identity.adopt import Former
from ankigen.identity.fingerprint import family, guid
from ankigen.identity.ledger import Ledger, Record, lasting
from ankigen.model import Card, Kind, Option, Question
from ankigen.text import Span

_SEPARATOR = " · "  # between the parts of the field Source
_GAP = 1024  # between two places
_FAMILIES = {each.id: name for name, each in NOTE_TYPES.items()} | {
    each.name: name for name, each in NOTE_TYPES.items()
}
_KIND = re.compile(r"data-kind=([a-z]+)")
_OPTION = re.compile(r'<li data-label="(\w)"[^<>]*>')
_CLOZE = re.compile(r"{{c(\d{1,3})::((?:(?!{{c\d|}}).)*+)}}|_{4,}", re.DOTALL)
_HINT = re.compile(r"::(?!\Z).*", re.DOTALL)
_RETIRED = "ankigen::retired"


def formers(notes: Iterable[AnkiNote], banks: Collection[str] = ()) -> tuple[Former, ...]:
    """The notes of an earlier deck for `identity.adopt`.

    Args:
        notes: of any tool.
        banks: the names of the banks that notes of ankigen may be of.
    """
    return tuple(_former(note, banks, place * _GAP) for place, note in enumerate(notes, start=1))


def ledger_of(notes: Iterable[AnkiNote], cards: Mapping[str, Sequence[Card]]) -> Ledger:
    """The ledger of the build that made ankigen's notes in a package, to compare another build with.

    Args:
        notes: of the package; those of other tools are passed over.
        cards: of the other build, by bank. Where a note still shows what its card shows, it is the card's text that
            is recorded, so that nothing seems edited because it could not be read back exactly.
    """
    now = {card.guid: (bank, card) for bank, row in cards.items() for card in row}
    records: dict[str, Record] = {}
    for place, note in enumerate(notes, start=1):
        record = _record(note, tuple(cards), place * _GAP) if own_family(note) else None
        if record and note.guid in now:
            bank, card = now[note.guid]
            question = _unchanged_parts(note, card, record.question)
            same_bank = note.fields.get("Source") == _shown(card, "Source")
            record = replace(record, question=question, bank=bank if same_bank else record.bank)
        if record:
            records[note.guid] = record
    return Ledger.of(records.values())


def own_family(note: AnkiNote) -> str:
    """Which of ankigen's note types a note that ankigen wrote has; empty for every other note.

    A foreign note whose type was changed to one of these is not ankigen's: it has no ID yet.
    """
    return _type(note) if note.fields.get("ID") == note.guid.encode("utf-8", "surrogatepass").hex() else ""


def _type(note: AnkiNote) -> str:
    return _FAMILIES.get(note.type.id) or _FAMILIES.get(note.type.name) or ""


def _former(note: AnkiNote, banks: Collection[str], place: int) -> Former:
    record = _record(note, banks, place) if own_family(note) or note.type.cloze else None
    texts = tuple(plain(value) for value in note.fields.values())
    return Former(note.guid, note.changed, note.type.cloze, _type(note), texts, record)


def _record(note: AnkiNote, banks: Collection[str], place: int) -> Record | None:
    """What a ledger would say of the note; None when there is no question in it."""
    kind = own_family(note)
    material = plain(note.fields.get("Material", "")) if kind else ""
    stem, clozes = _cloze(note, material) if note.type.cloze else (plain(note.fields.get("Question", "")), ())
    question = Question(
        kind=_kind(note, kind or "cloze"),
        number="",
        section="",
        points=None,
        material=material,
        stem=stem,
        options=_options(note) if kind == "choice" else (),
        answer=_ANSWERS[kind](note) if kind in _ANSWERS else tuple(answer for _, answer in clozes),
        explanation=plain(note.fields.get("Explanation", "")) if kind else "",
        truncated="data-cut" in note.fields.get("Meta", ""),
        span=Span(0, 0),
        at=0,
        topics=tuple(tag.rpartition("::")[2] for tag in note.tags if tag.startswith("topic::")),
    )
    if question.kind is Kind.TRUEFALSE:
        question = replace(question, options=(), answer=_true_or_false(question.answer))
    if lack(question):
        return None
    text = guid(question)
    numbers = _numbers([number for number, _ in clozes])
    return Record(
        guid=note.guid,
        bank=_bank(note, banks),
        place=place,
        changed=note.changed,
        content="",
        question=question,
        fingerprint="" if text == note.guid else text,
        state="retired" if _RETIRED in note.tags else "live",
        clozes=numbers,
        last_cloze=max(numbers, default=0),
    )


def _kind(note: AnkiNote, family_: str) -> Kind:
    """As `Meta` says; where somebody spoilt that, the first of the note type."""
    said = _KIND.search(note.fields.get("Meta", ""))
    kinds = [kind for kind in Kind if family(kind) == family_]
    return next((kind for kind in kinds if said and kind.value == said[1]), kinds[0])


def _options(note: AnkiNote) -> tuple[Option, ...]:
    parts = _OPTION.split(note.fields.get("Options", ""))
    texts = (text.rstrip().removesuffix("</ol>").rstrip().removesuffix("</li>") for text in parts[2::2])
    return tuple(Option(label, plain(text)) for label, text in zip(parts[1::2], texts, strict=True))


def _true_or_false(answer: tuple[str, ...]) -> tuple[str, ...]:
    return tuple({"A": "true", "B": "false"}.get(key, key) for key in answer)


_ANSWERS: dict[str, Callable[[AnkiNote], tuple[str, ...]]] = {
    "choice": lambda note: tuple(note.fields.get("Answer", "")),
    "qa": lambda note: (plain(note.fields.get("Answer", "")),),
}


def _cloze(note: AnkiNote, material: str) -> tuple[str, tuple[tuple[int, str], ...]]:
    """The stem of a cloze note with `____` for its blanks, and number and answer of each; 0 for no number.

    A single cloze in a line of its own may stand for the answers of a stem without blanks. Whether it does, the guid
    tells; where that is of no help, it does.
    """
    markup = note.fields.get("Text", "") or next((each for each in note.fields.values() if "{{c" in each), "")
    blanks = tuple((int(each[1] or 0), plain(_answer(each[2]))) for each in _CLOZE.finditer(markup))
    stem = plain(_CLOZE.sub("____", markup))
    rest, _, last = stem.rpartition("\n")
    clozes = tuple(blank for blank in blanks if blank[0])
    if last != "____" or not rest or len(clozes) != 1 or _guid_of(material, stem) == note.guid:
        return stem, blanks
    return rest, clozes


def _answer(markup: str | None) -> str:
    """Without the hint that others put behind `::`; a `::` of ankigen's own answers has a tag inside."""
    return _HINT.sub("", markup or "")


def _guid_of(material: str, stem: str) -> str:
    return guid(Question(Kind.FILL, "", "", None, material, stem, (), (), "", False, Span(0, 0), 0))


def _numbers(given: Sequence[int]) -> tuple[int, ...]:
    """The cloze numbers; a blank that has none gets one that no other has."""
    spare = max(given, default=0)
    numbers = []
    for number in given:
        spare += not number
        numbers.append(number or spare)
    return tuple(numbers)


def _bank(note: AnkiNote, banks: Collection[str]) -> str:
    """The bank that `Source` begins with: one of those given, or what stands before the first separator."""
    source = plain(note.fields.get("Source", ""))
    known = [bank for bank in banks if source == bank or source.startswith(bank + _SEPARATOR)]
    return max(known, key=len) if known else source.partition(_SEPARATOR)[0]


_PARTS: dict[str, tuple[str, ...]] = {  # of a question, by the field that shows them
    "Question": ("stem",),
    "Text": ("stem", "answer"),
    "Options": ("options",),
    "Answer": ("answer",),
    "Explanation": ("explanation",),
    "Material": ("material",),
}


def _unchanged_parts(note: AnkiNote, card: Card, question: Question) -> Question:
    """The question with the card's own texts where the note shows the same."""
    parts = {
        part: getattr(card.question, part)
        for field, names in _PARTS.items()
        for part in names
        if field in note.fields and note.fields[field] == _shown(card, field)
    }
    for prefix, names in (("topic::", ("topics",)), ("section::", ("section", "chapter"))):
        if set(_tags(note.tags, prefix)) == set(_tags(card.tags, prefix)):
            parts |= {name: getattr(card.question, name) for name in names}
    return lasting(replace(question, **parts))


def _shown(card: Card, field: str) -> str | None:
    return dict(zip(NOTE_TYPES[card.family].fields, card.fields, strict=True)).get(field)


def _tags(tags: Iterable[str], prefix: str) -> Iterator[str]:
    return (tag for tag in tags if tag.startswith(prefix))
