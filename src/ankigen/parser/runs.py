"""Bare runs of keys: letters or marks without numbers, behind the questions they belong to.

`答案：BCADB` behind five questions is one key each, in order; behind one question it is that question's own. Where it
may be either, nothing is handed out and the last question is marked.
"""

from __future__ import annotations

import re

from ankigen.model import Claim, Kind, Part
from ankigen.parser.draft import Draft
from ankigen.parser.page import Page
from ankigen.text import Span

_RUN = re.compile(r"\s*(?P<run>[A-H](?:[ \t,、]?[A-H])+|[√×✓✗](?:[ \t,、]?[√×✓✗])+)[ \t。.]*(?:\n|$)")


def hand_out_runs(page: Page, drafts: list[Draft]) -> list[Claim]:
    """`答案：BCADB` behind five questions: one key each, in order, rather than a key of five letters for the last."""
    claims: list[Claim] = []
    waiting: list[Draft] = []
    for draft in drafts:
        if waiting and waiting[-1].section is not draft.section:
            waiting = []
        waiting.append(draft)
        if draft.answer is None and not draft.letters and draft.truth is None:
            continue
        run = _RUN.match(page.folded, draft.answer.start, draft.answer.end) if draft.answer else None
        if run:
            span = Span(*run.span("run"))
            keys = [Span(at, at + 1) for at in range(span.start, span.end) if page.folded[at] not in " \t,、"]
            if _hand_out(draft, waiting, keys, page):
                claims.append(Claim(span, Part.KEY))
        waiting = []
    return claims


def _hand_out(last: Draft, waiting: list[Draft], keys: list[Span], page: Page) -> bool:
    """Whether the keys went to the questions, one each; the last is marked where they may belong to several."""
    letters = [page.folded[key.start] for key in keys]
    ordered = letters == sorted(letters)
    possible = len(set(letters)) == len(letters) and letters[0] in "ABCDEFGH"  # as the key of one multiple choice
    fits = len(waiting) == len(keys) > 1
    if fits and (not possible or last.section.kind is Kind.SINGLE):
        for draft, key in zip(waiting, keys, strict=True):
            draft.answer, draft.joined = None, key
        return True
    if not possible or (fits and (len(keys) > 2 or not ordered) and last.section.kind is None):
        last.conflict = True  # as many keys as questions but one question's too, or neither
    return False
