"""The nouns of the project, all frozen: what a question is, and what a paper is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ankigen.text import Rewrite, Span


class Kind(StrEnum):
    """The six kinds of question."""

    SINGLE = "single"
    MULTIPLE = "multiple"
    TRUEFALSE = "truefalse"
    FILL = "fill"
    SHORT = "short"
    CASE = "case"


class Part(StrEnum):
    """What a stretch of a paper is. Every character belongs to exactly one claim with one of these."""

    HEADING = "heading"
    NUMBER = "number"
    TAG = "tag"  # kind or points printed at the question
    MATERIAL = "material"
    STEM = "stem"
    OPTION_LABEL = "option-label"
    OPTION = "option"
    ANSWER_MARKER = "answer-marker"
    ANSWER = "answer"
    EXPLANATION_MARKER = "explanation-marker"
    EXPLANATION = "explanation"
    KEY = "key"  # an entry of a key block, away from its question
    SPACE = "space"
    NOISE = "noise"  # belongs to no question; the claim's reason says why


class Claim(NamedTuple):
    """A stretch of the cleaned text and what it is. A paper has many thousands, hence a tuple."""

    span: Span  # in the cleaned text
    part: Part
    reason: str = ""  # for noise: why it belongs to no question


@dataclass(frozen=True, slots=True)
class Option:
    """One choice. The label is the source's, in upper-case ASCII."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Confidence:
    """How sure each part of a question is, from 0 to 1. Below 0.7 somebody should look."""

    start: float = 1.0  # that a question begins here: numbers in sequence are surest
    options: float = 1.0
    answer: float = 1.0  # 0 when there is none


@dataclass(frozen=True, slots=True)
class Question:
    """One question with all that the source says about it; texts in the normal form of docs/exchange.md."""

    kind: Kind
    number: str  # as printed, without its punctuation; "" when none
    section: str  # the nearest heading as printed, without a trailing colon
    points: float | None
    material: str  # shared text that the question refers to
    stem: str
    options: tuple[Option, ...]
    answer: tuple[str, ...]  # labels, "true"/"false", one text per blank, or one text; empty when the source has none
    explanation: str
    truncated: bool  # the source ends before the question does
    span: Span  # in the cleaned text: from the number, or the stem where there is none, to the end
    at: int  # offset in the source of its first character
    topics: tuple[str, ...] = ()  # slugs, most specific first
    chapter: str = ""  # the chapter heading above the section
    confidence: Confidence = Confidence()

    def about(self, topics: tuple[str, ...]) -> Question:
        """The same with these topics; written out, as `replace` takes four times as long."""
        q = self
        texts = (q.kind, q.number, q.section, q.points, q.material, q.stem, q.options, q.answer, q.explanation)
        return Question(*texts, q.truncated, q.span, q.at, topics, q.chapter, q.confidence)


@dataclass(frozen=True, slots=True)
class Layout:
    """What a user knows better than detection does, about one file; None where detection decides."""

    kind: Kind | None = None  # of questions that carry no kind of their own
    numbers: str | None = None  # how questions are numbered, by example (`1、`, `（1）`, `第1题`), or "none"
    options: str | None = None  # "lettered", "lines" (one a line, without letters) or "none"
    keys: str | None = None  # "stem" (a bracketed letter is always the key) or "line" (it never is)


@dataclass(frozen=True, slots=True)
class Paper:
    """A parsed bank: the text, what each stretch of it is, and the questions read off it."""

    title: str
    text: Rewrite
    claims: tuple[Claim, ...]
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One note of a deck, ready to be written. Anki makes one card of it, or one per blank of a fill-in."""

    guid: str  # the note's identity: Anki updates the note that has it, and keeps its history
    family: str  # which of the three note types: "choice", "cloze" or "qa"
    question: Question
    fields: tuple[str, ...]  # safe HTML, in the order of the note type
    tags: tuple[str, ...]  # sorted
    changed: int = 0  # when the content last changed, in seconds since 1970; Anki updates a note only by a newer one
