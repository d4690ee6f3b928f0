"""Pinyin that a site put after characters: which characters it annotates in this document, and how.

A site's table is all-or-nothing within a document. That tells its pinyin apart from the author's: who explains how a
character is read does so once, or gives it two readings to choose from.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ankigen.hanzi import readings, variants
from ankigen.normalizer.alphabet import alphabet
from ankigen.text import Span

_BRACKETED = re.compile(rf"\(({readings.SYLLABLE})\)|（({readings.SYLLABLE})）")
_TONED = frozenset(char for char in map(chr, range(0xC0, 0x1F00)) if readings.has_tone(char))
_MANY = 8  # annotations of simplified characters that no single author's remark amounts to
_REPEATED = 3  # characters that stand annotated at two places or more


@dataclass(frozen=True, slots=True)
class Annotations:
    """What the text shows of a site's table."""

    table: dict[str, str]  # character to the reading as written, converted characters first of all
    visible: Counter[str]  # how often each character occurs
    everywhere: bool  # the site annotates characters that no conversion changed, too

    def covers(self, char: str, reading: str) -> bool:
        """Whether `char(reading)` is the site's."""
        known = self.table.get(char)
        if known is None or not readings.is_reading(reading, char):
            return False
        return readings.normal(reading) == readings.normal(known) and (self.everywhere or variants.is_traditional(char))


class Annotation(NamedTuple):
    """A character with a reading of it in brackets."""

    char: str
    reading: str  # as written
    span: Span  # of the brackets and what is in them


def intact(text: str, start: int = 0, end: int | None = None) -> Iterator[Annotation]:
    """Every character of a stretch that has one of its readings behind it."""
    for match in _BRACKETED.finditer(text, start, len(text) if end is None else end):
        char, reading = text[match.start() - 1 : match.start()], match[1] or match[2]
        if char and readings.is_reading(reading, char):
            yield Annotation(char, reading, Span(*match.span()))


def maybe_annotated(text: str) -> bool:
    """Whether there is any letter with a tone mark; quick for the ordinary text."""
    return not _TONED.isdisjoint(alphabet(text))


def learn(text: str, repaired: Iterable[str] = ()) -> Annotations:
    """Read the table off the annotations that stand intact.

    Args:
        text: the whole document.
        repaired: stretches of it that an earlier rule repaired, and took the pinyin out of.
    """
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    written: dict[str, str] = {}
    for char, reading, _ in intact(text):
        seen[char][readings.normal(reading)] += 1
        written[char] = reading
    toned = any(readings.has_tone(reading) for counts in seen.values() for reading in counts)
    if not seen or not toned:  # 个(ge) alone proves nothing
        return Annotations({}, Counter(), False)
    visible = Counter(text)
    for stretch in repaired:
        visible.subtract(stretch)
    table = {}
    for char, counts in seen.items():
        if len(counts) == 1 and 2 * counts.total() > visible[char]:
            table[char] = written[char]
    plain = [char for char in table if not variants.is_traditional(char)]
    repeated = sum(seen[char].total() > 1 for char in plain)
    everywhere = (
        sum(seen[char].total() for char in table) >= _MANY
        and repeated >= _REPEATED
        and len(plain) == len([char for char in seen if not variants.is_traditional(char)])
    )
    return Annotations(table, visible, everywhere)
