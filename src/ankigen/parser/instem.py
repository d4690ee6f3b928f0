"""Keys and points that are printed inside the stem: `（ C ）`, `__B__`, `（√）`, a letter behind the brackets."""

from __future__ import annotations

import re
from typing import NamedTuple

from ankigen.model import Kind
from ankigen.parser.draft import Draft
from ankigen.parser.lexicon import CHOOSE_MANY, POINTS_TAG
from ankigen.parser.page import Page
from ankigen.parser.values import letters_of, truth_of
from ankigen.text import Span

_BOX = r"[ \t]*[(\[][ \t]*[)\]][ \t]*"
_TRUTH_BOXES = re.compile(
    rf"""\n[ \t]*(?:
        (?:[AB][.、:][ \t]*)?(?:正确|对|√|T|True|是){_BOX}(?:[AB][.、:][ \t]*)?(?:不正确|错误|错|×|F|False|否){_BOX}
      | (?:true[.、:][ \t]*)?(?:正确|对|√|是)[ \t]*\n\s*(?:false[.、:][ \t]*)?(?:错误|不正确|错|×|否)
    )[ \t]*(?=\n|$)""",
    re.X,
)
_HINT = re.compile(
    r"[(\[_√×✓✔✗✘╳]|\n[ \t]*(?:true|正确|对|是)|(?<![ \t])[ \t]{2,}+[A-H]"
)  # without one there is nothing to find
_LONE_TRUTH = re.compile(r"\n[ \t]*[(\[][ \t]*(?P<mark>正确|错误|对|错|√|×|✓|✗)[ \t]*[)\]][ \t。]*$")
_STEM_LETTERS = re.compile(
    r"[(\[][ \t\n]*(?P<box>[A-Za-z](?:[ \t\n]*[、,;/]?[ \t\n]*[A-Za-z])*)[ \t\n]*[)\]]"
    r"|_+[ \t]*(?P<line>[A-H](?:[ \t]*[、,]?[ \t]*[A-H])*)[ \t]*_+"
)
_EMPTY_BOX = re.compile(r"[(\[][ \t\n]+[)\]]|(?<![A-Za-z0-9_])(?:\(\)|\[\])")  # `main()` is no blank
_STROKES = re.compile(r"_{2,}")
_INDEX = re.compile(r"(?<=[A-Za-z0-9])[(\[][A-Za-z][)\]]")  # `dB(A)`, `X(B)`
_NAMING = frozenset("是为有指于在由即叫括含选用")  # a blank completes the sentence behind them
_END = " \t\n。.:?？"
_TAIL_LETTERS = re.compile(
    r"(?P<box>[)\]][ \t。.：:]*+|(?<![ \t])[ \t]{2,}+|(?<=[。？！?!”])[ \t]+)"
    r"(?P<key>[A-H](?:[ \t]*[、,]?[ \t]*[A-H])*)[ \t]*$"
)
# The options are a picture: `…的是（ A ）[图片: …]`.
_PICTURED = re.compile(
    r"[(\[][ \t]*(?P<key>[A-H])(?P<space>[ \t]*)[)\]][。.]?\s*(?:\[[图圖]片[^\]\n]*\]\s*|!\[[^\n]*\)\s*)+$"
)
_BOXED = re.compile(r"[(\[][ \t\n]*(?P<mark>[^()\[\]\s]{1,5})[ \t\n]*[)\]]")
_TAIL_TRUTH = re.compile(r"(?<![ \t。.！!])[ \t。.！!]*+(?P<mark>√|×|✓|✔|✗|✘|╳)[ \t]*$")


