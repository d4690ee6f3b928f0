"""The whole journey on one page: path → source → clean text → paper → topics → identities → cards → packages.

Every bank is read alone (`bank`): where one fails, the others are still built. Who is who is decided over all of them
(`plan`), and so is what the packages hold. Only when every package is written do they take their places, and after
them the ledger. A bank of which nothing has changed since the last build is not even read (`lastbuild`).
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ankigen.bank import Bank, broken_law, internal_error, load, without_collector
from ankigen.diagnostics import Diagnostic, Severity
from ankigen.identity.ledger import Ledger
from ankigen.lastbuild import LastBuild, Made, file_of, inputs_of, read_last, text_of
from ankigen.report import Report
from ankigen.settings import Settings, hint
from ankigen.sources import InputError, folder_of
from ankigen.store import Store, open_store, read_store

if TYPE_CHECKING:
    from ankigen.deck.collection import AnkiNote
    from ankigen.files import Replacing
    from ankigen.identity.adopt import Adopted, Former
    from ankigen.identity.differences import Differences
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
    learner: Path | None = None,
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
        learner: a learner's export, of which the notes and tags that they wrote are kept.
        progress: handed the banks as they are read.

    Raises:
        OSError: something cannot be written; then everything is as it was.
        LedgerError: the ledger is damaged; likewise.
        InputError: the ledger is in use, or none can be kept there, or the export cannot be read; likewise.
    """
    from ankigen.deck import joined, write_package
    from ankigen.files import Replacing, digest_of

    written = _opened(learner) if learner else ()
    with open_store(ledger) if ledger else nullcontext(_no_store(files)) as store, without_collector():
        one = out / f"{merge}.apkg" if merge else None
        targets = {store.key(path): one or out / f"{name}.apkg" for name, path in files.items()}
        apart = ledger is not None and not merge and learner is None  # a package depends on its bank and the ledger
        last = read_last(ledger) if ledger and apart and not everything else LastBuild()
        places = {store.key(path): path for path in files.values()} if apart else {}
        inputs = {key: inputs_of(path, targets[key], settings) for key, path in places.items()}
        plan, left = _planned(files, settings, store, progress, last.unchanged(inputs, targets, store.digest))
        plan = _carried(plan, written) if written else plan
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


def _carried(plan: Plan, written: Sequence[AnkiNote]) -> Plan:
    """With what a learner wrote into the notes."""
    from ankigen.deck.learner import carry

    decks = {key: replace(deck, cards=carry(deck.cards, written, now=now())) for key, deck in plan.decks.items()}
    return replace(plan, decks=decks)


def compare(
    files: Mapping[str, Path],
    settings: Settings,
    *,
    ledger: Path | None = None,
    against: Path | None = None,
    progress: Progress = iter,
) -> tuple[list[Bank], Differences]:
    """What a build would change, without one: against the last build, or against a package that ankigen made.

    Raises:
        LedgerError: the ledger is damaged.
        InputError: the package cannot be read.
    """
    from ankigen.deck.former import ledger_of
    from ankigen.identity.differences import between, differences

    notes = _opened(against) if against else ()
    store = read_store(ledger) if ledger else _no_store(files)
    with without_collector():
        plan, _ = _planned(files, settings, store, progress)
    banks = list(plan.banks.values())
    if against is None:
        return banks, differences(plan.identified.changes)
    keys = {bank.name: key for key, bank in plan.banks.items()}
    cards = {plan.banks[key].name: deck.cards for key, deck in plan.decks.items()}
    before = ledger_of(notes, cards)
    before = Ledger.of(replace(each, bank=keys.get(each.bank, each.bank)) for each in before.records)
    after = Ledger.of(each for each in plan.identified.ledger.records if each.bank in plan.banks)
    return banks, between(before, after)


def adopt(
    files: Mapping[str, Path], settings: Settings, package: Path, *, ledger: Path, progress: Progress = iter
) -> Adopted:
    """Let the ledger know questions by the notes of an earlier deck.

    Raises:
        OSError: the ledger cannot be written.
        LedgerError: it is damaged.
        InputError: it is in use, or the package cannot be read.
    """
    from ankigen.deck.former import formers
    from ankigen.files import Replacing
    from ankigen.identity.adopt import adopt as adopted_by

    notes = _opened(package)
    with open_store(ledger) as store, without_collector():
        banks = _read(files, settings, taxonomy_of(settings), progress)
        keys = {name: store.key(path) for name, path in files.items()}
        former = [_of_bank(each, keys) for each in formers(notes, banks.keys())]
        asked = {keys[name]: bank.paper.questions for name, bank in banks.items() if bank.paper and not bank.failed}
        found = adopted_by(former, asked, store.ledger)
        with Replacing() as replacing:
            store.keep(found.ledger, replacing)
    return found


def _of_bank(former: Former, keys: Mapping[str, str]) -> Former:
    """Under the key of the bank that it names."""
    record = former.record
    return replace(former, record=replace(record, bank=keys.get(record.bank, record.bank))) if record else former


def _opened(package: Path) -> tuple[AnkiNote, ...]:
    from ankigen.deck.opened import PackageError, open_package

    try:
        return open_package(package)
    except PackageError as error:
        raise InputError(str(error)) from error


def _read(files: Mapping[str, Path], settings: Settings, taxonomy: Taxonomy, progress: Progress) -> dict[str, Bank]:
    """The banks of these files, by name."""
    banks = progress(_bare(load(path, settings, taxonomy, name=name)) for name, path in files.items())
    return dict(zip(files, banks, strict=True))


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
        reading = {names[key]: files[names[key]] for key in names if key in touched}
        found = _read(reading, settings, taxonomy, progress)
        banks |= {store.key(reading[name]): bank for name, bank in found.items()}
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
