"""Answers that say options over again: `A. 红` and `B. 橙` on lines of their own, bullets with words, `Option 2`.

Every line of such a list names one option. Where a line names none, part of the key would be lost, so there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ankigen.model import Option
from ankigen.parser.values import plain

_ITEM = re.compile(
    r"[ \t]*(?P<bullet>[-*+•][ \t]+)?"
    r"(?:(?:Option|option|选项)[ \t]*(?P<place>\d{1,2}|[A-Z])(?![A-Za-z\d])[ \t]*[.:、)]?"
    r"|[(\[]?(?P<letter>[A-Za-z])[.、:)\]])?[ \t]*(?P<words>[^\n]*)"
)
_LINE = re.compile(r"[^\n]*\S[^\n]*")


@dataclass(frozen=True, slots=True)
class Echo:
    """The options that an answer says over."""

    letters: tuple[str, ...]
    end: int  # where the list ends
    strange: str = ""  # a line of the list that names no option


def echoed(value: str, options: Sequence[Option]) -> Echo | None:
    """Read a folded answer as such a list; None where its first line is no line of one."""
    texts: dict[str, str] = {}
    letters: list[str] = []
    end, bulleted = 0, False
    for item in _items(value):
        if not letters and not item["words"] and not item["place"]:
            return None  # a mere key
        texts = texts or {option.label: plain(option.text) for option in options}
        label = _named(item, texts)
        listed = bool(item["bullet"]) if bulleted else bool(item["letter"] and item["letter"].upper() in texts)
        if not label and not letters:
            return None
        if not label and listed:
            return Echo(tuple(letters), end, item.group().strip())
        if not label or label in letters:
            break
        letters.append(label)
        end, bulleted = item.end(), bulleted or bool(item["bullet"])
    return Echo(tuple(letters), end) if letters else None


def _items(value: str) -> Iterator[re.Match[str]]:
    """The lines that are marked as one of a list, up to the first that is not."""
    for line in _LINE.finditer(value):
        item = _ITEM.match(value, line.start(), line.end())
        if item is None or not (item["bullet"] or item["letter"] or item["place"]):
            return
        yield item


def _named(item: re.Match[str], texts: dict[str, str]) -> str:
    """The label of the option that a line names, "" where it names none."""
    words, place = plain(item["words"]), item["place"]
    if place:
        labels = list(texts)
        label = place if place in texts else ""
        if place.isdigit() and 0 < int(place) <= len(labels):
            label = labels[int(place) - 1]
        return label if not words or words == texts.get(label) else ""
    if item["letter"]:
        label = item["letter"].upper()
        return label if words and words == texts.get(label) else ""
    if words.upper() in texts:
        return words.upper()
    return next((label for label, text in texts.items() if text and text == words), "")
