"""Every character belongs to exactly one claim: the drafts say theirs, the rest is space or noise with its reason."""

from __future__ import annotations

from collections.abc import Iterable

from ankigen.model import Claim, Part
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
