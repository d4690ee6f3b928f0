"""How far a question is from a note that another tool made, of which nobody knows what its fields mean.

One field has to hold the stem: alone, or with the options behind it, or with all the rest, and perhaps with the key
in its brackets. The options have to stand somewhere in the note, and so has the answer. Where the stem is another by
a few characters, the note is worth mentioning and no more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ankigen.identity.fingerprint import fold
from ankigen.model import Kind, Option, Question

FARTHEST = 0.15
_LONGEST = 2_000  # characters of a text that are compared; comparing is quadratic in them
_MOST_FIELDS = 50
_ONLY_RIGHT = 0.3  # how far the options are where only the right ones are there

_EMPTY_BRACKETS = re.compile(r"[(（]\s*[)）]")
_TAG = r"(?:[【\[(（][^】\])）]{1,9}[】\])）]\s*)?"
_LEAD = re.compile(rf"\s*{_TAG}(?:第?\s*\d{{1,4}}\s*[题題]?\s*[.．、:：)）]\s*(?!\d))?{_TAG}")
_SAID = re.compile("(?:正确|参考|标准)?答案")
_SAYS = {"true": ("对", "正确", "√", "是", "true", "t", "a"), "false": ("错", "错误", "×", "否", "false", "f", "b")}


class Fields(NamedTuple):
    """The texts of a note, folded."""

    each: tuple[str, ...]
    whole: str


class Wanted(NamedTuple):
    """What a note of a question would hold, folded."""

    stems: tuple[str, ...]  # the ways in which a field may hold the stem, and perhaps the options
    openings: tuple[str, ...]  # the ways in which a field may begin that holds everything
    options: tuple[str, ...]
    right: frozenset[str]  # of the options
    answers: frozenset[str]  # the ways in which a field may be the answer; empty for an essay
    essay: str

    @property
    def whole(self) -> str:
        """All that a note would have in common with it."""
        return "\n".join((self.stems[0], *(self.options or (self.essay,))))


def fields_of(texts: Iterable[str]) -> Fields:
    """What is compared of a note. A number or a tag of kind before the text does not count."""
    each = tuple(filter(None, (fold(_LEAD.sub("", text[:_LONGEST], count=1)) for text in list(texts)[:_MOST_FIELDS])))
    return Fields(each, "\n".join(each))


def wanted(question: Question) -> Wanted:
    """What is looked for in a note."""
    stem = question.stem or question.material
    key = "".join(question.answer) if question.options else ""
    stems = tuple(dict.fromkeys((stem, _EMPTY_BRACKETS.sub(f"({key})", stem) if key else stem)))
    options = "".join(f"\n{option.label}、{option.text}" for option in question.options)
    first = question.options[0] if question.options else Option("", "答案")
    return Wanted(
        tuple(dict.fromkeys(fold((each + tail)[:_LONGEST]) for tail in ("", options) for each in stems)),
        tuple(fold(f"{each}\n{start}") for each in stems for start in (first.text, f"{first.label}、{first.text}")),
        tuple(fold(option.text) for option in question.options),
        frozenset(fold(option.text) for option in question.options if option.label in question.answer),
        frozenset(map(fold, _answers(question))),
        "" if question.options or question.kind is Kind.TRUEFALSE else fold("\n".join(question.answer)[:_LONGEST]),
    )


def _answers(question: Question) -> list[str]:
    if question.kind is Kind.TRUEFALSE:
        return [word for key in question.answer for word in _SAYS.get(key, ())]
    if not question.options:
        return []
    right = [option.text for option in question.options if option.label in question.answer]
    labelled = [option.label + option.text for option in question.options if option.label in question.answer]
    return ["".join(question.answer), "".join(right), "".join(labelled)]


def holds(one: Wanted, note: Fields) -> bool:
    """Whether a field holds the stem to the letter. A bank's questions often differ in a word, so only this is sure."""
    return any(each in one.stems or each.startswith(one.openings) for each in note.each)


def apart(one: Wanted, note: Fields) -> float:
    """From 0, where all is there, to 1."""
    stem = 0.0 if holds(one, note) else min((_apart(way, each) for way in one.stems for each in note.each), default=1.0)
    if stem == 1.0:
        return 1.0
    answer = _answer_apart(one, note)
    if not one.options:
        return 0.8 * stem + 0.2 * answer
    return 0.6 * stem + 0.3 * _options_apart(one, note) + 0.1 * answer


def _answer_apart(one: Wanted, note: Fields) -> float:
    if not one.answers:
        from rapidfuzz.fuzz import partial_ratio

        return 1 - partial_ratio(one.essay, note.whole[: 2 * _LONGEST]) / 100
    said = {way.casefold() for each in note.each for way in (each, _SAID.sub("", each, count=1))}
    told = any(each.casefold() in said or f"答案{each}" in note.whole for each in one.answers)
    return 0.0 if told else 1.0


def _options_apart(one: Wanted, note: Fields) -> float:
    """The share of the options that are not there. Some tools keep only the right ones."""
    missing = [each for each in one.options if each not in note.whole]
    if not missing or not one.right.isdisjoint(missing):
        return len(missing) / len(one.options)
    return min(len(missing) / len(one.options), _ONLY_RIGHT)


def _apart(one: str, other: str) -> float:
    """1 for all that is farther than could still count."""
    from rapidfuzz.distance import Indel

    return float(Indel.normalized_distance(one, other, score_cutoff=FARTHEST))
