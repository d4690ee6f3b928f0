"""The forward model: what a scraping document site does to a clean text, to the byte.

The steps are those of docs/cleaning.md. Repairs are tested by damaging clean sentences of our own and asking for them
back; sample banks that look scraped are made with it, too.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterable, Mapping

from ankigen.hanzi import gbk, readings, variants

PRIVATE = re.compile("[\ue000-\uf8ff]")

# Characters that one such site is known to annotate are of this sort: frequent, and changed by the conversion.
FREQUENT = (
    "個們來時會對說過學後動發現長點進種實問與關開機無當經應間樣體數電話設計據識驗證標"
    "準訓練術語類結構導續權環優態網絡監護評獎獨萬競執"
)

# Ambiguous for a careful converter, converted all the same by the sites that were looked at.
ALSO_CONVERTED = dict(zip("构据准网发优术当机个复价万后", "構據準網發優術當機個復價萬後", strict=True))


def table(chars: Iterable[str], choose: random.Random | None = None) -> dict[str, str]:
    """An annotation table for these characters, one reading each (the first, or one chosen)."""
    found = {}
    for char in chars:
        known = sorted(reading for reading in readings.readings(char) if readings.has_tone(reading))
        if known and gbk.encode(char):
            found[char] = choose.choice(known) if choose else known[0]
    return found


def traditional(text: str) -> str:
    """Character by character, only where the mapping is one to one."""
    return text.translate({**variants.to_traditional(), **{ord(old): new for old, new in ALSO_CONVERTED.items()}})


def to_bytes(text: str) -> bytes:
    """Windows' conversion to cp936: a near character where one is known, else `?` for each UTF-16 unit."""
    out = bytearray()
    for char in text:
        folded = unicodedata.normalize("NFKD", char)[0] if char < "\u0180" else char
        out += gbk.encode(char) or gbk.encode(folded) or b"?" * (1 + (char > "\uffff"))
    return bytes(out)


def annotate(data: bytes, annotations: Mapping[str, str]) -> bytes:
    """Put `(reading)` after each of the characters by replacing bytes, in the order of their codes."""
    coded = {gbk.encode(char) or b"": reading for char, reading in annotations.items()}
    for code in sorted(coded):
        if code:
            data = data.replace(code, code + b"(" + to_bytes(coded[code]) + b")")
    return data


def damage(
    text: str,
    annotations: Mapping[str, str],
    *,
    convert: bool = True,
    private: bool = True,
    drop: str = "",
) -> str:
    """What is left of a clean text after such a site.

    Args:
        text: the clean text, simplified; HTML tags may be in it.
        annotations: character to reading, in the script the text has when the pinyin is put in.
        convert: turn the text into traditional first.
        private: keep private-use characters; False when a later copy step stripped them.
        drop: ASCII characters that vanish on the way, such as `" -"`.
    """
    text = "".join(char for char in text if char not in drop)
    seen = gbk.decode(annotate(to_bytes(traditional(text) if convert else text), annotations))
    return seen if private else PRIVATE.sub("", seen)
