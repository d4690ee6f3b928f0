"""How likely one Chinese character follows another: a small model that decides between proven candidates.

It knows how often characters stand together inside words, and how often each begins and ends a word; two words are
taken to follow each other freely. Simplified script only.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from functools import cache

from ankigen.hanzi._data import load

_LEVELS = 3  # as in tools/hanzi_tables.py
_UNKNOWN = 0.5  # the count of what the model has never seen
_OTHER = "\0"  # any ASCII character, and the edge of what is known
# Marks come as often as a share of all characters; the figures are those of ordinary expository prose.
_SHARES = {
    "，": 0.055,
    "。": 0.025,
    "、": 0.015,
    "：": 0.006,
    "；": 0.005,
    "（": 0.005,
    "）": 0.005,
    "“": 0.004,
    "”": 0.004,
    "？": 0.003,
    "《": 0.001,
    "》": 0.001,
    "！": 0.001,
    _OTHER: 0.08,
}

_STOPS = frozenset("，。、：；？！")
_TWO_STOPS = -5.0  # one stop hardly ever follows another


def score(left: str, right: str) -> float:
    """Natural logarithm of the chance that `right` follows `left`; "" stands for the edge of the known text."""
    return scores(left, [_symbol(right)])[0]


def scores(left: str, rights: Sequence[str]) -> list[float]:
    """The same for many characters that may follow, none of them ASCII or ""."""
    model = _model()
    left = _symbol(left)
    total = model.totals.get(left, _UNKNOWN)
    freely = model.ends.get(left, _UNKNOWN) / model.size
    pairs, starts, log = model.pairs, model.starts, math.log
    chances = [log((pairs.get(left + right, 0.0) + freely * starts.get(right, _UNKNOWN)) / total) for right in rights]
    if left in _STOPS:
        return [chance + _TWO_STOPS * (right in _STOPS) for chance, right in zip(chances, rights, strict=True)]
    return chances


def _symbol(char: str) -> str:
    return char if char > "\x7f" else _OTHER


class _Model:
    """The unpacked table, with marks added."""

    __slots__ = ("ends", "pairs", "size", "starts", "totals")

    def __init__(self) -> None:
        firsts, ends, starts, sizes, followers, levels = zlib.decompress(load("bigrams.bin")).decode().split("\n")
        self.ends = dict(zip(firsts, map(_count, ends), strict=True))
        self.starts = dict(zip(firsts, map(_count, starts), strict=True))
        self.pairs: dict[str, float] = {}
        self.totals = dict(self.ends)
        position = 0
        for first, size in zip(firsts, map(int, sizes.split(" ")), strict=True):
            for right, level in zip(
                followers[position : position + size], levels[position : position + size], strict=True
            ):
                self.pairs[first + right] = count = _count(level)
                self.totals[first] += count
            position += size
        words = sum(self.starts.values())
        marks = sum(_SHARES.values())
        for mark, share in _SHARES.items():
            self.starts[mark] = self.ends[mark] = self.totals[mark] = words * share / (1 - marks)
        self.size = words / (1 - marks)


def _count(level: str) -> float:
    return max(_UNKNOWN, math.exp2((ord(level) - ord("0")) / _LEVELS) - 1)


@cache
def _model() -> _Model:
    return _Model()
