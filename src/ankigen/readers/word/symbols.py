"""Characters of fonts that show something else than they hold."""

from __future__ import annotations

from typing import Final

_PRIVATE: Final = 0xF000  # Word keeps such characters in Unicode's private use area


def _numbered(start: int, chars: str) -> dict[int, str]:
    return {start + index: char for index, char in enumerate(chars) if char != " "}


_WINGDINGS: Final = {
    **_numbered(0x81, "①②③④⑤⑥⑦⑧⑨⑩ ❶❷❸❹❺❻❼❽❾❿"),
    **_numbered(0x41, "✌👌👍👎☜☞☝☟✋☺😐☹"),
    **_numbered(0x6C, "●❍■□❐❑❒⬧⧫◆❖⬥"),
    **_numbered(0xDF, "←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳"),
    **_numbered(0xA1, "○"),
    0x6F: "□", 0x9E: "·", 0x9F: "•", 0xA7: "▪", 0xA8: "□", 0xAB: "★", 0xD8: "➢", 0x80: "⓪", 0x8B: "⓿",
    0xFB: "×", 0xFC: "√", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
_WINGDINGS_2: Final = {
    **_numbered(0x6A, "①②③④⑤⑥⑦⑧⑨⑩ ❶❷❸❹❺❻❼❽❾❿"),
    0x4F: "×", 0x50: "√", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0x69: "⓪", 0x74: "⓿", 0x96: "•", 0x97: "●",
    0x9A: "○", 0xA2: "■", 0xA3: "□", 0xA4: "□", 0xEA: "★",
}  # fmt: skip
_WEBDINGS: Final = {0x61: "√", 0x63: "□", 0x67: "■", 0x6E: "●", 0x72: "×"}
_SYMBOL: Final = {
    **_numbered(0x41, "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"),
    **_numbered(0x61, "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"),
    **_numbered(0xA1, "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…"),
    **_numbered(0xC0, "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇ ©™∏√⋅¬∧∨⇔⇐⇑⇒⇓"),
    **_numbered(0xE0, "◊⟨®©™∑"),
    0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2A: "∗", 0x2D: "−", 0x40: "≅", 0x5C: "∴", 0x5E: "⊥", 0x7E: "∼",
    0xD2: "®", 0xF1: "⟩", 0xF2: "∫",
}  # fmt: skip
_FONTS: Final = {
    "Wingdings": _WINGDINGS,
    "Wingdings 2": _WINGDINGS_2,
    "Webdings": _WEBDINGS,
    "Symbol": _SYMBOL,
}


def symbol(font: str, char: str) -> str:
    """What a character shows in such a font; the character itself where that is not known."""
    code = ord(char)
    code -= _PRIVATE if _PRIVATE <= code < _PRIVATE + 256 else 0
    known = _FONTS.get(font, {})
    if code in known:
        return known[code]
    return chr(code) if font == "Symbol" and 0x20 <= code < 0x7F else char


def is_dressed(font: str) -> bool:
    """Whether the font shows other characters than it holds."""
    return font in _FONTS
