"""The command `ankigen watch`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ankigen.cli.options import ledger_option, out_option, paths_argument, script_option, settings_of, settings_option

if TYPE_CHECKING:
    from ankigen.settings import Script, Settings

PATIENCE = 500  # milliseconds after which a watch without news looks round


@click.command()
@paths_argument
@out_option
@ledger_option
@script_option
@settings_option
@click.pass_context
def watch(
    context: click.Context,
    paths: tuple[Path, ...],
    out: Path | None,
    ledger: Path | None,
    script: Script | None,
    settings_path: Path | None,
) -> None:
    """Build, and build again whenever a source is saved, until Ctrl-C.

    Only the banks that changed are built. What is wrong with a source or the settings is said, and watching goes on.
    """
    from ankigen.sources import roots

    settings = partial(settings_of, context, paths, settings_path, script)  # they may change as the sources do
    build = partial(_build, settings, paths, out, ledger)
    try:
        build()
        for _ in _saves(roots(paths, settings())):
            build()
    except KeyboardInterrupt:
        click.echo("ended")


def _build(read: Callable[[], Settings], paths: tuple[Path, ...], out: Path | None, ledger: Path | None) -> None:
    """One build; only the banks that were built are spoken of."""
    from ankigen import pipeline
    from ankigen.cli import output
    from ankigen.sources import find
    from ankigen.store import place_of

    try:
        with output.input_errors():
            settings = read()
            found = find(paths, settings)
            place = place_of(paths, settings, ledger)
            target = out or settings.path(settings.out or "build")
            results = pipeline.build(found.files, target, settings, ledger=place)
    except click.UsageError as error:
        click.echo(f"ankigen: {error.format_message()}", err=True)
        return
    except click.exceptions.Exit:  # said already
        return
    built = [each for each in results if each.bank is not None]
    for each in built:
        output.tell(each.report, least="warning")
    if built:
        output.print_summary(built)


def _saves(folders: list[Path]) -> Iterator[object]:
    """One item for every moment in which sources were saved, and one when the watch begins, for what was missed."""
    from watchfiles import Change, DefaultFilter, watch

    from ankigen.settings import FILE_NAME
    from ankigen.sources import counts

    class Sources(DefaultFilter):
        """Neither hidden files nor what a build writes."""

        def __call__(self, change: Change, path: str) -> bool:
            name = Path(path).name
            ours = name.endswith(".apkg") or not (counts(name) or name == FILE_NAME)
            return not ours and super().__call__(change, path)

    began = False
    for changes in watch(
        *folders, watch_filter=Sources(), rust_timeout=PATIENCE, yield_on_timeout=True, raise_interrupt=True
    ):
        if changes or not began:
            yield changes
        if not began:
            click.echo("watching; Ctrl-C ends it")
            began = True
