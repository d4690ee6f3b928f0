"""Finds many terms in a text in one pass: the longest wins, and words that lost their spaces are still words.

Chinese terms match anywhere. ASCII terms need a word boundary on both sides, but scraped texts have lost their spaces
(`DiffusionModel`, `TensorRTINT8`, `GPT3175B`), so a change of case, a digit and another term count as boundaries too.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ankigen.hanzi.fold import fold, fold_table

EXACT = "="  # in front of a term that matches only as it is spelled

# What may stand between two words of a term, and what a term may write there.
_GAP_CHARACTERS = " -_‐‑–"
_GAP = re.compile(f"[{re.escape(_GAP_CHARACTERS)}]")
_GAPS = re.compile(r"[\s\-_‐‑–]+")
_ASCII_WORD = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_SURROGATES = "\ud800-\udfff"  # letters of no term, and the search takes none
_BETWEEN = "\n"  # no term goes across it


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A word of a topic."""

    text: str  # as the taxonomy writes it
    slug: str
    sure: bool  # False for a hint


class TermFinder:
    """Looks for a fixed set of terms."""

    def __init__(self, terms: Iterable[Term]) -> None:
        """Build the search; a term in capitals only, or one marked as exact, matches as it is spelled."""
        from ahocorasick_rs import AhoCorasick

        self._terms: dict[str, list[tuple[str | None, Term]]] = {}  # by key: the exact spelling asked for, the term
        self._gaps: set[str] = set()  # beginnings of keys after which a gap may stand, whichever term goes on
        for term in terms:
            words = _GAPS.sub(" ", fold(term.text.removeprefix(EXACT))).strip()
            key = words.lower().replace(" ", "")
            if not key:
                continue
            spelled = term.text.startswith(EXACT) or (words.isascii() and words.isupper())
            self._terms.setdefault(key, []).append((words.replace(" ", "") if spelled else None, term))
            self._gaps.update(_before_gaps(words.lower()))
        # What needs no second look: neither a word boundary nor a spelling.
        self._plain = {
            key: [term for _, term in terms]
            for key, terms in self._terms.items()
            if not {key[0], key[-1]} & _ASCII_WORD and all(exact is None for exact, _ in terms)
        }
        self._keys = list(self._terms)
        self._search = AhoCorasick(self._keys)
        self._folds = _that_matter(frozenset("".join(self._keys)) | _ASCII_WORD | frozenset(_GAP_CHARACTERS))

    def find(self, text: str) -> list[Term]:
        """Every term in the order of the text; none that lies inside another, but two may overlap."""
        return self.find_each((text,))[0]

    def find_each(self, texts: Sequence[str]) -> list[list[Term]]:
        """What `find` finds in each of the texts; faster than one by one."""
        text = _BETWEEN.join(texts)
        found: list[list[Term]] = []
        hits = self._hits(_folded(text) if self._folds.search(text) else text)
        at, terms = next(hits, (len(text), []))
        end = 0
        for each in texts:
            end += len(each) + 1
            found.append([])
            while at < end and terms:
                found[-1] += terms
                at, terms = next(hits, (len(text), []))
        return found

    def _hits(self, cased: str) -> Iterator[tuple[int, list[Term]]]:
        """Where terms begin, and which."""
        start, end, glued = -1, -1, False
        places = self._places(cased.lower())
        for begin, negative, key in places:
            if (stop := -negative) <= end:
                continue
            if begin != start:
                start, glued = begin, begin == end  # the end of a term is the beginning of a word
            terms = self._plain.get(key) or self._accepted(cased, places, start, stop, key, glued)
            if terms:
                yield start, terms
                end = stop

    def _places(self, low: str) -> list[tuple[int, int, str]]:
        """Where the letters of a term stand: start, end (negative, so that the longest comes first) and key.

        The search runs in the text without its gaps, and what it finds has to have them where the term allows one.
        """
        keys = self._keys
        if not _GAP.search(low):
            found = self._search.find_matches_as_indexes(low, overlapping=True)
            return sorted([(start, -stop, keys[index]) for index, start, stop in found])
        found = self._search.find_matches_as_indexes(_GAP.sub("", low), overlapping=True)
        gaps = [match.start() - before for before, match in enumerate(_GAP.finditer(low))]  # where each one was
        places: list[tuple[int, int, str]] = []
        for index, start, stop in found:
            before, inside = bisect_right(gaps, start), bisect_left(gaps, stop)
            if before == inside or self._allowed(keys[index], [gap - start for gap in gaps[before:inside]]):
                places.append((start + before, -stop - inside, keys[index]))
        places.sort()
        return places

    def _allowed(self, key: str, gaps: list[int]) -> bool:
        """Whether a term may have its gaps there, one at each place."""
        return all(key[:gap] in self._gaps for gap in gaps) and all(a < b for a, b in pairwise(gaps))

    def _accepted(
        self, cased: str, places: list[tuple[int, int, str]], start: int, stop: int, key: str, glued: bool
    ) -> list[Term]:
        if key[0] in _ASCII_WORD and not glued and not _breaks(cased, start):
            return []
        if key[-1] in _ASCII_WORD and not _ends_word(cased, places, start, stop):
            return []
        seen = _GAPS.sub("", cased[start:stop])
        return [term for exact, term in self._terms[key] if exact is None or exact == seen]


def _before_gaps(words: str) -> Iterator[str]:
    """The beginnings of a term, without gaps, after which a gap may stand: between words and where scripts change."""
    key = ""
    for character, after in pairwise(words + "\0"):
        if character != " ":
            key += character
            if after == " " or (after != "\0" and (character in _ASCII_WORD) != (after in _ASCII_WORD)):
                yield key


def _that_matter(alphabet: frozenset[str]) -> re.Pattern[str]:
    """Finds the characters without which folding changes nothing found: most texts have none, and folding is slow."""
    folded = {chr(one): chr(to) for one, to in fold_table().items()}
    matter = [one for one, to in folded.items() if one.lower() in alphabet or to.lower() in alphabet]
    return re.compile(f"[{re.escape(''.join(matter))}{_SURROGATES}]")


def _folded(text: str) -> str:
    return re.sub(f"[{_SURROGATES}]", "\ufffd", fold(text))


def _ends_word(cased: str, places: list[tuple[int, int, str]], start: int, stop: int) -> bool:
    if _breaks(cased, stop):
        return True
    after = cased[stop]
    if after in "sS" and _breaks(cased, stop + 1):  # a plural
        return True
    if stop - start > 2 and after.islower() and cased[start:stop].isupper():  # PPOclip
        return True
    follower = bisect_left(places, (stop,))  # TensorRT|INT8
    return follower < len(places) and places[follower][0] == stop and _breaks(cased, -places[follower][1])


def _breaks(cased: str, at: int) -> bool:
    """Whether a word may begin or end before the character at `at`."""
    if at <= 0 or at >= len(cased):
        return True
    before, after = cased[at - 1], cased[at]
    if not (before.isascii() and before.isalnum() and after.isascii() and after.isalnum()):
        return True
    if before.isdigit() or after.isdigit():
        return before.isdigit() != after.isdigit()
    if after.isupper():
        return before.islower() or cased[at + 1 : at + 2].islower()  # diffusion|Model, GPT|Model
    return False
