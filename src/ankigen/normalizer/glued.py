"""Notice that a site dropped every space (and often every hyphen): `MixtureofExperts`, `1e3` for `1e-3`."""

from __future__ import annotations

import re

from ankigen.diagnostics import Diagnostic
from ankigen.text import Rewrite

_GLUED = re.compile(r"(?<![A-Za-z])[A-Z]?[a-z]{2,20}(?:[A-Z][a-z]{2,20}){1,5}(?![a-z])")
_WORDS = re.compile(r"[A-Za-z]{2,}")
_HUMP = re.compile("[A-Z]")
_ENOUGH_WORDS = 20
_ENOUGH_GLUED = 3  # different words; names such as TensorFlow and JavaScript are written like this
_LONG = 3  # capitals in the longest of them: SingleProgramMultipleData is no name


def lost_spaces(text: Rewrite, script: str) -> tuple[Rewrite, list[Diagnostic]]:
    """Say so once, where the first glued words stand."""
    del script
    seen = text.text
    if " " in seen or len(_WORDS.findall(seen)) < _ENOUGH_WORDS:
        return text, []
    glued = {match[0]: match for match in reversed(list(_GLUED.finditer(seen)))}
    if len(glued) < _ENOUGH_GLUED or max(len(_HUMP.findall(word)) for word in glued) < _LONG:
        return text, []
    first = min(glued.values(), key=lambda match: match.start())
    hyphens = "" if "-" in seen else " and not one hyphen"
    message = f"The text has not one space{hyphens}; {len(glued)} words look glued together, such as `{first[0]}`"
    return text, [Diagnostic.of("lost-spaces", message, text.back(first.span()))]
