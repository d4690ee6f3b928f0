"""Reading order: pieces of a page that was written row by row across its columns.

Most programs write a page column by column, and then the file's own order is the reading order. It is changed only
where the page has a gutter that hardly a line crosses, its two sides are filled with text, and the file jumps to and
fro between them. Options in two columns have a gutter too; they are read across.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

_FEWEST: Final = 6  # pieces on either side
_CROSSING: Final = 0.2  # of the pieces may run across the gutter: titles, headings
_FILLED: Final = 0.5  # of the column's width; pieces of options and tables are shorter
_MIDDLE: Final = (0.35, 0.65)  # where a gutter can be
_OPTION: Final = re.compile(r"\s*[（(\[【]?[B-H][.．、)）:：\]】\s]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line without a wide gap, with its box in points."""

    text: str
    left: float
    right: float
    bottom: float
    top: float
    continues: bool  # it stands on the line of the piece before it


def in_order(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces as they are read."""
    gutter = _gutter(pieces)
    if gutter is None:
        return list(pieces)
    sides = [_side(piece, gutter) for piece in pieces]
    across = sides.count(0)
    jumps = sum(1 for before, after in pairwise(sides) if before and after and before != after)
    if jumps <= 2 * (across + 1):
        return list(pieces)
    ordered: list[Piece] = []
    waiting: dict[int, list[Piece]] = {-1: [], 1: []}
    # A line across the gutter ends what stands above it on both sides.
    for piece in sorted(pieces, key=lambda piece: (-piece.top, piece.left)):
        side = _side(piece, gutter)
        if side:
            waiting[side].append(piece)
            continue
        ordered += [*waiting[-1], *waiting[1], piece]
        waiting = {-1: [], 1: []}
    ordered += [*waiting[-1], *waiting[1]]
    return [replace(piece, continues=False) for piece in ordered]


def _side(piece: Piece, gutter: float) -> int:
    if piece.right <= gutter:
        return -1
    return 1 if piece.left >= gutter else 0


def _gutter(pieces: Sequence[Piece]) -> float | None:
    """The middle of the gap between two columns of text."""
    if len(pieces) < 2 * _FEWEST:
        return None
    left, right = min(piece.left for piece in pieces), max(piece.right for piece in pieces)
    low, high = (left + (right - left) * share for share in _MIDDLE)
    starts = sorted(piece.left for piece in pieces if low <= piece.left <= high)
    if len(starts) < _FEWEST:
        return None
    edge = starts[len(starts) // 2] - 1.0  # just before the left edge that most lines of the right column share
    ours = [piece for piece in pieces if piece.right <= edge]
    theirs = [piece for piece in pieces if piece.left >= edge]
    if min(len(ours), len(theirs)) < _FEWEST or len(pieces) - len(ours) - len(theirs) > _CROSSING * len(pieces):
        return None
    if _fill(ours, edge - left) < _FILLED or _fill(theirs, right - edge) < _FILLED:
        return None
    options = sum(1 for piece in theirs if _OPTION.match(piece.text))
    return None if options * 2 > len(theirs) else edge


def _fill(pieces: Sequence[Piece], width: float) -> float:
    """How much of its column's width a piece takes, on average."""
    return sum(piece.right - piece.left for piece in pieces) / len(pieces) / max(width, 1.0)
