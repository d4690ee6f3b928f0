"""Read again, in step, what was decoded one byte late: `適當(dāng)?shù)募糁…` → `適當的剪枝…`.

A site put pinyin after pairs of bytes. Where such a pair straddles two characters, the decoder afterwards meets a lead
byte followed by `(`: it shows `?`, eats the `(` and reads every later pair one byte late, until an ASCII byte.

A run is repaired by following the decoder backwards from its `?` (`decoder`), with a hypothesis for each byte that was
lost. The reading after a `?` nearly always names it. What is left is put through the forward model: only a text that
gives back exactly what was seen is a candidate, and a model of Chinese chooses among candidates. Near ties are
reported, not guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ankigen.diagnostics import Diagnostic
from ankigen.hanzi import gbk, readings
from ankigen.normalizer.annotated import Annotations, intact, learn, maybe_annotated
from ankigen.normalizer.decoder import BROKEN, Guess, Run, follow, is_annotation
from ankigen.normalizer.eaten import Page, fit
from ankigen.text import Rewrite, Span

RULE = "out-of-step"
_MARGIN = 1.5  # nats between the best candidate and the next; less is a tie
_STRIPPED_WORK = 5_000  # characters of runs that are searched for stripped characters in one document
_PINYIN_BEFORE = 14  # the longest `(reading)` and the character before it


def out_of_step(text: Rewrite, script: str) -> tuple[Rewrite, list[Diagnostic]]:
    """Repair every run that has one proven and clearly best reading; report the others."""
    del script
    seen = text.text
    if "?" not in seen or not maybe_annotated(seen) or not BROKEN.search(seen):
        return text, []
    search = _Search(seen, learn(seen))
    changes: list[tuple[Span, str]] = []
    found: list[Diagnostic] = []
    done = 0
    for broken in BROKEN.finditer(seen):
        if broken.start() < done or not readings.homophones(broken[1]):
            continue
        run, choice = search.repair(broken.start())
        if run is None or choice is None:
            found.append(_unsure(text, Span(*broken.span()), run))
            continue
        done = run.end
        found += [_lost(text, run)] if choice.lost else []
        # Pinyin of the character before the run stays for the next rule.
        changes.append((Span(broken.start(), run.end), choice.text[1:]))
    return text.apply(changes, RULE), found


class _Choice(NamedTuple):
    """A proven reading of a run."""

    score: float
    text: str  # with the eaten byte where it is known, else with `?`
    lost: bool  # whether an eaten byte stays lost


class _Search:
    """Finds and proves the readings of runs in one text."""

    __slots__ = ("_page", "_site", "_stripped_work", "_text")

    def __init__(self, text: str, site: Annotations) -> None:
        self._text = text
        self._page = Page(text)
        self._site = site
        # Private-use characters turn up in most runs; a text without a single one has probably lost them.
        self._stripped_work = 0 if any(map(gbk.is_private, site.visible or text)) else _STRIPPED_WORK

    def repair(self, at: int) -> tuple[Run | None, _Choice | None]:
        """The run whose first `?` stands at `at`, and its best reading if that is proven and clear."""
        start = self._in_step_before(at)
        if start < 0:
            return None, None
        run = follow(self._text, start, at, self._site, stripped=False)
        proven = self._proven(run, stripped=False)
        if self._stripped_work > 0:
            other = follow(self._text, start, at, self._site, stripped=True)
            self._stripped_work -= (other.end if other else at + 100) - start
            better = self._proven(other, stripped=True)
            if better and (not proven or better[0].score > proven[0].score):
                run, proven = other, better
        clear = len(proven) == 1 or (len(proven) > 1 and proven[0].score - proven[1].score >= _MARGIN)
        return run, proven[0] if clear else None

    def _in_step_before(self, at: int) -> int:
        """Offset of the last character in step: right before, or with its own pinyin in between; -1 for none."""
        if at and self._text[at - 1] != ")":
            return at - 1
        for char, reading, span in intact(self._text, max(0, at - _PINYIN_BEFORE), at):
            if span.end == at and is_annotation(char, reading):
                return span.start - 1
        return -1

    def _proven(self, run: Run | None, *, stripped: bool) -> list[_Choice]:
        """The readings from which the forward model makes exactly what was seen, best first."""
        if run is None:
            return []
        seen = self._text[run.start : run.end]
        proven = []
        for guess in run.guesses:
            made = forward(guess.text, {**self._site.table, **dict(guess.added)})
            if stripped:
                made = "".join(char for char in made if not gbk.is_private(char))
            if made == seen:
                proven.append(self._with_eaten(guess, run.end))
        return sorted(proven, reverse=True)

    def _with_eaten(self, guess: Guess, end: int) -> _Choice:
        """With the last eaten byte restored where the text after it tells what it was."""
        text, lost = guess.text, len(guess.eaten)
        if not lost and self._text[end - 1 : end] == gbk.LOST:  # the text ends within the last character
            return _Choice(guess.score + fit(text[-1], "\n"), text, False)
        if not lost or guess.eaten[-1] != len(text) - 1:
            return _Choice(guess.score, text, lost > 0)
        byte = self._page.eaten(text[-2], end)
        score = guess.score + fit(text[-2], byte)
        return _Choice(score, text[:-1] + byte, lost > 1) if byte else _Choice(score, text, True)


def forward(text: str, table: Mapping[str, str]) -> str:
    """What the site makes of a text: pinyin put in after pairs of bytes in the order of their codes, then decoded."""
    data = b"".join(gbk.encode(char) or b"?" for char in text)
    pairs = {(data[i], data[i + 1]) for i in range(len(data) - 1)}
    codes = {bytes(pair): table[char] for pair in pairs if (char := gbk.character(*pair)) in table}
    for code in sorted(codes):
        pinyin = b"".join(gbk.encode(char) or b"?" for char in codes[code])
        data = data.replace(code, code + b"(" + pinyin + b")")
    return gbk.decode(data)


def _lost(text: Rewrite, run: Run) -> Diagnostic:
    place = text.back(Span(run.end - 1, run.end))
    return Diagnostic.of(
        "lost-character", "A repaired stretch ends in `?`: a digit, space or sign that stood there was lost", place
    )


def _unsure(text: Rewrite, place: Span, run: Run | None) -> Diagnostic:
    span = Span(run.start, run.end) if run else place
    readings_found = [guess.text for guess in run.guesses[:2]] if run else []
    message = f"`{text.text[span.start : span.end]}` was decoded out of step and has no reading that is certain"
    suggestion = readings_found[0] if len(readings_found) > 0 else ""
    return Diagnostic.of("unsure-repair", message, text.back(span), suggestion=suggestion)
