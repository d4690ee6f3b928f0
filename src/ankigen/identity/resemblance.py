"""How much two questions resemble each other, and which ones are worth comparing.

Comparing everything with everything would be quadratic. An index of the texts' 3-grams names a few candidates for
each; the rarest grams are looked at first and only so many of them, so that a bank of a thousand questions in one
mould costs no more than any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from ankigen.identity.fingerprint import family, fold
from ankigen.model import Kind, Question

_GRAM = 3
_BUDGET = 1_000  # index entries looked at for one text
_CANDIDATES = 8  # for one text
_LONGEST = 2_000  # characters of a text that are compared; comparing is quadratic in them


class Text(NamedTuple):
    """What is compared of a question, folded."""

    family: str
    stem: str
    options: tuple[str, ...]  # sorted
    answer: str

    @property
    def whole(self) -> str:
        """All of it in one."""
        return "\n".join((self.stem, *(self.options or (self.answer,))))


def text_of(question: Question) -> Text:
    """What is compared of the question."""
    options = sorted(_cut(fold(option.text)) for option in question.options)
    stem = fold(question.stem or question.material)
    return Text(family(question.kind), _cut(stem), tuple(options), _cut(_answer(question)))


def _answer(question: Question) -> str:
    """The answers; of a choice the right options' texts, which stay the same in another order."""
    if question.kind in (Kind.SINGLE, Kind.MULTIPLE):
        right = (option.text for option in question.options if option.label in question.answer)
        return "\n".join(sorted(map(fold, right)))
    return "\n".join(map(fold, question.answer))


def _cut(text: str) -> str:
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else text[:half] + text[-half:]


def distance(one: Text, other: Text) -> float:
    """From 0 for the same question to 1 for two that have nothing in common."""
    stem, answer = _apart(one.stem, other.stem), _apart(one.answer, other.answer)
    if not one.options and not other.options:
        return 0.9 * stem + 0.1 * answer
    return 0.6 * stem + 0.3 * _options_apart(one.options, other.options) + 0.1 * answer


def _options_apart(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """The share of the options that differ, each counted by how much it does."""
    if one == other:
        return 0.0
    mine, theirs = Counter(one), Counter(other)
    left, right = sorted((mine - theirs).elements()), sorted((theirs - mine).elements())
    alike = max(len(one), len(other)) - max(len(left), len(right))
    return _apart(_cut("\n".join(left)), _cut("\n".join(right))) * (1 - alike / max(len(one), len(other)))


def _apart(one: str, other: str) -> float:
    if one == other:
        return 0.0
    from rapidfuzz.distance import Indel

    return float(Indel.normalized_distance(one, other))


class Index:
    """Finds those of many texts that may resemble another one."""

    def __init__(self, texts: Iterable[str], wanted: Iterable[str], step: int = _GRAM) -> None:
        """Index the texts by the 3-grams that the wanted texts have; the others need no room."""
        grams = set[str]().union(*map(_grams, wanted))
        self._postings: dict[str, list[int]] = {}
        for number, text in enumerate(texts):
            # One gram in three or six is enough here: a query has them all, so an insertion puts none out of step.
            for gram in grams.intersection([text[at : at + _GRAM] for at in range(0, min(len(text), _LONGEST), step)]):
                self._postings.setdefault(gram, []).append(number)

    def near(self, text: str) -> list[int]:
        """The numbers of the few texts that share most with one of the wanted texts."""
        known = [self._postings[gram] for gram in _grams(text) if gram in self._postings]
        votes: Counter[int] = Counter()
        budget = _BUDGET
        for found in sorted(known, key=len):
            votes.update(found[:budget])
            budget -= len(found)
            if budget <= 0:
                break
        return [number for number, _ in votes.most_common(_CANDIDATES)]


def _grams(text: str) -> set[str]:
    text = text[:_LONGEST]
    return {text[at : at + _GRAM] for at in range(max(1, len(text) - _GRAM + 1))}
