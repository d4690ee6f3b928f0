"""The outline of a paper: its sections, and which stretches hold questions and which hold keys."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from ankigen.model import Kind
from ankigen.parser.headings import Heading
from ankigen.parser.keys import KeyBlock, blocks_of, packed
from ankigen.parser.lexicon import KIND_WORD
from ankigen.parser.markers import Markers, numbers_in
from ankigen.parser.page import Page
from ankigen.parser.pending import Pending
from ankigen.text import Span


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch between two headings."""

    span: Span  # without the heading
    heading: Heading | None
    chapter: str  # the chapter heading above, "" when none
    is_key: bool = False  # holds answers to questions that stand elsewhere
    scope: int = 0  # how many chapters began before it; keys look for their questions within a scope first

    @property
    def title(self) -> str:
        """The heading as printed."""
        return self.heading.title if self.heading and not self.heading.key else ""

    @property
    def kind(self) -> Kind | None:
        """The kind of question the heading names."""
        return self.heading.kind if self.heading else None


@dataclass(frozen=True, slots=True)
class Outline:
    """Sections and packed key blocks, both sorted."""

    sections: list[Section]
    blocks: list[KeyBlock]
    headings: list[Heading]
    markers: Markers  # without those that are headings


def outline_of(page: Page, markers: Markers, headings: list[Heading]) -> Outline:
    """Decide which key headings are real, cut the text at the headings, and find the key blocks."""
    kept: list[Heading] = []
    flags: list[bool] = []
    seen: dict[str, int] = {}
    in_key, scope, scopes, chapter, chapters = False, 0, [], "", []
    pending = Pending(page, markers)
    since = 0  # where the questions that a key could answer begin
    for index, heading in enumerate(headings):
        end = headings[index + 1].span.start if index + 1 < len(headings) else len(page.text)
        body = Span(heading.span.end, end)
        if heading.key:
            if not _opens_keys(
                page, markers, pending, Span(since, heading.span.start), body, headings[index + 1 : index + 2]
            ):
                continue
            in_key = True
        elif in_key:
            in_key = _still_keys(page, markers, body, name_of(heading), seen)
        if not in_key:
            if not heading.kinds:
                chapter, scope = heading.title, scope + 1
                seen = {} if kept and flags[-1] else seen
            seen.setdefault(name_of(heading), len(kept))
            if flags and flags[-1]:
                since = heading.span.start
        kept.append(heading)
        flags.append(in_key)
        scopes.append(scope)
        chapters.append(chapter)
    sections = [Section(Span(0, kept[0].span.start if kept else len(page.text)), None, "", False, 0)]
    for index, heading in enumerate(kept):
        end = kept[index + 1].span.start if index + 1 < len(kept) else len(page.text)
        above = chapters[index] if heading.kinds else ""
        sections.append(Section(Span(heading.span.end, end), heading, above, flags[index], scopes[index]))
    openers = [heading.span.end for heading, flag in zip(kept, flags, strict=True) if flag]
    free = markers.outside([heading.span for heading in kept])
    asked = [number.start for number in markers.numbers if number.form == "asked"]
    blocks = blocks_of(page, free.answers, openers)
    if asked:
        blocks = [block for block in blocks if not _own(asked, sections, block)]
    return Outline(sections, blocks, kept, free)


def _own(asked: list[int], sections: list[Section], block: KeyBlock) -> bool:
    """Whether the block's numbers are those of the gaps of one 【问题1】 above it, so that all of it is its answer."""
    at = bisect_left(asked, block.span.start) - 1
    section = section_at(sections, block.span.start)
    return at >= 0 and not section.is_key and asked[at] >= section.span.start


def name_of(heading: Heading) -> str:
    """What makes two headings the same: the kind of question, or else the words without numbering and brackets."""
    words = re.sub(r"[(\[（【].*", "", heading.title)
    found = re.search(KIND_WORD, words)
    return found.group() if found else re.sub(r"\W|答案|参考|解析|部分", "", words)


def _opens_keys(
    page: Page, markers: Markers, pending: Pending, before: Span, body: Span, following: list[Heading]
) -> bool:
    """Whether a line such as 参考答案 opens a block of keys, rather than standing before one answer."""
    first = page.folded[body.start : body.end].lstrip()
    if not first:
        return bool(following) and following[0].kinds
    inside = numbers_in(markers.numbers, body)
    if pending.in_case(before, inside):
        return False
    block = packed(page.folded, body.start, body.end)
    if block and (len(block.entries) >= 2 or not page.folded[block.span.end : body.end].strip()):
        return True
    if re.match(r"[|\s]*(?:题号|序号)|[| \t]*\d{1,3}(?:[ \t|]+\d{1,3})+[ \t|]*\n[-:| \t\n]*[A-H√×]", first) or re.match(
        r"[(\[第]?\d{1,4}[^\n]{0,6}[-~～—至][^\n]{0,3}\d{1,4}[^\n\d]*[A-H√×对错TF]", first
    ):
        return True
    if not inside or page.folded[body.start : inside[0].start].strip():
        return False
    return pending.wait(before, inside)


def _still_keys(page: Page, markers: Markers, body: Span, name: str, seen: dict[str, int]) -> bool:
    """Whether a section below a key heading still holds keys: it names an earlier section and asks nothing itself."""
    runs = markers.count(markers.runs, body)
    if runs:
        return False
    if name in seen:
        return True
    first = page.folded[body.start : body.end].lstrip()
    return bool(re.match(r"[(\[第]?\d{1,4}[^\nA-Z√×]{0,6}(?:[A-H]{1,6}(?![A-Za-z])|√|×|[-~～—]\d)", first))


def section_at(sections: list[Section], offset: int) -> Section:
    """The section that holds the offset."""
    return sections[max(0, bisect_right(sections, offset, key=lambda section: section.span.start) - 1)]


def without_keys(section: Section, blocks: list[KeyBlock]) -> list[Span]:
    """The stretches of a section that its packed key blocks leave."""
    spans, start = [], section.span.start
    index = bisect_left(blocks, section.span.start, key=lambda block: block.span.end)
    while index < len(blocks) and blocks[index].span.start < section.span.end:
        block = blocks[index].span
        if block.start > start:
            spans.append(Span(start, block.start))
        start = max(start, min(block.end, section.span.end))
        index += 1
    if start < section.span.end:
        spans.append(Span(start, section.span.end))
    return spans


__all__ = ["Outline", "Section", "name_of", "outline_of", "section_at", "without_keys"]
