"""Writes the lines of a page: what is kept, and what stands in the gaps between.

Whatever is not kept is a gap: tags, comments, white space. A gap becomes one edit, and its text is decided only when
the next content comes: the strongest of line break, tab and space that was asked for, or nothing.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from ankigen.text import Mark, Span


@dataclass(slots=True)
class _Mark:
    end: int | None  # the tag that closes it
    kind: str
    value: str
    start: int = -1  # offset of its first content


class Lines:
    """The changes that turn a page into lines, and its marks, both in offsets of the page."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.changes: list[tuple[Span, str]] = []
        self.prefix = ""  # goes in front of the next content
        self.suffix = ""  # goes behind the last content
        self.unless: re.Pattern[str] | None = None  # drops the prefix where the content matches
        self._end = 0  # of the last content
        self._line = -1  # start of the first content of the line; -1 at its beginning
        self._started = False
        self._breaks = self._tabs = 0
        self._space = self._first_cell = False
        self._marks: list[Mark] = []
        self._open: list[_Mark] = []
        self._waiting: list[_Mark] = []  # those without content as yet
        self._check: _Mark | None = None

    def keep(self, start: int, end: int) -> None:
        """Content that stays as it is."""
        if start < end:
            self._content(start)
            self._end = end

    def put(self, start: int, end: int, text: str) -> None:
        """Content that is written in place of the page's."""
        self._content(start)
        self.changes.append((Span(start, end), text))
        self._end = end

    def space(self) -> None:
        """White space between two contents."""
        self._space = True

    def break_line(self, *, again: bool = False) -> None:
        """A new line; breaks run together, except that two `again` in a row leave one empty line."""
        self.end_check()
        self._breaks = min(2, self._breaks + 1) if again else max(1, self._breaks)
        self._tabs = 0
        self._line = -1

    def row(self) -> None:
        """A row of a table begins, on a line of its own."""
        self.break_line()
        self._first_cell = True

    def cell(self) -> None:
        """The next cell of the row; all but the first stand behind a tab."""
        self._tabs += not self._first_cell
        self._first_cell = False

    def mark(self, start: int, end: int, kind: str, value: str = "") -> None:
        """A mark over one stretch of the page."""
        self._marks.append(Mark(Span(start, end), kind, value))

    def open_mark(self, end: int | None, kind: str, value: str = "") -> None:
        """A mark from the next content on, until the tag with the index `end`."""
        if end is None:
            return
        mark = _Mark(end, kind, value)
        self._open.append(mark)
        self._waiting.append(mark)

    def close_marks(self, index: int) -> None:
        """The tag with this index comes: what it closes ends with the last content."""
        while self._open and self._open[-1].end == index:
            self._record(self._open.pop())

    def check(self) -> None:
        """A box that is ticked: the rest of the line is marked, or all of it when nothing follows the box."""
        self._check = _Mark(None, "checked", "")
        self._waiting.append(self._check)

    def end_check(self) -> None:
        """The content of a box ends."""
        if self._check:
            if self._check.start < 0:
                self._check.start = self._line
            self._record(self._check)
            self._check = None

    def finish(self) -> None:
        """The page is over."""
        self.end_check()
        while self._open:
            self._record(self._open.pop())
        tail = self.suffix + ("\n" if self._started and self._breaks else "")
        self.changes.append((Span(self._end, len(self.text)), tail if self._end < len(self.text) else ""))

    def marks(self) -> tuple[Mark, ...]:
        """All marks, sorted by place."""
        return tuple(sorted(self._marks, key=lambda mark: (mark.span, mark.kind)))

    def _record(self, mark: _Mark) -> None:
        if mark.start >= 0:
            self._marks.append(Mark(Span(mark.start, self._end), mark.kind, mark.value))
        elif mark in self._waiting[-1:]:
            self._waiting.pop()

    def _content(self, start: int) -> None:
        between = self._between(start)
        if between or start > self._end:
            self.changes.append((Span(self._end, start), between))
        if self._line < 0:
            self._line = start
        for mark in self._waiting:
            mark.start = start
        self._waiting.clear()
        self._started = True
        self._breaks = self._tabs = 0
        self._space = False
        self.prefix = self.suffix = ""
        self.unless = None

    def _between(self, start: int) -> str:
        prefix = "" if self.unless and self.unless.match(self.text, start) else self.prefix
        if not self._started:
            return "\t" * self._tabs + prefix
        if self._breaks or self._tabs:
            return self.suffix + "\n" * self._breaks + "\t" * self._tabs + prefix
        return self.suffix + (" " if self._space and not self._is_wrapped(start) else "") + prefix

    def _is_wrapped(self, start: int) -> bool:
        """Whether the gap is only where the file's author wrapped a line of Chinese."""
        gap = self.text[self._end : start]
        return "\n" in gap and gap.isspace() and _is_wide(self.text[self._end - 1]) and _is_wide(self.text[start])


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"
