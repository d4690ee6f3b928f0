"""Markdown: its markup is taken away as edits, so that what stays reads like a typed text.

Two layers of edits: this module takes away what makes lines into blocks (headings, bullets, quotes, tables, front
matter), `markdown_inline` what stands inside a line. Fenced code and displayed formulas are left exactly as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from ankigen.readers import plain
from ankigen.readers.markdown_inline import Inline
from ankigen.readers.reading import Reading
from ankigen.readers.tabbed import with_tables
from ankigen.text import Mark, Rewrite, Source, Span
from ankigen.text.source import LINE_BREAK

_SPACES: Final = re.compile(r"[ \t]*+")
_QUOTE: Final = re.compile(r"(?:[ \t]*+>(?!=)[ \t]?)++")
_FENCE: Final = re.compile(r"[ \t]*+(`{3,}+|~{3,}+)([^`\r\n]*+)$")
_FENCE_SIGN: Final = re.compile(r"```|~~~|\$\$")
_HEADING: Final = re.compile(r"[ \t]*+(#{1,6}+)(?:[ \t]++|(?=[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef*]))(?=\S)")
_CLOSING_HASHES: Final = re.compile(r"(?:(?<=[ \t])#++)?[ \t]*+$")
_SETEXT: Final = re.compile(r" {0,3}={3,}+[ \t]*+$")
_RULE: Final = re.compile(r"[ \t]*+(?:(?:-[ \t]*+){3,}+|(?:\*[ \t]*+){3,}+|(?:_[ \t]*+){3,}+)$")
_BULLET: Final = re.compile(r"[ \t]*+([-*+][ \t]++)(?=\S)")
_BOX: Final = re.compile(r"\[([ xX√✓✔])\][ \t]*+")
_ALIGNMENT: Final = re.compile(r"[ \t]*+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+$")
_PIPE_OR_BREAK: Final = re.compile(r"[ \t]*+(?<!\\)\|[ \t]*+|(<br ?/?>)", re.IGNORECASE)
_HARD_BREAK: Final = re.compile(r"(?:(?<![ \t])[ \t]{2,}+|(?<![\\])\\)$")
_FRONT: Final = re.compile(r"(?:---|\.\.\.)[ \t]*+$")
# A record of a bank may stand between rules too, so the words of questions are no keys.
_KEY: Final = re.compile(
    r"(?!题|答|解|选|question|answer|expl|option|[a-h]:)[\w-]{1,40}[ \t]?:(?:[ \t]|$)", re.IGNORECASE
)

# Lines that people write without a bullet: options, answers, numbered questions, the words about a question.
_UNBULLETED: Final = re.compile(
    r"""[*_~（(【\[]{0,4}(?:<[^<>]{1,80}>){0,2}[*_（(【\[]{0,3}(?:
        [A-Ha-h][*_]{0,2}(?:[ ]?[.．、:：)）】\]]|[ ]{1,3}(?=[\u4e00-\u9fff0-9《“（]))
      | [A-H][*_]{0,2}\\[.)]
      | (?:正确|参考|标准|我的|你的|本题|学生)?答案|答[:：]|解析|解答|详解|讲解
      | (?:correct[ ])?answer\b|explanation\b
      | (?:选项|题型|题目|题干|类型|难度|知识点|考点|分值|出处|章节|分析|点评|question|options?|type|difficulty|points?)
        [*_】\]]{0,3}[ ]?[:：]
      | \d{1,4}\\?[.．、)）]|第[ ]?\d{1,4}[ ]?题|[（(]\d{1,4}[)）]
      )""",
    re.VERBOSE | re.IGNORECASE,
)

# Inside an explanation these are items of its list.
_EXPLAINS: Final = re.compile(r"[ \t>]*+[*_【\[]{0,3}(?:答案|试题)?(?:解析|详解|讲解|explanation)", re.IGNORECASE)
_STEP: Final = re.compile(r"[*_]{0,2}(?:分析|点评|答案是)")


def read(path: str, data: bytes) -> Reading:
    """Read a Markdown file."""
    source = plain.decoded(path, data)
    return source if isinstance(source, Reading) else reading(source)


def reading(source: Source) -> Reading:
    """The file as lines of text, over `source` with the file's marks."""
    blocks = _Blocks(source.text)
    blocks.walk()
    text = Rewrite.of(source).apply(blocks.changes, "markdown")
    inline = Inline(text.text)
    for stretch in blocks.stretches():
        inline.walk(*stretch)
    marks = blocks.marks + [Mark(text.back(mark.span), mark.kind, mark.value) for mark in inline.marks]
    text = text.apply(inline.changes, "markdown")
    marked = replace(source, marks=tuple(sorted(marks, key=lambda mark: (mark.span, mark.kind))))
    if not text.text.strip():
        return Reading.failed("empty-file", f"{source.path} holds no text, only markup")
    return Reading(with_tables(replace(text, source=marked), blocks.tables), markdown=True)


