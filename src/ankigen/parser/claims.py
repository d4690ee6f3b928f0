"""Every character belongs to exactly one claim: the drafts say theirs, the rest is space or noise with its reason."""

from __future__ import annotations

from collections.abc import Iterable

from ankigen.model import Claim, Part
from ankigen.parser.draft import Draft
from ankigen.text import Span


def cover(text: str, wanted: Iterable[Claim], leftover: str = "belongs to no question") -> tuple[Claim, ...]:
    """Claims that touch and span the whole text.

    Where two wanted claims overlap the one that begins first keeps its place, of two that begin together the shorter
    one, and the other gives way; what nobody claims becomes space, or noise with `leftover` as its reason.
    """
    claims: list[Claim] = []
    at = 0
    for claim in sorted(wanted):
        start, end = claim.span
        if start < at:
            start = at
        if start >= end:
            continue
        if at < start:
            _fill(text, Span(at, start), claims, leftover)
        claims.append(claim if start == claim.span.start else Claim(Span(start, end), claim.part, claim.reason))
        at = end
    _fill(text, Span(at, len(text)), claims, leftover)
    return tuple(claims)


def _fill(text: str, gap: Span, claims: list[Claim], leftover: str) -> None:
    """Claim a gap: the white space at its ends as space, what is left as noise."""
    if gap.start >= gap.end:
        return
    words = text[gap.start : gap.end]
    if words.isspace():
        claims.append(Claim(gap, Part.SPACE))
        return
    left = gap.start + len(words) - len(words.lstrip())
    right = max(left, gap.end - (len(words) - len(words.rstrip())))
    if gap.start < left:
        claims.append(Claim(Span(gap.start, left), Part.SPACE))
    if left < right:
        claims.append(Claim(Span(left, right), Part.NOISE, leftover))
    if right < gap.end:
        claims.append(Claim(Span(right, gap.end), Part.SPACE))


def broken(text: str, claims: tuple[Claim, ...]) -> int | None:
    """The cover law: the offset where the claims fail to touch, or None when they span the text."""
    at = 0
    for claim in claims:
        if claim.span.start != at or claim.span.end <= claim.span.start:
            return at
        at = claim.span.end
    return None if at == len(text) else at


def claims_of(draft: Draft) -> list[Claim]:
    """What a question's parts claim."""
    claims = [Claim(span, Part.NOISE, reason) for span, reason in draft.noise]
    claims += [Claim(tag, Part.TAG) for tag in draft.tags]
    if draft.number:
        if draft.truth_at and draft.truth_at.start < draft.number.label.start:
            claims.append(Claim(draft.truth_at, Part.ANSWER))
        claims.append(Claim(Span(draft.number.start, draft.number.end), Part.NUMBER))
    parts = (
        draft.material,
        draft.figure,
        draft.answer_marker,
        draft.explanation_marker,
        draft.letters_at,
        draft.truth_at,
        draft.explanation,
        draft.answer,
    )
    claims += [Claim(span, part) for span, part in zip(parts, _PARTS, strict=True) if span]
    cuts = [cut for cut, _ in draft.stem_cuts] + draft.tags
    claims += [Claim(piece, Part.STEM) for piece in _without(draft.stem, sorted(cuts))]
    claims += [Claim(span, Part.ANSWER) for span, _ in draft.blanks]
    claims += [Claim(cut, Part.ANSWER if instead == "__" else Part.STEM) for cut, instead in draft.stem_cuts if instead]
    claims += [Claim(label, Part.OPTION_LABEL) for _, label in draft.labels]
    options = draft.options
    if draft.option_cuts:
        option_cuts = [cut for cut, _ in draft.option_cuts]
        claims += [Claim(cut, Part.ANSWER) for cut in option_cuts]
        options = [piece for option in options for piece in _without(option, option_cuts)]
    claims += [Claim(option, Part.OPTION) for option in options]
    claims.sort()  # nearly the order of the page, so that sorting all of a paper's is quick
    return claims


_PARTS = (
    Part.MATERIAL,
    Part.STEM,
    Part.ANSWER_MARKER,
    Part.EXPLANATION_MARKER,
    Part.ANSWER,
    Part.ANSWER,
    Part.EXPLANATION,
    Part.ANSWER,
)


def _without(span: Span, cuts: list[Span]) -> list[Span]:
    if not cuts:
        return [span]
    pieces, at = [], span.start
    for cut in cuts:
        if cut.end <= span.start or cut.start >= span.end:
            continue
        if cut.start > at and cut.start <= span.end:
            pieces.append(Span(at, min(cut.start, span.end)))
        at = max(at, cut.end)
    if at < span.end:
        pieces.append(Span(at, span.end))
    return pieces
