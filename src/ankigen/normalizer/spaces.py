"""Odd spaces become plain ones, one for one: a run of them may be a blank to fill in, or the gap between two options.

U+3000 stays: it is part of how Chinese texts are laid out.
"""

from __future__ import annotations

import re

from ankigen.diagnostics import Diagnostic
from ankigen.normalizer.alphabet import alphabet
from ankigen.text import Rewrite, Span

RULE = "spaces"
_CHARACTERS = frozenset("\xa0\u1680\u202f\u205f" + "".join(map(chr, range(0x2000, 0x200B))))
_ODD = re.compile(f"[{''.join(sorted(_CHARACTERS))}]+")


def spaces(text: Rewrite, script: str) -> tuple[Rewrite, list[Diagnostic]]:
    """Replace every odd space."""
    del script
    if _CHARACTERS.isdisjoint(alphabet(text.text)):
        return text, []
    found = _ODD.finditer(text.text)
    return text.apply([(Span(*match.span()), " " * len(match[0])) for match in found], RULE), []
