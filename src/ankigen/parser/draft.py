"""One question as the page shows it: every part still a stretch of text."""

from __future__ import annotations

from dataclasses import dataclass, field

from ankigen.model import Kind
from ankigen.parser.markers import Number
from ankigen.parser.outline import Section
from ankigen.text import Span

Cut = tuple[Span, str]  # a stretch inside a part, and what the card shows instead


@dataclass(slots=True)
class Draft:
    """Filled step by step while one question is read; `finish` makes a `Question` of it."""

    span: Span
    section: Section
    number: Number | None
    stem: Span
    stem_cuts: list[Cut] = field(default_factory=list)
    labels: list[tuple[str, Span]] = field(default_factory=list)  # letter and the label as printed
    options: list[Span] = field(default_factory=list)  # as many as labels
    strays: tuple[str, ...] = ()  # letters that begin a line once more within or behind the options
    option_cuts: list[Cut] = field(default_factory=list)  # marks of the right option
    answer_marker: Span | None = None
    answer: Span | None = None
    explanation_marker: Span | None = None
    explanation: Span | None = None
    figure: Span | None = None  # images that stand behind the key
    tags: list[Span] = field(default_factory=list)
    noise: list[tuple[Span, str]] = field(default_factory=list)
    material: Span | None = None  # shared with other questions, or the case itself
    material_cuts: list[Cut] = field(default_factory=list)
    kind: Kind | None = None  # what a tag at the question says
    points: float | None = None
    letters: tuple[str, ...] = ()  # keys marked in the stem or on the options
    letters_at: Span | None = None
    truth: bool | None = None  # a true/false mark in the stem
    truth_at: Span | None = None
    blanks: list[tuple[Span, str]] = field(default_factory=list)  # answers printed inside the blanks of a fill-in
    joined: Span | None = None  # the answer that a key block gives
    joined_explanation: Span | None = None
    joined_marker: bool = False
    conflict: bool = False  # two keys disagree, or one may belong to several questions
    parent: str = ""  # number of the question this one is a part of
