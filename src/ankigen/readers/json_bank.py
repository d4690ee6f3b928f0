"""JSON in all its forms: one document, one object a line, or a list assigned to a variable in a script.

Nothing is decoded into Python values: a tokenizer that keeps positions finds the list of questions, and every string or
number in it becomes a cell. A cell's column is the path that leads to it inside its object, `options.0.text`; what
stands above the list (`chapter`, shared material) is repeated in every row as `parent.chapter`. Escapes are undone by
edits, so each character still knows its place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from ankigen.diagnostics import Diagnostic
from ankigen.readers.plain import decoded
from ankigen.readers.reading import Reading
from ankigen.text import Rewrite, Source, Span, Table

ESCAPES: Final = "json-escapes"
TAGS: Final = "json-html"
_SPACE = re.compile(r"(?:\s++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+")
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"|\'(?:[^\'\\]++|\\.)*+\'|`(?:[^`\\$]++|\\.|\$(?!\{))*+`', re.DOTALL)
_ATOM = re.compile(r"[^\s,:\[\]{}\"'`]++")
_NAME = re.compile(r"[\w$]++")
_ESCAPE = re.compile(r"\\(u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|\r\n|.)", re.DOTALL)
_PLAIN_ESCAPES = {"n": "\n", "t": "\t", "r": "\n", "b": "", "f": "\n", "\n": "", "\r\n": "", "0": ""}
_ASSIGNED = re.compile(r"(?:export\s+default|(?:(?:var|let|const)\s+)?[\w$.]{1,60}\s*=(?![=>]))\s*(?=[\[{])")
_TAG = re.compile(
    r"<br\s{0,3}/?>|</?p>|<img\b[^<>]{0,1000}?\bsrc\s{0,3}=\s{0,3}[\"']?(?P<address>[^\"'<>\s]{1,1000})[^<>]{0,1000}>",
    re.IGNORECASE,
)
_ABOUT_TAGS = re.compile(r"标签|標籤|网页|網頁|<html|<body|<script", re.IGNORECASE)
# What the field with the question itself is called, in a form that other lists hardly use.
_QUESTION = re.compile(
    r"(?:question|ques|q)[_-]?(?:text|content|stem|title|name|body|desc)?|stem|tigan|timu|problem|prompt"
    r"|(?:题干|题目|试题|问题|題目|題幹|問題|問題文|题面)(?:内容|描述)?",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"(?:correct|right)?[_-]?(?:answers?|ans|key|daan|option|index|choice)|(?:正确|正確)?答案|正解", re.IGNORECASE
)
_NULLS = frozenset(("null", "undefined", "None", "NaN"))
_AGAIN = re.compile(r"[\r\n,]\s*+(?=\{)")  # where to go on behind what is no JSON
_TRIES = 20
_DEPTH = 40  # deeper nesting is no bank
_LEVELS = 3  # of a path inside one question
_ITEMS = 26  # options that one question may have
_COLUMNS = 300


@dataclass(slots=True)
class _Node:
    kind: str  # "{", "[", "string" or "atom"
    span: Span  # of a string: without its quotation marks
    children: list[tuple[str, _Node]] = field(default_factory=list)  # a list's items have no name
    names: list[Span] = field(default_factory=list)  # where the names of an object's children stand


class _BrokenError(Exception):
    """The text is no JSON from `at` on."""

    def __init__(self, at: int) -> None:
        self.at = at


def read(path: str, data: bytes) -> Reading:
    """Read a bank in JSON, in JSON lines, or in a script."""
    source = decoded(path, data)
    if isinstance(source, Reading):
        return source
    return _reading(source, *_parsed(source.text)) or Reading(Rewrite.of(source))


def found_in(source: Source) -> Reading | None:
    """A bank in JSON in a file whose name does not say so; None when the text is no JSON or holds no list."""
    if source.text[:200].lstrip()[:1] not in ("{", "["):
        return None
    nodes, broken = _parsed(source.text)
    return None if broken is not None else _reading(source, nodes, None)


def in_scripts(source: Source, scripts: Iterable[Span]) -> Reading | None:
    """A bank in the scripts of a page: lists of objects, most of which have an answer, assigned to a variable."""
    nodes: list[_Node] = []
    broken: int | None = None
    patience = 4 * len(source.text)  # characters to read in vain
    for script in scripts:
        at = script.start
        while patience > 0 and (assigned := _ASSIGNED.search(source.text, at, script.end)):
            tokens = _Tokens(source.text)
            try:
                node, at = tokens.value(assigned.end(), 0)
            except _BrokenError as error:
                # That is what most code looks like; it matters only where the list of questions breaks off.
                at = assigned.end()
                patience -= error.at - at
                found = [node for node in tokens.complete() if _answers(node)]
                broken = error.at if found and broken is None else broken
            else:
                found = [node] if _answers(node) else []
            nodes += found
            at = max([at, *(node.span.end for node in found)])
    return _reading(source, nodes, broken) if nodes else None


def _answers(node: _Node) -> bool:
    """Whether the value is, or holds, a list of objects most of which have an answer."""
    lists = [each for each in _all(node) if each.kind == "[" and len(each.children) > 1]
    return any(sum(_answered(child) for _, child in each.children) * 2 > len(each.children) for each in lists)


def _answered(node: _Node) -> bool:
    names = [name for name, _ in node.children]
    return node.kind == "{" and len(names) > 1 and any(_ANSWER.fullmatch(name) for name in names)


def _reading(source: Source, nodes: list[_Node], broken: int | None) -> Reading | None:
    grid = _Grid(source.text)
    grid.search(_Node("[", Span(0, len(source.text)), [("", node) for node in nodes]))
    if not grid.rows:
        return None
    cells = [span for row in grid.rows for span in row.values()]
    header = tuple(grid.columns)
    rows = tuple(tuple(row.get(name, Span(0, 0)) for name in header) for row in grid.rows)
    names = () if all(name.isdecimal() for name in header) else header  # rows that are lists have no names
    table = Table(Span(0, len(source.text)), rows, names)
    source = Source(source.path, source.text, source.encoding, tables=(table,))
    said: tuple[Diagnostic, ...] = ()
    if broken is not None:
        at = min(broken, len(source.text) - 1)
        said = (Diagnostic.of("truncated", "the JSON breaks off or is malformed here", (at, at + 1)),)
    text = Rewrite.of(source).apply(_escapes(source.text, cells), ESCAPES)
    return Reading(text.apply(_breaks(text.text), TAGS), said)


def _breaks(text: str) -> list[tuple[Span, str]]:
    """Line breaks and images of strings that are HTML; a bank that asks about tags is left alone."""
    if "<" not in text or _ABOUT_TAGS.search(text):
        return []
    edits = []
    for match in _TAG.finditer(text):
        alone = text[match.start() - 1 : match.start()] in "\"'" and text[match.end() : match.end() + 1] in "\"'"
        if match["address"] or not alone:
            edits.append((Span(*match.span()), f"[图片: {match['address']}]" if match["address"] else "\n"))
    return edits


def _escapes(text: str, cells: list[Span]) -> list[tuple[Span, str]]:
    """The edits that undo escapes."""
    edits: list[tuple[Span, str]] = []
    for start, end in sorted(set(cells)):
        if text.find("\\", start, end) >= 0:
            edits += [(Span(*match.span()), _meant(match.group(1))) for match in _ESCAPE.finditer(text, start, end)]
    return edits


def _meant(escape: str) -> str:
    if escape[0] == "u" and len(escape) > 1:
        code = int(escape[1:5], 16)
        if len(escape) > 5:
            code = 0x10000 + ((code & 0x3FF) << 10) + (int(escape[7:], 16) & 0x3FF)
        return "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)
    return _PLAIN_ESCAPES.get(escape, escape)


def _parsed(text: str) -> tuple[list[_Node], int | None]:
    """The values of the text one after the other, and the first place where it is no JSON."""
    nodes: list[_Node] = []
    broken: list[int] = []
    at = _skip(text, 0)
    while at < len(text):
        if text[at] in "[{":
            tokens = _Tokens(text)
            try:
                node, at = tokens.value(at, 0)
            except _BrokenError as error:
                broken.append(error.at)
                nodes += tokens.complete()
                again = _AGAIN.search(text, error.at) if len(broken) < _TRIES else None
                if not again:
                    break
                at = again.end()
                continue
            nodes.append(node)
        else:
            assigned = _ASSIGNED.search(text, at)
            if not assigned:
                if not nodes:
                    broken.append(at)
                break
            at = assigned.end()
            continue
        at = _skip(text, at)
        while at < len(text) and text[at] in ",;":
            at = _skip(text, at + 1)
    return nodes, broken[0] if broken else None


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


class _Tokens:
    """Reads values; what a broken text leaves open stays in `opened` with all that was complete in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.opened: list[_Node] = []

    def value(self, at: int, depth: int) -> tuple[_Node, int]:
        """The value that begins at the offset, and where it ends."""
        lead = self.text[at : at + 1]
        if lead in ("{", "["):
            if depth > _DEPTH:
                raise _BrokenError(at)
            return self._container(at, depth, lead)
        if lead in ('"', "'", "`"):
            match = _STRING.match(self.text, at)
            if not match:
                raise _BrokenError(at)
            return _Node("string", Span(at + 1, match.end() - 1)), match.end()
        match = _ATOM.match(self.text, at)
        if not match:
            raise _BrokenError(at)
        return _Node("atom", Span(*match.span())), match.end()

    def _container(self, start: int, depth: int, lead: str) -> tuple[_Node, int]:
        text, close = self.text, "}" if lead == "{" else "]"
        node = _Node(lead, Span(start, start))
        self.opened.append(node)
        at = _skip(text, start + 1)
        while text[at : at + 1] != close:
            name = ""
            if lead == "{":
                name, span, at = self._name(at)
            child, at = self.value(at, depth + 1)
            node.children.append((name, child))
            if lead == "{":
                node.names.append(span)
            at = _skip(text, at)
            if text[at : at + 1] == ",":
                at = _skip(text, at + 1)
            elif text[at : at + 1] != close:
                raise _BrokenError(at)
        node.span = Span(start, at + 1)
        self.opened.pop()
        return node, at + 1

    def _name(self, at: int) -> tuple[str, Span, int]:
        match = _STRING.match(self.text, at) or _NAME.match(self.text, at)
        if not match:
            raise _BrokenError(at)
        quoted = match.group()[0] in "\"'"
        span = Span(match.start() + quoted, match.end() - quoted)
        at = _skip(self.text, match.end())
        if self.text[at : at + 1] != ":":
            raise _BrokenError(at)
        return self.text[span.start : span.end], span, _skip(self.text, at + 1)

    def complete(self) -> list[_Node]:
        """What was whole when the text broke: the containers down to the list of questions, without the last one."""
        lists = [index for index, node in enumerate(self.opened) if node.kind == "["]
        asking = [index for index in lists if any(_asks(child) for _, child in self.opened[index].children[:3])]
        if not lists:
            return []
        stop = asking[0] if asking else lists[0]
        for outer, inner in zip(self.opened[:stop], self.opened[1 : stop + 1], strict=True):
            outer.children.append(("", inner))
            outer.names.append(Span(inner.span.start, inner.span.start))
        return self.opened[:1]


