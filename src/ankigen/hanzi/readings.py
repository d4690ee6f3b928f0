"""Which pinyin readings a character has."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from ankigen.hanzi._data import load

_LETTERS = "a-zɑɡüêāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜńňǹḿếềĀÁǍÀĒÉĚÈĪÍǏÌŌÓǑÒŪÚǓÙ"
_MARKS = "\u0300\u0301\u0304\u0308\u030c"
SYLLABLE = f"[{_LETTERS}A-Z{_MARKS}]{{1,9}}"
"""A regular expression for what may be a syllable; `normal` and `readings` decide."""

_LOOKALIKES = str.maketrans({"ɑ": "a", "ɡ": "g"})
_TONES = re.compile("[\u0300\u0301\u0304\u030c]")


def normal(syllable: str) -> str:
    """One spelling for each syllable: composed, lower case, ü for v, plain a and g."""
    return unicodedata.normalize("NFC", syllable.lower().translate(_LOOKALIKES).replace("v", "ü"))


def toneless(syllable: str) -> str:
    """The syllable without its tone mark; ü stays."""
    return unicodedata.normalize("NFC", _TONES.sub("", unicodedata.normalize("NFD", syllable)))


def has_tone(syllable: str) -> bool:
    """Whether a tone mark is written."""
    return bool(_TONES.search(unicodedata.normalize("NFD", syllable)))


def readings(char: str) -> frozenset[str]:
    """All readings of a character with tone marks; a neutral tone has none."""
    return _by_char().get(char, frozenset())


def is_reading(syllable: str, char: str) -> bool:
    """Whether `char` is read like this; a syllable without a tone mark fits every tone (the neutral tone)."""
    known = readings(char)
    if not known:
        return False
    syllable = normal(syllable)
    return syllable in known or (not has_tone(syllable) and syllable in map(toneless, known))


def homophones(syllable: str) -> str:
    """All characters with exactly this reading."""
    return _by_reading().get(normal(syllable), "")


@cache
def _by_reading() -> dict[str, str]:
    lines = load("readings.txt").decode().splitlines()
    return {reading: chars for reading, _, chars in (line.partition(" ") for line in lines)}


@cache
def _by_char() -> dict[str, frozenset[str]]:
    found: dict[str, list[str]] = {}
    for reading, chars in _by_reading().items():
        for char in chars:
            found.setdefault(char, []).append(reading)
    return {char: frozenset(known) for char, known in found.items()}
