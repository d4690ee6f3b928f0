"""How many questions wait for their keys in front of a line such as 参考答案.

Every such line asks, so what can be known once for a paper is kept, and the numbers in front of a line are gone through
only where their count alone does not settle it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from ankigen.parser.markers import Markers, Number
from ankigen.parser.page import Page
from ankigen.text import Span

_LOW = ("round", "square", "half", "han")  # forms that points and headings usually have


class Pending:
    """The numbers of a paper that may begin questions."""

    def __init__(self, page: Page, markers: Markers) -> None:
        self._markers = markers
        free = _outside_answers(page, markers)
        high = [number for number in free if number.form not in _LOW]
        self._levels = [(level, [number.start for number in level]) for level in (high, free, markers.numbers)]
        self._cases = [number.start for number in markers.numbers if number.form == "asked"]

    def wait(self, before: Span, keys: Sequence[Number]) -> bool:
        """Whether at least two questions in the span have no answer, and the numbers of the keys begin as they do."""
        numbers, low, high = self._in(before)
        answered = self._markers.count(self._markers.answered_at, before)
        if not _enough(high - low, answered) or longest_run(keys) < 2:
            return False
        asked = numbers[low:high]
        return any(number.value == keys[0].value for number in asked) and _enough(longest_run(asked), answered)

    def in_case(self, before: Span, keys: Sequence[Number]) -> bool:
        """Whether the line answers 【问题1】 above it: a list behind it then counts gaps or points, not questions."""
        return not (keys and keys[0].form == "asked") and self._markers.count(self._cases, before) > 0

    def _in(self, span: Span) -> tuple[list[Number], int, int]:
        """The numbers of the highest kind that the span has: a list and the indices between which they stand."""
        for numbers, starts in self._levels:
            low, high = bisect_left(starts, span.start), bisect_left(starts, span.end)
            if low < high:
                return numbers, low, high
        return [], 0, 0


def _enough(asked: int, answered: int) -> bool:
    return asked - answered >= 2 and answered * 2 <= asked


def _outside_answers(page: Page, markers: Markers) -> list[Number]:
    """The numbers at the beginnings of lines, without the lists that answers open with."""
    outside: list[Number] = []
    inner: Number | None = None  # the last number of such a list
    for number in markers.numbers:
        if not number.line_start:
            continue
        if inner is None or number.form != inner.form or number.value != inner.value + 1:
            inner = number if number.value == 1 and _opens_answer(page, markers, number) else None
        else:
            inner = number
        if inner is None:
            outside.append(number)
    return outside


def _opens_answer(page: Page, markers: Markers, number: Number) -> bool:
    """Whether nothing stands between an answer marker and the number."""
    at = bisect_left(markers.answered_at, number.start) - 1
    return at >= 0 and not page.folded[markers.answers[at].end : number.start].strip()


def longest_run(numbers: Sequence[Number]) -> int:
    """Length of the longest run n, n+1, n+2 … that the numbers hold in order."""
    best: dict[int, int] = {}
    for number in numbers:
        best[number.value] = max(best.get(number.value, 0), best.get(number.value - 1, 0) + 1)
    return max(best.values(), default=0)
