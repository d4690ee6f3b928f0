r"""Finds the formulas in a text. Anki typesets `\(…\)` and `\[…\]`; banks also write `$…$` and `$$…$$`.

A dollar sign is more often a price or a shell variable, and `\(` a regular expression, so a pair of delimiters
counts as a formula only when what stands between looks like one. A formula that was missed is shown as written; text
that was taken for a formula would be garbled.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

_DELIMITER = re.compile(r"\\\\|\\\$|\\[()\[\]]|\$\$|\$")
_CLOSERS = {r"\(": r"\)", r"\[": r"\]", "$$": "$$", "$": "$"}
_DISPLAY = {r"\[", "$$"}
_LONGEST = 4000
_WORDS_IN_TEX = re.compile(r"\\(?:text|mbox|mathrm|textbf|textit|operatorname)\s*\{[^{}]*\}")
_HAN_OR_STOP = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_REGEX_ESCAPE = re.compile(r"\\[dwsDWSBntr](?![A-Za-z])")
# A bracket that would start LaTeX, a sound, speech or a typing box, wherever it stands in a field.
LIVE_BRACKET = r"\[(?=/?latex\]|/?\${1,2}\]|sound:|anki:|\[type:)"
_LIVE = re.compile(LIVE_BRACKET, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in a text, at `text[start:end]` with its delimiters."""

    start: int
    end: int
    body: str
    display: bool


def formulas(text: str) -> Iterator[Formula]:
    """The formulas of a text from left to right, in one pass over its delimiters."""
    opened: re.Match[str] | None = None
    for match in _DELIMITER.finditer(text):
        if opened and match.group() == _CLOSERS[opened.group()]:
            body = text[opened.end() : match.start()]
            if _is_formula(text, opened, match, body):
                yield Formula(opened.start(), match.end(), body, opened.group() in _DISPLAY)
                opened = None
                continue
        if match.group() in _CLOSERS:
            opened = match
        elif match.group() in (r"\)", r"\]"):
            opened = None


def mathjax(body: str, *, display: bool) -> str:
    """HTML for a formula, with nothing in it that Anki's templates or sound and LaTeX filters would act on."""
    calm = re.sub(r"([{}:])(?=\1)", r"\1 ", body)  # TeX does not care about the space
    calm = html.escape(_LIVE.sub("[ ", calm), quote=False)
    return rf"\[{calm}\]" if display else rf"\({calm}\)"


def _is_formula(text: str, opened: re.Match[str], closed: re.Match[str], body: str) -> bool:
    if not body.strip() or len(body) > _LONGEST or not _balanced(body) or _REGEX_ESCAPE.search(body):
        return False
    if opened.group() != "$":
        return True
    before, after = text[max(0, opened.start() - 1) : opened.start()], text[closed.end() : closed.end() + 1]
    if body[0].isspace() or body[-1].isspace() or "\n" in body:
        return False
    if _is_word(before) or before == "$" or _is_word(after):
        return False
    return not _HAN_OR_STOP.search(_WORDS_IN_TEX.sub("", body))


def _is_word(character: str) -> bool:
    return character.isascii() and character.isalnum()


def _balanced(body: str) -> bool:
    depth = 0
    for match in re.finditer(r"\\.|[{}]", body, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth < 0:
            return False
    return depth == 0
