r"""LaTeX: commands are taken away as edits or written as what they print, so that what stays reads like a typed text.

The words of exams are known: those of the `exam` class (`\question`, `\choice`, `\CorrectChoice`, `solution`) and of
its Chinese relatives, lists with `\item`, blanks. Of every other command the name goes and the braces' content stays.
Formulas are left exactly as they are: cards show TeX.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ankigen.readers import latex_words
from ankigen.readers.latex_scan import Scanner
from ankigen.readers.ordinals import ordinal
from ankigen.readers.plain import decoded
from ankigen.readers.reading import Reading
from ankigen.text import Mark, Rewrite, Source, Span

RULE: Final = "latex"
_BEGIN, _END = re.compile(r"\\begin\s*\{document\}"), re.compile(r"\\end\s*\{document\}")
_TOKEN: Final = re.compile(
    r"""(?P<comment>(?<!\\)%[^\n]*+)
      | (?P<math>\$\$(?:[^$\\]|\\.)*+\$\$|\$(?:[^$\\]|\\.)*+\$)
      | (?P<tex>\\[(\[])
      | \\begin\s*\{(?P<begin>[A-Za-z]+)\*?\}
      | \\end\s*\{(?P<end>[A-Za-z]+)\*?\}
      | (?P<line>\\\\\*?(?:\[[^\]\n]{0,20}\])?)
      | \\(?P<word>[A-Za-z@]+)\*?
      | \\(?P<sign>[^A-Za-z])
      | (?P<brace>[{}])
      | (?P<tie>~)
      | (?P<cell>(?<![ \t])[ \t]*+&[ \t]*+)""",
    re.VERBOSE | re.DOTALL,
)
_DEFINED: Final = re.compile(r"\\(?:re)?newcommand\*?\s*\{?\\([A-Za-z]+)\}?\s*(?:\[(\d)\])?\s*\{")
_EMPTY: Final = re.compile(r"(?:\\[hv]space\*?\{[^{}]{0,40}\}|\\(?:q?quad|enspace|[,;: ])|[~\s_.])*+")
_AT_END: Final = re.compile(r"[ \t]*+(?:\n|\Z)")
_ROUND: Final = re.compile(r"\(\s*\{?\s*(?:\\\w+\s*)?\\alph|\(\\textit")
_ENTRY: Final = re.compile(r"\s*(?:Q|第)?\s*\d")
_VALUE: Final = re.compile(r"\s*(?:[A-H]{1,6}|[TF√×对错])\s*(?:&|\\\\)")
_VALUE_BEFORE: Final = re.compile(r"(?:^|[&\s])(?:[A-H]{1,6}|[TF√×对错])$")
_NUMBER_CELL: Final = re.compile(r"\s*\d{1,3}\s*&")
_NUMBER_BEFORE: Final = re.compile(r"(?:^|[&\s])\d{1,3}$")
_KEY_HEAD: Final = re.compile(  # names of columns, `Q & Ans & Q & Ans`
    r"\s*(?:\\(?:toprule|hline)\s*)?(?:(?:Q|No|Ans|Answer|Question|Key|题号|序号|答案|\#|[.&\s])++)\\\\", re.IGNORECASE
)
_KEY: Final = re.compile(r"\bAnswers?\b|\bSolutions?\b|答案|解答", re.IGNORECASE)
_COMMAND: Final = re.compile(r"\\[A-Za-z]+\*?|[{}]")
_LABEL: Final = re.compile(r"\\(arabic|alph|Alph|roman|Roman|chinese)")
BLANK: Final = "____"


def read(path: str, data: bytes) -> Reading:
    """Read a LaTeX document."""
    source = decoded(path, data)
    if isinstance(source, Reading):
        return source
    page = _Page(source.text)
    page.walk()
    marked = Source(path, source.text, source.encoding, marks=tuple(sorted(page.marks, key=lambda mark: mark.span)))
    text = Rewrite.of(marked).apply(page.changes, RULE)
    if not text.text.strip():
        return Reading.failed("empty-file", f"{path} holds no text, only commands")
    return Reading(text)


@dataclass(slots=True)
class _List:
    environment: str
    style: str = "1"  # as `<ol type>` has it, "" for bullets
    number: int = 0
    right: list[str] = field(default_factory=list)  # labels of the right choices


class _Page(Scanner):
    """One walk over the commands."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.marks: list[Mark] = []
        self.lists: list[_List] = []
        self.after: dict[int, str] = {}  # what a closing brace leaves
        self.arguments = {match[1]: int(match[2] or 0) for match in _DEFINED.finditer(text)}
        self.boxes = {match[1] for match in _DEFINED.finditer(text) if self._is_box(match)}
        self.questions = 0  # the number of the last one
        self.commands = False  # there are commands for questions, so a list is not of questions
        self.restarted = False  # two questions have one number
        self.answers: list[str] = []  # of the blanks of the question
        self.keyed = False  # the question has a key, so its solution is an explanation
        self.key_level = ""  # of the heading under which the answers stand
        self.deep = False

    def _is_box(self, match: re.Match[str]) -> bool:
        body = self.text[match.end() : self.closing.get(match.end() - 1, match.end())]
        return len(body) < 80 and bool(re.search(r"\\(?:square|Box|rule|underline|hspace|makebox)\b", body))

    def walk(self) -> None:
        """Fill `changes` and `marks`."""
        text = self.text
        begin = _BEGIN.search(text)
        end = _END.search(text, begin.end() if begin else 0)
        stop = end.start() if end else len(text)
        if begin:
            self.put(0, begin.end(), "")
        self._walk(self.at, stop)
        self.put(stop, len(text), self._answered("\n"))

    def _walk(self, start: int, end: int) -> None:
        self.at = start
        while token := _TOKEN.search(self.text, self.at, end):
            self.at = token.end()
            _ACTIONS[token.lastgroup or ""](self, token)

    def _comment(self, token: re.Match[str]) -> None:
        self.put(token.start(), token.end(), "")

    def _math(self, token: re.Match[str]) -> None:
        """A formula stays."""

    def _tex(self, token: re.Match[str]) -> None:
        close = self.find("\\)" if token[0] == "\\(" else "\\]", token.end())
        self.at = close + 2 if close >= 0 else token.end()

    def _line(self, token: re.Match[str]) -> None:
        self.put(*token.span(), "" if _AT_END.match(self.text, token.end()) else "\n")

    def _sign(self, token: re.Match[str]) -> None:
        accented = (
            latex_words.ACCENTED.match(self.text, token.start()) if token["sign"] in latex_words.ACCENTS else None
        )
        if accented:
            char = unicodedata.normalize("NFC", accented[1] + latex_words.ACCENTS[token["sign"]])
            self.put(token.start(), accented.end(), char)
        else:
            self.put(*token.span(), token["sign"] if token["sign"] in "%&#_${}" else " ")

    def _brace(self, token: re.Match[str]) -> None:
        self.put(*token.span(), self.after.pop(token.start(), ""))

    def _tie(self, token: re.Match[str]) -> None:
        self.put(*token.span(), " ")

    def _cell(self, token: re.Match[str]) -> None:
        new = "\t"
        if self.key_level:  # `1 & B & 8 & C` has two entries
            before, after = self.text[max(0, token.start() - 12) : token.start()], token.end()
            if _VALUE_BEFORE.search(before) and _NUMBER_CELL.match(self.text, after):
                new = "\n"
            elif _NUMBER_BEFORE.search(before) and _VALUE.match(self.text, after):
                new = ". "
        self.put(*token.span(), new)

    def _begin(self, token: re.Match[str]) -> None:
        name, start = token["begin"], token.start()
        if name in latex_words.FORMULAS or name in latex_words.VERBATIM or name in latex_words.DRAWN:
            self._whole(name, token)
            return
        option = self.optional()
        if name in ("tabular", "tabularx", "longtable", "array", "multicols", "minipage", "tasks"):
            while self.argument() or self.optional():
                pass
            head = _KEY_HEAD.match(self.text, self.at) if self.key_level else None
            self.at = head.end() if head else self.at
        new = "\n"
        if name in latex_words.SOLUTIONS:
            new = self._answered("\n解析：" if self.keyed else "\n答案：")
        elif name in latex_words.CHOICES or name in latex_words.NUMBERED or name == "itemize":
            self.lists.append(_List(name, self._style(name, option), self._resumed(name, option)))
        self.cut(start, new)

    def _whole(self, name: str, token: re.Match[str]) -> None:
        """Formulas, code and drawings are no text to walk over."""
        closing = re.compile(rf"\\end\s*\{{{name}\*?\}}")
        end = None if name in self.absent else closing.search(self.text, token.end())
        if end is None:
            self.absent.add(name)
            self.put(*token.span(), "\n")
            return
        if name in latex_words.DRAWN:
            self.put(token.start(), end.end(), "")
            return
        first, last = ("\\[", "\\]") if name in latex_words.FORMULAS else ("```", "```")
        if name in ("align", "alignat", "flalign", "eqnarray"):
            first, last = first + "\\begin{aligned}", "\\end{aligned}" + last
        self.optional()
        self.cut(token.start(), first)
        self.put(end.start(), end.end(), last)

    def _style(self, name: str, option: str) -> str:
        if name == "itemize":
            return ""
        label = _LABEL.search(option)
        if label and label[1] == "alph" and _ROUND.search(option):
            return "1"  # (a), (b) are parts of a question; options are written a) or A.
        if label:
            return {"alph": "a", "Alph": "A", "roman": "i", "Roman": "I"}.get(label[1], "1")
        if name in latex_words.CHOICES or name == "tasks":
            return "A"
        short = re.match(r"\W*([1AaIi])\W*$", option)
        return short[1] if short and (short[1] != "a" or "(" not in option) else "1"

    def _resumed(self, name: str, option: str) -> int:
        if name == "enumerate" and "resume" in option and not self.lists:
            return self.questions
        return 0

    def _end(self, token: re.Match[str]) -> None:
        new = "\n"
        if self.lists and self.lists[-1].environment == token["end"]:
            done = self.lists.pop()
            if done.right:
                self.keyed = True
                new = f"\n答案：{''.join(done.right)}\n"
        self.cut(token.start(), new)

    def _word(self, token: re.Match[str]) -> None:
        name, start = token["word"], token.start()
        if name in latex_words.HEADINGS and not (name == "part" and self._in("parts")):
            self._heading(name, start)
        elif name in latex_words.QUESTIONS:
            self._question(start)
        elif name in ("item", "task", "part", "subpart"):
            self._item(start)
        elif name == "choice" or name in latex_words.RIGHT:
            self._choice(start, name in latex_words.RIGHT)
        elif name in ("fillin", "underline", "uline", "blank", "tk", "key", "underfill"):
            self._blank(name, start)
        elif name in latex_words.ANSWERS and name not in self.arguments:
            self.keyed = True
            self.cut(start, "\n答案：")
            self._line_after()
        elif latex_words.ROW_OF_CHOICES.fullmatch(name) and name not in self.arguments:
            self._row(start)
        else:
            self._print(name, start)

    def _print(self, name: str, start: int) -> None:
        """Write what a command prints that is no part of an exam."""
        if name in latex_words.BOXES or name in self.boxes:
            said = self.optional()
            self.cut(start, f"（{said or ' '}）")
        elif name == "includegraphics":
            self.optional()
            picture = self.argument()
            self.cut(start, f"[图片: {picture.strip()}]" if picture else "")
        elif name in latex_words.CHARS:
            self.put(start, self.at, latex_words.CHARS[name])
        elif name in latex_words.WITH_ARGUMENTS:
            while self.optional() or (self.argument() is not None and name not in latex_words.ONE_ARGUMENT):
                pass
            self.cut(start, " " if name in latex_words.SPACES else "")
        elif name == "multicolumn":
            self.argument()
            self.argument()
            self.cut(start)
        else:
            self.optional()
            self.cut(start, " " if name in latex_words.SPACES else "")

    def _in(self, name: str) -> bool:
        return any(each.environment == name for each in self.lists)

    def _heading(self, name: str, start: int) -> None:
        self.optional()
        opened = self.brace_at()
        if opened < 0:
            self.cut(start, "\n")
            return
        close = self.closing[opened]
        self.at = opened + 1
        self.cut(start, self._answered("\n\n"))
        self.after[close] = "\n"
        level = latex_words.HEADINGS[name]
        if self.key_level and level > self.key_level:  # a part of the key, and no section of the paper
            if not self.restarted and not _ENTRY.match(self.text, opened + 1, close):
                self.at = close + 1
                self.changes.pop()
                self.after.pop(close)
                self.cut(start, "\n")
            return
        self.key_level = level if _KEY.search(self.text, opened + 1, min(close, opened + 100)) else ""
        if close > opened + 1:
            self.marks.append(Mark(Span(opened + 1, close), "heading", level))

    def _question(self, start: int) -> None:
        self.commands = True
        points = self.optional()
        said = self.argument() if self.arguments.get("question") else None
        points = points or self.optional()
        number = said.strip() if said else ""
        self._count(int(number) if number.isdecimal() and len(number) < 5 else self.questions + 1)
        worth = f"（{points.strip()}分）" if points.strip().isdecimal() else ""
        new = self._answered(f"\n\n{number or self.questions}. {worth}")
        self.keyed = False
        self.cut(start, new)

    def _count(self, number: int) -> None:
        self.restarted = self.restarted or number <= self.questions
        self.questions = number

    def _item(self, start: int) -> None:
        label = _COMMAND.sub("", self.optional()).strip()
        current = self.lists[-1] if self.lists else None
        if label or current is None:
            self.cut(start, f"\n{label} " if label else "\n")
            return
        current.number += 1
        top = len(self.lists) == 1 and current.environment == "enumerate" and current.style == "1"
        outer = top and (bool(self.key_level) or not self.commands)
        if outer and not self.key_level:
            self._count(current.number)
        new = f"\n{_label(current, outer, bool(self.key_level))}"
        if outer:
            new, self.keyed = self._answered("\n" + new), False
        self.cut(start, new)

    def _choice(self, start: int, right: bool) -> None:
        if not self.lists or self.lists[-1].environment not in latex_words.CHOICES:
            self.lists.append(_List("choices", "A"))
        current = self.lists[-1]
        current.number += 1
        if right:
            current.right.append(ordinal("A", current.number))
        self.cut(start, f"\n{_label(current, False)}")

    def _row(self, start: int) -> None:
        r"""`\fourch{…}{…}{…}{…}`: each brace holds an option."""
        opened = self.brace_at()
        if self.deep or opened < 0 or not self.text[self.closing[opened] + 1 :][:40].lstrip().startswith("{"):
            self.cut(start)
            return
        self.deep = True  # options in options are none
        at, number = start, 0
        while opened >= 0 and number < 6:
            number += 1
            close = self.closing[opened]
            self.put(at, opened + 1, f"\n{ordinal('A', number)}. ")
            self._walk(opened + 1, close)
            at, self.at = close, close + 1
            opened = self.brace_at()
        self.put(at, at + 1, "\n")
        self.deep = False

    def _blank(self, name: str, start: int) -> None:
        answer = self.optional()
        opened = self.brace_at()
        close = self.closing.get(opened, -1)
        inside = self.text[opened + 1 : close] if opened >= 0 else ""
        if name == "underline" or name == "uline":
            if opened < 0 or not _EMPTY.fullmatch(inside):
                self.cut(start)  # the words stay
                return
        elif inside and not _EMPTY.fullmatch(inside):
            answer = answer or inside
        if opened >= 0:
            self.at = close + 1
        self.cut(start, BLANK)
        if answer.strip():
            self.answers.append(answer.strip())

    def _answered(self, new: str) -> str:
        """What the question's blanks hold, as its answer, in front of what comes next."""
        said = f"\n答案：{'；'.join(self.answers)}" if self.answers else ""
        self.keyed = self.keyed or bool(said)
        self.answers.clear()
        return said + new

    def _line_after(self) -> None:
        opened = self.brace_at()
        if opened >= 0:
            self.after[self.closing[opened]] = "\n"


_ACTIONS: Final[dict[str, Callable[[_Page, re.Match[str]], None]]] = {
    "comment": _Page._comment,
    "math": _Page._math,
    "tex": _Page._tex,
    "begin": _Page._begin,
    "end": _Page._end,
    "line": _Page._line,
    "word": _Page._word,
    "sign": _Page._sign,
    "brace": _Page._brace,
    "tie": _Page._tie,
    "cell": _Page._cell,
}


def _label(current: _List, outer: bool, in_key: bool = False) -> str:
    if not current.style or (in_key and current.style == "1" and not outer):
        return "- "
    label = ordinal(current.style, current.number)
    if current.style in "Aa":
        return f"{label.upper()}. "
    return f"{label}. " if outer else f"({label}) "
