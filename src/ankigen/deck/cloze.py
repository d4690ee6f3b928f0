"""Makes the text of a fill-in: each blank a cloze with its answer, so Anki asks for one blank at a time.

Blanks and answers are matched only when there are equally many. Otherwise nobody knows which answer belongs where:
the blanks stay as they are and all answers are asked for at once, on a line of their own (so too when the stem has
no blank at all).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ankigen.deck.markup import BLANK, Shelf, clean, inline
from ankigen.deck.tex import formulas, mathjax

# Anki makes no card for a cloze number above this.
_MOST = 499

_LIVE_IN_CLOZE = re.compile(r":(?=:)|}(?=})|}\Z")
_OR = re.compile(r"或者?|／|(?<=\s)/(?=\s)")


def cloze_text(
    stem: str,
    answers: Sequence[str],
    render: Callable[[str, Shelf], str],
    numbers: Sequence[int] | None = None,
    put: Callable[[str, Shelf], str] = lambda text, _: text,
) -> str:
    """HTML for the stem with its blanks as clozes.

    Args:
        stem: the question, with `____` for each blank.
        answers: one per blank; an empty one leaves its blank alone.
        render: turns the text around the blanks into HTML.
        numbers: the recorded cloze number of each blank. A number is a card of the learner's, so it must never move
            to another blank; without a record they count from one.
        put: puts the pictures of an answer aside.
    """
    shelf = Shelf()
    text = clean(stem)
    given = [clean(answer) for answer in answers]
    if len(BLANK.findall(text)) != len(given) or len(given) > _MOST:
        every = "；".join(answer for answer in given if answer)
        token = shelf.put(cloze(1, every, put))
        return render(f"{_with_clozes(text, shelf, [])}\n{token}", shelf)
    counted = numbers or range(1, len(given) + 1)
    clozes = [cloze(number, answer, put) if answer else "____" for number, answer in zip(counted, given, strict=True)]
    return render(_with_clozes(text, shelf, clozes), shelf)


def cloze(number: int, answer: str, put: Callable[[str, Shelf], str] = lambda text, _: text) -> str:
    """HTML for one cloze. Its answer may hold what would end it early (`}}`, `::`)."""
    shelf = Shelf()
    calm = _LIVE_IN_CLOZE.sub(r"\g<0><span></span>", inline(put(clean(answer), shelf), shelf))
    if calm.startswith(":"):
        calm = f"<span></span>{calm}"
    return f"{{{{c{number}::{calm}}}}}"


def alternatives(answer: str) -> tuple[str, ...]:
    """The answers that a key such as `4096 / 4k` or `tracing或scripting` accepts; empty when it names only one.

    `0或1` and `增或减` are left whole: there, both together are more often the answer.
    """
    text = clean(answer)
    parts = [part.strip() for part in _OR.split(text)]
    if len(parts) < 2 or "" in parts or len(set(parts)) < len(parts):
        return ()
    if "或" in text and (any(len(part) < 2 for part in parts) or all(part.isdecimal() for part in parts)):
        return ()
    return tuple(parts)


def _with_clozes(text: str, shelf: Shelf, clozes: Sequence[str]) -> str:
    """The text with its blanks put aside as clozes. A blank in a formula follows it: a cloze inside breaks it."""
    rest = iter(clozes)

    def token(_: re.Match[str] | None = None) -> str:
        return shelf.put(next(rest, "____"))

    parts, at = [], 0
    for formula in formulas(text):
        count = len(BLANK.findall(formula.body))
        if count:
            parts.append(BLANK.sub(token, text[at : formula.start]))
            body = BLANK.sub(r"\\underline{\\qquad}", formula.body)
            parts.append(shelf.put(mathjax(body, display=formula.display)))
            parts += [f"（{token()}）" for _ in range(count) if clozes]
            at = formula.end
    return "".join([*parts, BLANK.sub(token, text[at:])])
