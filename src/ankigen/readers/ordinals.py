"""Figures that a page shows by its markup alone: the numbers of lists, raised and lowered figures."""

from __future__ import annotations

from typing import Final

_ROMAN: Final = {
    "M": 1000, "CM": 900, "D": 500, "CD": 400, "C": 100, "XC": 90, "L": 50, "XL": 40, "X": 10, "IX": 9, "V": 5, "IV": 4,
    "I": 1,
}  # fmt: skip


_RAISED: Final = dict(zip("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ", strict=True))
_LOWERED: Final = dict(zip("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎", strict=True))


def small(name: str, text: str) -> str:
    """The text as `<sup>` or `<sub>` shows it, or "" where Unicode has no such letters: x<sup>2</sup> is not x2."""
    letters = {"sup": _RAISED, "sub": _LOWERED}.get(name)
    if not letters or len(text) > 8 or not all(char in letters for char in text):
        return ""
    return "".join(letters[char] for char in text)


def ordinal(style: str, number: int) -> str:
    """The number as `<ol type>` writes it: "1", "A", "a", "I" or "i"; plain figures where the style cannot."""
    if style in ("A", "a") and number > 0:
        label = _letters(number)
    elif style in ("I", "i") and 0 < number < 4000:
        label = _roman(number)
    else:
        return str(number)
    return label if style.isupper() else label.lower()


def _letters(number: int) -> str:
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _roman(number: int) -> str:
    label = ""
    for letters, value in _ROMAN.items():
        count, number = divmod(number, value)
        label += letters * count
    return label
