"""Figures in the forms that Word's lists know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ankigen.readers.ordinals import ordinal

_DIGITS: Final = "〇一二三四五六七八九"
_FORMAL: Final = {"Simplified": ("零壹贰叁肆伍陆柒捌玖", "拾佰仟"), "Traditional": ("零壹貳參肆伍陸柒捌玖", "拾佰仟")}
_FULL_WIDTH: Final = str.maketrans("0123456789", "０１２３４５６７８９")
_STEMS: Final = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES: Final = "子丑寅卯辰巳午未申酉戌亥"


def numeral(form: str, count: int) -> str:
    """A number in one of the forms of `w:numFmt`; plain figures where the form cannot write it or is not known."""
    write = _FORMS.get(form)
    return (write(count) if write else "") or ("" if form == "none" else str(count))


def _counted(count: int, digits: str = _DIGITS, units: str = "十百千") -> str:
    """Chinese figures as people count with them: 十二, 一百零五; "" from ten thousand on."""
    if not 0 < count < 10000:
        return ""
    zero = "零"
    written, gap = "", False
    for place, digit in enumerate(reversed(str(count))):
        if digit == "0":
            gap = gap or bool(written)
            continue
        unit = units[place - 1] if place else ""
        written = digits[int(digit)] + unit + (zero if gap and written else "") + written
        gap = False
    return written[1:] if 10 <= count < 20 and digits is _DIGITS else written


def _spelled(count: int) -> str:
    """Digit by digit: 二〇."""
    return "".join(_DIGITS[int(digit)] for digit in str(count)) if count > 0 else ""


def _of_run(first: str, length: int) -> Callable[[int], str]:
    """A writer for characters that stand in Unicode one after the other: ①, ⑴, ⒈."""
    return lambda count: chr(ord(first) + count - 1) if 0 < count <= length else ""


def _of_row(row: str) -> Callable[[int], str]:
    return lambda count: row[count - 1] if 0 < count <= len(row) else ""


_circled = _of_run("①", 20)
_FORMS: Final[dict[str, Callable[[int], str]]] = {
    "none": lambda _count: "",
    "decimalZero": lambda count: f"{count:02d}",
    "upperLetter": lambda count: ordinal("A", count),
    "lowerLetter": lambda count: ordinal("a", count),
    "upperRoman": lambda count: ordinal("I", count),
    "lowerRoman": lambda count: ordinal("i", count),
    **dict.fromkeys(
        (
            "chineseCounting",
            "chineseCountingThousand",
            "taiwaneseCounting",
            "taiwaneseCountingThousand",
            "japaneseCounting",
            "koreanCounting",
        ),
        _counted,
    ),
    **dict.fromkeys(("ideographDigital", "taiwaneseDigital", "japaneseDigitalTenThousand"), _spelled),
    "chineseLegalSimplified": lambda count: _counted(count, *_FORMAL["Simplified"]),
    "ideographLegalTraditional": lambda count: _counted(count, *_FORMAL["Traditional"]),
    **dict.fromkeys(("decimalEnclosedCircle", "decimalEnclosedCircleChinese"), _circled),
    "decimalEnclosedParen": _of_run("⑴", 20),
    "decimalEnclosedFullstop": _of_run("⒈", 20),
    "ideographEnclosedCircle": _of_run("㊀", 10),
    "ideographTraditional": _of_row(_STEMS),
    "ideographZodiac": _of_row(_BRANCHES),
    **dict.fromkeys(("decimalFullWidth", "decimalFullWidth2"), lambda count: str(count).translate(_FULL_WIDTH)),
}
