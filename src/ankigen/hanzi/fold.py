"""Folds a text so that both scripts and both widths compare equal: for looking things up, never for showing.

Folding works character by character and keeps the length, so an offset in the folded text is one in the text itself.
"""

from __future__ import annotations

from functools import cache

from ankigen.hanzi.variants import to_simplified

_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20, 0xA0: 0x20}
_DOTTED_I = {0x130: 0x49}  # the one capital whose lower case is two characters


@cache
def fold_table() -> dict[int, int]:
    """The table for `str.translate`: traditional to simplified, full width to ASCII."""
    return to_simplified() | _WIDE | _DOTTED_I


def fold(text: str) -> str:
    """The text in simplified characters and ASCII widths, as long as it was; so is its `lower()`."""
    return text.translate(fold_table())