def _asks(node: _Node) -> bool:
    """Whether an object has a field that is called like a question."""
    return node.kind == "{" and any(
        _QUESTION.fullmatch(name) and child.kind in ("string", "atom") for name, child in node.children
    )


class _Grid:
    """The rows of the bank: one per object of every list that holds questions."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.columns: dict[str, None] = {}
        self.rows: list[dict[str, Span]] = []

    def search(self, root: _Node) -> None:
        """Collect all lists of questions; where no field is named like one, the longest list of objects or rows."""
        self._walk(root, {}, 0)
        if self.rows:
            return
        longest: _Node | None = None
        for node in _all(root):
            if node.kind == "[" and len(node.children) > len(longest.children if longest else ()):
                kinds = {child.kind for _, child in node.children}
                if kinds in ({"{"}, {"["}) and all(len(child.children) > 1 for _, child in node.children):
                    longest = node
        for _, child in longest.children if longest and len(longest.children) > 1 else ():
            self._add(child, {})

    def _walk(self, node: _Node, above: dict[str, Span], depth: int) -> None:
        if node.kind == "{" and _asks(node):
            inner = [child for _, child in node.children if child.kind == "[" and self._lists_questions(child)]
            if not inner:
                self._add(node, above)
                return
        if node.kind not in ("{", "[") or depth > 12:
            return
        if node.kind == "{":
            above = {**above, **self._scalars(node)}
        lists = sum(1 for _, child in node.children if child.kind == "[" and self._lists_questions(child))
        for index, (name, child) in enumerate(node.children):
            if child.kind in ("{", "["):
                named = {"parent.key": node.names[index]} if name and lists > 1 and child.kind == "[" else {}
                self._walk(child, {**above, **named}, depth + 1)

    def _lists_questions(self, node: _Node) -> bool:
        return any(_asks(child) for _, child in node.children[:3])

    def _scalars(self, node: _Node) -> dict[str, Span]:
        return {f"parent.{name}": child.span for name, child in node.children if child.kind == "string"}

    def _add(self, node: _Node, above: dict[str, Span]) -> None:
        row: dict[str, Span] = {}
        self._leaves(node, "", 0, row)
        if row:
            row |= {name: span for name, span in above.items() if span.start < span.end}
            for name in row:
                if name not in self.columns and len(self.columns) < _COLUMNS:
                    self.columns[name] = None
            self.rows.append(row)

    def _leaves(self, node: _Node, path: str, level: int, row: dict[str, Span]) -> None:
        if node.kind in ("string", "atom"):
            null = node.kind == "atom" and self.text[node.span.start : node.span.end] in _NULLS
            if node.span.start < node.span.end and not null:
                row[path] = node.span
            return
        if level < _LEVELS:
            for index, (name, child) in enumerate(node.children[: _ITEMS if node.kind == "[" else None]):
                step = name if node.kind == "{" else str(index)
                self._leaves(child, f"{path}.{step}" if path else step, level + 1, row)


def _all(root: _Node) -> Iterator[_Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [child for _, child in reversed(node.children)]
