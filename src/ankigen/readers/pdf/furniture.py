"""Running headers, footers and page numbers: the same words at the same height on many pages.

A line counts only when every line between it and the edge of the page counts too, and never when it looks like an
answer, an option or a question: the first line of a page stands at the same height on every page, whatever it says.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ankigen.readers.pdf.page import Line

_FEWEST: Final = 3  # pages
_SHARE: Final = 0.25  # of all pages
_HEIGHTS: Final = 200  # steps from the top of a page to its bottom
_DEEPEST: Final = 12  # lines of a header
_CONTENT: Final = re.compile(
    r"\s*(?:(?:正确|参考|标准)?答案|答[:：]|解析|[（(\[【]?\s*[A-Ha-h]\s*[.．、)）:：\]】]|[（(]?\s*[A-H√×✓对错]{1,8}\s*[)）]?\s*$"
    r"|[一二三四五六七八九十]+、|第.{1,4}题|\d{1,4}\s*[.．、:：)）]\s*\S|Answer|Question)"
)
_NUMBER: Final = re.compile(r"\d+")

Key = tuple[str, int]


def furniture(pages: Sequence[Sequence[Line]]) -> list[frozenset[int]]:
    """For every page, the indices of its lines that belong to the page and not to the text."""
    places: defaultdict[Key, list[tuple[int, str]]] = defaultdict(list)
    for number, lines in enumerate(pages):
        for index in _outer(lines):
            for key in _keys(lines[index]):
                places[key].append((number, lines[index].text))
    enough = max(_FEWEST, len(pages) * _SHARE)
    known = {key for key, found in places.items() if len({page for page, _ in found}) >= enough and _is_running(found)}
    return [_from_edges(lines, known) for lines in pages]


def _outer(lines: Sequence[Line]) -> Iterator[int]:
    """The first and the last lines of a page."""
    count = len(lines)
    yield from range(min(_DEEPEST, count))
    yield from range(max(_DEEPEST, count - _DEEPEST), count)


def _keys(line: Line) -> tuple[Key, ...]:
    """Words without figures, and height; two of them, because heights near a step's edge differ by one."""
    words = _NUMBER.sub("#", "".join(line.text.split()))
    if not words or _CONTENT.match(line.text):
        return ()
    height = int(line.bottom * _HEIGHTS)
    return (words, height), (words, height + 1)


def _is_running(found: Sequence[tuple[int, str]]) -> bool:
    """Whether the lines are the same, or have a figure that counts the pages."""
    texts = Counter("".join(text.split()) for _, text in found)
    if len(texts) == 1:
        return True
    steps: Counter[tuple[int, int]] = Counter()
    for page, text in found:
        for position, figure in enumerate(_NUMBER.findall(text)):
            if len(figure) < 6:
                steps[position, int(figure) - page] += 1
    return bool(steps) and steps.most_common(1)[0][1] >= 0.8 * len(found)


def _from_edges(lines: Sequence[Line], known: set[Key]) -> frozenset[int]:
    found: set[int] = set()
    for way in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        for index in way:
            if not known.intersection(_keys(lines[index])):
                break
            found.add(index)
    return frozenset(found)
