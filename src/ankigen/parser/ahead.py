"""Whether the keys of a section stand in front of its questions.

Nearly every paper prints a key behind its question. A key in front of the first number may mean that all stand in
front, or it is left over from a question that is lost; taken the wrong way, every question gets its neighbour's key.
So the whole section is asked, and where it fits both ways no question gets a key.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from enum import Enum, auto

from ankigen.parser.draft import Draft
from ankigen.parser.markers import Markers, Number
from ankigen.parser.page import Page
from ankigen.text import Span

NEAR = 200  # characters from a key to its number, blank lines and all
EARLIER = 20  # how many questions of earlier sections are asked for the paper's habit
_OPTION = re.compile(r"^[ \t]*[(\[]?[A-H][.、:)\]]", re.M)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_BLANK_ABOVE = re.compile(r"\n[ \t]*\n[ \t]*$")


class Place(Enum):
    """Where the keys of a section stand."""

    BEHIND = auto()
    AHEAD = auto()
    UNSURE = auto()


def place_of_keys(
    page: Page, markers: Markers, chosen: Sequence[Number], span: Span, earlier: Sequence[Draft]
) -> tuple[Place, list[Span]]:
    """Where the keys stand, and the key of each question where that is ahead.

    Args:
        page: the page.
        markers: all its candidates.
        chosen: the numbers of the section's questions.
        span: the section.
        earlier: the last questions of the sections before.
    """
    low, high = bisect_left(markers.answered_at, span.start), bisect_left(markers.answered_at, span.end)
    answers = markers.answers[low:high]
    if not chosen or not answers or answers[0].start > chosen[0].start:
        return Place.BEHIND, []
    keys = [_directly_ahead(page, answers, number) for number in chosen]
    if keys[0] is None or _OPTION.search(page.folded, span.start, keys[0].start):
        return Place.BEHIND, []  # it answers what stands above it
    ahead = [key for key in keys if key is not None]
    if len(ahead) * 10 < len(keys) * 8:
        return Place.BEHIND, []
    spaced = _spacing(page, list(zip(chosen[1:], keys[1:], strict=True)))
    habit = _habit(earlier)
    if answers[-1].start > chosen[-1].start:  # the last question has a key behind it, so the first key is one too many
        return (Place.UNSURE if Place.AHEAD in (spaced, habit) else Place.BEHIND), []
    if spaced is Place.BEHIND:
        return Place.BEHIND, []
    if habit is Place.BEHIND or len(ahead) < len(keys) or (len(keys) == 1 and habit is not Place.AHEAD):
        return Place.UNSURE, []
    return Place.AHEAD, ahead


def _directly_ahead(page: Page, answers: list[Span], number: Number) -> Span | None:
    """The answer marker whose short key ends the line before the number."""
    index = bisect_left(answers, (number.start, 0)) - 1
    if index < 0 or number.start - answers[index].end > NEAR:
        return None
    between = page.folded[answers[index].end : number.start].strip()
    return None if len(between) > 12 or "\n" in between else answers[index]


def _spacing(page: Page, pairs: list[tuple[Number, Span | None]]) -> Place:
    """What blank lines say: a key belongs to what it touches, and not to what stands behind a blank line."""
    above = below = 0
    for number, key in pairs:
        if key is not None:
            above += bool(_BLANK_ABOVE.search(page.folded[max(0, key.start - 40) : key.start]))
            below += bool(_BLANK_LINE.search(page.folded, key.end, number.start))
    if below * 10 >= len(pairs) * 8 and below > above * 4:
        return Place.BEHIND
    return Place.AHEAD if above * 10 >= len(pairs) * 8 and above > below * 4 else Place.UNSURE


def _habit(earlier: Sequence[Draft]) -> Place:
    """Where the keys of earlier questions stand."""
    for draft in reversed(earlier):
        if draft.number and draft.answer_marker:
            return Place.AHEAD if draft.answer_marker.start < draft.number.label.start else Place.BEHIND
    return Place.UNSURE
