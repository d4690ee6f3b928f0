"""Numbers that put a bank's questions in order, and change as little as possible when the order does."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

_GAP = 1024  # between two neighbours at first: room for ten insertions at one spot


def places(was: Sequence[int | None]) -> list[int]:
    """Rising places for questions whose former places are given, None for new ones.

    As many as possible keep theirs. Where there is no room for the others, all are numbered anew.
    """
    kept = _rising(was)
    now: list[int] = []
    for start, end in zip([-1, *kept], [*kept, len(was)], strict=True):
        low = _place(was[start]) if start >= 0 else None
        high = _place(was[end]) if end < len(was) else None
        between = end - start - 1
        now += _spread(low, high, between)
        if high is not None:
            now.append(high)
    if any(left >= right for left, right in pairwise(now)):
        return [_GAP * number for number in range(1, len(was) + 1)]
    return now


def _place(value: int | None) -> int:
    assert value is not None  # only questions that have one are kept
    return value


def _spread(low: int | None, high: int | None, count: int) -> list[int]:
    """So many places between two others, either of which may be missing."""
    if low is None:
        low = 0 if high is None or high > count else high - _GAP * (count + 1)
    if high is None:
        return [low + _GAP * number for number in range(1, count + 1)]
    return [low + (high - low) * number // (count + 1) for number in range(1, count + 1)]


def _rising(was: Sequence[int | None]) -> list[int]:
    """The indices of a longest strictly rising run of places (patience sorting)."""
    tails: list[int] = []  # the least place that ends a run of each length
    ends: list[int] = []  # its index
    previous: dict[int, int] = {}
    for index, place in enumerate(was):
        if place is None:
            continue
        length = bisect_left(tails, place)
        if length == len(tails):
            tails.append(place)
            ends.append(index)
        else:
            tails[length], ends[length] = place, index
        if length:
            previous[index] = ends[length - 1]
    run: list[int] = []
    at: int | None = ends[-1] if ends else None
    while at is not None:
        run.append(at)
        at = previous.get(at)
    return run[::-1]
