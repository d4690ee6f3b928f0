"""A diagnostic is a value: a rule, a sentence about this case, and where it is."""

from __future__ import annotations

from dataclasses import dataclass

from ankigen.diagnostics.rules import Rule, Severity, rule
from ankigen.text import Span


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that belongs to the case, with a word on why."""

    span: Span  # in the source
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing a person should know. Build it with `Diagnostic.of`."""

    rule: Rule
    message: str  # one sentence about this case, no full stop at the end
    span: Span | None  # in the source; None when it is about the whole file
    number: str = ""  # of the question, as printed
    notes: tuple[Note, ...] = ()
    suggestion: str = ""  # what the text at `span` most likely was, where that is known

    @classmethod
    def of(
        cls,
        name: str,
        message: str,
        span: tuple[int, int] | None = None,
        *,
        number: str = "",
        notes: tuple[Note, ...] = (),
        suggestion: str = "",
    ) -> Diagnostic:
        """Look the rule up by name.

        Raises:
            KeyError: there is no such rule.
        """
        return cls(rule(name), message, Span(*span) if span else None, number, notes, suggestion)

    @property
    def severity(self) -> Severity:
        """How much it matters."""
        return self.rule.severity
