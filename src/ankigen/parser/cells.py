"""What one cell says when it holds several things: a list of options, a list of answers."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from typing import Any

_TEXTS = ("text", "content", "optionContent", "item", "value", "title", "name", "desc", "option", "label", "内容")
_KEYS = ("key", "label", "ans", "letter", "id", "index", "option", "name", "value")
_LABEL = r"(?:^|[\s|;；,，/&$#^]+)[(（\[【]?{}\s?[.．、:：)）\]】\-]\s*"
_SEPARATORS = ("\n", "|", "$", "^", "###", "；", ";", "，", ",")


def listed(cell: str) -> Any:
    """The list or dictionary that the cell is, in JSON or as Python prints it; None when it is neither."""
    words = cell.strip()
    if len(words) < 2 or words[0] not in "[{" or words[-1] not in "]}":
        return None
    for load in (json.loads, ast.literal_eval):
        try:
            value = load(words)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            continue
        return value if isinstance(value, list | dict) else None
    return None


def answers(cell: str) -> list[str]:
    """The answers in a cell: the items of a list, or the cell as it is."""
    value = listed(cell)
    if isinstance(value, list) and all(isinstance(item, str | int | float | bool) for item in value):
        return [_text(item) for item in value if _text(item)]
    words = cell.strip()
    return [words] if words else []


def options(cell: str, separator: str) -> list[tuple[str, str]]:
    """The options in a cell, each with its own label where it has one."""
    value = listed(cell)
    if isinstance(value, dict):
        return [(str(key), _text(text)) for key, text in value.items() if isinstance(text, str | int | float)]
    if isinstance(value, list):
        return _from_items(value)
    lettered = _lettered(cell)
    if lettered:
        return lettered
    parts = [part.strip() for part in cell.split(separator)] if separator else []
    parts = [part for part in parts if part]
    return [("", part) for part in parts] if 1 < len(parts) <= 12 else []


def separator_of(cells: Sequence[str]) -> str:
    """What divides unlabelled options in most cells of a column; empty when nothing does."""
    plain = [cell for cell in cells if cell.strip() and listed(cell) is None and not _lettered(cell)]
    for separator in _SEPARATORS:
        cut = sum(1 for cell in plain if 1 < len([part for part in cell.split(separator) if part.strip()]) <= 12)
        if plain and cut * 10 >= len(plain) * 9:
            return separator
    return ""


def _from_items(items: list[Any]) -> list[tuple[str, str]]:
    found = []
    for item in items:
        if isinstance(item, dict):
            text = next((item[name] for name in _TEXTS if isinstance(item.get(name), str | int | float)), "")
            key = next((item[name] for name in _KEYS if name in item and item[name] != text), "")
            if not text and len(item) == 1:
                key, text = next(iter(item.items()))
            found.append((_text(key), _text(text)))
        else:
            found.append(("", _text(item)))
    labels = [_lettered_item(text) for _, text in found]
    if found and all(label and label[0] == chr(65 + i) for i, label in enumerate(labels)):
        return [label for label in labels if label]
    return found


def _lettered_item(text: str) -> tuple[str, str] | None:
    match = re.match(r"\s*[(（\[【]?([A-L])\s?[.．、:：)）\]】]\s*", text)
    return (match[1], text[match.end() :].strip()) if match else None


def all_lettered(texts: Sequence[str]) -> bool:
    """Whether the options repeat their letters in their texts, from A on; a path on drive C alone is no letter."""
    found = [_lettered_item(text) for text in texts if text]
    return len(found) > 1 and all(item and item[0] == chr(65 + place) for place, item in enumerate(found))


def unlabelled(text: str) -> str:
    """The option's text without its own letter."""
    found = _lettered_item(text)
    return found[1] if found and found[1] else text


def _lettered(cell: str) -> list[tuple[str, str]]:
    """`A.x B.y C.z`, on lines or divided by signs: letters from A on, in order."""
    marks: list[re.Match[str]] = []
    at = 0
    for letter in "ABCDEFGHIJKL":
        match = re.compile(_LABEL.format(letter)).search(cell, at)
        if not match or (not marks and cell[: match.start()].strip()):
            break
        marks.append(match)
        at = match.end()
    if len(marks) < 2:
        return []
    ends = [mark.start() for mark in marks[1:]] + [len(cell)]
    return [
        (chr(65 + i), cell[mark.end() : end].strip().rstrip("|;；$^").strip())
        for i, (mark, end) in enumerate(zip(marks, ends, strict=True))
    ]


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip() if isinstance(value, str | int | float) else ""
