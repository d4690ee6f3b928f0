"""The commands of `ankigen`, one function each. Whatever is heavy is imported inside them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ankigen import __version__
from ankigen.cli import BAD_INPUT, FAULT, KEPT_OUT, OK
from ankigen.cli.diff import diff
from ankigen.cli.ledger import ledger as ledger_group
from ankigen.cli.options import ledger_option, out_option, paths_argument, script_option, settings_of, settings_option
from ankigen.cli.watch import watch

if TYPE_CHECKING:
    from ankigen.settings import Script

MERGED = "ankigen"  # the package that `build --merge` writes

EXIT_CODES = (
    "Exit codes: 0 all well; 1 an error kept a bank out; 2 a usage or input error, nothing was written; "
    "70 a fault in ankigen itself."
)


@click.group(epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="ankigen")
def app() -> None:
    """Turn raw exam texts into Anki decks."""


app.add_command(ledger_group)
app.add_command(diff)
app.add_command(watch)


class _ListsFormats(click.Command):
    """A command whose help ends with the suffixes of the files that ankigen reads."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        from ankigen.readers import READERS

        with formatter.section("Files"):
            formatter.write_text(" ".join(READERS))


@app.command(cls=_ListsFormats)
@paths_argument
@out_option
@ledger_option
@click.option(
    "--from",
    "learner",
    metavar="PACKAGE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Keep the notes and tags that a learner wrote: their deck or collection as Anki exported it.",
)
@click.option("--merge", is_flag=True, help=f"Write one package, {MERGED}.apkg, for all banks.")
@click.option("--all", "everything", is_flag=True, help="Build every bank, also those in which nothing has changed.")
@click.option("--json", "as_json", is_flag=True, help="Print what was built as JSON.")
@click.option("--quiet", "-q", is_flag=True, help="Print errors only.")
@script_option
@settings_option
@click.pass_context
def build(
    context: click.Context,
    paths: tuple[Path, ...],
    out: Path | None,
    ledger: Path | None,
    learner: Path | None,
    merge: bool,
    everything: bool,
    as_json: bool,
    quiet: bool,
    script: Script | None,
    settings_path: Path | None,
) -> None:
    """Build an Anki package from every exam text.

    PATH is a file or a folder, which is searched; without PATH the sources of the settings are taken. The ledger
    remembers every note, so that questions keep their cards when the texts are edited: keep it with them. Exit code 1
    says that at least one bank has an error and was not written; the others were.
    """
    from ankigen import pipeline
    from ankigen.cli import output
    from ankigen.sources import find
    from ankigen.store import place_of

    with output.input_errors():
        settings = settings_of(context, paths, settings_path, script)
        found = find(paths, settings)
        results = pipeline.build(
            found.files,
            out or settings.path(settings.out or "build"),
            settings,
            merge=MERGED if merge else "",
            ledger=place_of(paths, settings, ledger),
            everything=everything,
            learner=learner,
            progress=output.progress(len(found.files), quiet=quiet),
        )
    if not quiet:
        output.tell_skipped(found.skipped)
    for each in results:
        output.tell(each.report, least="error" if quiet else "warning")
    if as_json:
        output.put_json(output.build_data(results))
    elif not quiet:
        output.print_summary(results)
    context.exit(KEPT_OUT if any(each.target is None for each in results) else OK)


@app.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@script_option
@settings_option
@click.pass_context
def parse(context: click.Context, file: Path, script: Script | None, settings_path: Path | None) -> None:
    """Print the questions of FILE as JSON.

    What is wrong with them goes to standard error and does not change the exit code. Exit code 2 says that the file
    cannot be read; then there is no JSON.
    """
    from ankigen import exchange, pipeline
    from ankigen.cli import output
    from ankigen.report import Report

    with output.input_errors():
        settings = settings_of(context, (file,), settings_path, script)
        bank = pipeline.load(file, settings, pipeline.taxonomy_of(settings))
    output.tell(Report.of(bank))
    if bank.paper is None:
        context.exit(FAULT if bank.broken else BAD_INPUT)
    output.put_json(exchange.bank_data(bank.paper, bank.diagnostics))


@app.command()
@paths_argument
@ledger_option
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True)
@click.option("--strict", is_flag=True, help="Fail on warnings, too.")
@script_option
@settings_option
@click.pass_context
def check(
    context: click.Context,
    paths: tuple[Path, ...],
    ledger: Path | None,
    form: str,
    strict: bool,
    script: Script | None,
    settings_path: Path | None,
) -> None:
    """Say what is wrong with exam texts; build nothing.

    Exit code 1 when there is an error, with --strict also when there is a warning.
    """
    from ankigen import pipeline
    from ankigen.cli import output
    from ankigen.sources import find
    from ankigen.store import place_of

    with output.input_errors():
        settings = settings_of(context, paths, settings_path, script)
        found = find(paths, settings)
        place = place_of(paths, settings, ledger)
        banks = pipeline.check(found.files, settings, ledger=place, progress=output.progress(len(found.files)))
    output.tell_skipped(found.skipped)
    output.print_findings(banks, form)
    bad = ("error", "warning") if strict else ("error",)
    context.exit(KEPT_OUT if any(each.severity in bad for bank in banks for each in bank.diagnostics) else OK)


@app.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a diagnostic, or list them all.

    CODE is a code such as AK301 or a name such as answer-not-an-option.
    """
    from ankigen.cli import output
    from ankigen.diagnostics import RULES

    if code is None:
        output.print_rules(RULES)
        return
    for each in RULES:
        if code.lower() in (each.code.lower(), each.name):
            output.print_rule(each)
            return
    raise click.BadParameter(f"there is no diagnostic {code!r}; `ankigen explain` lists them all", param_hint="'CODE'")


@app.command()
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@settings_option
@click.pass_context
def topics(context: click.Context, file: Path | None, settings_path: Path | None) -> None:
    """List the topics; for a FILE, give reasons.

    With a FILE, each of its questions is shown with its topics and the words that speak for them.
    """
    from ankigen import pipeline
    from ankigen.cli import output
    from ankigen.report import Report

    with output.input_errors():
        settings = settings_of(context, (file,) if file else (), settings_path, None)
        taxonomy = pipeline.taxonomy_of(settings)
    if file is None:
        output.print_topics(taxonomy)
        return
    bank = pipeline.load(file, settings, taxonomy)
    if bank.paper is None:
        output.tell(Report.of(bank))
        context.exit(FAULT if bank.broken else BAD_INPUT)
    output.print_reasons(bank.paper, taxonomy)
