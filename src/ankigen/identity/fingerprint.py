"""What makes a question this question: a folded text, and the guid made from it."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import cache

from ankigen.hanzi.fold import fold_table
from ankigen.model import Kind, Question

_FAMILIES: dict[str, str] = {
    Kind.SINGLE: "choice",
    Kind.MULTIPLE: "choice",
    Kind.TRUEFALSE: "choice",
    Kind.FILL: "cloze",
    Kind.SHORT: "qa",
    Kind.CASE: "qa",
}

# The digits of the short ids that Anki itself writes.
_BASE91 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~"

_MINUS = dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2212), ord("-"))
_WIDE = dict(zip("（），：；？！", "(),:;?!", strict=True))
# The first character of everything ignored. Most texts have none, and looking for them first is several times faster.
_SIGNS = r"""[\s。、；？…“”‘’"'`´;?《》〈〉「」『』【】〔〕·・—―,:.!\-(\[{_]"""
_SIGN = re.compile(_SIGNS)
_IGNORED = re.compile(
    rf"(?={_SIGNS})"
    r"""
    (?:\s+
    | [。、；？…“”‘’"'`´;?《》〈〉「」『』【】〔〕·・—―]
    | (?<![0-9]) [,:] | [,:] (?![0-9])              # 1,000 and 3:1 keep theirs
    | (?<![0-9A-Za-z]) [.!] | \. (?![0-9A-Za-z])    # 3.14, torch.jit and n! keep theirs
    | (?<=[A-Za-z]) - (?=[A-Za-z])                  # post-training is posttraining
    | [(\[{] \s* [)\]}]                             # the empty brackets that wait for a key
    | (?<=_) _+                                     # a blank of any length
    )
    """,
    re.VERBOSE,
)


def family(kind: Kind | str) -> str:
    """The note type that a kind of question belongs to: "choice", "cloze" or "qa".

    Anki cannot turn a note of one type into another without losing its history, so the family is part of the guid;
    within a family the kind may change (a single choice that turns out to be a multiple one).

    Raises:
        ValueError: there is no such kind.
    """
    return _FAMILIES.get(kind) or _FAMILIES[Kind(kind)]  # a kind is its text; making one is slow


def fold(text: str) -> str:
    """The text without what encodings, sites and editors change; for comparing, never for showing."""
    if not text:
        return ""
    if not unicodedata.is_normalized("NFKC", text):
        for wide, narrow in _WIDE.items():  # as NFKC does, which is slow where it has to change anything
            text = text.replace(wide, narrow)
    plain = unicodedata.normalize("NFKC", text)
    folded = plain.translate(_folding()) if _folds().search(plain) else plain
    if not _SIGN.search(folded):
        return folded
    return _IGNORED.sub("", folded) or plain.strip()


@cache
def _folding() -> dict[int, int]:
    return fold_table() | _MINUS


@cache
def _folds() -> re.Pattern[str]:
    """Finds what the folding changes; most texts have none of it, and translating a text is slow."""
    return re.compile(f"[{re.escape(''.join(map(chr, _folding())))}]")


def fingerprint(question: Question) -> str:
    """Material, stem and options, folded and joined; equal for two questions that are the same."""
    options = sorted(fold(option.text) for option in question.options)
    return "\n".join([fold(question.material), fold(question.stem), *options])


def answer_of(question: Question) -> str:
    """The answer, folded; equal for two questions of one text that have the same key.

    It is in words, because another edition may give the same options other letters. The wording of an essay does not
    count: two essays on one question do not contradict each other.
    """
    if family(question.kind) == "qa":
        return ""
    if question.kind is Kind.TRUEFALSE or not question.options:
        return "\n".join(map(fold, question.answer))
    return "\n".join(sorted(fold(option.text) for option in question.options if option.label in question.answer))


def guid(question: Question, edition: int = 1, *, apart: str = "") -> str:
    """The identity of the question's note, in the digits that Anki uses.

    Args:
        question: what the guid is made from.
        edition: above 1, another guid for the same text: for when the first one belongs to a question that once had
            this text and was edited since.
        apart: what tells it from other questions with the same text, where there are any.
    """
    asked = fingerprint(question) + (f"\x1f{apart}" if apart else "")
    return guid_of(family(question.kind), asked, edition)


def guid_of(family: str, fingerprint: str, edition: int = 1) -> str:
    """The guid of a question whose family and fingerprint are known."""
    text = f"{family}\n{fingerprint}" + (f"\n{edition}" if edition > 1 else "")
    number = int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")
    digits = ""
    while number:
        number, rest = divmod(number, 91)
        digits = _BASE91[rest] + digits
    return digits
