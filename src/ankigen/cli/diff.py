"""The command `ankigen diff`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ankigen.cli import KEPT_OUT, OK
from ankigen.cli.options import ledger_option, paths_argument, script_option, settings_of, settings_option

if TYPE_CHECKING:
    from ankigen.settings import Script


@click.command()
@paths_argument
@click.option(
    "--against",
    metavar="PACKAGE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Compare with this deck of ankigen's instead of the last build.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the changes as JSON.")
@ledger_option
@script_option
@settings_option
@click.pass_context
def diff(
    context: click.Context,
    paths: tuple[Path, ...],
    against: Path | None,
    as_json: bool,
    ledger: Path | None,
    script: Script | None,
    settings_path: Path | None,
) -> None:
    """Show what a build would change, and write nothing.

    For every question that is new (+), edited (~), moved (>), back (<) or gone (-), and those that may or may not be
    earlier ones (?); of edited ones the words that went and came. Exit code 1 says that a bank has an error and was
    left out.
    """
    from ankigen import pipeline
    from ankigen.cli import changes, output
    from ankigen.report import Report
    from ankigen.sources import find
    from ankigen.store import place_of

    with output.input_errors():
        settings = settings_of(context, paths, settings_path, script)
        found = find(paths, settings)
        banks, differences = pipeline.compare(
            found.files,
            settings,
            ledger=place_of(paths, settings, ledger),
            against=against,
            progress=output.progress(len(found.files)),
        )
    for each in banks:
        output.tell(Report.of(each), least="error")
    if as_json:
        output.put_json(changes.changes_data(differences))
    else:
        click.echo(changes.changes_text(differences, colour=sys.stdout.isatty()), nl=False)
    context.exit(KEPT_OUT if any(each.failed for each in banks) else OK)
