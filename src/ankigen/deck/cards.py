"""Turns questions into cards, or says why there is none: no question is lost silently."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import ascii_uppercase, digits

from ankigen.deck.album import Album
from ankigen.deck.fields import Setting, fields_of, keys
from ankigen.deck.labels import LANGUAGES
from ankigen.deck.markup import clean
from ankigen.deck.tags import tags_of
from ankigen.diagnostics import Diagnostic
from ankigen.identity import family
from ankigen.model import Card, Kind, Question

_LABELS = frozenset(ascii_uppercase + digits[1:])
_CHOICE = (Kind.SINGLE, Kind.MULTIPLE)


def cards_of(
    questions: Sequence[Question],
    guids: Sequence[str],
    *,
    bank: str,
    taxonomy_path: Callable[[str], str],
    source: str,
    extra_tags: tuple[str, ...] = (),
    markdown: bool = False,
    language: str = "zh-Hans",
    clozes: Mapping[str, tuple[int, ...]] | None = None,
    album: Album | None = None,
) -> tuple[Card, ...]:
    """A card for each question that has a guid, in the questions' order.

    Args:
        questions: of one bank, in its order.
        guids: the identity of each one's note; "" for one that lacks something (see `lacking`).
        bank: the bank's name, shown on the cards.
        taxonomy_path: the tag of a topic's slug (`quantization` → `topic::compression::quantization`).
        source: what the tag `source::` names.
        extra_tags: added to every note.
        markdown: the texts are Markdown.
        language: of the words on the cards: zh-Hans, zh-Hant or en.
        clozes: the recorded cloze numbers of a fill-in's blanks, by guid; without them they count from one.
        album: puts the bank's pictures on the cards; without one their names stay in the text.

    Raises:
        ValueError: there are no words in that language.
    """
    if language not in LANGUAGES:
        raise ValueError(f"no card labels in {language!r}; there are {', '.join(LANGUAGES)}")
    taxonomy_path = cache(taxonomy_path)
    setting = Setting(bank, language, markdown, taxonomy_path, album)
    numbers = clozes or {}
    return tuple(
        Card(
            guid=guid,
            family=family(question.kind),
            question=question,
            fields=fields_of(question, setting, guid, numbers.get(guid, ())),
            tags=tags_of(question, topic_path=taxonomy_path, source=source, extra=extra_tags),
        )
        for question, guid in zip(questions, guids, strict=True)
        if guid
    )


def lacking(questions: Sequence[Question]) -> dict[int, Diagnostic]:
    """The questions that cannot become cards, by their index, and what to say about each."""
    reasons = ((at, question, lack(question)) for at, question in enumerate(questions))
    return {
        at: Diagnostic.of("no-card", f"no card was made: {reason}", (question.at, question.at), number=question.number)
        for at, question, reason in reasons
        if reason
    }


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
