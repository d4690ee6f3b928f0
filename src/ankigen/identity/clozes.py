"""The cloze numbers of a fill-in. Each is a card with a history, so a number never moves to another blank."""

from __future__ import annotations

from difflib import SequenceMatcher

from ankigen.identity.fingerprint import family, fold
from ankigen.identity.ledger import Record
from ankigen.model import Question

_MOST = 499  # Anki makes no card for a number above this


def cloze_numbers(question: Question, record: Record | None) -> tuple[tuple[int, ...], int]:
    """The number of each answer, and the highest one that was ever given.

    An answer that stayed keeps its number. So does one that was corrected, where as many answers stand between two
    that stayed as before. Others get numbers that no blank has had.
    """
    if family(question.kind) != "cloze":
        return (), 0
    count = len(question.answer)
    if record is None:
        return tuple(range(1, count + 1)), count
    numbers: list[int | None] = [None] * count
    was = record.clozes
    before, after = list(map(fold, record.question.answer)), list(map(fold, question.answer))
    if len(was) != len(before):  # a ledger that was written by hand
        was = tuple(range(1, len(before) + 1))
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal" or i2 - i1 == j2 - j1:
            numbers[j1:j2] = was[i1:i2]
    last = max((record.last_cloze, *was), default=0)
    given: list[int] = []
    for number in numbers:
        last += number is None
        given.append(last if number is None else number)
    if last > _MOST:
        return tuple(range(1, count + 1)), count
    return tuple(given), last
