"""Marks that a website hangs on every stem: they say nothing, but for that they stand there again and again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ankigen.parser.draft import Draft
from ankigen.parser.page import Page
from ankigen.text import Span

MIN_REPEATS = 5
REACH = 12  # characters that a mark may have
_MARK = re.compile(r"[\^*~#@$&|\\/<>=+\-]{2,}[ \t]*\Z")


def undecorate(page: Page, drafts: Sequence[Draft]) -> None:
    """Take the mark off all stems, where most of them end with the same one."""
    marks = [_mark(page, draft.stem) for draft in drafts]
    counted = Counter(mark for mark in marks if mark).most_common(1)
    if not counted or counted[0][1] < max(MIN_REPEATS, len(drafts) // 2):
        return
    for draft, mark in zip(drafts, marks, strict=True):
        if mark == counted[0][0]:
            words = page.folded[draft.stem.start : draft.stem.end].rstrip()
            end = draft.stem.start + len(words)
            draft.noise.append((Span(end - len(mark), end), "decoration"))
            draft.stem = Span(draft.stem.start, end - len(mark))


def _mark(page: Page, stem: Span) -> str:
    """The signs that the stem ends with, "" where it ends with words."""
    words = page.folded[stem.start : stem.end].rstrip()[-REACH:]
    found = _MARK.search(words)
    return found.group() if found and found.start() else ""