@dataclass(slots=True)
class _Line:
    start: int
    end: int  # without its break
    after: int  # with it


@dataclass(slots=True)
class _Blocks:
    """One walk over the lines."""

    text: str
    changes: list[tuple[Span, str]] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    tables: list[list[Span]] = field(default_factory=list)  # the rows of each
    _verbatim: list[Span] = field(default_factory=list)  # in the file
    _borders: list[int] = field(default_factory=list)  # in the file: places that no inline markup reaches across
    _explaining: bool = False  # an explanation has begun, and nothing but its list has followed

    def walk(self) -> None:
        """Fill `changes` and `marks`."""
        lines = list(_lines(self.text))
        fences = _fences(self.text, lines)
        tables = _tables(self.text, lines)
        index = self._front_matter(lines)
        while index < len(lines):
            line = lines[index]
            if index in fences:
                index = self._fence(lines, index, fences[index])
            elif index in tables:
                if tables.get(index + 1):
                    self.tables.append([])
                self._row(line, tables[index])
                index += 1
            else:
                self._line(line, lines[index - 1] if index else None)
                index += 1

    def stretches(self) -> Iterator[tuple[int, int]]:
        """The stretches of the changed text in which inline markup belongs together, without verbatim ones."""
        shift = 0
        changes = iter([*self.changes, (Span(len(self.text) + 1, 0), "")])
        change = next(changes)

        def changed(offset: int) -> int:
            nonlocal change, shift
            while change[0].start < offset:
                shift += len(change[1]) - (change[0].end - change[0].start)
                change = next(changes)
            return offset + shift

        at = 0
        for start, end in self._without_verbatim():
            at = max(at, changed(start))
            stop = changed(end)
            if stop > at:
                yield at, stop
                at = stop

    def _without_verbatim(self) -> Iterator[tuple[int, int]]:
        start = 0
        events = [(border, border) for border in self._borders] + [(span.start, span.end) for span in self._verbatim]
        for left, right in sorted(events):
            if left > start:
                yield start, left
            start = max(start, right)
        if start < len(self.text):
            yield start, len(self.text)

    def _cut(self, start: int, end: int, new: str = "") -> None:
        if start < end:
            self.changes.append((Span(start, end), new))

    def _front_matter(self, lines: list[_Line]) -> int:
        """Cut the YAML between two rules at the top; the index of the first line behind it."""
        texts = (self.text[line.start : line.end] for line in lines)
        if next(texts, "").rstrip() != "---":
            return 0
        keys = 0
        for index, text in enumerate(texts, 1):
            if _FRONT.match(text):
                if keys:
                    self._cut(lines[0].start, lines[index].after)
                return index + 1 if keys else 0
            keys += bool(_KEY.match(text))
            if not (not text.strip() or _KEY.match(text) or (keys and text[0] in " \t-#")):
                return 0
        return 0

    def _fence(self, lines: list[_Line], first: int, last: int) -> int:
        if not self.text[lines[first].after : lines[last].start].strip(" \t\r\n>"):  # room for an answer
            self._cut(lines[first].start, lines[last].end)
            return last + 1
        quote = _QUOTE.match(self.text, lines[first].start, lines[first].end)
        for line in lines[first : last + 1]:
            prefix = _QUOTE.match(self.text, line.start, line.end) if quote else None
            self._cut(line.start, prefix.end() if prefix else line.start)
        self._verbatim.append(Span(lines[first].start, lines[last].end))
        return last + 1

    def _row(self, line: _Line, is_alignment: bool) -> None:
        text, start, end = self.text, line.start, line.end
        self._borders.append(start)
        if is_alignment:
            self._cut(start, line.after)
            return
        self.tables[-1].append(Span(start, end))
        quote = _QUOTE.match(text, start, end)
        inner = quote.end() if quote else start
        inner = _skip(text, inner, end)
        inner += text.startswith("|", inner)
        inner = _skip(text, inner, end)
        self._cut(start, inner)
        stop = inner + len(text[inner:end].rstrip())
        if stop > inner and text[stop - 1] == "|" and not text.endswith("\\|", inner, stop):
            stop = inner + len(text[inner : stop - 1].rstrip())
        for match in _PIPE_OR_BREAK.finditer(text, inner, stop):
            self._cut(*match.span(), " " if match[1] else "\t")
        self._cut(stop, end)
        self._borders.append(end)

    def _line(self, line: _Line, before: _Line | None) -> None:
        text, start, end = self.text, line.start, line.end
        first = _skip(text, start, end)
        if text.startswith(">", first) and (quote := _QUOTE.match(text, start, end)):
            self._cut(start, quote.end())
            start, first = quote.end(), _skip(text, quote.end(), end)
        lead = text[first] if first < end else ""
        if not lead:
            self._borders.append(line.start)
            return
        if lead in "-*_" and _RULE.match(text, start, end):
            self._verbatim.append(Span(start, end))
            return
        if lead == "=" and before and _SETEXT.match(text, start, end) and text[before.start : before.end].strip():
            self._cut(start, line.after)
            self.marks.append(Mark(Span(before.start, before.end), "heading", "1"))
            return
        if lead == "#" and (heading := _HEADING.match(text, start, end)):
            self._heading(heading, line)
            return
        if lead in "-*+" and _BULLET.match(text, start, end):
            start = self._bullet(start, end)
        elif first == start:  # what is indented belongs to the item above
            self._explaining = bool(_EXPLAINS.match(text, start, end))
        if text[end - 1] in " \t\\" and (broken := _HARD_BREAK.search(text, max(start, end - 80), end)):
            self._cut(*broken.span())

    def _heading(self, heading: re.Match[str], line: _Line) -> None:
        self._borders += (line.start, line.end)
        self._cut(*heading.span())
        tail = _CLOSING_HASHES.search(self.text, max(heading.end(), line.end - 80), line.end)
        end = line.end
        if tail:
            end = heading.end() + len(self.text[heading.end() : tail.start()].rstrip(" \t"))
            self._cut(end, line.end)
        if end > heading.end():
            self.marks.append(Mark(Span(heading.end(), end), "heading", str(len(heading[1]))))

    def _bullet(self, start: int, end: int) -> int:
        """Cut the bullet of a line that has one for no reason but Markdown, and the box of a task."""
        text = self.text
        bullet = _BULLET.match(text, start, end)
        if not bullet:
            return start
        self._borders.append(start)
        box = _BOX.match(text, bullet.end(), end)
        if box:
            self._cut(bullet.start(1), box.end())
            if box[1] != " " and box.end() < end:
                self.marks.append(Mark(Span(box.end(), end), "checked"))
            return box.end()
        if _UNBULLETED.match(text, bullet.end(), end) and not (
            self._explaining and _STEP.match(text, bullet.end(), end)
        ):
            self._cut(*bullet.span(1))
        return bullet.end()


