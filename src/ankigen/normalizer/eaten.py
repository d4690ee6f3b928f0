"""What an eaten byte was, told by the text after it and by the habits of the document."""

from __future__ import annotations

import re

from ankigen.hanzi import readings

_TAG_REST = re.compile(
    r"/?(?:p|br|div|span|b|i|u|em|strong|li|ul|ol|td|tr|th|table|font|a|h[1-6])(?: [^<>\n]{0,80})?/?>"
)
_LINE_START = re.compile(r"[A-Ha-h][.．、]|答案|解析|参考答案|參考答案|正确答案|正確答案")
_NUMBERED = re.compile(r"\d{1,3}[.．、](?!\d)|[一二三四五六七八九十]{1,3}、|[（(]\d{1,2}[)）]")
_PINYIN = re.compile(rf"[?(]{readings.SYLLABLE}\)")
_SENTENCE_ENDS = "。！？；"
_OPENING = "，、“‘《（"
_UNKNOWN = -3.0  # a digit or a sign in the middle of a sentence
_NEAR = 120  # characters looked ahead for a closing bracket


def fit(before: str, byte: str) -> float:
    """How well a character stands before what was eaten (natural logarithm): lines do not end in a comma."""
    if byte in ("<", "\n", "\r"):
        return 0.0 if before in _SENTENCE_ENDS else -6.0 if before in _OPENING else -2.0
    if byte == "(":
        return -3.0 if before in _SENTENCE_ENDS else 0.0
    return 0.0 if byte else _UNKNOWN


class Page:
    """The habits of one document; each is looked up at most once, when it is needed."""

    __slots__ = ("_breaks", "_spaced", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._breaks: str | None = None
        self._spaced: bool | None = None

    def eaten(self, before: str, at: int) -> str:
        """The byte eaten between `before`, the last character of a repaired run, and offset `at`; "" when unknown."""
        text = self._text
        if _TAG_REST.match(text, at):
            return "<"
        if self._closes(at):
            return "("
        if text[at : at + 1] == "\n":
            return {"\r\n": "\r", "\n\n": "\n"}.get(self._line_breaks(), "")
        if self._line_breaks() == "\n" and self._begins_line(before, at):
            return "\n"
        if text[at : at + 1].isascii() and text[at : at + 1].isalpha() and self._spaces_words():
            return " "
        return ""

    def _begins_line(self, before: str, at: int) -> bool:
        """Whether a new line begins here: with a label or, after the end of a sentence, a number or a word."""
        after = self._text[at : at + 1]
        return bool(
            _LINE_START.match(self._text, at)
            or (before in _SENTENCE_ENDS and (after > "\u2e80" or _NUMBERED.match(self._text, at)))
        )

    def _closes(self, at: int) -> bool:
        """Whether a bracket closes in this line that nothing opened."""
        ahead = _PINYIN.sub("", self._text[at : at + _NEAR]).partition("\n")[0]
        depth = 0
        for char in ahead:
            depth += (char == "(") - (char == ")")
            if depth < 0:
                return True
        return False

    def _line_breaks(self) -> str:
        """How lines end here: CR LF, LF, or LF LF where an empty line follows every line; "" for a single line."""
        if self._breaks is None:
            lines = self._text.count("\n")
            crlf, double = self._text.count("\r\n"), self._text.count("\n\n")
            self._breaks = "\r\n" if 2 * crlf > lines else "\n\n" if 2.5 * double > lines else "\n" if lines else ""
        return self._breaks

    def _spaces_words(self) -> bool:
        """Whether Latin words stand apart from the Chinese ones around them."""
        if self._spaced is None:
            apart = len(re.findall(r"[㐀-鿿] [A-Za-z]", self._text))
            self._spaced = apart > len(re.findall(r"[㐀-鿿][A-Za-z]", self._text))
        return self._spaced
