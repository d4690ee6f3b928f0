"""The whole journey on one page: path → source → clean text → paper → topics → identities → cards → packages.

Every bank is read alone (`bank`): where one fails, the others are still built. Who is who is decided over all of them
(`plan`), and so is what the packages hold. Only when every package is written do they take their places, and after
them the ledger.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ankigen.bank import Bank, broken_law, internal_error, load, without_collector
from ankigen.diagnostics import Diagnostic, Severity
from ankigen.settings import Settings, hint
from ankigen.sources import folder_of
from ankigen.store import Store, open_store, read_store

if TYPE_CHECKING:
    from ankigen.normalizer.taxonomy import Taxonomy
    from ankigen.plan import Plan

__all__ = ["Bank", "Built", "broken_law", "build", "check", "internal_error", "load", "taxonomy_of", "unknown_rules"]

Progress = Callable[[Iterator[Bank]], Iterable[Bank]]


@dataclass(frozen=True, slots=True)
class Built:
    """What became of one bank."""

    bank: Bank
    cards: int = 0
    target: Path | None = None  # None when nothing was written for it
    tally: Mapping[str, int] = field(default_factory=dict)  # how many of its notes are new, changed …


def check(
    files: Mapping[str, Path], settings: Settings, *, ledger: Path | None = None, progress: Progress = iter
) -> list[Bank]:
    """Go all the way except for writing, for the diagnostics.

    Raises:
        LedgerError: the ledger is damaged.
    """
    store = read_store(ledger) if ledger else _no_store(files)
    with without_collector():
        return list(_planned(files, settings, store, progress).banks.values())


def build(
    files: Mapping[str, Path],
    out: Path,
    settings: Settings,
    *,
    merge: str = "",
    ledger: Path | None = None,
    progress: Progress = iter,
) -> list[Built]:
    """Write `out/NAME.apkg` for every bank, or one package called `merge` for all; failed banks are left out.

    Args:
        files: the banks by their names.
        out: the folder of the packages.
        settings: what the user wants.
        merge: the name of the one package, if there is to be one.
        ledger: what remembers the notes from build to build; without it nothing does.
        progress: handed the banks as they are read.

    Raises:
        OSError: something cannot be written; then everything is as it was.
        LedgerError: the ledger is damaged; likewise.
        InputError: the ledger is in use, or none can be kept there; likewise.
    """
    from ankigen.deck import joined, write_package
    from ankigen.files import Replacing

    with open_store(ledger) if ledger else nullcontext(_no_store(files)) as store, without_collector():
        plan = _planned(files, settings, store, progress)
        one = out / f"{merge}.apkg" if merge else None
        targets = {key: one or out / f"{plan.banks[key].name}.apkg" for key in plan.decks}
        with Replacing() as replacing:
            for target in sorted(set(targets.values())):
                decks = joined(deck for key, deck in sorted(plan.decks.items()) if targets[key] == target)
                write_package(decks, replacing.beside(target))
            store.keep(plan.identified.ledger, replacing)
    tallies = plan.identified.tallies
    cards = {key: len(deck.cards) for key, deck in plan.decks.items()}
    return [Built(bank, cards.get(key, 0), targets.get(key), tallies.get(key, {})) for key, bank in plan.banks.items()]


def _planned(files: Mapping[str, Path], settings: Settings, store: Store, progress: Progress) -> Plan:
    from ankigen.plan import plan

    taxonomy = taxonomy_of(settings)
    banks = progress(_bare(load(path, settings, taxonomy, name=name)) for name, path in files.items())
    by_key = {store.key(path): bank for path, bank in zip(files.values(), banks, strict=True)}
    return plan(by_key, store, settings, taxonomy, now())


def _bare(bank: Bank) -> Bank:
    """Without its claims, which are checked by now; those of a hundred thousand questions would take much room."""
    return replace(bank, paper=replace(bank.paper, claims=())) if bank.paper else bank


def _no_store(files: Mapping[str, Path]) -> Store:
    return Store(folder_of([*files.values()], Settings()))


def now() -> int:
    """The time of this build: the clock's, or that of `SOURCE_DATE_EPOCH`, but never one that is yet to come.

    A note with a later time than a learner's own edit of it would overwrite that edit.
    """
    clock, given = int(time.time()), os.environ.get("SOURCE_DATE_EPOCH", "")
    return min(int(given), clock) if re.fullmatch("[0-9]{1,11}", given) else clock


def taxonomy_of(settings: Settings) -> Taxonomy:
    """The topics that the settings choose, the built-in ones by default.

    Raises:
        TaxonomyError: a taxonomy file cannot be used.
    """
    from ankigen.normalizer.taxonomy import load_taxonomy

    path = settings.path(settings.topics) if settings.topics else None
    extend = settings.path(settings.extend_topics) if settings.extend_topics else None
    return load_taxonomy(path, extend=extend)


def unknown_rules(settings: Settings) -> list[Diagnostic]:
    """Complaints about names in `off` that are neither a cleaning rule's nor a diagnostic's."""
    if not settings.off:
        return []
    from ankigen.diagnostics import RULES
    from ankigen.normalizer.clean import RULES as CLEANING

    known = [name for name, _ in CLEANING] + [each.name for each in RULES if each.severity is not Severity.ERROR]
    return [
        Diagnostic.of("bad-settings", f"off: there is no rule {name} to switch off{hint(name, known)}")
        for name in settings.off
        if name not in known
    ]
