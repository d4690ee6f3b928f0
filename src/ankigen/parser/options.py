"""The options of one question: the chain A, B, C … that reads best.

Every letter that could be a label is a candidate with a weight for how it stands (at the beginning of a line, behind a
wide gap, glued to a word). The best rising chain wins, so `维生素A B.维生素B C.维生素C` and `A.nn.Conv2dB.nn.Linear`
need no rules of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from ankigen.text import Span

_CANDIDATE = re.compile(
    r"(?=[(\[A-Za-z□☐○◯*☑■√✓✔●])(?:[□☐○◯][ \t]?)?(?P<star>(?<!\S)\*[ ]?|[☑■√✓✔●][ \t]?)?(?:"
    r"[(\[][ \t]*(?P<boxed>[A-Za-z])[ \t]*[)\]][ \t]*[.、:]?"
    r"|(?P<sharp>[A-Z])[ \t]*[.、:)]"
    r"|(?P<small>(?<![A-Za-z0-9'’])[a-z])[.、:)](?![A-Za-z])"
    r"|(?P<loose>(?<![A-Za-z0-9])[A-Z])(?=[ \t]+\S|\t|[ \t]*\n)"
    r"|(?P<glued>(?<![A-Za-z0-9.])[A-Z])(?=[\u4e00-\u9fff“《（(\d\-$\\]|[A-Z]{2,}[^A-Za-z]|[A-Z][a-z])"
    r")[ \t]*"
)


_ROW = re.compile(r"\n[ \t]*+(?P<letter>[A-J])[ \t]*[.、:)]")
_ROW_LOOSE = re.compile(r"\n[ \t]*+(?P<letter>[A-J])(?:[.、:)]|[ \t]+\S)")
_ENDS = frozenset(["", "\n", *"。.，,;；、？?:"])
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Label(NamedTuple):
    """A letter that labels an option. A paper has many thousands, hence a tuple."""

    letter: str  # upper case
    span: Span  # with its punctuation
    form: str
    star: bool  # marked with * as the right one
    sign: str = ""  # the punctuation behind the letter, where there is any


@dataclass(frozen=True, slots=True)
class _Link:
    score: float
    label: Label
    before: _Link | None
    length: int


def options_in(folded: str, span: Span) -> list[Label]:
    """The labels of the best chain in the span, in the order of the letters; empty when there is none."""
    matches = _without_heads(list(_CANDIDATE.finditer(folded, span.start, span.end)))
    plain = _one_a_line(folded, matches)
    if plain:
        return plain
    candidates = [_candidate(match) for match in matches]
    upper = [label for label, capital in candidates if capital]
    best = _best(folded, upper)
    if best is None or best.length < 2 or best.score < 1.0:
        best = _best(folded, [label for label, capital in candidates if not capital]) or best
    if best is None or best.length < 2 or best.score < 1.0:
        return _with_gaps(folded, upper) or _without_first(folded, span, upper)
    chain = _last_told(folded, _unlinked(best), span.end)
    gapped = _with_gaps(folded, upper)
    if len(gapped) > len(chain) and set(chain) < set(gapped):
        return gapped  # A, B, D: a chain of A and B leaves D out
    return _columns(folded, chain, upper)


def _last_told(folded: str, chain: list[Label], end: int) -> list[Label]:
    """Without a last option that says nothing: `ratE.` ends a word, in `D .` behind `A *` the full stop is the text."""
    last = chain[-1]
    if folded[last.span.end : end].strip():
        return chain
    if last.sign and not any(label.sign for label in chain[:-1]):
        return [*chain[:-1], last._replace(span=Span(last.span.start, last.span.start + 1), sign="")]
    before = folded[last.span.start - 1 : last.span.start]
    inside = before.isascii() and before.isalpha()
    return chain[:-1] if inside and len(chain) > 2 else chain


def strays(folded: str, labels: list[Label], end: int) -> list[tuple[str, int]]:
    """Lines in or behind the options that begin with a letter once more: the letters, and where the lines begin."""
    starts = {label.span.start for label in labels}
    pattern = _ROW_LOOSE if all(label.form == "loose" for label in labels) else _ROW
    first = min(starts)
    return [
        (match["letter"], match.start())
        for match in pattern.finditer(folded, first, end)
        if match.start("letter") not in starts
    ]


def _without_heads(matches: list[re.Match[str]]) -> list[re.Match[str]]:
    """Without the head of a table: letters in a row with nothing between them."""
    kept: list[re.Match[str]] = []
    row: list[re.Match[str]] = []
    for match in matches:
        if not (row and match["loose"] and match.start() == row[-1].end() and _follows(row[-1], match)):
            kept += row if len(row) < 3 else []
            row = []
        row.append(match)
    return kept + (row if len(row) < 3 else [])


def _follows(before: re.Match[str], match: re.Match[str]) -> bool:
    return bool(before["loose"]) and ord(match["loose"]) == ord(before["loose"]) + 1


def _one_a_line(folded: str, matches: list[re.Match[str]]) -> list[Label]:
    """The usual case, told without weighing: `A.` to `D.`, each at its line's beginning, and no other candidate."""
    if not 2 <= len(matches) <= len(_LETTERS):
        return []
    labels = []
    for letter, match in zip(_LETTERS, matches, strict=False):
        start, end = match.span()
        if match["sharp"] != letter:
            return []
        if folded[start - 1] != "\n" and folded[folded.rfind("\n", 0, start) + 1 : start].strip():
            return []
        labels.append(Label(letter, Span(start, end), "sharp", match["star"] is not None))
    return labels


