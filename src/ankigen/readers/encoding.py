"""Bytes to text, strictly: a ladder of encodings in which nothing is ever replaced or skipped.

1. A byte-order mark decides. 2. Strict UTF-8 decides, because other encodings hardly ever look like it.
3. What is left is decoded as UTF-16 without a mark, GB18030 and Big5; of those that fit, the text whose characters
are most like those of exam texts wins. A text that does not look like language in any of them is refused.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from typing import Final

from ankigen.readers.frequent import COMMON, TRADITIONAL, USUAL

_MARKS: Final = (  # UTF-32 before UTF-16: the mark of the one begins with the mark of the other
    (codecs.BOM_UTF8, "utf-8", "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16"),
    (b"\x84\x31\x95\x33", "gb18030", "gb18030"),
)
_GUESSED: Final = ("gb18030", "big5hkscs", "utf-16-le", "utf-16-be")

# Control characters that text files do hold: tab, line breaks, page break, and the end mark of old systems.
_CONTROLS: Final = "".join(chr(code) for code in (*range(0x20), 0x7F) if chr(code) not in "\t\n\v\f\r\x1a")
_PUNCTUATION: Final = (
    "。，、；：？！“”‘’（）《》【】「」『』…—·～●①②③④⑤⑥√×÷±≤≥≠°％→　．ＡＢＣＤＥＦ０１２３４５６７８９"
)
_ASCII: Final = bytes(range(128)).decode()
# The first level of each national standard: in use, but too wide to tell one decoding from another.
_REGULAR: Final = "".join(
    bytes((lead, trail)).decode(codec, "ignore")[-1:].lstrip(_ASCII)
    for codec, leads in (("gb2312", range(0xB0, 0xD8)), ("big5", range(0xA4, 0xC7)))
    for lead in leads
    for trail in range(0x40, 0xFF)
)
_WEIGHTS: Final = (
    dict.fromkeys(_REGULAR, 0.3) | dict.fromkeys(TRADITIONAL + USUAL, 2.0) | dict.fromkeys(COMMON + _PUNCTUATION, 3.0)
)
_RARE: Final = -1.0  # a wrong decoding is full of characters outside every list
_IMPOSSIBLE: Final = re.compile(r"[\ue000-\uf8ff\x80-\x9f\ufff0-\uffff\U000e0000-\U0010ffff]")
_ENOUGH: Final = 0.0  # below this mean weight the text is no language we know
_WINDOW: Final = 20_000  # characters looked at in each of three places of a long text


def decode(data: bytes) -> tuple[str, str] | None:
    """The text, without its byte-order mark, and the name of its encoding; None when no encoding fits."""
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            text = _strict(data[len(mark) :], codec)
            return None if text is None else (text, name)
    text = _strict(data, "utf-8")
    if text is not None:
        return text, "utf-8"
    best: tuple[float, str, str] | None = None
    for codec in _GUESSED:
        text = _strict(data, codec)
        if text is None:
            continue
        score = likeness(text)
        if score > _ENOUGH and (best is None or score > best[0]):
            best = (score, text, codec)
    return (best[1], best[2]) if best else None


def likeness(text: str) -> float:
    """How much the text looks like an exam text: the mean weight of its characters beyond ASCII."""
    counts = Counter(_sample(text))
    total, weight = 0, 0.0
    for char, count in counts.items():
        if char < "\x80":
            continue
        total += count
        weight += count * (4 * _RARE if _IMPOSSIBLE.match(char) else _WEIGHTS.get(char, _RARE))
    # Nothing but ASCII is certain text: only UTF-16 comes here with it.
    return weight / total if total else max(_WEIGHTS.values())


def _strict(data: bytes, codec: str) -> str | None:
    """The text, or None when a byte does not fit or the result holds the control characters of binary data."""
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return None
    return None if _is_binary(text) else text


def _is_binary(text: str) -> bool:
    if "\0" in text:
        return True
    # Word leaves a few odd control characters in honest text; binary data is full of them.
    sample = _sample(text)
    return sum(map(sample.count, _CONTROLS)) * 20 > len(sample)


def _sample(text: str) -> str:
    """Enough of the text to judge it by."""
    middle = len(text) // 2
    return text if len(text) < 3 * _WINDOW else text[:_WINDOW] + text[middle : middle + _WINDOW] + text[-_WINDOW:]
