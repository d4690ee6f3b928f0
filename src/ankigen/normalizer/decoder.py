"""Follow the decoder backwards through a run that was read one byte late, with hypotheses for the bytes that were lost.

The words used here: a character is *in step* when it was decoded from its own two bytes. Out of step, the first byte of
the next character (the *lead*) is already known from the pair before, and waits for its second.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from ankigen.hanzi import bigrams, gbk, readings, variants
from ankigen.normalizer.annotated import Annotations

BROKEN = re.compile(rf"\?({readings.SYLLABLE})\)")
_INTACT = re.compile(rf"([^\x00-\x7f])\(({readings.SYLLABLE})\)")
_PINYIN = re.compile(rf"\(({readings.SYLLABLE})\)")
_BEAM = 16
_LONGEST = 2_000  # characters in one run
_NEW_ENTRY = -3.0  # the run is the only witness that the site annotates this character
_CONTRADICTED = -6.0  # and elsewhere the character stands without pinyin
_UNCONVERTED = -6.0  # a simplified character that the site would have converted
_HOLE_SECONDS = (*range(0xAA, 0xB0), *range(0xF8, 0xFF))  # pairs that begin so and end in A1-FE have no character
_LONGER = 1.0  # evens out that the model finds every further character less likely than it is
_STOPS = "。，；：！？、"
_BEAM_BEFORE_HOLE = 8
_BEST_AFTER_HOLE = 6


@dataclass(frozen=True, slots=True)
class Guess:
    """A reading of the run so far."""

    text: str  # from the last character in step before the run; "?" where a byte was eaten
    lead: int  # the byte that waits for its second; 0 in step
    score: float  # natural logarithm of how likely the text is
    added: tuple[tuple[str, str], ...] = ()  # annotations the site must have had, beyond the known table
    eaten: tuple[int, ...] = ()  # offsets in `text` of the "?" for eaten bytes


class _Token(NamedTuple):
    """The next piece of the damaged text."""

    char: str
    reading: str  # of the pinyin behind the character, if it has any
    end: int
    last: bool  # whether the text ends with it


@dataclass(frozen=True, slots=True)
class Run:
    """A run in the damaged text, with its readings."""

    start: int  # of the last character in step before it
    end: int
    guesses: tuple[Guess, ...]  # best first, not yet proven


def follow(text: str, start: int, at: int, site: Annotations, *, stripped: bool) -> Run | None:
    """Follow the run whose last character in step stands at `start` and whose first `?` at `at`.

    Args:
        text: the damaged text.
        start: offset of the last character in step; between it and `at` there is nothing, or its pinyin.
        at: offset of the `?`.
        site: what is known of the site's annotations.
        stripped: suppose that private-use characters were removed from the text.

    Returns:
        None when no bytes can have been decoded like this.
    """
    beam = [Guess(text[start], 0, 0.0)]
    limit = min(len(text), at + _LONGEST)
    while beam and at < limit:
        token = _token(text, at)
        if not beam[0].lead and not (token.reading and token.char == gbk.LOST):
            break
        filled = _past_hole(beam, token, site) if stripped and beam[0].lead else ()
        beam, at = _best([*_past(beam, token, site), *filled]), token.end
        if beam and not beam[0].lead and (own := _PINYIN.match(text, at)):
            beam, at = _past_own_pinyin(beam, own[1], site), own.end()
    if not beam or beam[0].lead:
        return None
    return Run(start, at, tuple(_best(_before(guess, text[at : at + 1]) for guess in beam)))


def _before(guess: Guess, right: str) -> Guess:
    """Weighed by the character in step that follows, too."""
    if guess.eaten or not right:
        return guess
    simple = variants.to_simplified()
    return replace(guess, score=guess.score + bigrams.score(guess.text[-1].translate(simple), right.translate(simple)))


def _token(text: str, at: int) -> _Token:
    broken = BROKEN.match(text, at)
    if broken:
        return _Token(gbk.LOST, broken[1], broken.end(), False)
    intact = _INTACT.match(text, at)
    if intact and is_annotation(intact[1], intact[2]):
        return _Token(intact[1], intact[2], intact.end(), False)
    return _Token(text[at], "", at + 1, at + 1 == len(text))


def _past(beam: list[Guess], token: _Token, site: Annotations) -> Iterator[Guess]:
    if token.char != gbk.LOST:
        return _after(beam, token.char)
    return _after_broken(beam, token.reading, site) if token.reading else _after_eaten(beam, last=token.last)


def _past_own_pinyin(beam: list[Guess], reading: str, site: Annotations) -> list[Guess]:
    """Past `(reading)` right behind a run: it is that of a last character whose second byte is ASCII, or no pinyin."""
    own = [_witnessed(guess, guess.text[-1], reading, site) for guess in beam if is_annotation(guess.text[-1], reading)]
    return _best(own)


def is_annotation(char: str, reading: str) -> bool:
    """Whether `char(reading)` is pinyin, told by its tone."""
    return readings.has_tone(reading) and readings.is_reading(reading, char)


def _best(guesses: Iterable[Guess]) -> list[Guess]:
    """The most likely ones; of several with the same text, only the best."""
    ranked = sorted(guesses, key=lambda guess: (-guess.score, guess.text, guess.lead))
    kept: dict[tuple[str, int], Guess] = {}
    for guess in ranked:
        kept.setdefault((guess.text, guess.lead), guess)
        if len(kept) == _BEAM:
            break
    return list(kept.values())


def _after_broken(beam: list[Guess], reading: str, site: Annotations) -> Iterator[Guess]:
    """Past `?reading)`: the byte shown as `?` ends a pair that is read like this."""
    for guess in beam:
        first = guess.lead or _last_byte(guess.text)
        for char in readings.homophones(reading):
            data = gbk.encode(char)
            if data is None or data[0] != first or not gbk.is_lead(data[1]):
                continue
            known = _witnessed(guess, char, reading, site)
            yield _add(known, char, 0) if guess.lead else replace(known, lead=data[1])


def _witnessed(guess: Guess, char: str, reading: str, site: Annotations) -> Guess:
    if site.table.get(char) == reading or (char, reading) in guess.added:
        return guess
    price = _CONTRADICTED if site.visible[char] else _NEW_ENTRY
    return replace(guess, added=(*guess.added, (char, reading)), score=guess.score + price)


def _after(beam: list[Guess], char: str) -> Iterator[Guess]:
    """Past one character of the run, with or without pinyin behind it."""
    data = gbk.encode(char)
    if data is None or (len(data) == 1 and data[0] < 0x40):
        return
    for guess in beam:
        whole = gbk.character(guess.lead, data[0])
        if whole:
            yield _then(_add(guess, whole, 0), data[1:])


def _then(guess: Guess, rest: bytes) -> Guess:
    """With the second byte of a pair that was read late: it leads the next character, or it is ASCII."""
    if not rest:
        return guess
    if rest[0] < 0x80:
        return _add(guess, chr(rest[0]), 0)
    return replace(guess, lead=rest[0])


def _after_eaten(beam: list[Guess], *, last: bool) -> Iterator[Guess]:
    """Past a `?` that stands for a lead byte and the ASCII byte it ate: any character with this first byte may be it.

    At the end of the text there was nothing to eat.
    """
    for guess in beam:
        for second in range(0x81, 0xFF):
            char = gbk.character(guess.lead, second)
            if char:
                yield _eaten_behind(_add(guess, char, 0), last=last)


def _eaten_behind(guess: Guess, *, last: bool) -> Guess:
    if last:
        return guess
    return replace(guess, text=guess.text + gbk.LOST, eaten=(*guess.eaten, len(guess.text)))


def _past_hole(beam: list[Guess], token: _Token, site: Annotations) -> Iterator[Guess]:
    """Past a private-use character that was stripped, and one character more.

    The stripped one was the end of one character and the beginning of the next.
    """
    befores = [
        _add(guess, char, 0)
        for guess in beam[:_BEAM_BEFORE_HOLE]
        for second in _HOLE_SECONDS
        if (char := gbk.character(guess.lead, second))
    ]
    befores = _best(befores)[:_BEAM_BEFORE_HOLE]
    if token.char == gbk.LOST:
        yield from _broken_past_hole(befores, token, site)
        return
    data = gbk.encode(token.char)
    if data is None or data[0] < 0x40:
        return
    simple, plain = _column(data[0])
    for before in befores:
        chances = bigrams.scores(before.text[-1].translate(variants.to_simplified()), plain)
        for chance, char in heapq.nlargest(_BEST_AFTER_HOLE, zip(chances, simple, strict=True)):
            after = replace(before, text=before.text + char, score=before.score + chance + _LONGER)
            yield _then(after, data[1:])


def _broken_past_hole(befores: list[Guess], token: _Token, site: Annotations) -> Iterator[Guess]:
    """The same where the character after the hole is shown as `?`: its reading names it, or it ends a sentence."""
    for char in readings.homophones(token.reading) if token.reading else _STOPS:
        data = gbk.encode(char)
        if data is None or data[0] < 0xA1 or not gbk.is_lead(data[-1]):
            continue
        for before in befores:
            if token.reading:
                yield _add(_witnessed(before, char, token.reading, site), char, 0)
            else:
                yield _eaten_behind(_add(before, char, 0), last=token.last)


@cache
def _column(second: int) -> tuple[str, str]:
    """All characters with this second byte that a converted text may have; the same in simplified script."""
    chars = (gbk.character(first, second) for first in range(0xA1, 0xFF))
    column = "".join(char for char in chars if char and not variants.is_simplified(char))
    return column, column.translate(variants.to_simplified())


def _add(guess: Guess, char: str, lead: int) -> Guess:
    simple = variants.to_simplified()
    price = bigrams.score(guess.text[-1].translate(simple), char.translate(simple))
    if variants.is_simplified(char):
        price += _UNCONVERTED
    return replace(guess, text=guess.text + char, lead=lead, score=guess.score + price)


def _last_byte(text: str) -> int:
    data = gbk.encode(text[-1])
    return data[-1] if data else 0