def keys_in_stem(page: Page, draft: Draft, trust: str | None = None) -> None:
    """Points, true/false boxes and keys that stand inside the stem.

    Args:
        page: the page.
        draft: the question; its stem is known.
        trust: "stem" when a bracketed letter is always the key, "line" when it never is, None to find out.
    """
    folded = page.folded
    if not _HINT.search(folded, draft.stem.start, draft.stem.end):
        return
    boxes = _TRUTH_BOXES.search(folded, draft.stem.start, draft.stem.end)
    if boxes and _says_truth(folded, draft) and not folded[boxes.end() : draft.stem.end].strip():
        draft.noise.append((Span(boxes.start(), boxes.end()), "boxes to tick"))
        draft.stem = Span(draft.stem.start, boxes.start())
        draft.kind = draft.kind or Kind.TRUEFALSE
    stem = folded[draft.stem.start : draft.stem.end]
    tail = list(POINTS_TAG.finditer(stem))
    if len(tail) == 1 and not stem[tail[-1].end() :].strip(" \t\n。"):
        span = Span(draft.stem.start + tail[-1].start(), draft.stem.start + tail[-1].end())
        draft.points = float(tail[-1].group(1))
        draft.tags.append(span)
        draft.stem_cuts.append((span, ""))
    if CHOOSE_MANY.search(stem) and draft.kind is None:
        draft.kind = Kind.MULTIPLE
    if trust == "line":
        pass
    elif draft.labels:
        _letters_in_stem(page, draft, stem, trust == "stem")
    elif draft.answer is None and (pictured := _PICTURED.search(stem)):
        draft.letters = (pictured["key"],)
        draft.letters_at = Span(draft.stem.start + pictured.start("key"), draft.stem.start + pictured.end("key"))
        box = Span(draft.stem.start + pictured.start() + 1, draft.stem.start + pictured.end("space"))
        draft.stem_cuts.append((box, ""))
        draft.kind = draft.kind or Kind.SINGLE
    elif draft.answer is None and draft.truth is None and (draft.kind or draft.section.kind) in (None, Kind.TRUEFALSE):
        _truth_in_stem(draft, stem)
    draft.stem_cuts.sort()


def _says_truth(folded: str, draft: Draft) -> bool:
    """Whether the options, if there are any, say no more than the boxes do."""
    said = [folded[option.start : option.end].strip(" \t\n。") for option in draft.options]
    return not said or (len(said) == 2 and all((truth := truth_of(word)) and truth[1] == len(word) for word in said))


def _letters_in_stem(page: Page, draft: Draft, stem: str, certain: bool) -> None:
    known = {letter for letter, _ in draft.labels}
    base = draft.stem.start
    own = letters_of(page.folded[draft.answer.start : draft.answer.end], {}) if draft.answer else None
    found = []
    inside: list[str] = []
    for match in _STEM_LETTERS.finditer(stem):
        group = "box" if match["box"] else "line"
        letters = letters_of(match[group], {})
        if not letters or list(letters[0]) != sorted(letters[0]):
            continue
        inside += letters[0]
        again = own is not None and own[0] == letters[0]
        loose = draft.answer and not again and not _padded(match) and stem[match.end() :].strip(_END)
        if loose and not certain:
            continue  # an abbreviation such as （AC）, where the answer has a line of its own
        if set(letters[0]) <= known | {"E", "F", "G"} and letters[0][0] in known:
            found.append(_Key(match, group, letters[0]))
    if own and len(own[0]) > 1 and inside == list(own[0]) and not any(key.letters == own[0] for key in found):
        draft.conflict = True  # each letter belongs to one of the blanks: no choice of several
        return
    if found and (certain or not _blank_beside(stem, found)):
        keys = _the_key(stem, found, own[0] if own else ())
        draft.conflict = draft.conflict or not keys
        for key in keys:
            span, whole = (
                Span(base + start, base + end) for start, end in (key.match.span(key.group), key.match.span())
            )
            draft.stem_cuts.append(
                (whole, "____") if key.group == "line" else (Span(whole.start + 1, whole.end - 1), "")
            )
            draft.letters, draft.letters_at = key.letters, span
        return
    tail = _TAIL_LETTERS.search(stem.rstrip())
    if tail and stem[tail.start() - 1] in "。？！?!”" and not _EMPTY_BOX.search(stem[: tail.start()]):
        return  # nothing to fill in, so what stands behind the sentence may be anything
    if tail and set(re.findall("[A-H]", tail["key"])) <= known:
        letters = letters_of(tail["key"], {})
        if letters:
            span = Span(base + tail.start("key"), base + tail.end("key"))
            draft.stem_cuts.append((span, ""))
            draft.letters, draft.letters_at = letters[0], span


