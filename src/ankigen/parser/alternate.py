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
SHORT = 16  # characters of an answer that may hold a full stop
_BLANK = re.compile(r"[(\[][ \t]*[)\]]|(?<!_)_{2,}+")
# A line with an empty blank that ends with it or with a full stop, then one short line with nothing to fill in.
_PAIR = re.compile(
    rf"(?:{_BLANK.pattern})(?:[^\n]{{0,200}}[。.？?])?[。.？?]?[ \t]*\n"
    r"(?P<answer>[ \t]*[^\s(\[_][^\n_]{0,39})(?=\n[ \t]*(?:\n|$)|\n?\Z)"
)
_OTHER = re.compile(r"\n[ \t]*\d{1,4}[ \t]*[.、]")  # another question


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
    if len(pairs) != 1 or _OTHER.search(words) or _goes_on(pairs[0]):
        return None
    blanks = list(_BLANK.finditer(words))
    if "\n" in words[blanks[0].start() : blanks[-1].start()]:
        return None  # perhaps two questions
    return Span(draft.stem.start + pairs[0].start("answer"), draft.stem.start + pairs[0].end("answer"))


def _goes_on(pair: re.Match[str]) -> bool:
    """Whether the line below is rather the rest of the question: it has a full stop, where an answer has none."""
    line, above = pair["answer"].strip(), pair.string[pair.start() : pair.start("answer")].rstrip()
    stops = "。" in line or "." in line
    return line[-1] in "。." or (stops and (above[-1] in ")]_" or len(line) > SHORT))
