"""Decides whether the options of a question may be shown in another order.

The value stands in the note's Shuffle field: `0` never, `1` freely, `1 D` freely but option D stays last. It is
decided when the deck is built, because it takes the text; templates only obey it.
"""

from __future__ import annotations

import re

from ankigen.model import Kind, Question

# An option that speaks of the others as a whole: it makes sense only after them.
_ABOUT_ALL = re.compile(
    r"(?:以上|上述|前述|前面|以下)[^，。]{0,6}(?:都|均|全|皆|不|无|無)|(?:都|均|全)(?:不)?(?:对|對|是|正确|正確|错|錯)"
    r"|(?:all|none|neither|both)\b.{0,12}\b(?:above|these|them|options)",
    re.IGNORECASE,
)
# A text that names other options by letter or place: their order must not change.
_CITES = re.compile(
    r"(?<![A-Za-z0-9])[A-H](?:\s?[、,，和与與及或]\s?(?:and\s|or\s)?[A-H])+(?![A-Za-z0-9])"
    r"|(?:选项|選項|option)\s?[A-H](?![A-Za-z0-9])"
    r"|[A-H]\s?(?:项|項|选项|選項)"
    r"|第[一二三四五六]个?(?:项|項|选项|選項)|前[两兩二三四]者?[项項个]|[①②③④⑤⑥].*[①②③④⑤⑥]",
    re.IGNORECASE,
)
# The first characters of both. Most texts have none, and looking for them first is several times faster.
_MAY_BE_ABOUT_ALL = re.compile("[以上前都均全aAnNbB]")
_MAY_CITE = re.compile("[A-Ha-hoO选選第前①②③④⑤⑥]")
_ONLY_LETTERS = re.compile(r"(?:and|or|[Bb]oth|以及|[A-H、,，和与與及或\s])+")


def shuffle(question: Question) -> str:
    """The Shuffle field of a choice question."""
    if question.kind is Kind.TRUEFALSE or len(question.options) < 3:
        return "0"
    texts = [option.text for option in question.options]
    everything = "\n".join(texts)  # what none of them says need not be looked for in each
    about_all = [bool(_ABOUT_ALL.search(text)) for text in texts] if _speaks_of_all(everything) else []
    if any(about_all[:-1]) or _cites(question.stem):
        return "0"
    if _cites(everything) and any(map(_CITES.search, texts)):
        return "0"
    if any(map(_ONLY_LETTERS.fullmatch, texts)):
        return "0"
    return f"1 {question.options[-1].label}" if about_all and about_all[-1] else "1"


def _speaks_of_all(text: str) -> bool:
    return bool(_MAY_BE_ABOUT_ALL.search(text) and _ABOUT_ALL.search(text))


def _cites(text: str) -> bool:
    return bool(_MAY_CITE.search(text) and _CITES.search(text))
