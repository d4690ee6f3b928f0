"""Take out the pinyin that a site put after characters: `訓(xùn)練` → `訓練`.

Only what can be the site's goes: a reading of the very character before it, of a character that the conversion to
traditional script produced (or any, where the whole document is annotated), with the same reading everywhere. Glosses
stay: `变量(var)`, `栈(stack)`, `f(x)`, `角(jué)色`.

The site works on bytes, so it also annotates pairs of bytes that straddle two characters: in `，F(xiàn)P32` the last
byte of `，` and the `F` are the code of 現.
"""

from __future__ import annotations

import re

from ankigen.diagnostics import Diagnostic
from ankigen.hanzi import gbk, readings
from ankigen.normalizer.annotated import intact, learn, maybe_annotated
from ankigen.normalizer.out_of_step import RULE as OUT_OF_STEP
from ankigen.text import Rewrite, Span

RULE = "annotations"
_STRADDLING = re.compile(rf"([^\x00-\x7f])([@-~])\(({readings.SYLLABLE})\)")


def remove_pinyin(text: Rewrite, script: str) -> tuple[Rewrite, list[Diagnostic]]:
    """Remove a site's pinyin."""
    del script
    if not maybe_annotated(text.text):
        return text, []
    site = learn(text.text, (edit.text for edit in text.edits if edit.rule == OUT_OF_STEP))
    spans = [found.span for found in intact(text.text) if site.covers(found.char, found.reading)]
    spans += [Span(match.end(2), match.end()) for match in _STRADDLING.finditer(text.text) if straddles(match)]
    return text.apply([(span, "") for span in sorted(spans)], RULE), []


def straddles(match: re.Match[str]) -> bool:
    """Whether the bytes before the pinyin, across two characters, are the code of a character read like this."""
    before, letter, reading = match.groups()
    data = gbk.encode(before)
    if data is None or len(data) < 2 or not readings.has_tone(reading):
        return False
    char = gbk.character(data[1], ord(letter))
    return bool(char) and readings.is_reading(reading, char)
