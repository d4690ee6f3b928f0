"""Turns questions into cards, or says why there is none: no question is lost silently."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import ascii_uppercase, digits

from ankigen.deck.album import Album
from ankigen.deck.fields import Setting, choices, fields_of, keys
from ankigen.deck.labels import LANGUAGES
from ankigen.deck.markup import clean
from ankigen.deck.tags import tags_of
from ankigen.diagnostics import Diagnostic, Note
from ankigen.identity import family, guid
from ankigen.identity.fingerprint import fold
from ankigen.model import Card, Kind, Question
from ankigen.text import Span

# The time of a note's last change when nobody recorded one (2026-11-30 00:00 UTC). Never the time of the build: a
# learner's own edits would be overwritten by every new package.
UNRECORDED = 1_795_996_800

_LABELS = frozenset(ascii_uppercase + digits[1:])
_CHOICE = (Kind.SINGLE, Kind.MULTIPLE)


def cards_of(
    questions: Sequence[Question],
    *,
    bank: str,
    taxonomy_path: Callable[[str], str],
    source: str,
    extra_tags: tuple[str, ...] = (),
    markdown: bool = False,
    language: str = "zh-Hans",
    changed: Mapping[str, int] | None = None,
    album: Album | None = None,
) -> tuple[tuple[Card, ...], tuple[Diagnostic, ...]]:
    """One card for each question that can be asked and answered, in the questions' order.

    Args:
        questions: of one bank, in its order.
        bank: the bank's name, shown on the cards.
        taxonomy_path: the tag of a topic's slug (`quantization` → `topic::compression::quantization`).
        source: what the tag `source::` names.
        extra_tags: added to every note.
        markdown: the texts are Markdown.
        language: of the words on the cards: zh-Hans, zh-Hant or en.
        changed: when each note (by guid) last changed, in seconds since 1970; a note that is not in it gets
            `SOURCE_DATE_EPOCH` where that is set, else a constant.
        album: puts the bank's pictures on the cards; without one their names stay in the text.

    Returns:
        The cards, and a diagnostic for every question that became none or stands here twice.

    Raises:
        ValueError: there are no words in that language.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no card labels in {language!r}; there are {', '.join(LANGUAGES)}")
    taxonomy_path = cache(taxonomy_path)
    setting = Setting(bank, language, markdown, taxonomy_path, album)
    times, unrecorded = changed or {}, _unrecorded()
    notes, diagnostics = _distinct(questions)
    cards = tuple(
        Card(
            guid=identity,
            family=family(question.kind),
            question=question,
            fields=fields_of(question, setting, identity),
            tags=tags_of(question, topic_path=taxonomy_path, source=source, extra=extra_tags),
            changed=times.get(identity, unrecorded),
        )
        for identity, question in notes.items()
    )
    return cards, tuple(diagnostics)


def lack(question: Question) -> str:
    """What a question lacks to become a card; empty when it lacks nothing."""
    if not clean(question.stem) and not clean(question.material):
        return "it has no text"
    if not any(map(clean, question.answer)):
        return "it has no answer"
    if question.kind is Kind.TRUEFALSE:
        return "" if len(keys(question)) == len(question.answer) == 1 else "its answer is neither true nor false"
    return _choice_lack(question) if question.kind in _CHOICE else ""


def _choice_lack(question: Question) -> str:
    labels = [option.label for option in question.options]
    if len(labels) < 2:
        return "it has fewer than two options"
    if len(set(labels)) < len(labels):
        return f"two of its options are labelled {min(label for label, n in Counter(labels).items() if n > 1)}"
    if odd := [label for label in labels if label not in _LABELS]:
        return f"its option label {odd[0]!r} is not one letter or digit"
    if missing := [key for key in question.answer if key not in labels]:
        return f"its key {''.join(question.answer)} names {missing[0]}, which is not among its options"
    return ""


def _distinct(questions: Sequence[Question]) -> tuple[dict[str, Question], list[Diagnostic]]:
    """The questions that become notes, by guid. Of two alike one stays; of two that contradict each other, none."""
    notes: dict[str, Question] = {}
    contradicted: set[str] = set()
    diagnostics: list[Diagnostic] = []
    for question in questions:
        if reason := lack(question):
            diagnostics.append(_about("no-card", f"no card was made: {reason}", question))
            continue
        identity = guid(question)
        if identity not in notes:
            notes[identity] = question
            continue
        first = notes[identity]
        if family(question.kind) == "qa" or _key(first) == _key(question):
            message = f"the same question stands at {_called(first)}; one note is made of both"
            diagnostics.append(_about("duplicate-question", message, question, first))
        else:
            contradicted.add(identity)
            message = f"no card was made: the same question has another answer at {_called(first)}"
            diagnostics.append(_about("no-card", message, question, first))
            diagnostics.append(_about("no-card", message.replace(_called(first), _called(question)), first, question))
    return {identity: each for identity, each in notes.items() if identity not in contradicted}, diagnostics


def _key(question: Question) -> frozenset[str]:
    """The answer, comparable between two copies whose options stand in another order."""
    if question.kind in _CHOICE:
        right = keys(question)
        return frozenset(fold(option.text) for option in choices(question) if option.label in right)
    return frozenset(f"{place} {fold(answer)}" for place, answer in enumerate(question.answer))


def _called(question: Question) -> str:
    return f"number {question.number}" if question.number else "a question without a number"


def _about(rule: str, message: str, question: Question, other: Question | None = None) -> Diagnostic:
    notes = (Note(Span(other.at, other.at), "the other one"),) if other else ()
    return Diagnostic.of(rule, message, (question.at, question.at), number=question.number, notes=notes)


def _unrecorded() -> int:
    """The reproducible-builds variable, or the constant; a value that is no number counts as not set."""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(given) if re.fullmatch("[0-9]{1,11}", given) else UNRECORDED
