"""Moodle's GIFT format: `::title:: text {=right ~wrong}`, read as a table with one row per question.

Columns are named as in a JSON bank: `question`, `options.0.text`, `options.0.correct`, `answer`. A question whose
answers stand inside its text is cut at them: `question`, `question.1` …, with `answer.0` … for embedded gaps. Items
without braces only describe: they are the `material` of the questions behind them, or a `note` where none follow.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ankigen.readers.plain import decoded
from ankigen.readers.reading import Reading
from ankigen.readers.underlined import underlined
from ankigen.text import Rewrite, Span, Table

SYNTAX: Final = "gift-syntax"
TAGS: Final = "gift-html"
EMPHASIS: Final = "gift-markdown"
_ITEM_END = re.compile(r"(?:\r*\n|\r)[ \t]*(?:\r*\n|\r)")
_LINES_ASIDE = re.compile(r"^[ \t]*(?://|\$[A-Za-z]+:).*$", re.MULTILINE)
_CATEGORY = re.compile(r"^[ \t]*\$CATEGORY:", re.MULTILINE | re.IGNORECASE)
_TITLE = re.compile(r"\s*::((?:[^:\\]++|\\.|:(?!:))*+)::", re.DOTALL)
_FORMAT = re.compile(r"\s*\[(?:html|markdown|plain|moodle)\]", re.IGNORECASE)
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_GAP = re.compile(
    r"\s*(?:%?\d*%?)?:(?:SA|SAC|SHORTANSWER\w*|MC\w?|MW|MULTICHOICE\w*|MR\w*|NM|NUMERICAL):\s*", re.IGNORECASE
)
_ENTRY = re.compile(r"\s*([~=]{1,2})\s*(?:%(-?\d{1,3}(?:\.\d+)?)%)?\s*")
_STOP = re.compile(r"\\.|[~=#]", re.DOTALL)
_TRUTH = re.compile(r"\s*(T|TRUE|F|FALSE)\s*(?=#|$)", re.IGNORECASE)
_ARROW = re.compile(r"\s*->\s*")
_TAG = re.compile(r"(?P<breaks><br\s{0,3}/?>|</(?:p|div|li|h[1-6]|tr)>)|</?[a-zA-Z][^<>]{0,500}>", re.IGNORECASE)
_ASKS_FOR_BOLD = re.compile(r"\bin bold\b|\bbold (?:words?|phrases?|parts?)\b|粗体|加粗|黑体", re.IGNORECASE)
_BOLD = re.compile(r"\*\*(?=[^\s*])[^*\n]{1,400}?(?<=[^\s*])\*\*")
_ESCAPE = re.compile(r"\\([~=#{}:n\\])")


def read(path: str, data: bytes) -> Reading:
    """Read a bank in GIFT."""
    source = decoded(path, data)
    if isinstance(source, Reading):
        return source
    rows = _Rows(source.text)
    for item in _items(source.text):
        rows.add(item)
    rows.found = described(rows.found, [match.start() for match in _CATEGORY.finditer(source.text)])
    header = tuple(dict.fromkeys(name for row in rows.found for name in row))
    cells = tuple(tuple(row.get(name, Span(0, 0)) for name in header) for row in rows.found)
    tables = (Table(Span(0, len(source.text)), cells, header),) if cells else ()
    source = type(source)(source.path, source.text, source.encoding, tables=tables)
    text = Rewrite.of(source).apply(sorted(rows.edits), SYNTAX)
    text = text.apply(_tags(text, rows.html), TAGS)
    return Reading(text.apply(_emphasis(text, rows.markdown), EMPHASIS))


def described(rows: Sequence[dict[str, Span]], limits: Sequence[int]) -> list[dict[str, Span]]:
    """The rows, each with the note before it as its material; a new category (`limits`) ends what a note is about."""
    used: set[Span] = set()
    note, limit = Span(0, 0), -1
    for row in rows:
        before = bisect_right(limits, min(row.values()).start) if row else limit
        if set(row) == {"note"}:
            note, limit = row["note"], before
        elif row and before == limit:
            used.add(note)
            row["material"] = note
    return [row for row in rows if set(row) != {"note"} or row["note"] not in used]


def _tags(text: Rewrite, items: list[Span]) -> Iterator[tuple[Span, str]]:
    """Tags of the items that say that they are HTML: gone, or a line break."""
    lines = underlined(text.text)
    for item in items:
        for match in _TAG.finditer(text.text, *text.ahead(item)):
            yield Span(*match.span()), "\n" if match["breaks"] else lines.get(match.start(), "")


def _emphasis(text: Rewrite, items: list[Span]) -> Iterator[tuple[Span, str]]:
    """The signs of emphasis of the items that say that they are Markdown, unless they ask for what is in bold."""
    for item in items:
        span = text.ahead(item)
        for match in () if _ASKS_FOR_BOLD.search(text.text, *span) else _BOLD.finditer(text.text, *span):
            yield Span(match.start(), match.start() + 2), ""
            yield Span(match.end() - 2, match.end()), ""


def _items(text: str) -> Iterator[Span]:
    """The stretches between empty lines, comments left out; an empty line inside braces divides nothing."""
    masked = _LINES_ASIDE.sub(lambda match: " " * len(match.group()), text)
    start = depth = 0
    for match in re.finditer(rf"\\.|[{{}}]|{_ITEM_END.pattern}", masked):
        lead = match.group()[0]
        if lead == "{":
            depth = 1  # braces do not nest; an open one that nothing closes must not swallow the rest
        elif lead == "}":
            depth = 0
        elif lead != "\\" and (not depth or re.match(r"\s*::", masked[match.end() : match.end() + 80])):
            yield from _tight(masked, start, match.start())
            start, depth = match.end(), 0
    yield from _tight(masked, start, len(masked))


def _tight(text: str, start: int, end: int) -> Iterator[Span]:
    words = text[start:end]
    left = start + len(words) - len(words.lstrip())
    right = end - (len(words) - len(words.rstrip()))
    if left < right:
        yield Span(left, right)


class _Rows:
    """The rows found so far, and the edits that turn syntax into plain words."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[dict[str, Span]] = []
        self.edits: set[tuple[Span, str]] = set()
        self.html: list[Span] = []
        self.markdown: list[Span] = []

    def add(self, item: Span) -> None:
        """Read one item."""
        text, at = self.text, item.start
        title = _TITLE.match(text, at, item.end)
        at = title.end() if title else at
        form = _FORMAT.match(text, at, item.end)
        at = form.end() if form else at
        if form and "html" in form.group().lower():
            self.html.append(item)
        if form and "markdown" in form.group().lower():
            self.markdown.append(item)
        row: dict[str, Span] = {}
        groups = self._groups(at, item.end)
        pieces = zip(
            [at, *(group.end + 1 for group in groups)], [*(g.start - 1 for g in groups), item.end], strict=True
        )
        stem = [next(_tight(text, *piece), Span(piece[0], piece[0])) for piece in pieces]
        if not groups:
            self._cell(row, "note", stem[0])
        elif len(groups) == 1 and not _GAP.match(text, groups[0].start, groups[0].end):
            self._cell(row, "question", stem[0])
            self._cell(row, "question.1", stem[1])
            self._answers(row, groups[0])
        else:
            for index, piece in enumerate(stem):
                self._cell(row, f"question.{index}" if index else "question", piece)
            for index, group in enumerate(groups):
                gap = _GAP.match(text, group.start, group.end)
                self._gap(row, index, Span(gap.end() if gap else group.start, group.end))
        self.found.append(row)

    def _groups(self, start: int, end: int) -> list[Span]:
        """What stands between braces."""
        groups, opened = [], -1
        for match in _BRACE.finditer(self.text, start, end):
            if match.group() == "{" and opened < 0:
                opened = match.end()
            elif match.group() == "}" and opened >= 0:
                groups.append(Span(opened, match.start()))
                opened = -1
        return groups

    def _cell(self, row: dict[str, Span], name: str, span: Span) -> None:
        span = next(_tight(self.text, *span), None) or Span(0, 0)
        if span.start < span.end:
            row[name] = span
            for match in _ESCAPE.finditer(self.text, *span):
                self.edits.add((Span(*match.span()), "\n" if match[1] == "n" else match[1]))

    def _answers(self, row: dict[str, Span], group: Span) -> None:
        text = self.text
        general = text.find("####", *group)
        if general >= 0:
            self._cell(row, "explanation", Span(general + 4, group.end))
            group = Span(group.start, general)
        truth = _TRUTH.match(text, *group)
        if truth:
            self._cell(row, "answer", Span(*truth.span(1)))
            return
        if text[group.start : group.end].lstrip().startswith("#"):
            start = text.index("#", group.start) + 1
            entries = self._entries(Span(start, group.end)) or [("=", "", Span(start, group.end))]
            self._cell(row, "answer", entries[0][2])
            return
        entries = self._entries(group)
        pairs = [entry for entry in entries if _ARROW.search(text, *entry[2])]
        if pairs and len(pairs) == len(entries):
            self._pairs(row, pairs)
        elif any(sign.startswith("~") for sign, _, _ in entries):
            self._choice(row, entries)
        elif entries:
            self._alternatives(row, "answer", entries)

    def _entries(self, group: Span) -> list[tuple[str, str, Span]]:
        """Sign, weight and text of each answer; its feedback is left out."""
        text, found, at = self.text, [], group.start
        while match := _ENTRY.match(text, at, group.end):
            at = match.end()
            stop, end = None, group.end
            for sign in _STOP.finditer(text, at, group.end):
                if len(sign.group()) > 1 or (sign.group() == "#" and stop is not None):
                    continue
                if sign.group() == "#":
                    stop = sign.start()
                    continue
                end = sign.start()
                break
            span = next(_tight(text, at, stop if stop is not None else end), None)
            if span:
                found.append((match[1], match[2] or "", span))
            at = end
        return found

    def _choice(self, row: dict[str, Span], entries: list[tuple[str, str, Span]]) -> None:
        outright = any("=" in sign for sign, _, _ in entries)
        for index, (sign, weight, span) in enumerate(entries):
            self._cell(row, f"options.{index}.text", span)
            right = "=" in sign if outright else bool(weight) and float(weight) > 0
            if right:
                at = self.text.rindex(sign, 0, span.start)
                row[f"options.{index}.correct"] = Span(at, at + len(sign))

    def _alternatives(self, row: dict[str, Span], name: str, entries: list[tuple[str, str, Span]]) -> None:
        """Several right answers for one gap, shown as `a / b`."""
        right = [span for sign, weight, span in entries if "=" in sign or (weight and float(weight) > 0)]
        if not right:
            return
        if len(right) == len(entries) and not any(self.text.find("#", *pair) >= 0 for pair in _between(right)):
            self.edits |= {(pair, " / ") for pair in _between(right)}
            right = [Span(right[0].start, right[-1].end)]
        self._cell(row, name, right[0])

    def _gap(self, row: dict[str, Span], index: int, group: Span) -> None:
        entries = self._entries(group)
        if not entries:
            entries = [("=", "", group)]  # `{1:SA:word}`
        self._alternatives(row, f"answer.{index}", entries)

    def _pairs(self, row: dict[str, Span], entries: list[tuple[str, str, Span]]) -> None:
        """A matching question: what is to be matched is shown, the pairs are the answer."""
        spans = [span for _, _, span in entries]
        for index, span in enumerate(spans):
            arrow = _ARROW.search(self.text, *span)
            if arrow:
                self._cell(row, f"pairs.{index}.left", Span(span.start, arrow.start()))
                self._cell(row, f"pairs.{index}.right", Span(arrow.end(), span.end))


def _between(spans: list[Span]) -> list[Span]:
    return [Span(left.end, right.start) for left, right in pairwise(spans)]
