"""Walking over a LaTeX text: where braces close, what follows a command, and the changes so far."""

from __future__ import annotations

import re
from typing import Final

from ankigen.text import Span

_BRACES: Final = re.compile(r"\\.|[{}]", re.DOTALL)
_BRACE_NEXT: Final = re.compile(r"\s*+\{")
_OPTIONAL: Final = re.compile(r"\s*\[([^\[\]]{0,400})\]")
_SPACE: Final = re.compile(r"[ \t]*+")


class Scanner:
    """A text, the place in it, and what is written in place of what was passed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.changes: list[tuple[Span, str]] = []
        self.closing = _braces(text)  # where each brace that opens is closed
        self.at = 0
        self.absent: set[str] = set()  # what is known not to come any more

    def put(self, start: int, end: int, new: str) -> None:
        """Write something in place of a stretch."""
        self.at = max(self.at, end)
        if start < end:
            self.changes.append((Span(start, end), new))

    def cut(self, start: int, new: str = "") -> None:
        """From the offset to where the walk is; what begins a line needs no new one where a line begins."""
        if new.startswith("\n") and self.text[max(0, start - 80) : start].rstrip(" \t")[-1:] in ("\n", ""):
            new = new[1:]
        if new.endswith(" "):
            self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
        self.put(start, self.at, new)

    def find(self, wanted: str, start: int) -> int:
        """Where something comes next, or -1; what was missed once is not searched for again."""
        found = -1 if wanted in self.absent else self.text.find(wanted, start)
        if found < 0:
            self.absent.add(wanted)
        return found

    def optional(self) -> str:
        """The words in square brackets that follow, taken up."""
        match = _OPTIONAL.match(self.text, self.at)
        if not match or "\n\n" in match[0]:
            return ""
        self.at = match.end()
        return match[1]

    def argument(self) -> str | None:
        """The words in braces that follow, taken up."""
        opened = self.brace_at()
        if opened < 0:
            return None
        self.at = self.closing[opened] + 1
        return self.text[opened + 1 : self.at - 1]

    def brace_at(self) -> int:
        """Where the braces open that follow; -1 where none do, or nothing closes them."""
        match = _BRACE_NEXT.match(self.text, self.at)
        return match.end() - 1 if match and match.end() - 1 in self.closing else -1


def _braces(text: str) -> dict[int, int]:
    """Where each brace that opens is closed."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACES.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            found[opened.pop()] = match.start()
    return found
