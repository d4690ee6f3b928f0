"""Key blocks: answers that stand away from their questions, packed into rows, ranges and tables.

`1-5 CBADB`, `1.C 2.AB`, `(1) B (2) A`, `第1题：B`, `1-3）(√) (×) (√)`, `①B ②A`, `一、B`, two rows of
numbers and keys, one row per question. An
entry says only a number and a value; `join` finds the question.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from ankigen.parser.lexicon import FALSE_WORDS, NUMERALS, TRUE_WORDS
from ankigen.parser.numerals import value_of
from ankigen.parser.page import Page
from ankigen.parser.scan import Finder
from ankigen.text import Span

_LETTERS = r"[A-Ha-h](?:[ ,、/]{0,2}[A-Ha-h])*(?![A-Za-z])"
_MARK = r"(?:√|×|✓|✔|✗|✘|正确|错误|不正确|对|错|T(?:RUE|rue)?|F(?:ALSE|alse)?)(?![A-Za-z])"
_VALUE = rf"(?:\[[ \t]*(?:{_LETTERS}|{_MARK})[ \t]*\]|\([ \t]*(?:{_LETTERS}|{_MARK})[ \t]*\)|{_MARK}|{_LETTERS})"
_ENTRY = (
    rf"(?>[(\[]?(?:第[ ]?)?(?P<number>\d{{1,4}}|[①-⑳]|[{NUMERALS}]{{1,3}}(?=[、.]))"
    r"(?:[ ]?题)?[ ]?(?:[)\]][.、:]?|[.、:,])?[ \t]*:?[ \t]*"
    rf"(?P<value>{_VALUE}))"
)
_RANGE = (
    r"(?>[(\[]?(?:第[ ]?)?(?P<first>\d{1,4})[ ]?题?[ ]?(?:-{1,2}|—{1,2}|–|−|~|～|至|到)[ ]?(?:第[ ]?)?(?P<last>\d{1,4})"
    r"(?:[ ]?题)?[ \t]*[)\]]?[.、:]?[ \t]*"
    r"(?P<run>(?:[(\[]?(?:[A-H]{1,8}(?![a-z])|√|×|✓|✔|✗|✘|对|错|[TF](?![a-z]))[)\]]?[ \t,、;]*)+))"
)
_SEPARATOR = r"[ \t;,、。|/]*"
_ITEM = re.compile(rf"(?:{_RANGE}|{_ENTRY}){_SEPARATOR}")
_TABLE_HEAD = Finder.at_lines(
    re.compile(r"^[ \t|]*(?:题号|序号|题目|No\.?)[ \t|:]+(?P<cells>\d.*)$", re.M), r"[|题序N]"
)
_TABLE_KEYS = re.compile(r"^[ \t|]*(?:答案|参考答案|正确答案|Answer)[ \t|:]+(?P<cells>\S.*)$", re.M)
_KEY_CELL = r"(?:[A-H]{1,6}|√|×|✓|✗|对|错)"
_TABLE_BARE = Finder.at_lines(
    re.compile(
        rf"^[ \t|]*(?P<numbers>\d{{1,3}}(?:[ \t|]+\d{{1,3}})+)[ \t|]*\n(?:[-:| \t]+\n)?"
        rf"[ \t|]*(?P<cells>{_KEY_CELL}(?:[ \t|]+{_KEY_CELL})+)[ \t|]*$",
        re.M,
    ),
    r"\||\d{1,3}[ \t|]",
)
_TABLE_TOP = Finder.at_lines(re.compile(r"^[ \t|]*(?:题号|序号)[ \t|]+(?:参考|正确)?答案[ \t|]*$", re.M), r"[|题序]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer of a key block."""

    number: int
    value: Span  # the answer as printed; empty where a range holds too few or too many answers
    explanation: Span | None = None


@dataclass(frozen=True, slots=True)
class KeyBlock:
    """A stretch of text that gives answers by number."""

    span: Span
    entries: tuple[Entry, ...]
    title: str = ""  # the section that the block itself names
    bad: Span | None = None  # a range whose length does not fit its answers


def packed(folded: str, start: int, limit: int) -> KeyBlock | None:
    """The entries that stand one after the other from `start`, across line breaks; None where there is none."""
    entries: list[Entry] = []
    bad = None
    at = _skip(folded, start, limit)
    end = start
    while at < limit:
        match = _ITEM.match(folded, at, limit)
        if not match:
            break
        stop = match.end()
        follower = folded[stop : stop + 1]
        if follower and not (
            follower in "\n\f"
            or follower.isdecimal()
            or "①" <= follower <= "⑳"
            or follower in "(第["
            or follower in NUMERALS
            or folded[stop - 1] in " \t;,、。|/"
        ):
            break
        if match["first"]:
            spread = _spread(match)
            if spread is None:
                bad = Span(match.start(), match.end("run"))
                numbers = range(int(match["first"]), min(int(match["last"]), int(match["first"]) + 400) + 1)
                entries += [Entry(number, Span(match.end("run"), match.end("run"))) for number in numbers]
            else:
                entries += spread
        else:
            entries.append(Entry(value_of(match["number"]), Span(*match.span("value"))))
        end = stop
        at = _skip(folded, stop, limit)
    return KeyBlock(Span(start, end), tuple(entries), "", bad) if entries else None


def _skip(folded: str, at: int, limit: int) -> int:
    while at < limit and folded[at] in " \t\n\f":
        at += 1
    return at


