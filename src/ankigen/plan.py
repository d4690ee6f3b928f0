"""The second half of the journey, all banks together: papers → identities → cards → decks.

A question that stands in several banks is one note, with the fields of its first place and the tags of all. Each of
their decks holds that same note, so it does not matter in which order packages are imported.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ankigen.bank import Bank, internal_error
from ankigen.deck import Album, Deck, Media, cards_of, lacking, shown
from ankigen.deck.fields import lasting
from ankigen.deck.tags import CONTRADICTED, RETIRED
from ankigen.diagnostics import Diagnostic
from ankigen.identity.asked import Place
from ankigen.identity.clozes import cloze_numbers
from ankigen.identity.identify import Assigned, Identified, assign, content_hash, settle
from ankigen.identity.ledger import Record
from ankigen.model import Card
from ankigen.readers import READERS
from ankigen.settings import Settings
from ankigen.sources import free_name
from ankigen.store import Store
from ankigen.text import Source

if TYPE_CHECKING:
    from ankigen.normalizer.taxonomy import Taxonomy


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be written. Keys are the ledger's names of the banks."""

    banks: Mapping[str, Bank]  # with all that there is to say about them; those that are gone come last
    decks: Mapping[str, Deck]
    identified: Identified


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes the cards of one bank."""

    bank: Bank
    cards: Callable[..., tuple[Card, ...]]  # `cards_of` with all that is the same for the bank
    album: Album | None

    @classmethod
    def of(cls, bank: Bank, taxonomy: Taxonomy) -> _Maker:
        from ankigen.normalizer.tag import tag_path
        from ankigen.readers.pictures import Pictures

        album = Album(Pictures(bank.paper.text).find, markdown=bank.markdown) if bank.paper else None
        cards = partial(
            cards_of,
            bank=bank.name,
            taxonomy_path=lambda slug: tag_path(slug, taxonomy),
            source=bank.name,
            extra_tags=bank.settings.tags,
            markdown=bank.markdown,
            language=bank.settings.language or "zh-Hans",
            album=album,
        )
        return cls(bank, cards, album)

    @property
    def media(self) -> tuple[Media, ...]:
        """The pictures of the cards made so far."""
        return self.album.media if self.album else ()

    def missing(self, cards: Iterable[Card]) -> Iterable[Diagnostic]:
        """What to say about pictures that are not there."""
        return self.album.missing(cards) if self.album else ()

    def deck(self, cards: Iterable[Card]) -> Deck:
        """A deck of the bank."""
        bank, title = self.bank, self.bank.paper.title if self.bank.paper else ""
        folder = Path(bank.source.path).resolve().parent.name
        name = (bank.settings.deck or "{bank}").format(bank=bank.name, title=title or bank.name, folder=folder)
        return Deck(name, tuple(cards), title)


def plan(
    banks: Mapping[str, Bank],
    store: Store,
    settings: Settings,
    taxonomy: Taxonomy,
    now: int,
    *,
    taken: Collection[str] = (),
) -> Plan:
    """Decide who is who, and make the decks.

    Args:
        banks: by key, as they were read.
        store: what the last build left.
        settings: what the user wants.
        taxonomy: the topics.
        now: the time of the build.
        taken: the names of banks that are left as they are.
    """
    off = frozenset(settings.off)
    lacks = {key: lacking(bank.paper.questions) for key, bank in banks.items() if bank.paper}
    banks = {key: _saying(bank, _about_lacks(bank, lacks.get(key, {})), off) for key, bank in banks.items()}
    while True:
        assigned = _assigned(banks, lacks, store, merge=settings.duplicates == "merge")
        makers = {key: _Maker.of(banks[key], taxonomy) for key in assigned.banks}
        made, faults = _made(makers, assigned)
        if not faults:
            break
        banks = {key: _at_fault(bank, faults.get(key)) for key, bank in banks.items()}
    notes = _notes(made.values(), assigned)
    identified = settle(assigned, {guid: _content(note) for guid, note in notes.items()}, now)
    notes = {guid: replace(note, changed=identified.changed[guid]) for guid, note in notes.items()}
    gone = _gone(identified, banks, store, settings, taken)
    makers |= {key: _Maker.of(bank, taxonomy) for key, bank in gone.items()}
    said = {key: (*assigned.diagnostics.get(key, ()), *makers[key].missing(cards)) for key, cards in made.items()}
    banks = {key: _saying(bank, said.get(key, ()), off) for key, bank in banks.items()}
    return Plan({**banks, **gone}, _decks(makers, notes, identified), identified)


def _about_lacks(bank: Bank, lacks: Mapping[int, Diagnostic]) -> Iterator[Diagnostic]:
    """What a bank says of the questions that give no card; not again what the parser said of the same."""
    keyless = {each.span.start for each in bank.diagnostics if each.rule.name == "missing-answer" and each.span}
    if keyless and bank.paper and not any(each.answer for each in bank.paper.questions):
        keyless.update(each.at for each in bank.paper.questions)  # said once for all of them
    yield from (each for each in lacks.values() if each.span is None or each.span.start not in keyless)
    if bank.paper and not bank.failed and len(lacks) == len(bank.paper.questions):
        yield Diagnostic.of("empty-deck", "none of its questions can become a card")


def _saying(bank: Bank, said: Iterable[Diagnostic], off: frozenset[str]) -> Bank:
    return replace(bank, diagnostics=(*bank.diagnostics, *(each for each in said if each.rule.name not in off)))


def _at_fault(bank: Bank, error: Exception | None) -> Bank:
    """A fault of ours in one bank must not keep the others from being built."""
    return replace(bank, paper=None, diagnostics=(*bank.diagnostics, internal_error(error))) if error else bank


def _assigned(
    banks: Mapping[str, Bank], lacks: Mapping[str, Mapping[int, Diagnostic]], store: Store, *, merge: bool
) -> Assigned:
    good = {key: bank.paper.questions for key, bank in banks.items() if bank.paper and not bank.failed}
    known = {key for record in store.ledger.records for key in record.banks}
    absent = {key for key in known - good.keys() if key in banks or store.file(key).is_file()}
    mute = frozenset(Place(key, at) for key in good for at in lacks[key])
    return assign(store.ledger, good, absent, mute=mute, merge=merge)


def _made(makers: Mapping[str, _Maker], assigned: Assigned) -> tuple[dict[str, tuple[Card, ...]], dict[str, Exception]]:
    """The cards of every place by bank, and the banks of which none could be made, because of a fault of ours."""
    made: dict[str, tuple[Card, ...]] = {}
    faults: dict[str, Exception] = {}
    for key, guids in assigned.guids.items():
        try:
            made[key] = makers[key].cards(assigned.banks[key], guids, clozes=assigned.clozes)
        except Exception as error:
            faults[key] = error
    return made, faults


def _notes(made: Iterable[Sequence[Card]], assigned: Assigned) -> dict[str, Card]:
    """One card for each note: as its first place shows it, with the tags of all."""
    notes: dict[str, Card] = {}
    for cards in made:
        for card in cards:
            first = notes.get(card.guid)
            notes[card.guid] = _tagged(first, *card.tags) if first else card
    for guid in assigned.contradicted:
        notes[guid] = _tagged(notes[guid], CONTRADICTED)
    return notes


def _tagged(card: Card, *tags: str) -> Card:
    return replace(card, tags=tuple(sorted({*card.tags, *tags})))


def _content(note: Card) -> str:
    return content_hash((*lasting(note), *note.tags))


def _gone(
    identified: Identified, banks: Mapping[str, Bank], store: Store, settings: Settings, taken: Collection[str]
) -> dict[str, Bank]:
    """The banks whose file is gone, but not yet their last question."""
    names = {*taken, *(bank.name for bank in banks.values())}
    gone: dict[str, Bank] = {}
    for key in sorted({record.bank for record in identified.retired} - banks.keys()):
        path = store.file(key)
        if path.is_file():
            continue
        name = free_name(path, names)
        names.add(name)
        markdown = READERS.get(path.suffix.lower()) == READERS[".md"]
        gone[key] = Bank(name, Source(str(path), ""), None, (), settings.for_bank(path), markdown)
    return gone


def _decks(makers: Mapping[str, _Maker], notes: Mapping[str, Card], identified: Identified) -> dict[str, Deck]:
    """A deck for every bank: its notes in its order, then those that are to be put away."""
    retired: dict[str, list[Card]] = defaultdict(list)
    for record in identified.retired:
        if record.bank in makers:
            retired[record.bank] += _retired(record, makers[record.bank])
    media = [each for maker in makers.values() for each in maker.media]
    decks: dict[str, Deck] = {}
    for key, maker in makers.items():
        guids = dict.fromkeys(identified.guids.get(key, ()))
        deck = maker.deck([*(notes[guid] for guid in guids if guid), *retired[key]])
        decks[key] = replace(deck, media=shown(deck.cards, media))
    return decks


def _retired(record: Record, maker: _Maker) -> Iterator[Card]:
    """The note of a record as it was, with the tag by which a learner finds it."""
    if not lacking((record.question,)):  # it may lack something only where somebody wrote the ledger by hand
        clozes = {record.guid: cloze_numbers(record.question, record)[0]}
        (card,) = maker.cards((record.question,), (record.guid,), clozes=clozes)
        yield replace(_tagged(card, RETIRED), changed=record.changed)
