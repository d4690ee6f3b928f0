"""The whole journey on one page: path → source → clean text → paper → topics → cards → deck.

Every bank travels alone: where one fails, the others are still built. The first two laws of the project are checked
on every run, so that a fault in ankigen shows as an `internal-error` with its place, never as a wrong deck.
"""

from __future__ import annotations

import gc
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ankigen.diagnostics import Diagnostic, Severity
from ankigen.model import Paper
from ankigen.settings import BankSettings, Settings, hint
from ankigen.sources import answers_of
from ankigen.text import Rewrite, Source

if TYPE_CHECKING:
    from ankigen.deck import Deck
    from ankigen.normalizer.taxonomy import Taxonomy


@dataclass(frozen=True, slots=True)
class Bank:
    """One file on its way: what was read off it and what there is to say about it."""

    name: str
    source: Source  # without text when the file could not be read
    paper: Paper | None  # None when nothing trustworthy was read off the file
    diagnostics: tuple[Diagnostic, ...]
    settings: BankSettings
    markdown: bool = False  # its texts are Markdown and are rendered on the cards

    @property
    def failed(self) -> bool:
        """Whether a diagnostic keeps it out of a deck."""
        return self.paper is None or any(each.severity is Severity.ERROR for each in self.diagnostics)

    @property
    def broken(self) -> bool:
        """Whether ankigen itself is at fault."""
        return any(each.rule.name == "internal-error" for each in self.diagnostics)


@dataclass(frozen=True, slots=True)
class Built:
    """What became of one bank."""

    bank: Bank
    cards: int = 0
    target: Path | None = None  # None when nothing was written for it


def load(path: Path, settings: Settings, taxonomy: Taxonomy, *, name: str = "") -> Bank:
    """Take one file as far as tagged questions. Never raises on what the file holds."""
    bank = Bank(name or path.stem, Source(str(path), ""), None, (), settings.for_bank(path))
    try:
        with _without_collector():
            return _load(bank, path, settings, taxonomy)
    except Exception as error:  # a fault of ours must not keep the other banks from being built
        return replace(bank, paper=None, diagnostics=(*bank.diagnostics, internal_error(error)))