def _spread(match: re.Match[str]) -> list[Entry] | None:
    """The entries of a range: one answer each, or one group each; None where neither fits."""
    first, last = int(match["first"]), int(match["last"])
    base = match.start("run")
    for pattern in (r"[A-H]|√|×|✓|✔|✗|✘|对|错|[TF]", r"[A-H]{1,8}|√|×|✓|✔|✗|✘|对|错|[TF]"):
        found = list(re.finditer(pattern, match["run"]))
        if len(found) == last - first + 1:
            return [
                Entry(first + index, Span(base + each.start(), base + each.end())) for index, each in enumerate(found)
            ]
    return None


def tables(page: Page) -> list[KeyBlock]:
    """Two rows 题号/答案 with one column per question, and tables with one row per question."""
    blocks = []
    for head in _TABLE_HEAD.finditer(page.folded):
        keys = _TABLE_KEYS.match(page.folded, min(head.end() + 1, len(page.folded)))
        if keys:
            block = _columns((head.start(), keys.end()), head["cells"], keys["cells"], keys.start("cells"))
            if block:
                blocks.append(block)
    for rows in _TABLE_BARE.finditer(page.folded):
        block = _columns(rows.span(), rows["numbers"], rows["cells"], rows.start("cells"))
        if block:
            blocks.append(block)
    for top in _TABLE_TOP.finditer(page.folded):
        block = packed(page.folded, top.end(), len(page.folded))
        if block:
            blocks.append(KeyBlock(Span(top.start(), block.span.end), block.entries))
    return blocks


def _columns(span: tuple[int, int], numbers: str, cells: str, base: int) -> KeyBlock | None:
    """Two rows, one number and one key a column; None where they do not fit each other."""
    given = [int(cell) for cell in re.findall(r"\d+", numbers)]
    values = [Span(base + cell.start(), base + cell.end()) for cell in re.finditer(r"[^\s|]+", cells)]
    if len(given) != len(values):
        return None
    return KeyBlock(Span(*span), tuple(Entry(number, value) for number, value in zip(given, values, strict=True)))


def blocks_of(page: Page, answers: list[Span], openers: list[int]) -> list[KeyBlock]:
    """All packed blocks, sorted, not overlapping. `openers` are the ends of headings that announce keys."""
    found = tables(page)
    found += [block for answer in answers if (block := _after_marker(page.folded, answer))]
    found += [
        block for end in openers if (block := packed(page.folded, end, len(page.folded))) and _whole(page.folded, block)
    ]
    found += _rows(page, openers)
    found.sort(key=lambda block: (block.span.start, -block.span.end))
    kept: list[KeyBlock] = []
    for block in found:
        if not kept or block.span.start >= kept[-1].span.end:
            kept.append(block)
    return kept


def _after_marker(folded: str, answer: Span) -> KeyBlock | None:
    """A block right behind `答案：`; a single `1.A` counts only when nothing else stands on its line."""
    block = packed(folded, answer.end, len(folded))
    if block is None:
        return None
    if len(block.entries) == 1 and _FIRST.match(folded, answer.end):
        return None  # `(1) D` is the question's own key, as for the first of several blanks
    line_ends = folded[block.span.end : block.span.end + 1] in ("", "\n")
    if len(block.entries) == 1 and not (line_ends and _is_key(folded, block.entries[0])):
        return None
    if not _whole(folded, block):
        return None
    return KeyBlock(Span(answer.start, block.span.end), block.entries, "", block.bad)


_FIRST = re.compile(r"\s*\(1\)")
_MORE = re.compile(r"\s*(?:[(\[]?(?:答案|试题|本题)*(?:解析|详解|解释|分析|讲解)|[(\[第]?\d{1,4}[ \t]*题?[)\].、:])")


def _whole(folded: str, block: KeyBlock) -> bool:
    """Whether the entry is all there is: a single one with more on its line, or an explanation below, is not packed."""
    end = block.span.end
    return len(block.entries) > 1 or (folded[end : end + 1] in ("", "\n") and not _MORE.match(folded, end))


def _rows(page: Page, openers: list[int]) -> list[KeyBlock]:
    """Lines that hold nothing but entries, at least two of them, with or without a section's name in front."""
    blocks = []
    done = 0
    for match in _ROW_START.finditer(page.folded):
        opener = bisect_right(openers, match.start())
        if match.start() < done or (opener < len(openers) and openers[opener] <= match.start("entries")):
            continue
        block = packed(page.folded, match.start("entries"), len(page.folded))
        if block and len(block.entries) >= 2 and page.folded[block.span.end : block.span.end + 1] in ("", "\n"):
            done = block.span.end
            blocks.append(KeyBlock(Span(match.start(), done), block.entries, (match["title"] or "").strip(), block.bad))
    return blocks


_ROW_START = Finder.at_lines(
    re.compile(
        r"^[ \t]*+(?P<title>[^\n\d:。？]{2,24}:)?[ \t]*"
        r"(?P<entries>[(\[第]?\d{1,4}[^\nA-HTF√×✓✗对错正]{0,8}(?:[A-H]|[TF√×✓✗]|正确|错误|对|错))",
        re.M,
    ),
    r"(?:[^\n\d:。？]{2,24}:[ \t]*)?[(\[第]?\d",
)


def _is_key(folded: str, entry: Entry) -> bool:
    value = folded[entry.value.start : entry.value.end].strip("()[] ")
    return bool(re.fullmatch(r"[A-H ,、]+", value)) or value.upper() in TRUE_WORDS | FALSE_WORDS


def holder(blocks: list[KeyBlock], offset: int) -> KeyBlock | None:
    """The block that holds the offset."""
    index = bisect_right(blocks, offset, key=lambda block: block.span.start) - 1
    return blocks[index] if index >= 0 and offset < blocks[index].span.end else None
