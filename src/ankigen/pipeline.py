"""The whole journey on one page: path → source → clean text → paper → topics → identities → cards → packages.

Every bank is read alone (`bank`): where one fails, the others are still built. Who is who is decided over all of them
(`plan`), and so is what the packages hold. Only when every package is written do they take their places, and after
them the ledger. A bank of which nothing has changed since the last build is not even read (`lastbuild`).
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ankigen.bank import Bank, broken_law, internal_error, load, without_collector
from ankigen.diagnostics import Diagnostic, Severity
from ankigen.lastbuild import LastBuild, Made, file_of, inputs_of, read_last, text_of
from ankigen.report import Report
from ankigen.settings import Settings, hint
from ankigen.sources import folder_of
from ankigen.store import Store, open_store, read_store

if TYPE_CHECKING:
    from ankigen.files import Replacing
    from ankigen.normalizer.taxonomy import Taxonomy
    from ankigen.plan import Plan

__all__ = ["Bank", "Built", "broken_law", "build", "check", "internal_error", "load", "taxonomy_of", "unknown_rules"]

Progress = Callable[[Iterator[Bank]], Iterable[Bank]]


@dataclass(frozen=True, slots=True)
class Built:
    """What became of one bank."""

    report: Report
    cards: int = 0
    target: Path | None = None  # None when nothing was written for it
    tally: Mapping[str, int] = field(default_factory=dict)  # how many of its notes are new, changed …
    bank: Bank | None = None  # None when nothing of it had changed, and it was left as it is


def check(
    files: Mapping[str, Path], settings: Settings, *, ledger: Path | None = None, progress: Progress = iter
) -> list[Bank]:
    """Go all the way except for writing, for the diagnostics.

    Raises:
        LedgerError: the ledger is damaged.
    """
    store = read_store(ledger) if ledger else _no_store(files)
    with without_collector():
        return list(_planned(files, settings, store, progress)[0].banks.values())


def build(
    files: Mapping[str, Path],
    out: Path,
    settings: Settings,
    *,
    merge: str = "",
    ledger: Path | None = None,
    everything: bool = False,
    progress: Progress = iter,
) -> list[Built]:
    """Write `out/NAME.apkg` for every bank, or one package called `merge` for all; failed banks are left out.

    Args:
        files: the banks by their names.
        out: the folder of the packages.
        settings: what the user wants.
        merge: the name of the one package, if there is to be one.
        ledger: what remembers the notes from build to build; without it nothing does.
        everything: whether banks are built again of which nothing has changed since the last build.
        progress: handed the banks as they are read.

    Raises:
        OSError: something cannot be written; then everything is as it was.
        LedgerError: the ledger is damaged; likewise.
        InputError: the ledger is in use, or none can be kept there; likewise.
    """
    from ankigen.deck import joined, write_package
    from ankigen.files import Replacing, digest_of

    with open_store(ledger) if ledger else nullcontext(_no_store(files)) as store, without_collector():
        one = out / f"{merge}.apkg" if merge else None
        targets = {store.key(path): one or out / f"{name}.apkg" for name, path in files.items()}
        last = LastBuild() if ledger is None or merge or everything else read_last(ledger)
        places = {store.key(path): path for path in files.values()}
        inputs = {} if merge else {key: inputs_of(path, targets[key], settings) for key, path in places.items()}
        plan, left = _planned(files, settings, store, progress, last.unchanged(inputs, targets, store.digest))
        targets |= {key: one or out / f"{plan.banks[key].name}.apkg" for key in plan.decks.keys() - targets.keys()}
        reports = {key: Report.of(bank) for key, bank in plan.banks.items()}
        made = {key: last.banks[key] for key in left}
        with Replacing() as replacing:
            for target in sorted({targets[key] for key in plan.decks}):
                keys = [key for key in sorted(plan.decks) if targets[key] == target]
                write_package(joined(plan.decks[key] for key in keys), partial := replacing.beside(target))
                digest = digest_of(partial)
                made |= {
                    key: Made(inputs.get(key, ""), digest, len(plan.decks[key].cards), reports[key]) for key in keys
                }
            after = store.keep(plan.identified.ledger, replacing)
            if ledger:
                pictured = {key for key, deck in plan.decks.items() if deck.media}
                lasting = {key: each for key, each in made.items() if each.inputs and key not in pictured}
                _remember(LastBuild(after, lasting), ledger, replacing)
    return list(_results(plan, reports, made, targets))


def _remember(last: LastBuild, ledger: Path, replacing: Replacing) -> None:
    place, text = file_of(ledger), text_of(last)
    if last.banks or place.exists():
        replacing.write(place, text)


def _results(
    plan: Plan, reports: Mapping[str, Report], made: Mapping[str, Made], targets: Mapping[str, Path]
) -> Iterator[Built]:
    """What became of each bank, in the order in which they were given; those that are gone come last."""
    tallies = plan.identified.tallies
    for key in dict.fromkeys([*targets, *plan.banks]):
        tally: Mapping[str, int] = tallies.get(key, {})
        bank = plan.banks.get(key)
        if each := made.get(key):
            yield Built(each.report, each.cards, targets[key], tally, bank)
        else:
            yield Built(reports[key], tally=tally, bank=bank)


def _planned(
    files: Mapping[str, Path],
    settings: Settings,
    store: Store,
    progress: Progress,
    unchanged: Set[str] = frozenset(),
) -> tuple[Plan, Set[str]]:
    """What is to be written, and which of the unchanged banks were not read.

    One that shares a question with a bank that was read has to be read as well, as the two share a note.
    """
    from ankigen.identity.match import sharing
    from ankigen.plan import plan

    taxonomy = taxonomy_of(settings)
    names = {store.key(path): name for name, path in files.items()}
    banks: dict[str, Bank] = {}
    left, touched = set[str](), names.keys() - unchanged
    while touched or not banks.keys() | left:
        reading = [key for key in names if key in touched]
        read = progress(_bare(load(files[names[key]], settings, taxonomy, name=names[key])) for key in reading)
        banks |= zip(reading, read, strict=True)
        left = names.keys() - banks.keys()
        questions = {key: bank.paper.questions for key, bank in banks.items() if bank.paper}
        touched = sharing(store.ledger.records, questions, left) if left else set()
    in_order = {key: banks[key] for key in names if key in banks}
    taken = {names[key] for key in left}
    return plan(in_order, store, settings, taxonomy, now(), taken=taken), left


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
