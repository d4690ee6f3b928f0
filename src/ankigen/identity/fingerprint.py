"""What makes a question this question: a folded text, and the guid made from it."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from ankigen.hanzi.fold import fold as to_simplified
from ankigen.model import Kind, Question

_FAMILIES = {
    Kind.SINGLE: "choice",
    Kind.MULTIPLE: "choice",
    Kind.TRUEFALSE: "choice",
    Kind.FILL: "cloze",
    Kind.SHORT: "qa",
    Kind.CASE: "qa",
}

# The digits of the short ids that Anki itself writes.
_BASE91 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&()*+,-./:;<=>?@[]^_`{|}~"

_MINUS = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2212": "-"})
_IGNORED = re.compile(
    r"""
    \s+
    | [。、；？…“”‘’"'`´;?《》〈〉「」『』【】〔〕·・—―]
    | (?<![0-9]) [,:] | [,:] (?![0-9])              # 1,000 and 3:1 keep theirs
    | (?<![0-9A-Za-z]) [.!] | \. (?![0-9A-Za-z])    # 3.14, torch.jit and n! keep theirs
    | (?<=[A-Za-z]) - (?=[A-Za-z])                  # post-training is posttraining
    | [(\[{] \s* [)\]}]                             # the empty brackets that wait for a key
    | (?<=_) _+                                     # a blank of any length
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
    return _FAMILIES[Kind(kind)]


def fold(text: str) -> str:
    """The text without what encodings, sites and editors change; for comparing, never for showing."""
    wide = unicodedata.normalize("NFKC", text).translate(_MINUS)
    folded = _IGNORED.sub("", to_simplified(wide))
    return folded or wide.strip()


def fingerprint(question: Question) -> str:
    """Material, stem and options, folded and joined; equal for two questions that are the same."""
    options = sorted(fold(option.text) for option in question.options)
    return "\n".join([fold(question.material), fold(question.stem), *options])


def guid(question: Question) -> str:
    """The identity of the question's note, in the digits that Anki uses."""
    text = f"{family(question.kind)}\n{fingerprint(question)}"
    number = int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")
    digits = ""
    while number:
        number, rest = divmod(number, len(_BASE91))
        digits = _BASE91[rest] + digits
    return digits
