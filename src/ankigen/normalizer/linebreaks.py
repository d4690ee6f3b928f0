r"""One kind of line break: `\n`. CR LF, CR CR LF, CR, form feed, vertical tab, NEL and U+2028/2029 become it."""

from __future__ import annotations

import re

from ankigen.diagnostics import Diagnostic
from ankigen.normalizer.alphabet import alphabet
from ankigen.text import Rewrite, Span

RULE = "line-breaks"
_CHARACTERS = frozenset("\r\x0b\x0c\x85\u2028\u2029")
_OTHERS = re.compile("\r+\n?|[\x0b\x0c\x85\u2028\u2029]")


def line_breaks(text: Rewrite, script: str) -> tuple[Rewrite, list[Diagnostic]]:
    """Replace every other line break."""
    del script
    if _CHARACTERS.isdisjoint(alphabet(text.text)):
        return text, []
    changes = []
    for match in _OTHERS.finditer(text.text):
        # CR CR LF is one break; CR CR without LF are two.
        breaks = 1 if match[0].endswith("\n") else len(match[0])
        changes.append((Span(*match.span()), "\n" * breaks))
    return text.apply(changes, RULE), []
