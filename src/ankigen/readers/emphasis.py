"""What a tag says about the look of its text, as kinds and values of marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ankigen.readers.tags import attributes, words

_BY_NAME: Final = {
    "b": "bold",
    "strong": "bold",
    "u": "underline",
    "ins": "underline",
    "mark": "highlight",
}
# The colours that text has anyway say nothing.
_INK: Final = words("black #000 #000000 #333 #333333 rgb(0,0,0) rgb(51,51,51) windowtext inherit initial currentcolor")
_PAPER: Final = words("white #fff #ffffff rgb(255,255,255) rgba(0,0,0,0) transparent none inherit initial unset")
_COLOUR: Final = re.compile(r"#[0-9A-Fa-f]{3,8}\b|rgba?\([^()]*\)|[A-Za-z]+")


@lru_cache(1024)
def emphasis(name: str, raw: str) -> tuple[tuple[str, str], ...]:
    """The marks that an element lays on its text, as (kind, value); `raw` holds its attributes as in `Tag.raw`."""
    values = attributes(raw)
    found: list[tuple[str, str]] = []
    if name in _BY_NAME:
        found.append((_BY_NAME[name], ""))
    if name == "font" and _differs(values.get("color", ""), _INK):
        found.append(("color", values["color"].strip()))
    found += _of_style(dict(_declarations(values.get("style", ""))))
    return tuple(found)


def _of_style(style: dict[str, str]) -> Iterator[tuple[str, str]]:
    if _differs(style.get("color", ""), _INK):
        yield "color", style["color"]
    paper = _COLOUR.search(style.get("background-color", "") or style.get("background", ""))
    if paper and _differs(paper[0], _PAPER) and paper[0].lower() != "url":
        yield "highlight", paper[0]
    weight = style.get("font-weight", "")
    if weight in ("bold", "bolder") or (weight.isascii() and weight.isdigit() and int(weight[:4]) >= 600):
        yield "bold", ""
    if "underline" in style.get("text-decoration", "") or "underline" in style.get("text-decoration-line", ""):
        yield "underline", ""


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    for declaration in style.split(";"):
        key, colon, value = declaration.partition(":")
        if colon:
            yield key.strip().lower(), value.replace("!important", "").strip()


def _differs(colour: str, usual: frozenset[str]) -> bool:
    return bool(colour.strip()) and re.sub(r"\s+", "", colour).lower() not in usual
