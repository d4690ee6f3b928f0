"""What an answer says: letters, true or false, or the text of an option."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from ankigen.parser.lexicon import TRUTH

_OPENING = re.compile(r"[\s\[('\"]*(?:选项|应选|选择|应该选|选)?[\s\[('\"]*")
_LETTER = re.compile(r"([A-Za-z])(?![A-Za-z])|([A-Z]{1,10})(?![A-Za-z])|([a-z]{2,8})(?![A-Za-z])")
SIMPLE_KEY = re.compile(r"\s*([A-H]{1,8})[ \t]*(?=\n|$|[。.;；](?:\s|$))")  # nothing but letters, as most keys are
_BETWEEN = re.compile(r"[ \t、,，;；|/.'\"\])]*(?:和|及|与|and|&)?[ \t、,，;；|/.'\"\])]*")
_CLOSING = re.compile(r"[\s\])'\"]*")
_BEHIND_LETTER = re.compile(r"[\s:.、)\](\[]*")
_LABELLED = re.compile(r"[.、:)][ \t]*[^\sA-H]|[ \t]+[\u4e00-\u9fff]")  # behind a letter: it labels an option
_TRUTH_OPENING = re.compile(r"[\s(\[]*")
_TRUTH_CLOSING = re.compile(r"[\s)\]]*")
_PROSE = re.compile(
    r"(?:故|所以|因此|因而|应|应该|则|正确(?:答案|选项)(?:是|为)?|答案(?:是|为|选)?|本题)[^。\n]{0,6}?(?:选择?|答案(?:是|为)?|为|是)[\s项:]*([A-H]{1,8})(?![A-Za-z])"
)


def letters_of(value: str, options: Mapping[str, str]) -> tuple[tuple[str, ...], int] | None:
    """The option letters that a folded answer begins with, and where they end; None when it begins otherwise.

    `options` maps the question's labels to their plain texts: `D 东南` is D when option D says so.
    """
    simple = SIMPLE_KEY.match(value)
    if simple:
        return tuple(dict.fromkeys(simple.group(1))), simple.end()
    at = _OPENING.match(value).end()  # type: ignore[union-attr]
    letters: list[str] = []
    end = at
    while match := _LETTER.match(value, at):
        run = match.group()
        if match[3] and (letters or not _rising(run)):
            break
        spaced = value[end:at].isspace() if letters else False
        if spaced and (run.upper() < letters[-1] or _LABELLED.match(value, match.end())):
            break  # `C A. 甲 B. 乙`: the options begin behind the key
        if letters and options and not set(run.upper()) <= set(options):
            break
        letters += run.upper()
        at = end = match.end()
        at, end = _past_text(value, at, end, run.upper()[-1], options)
        between = _BETWEEN.match(value, at)
        at = between.end() if between else at
    if not letters:
        return None
    close = _CLOSING.match(value, end)
    end = close.end() if close else end
    unique = tuple(dict.fromkeys(letters))
    follower = value[end : end + 1]
    glued = follower.isascii() and follower.isalnum() and not value[end - 1 : end].isspace()
    if glued and len(unique) == 1 and unique[0] not in options:
        return None
    return unique, end


def _rising(run: str) -> bool:
    return list(run) == sorted(set(run)) and run[-1] <= "h"


def _past_text(value: str, at: int, end: int, letter: str, options: Mapping[str, str]) -> tuple[int, int]:
    """Step over the option's own words behind its letter: `B:文字;`."""
    text = options.get(letter, "")
    if not text:
        return at, end
    match = _BEHIND_LETTER.match(value, at)
    start = match.end() if match else at
    index, position = 0, start
    if plain(value[start : start + 1]) != text[:1]:
        return at, end
    while index < len(text) and position < len(value):
        if value[position].isspace():
            position += 1
        elif plain(value[position]) == text[index : index + 1] or not plain(value[position]):
            index += 1 if plain(value[position]) else 0
            position += 1
        else:
            return at, end
    whole = index == len(text) and not plain(value[position : position + 1])
    return (position, position) if whole else (at, end)


def truth_of(value: str) -> tuple[bool, int] | None:
    """Whether a folded answer begins with a word or mark for true or false, and where that ends."""
    opening = _TRUTH_OPENING.match(value)
    at = opening.end() if opening else 0
    match = TRUTH.match(value, at)
    if not match:
        return None
    follower = value[match.end() : match.end() + 1]
    if follower and len(match.group()) == 1 and not re.match(r"[\s。.,，;；:：!！)\]（(]", follower):
        return None
    close = _TRUTH_CLOSING.match(value, match.end())
    return match["true"] is not None, close.end() if close else match.end()


def option_said(value: str, options: Mapping[str, str]) -> tuple[str, ...]:
    """The label of the option whose whole text the answer is."""
    wanted = plain(value.strip().rstrip("。.;；"))
    return tuple(label for label, text in options.items() if text and text == wanted)


def letters_in_prose(text: str) -> tuple[str, ...]:
    """`…，故选B。`: the key that a folded explanation states; empty when it states none, or several different ones."""
    found = {match.group(1) for match in _PROSE.finditer(text)}
    return tuple(found.pop()) if len(found) == 1 else ()


def plain(text: str) -> str:
    """Letters and digits only, in one width and case: for comparing, never for showing."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).lower()
