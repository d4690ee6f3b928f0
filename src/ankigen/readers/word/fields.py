r"""EQ fields: the formulas of old documents, `EQ \f(1,2)`, which show without a stored result."""

from __future__ import annotations

import re
from typing import Final

from ankigen.readers.word.formula import text_of
from ankigen.readers.word.numerals import numeral

_TOKEN: Final = re.compile(
    r"\\(?P<name>[A-Za-z]+)[ \d]*|(?P<mark>[(),;])|\\(?P<quoted>[^A-Za-z])|(?P<text>[^\\(),;]+)|\\"
)
_FORMAT: Final = re.compile(r'\\\*\s*(?:"[^"]*"|\w+)\s*')  # how the result is dressed
_MATH: Final = re.compile(r"\\[frib](?![A-Za-z])", re.IGNORECASE)
_DEEPEST: Final = 40
_RINGS: Final = "○〇◯O"


def equation(instruction: str) -> str:
    r"""What an EQ field shows: text where text can say it, else TeX in `\( \)`."""
    instruction = _FORMAT.sub("", instruction)
    is_formula = bool(_MATH.search(instruction))
    written = _Reader(instruction, is_formula).sequence(0).strip()
    return rf"\({written}\)" if is_formula and written else written


class _Reader:
    """One pass over the instruction's tokens."""

    def __init__(self, instruction: str, is_formula: bool) -> None:
        self._tokens = list(_TOKEN.finditer(instruction))
        self._at = 0
        self._is_formula = is_formula

    def sequence(self, depth: int) -> str:
        """Everything up to the end of an argument."""
        parts: list[str] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if depth and token["mark"] in (",", ";", ")"):
                break
            self._at += 1
            if token["name"]:
                parts.append(self._switch(token["name"].lower(), depth))
            elif token["mark"] == "(" and depth < _DEEPEST:
                parts.append("(" + self._rest(depth) + ")")
            else:
                text = token["mark"] or token["quoted"] or token["text"] or ""
                parts.append(text_of(text) if self._is_formula else text)
        return "".join(parts)

    def _rest(self, depth: int) -> str:
        """The inside of a bracket that is only a bracket."""
        return ",".join(self._list(depth))

    def _list(self, depth: int) -> list[str]:
        found = [self.sequence(depth + 1)]
        while self._at < len(self._tokens):
            mark = self._tokens[self._at]["mark"]
            self._at += 1
            if mark == ")":
                break
            found.append(self.sequence(depth + 1))
        return found

    def _switch(self, name: str, depth: int) -> str:
        r"""One switch with its options (`\o\ac(…)`) and arguments."""
        while self._at < len(self._tokens) and self._tokens[self._at]["name"]:
            option = self._tokens[self._at]["name"].lower()
            if name == "s" and option in ("up", "do"):
                name = option
            self._at += 1
        if depth >= _DEEPEST or self._at >= len(self._tokens) or self._tokens[self._at]["mark"] != "(":
            return ""
        self._at += 1
        return self._shown(name, self._list(depth))

    def _shown(self, name: str, values: list[str]) -> str:
        first, last = values[0], values[-1]
        if name == "o":
            return _overlaid(values)
        if name not in ("f", "r", "up", "do", "i", "b"):
            return " ".join(values)
        if name == "f":
            return rf"\frac{{{first}}}{{{values[1] if len(values) > 1 else ''}}}"
        if name == "r":
            return rf"\sqrt{{{last}}}" if len(values) == 1 or not first else rf"\sqrt[{first}]{{{last}}}"
        if name in ("up", "do"):
            return f"{'^' if name == 'up' else '_'}{{{' '.join(values)}}}"
        return (
            rf"\int_{{{first}}}^{{{values[1]}}} {last}" if name == "i" and len(values) > 2 else rf"\left({last}\right)"
        )


def _overlaid(values: list[str]) -> str:
    """One thing over another: a figure in a ring, or a reading over its character."""
    ring, figure = values[0].strip(), values[-1].strip()
    if ring and ring in _RINGS and figure.isascii() and figure.isdigit() and len(figure) < 3:
        return numeral("decimalEnclosedCircle", int(figure))
    return figure
