"""Remove what nobody sees: byte-order marks, zero-width characters, soft hyphens, bidi and other control characters."""

from __future__ import annotations

import re

from ankigen.diagnostics import Diagnostic
from ankigen.normalizer.alphabet import alphabet
from ankigen.text import Rewrite, Span

RULE = "invisible"
_UNSEEN = (
    "\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb"
)
_JOINER = "\u200d"  # between two pictures it makes one of them, and is kept
_PICTURES = "\U0001f000-\U0001faff\u2600-\u27bf\ufe0f"
_ANY = re.compile(f"[{_UNSEEN}{_JOINER}]")
_RUNS = re.compile(f"[{_UNSEEN}]+|(?<![{_PICTURES}]){_JOINER}+")


def invisible(text: Rewrite, script: str) -> tuple[Rewrite, list[Diagnostic]]:
    """Remove them all."""
    del script
    if not any(map(_ANY.match, alphabet(text.text))):
        return text, []
    return text.apply([(Span(*match.span()), "") for match in _RUNS.finditer(text.text)], RULE), []
