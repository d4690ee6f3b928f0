"""What every reader returns."""

from __future__ import annotations

from dataclasses import dataclass

from ankigen.diagnostics import Diagnostic
from ankigen.text import Rewrite


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as text, or the reasons why it could not be read."""

    text: Rewrite | None  # over the file as decoded; None when the diagnostics say why there is no text
    diagnostics: tuple[Diagnostic, ...] = ()
    markdown: bool = False  # the text may hold Markdown that belongs on the card: fenced code, images, formulas

    @classmethod
    def failed(cls, name: str, message: str) -> Reading:
        """No text, for the one reason that the rule `name` and the message give."""
        return cls(None, (Diagnostic.of(name, message),))
