"""The numbers that paragraphs show but do not hold."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from ankigen.readers.word.names import Element, W, is_on, number, value
from ankigen.readers.word.numerals import numeral
from ankigen.readers.word.styles import Styles
from ankigen.readers.word.symbols import symbol

_LEVELS: Final = 9
_PLACE: Final = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class _Level:
    start: int = 1
    form: str = "decimal"
    text: str = ""
    gap: str = "tab"  # what follows the number: "tab", "space", "nothing"
    font: str = ""  # of a bullet
    legal: bool = False  # all figures in the plain form
    restarts: bool = True


@dataclass(slots=True)
class _List:
    """One list of the document; paragraphs of several `num` share it."""

    counters: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Num:
    levels: dict[int, _Level]
    list: _List
    restarts: dict[int, int]  # level → number that its first use begins with


class Numbering:
    """Counts the paragraphs of all lists, in the document's order."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        self._styles = styles
        self._nums: dict[str, _Num] = {}
        self._by_style: dict[str, tuple[str, int]] = {}
        self._style_levels: dict[str, tuple[str, int] | None] = {}
        if root is not None:
            self._load(root)

    def _load(self, root: Element) -> None:
        abstract = {value(each, "abstractNumId"): each for each in root.iterfind(f"{W}abstractNum")}
        lists = {name: _List() for name in abstract}
        nums = root.findall(f"{W}num")
        lists_of = {value(num, "numId"): value(num.find(f"{W}abstractNumId")) for num in nums}
        for num in nums:
            number_id = value(num, "numId")
            name = self._linked(abstract, lists_of, lists_of[number_id])
            if name not in abstract:
                continue
            levels: dict[int, _Level] = {}
            for level in abstract[name].iterfind(f"{W}lvl"):
                levels[number(level, "ilvl")] = _level(level)
                style = value(level.find(f"{W}pStyle"))
                if style:
                    self._by_style.setdefault(style, (number_id, number(level, "ilvl")))
            restarts: dict[int, int] = {}
            for change in num.iterfind(f"{W}lvlOverride"):
                at = number(change, "ilvl")
                own = change.find(f"{W}lvl")
                if own is not None:
                    levels[at] = _level(own)
                start = change.find(f"{W}startOverride")
                if start is not None:
                    restarts[at] = number(start, default=1)
            self._nums[number_id] = _Num(levels, lists[name], restarts)

    def _linked(self, abstract: dict[str, Element], lists_of: dict[str, str], name: str) -> str:
        """The list that really holds the levels, where one only points to a numbering style."""
        if name in abstract:
            style = value(abstract[name].find(f"{W}numStyleLink"))
            for each in self._styles.chain(style):
                target = value(each.find(f"{W}pPr/{W}numPr/{W}numId"))
                if target in lists_of:
                    return lists_of[target]
        return name

    def label(self, own: Element | None, style: str) -> str:
        """The number of the next paragraph, with the gap behind it; "" where it has none.

        Args:
            own: the paragraph's own `<w:numPr>`.
            style: the id of its style, which may number it too.
        """
        place = self._place(own, style)
        if place is None or place[0] not in self._nums:
            return ""
        num, at = self._nums[place[0]], min(max(place[1], 0), _LEVELS - 1)
        level = num.levels.get(at, _Level())
        counters = num.list.counters
        if at in num.restarts:
            counters[at] = num.restarts.pop(at)
        else:
            counters[at] = counters[at] + 1 if at in counters else level.start
        for lower in [each for each in counters if each > at and num.levels.get(each, level).restarts]:
            del counters[lower]
        if level.form == "bullet":
            return _bullet(level)
        label = _PLACE.sub(lambda match: self._figure(num, level, int(match[1]) - 1), level.text)
        return label + _gap(level, label) if label.strip() else ""

    def _figure(self, num: _Num, level: _Level, at: int) -> str:
        other = num.levels.get(at, level)
        count = num.list.counters.setdefault(at, other.start)  # a level that has not come yet counts as begun
        return numeral("decimal" if level.legal else other.form, count)

    def _place(self, own: Element | None, style: str) -> tuple[str, int] | None:
        """Which `num` and which level a paragraph belongs to, by itself or by its style."""
        if own is not None:
            number_id = value(own.find(f"{W}numId"))
            if number_id:
                return (number_id, number(own.find(f"{W}ilvl"))) if number_id != "0" else None
        if style not in self._style_levels:
            self._style_levels[style] = self._of_style(style)
        return self._style_levels[style]

    def _of_style(self, style: str) -> tuple[str, int] | None:
        for each in self._styles.chain(style):
            name = value(each, "styleId")
            found = each.find(f"{W}pPr/{W}numPr")
            if found is None:
                continue
            number_id = value(found.find(f"{W}numId"))
            if number_id == "0":
                return None
            # A style names its list; the list names the level that is the style's.
            level = found.find(f"{W}ilvl")
            known = self._by_style.get(name)
            if known and (not number_id or level is None):
                return number_id or known[0], known[1]
            if number_id:
                return number_id, number(level)
        return None


def _level(element: Element) -> _Level:
    fonts = element.find(f"{W}rPr/{W}rFonts")
    legal = element.find(f"{W}isLgl")
    return _Level(
        number(element.find(f"{W}start"), default=1),
        value(element.find(f"{W}numFmt"), default="decimal"),
        value(element.find(f"{W}lvlText")),
        value(element.find(f"{W}suff"), default="tab"),
        value(fonts, "ascii") or value(fonts, "hAnsi"),
        legal is not None and is_on(legal),
        value(element.find(f"{W}lvlRestart"), default="") != "0",
    )


def _gap(level: _Level, label: str) -> str:
    """A space says as much as a tab, except behind a bare figure, which only a tab sets apart from the text."""
    if level.gap == "nothing":
        return ""
    return "\t" if level.gap == "tab" and label.isascii() and label[-1].isalnum() else " "


def _bullet(level: _Level) -> str:
    """Bullets are decoration; a tick, a cross or a box is more."""
    shown = "".join(symbol(level.font, char) for char in level.text)
    return f"{shown} " if shown and all(char in "√×☑☒□" for char in shown) else ""
