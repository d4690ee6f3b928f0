"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ankigen.cli import BAD_INPUT

if TYPE_CHECKING:
    from ankigen.settings import Script, Settings

paths_argument = click.argument("paths", metavar="[PATH]…", nargs=-1, type=click.Path(exists=True, path_type=Path))
out_option = click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the decks; by default that of the settings, or build.",
)
script_option = click.option(
    "--script",
    type=click.Choice(["auto", "keep", "simplified", "traditional"]),
    help="Chinese script of the questions, whatever the settings say.",
)
settings_option = click.option(
    "--settings",
    "settings_path",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Settings to use instead of the nearest ankigen.toml.",
)


ledger_option = click.option(
    "--ledger",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="What remembers the notes; by default ankigen.ledger beside the settings, else in the folder that is given.",
)


def settings_of(
    context: click.Context, paths: tuple[Path, ...], settings_path: Path | None, script: Script | None
) -> Settings:
    """The settings of a run: those nearest to its first path, or to the current folder."""
    from ankigen.cli import output
    from ankigen.pipeline import unknown_rules
    from ankigen.settings import Settings, find_settings, read_settings

    start = paths[0] if paths else Path()
    path = settings_path or find_settings(start if start.is_dir() else start.parent)
    if path is None:
        return Settings().with_script(script)
    settings, problems = read_settings(path)
    problems = problems or tuple(unknown_rules(settings))
    if problems:
        output.tell_settings(path, problems)
        context.exit(BAD_INPUT)
    return settings.with_script(script)
