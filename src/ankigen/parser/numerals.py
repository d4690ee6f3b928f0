"""The values of numbers, in whatever numerals they are written."""

from __future__ import annotations

import re

_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"〇": 0}


def value_of(text: str) -> int:
    """The number that digits, dotted digits (their last part), `①` to `⑳` or Chinese numerals write; 0 for none."""
    tail = re.split(r"[.-]", text)[-1]
    if tail.isdecimal():
        return int(tail)
    if len(tail) == 1 and "①" <= tail <= "⑳":
        return ord(tail) - ord("①") + 1
    return _han_value(tail)


def _han_value(text: str) -> int:
    """`二十一` → 21."""
    total = current = 0
    for character in text:
        if character == "十":
            total, current = total + (current or 1) * 10, 0
        elif character == "百":
            total, current = total + (current or 1) * 100, 0
        else:
            current = _DIGITS.get(character, 0)
    return total + current
