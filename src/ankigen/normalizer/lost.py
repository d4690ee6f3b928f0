"""Find characters that are lost for good, and say where: nothing is changed here.

A converter that does not know a character writes `?` (two for a character outside the BMP), U+FFFD, or leaves a
private-use character. A `?` is reported only where no question mark can be meant: before `∞`, inside a formula, twice
before a comma. Question marks of sentences, addresses, code and regular expressions are none of this.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ankigen.diagnostics import Diagnostic
from ankigen.normalizer.alphabet import alphabet
from ankigen.text import Rewrite, Span

_GREEK = "α-ωΑ-Ω"
_ASKING = "吗呢么嗎麼吧啊呀谁誰哪几幾何啥否"
_MEAN = re.compile(r"[(（](?:0|μ|mu\b)")
_CODE = re.compile(r"`[^`\n]{1,300}`|https?://\S{1,300}|www\.\S{1,300}")


class _Sign(NamedTuple):
    """A place where `?` cannot be a question mark."""

    before: int  # characters of the lost part before the first `?`
    pattern: re.Pattern[str]  # the lost part is the group "lost"
    likely: Callable[[re.Match[str]], str]  # what most likely stood there, "" when nothing is likelier than the rest


def _minus(match: re.Match[str]) -> str:
    return "−" + match["lost"][1:]


def _norm(match: re.Match[str]) -> str:
    return "‖₂" if match["lost"] == "‖?" else ""


def _unknown(match: re.Match[str]) -> str:
    del match
    return ""


def _symbol(match: re.Match[str]) -> str:
    return _SYMBOL_FONT.get(match["lost"], "")


def _normal_distribution(match: re.Match[str]) -> str:
    return "𝒩" if _MEAN.match(match.string, match.end("lost")) else ""


_SIGNS = (
    _Sign(0, re.compile(r"(?P<lost>\?∞)"), _minus),
    _Sign(0, re.compile(rf"(?<=[=：:(（,，*×·/<>≤≥^])(?P<lost>\?[{_GREEK}∇∂∑∏∫√])"), _minus),
    _Sign(1, re.compile(r"(?P<lost>‖\?)(?=[\s\d/)）,，。;；=+*^<>≤≥])"), _norm),
    _Sign(1, re.compile(rf"(?<![A-Za-z\d_?&./])(?P<lost>[A-Za-z{_GREEK}]\?)(?==[^=])"), _unknown),
    _Sign(0, re.compile(r"(?<=[=+*/~∼∈×])(?P<lost>\?\?)(?=[(（_^])"), _normal_distribution),
    _Sign(0, re.compile(rf"(?<=[㐀-鿿])(?<![{_ASKING}])(?P<lost>\?\?)(?=[，、；：。])"), _unknown),
    _Sign(0, re.compile(rf"(?<=[㐀-鿿])(?<![{_ASKING}])(?P<lost>\?)(?=[，、；])"), _unknown),
)
_SHOWN = re.compile("(?P<lost>\ufffd+|[\ue000-\uf8ff\U000f0000-\U0010fffd]+)")
# Word keeps symbols of the Symbol font as private-use characters; these are the ones exams use.
_SYMBOL_FONT = dict(
    zip(
        map(chr, (0xF0B0, 0xF0B1, 0xF0B4, 0xF0B8, 0xF0A3, 0xF0B3, 0xF0B9, 0xF0A5, 0xF0AE, 0xF0B7)),
        "°±×÷≤≥≠∞→•",
        strict=True,
    )
)


def lost_characters(text: Rewrite, script: str) -> tuple[Rewrite, list[Diagnostic]]:
    """Report each lost character, with the likely one where there is one."""
    del script
    seen = text.text
    matches = [*_lost_to_question_marks(seen), *_shown_as_lost(seen)]
    if not matches:
        return text, []
    code = [match.span() for match in _CODE.finditer(seen)]
    found = {}
    for match, likely in matches:
        span = Span(*match.span("lost"))
        if not _inside(span, code):
            found[span] = likely(match)
    return text, [_report(text, span, likely) for span, likely in sorted(found.items())]


def _lost_to_question_marks(text: str) -> Iterator[tuple[re.Match[str], Callable[[re.Match[str]], str]]]:
    at = text.find("?")
    while at >= 0:
        for sign in _SIGNS:
            match = sign.pattern.match(text, max(0, at - sign.before))
            if match:
                yield match, sign.likely
                break
        at = text.find("?", at + 1)


def _shown_as_lost(text: str) -> Iterator[tuple[re.Match[str], Callable[[re.Match[str]], str]]]:
    if any(map(_SHOWN.match, alphabet(text))):
        for match in _SHOWN.finditer(text):
            yield match, _symbol


def _inside(span: Span, code: list[tuple[int, int]]) -> bool:
    row = bisect_right(code, (span.start, 1 << 62)) - 1
    return row >= 0 and span.start < code[row][1]


def _report(text: Rewrite, span: Span, likely: str) -> Diagnostic:
    seen = text.text[span.start : span.end]
    shown = seen if seen.isascii() or "?" in seen else " ".join(f"U+{ord(char):04X}" for char in seen[:4])
    around = text.text[max(0, span.start - 8) : span.end + 8].replace("\n", " ")
    message = f"`{shown}` in `{around}` stands for a character that was lost"
    return Diagnostic.of("lost-character", message, text.back(span), suggestion=likely)
