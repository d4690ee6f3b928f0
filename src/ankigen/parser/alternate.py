"""Papers that print a question on one line and its answer on the next, without a word that says so.

One such pair proves nothing: the second line may be the rest of the first. Where most questions of a paper are such
pairs and hardly any has its answer elsewhere, it is the paper's way to print answers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ankigen.parser.draft import Draft
from ankigen.parser.page import Page
from ankigen.text import Span

MIN_PAIRS = 20
# A line with an empty blank that ends with it or with a full stop, then one short line with nothing to fill in.
_PAIR = re.compile(
    r"(?:[(\[][ \t]*[)\]]|(?<!_)_{2,}+)(?:[^\n]{0,200}[。.？?])?[。.？?]?[ \t]*\n"
    r"(?P<answer>[ \t]*[^\s(\[_][^\n_]{0,39})(?=\n[ \t]*(?:\n|$)|\n?\Z)"
)


def answers_below(page: Page, drafts: Sequence[Draft]) -> None:
    """Take the line below each question as its answer, where that is the paper's way."""
    pairs = [(draft, pair) for draft in drafts if (pair := _pair(page, draft))]
    answered = sum(draft.answer is not None or draft.joined is not None for draft in drafts)
    if len(pairs) < MIN_PAIRS or len(pairs) * 10 < len(drafts) * 6 or answered * 20 > len(drafts):
        return
    for draft, answer in pairs:
        draft.stem = Span(draft.stem.start, answer.start)
        draft.stem_cuts = [cut for cut in draft.stem_cuts if cut[0].end <= answer.start]
        draft.answer = answer


def _pair(page: Page, draft: Draft) -> Span | None:
    """Where the answer stands, when the question is such a pair."""
    if draft.labels or draft.answer or draft.joined or draft.letters or draft.truth is not None or not draft.number:
        return None
    words = page.folded[draft.stem.start : draft.stem.end].rstrip()
    pairs = list(_PAIR.finditer(words))
    if len(pairs) != 1:
        return None
    return Span(draft.stem.start + pairs[0].start("answer"), draft.stem.start + pairs[0].end("answer"))
