"""Emphasis as a key: where nothing else names the right option, the bold, coloured or ticked one does."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from ankigen.parser.draft import Draft
from ankigen.text import Rewrite, Span

_STRENGTH = ("checked", "color", "highlight", "bold", "underline")  # the surest sign first


class Marks:
    """The source's marks, in the cleaned text."""

    def __init__(self, text: Rewrite) -> None:
        self._text = text.text
        self._spans: dict[str, list[Span]] = {}
        self._usual = ""
        self._levels: dict[Span, int] = {}  # of the file's own headings
        for mark in sorted(text.source.marks, key=lambda mark: mark.span):
            span = text.ahead(mark.span)
            if span.start < span.end:
                self._spans.setdefault(mark.kind, []).append(span)
                if mark.kind == "heading":
                    self._levels[span] = int(mark.value) if mark.value.isdigit() else 1

    def learn(self, drafts: Sequence[Draft]) -> None:
        """Find out whether one kind of mark is how this paper shows its keys; then it may mark all options of one."""
        asked = [draft for draft in drafts if len(draft.labels) > 1 and draft.answer is None and draft.joined is None]
        for kind in _STRENGTH:
            shown = sum(1 for draft in asked if 0 < len(self._marked(kind, draft)) < len(draft.labels))
            if shown >= 5 and shown * 10 >= len(asked) * 6:
                self._usual = kind
                return

    def headings(self) -> list[Span]:
        """What the file itself calls headings."""
        return self._spans.get("heading", [])

    def level(self, heading: Span) -> int:
        """How deep one of these headings stands, 1 for the highest."""
        return self._levels.get(heading, 1)

    def chosen(self, draft: Draft) -> tuple[str, ...]:
        """The labels of the options that one kind of mark sets apart: some, but not all of them."""
        for kind in _STRENGTH:
            labels = self._marked(kind, draft)
            if 0 < len(labels) < len(draft.labels) + (kind == self._usual):
                return labels
        return ()

    def _marked(self, kind: str, draft: Draft) -> tuple[str, ...]:
        spans = self._spans.get(kind)
        if not spans:
            return ()
        return tuple(
            letter
            for (letter, label), option in zip(draft.labels, draft.options, strict=True)
            if self._covers(spans, option) or (kind == "checked" and self._covers(spans, label))
        )

    def _covers(self, spans: list[Span], wanted: Span) -> bool:
        """Whether marks lie over most of the words."""
        words = self._text[wanted.start : wanted.end]
        start = wanted.start + len(words) - len(words.lstrip())
        end = wanted.end - (len(words) - len(words.rstrip()))
        if start >= end:
            return False
        index = bisect_left(spans, (end, 0)) - 1
        covered = 0
        while index >= 0 and spans[index].end > start:
            covered += min(spans[index].end, end) - max(spans[index].start, start)
            index -= 1
        return covered * 2 > end - start
