"""Radicals that stand for characters (⽤ ⻚) become those characters (用 页)."""

from __future__ import annotations

import re

from ankigen.diagnostics import Diagnostic
from ankigen.hanzi.radicals import PATTERN, to_character
from ankigen.normalizer.alphabet import alphabet
from ankigen.text import Rewrite, Span

RULE = "radicals"
_RADICALS = re.compile(f"{PATTERN}+")


def radicals(text: Rewrite, script: str) -> tuple[Rewrite, list[Diagnostic]]:
    """Replace every radical that looks like a character."""
    del script
    if not any("\u2e80" <= char <= "\u2fd5" for char in alphabet(text.text)):
        return text, []
    found = _RADICALS.finditer(text.text)
    return text.apply([(Span(*match.span()), match[0].translate(to_character())) for match in found], RULE), []