def _with_gaps(folded: str, labels: list[Label]) -> list[Label]:
    """Labels at the beginnings of lines that rise but leave letters out: A, C, D, where B is lost."""
    strong = [label for label in labels if _weight(folded, label) >= 1.5]
    letters = [label.letter for label in strong]
    rising = letters == sorted(set(letters)) and letters[:1] == ["A"] and letters[-1] <= "J"
    return strong if rising and len(strong) >= 2 else []


def _without_first(folded: str, span: Span, labels: list[Label]) -> list[Label]:
    """A list whose first letter is lost: B, C, D behind the words of A on a line of their own."""
    second = next((label for label in labels if label.letter == "B"), None)
    line = folded.rfind("\n", span.start, second.span.start) + 1 if second else 0
    if second is None or line <= span.start or not folded[line : second.span.start].strip():
        return []
    first = Label("A", Span(line, line), "sharp", False)
    chain = _best(folded, [first, *(label for label in labels if label.span.start >= second.span.start)])
    if chain is None or chain.length < 4:
        return []
    return _unlinked(chain)


def _unlinked(link: _Link | None) -> list[Label]:
    chain: list[Label] = []
    while link:
        chain.append(link.label)
        link = link.before
    return chain[::-1]


def _candidate(match: re.Match[str]) -> tuple[Label, bool]:
    form = next(name for name in ("boxed", "sharp", "small", "loose", "glued") if match[name])
    letter = match[form]
    sign = match.group().strip()[-1:] if form in ("sharp", "small") else ""
    return Label(letter.upper(), Span(match.start(), match.end()), form, bool(match["star"]), sign), letter.isupper()


def _best(folded: str, labels: list[Label]) -> _Link | None:
    """One pass: for each letter the best chain that ends with it so far."""
    ends: dict[str, _Link] = {}
    top: _Link | None = None
    for label in labels:
        own = _weight(folded, label)
        if label.letter == "A":
            if label.form == "boxed" and own <= -2:
                continue  # the key in a stem
            link = _Link(own, label, None, 1)
            if "A" in ends and ends["A"].score > own + 0.5:
                continue
        else:
            before = ends.get(chr(ord(label.letter) - 1))
            if before is None or own <= -2:
                continue
            alike = 0.6 if before.label.form == label.form else -0.4
            if before.label.sign != label.sign and own < 1.5 and not _goes_on(folded, label, before):
                alike = -1.5  # `D. CH(H,E)=0` has no option E
            link = _Link(before.score + own + alike + 0.5, label, before, before.length + 1)
        known = ends.get(label.letter)
        if known and known.before and known.before is link.before and _weight(folded, known.label) >= 1.5:
            continue  # the letter again behind a list that has it: another list, or a slip
        if known is None or link.score > known.score or (label.letter == "A" and link.score >= known.score - 0.5):
            ends[label.letter] = link
        if top is None or link.score > top.score:
            top = link
    return top


def _goes_on(folded: str, label: Label, before: _Link) -> bool:
    """Whether a bare letter on a line of its own goes on with a list of three: `D丘脑` behind A., B. and C."""
    words = folded[label.span.end : label.span.end + 1]
    return before.length >= 3 and "\u4e00" <= words <= "\u9fff" and _begins_line(folded, label)


def _begins_line(folded: str, label: Label) -> bool:
    at = label.span.start
    return not folded[folded.rfind("\n", max(0, at - 60), at) + 1 : at].strip() and "\n" in folded[max(0, at - 60) : at]


_BASE = {"boxed": 0.6, "sharp": 0.6, "small": 0.2, "loose": -0.6, "glued": -1.2}


def _weight(folded: str, label: Label) -> float:
    """How much a letter looks like a label where it stands."""
    at = label.span.start
    before = folded[max(0, at - 60) : at]  # what stands in front of the span tells whether a line begins here
    score = _BASE[label.form]
    if not before.rsplit("\n", 1)[-1].strip():
        return score + 1.6
    if label.form == "boxed" and folded[label.span.end : label.span.end + 1] in _ENDS:
        return -3.0  # the key in a stem: `…的是（ A ）。`
    if before[-1:] == "\t" or before[-2:] == "  ":
        return score + 1.3
    close = before[-1:]
    if label.form in ("loose", "glued"):
        if close != " " or label.form == "glued":
            return -3.0
        asked = before.rstrip()[-1:] in ")]？?:_。" and label.letter == "A"  # `…（ ） A 甲 B 乙 C 丙`
        return score + 1.6 if asked else score - 0.5
    if close == " ":
        return score + 0.6
    if close in "。;；,，?？!！)]”）】":
        return score + 0.4
    if label.form == "small":
        return score - 1.5
    if close.isascii() and close.isalnum():
        return score - 0.1
    if close in "(（[\"'“":
        return score - 1.5
    return score + 0.2


def _columns(folded: str, chain: list[Label], labels: list[Label]) -> list[Label]:
    """Options printed in columns read A C B D: take them when they make a longer list than the rising chain."""
    strong: dict[str, Label] = {}
    for label in labels:
        if _weight(folded, label) >= 1.5:
            if label.letter in strong:
                return chain
            strong[label.letter] = label
    letters = sorted(strong)
    complete = letters == [chr(ord("A") + index) for index in range(len(letters))]
    if complete and len(letters) > len(chain):
        return [strong[letter] for letter in letters]
    return chain
