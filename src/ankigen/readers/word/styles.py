"""How a run looks: its own properties over those of its styles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from ankigen.readers.word.names import Element, W, is_on, value

_DEEP: Final = 20  # styles that build on each other; Word allows 11
_INK: Final = 0x60  # colours darker than this are the colour of text
_SYMBOL_FONTS: Final = ("Wingdings", "Wingdings 2", "Wingdings 3", "Webdings", "Symbol")


class Look(NamedTuple):
    """What of a run's look may carry meaning."""

    bold: bool = False
    color: str = ""  # "FF0000"; "" for the colour that text has anyway
    highlight: str = ""
    underline: bool = False
    vertical: str = ""  # "superscript", "subscript"
    font: str = ""  # only where it is one that shows other characters than it holds


PLAIN: Final = Look()


class Styles:
    """The document's styles by their ids."""

    def __init__(self, root: Element | None) -> None:
        self._styles: dict[str, Element] = {}
        self._looks: dict[str, Look] = {}
        self._over: dict[tuple[Look, str], Look] = {}
        self._headings: dict[str, str] = {}
        self.default = ""  # the style of paragraphs that name none
        base = PLAIN
        if root is not None:
            base = changed(PLAIN, root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr"))
            for style in root.iterfind(f"{W}style"):
                self._styles[value(style, "styleId")] = style
                if value(style, "type") == "paragraph" and value(style, "default") in ("1", "true", "on"):
                    self.default = value(style, "styleId")
        self._base = base

    def look(self, name: str) -> Look:
        """The look of plain text in a paragraph style."""
        found = self._looks.get(name)
        if found is None:
            found = self._looks[name] = self.over(self._base, name)
        return found

    def over(self, look: Look, name: str) -> Look:
        """The look after a style has been laid over it."""
        found = self._over.get((look, name))
        if found is None:
            found = self._over[look, name] = self._laid_over(look, name)
        return found

    def _laid_over(self, look: Look, name: str) -> Look:
        for style in reversed(self.chain(name)):
            look = changed(look, style.find(f"{W}rPr"))
        return look

    def chain(self, name: str) -> list[Element]:
        """The style, and the styles that it builds on, nearest first."""
        found: list[Element] = []
        while name in self._styles and len(found) < _DEEP:
            found.append(self._styles[name])
            name = value(found[-1].find(f"{W}basedOn"))
        return found

    def heading(self, name: str) -> str:
        """The level of a heading style, "1" to "9"; "" for other styles."""
        if name not in self._headings:
            self._headings[name] = self._heading(name)
        return self._headings[name]

    def _heading(self, name: str) -> str:
        for style in self.chain(name):
            level = value(style.find(f"{W}pPr/{W}outlineLvl"))
            if level:
                return level_of(level)
        return ""


def level_of(outline: str) -> str:
    """The level of a heading, from 1, as the outline counts it, from 0; "" for what is no heading."""
    return str(int(outline) + 1) if outline in tuple("012345678") else ""


def changed(look: Look, properties: Element | None) -> Look:
    """The look after run properties have been laid over it."""
    for each in () if properties is None else properties:
        change = _CHANGES.get(each.tag)
        if change is not None:
            look = change(look, each)
    return look


def _with(look: Look, name: str, new: bool | str) -> Look:
    # Most properties only say once more what holds anyway.
    return look if getattr(look, name) == new else look._replace(**{name: new})  # type: ignore[arg-type]


def _font(look: Look, element: Element) -> Look:
    font = value(element, "ascii") or value(element, "hAnsi")
    return _with(look, "font", font if font in _SYMBOL_FONTS else "")


def _shading(look: Look, element: Element) -> Look:
    return look if look.highlight else _with(look, "highlight", _paper(value(element, "fill")))


_CHANGES: Final[dict[object, Callable[[Look, Element], Look]]] = {
    f"{W}b": lambda look, each: _with(look, "bold", is_on(each)),
    f"{W}color": lambda look, each: _with(look, "color", _colour(value(each))),
    f"{W}highlight": lambda look, each: _with(
        look, "highlight", value(each).removeprefix("none").removeprefix("white")
    ),
    f"{W}shd": _shading,
    f"{W}u": lambda look, each: _with(look, "underline", value(each, default="none") != "none"),
    f"{W}vertAlign": lambda look, each: _with(look, "vertical", value(each).removeprefix("baseline")),
    f"{W}rFonts": _font,
}


def _colour(text: str) -> str:
    channels = _channels(text)
    return "" if not channels or max(channels) < _INK else text.upper()


def _paper(text: str) -> str:
    channels = _channels(text)
    return "" if not channels or min(channels) > 0xF0 else text.upper()


def _channels(text: str) -> list[int]:
    """Red, green and blue; none for "auto" and whatever else is no colour."""
    try:
        return list(bytes.fromhex(text)) if len(text) == 6 else []
    except ValueError:
        return []