def _lines(text: str) -> Iterator[_Line]:
    breaks = [(match.start(), match.end()) for match in LINE_BREAK.finditer(text)]
    for (_, start), (end, after) in pairwise([(0, 0), *breaks, (len(text), len(text))]):
        yield _Line(start, end, after)


def _skip(text: str, start: int, end: int) -> int:
    match = _SPACES.match(text, start, end)
    return match.end() if match else start


def _fences(text: str, lines: list[_Line]) -> dict[int, int]:
    """First and last line of everything that is verbatim: fenced code, and formulas between lines with `$$`.

    A fence that nothing closes is no fence, or half a bank would be code.
    """
    marks: list[tuple[int, str, bool]] = []  # line, fence, whether it can close one
    for index, line in enumerate(lines):
        if not _FENCE_SIGN.search(text, line.start, line.end):
            continue
        quote = _QUOTE.match(text, line.start, line.end)
        start = quote.end() if quote else line.start
        match = _FENCE.match(text, start, line.end)
        if match:
            marks.append((index, match[1], not match[2].strip()))
        elif text.count("$$", start, line.end) % 2:
            marks.append((index, "$$", True))
    found: dict[int, int] = {}
    closers: dict[str, list[int]] = {}
    for position, (_, fence, closes) in enumerate(marks):
        if closes:
            closers.setdefault(fence[0], []).append(position)
    position = 0
    pointers = dict.fromkeys(closers, 0)
    while position < len(marks):
        index, fence, _ = marks[position]
        places = closers.get(fence[0], [])
        pointer = pointers.get(fence[0], 0)
        while pointer < len(places) and places[pointer] <= position:
            pointer += 1
        pointers[fence[0]] = pointer
        while pointer < len(places) and len(marks[places[pointer]][1]) < len(fence):
            pointer += 1
        if pointer < len(places):
            found[index] = marks[places[pointer]][0]
            position = places[pointer]
        position += 1
    return found


def _tables(text: str, lines: list[_Line]) -> dict[int, bool]:
    """The lines that are rows of tables; true for the row that only says how columns are aligned."""
    rows: dict[int, bool] = {}

    def has_pipe(index: int) -> bool:
        return text.find("|", lines[index].start, lines[index].end) >= 0

    index = 1
    while index < len(lines):
        if not (has_pipe(index - 1) and has_pipe(index) and _is_alignment(text, lines[index])):
            index += 1
            continue
        rows |= {index - 1: False, index: True}
        index += 1
        while index < len(lines) and has_pipe(index):
            rows[index] = False
            index += 1
    return rows


def _is_alignment(text: str, line: _Line) -> bool:
    quote = _QUOTE.match(text, line.start, line.end)
    return bool(_ALIGNMENT.match(text, quote.end() if quote else line.start, line.end))
