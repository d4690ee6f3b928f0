"""The commands of `ankigen ledger`."""

from __future__ import annotations

from pathlib import Path

import click

from ankigen.cli import KEPT_OUT
from ankigen.cli.options import ledger_option, paths_argument, settings_of, settings_option

file_argument = click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))


@click.group()
def ledger() -> None:
    """Look after the ledger, which remembers every note.

    FILE is the ledger; without it, that of the current folder's settings or of the folder itself is taken. No command
    changes a package: build afterwards.
    """


@ledger.command()
@file_argument
def prune(file: Path | None) -> None:
    """Forget questions that no source has any more.

    Until then they stay in the packages with the tag ankigen::retired, so that a learner can find them and put them
    away. One that comes back after it was forgotten is a new note if its text has changed.
    """
    from ankigen.cli import output
    from ankigen.files import Replacing
    from ankigen.store import open_store

    with output.input_errors(), open_store(_place(file)) as store, Replacing() as replacing:
        kept = store.ledger.pruned()
        store.keep(kept, replacing)
    count = len(store.ledger.records) - len(kept.records)
    click.echo(f"{store.path}: {output.counted(count, 'retired question')} forgotten")


@ledger.command()
@file_argument
@click.pass_context
def repair(context: click.Context, file: Path | None) -> None:
    """Mend what is certain in a damaged ledger.

    That is what a merge leaves where no question was changed on both sides, a last line that was cut off, and lines
    that stand twice. The rest is listed, with its lines, for you to decide; then the exit code is 1.
    """
    from ankigen.cli import output
    from ankigen.files import Replacing
    from ankigen.store import LedgerError, locked, mended, read_store

    with output.input_errors(), locked(place := _place(file)):
        text, said = mended(place)
        if said:
            with Replacing() as replacing:
                replacing.write(place, text.encode())
        try:
            read_store(place)
        except LedgerError as error:
            _tell(place, said)
            output.tell_damage(error)
            context.exit(KEPT_OUT)
    _tell(place, said or ("there is nothing to mend",))


@ledger.command()
@click.argument("package", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@paths_argument
@ledger_option
@settings_option
@click.pass_context
def adopt(
    context: click.Context, package: Path, paths: tuple[Path, ...], ledger: Path | None, settings_path: Path | None
) -> None:
    """Take the identities of an earlier deck's notes, so that its cards keep their history.

    PACKAGE is an .apkg or .colpkg that ankigen or any other tool made, or that Anki exported. PATH is a file or folder
    of sources; without PATH the sources of the settings are taken. Questions that the ledger knows already keep the
    notes they have. Build afterwards.
    """
    from ankigen import pipeline
    from ankigen.cli import output
    from ankigen.sources import find
    from ankigen.store import place_of

    with output.input_errors():
        settings = settings_of(context, paths, settings_path, None)
        found = find(paths, settings)
        place = place_of(paths, settings, ledger)
        adopted = pipeline.adopt(
            found.files, settings, package, ledger=place, progress=output.progress(len(found.files))
        )
    output.print_adopted(adopted, place)


def _tell(place: Path, said: tuple[str, ...]) -> None:
    for each in said:
        click.echo(f"{place}: {each}")


def _place(given: Path | None) -> Path:
    """The ledger that was named, or that `ankigen build .` would use."""
    from ankigen.settings import Settings, find_settings
    from ankigen.sources import InputError
    from ankigen.store import place_of

    file = find_settings(Path())
    settings = Settings(folder=file.parent, file=file) if file else Settings()
    place = place_of((Path(),), settings, given)
    if not place.is_file():
        raise InputError(f"there is no ledger {place}")
    return place
