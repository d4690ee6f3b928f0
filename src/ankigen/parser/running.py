"""Running headers: a line that a page or a site prints again and again.

Repetition alone proves nothing: `} else {`, `FROM 商品` and the shared end of three options come again too, and they
are the question. So a repeated line is a running header only where a page's edge shows, at its page numbers and form
feeds, or where it is the paper's title once more.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ankigen.parser.lexicon import KIND_WORD
from ankigen.text import Span

RUNNING = "running header"
TITLE_AGAIN = "title again"
MIN_REPEATS = 3
REACH = 2  # lines between a page's edge and its header: a header may have a line above or below it
_PLAIN = re.compile(r"[^。？！?!;；:：_()\[\]=<>|`]{4,40}")
_MARKED = re.compile(
    r"(?:[(\[]?[A-Za-z][.、:)\]\s]|[(\[]?\d|[一二三四五六七八九十]+[、.]|第|[①-⑳]|#|[-*+>]\s|正确|错误|答|解析|案例|问题|题号|序号|参考答案|答案)"
)
_OPTION_A = re.compile(r"[(\[]?[Aa][.、:)\]\s]")


def running_headers(folded: str, lines: Sequence[Span], pages: set[int]) -> Iterator[tuple[Span, str]]:
    """The lines that are running headers, with the reason; `pages` are the starts of the lines with page numbers."""
    rows = [line for line in lines if line.start < line.end and not folded[line.start : line.end].isspace()]
    texts = [folded[row.start : row.end].strip() for row in rows]
    counts = Counter(texts)
    places: dict[str, list[int]] = {text: [] for text, count in counts.items() if count >= MIN_REPEATS and _may(text)}
    if not places:
        return
    for index, text in enumerate(texts):
        if text in places:
            places[text].append(index)
    edges = [row.start in pages or "\f" in folded[row.start : row.end] for row in rows]
    for text, found in places.items():
        at_edges = sum(any(edges[max(0, index - REACH) : index + REACH + 1]) for index in found)
        if at_edges >= 2 and at_edges * 2 >= len(found):
            yield from ((rows[index], RUNNING) for index in found)
        elif text == texts[0] and _is_title(text, [texts[index + 1 : index + 2] for index in found]):
            yield from ((rows[index], TITLE_AGAIN) for index in found[1:])


def _may(text: str) -> bool:
    return bool(_PLAIN.fullmatch(text)) and not _MARKED.match(text)


def _is_title(text: str, following: list[list[str]]) -> bool:
    """Whether the paper's first line names the paper, rather than a kind of question or the stem of one."""
    return not re.search(KIND_WORD, text) and not any(_OPTION_A.match(line) for lines in following for line in lines)
