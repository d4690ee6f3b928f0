r"""Equations: Office's math to TeX, for what stands between `\(` and `\)`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ankigen.readers.tags import words
from ankigen.readers.word.names import Element, M, W

_ESCAPED: Final = {
    "\\": r"\backslash ", "{": r"\{", "}": r"\}", "#": r"\#", "$": r"\$", "%": r"\%", "&": r"\&", "_": r"\_",
    "^": r"\hat{}", "~": r"\sim ",
}  # fmt: skip
_WORDS: Final = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+")  # what TeX sets as text, not as letters
_FUNCTIONS: Final = words(
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max"
    " min Pr sec sin sinh sup tan tanh"
)
_NARY: Final = {
    "∑": r"\sum", "∏": r"\prod", "∐": r"\coprod", "∫": r"\int", "∬": r"\iint", "∭": r"\iiint", "∮": r"\oint",
    "⋂": r"\bigcap", "⋃": r"\bigcup", "⋀": r"\bigwedge", "⋁": r"\bigvee", "": r"\int",
}  # fmt: skip
_ACCENTS: Final = {
    "̂": "hat", "̃": "tilde", "̄": "bar", "̅": "bar", "⃗": "vec", "̇": "dot", "̈": "ddot", "̌": "check", "́": "acute",
    "̀": "grave", "̆": "breve", "ˆ": "hat", "~": "tilde", "¯": "bar", "→": "vec", "": "hat",
}  # fmt: skip
_FENCES: Final = {
    "{": r"\{", "}": r"\}", "‖": r"\|", "∥": r"\|", "⟨": r"\langle ", "⟩": r"\rangle ", "〈": r"\langle ",
    "〉": r"\rangle ", "⌊": r"\lfloor ", "⌋": r"\rfloor ", "⌈": r"\lceil ", "⌉": r"\rceil ", "": ".",
}  # fmt: skip
_OVER: Final = {"⏞": r"\overbrace", "⏟": r"\underbrace", "→": r"\overrightarrow", "←": r"\overleftarrow"}


def tex(element: Element) -> str:
    """The TeX of an `<m:oMath>` or of any part of one."""
    return _inside(element).strip()


def _inside(element: Element | None) -> str:
    if element is None:
        return ""
    parts: list[str] = []
    for child in element:
        if child.tag == _RUN:
            parts.append(_run(child))
            continue
        write = _WRITERS.get(child.tag)
        if write is not None:
            parts.append(write(child))
        elif child.tag not in _SKIPPED:
            parts.append(_inside(child))
    return "".join(parts)


def _group(element: Element, name: str) -> str:
    return "{" + _inside(element.find(M + name)).strip() + "}"


def _property(element: Element, path: str, default: str = "") -> str:
    found = element.find("/".join(M + name for name in path.split("/")))
    return default if found is None else found.get(f"{M}val", default)


def _run(element: Element) -> str:
    text = "".join(each.text or "" for each in element.iter(f"{M}t", f"{W}t"))
    plain = element.find(f"{M}rPr/{M}nor") is not None
    return text_of(text, upright=plain)


def text_of(text: str, *, upright: bool = False) -> str:
    """Characters as TeX writes them in a formula; Chinese, and what is `upright`, as text."""
    parts, position = [], 0
    for match in _WORDS.finditer(text) if not upright else ():
        parts += [_math(text[position : match.start()]), rf"\text{{{match[0]}}}"]
        position = match.end()
    if upright and text.strip():
        return rf"\text{{{''.join(_ESCAPED.get(char, char) for char in text)}}}"
    return "".join([*parts, _math(text[position:])])


def _math(text: str) -> str:
    return "".join(_ESCAPED.get(char, char) for char in text)


def _fraction(element: Element) -> str:
    top, bottom = _group(element, "num"), _group(element, "den")
    kind = _property(element, "fPr/type")
    if kind == "noBar":
        return rf"\genfrac{{}}{{}}{{0pt}}{{}}{top}{bottom}"
    return f"{top}/{bottom}" if kind in ("lin", "skw") else rf"\frac{top}{bottom}"


def _superscript(element: Element) -> str:
    return f"{_group(element, 'e')}^{_group(element, 'sup')}"


def _subscript(element: Element) -> str:
    return f"{_group(element, 'e')}_{_group(element, 'sub')}"


def _both_scripts(element: Element) -> str:
    return f"{_group(element, 'e')}_{_group(element, 'sub')}^{_group(element, 'sup')}"


def _scripts_before(element: Element) -> str:
    return f"{{}}_{_group(element, 'sub')}^{_group(element, 'sup')}{_group(element, 'e')}"


def _root(element: Element) -> str:
    degree = _inside(element.find(f"{M}deg")).strip()
    return (rf"\sqrt[{degree}]" if degree else r"\sqrt") + _group(element, "e")


def _nary(element: Element) -> str:
    char = _property(element, "naryPr/chr")
    operator = _NARY.get(char) or rf"\mathop{{{text_of(char)}}}"
    for mark, name in (("_", "sub"), ("^", "sup")):
        limit = _group(element, name)
        operator += mark + limit if limit != "{}" else ""
    return f"{operator} {_inside(element.find(f'{M}e'))}"


def _fenced(element: Element) -> str:
    left, right = _property(element, "dPr/begChr", "("), _property(element, "dPr/endChr", ")")
    parts = [_inside(each).strip() for each in element.iterfind(f"{M}e")]
    inner = text_of(_property(element, "dPr/sepChr", "|")).join(parts)
    return rf"\left{_FENCES.get(left, left)}{inner}\right{_FENCES.get(right, right)}"


def _function(element: Element) -> str:
    name = _inside(element.find(f"{M}fName"))
    # A name that TeX knows is set upright.
    return (rf"\{name.strip()}" if name.strip() in _FUNCTIONS else name) + f" {_group(element, 'e')}"


def _limit(mark: str) -> Callable[[Element], str]:
    def write(element: Element) -> str:
        base = _inside(element.find(f"{M}e")).strip()
        base = rf"\{base}" if base in _FUNCTIONS else base
        limit = _group(element, "lim")
        if base.startswith("\\") and base[1:] in _FUNCTIONS:
            return f"{base}{mark}{limit}"
        return (r"\underset" if mark == "_" else r"\overset") + f"{limit}{{{base}}}"

    return write


def _accent(element: Element) -> str:
    name = _ACCENTS.get(_property(element, "accPr/chr"), "hat")
    return rf"\{name}{_group(element, 'e')}"


def _bar(element: Element) -> str:
    above = _property(element, "barPr/pos", "bot") == "top"
    return (r"\overline" if above else r"\underline") + _group(element, "e")


def _over(element: Element) -> str:
    return _OVER.get(_property(element, "groupChrPr/chr", "⏟"), "") + _group(element, "e")


def _matrix(element: Element) -> str:
    rows = (" & ".join(_inside(cell).strip() for cell in row.iterfind(f"{M}e")) for row in element.iterfind(f"{M}mr"))
    return r"\begin{matrix}" + r" \\ ".join(rows) + r"\end{matrix}"


def _lines(element: Element) -> str:
    rows = (_inside(each).strip() for each in element.iterfind(f"{M}e"))
    return r"\begin{array}{l}" + r" \\ ".join(rows) + r"\end{array}"


_RUN: Final = f"{M}r"
_SKIPPED: Final = frozenset(
    f"{M}{name}Pr"
    for name in words(
        "acc arg bar borderBox box ctrl d eqArr f func groupChr limLow limUpp m nary oMathPara phant r rad sPre sSub"
        " sSubSup sSup"
    )
)
_WRITERS: Final[dict[object, Callable[[Element], str]]] = {
    M + name: write
    for name, write in (
        ("f", _fraction),
        ("sSup", _superscript),
        ("sSub", _subscript),
        ("sSubSup", _both_scripts),
        ("sPre", _scripts_before),
        ("rad", _root),
        ("nary", _nary),
        ("d", _fenced),
        ("func", _function),
        ("limLow", _limit("_")),
        ("limUpp", _limit("^")),
        ("acc", _accent),
        ("bar", _bar),
        ("groupChr", _over),
        ("m", _matrix),
        ("eqArr", _lines),
    )
}