@contextmanager
def _without_collector() -> Iterator[None]:
    """Without Python's search for cycles.

    A bank makes a million lasting objects and no cycles, and to look through all of them again and again would take a
    fifth of the time. Frozen, they are left out of the next search, too.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.freeze()
            gc.enable()


def _load(bank: Bank, path: Path, settings: Settings, taxonomy: Taxonomy) -> Bank:
    from ankigen.normalizer.clean import RULES, clean
    from ankigen.parser import parse
    from ankigen.readers import read

    reading = read(path)
    if reading.text is None:
        return replace(bank, diagnostics=tuple(reading.diagnostics))
    whole, unread = _with_answers(reading.text, answers_of(path, settings))
    if unread:
        return replace(bank, diagnostics=(*reading.diagnostics, *unread))
    off = frozenset(settings.off)
    script = bank.settings.script or "auto"
    text, repairs = clean(whole, script=script, off=off.intersection(name for name, _ in RULES))
    paper, findings = parse(text, title=bank.settings.title or "", layout=bank.settings.layout)
    said = (*reading.diagnostics, *repairs, *findings)
    if not paper.questions:
        said = (*said, Diagnostic.of("no-questions", "nothing in it looks like a question"))
    kept = tuple(each for each in said if each.rule.name not in off or each.severity is Severity.ERROR)
    bank = replace(bank, source=text.source, diagnostics=kept, markdown=reading.markdown)
    broken = broken_law(paper)
    if broken is not None:
        return replace(bank, diagnostics=(*kept, broken))
    return replace(bank, paper=_tagged(paper, taxonomy))


KEY_HEADING = "\n\n参考答案\n"  # between a bank and the file with its keys


def _with_answers(text: Rewrite, answers: Path | None) -> tuple[Rewrite, tuple[Diagnostic, ...]]:
    """The bank followed by its key file, where it has one; with a diagnostic when that cannot be read."""
    if answers is None:
        return text, ()
    from ankigen.readers import read

    keys = read(answers)
    if keys.text is None:
        return text, keys.diagnostics
    return text.followed_by(keys.text, KEY_HEADING), ()


def _tagged(paper: Paper, taxonomy: Taxonomy) -> Paper:
    from ankigen.normalizer.tag import slugs_of

    return replace(paper, questions=tuple([each.about(slugs_of(each, taxonomy)) for each in paper.questions]))


def made(bank: Bank, taxonomy: Taxonomy, off: frozenset[str]) -> tuple[Bank, Deck | None]:
    """The deck of a bank, and the bank with what was noticed while its cards were made."""
    if bank.failed or bank.paper is None:
        return bank, None
    try:
        with _without_collector():
            deck, said = _deck(bank, bank.paper, taxonomy)
    except Exception as error:  # as in `load`
        return replace(bank, paper=None, diagnostics=(*bank.diagnostics, internal_error(error))), None
    known = {each.span.start for each in bank.diagnostics if each.rule.name == "missing-answer" and each.span}
    if known and not any(each.answer for each in bank.paper.questions):
        known.update(each.at for each in bank.paper.questions)  # said once for all of them
    said = tuple(each for each in said if each.rule.name not in off and not _repeats(each, known))
    if not deck.cards:
        said = (*said, Diagnostic.of("empty-deck", "none of its questions can become a card"))
    return replace(bank, diagnostics=(*bank.diagnostics, *said)), deck


def _repeats(diagnostic: Diagnostic, known: set[int]) -> bool:
    """Whether it says of a question without an answer, as the parser has, that it gives no card."""
    return diagnostic.rule.name == "no-card" and diagnostic.span is not None and diagnostic.span.start in known


def _deck(bank: Bank, paper: Paper, taxonomy: Taxonomy) -> tuple[Deck, tuple[Diagnostic, ...]]:
    from ankigen.deck import Album, Deck, cards_of
    from ankigen.normalizer.tag import tag_path
    from ankigen.readers.pictures import Pictures

    settings = bank.settings
    album = Album(Pictures(paper.text).find, markdown=bank.markdown)
    cards, said = cards_of(
        paper.questions,
        bank=bank.name,
        taxonomy_path=lambda slug: tag_path(slug, taxonomy),
        source=bank.name,
        extra_tags=settings.tags,
        markdown=bank.markdown,
        language=settings.language or "zh-Hans",
        album=album,
    )
    folder = Path(bank.source.path).resolve().parent.name
    name = (settings.deck or "{bank}").format(bank=bank.name, title=paper.title or bank.name, folder=folder)
    return Deck(name, cards, paper.title, album.media(cards)), (*said, *album.missing(cards))


def check(files: Mapping[str, Path], settings: Settings) -> Iterator[Bank]:
    """Go all the way except for writing, for the diagnostics."""
    taxonomy, off = taxonomy_of(settings), frozenset(settings.off)
    for name, path in files.items():
        yield made(load(path, settings, taxonomy, name=name), taxonomy, off)[0]


def build(files: Mapping[str, Path], out: Path, settings: Settings, *, merge: str = "") -> Iterator[Built]:
    """Write `out/NAME.apkg` for every bank, or one package called `merge` for all; failed banks are left out.

    Raises:
        OSError: a package cannot be written.
    """
    from ankigen.deck import write_package
    from ankigen.merge import joined, merged

    taxonomy, off = taxonomy_of(settings), frozenset(settings.off)
    waiting: dict[str, tuple[Bank, Deck]] = {}
    for name, path in files.items():
        bank, deck = made(load(path, settings, taxonomy, name=name), taxonomy, off)
        if bank.failed or deck is None:
            yield Built(bank)
        elif merge:
            waiting[name] = bank, deck
        else:
            write_package([deck], _target(out, name))
            yield Built(bank, len(deck.cards), _target(out, name))
    if waiting:
        decks, said = merged({name: deck for name, (_, deck) in waiting.items()})
        write_package(joined(decks.values()), _target(out, merge))
        for name, (bank, _) in waiting.items():
            bank = replace(bank, diagnostics=(*bank.diagnostics, *said[name]))
            yield Built(bank, len(decks[name].cards), _target(out, merge))


def _target(out: Path, name: str) -> Path:
    out.mkdir(parents=True, exist_ok=True)
    return out / f"{name}.apkg"


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


def broken_law(paper: Paper) -> Diagnostic | None:
    """Check that the claims cover the text and that the repairs can be taken back; say where they do not."""
    text, end = paper.text, 0
    for claim in paper.claims:
        if claim.span.start != end or claim.span.end < claim.span.start:
            fault = "are claimed by no part" if claim.span.start > end else "are claimed twice"
            near = sorted((end, claim.span.start))
            return _law(text, (near[0], max(near[1], near[0] + 1)), f"characters {near[0]} to {near[1]} {fault}")
        end = claim.span.end
    if end != len(text.text):
        return _law(text, (end, len(text.text)), f"the characters from {end} on are claimed by no part")
    if text.undo() != text.source.text:
        return Diagnostic.of("internal-error", "taking the repairs back does not give the source")
    return None


def _law(text: Rewrite, span: tuple[int, int], message: str) -> Diagnostic:
    return Diagnostic.of("internal-error", message, text.back(span))


def internal_error(error: Exception) -> Diagnostic:
    """What to say about an exception that should not have happened."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return Diagnostic.of("internal-error", f"{type(error).__name__}{where}: {error}")
