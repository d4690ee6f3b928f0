"""Simplified or traditional script: as the author wrote it, or as the user asks.

`auto` turns a text into simplified script only when it shows that a site had turned it into traditional: the site put
pinyin after converted characters, or converted some characters and left others of the same words (范圍, 准確).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from ankigen.diagnostics import Diagnostic
from ankigen.hanzi import variants
from ankigen.normalizer.alphabet import alphabet
from ankigen.normalizer.out_of_step import RULE as OUT_OF_STEP
from ankigen.normalizer.pinyin import RULE as ANNOTATIONS
from ankigen.text import Rewrite, Span

if TYPE_CHECKING:
    from opencc import OpenCC

RULE = "script"
_CONVERTERS = {"simplified": "t2s", "traditional": "s2t"}
_PIECE = re.compile(r"[^，。；：！？\n]*[，。；：！？\n]?")
_HAN = re.compile("[㐀-鿿]")
_ENOUGH = 40  # traditional characters; a shorter text is not judged
_HALF = 0.02  # characters left simplified, of all that a careful converter would have changed
_STRAY = 0.01  # simplified characters that no converter leaves, of the same
# A word half converted is no word to OpenCC, and its 覆 alone would become 复.
_COMPLETED = {"覆盖": "覆蓋"}
# Left alone by careful writers of traditional script, too, or a matter of taste between regions.
_EITHER = frozenset("台群里峰只奸周注吃床污杯线升秘采")


def script(text: Rewrite, script: str) -> tuple[Rewrite, list[Diagnostic]]:
    """Convert the text where the user or the evidence asks for it."""
    if script == "auto" and _converted_by_site(text):
        script = "simplified"
    if script not in _CONVERTERS or not _HAN.search(text.text):
        return text, []
    return text.apply(list(_changes(text.text, _CONVERTERS[script])), RULE), []


def _converted_by_site(text: Rewrite) -> bool:
    known = [char for char in alphabet(text.text) if variants.is_traditional(char)]
    if not known:
        return False
    if any(edit.rule in (ANNOTATIONS, OUT_OF_STEP) for layer in text.layers for edit in layer[:1]):
        return True
    counts = Counter(text.text)
    traditional = sum(counts[char] for char in known)
    stray = sum(count for char, count in counts.items() if variants.is_simplified(char))
    return traditional >= _ENOUGH and stray <= _STRAY * traditional and _half_converted(text.text, traditional)


def _half_converted(text: str, traditional: int) -> bool:
    """Whether characters are left that a careful conversion, which looks at words, would have changed."""
    careful = _convert(_convert(text, "t2s"), "s2t")
    if len(careful) != len(text):
        return False
    left = sum(
        old != new and old not in _EITHER and not variants.is_traditional(old) and variants.is_traditional(new)
        for old, new in zip(text, careful, strict=True)
    )
    return left >= _HALF * traditional


def _changes(text: str, config: str) -> Iterator[tuple[Span, str]]:
    """Small edits: character by character where lengths agree, else piece by piece."""
    new = _convert(text, config)
    if new == text:
        return
    if len(new) == len(text):
        yield from _differences(text, new, 0)
        return
    for match in _PIECE.finditer(text):
        piece = _convert(match[0], config)
        if len(piece) == len(match[0]):
            yield from _differences(match[0], piece, match.start())
        elif piece != match[0]:
            yield Span(*match.span()), piece


def _differences(old: str, new: str, offset: int) -> Iterator[tuple[Span, str]]:
    start = -1
    for position, (left, right) in enumerate(zip(old, new, strict=True)):
        if left != right and start < 0:
            start = position
        elif left == right and start >= 0:
            yield Span(offset + start, offset + position), new[start:position]
            start = -1
    if start >= 0:
        yield Span(offset + start, offset + len(old)), new[start:]


def _convert(text: str, config: str) -> str:
    for half, whole in _COMPLETED.items():
        if half in text:
            text = text.replace(half, whole)
    return str(_converter(config).convert(text))


@cache
def _converter(config: str) -> OpenCC:
    from opencc import OpenCC  # only now: it costs start-up time that most runs do not need

    return OpenCC(config)
