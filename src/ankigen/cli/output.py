"""What the commands print: results on standard output, everything else on standard error."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ankigen.diagnostics import Diagnostic, Rule, Severity
from ankigen.diagnostics.render import as_data, as_github, as_text, in_order, width
from ankigen.text import Source

if TYPE_CHECKING:
    from ankigen.identity.adopt import Adopted
    from ankigen.model import Paper
    from ankigen.normalizer.taxonomy import Taxonomy, Topic
    from ankigen.pipeline import Bank, Built
    from ankigen.report import Report, Said
    from ankigen.store import LedgerError

_T = TypeVar("_T")

SEVERITIES = tuple(Severity)  # the worst first
COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
PATIENCE = 1.0  # seconds before a progress bar is worth its flicker


@contextmanager
def input_errors() -> Iterator[None]:
    """Turns what is wrong with the input or the disk into click's usual message and exit code 2."""
    from ankigen.cli import BAD_INPUT
    from ankigen.normalizer.taxonomy import TaxonomyError
    from ankigen.sources import InputError
    from ankigen.store import LedgerError

    try:
        yield
    except LedgerError as error:
        tell_damage(error)
        raise click.exceptions.Exit(BAD_INPUT) from error
    except (InputError, TaxonomyError) as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise click.UsageError(f"{error.filename}: {error.strerror}" if error.filename else str(error)) from error


def put_json(data: Any) -> None:
    """One JSON document on standard output, UTF-8 whatever the terminal."""
    from ankigen.exchange import to_json

    click.echo(to_json(data), nl=False)


def tell(report: Report, *, least: str = "note") -> None:
    """The diagnostics of a bank for a person, on standard error."""
    wanted = SEVERITIES[: SEVERITIES.index(Severity(least)) + 1]
    for each in report.said:
        if each.severity in wanted:
            click.echo(_coloured(each.text, each.severity), err=True)


def _painted(diagnostic: Diagnostic, source: Source) -> str:
    return _coloured(as_text(diagnostic, source), diagnostic.severity)


def _coloured(text: str, severity: Severity) -> str:
    """The first line in the colour of its severity; click drops the colour where no terminal listens."""
    if os.environ.get("NO_COLOR"):
        return text
    first, *rest = text.split("\n")
    return "\n".join([click.style(first, fg=COLOURS[severity]), *rest])


def tell_damage(error: LedgerError) -> None:
    """What is wrong with a ledger."""
    for each in error.diagnostics:
        click.echo(_painted(each, error.source), err=True)


