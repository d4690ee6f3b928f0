"""What a build says of one bank, without the bank: small enough to be kept, so that it can be said again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from ankigen.bank import Bank
from ankigen.diagnostics import Severity
from ankigen.diagnostics.render import as_data, as_text, in_order


@dataclass(frozen=True, slots=True)
class Said:
    """A diagnostic as it is printed."""

    severity: Severity
    text: str  # for a person
    data: dict[str, Any]  # for a program


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a bank."""

    name: str
    path: str
    kinds: dict[str, int]  # how many questions of each kind
    topics: dict[str, int]
    repairs: int
    said: tuple[Said, ...]  # those about the whole file first, then in the order of the source

    @classmethod
    def of(cls, bank: Bank) -> Report:
        """The report of a bank."""
        questions = bank.paper.questions if bank.paper else ()
        return cls(
            bank.name,
            bank.source.path,
            dict(Counter(str(each.kind) for each in questions)),
            dict(Counter(slug for each in questions for slug in each.topics)),
            len(bank.paper.text.edits) if bank.paper else 0,
            tuple(
                Said(each.severity, as_text(each, bank.source), as_data(each, bank.source))
                for each in in_order(bank.diagnostics)
            ),
        )
