"""Underlined words of texts in HTML, where a question asks for them: `_so_`, as people type it."""

from __future__ import annotations

import re
from typing import Final

_ASKED: Final = re.compile(r"underlin|划线|劃線|画线|畫線|底线|底線", re.IGNORECASE)
_WORDS: Final = re.compile(
    r"(?P<open><(?:u|ins)>|<span\b[^<>]{0,200}text-decoration:\s{0,3}underline[^<>]{0,200}>|&lt;u&gt;)"
    r"[^<>&]*[^<>&\s][^<>&]*(?P<close></(?:u|ins|span)>|&lt;/u&gt;)",
    re.IGNORECASE,
)


def underlined(text: str) -> dict[int, str]:
    """What stands in place of the tags that begin at these offsets; none where nothing asks for underlined words."""
    if not _ASKED.search(text):
        return {}
    return {match.start(end): "_" for match in _WORDS.finditer(text) for end in ("open", "close")}
