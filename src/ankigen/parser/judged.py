"""How far a finished question can be trusted: what is doubtful about it, and how sure its parts are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ankigen.diagnostics import Diagnostic
from ankigen.model import Confidence, Kind, Question
from ankigen.parser.draft import Draft
from ankigen.text import Span

CONFLICT = "its keys disagree, or belong to several questions or blanks"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CHOICE = (Kind.SINGLE, Kind.MULTIPLE)
WEAK = 0.7  # below this a part deserves a look


@dataclass(slots=True)
class Answer:
    """What a page says the answer is."""

    said: tuple[str, ...] = ()
    rest: Span | None = None  # text behind the answer that explains it
    problem: str = ""
    sure: float = 1.0


def doubts(question: Question, answer: Answer) -> list[Diagnostic]:
    """What a person should look at in the question itself and its answer."""
    known = {option.label for option in question.options}
    strange = [letter for letter in question.answer if letter not in known] if question.kind in CHOICE else []
    if question.answer and not answer.problem and not strange and answer.sure >= WEAK and question.stem:
        return []
    where = (question.at, question.at + 1)
    name = f"question {question.number}" if question.number else "the question"
    found = []
    if answer.problem and answer.problem != CONFLICT and question.kind is Kind.FILL:
        found.append(
            Diagnostic.of("blank-count-mismatch", f"{name} has {answer.problem}", where, number=question.number)
        )
    elif answer.problem:
        found.append(Diagnostic.of("ambiguous", f"{name}: {answer.problem}", where, number=question.number))
    elif not question.answer:
        found.append(Diagnostic.of("missing-answer", f"{name} has no answer", where, number=question.number))
    elif answer.sure < WEAK:
        message = f"the key {''.join(answer.said)} of {name} stands only in a sentence of its explanation"
        found.append(Diagnostic.of("weak-key", message, where, number=question.number))
    if strange:
        options = f"its options are {''.join(sorted(known))}" if known else "it has no options"
        message = f"the key of {name} is {''.join(question.answer)}, but {options}"
        found.append(Diagnostic.of("answer-not-an-option", message, where, number=question.number))
    if not question.stem:
        found.append(Diagnostic.of("empty-stem", f"{name} has no text", where, number=question.number))
    return found


def odd_options(question: Question, draft: Draft) -> list[Diagnostic]:
    """Whether the letters are not A, B, C … in order, so that an option may be lost or glued to another one."""
    letters = "".join([letter for letter, _ in draft.labels])
    if letters == LETTERS[: len(letters)] and not draft.strays:
        return []
    name = f"question {question.number}" if question.number else "the question"
    printed = letters + (f", and {''.join(draft.strays)} once more" if draft.strays else "")
    where = (question.at, question.at + 1)
    return [Diagnostic.of("odd-options", f"the options of {name} are {printed}", where, number=question.number)]


def confidence_of(draft: Draft, answer: Answer) -> Confidence:
    """How sure options and answer are; the beginning is judged where its neighbours are known."""
    options = 1.0
    letters = "".join([letter for letter, _ in draft.labels])
    if letters != LETTERS[: len(letters)] or draft.strays:
        options = 0.6  # a letter is missing or doubled
    elif any(label.start == label.end for _, label in draft.labels):
        options = 0.7  # lines without letters
    elif letters and draft.labels[0][1] > draft.labels[-1][1]:
        options = 0.8  # printed in columns
    sure = answer.sure if answer.said else 0.0
    if draft.answer is None and draft.joined is not None:
        sure = min(sure, 0.9)
    return _confident(options, sure)


@cache
def _confident(options: float, answer: float) -> Confidence:
    return Confidence(1.0, options, answer)
