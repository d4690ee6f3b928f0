"""Emphasis as a key: where nothing else names the right option, the bold, coloured or ticked one does."""

from __future__ import annotations

from bisect import bisect_left

from ankigen.parser.draft import Draft
from ankigen.text import Mark, Rewrite, Span

_STRENGTH = ("checked", "color", "highlight", "bold", "underline")  # the surest sign first


class Marks:
    """The source's marks, asked for by spans of the cleaned text."""

    def __init__(self, text: Rewrite) -> None:
        self._text = text
        self._by_kind: dict[str, list[Mark]] = {}
        for mark in sorted(text.source.marks, key=lambda mark: mark.span):
            self._by_kind.setdefault(mark.kind, []).append(mark)

    def headings(self) -> list[Span]:
        """What the file itself calls headings, in the cleaned text."""
        spans = [self._text.ahead(mark.span) for mark in self._by_kind.get("heading", [])]
        return [span for span in spans if span.start < span.end]

    def chosen(self, draft: Draft) -> tuple[str, ...]:
        """The labels of the options that one kind of mark sets apart: some, but not all of them."""
        for kind in _STRENGTH:
            marks = self._by_kind.get(kind)
            if not marks:
                continue
            labels = tuple(
                letter
                for (letter, label), option in zip(draft.labels, draft.options, strict=True)
                if self._covers(marks, Span(label.start, max(option.end, label.end)))
            )
            if 0 < len(labels) < len(draft.labels):
                return labels
        return ()

    def _covers(self, marks: list[Mark], span: Span) -> bool:
        """Whether marks lie over most of the option's words."""
        words = self._text.text[span.start : span.end]
        tight = Span(span.start + len(words) - len(words.lstrip()), span.end - (len(words) - len(words.rstrip())))
        if tight.start >= tight.end:
            return False
        source = self._text.back(tight)
        index = bisect_left(marks, source.end, key=lambda mark: mark.span.start) - 1
        covered = 0
        while index >= 0 and marks[index].span.end > source.start:
            mark = marks[index].span
            covered += min(mark.end, source.end) - max(mark.start, source.start)
            index -= 1
        return covered * 2 > source.end - source.start