class _Key(NamedTuple):
    """Letters in brackets or on a line that may be the key."""

    match: re.Match[str]
    group: str  # "box" or "line"
    letters: tuple[str, ...]


def _padded(match: re.Match[str]) -> bool:
    """Whether room was left for the key: `（ B ）`, `__B__`."""
    return bool(re.match(r"[(\[]\s|_", match.group()))


def _blank_beside(stem: str, found: list[_Key]) -> bool:
    """Whether the stem has another blank, so that the letters may be words: `（ ）dB（A）`."""
    rest = _without_matches(stem, [key.match for key in found])
    if _EMPTY_BOX.search(rest):
        return True
    lone = len(found) == 1 and (_padded(found[0].match) or not _INDEX.match(stem, found[0].match.start()))
    return bool(_STROKES.search(rest)) and not lone


def _the_key(stem: str, found: list[_Key], own: tuple[str, ...]) -> list[_Key]:
    """Of several letters in one stem those that are the key; none where that is not clear.

    `缺少（ B ）会影响维生素（C）的吸收`: a line of its own says the key, room is left for it, or the sentence lacks a
    word there. The others may be symbols, or keys of other blanks.
    """
    pool = [key for key in found if key.letters == own] or found
    some = [key for key in pool if _padded(key.match)] or (pool[-1:] if _completes(stem, pool) else pool)
    return some if len({key.letters for key in some}) == 1 else []


def _completes(stem: str, keys: list[_Key]) -> bool:
    """Whether the last brackets end the sentence behind a word such as 是, and all others belong to another word."""
    *others, last = [stem[key.match.start() - 1 : key.match.start()] for key in keys]
    named = all(char.isalnum() and char not in _NAMING for char in others)
    return named and last in _NAMING and not stem[keys[-1].match.end() :].strip(_END)


def _without_matches(stem: str, matches: list[re.Match[str]]) -> str:
    parts, at = [], 0
    for match in matches:
        parts.append(stem[at : match.start()])
        at = match.end()
    return "".join([*parts, stem[at:]])


def _truth_in_stem(draft: Draft, stem: str) -> None:
    base = draft.stem.start
    lone = _LONE_TRUTH.search(stem.rstrip())
    if lone:
        draft.truth_at = Span(base + lone.start() + 1, base + lone.end())
        draft.truth = truth_of(lone["mark"])[0]  # type: ignore[index]
        draft.stem = Span(base, base + lone.start())
        return
    certain = (draft.kind or draft.section.kind) is Kind.TRUEFALSE
    boxed = [(match, truth) for match in _BOXED.finditer(stem) if (truth := _meaning(draft, match["mark"])) is not None]
    tail = _TAIL_TRUTH.search(stem.rstrip())
    if boxed and (certain or not stem[boxed[-1][0].end() :].strip(" \t\n。.")):
        match, draft.truth = boxed[-1]
        inner = Span(base + match.start() + 1, base + match.end() - 1)
    elif tail:
        match, draft.truth = tail, _meaning(draft, tail["mark"])
        inner = Span(base + tail.start("mark"), base + tail.end("mark"))
    else:
        return
    draft.truth_at = Span(base + match.start("mark"), base + match.end("mark"))
    draft.stem_cuts.append((inner, ""))


def _meaning(draft: Draft, mark: str) -> bool | None:
    """True or false, as the mark itself or the heading's own rule (`1对 2错`) says; None when it says neither."""
    heading = draft.section.heading
    if heading and mark in heading.truths:
        return heading.truths[mark]
    truth = truth_of(mark.upper())
    return truth[0] if truth and not mark.upper()[truth[1] :].strip() else None
