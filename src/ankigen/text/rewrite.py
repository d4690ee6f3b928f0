"""A changed text that finds its way back.

Cleaning is a chain of small rules. Each looks at the text as the rules before it left it and says what to change as
`Edit`s; `Rewrite.apply` makes the change and keeps the map from every character to the source. A map is a list of
pieces: a kept piece maps character by character, a replaced piece maps as a whole to what it replaced.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from ankigen.text.source import Source, Span


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `before` at `span` by `text`, because `rule` says so."""

    span: Span  # in the text the rule looked at
    before: str
    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class _Pieces:
    """Parallel columns, one row per piece; zero-length outputs (deletions) have no row."""

    out: list[int]  # where the piece starts in the changed text
    start: list[int]  # where it starts in the source
    end: list[int]  # where it ends in the source
    kept: list[bool]  # unchanged, so it maps character by character

    def add(self, out: int, start: int, end: int, kept: bool) -> None:
        """Append a piece, melting a kept one into a kept neighbour that it continues."""
        if kept and self.out and self.kept[-1] and self.end[-1] == start:
            self.end[-1] = end
            return
        self.out.append(out)
        self.start.append(start)
        self.end.append(end)
        self.kept.append(kept)


@dataclass(frozen=True, slots=True)
class Rewrite:
    """The text after all edits so far, with the way back to `source`."""

    source: Source
    text: str
    layers: tuple[tuple[Edit, ...], ...]  # one per applied rule, oldest first
    _pieces: _Pieces

    @classmethod
    def of(cls, source: Source) -> Rewrite:
        """The source itself, nothing changed yet."""
        whole = _Pieces([], [], [], [])
        if source.text:
            whole.add(0, 0, len(source.text), True)
        return cls(source, source.text, (), whole)

    def followed_by(self, other: Rewrite, glue: str) -> Rewrite:
        """This text, `glue`, and the other text, as one text of two files; places stay those of each file."""
        length = len(self.source.text) + len(glue)
        source = replace(
            self.source,
            text=self.source.text + glue + other.source.text,
            marks=(*self.source.marks, *(replace(mark, span=_moved(mark.span, length)) for mark in other.source.marks)),
            tables=(*self.source.tables, *(table.moved(length) for table in other.source.tables)),
            annex=(length, other.source.path),
            _lines=[],
        )
        joined = Rewrite.of(source)
        ours, theirs = Rewrite.of(self.source), Rewrite.of(other.source)
        for mine, others in zip_longest(self.layers, other.layers, fillvalue=()):
            shift = len(ours.text) + len(glue)
            changes = [(edit.span, edit.text) for edit in mine]
            changes += [(_moved(edit.span, shift), edit.text) for edit in others]
            rule = (*mine, *others)[0].rule
            ours, theirs = (
                ours.apply(((e.span, e.text) for e in mine), rule),
                theirs.apply(((e.span, e.text) for e in others), rule),
            )
            joined = joined.apply(changes, rule)
        return joined

    @property
    def edits(self) -> list[Edit]:
        """All edits, oldest first."""
        return [edit for layer in self.layers for edit in layer]

    def apply(self, changes: Iterable[tuple[Span, str]], rule: str) -> Rewrite:
        """Make the changes, given as (span in this text, new text); spans must be sorted and must not overlap.

        Raises:
            ValueError: the spans are unsorted, overlap or leave the text.
        """
        edits = tuple(
            Edit(Span(*span), self.text[span[0] : span[1]], text, rule)
            for span, text in changes
            if self.text[span[0] : span[1]] != text
        )
        if not edits:
            return self
        for left, right in pairwise(edits):
            if right.span.start < left.span.end:
                raise ValueError(f"{rule}: edits overlap or are unsorted at {right.span}")
        if edits[0].span.start < 0 or edits[-1].span.end > len(self.text):
            raise ValueError(f"{rule}: an edit leaves the text")
        return Rewrite(self.source, _replaced(self.text, edits), (*self.layers, edits), self._mapped(edits))

    def back(self, span: tuple[int, int]) -> Span:
        """Where a stretch of this text stands in the source; an empty span gives an empty one."""
        start, end = span
        left = self._start_of(start)
        return Span(left, left if end <= start else max(left, self._end_of(end)))

    def ahead(self, span: tuple[int, int]) -> Span:
        """Where a stretch of the source stands in this text; empty where all of it was taken out."""
        start, end = self._ahead(span[0], True), self._ahead(span[1], False)
        return Span(start, max(start, end))

    def _ahead(self, offset: int, beginning: bool) -> int:
        """The first character of this text from at or behind the offset, or the end of the last one before it."""
        pieces = self._pieces
        row = bisect_right(pieces.start, offset if beginning else offset - 1) - 1
        if row < 0:
            return 0
        stop = pieces.out[row + 1] if row + 1 < len(pieces.out) else len(self.text)
        if pieces.kept[row]:
            return min(stop, pieces.out[row] + offset - pieces.start[row])
        return pieces.out[row] if beginning and offset < pieces.end[row] else stop

    def edits_at(self) -> list[tuple[Span, Edit]]:
        """Every edit with its span in the source, in the order the source has them (for people to look at)."""
        found: list[tuple[Span, Edit]] = []
        step = Rewrite.of(self.source)
        for layer in self.layers:
            found += [(step.back(edit.span), edit) for edit in layer]
            step = Rewrite(self.source, _replaced(step.text, layer), (), step._mapped(layer))
        return sorted(found, key=lambda pair: pair[0])

    def undo(self) -> str:
        """The source's text, made from this text by taking every edit back (the give-back law)."""
        text = self.text
        for layer in reversed(self.layers):
            parts: list[str] = []
            position = shift = 0
            for edit in layer:
                start = edit.span.start + shift
                parts += [text[position:start], edit.before]
                position = start + len(edit.text)
                shift += len(edit.text) - len(edit.before)
            text = "".join([*parts, text[position:]])
        return text

    def _start_of(self, offset: int) -> int:
        pieces = self._pieces
        row = bisect_right(pieces.out, offset) - 1
        if row < 0:
            return 0
        if offset >= len(self.text):
            return len(self.source.text)
        return pieces.start[row] + (offset - pieces.out[row] if pieces.kept[row] else 0)

    def _end_of(self, offset: int) -> int:
        pieces = self._pieces
        row = bisect_right(pieces.out, offset - 1) - 1
        if row < 0:
            return 0
        return pieces.start[row] + offset - pieces.out[row] if pieces.kept[row] else pieces.end[row]

    def _mapped(self, edits: Sequence[Edit]) -> _Pieces:
        """The pieces after the edits: one walk over old pieces and edits together."""
        old, new = self._pieces, _Pieces([], [], [], [])
        length, row, at, out = len(self.text), 0, 0, 0

        def copy(until: int) -> None:
            nonlocal row, at, out
            while at < until:
                stop = old.out[row + 1] if row + 1 < len(old.out) else length
                take = min(stop, until) - at
                if old.kept[row]:
                    start = old.start[row] + at - old.out[row]
                    new.add(out, start, start + take, True)
                else:
                    new.add(out, old.start[row], old.end[row], False)
                at, out = at + take, out + take
                row += at == stop

        for edit in edits:
            copy(edit.span.start)
            if edit.text:
                start, end = self.back(edit.span)
                new.add(out, start, end, False)
                out += len(edit.text)
            at = edit.span.end
            while row + 1 < len(old.out) and old.out[row + 1] <= at:
                row += 1
        copy(length)
        return new


def _moved(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


def _replaced(text: str, edits: Sequence[Edit]) -> str:
    parts: list[str] = []
    position = 0
    for edit in edits:
        parts += [text[position : edit.span.start], edit.text]
        position = edit.span.end
    return "".join([*parts, text[position:]])
