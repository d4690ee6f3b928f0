"""Traditional and simplified forms of single characters. Whole texts are better served by a converter of phrases."""

from __future__ import annotations

from functools import cache

from ankigen.hanzi._data import load


@cache
def to_simplified() -> dict[int, int]:
    """Traditional to simplified, one character to one, for `str.translate`."""
    old, new = load("variants.txt").decode().splitlines()
    return dict(zip(map(ord, old), map(ord, new), strict=True))


@cache
def to_traditional() -> dict[int, int]:
    """Simplified to traditional, only where there is exactly one traditional form and no doubt.

    A simplified character that traditional texts use as well (后, 云, 准) has two forms; whether a text uses them is
    told by Big5, the old character set for traditional script.
    """
    forms: dict[int, list[int]] = {}
    for old, new in to_simplified().items():
        if _in_big5(chr(old)):
            forms.setdefault(new, []).append(old)
    return {new: old[0] for new, old in forms.items() if len(old) == 1 and not _in_big5(chr(new))}


def is_traditional(char: str) -> bool:
    """Whether simplified text writes this character in another way."""
    return ord(char) in to_simplified()


def is_simplified(char: str) -> bool:
    """Whether traditional text writes this character in another way, beyond doubt."""
    return ord(char) in to_traditional()


def _in_big5(char: str) -> bool:
    try:
        char.encode("big5")
    except UnicodeEncodeError:
        return False
    return True