def counted(count: int, noun: str) -> str:
    """The number with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def tell_settings(path: Path, problems: Iterable[Diagnostic]) -> None:
    """What is wrong with a settings file."""
    for each in problems:
        click.echo(as_text(each, Source(str(path), "")), err=True)


def tell_skipped(paths: Iterable[Path]) -> None:
    """Files met in a folder that ankigen has no reader for."""
    for path in paths:
        click.echo(f"{path}: skipped, ankigen has no reader for {path.suffix or 'files without a suffix'}", err=True)


def progress(total: int, *, quiet: bool = False) -> Callable[[Iterable[_T]], Iterator[_T]]:
    """Hands items on, with a progress bar."""
    return lambda items: with_progress(items, total, quiet=quiet)


def with_progress(items: Iterable[_T], total: int, *, quiet: bool = False) -> Iterator[_T]:
    """Hand the items on; when that takes long and a person watches, show how far it is."""
    if quiet or not sys.stderr.isatty():
        yield from items
        return
    began, bar, task = time.monotonic(), None, None
    try:
        for done, item in enumerate(items, 1):
            if bar is None and done < total and time.monotonic() - began > PATIENCE:
                bar = _bar()
                task = bar.add_task("", total=total)
            if bar is not None and task is not None:
                bar.update(task, completed=done)
            yield item
    finally:
        if bar is not None:
            bar.stop()


def _bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    bar = Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True
    )
    bar.start()
    return bar


def build_data(results: Sequence[Built]) -> dict[str, Any]:
    """What `build --json` prints."""
    total = _total(results)
    return {"banks": [_built_data(each) for each in results], "changes": {name: total[name] for name in _tally_names()}}


def _built_data(built: Built) -> dict[str, Any]:
    report = built.report
    return {
        "name": report.name,
        "path": report.path,
        "target": None if built.target is None else str(built.target),
        "built": built.bank is not None,
        "questions": report.kinds,
        "cards": built.cards,
        "changes": {name: built.tally.get(name, 0) for name in _tally_names()},
        "topics": report.topics,
        "repairs": report.repairs,
        "diagnostics": [each.data for each in report.said],
    }


def print_summary(results: Sequence[Built]) -> None:
    """One line per bank: what was found in it, what is different from the last build and what was written."""
    rows = []
    for built in results:
        report = built.report
        listed = ", ".join(f"{number} {kind}" for kind, number in report.kinds.items())
        questions = f"{sum(report.kinds.values())} ({listed})" if report.kinds else "0"
        target = "not written" if built.target is None else str(built.target)
        said = _severities(report.said) or "none"
        counts = (str(len(report.topics)), str(report.repairs), said)
        rows.append((report.name, questions, *counts, _changes(built.tally), target))
    _table(("bank", "questions", "topics", "repairs", "diagnostics", "changes", "deck"), rows)
    click.echo(f"in all: {_changes(_total(results))}")


def print_adopted(adopted: Adopted, place: Path) -> None:
    """What was taken over from an earlier deck, and what is left to do."""
    click.echo(f"{place}: {counted(len(adopted.guids), 'note')} taken over, {counted(adopted.new, 'question')} new")
    if adopted.left:
        click.echo(f"{counted(len(adopted.left), 'note')} of the deck left: no question is clearly theirs")
    if adopted.foreign:
        click.echo(
            f"{counted(len(adopted.foreign), 'note')} of another tool's note types: change the type in Anki before "
            "importing (docs/regeneration.md says how)"
        )
    for each in adopted.uncertain:
        number = f" {each.question.number}" if each.question.number else ""
        stem = " ".join((each.question.stem or each.question.material).split())[:40]
        click.echo(f"uncertain, so not taken over: {each.bank}{number}: {stem} / {' '.join(each.text.split())[:40]}")


def _changes(tally: Mapping[str, int]) -> str:
    return ", ".join(f"{tally[name]} {name}" for name in _tally_names() if tally.get(name)) or "none"


def _total(results: Iterable[Built]) -> Counter[str]:
    return sum((Counter(each.tally) for each in results), Counter())


def _tally_names() -> Sequence[str]:
    from ankigen.identity.identify import TALLY

    return TALLY


def print_findings(banks: Sequence[Bank], form: str) -> None:
    """The diagnostics of all banks in one of the forms of `check --format`."""
    pairs = [(each, bank.source) for bank in banks for each in in_order(bank.diagnostics)]
    if form == "json":
        put_json({"diagnostics": [as_data(*pair) for pair in pairs]})
        return
    show = as_github if form == "github" else _painted
    for pair in pairs:
        click.echo(show(*pair))
    if form == "text":
        counts = _severities(each for each, _ in pairs) or "nothing to complain about"
        click.echo(f"{len(banks)} {'bank' if len(banks) == 1 else 'banks'}: {counts}", err=True)


def print_rules(rules: Iterable[Rule]) -> None:
    """All diagnostics, one line each."""
    _table(("code", "name", "severity", "meaning"), [(e.code, e.name, str(e.severity), e.sentence) for e in rules])


def print_rule(rule: Rule) -> None:
    """The page of one diagnostic."""
    click.echo(f"{rule.code} {rule.name} ({rule.severity})\n\n{rule.sentence}\n")
    click.echo(click.wrap_text(rule.page, width=88))


def print_topics(taxonomy: Taxonomy) -> None:
    """The tree of topics: each under its parent, in the order of the taxonomy's file."""
    below: dict[str | None, list[Topic]] = {}
    for topic in taxonomy.topics:
        below.setdefault(topic.parent, []).append(topic)
    waiting = [(topic, 0) for topic in reversed(below.get(None, []))]
    while waiting:
        topic, depth = waiting.pop()
        click.echo(f"{'  ' * depth}{topic.slug}  {topic.zh} · {topic.en}")
        waiting += [(each, depth + 1) for each in reversed(below.get(topic.slug, []))]


def print_reasons(paper: Paper, taxonomy: Taxonomy) -> None:
    """For each question its topics, how strong they are, and the words that speak for them."""
    from ankigen.normalizer.tag import topics_of

    for question in paper.questions:
        stem = " ".join(question.stem.split())
        click.echo(f"{paper.text.source.locate(question.at)}: {question.number} {stem[:40]}".rstrip())
        for hit in topics_of(question, taxonomy):
            words: dict[str, list[str]] = {}
            for part, term in hit.why:
                words.setdefault(part, []).append(term)
            reasons = "; ".join(f"{part}: {', '.join(terms)}" for part, terms in words.items())
            click.echo(f"    {hit.slug}  {hit.score:g}  {reasons or 'no term of any topic'}")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table; for a terminal with its frame and fitted to its width, otherwise plain and never cut."""
    if not sys.stdout.isatty():
        columns = [max(map(width, column)) for column in zip(head, *rows, strict=True)]
        for row in (head, *rows):
            cells = (cell + " " * (wide - width(cell)) for cell, wide in zip(row, columns, strict=True))
            click.echo("  ".join(cells).rstrip())
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*head, box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def _severities(found: Iterable[Diagnostic | Said]) -> str:
    counts = Counter(each.severity for each in found)
    return ", ".join(f"{counts[each]} {each}{'s' if counts[each] > 1 else ''}" for each in SEVERITIES if counts[each])
