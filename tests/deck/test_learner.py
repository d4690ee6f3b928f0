"""What a learner wrote is still there after an update, in the real Anki; and how earlier decks come over."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import genanki
import pytest

from ankigen.deck import Deck
from ankigen.deck.collection import AnkiNote, AnkiNoteType
from ankigen.deck.former import formers
from ankigen.deck.learner import carry, own_tags
from ankigen.deck.note_types import NOTE_TYPES
from ankigen.deck.opened import open_package
from ankigen.identity.adopt import adopt
from ankigen.identity.identify import identify
from ankigen.model import Card, Question

Build = Callable[..., Question]
Cards = Callable[..., tuple[Card, ...]]
NOW = int(time.time())


def exported(anki: Any, name: str, *, scheduling: bool = False, legacy: bool = False) -> Path:
    """The collection as the learner exports it."""
    from anki.collection import ExportAnkiPackageOptions

    target = anki.folder / name
    if target.suffix == ".colpkg":
        anki.col.export_collection_package(str(target), include_media=False, legacy=legacy)
        anki.col.reopen()
    else:
        options = ExportAnkiPackageOptions(with_scheduling=scheduling, legacy=legacy)
        anki.col.export_anki_package(out_path=str(target), options=options, limit=None)
    return target


def note_of(anki: Any, guid: str) -> Any:
    return anki.col.get_note(anki.col.db.scalar("select id from notes where guid = ?", guid))


def learnt(anki: Any, guid: str) -> None:
    """Reviews of a note's first card, a flag, and the card suspended."""
    card = note_of(anki, guid).cards()[0]
    anki.col.sched.set_due_date([card.id], "0")
    card = anki.col.get_card(card.id)
    card.start_timer()
    anki.col.sched.answerCard(card, 3)
    anki.col.set_user_flag_for_cards(4, [card.id])
    anki.col.sched.suspend_cards([card.id])


def history(anki: Any) -> list[Any]:
    """All that hangs on the cards."""
    cards = "select id, nid, ord, type, queue, due, ivl, factor, reps, lapses, flags, data from cards order by id"
    return [anki.col.db.all(cards), anki.col.db.all("select * from revlog order by id")]


EXPORTS: dict[str, dict[str, bool]] = {
    "plain.apkg": {},
    "scheduling.apkg": {"scheduling": True},
    "old.apkg": {"legacy": True},
    "new.colpkg": {},
    "old.colpkg": {"legacy": True},
}


@pytest.mark.parametrize("name", EXPORTS)
def test_the_learners_work_survives_an_edit(anki: Any, question: Build, cards: Cards, name: str) -> None:
    first = cards(question(stem="改了的题"), question(stem="没改的题"), question("fill", stem="填____空"), bank="库")
    first = tuple(dataclasses.replace(card, changed=NOW - 1000) for card in first)
    anki.take(Deck("d", first, ""))
    for card in first:
        note = note_of(anki, card.guid)
        note["MyNotes"] = f"我记的<br>{card.family}"
        note["Hint"] = "想一想"
        note.tags += ["我的", "重点::一"]
        anki.col.update_note(note)
        learnt(anki, card.guid)
    before, schema = history(anki), anki.col.db.scalar("select scm from col")
    assert len(before[1]) >= 3
    untouched = note_of(anki, first[1].guid).mod

    (edited,) = cards(question(stem="改好了的题", topics=("other",)), bank="库")
    built = (dataclasses.replace(edited, guid=first[0].guid, changed=NOW - 900), *first[1:])
    log = anki.take(Deck("d", carry(built, open_package(exported(anki, name, **EXPORTS[name])), now=NOW), ""))

    assert (len(log.new), len(log.updated), len(log.conflicting)) == (0, 1, 0)
    assert (history(anki), anki.col.db.scalar("select scm from col")) == (before, schema)
    after = [note_of(anki, card.guid) for card in first]
    assert [(note["MyNotes"], note["Hint"]) for note in after] == [
        (f"我记的<br>{card.family}", "想一想") for card in first
    ]
    assert all({"我的", "重点::一"} < set(note.tags) for note in after)
    assert after[0]["Question"] == "改好了的题"
    assert "topic::other" in after[0].tags and "topic::norm" not in after[0].tags
    assert after[1].mod == untouched


def test_without_carrying_the_edit_would_not_arrive_or_the_work_be_lost(
    anki: Any, question: Build, cards: Cards
) -> None:
    """What the test above would look like if `carry` did nothing."""
    (first,) = cards(question(stem="题"))
    anki.take(Deck("d", [dataclasses.replace(first, changed=NOW - 1000)], ""))
    note = note_of(anki, first.guid)
    note["MyNotes"] = "我的"
    anki.col.update_note(note)
    assert not anki.take(Deck("d", [dataclasses.replace(first, changed=NOW - 900)], "")).updated
    assert anki.take(Deck("d", [dataclasses.replace(first, changed=NOW + 900)], "")).updated
    assert note_of(anki, first.guid)["MyNotes"] == ""


@pytest.mark.parametrize("scheduling", [True, False])
def test_flags_of_a_package_do_not_reach_cards_that_anki_has(
    anki: Any, question: Build, cards: Cards, scheduling: bool
) -> None:
    """Why flags are not carried: Anki keeps its own, and takes those of new cards only with their scheduling."""
    from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

    known, new = cards(question(stem="有的"), question(stem="新的"))
    anki.take(Deck("d", [known, new], ""))
    for card, flag in ((known, 5), (new, 6)):
        anki.col.set_user_flag_for_cards(flag, [note_of(anki, card.guid).cards()[0].id])
    package = exported(anki, "flags.apkg", scheduling=True)
    anki.col.set_user_flag_for_cards(2, [note_of(anki, known.guid).cards()[0].id])
    anki.col.remove_notes([note_of(anki, new.guid).id])
    options = ImportAnkiPackageOptions(with_scheduling=scheduling)
    anki.col.import_anki_package(ImportAnkiPackageRequest(package_path=str(package), options=options))
    assert note_of(anki, known.guid).cards()[0].flags & 7 == 2
    assert note_of(anki, new.guid).cards()[0].flags & 7 == (6 if scheduling else 0)


def held(card: Card, changed: int, **fields: str) -> AnkiNote:
    made = NOTE_TYPES[card.family]
    kind = AnkiNoteType(made.id, made.name, made.cloze, made.fields)
    return AnkiNote(card.guid, kind, dict(zip(made.fields, card.fields, strict=True)) | fields, card.tags, changed)


@pytest.mark.parametrize(
    ("built", "noted", "edited", "expected"),
    [
        (100, 50, True, 100),  # newer anyway
        (100, 200, True, 201),
        (100, 5000, True, 1060),  # the learner's clock goes wrong
        (100, 200, False, 100),
        (300, 200, False, 200),  # nothing to tell
    ],
)
def test_times(question: Build, cards: Cards, built: int, noted: int, edited: bool, expected: int) -> None:
    (card,) = cards(question())
    note = held(card, noted, MyNotes="x", **({"Explanation": "old"} if edited else {}))
    (found,) = carry([dataclasses.replace(card, changed=built)], [note], now=1000)
    assert found.changed == expected


def test_other_cards_and_other_fields_stay_as_they_are(question: Build, cards: Cards) -> None:
    """What is not the learner's to fill is the sources': an explanation that was deleted does not come back."""
    one, other = cards(question(stem="甲"), question(stem="乙"))
    found = carry([one, other], [held(one, 5, Explanation="gone", Question="mine")], now=9)
    assert found[1] == other and found[0].fields == one.fields


def test_the_newest_note_of_a_guid_counts(question: Build, cards: Cards) -> None:
    (card,) = cards(question())
    (found,) = carry([card], [held(card, 7, MyNotes="new"), held(card, 5, MyNotes="old")], now=9)
    assert "new" in found.fields


def test_whose_a_tag_is() -> None:
    tags = (
        "topic::a",
        "kind::single",
        "source::x",
        "section::y",
        "ankigen::retired",
        "Topic::b",
        "topics",
        "我的",
        "a::b",
    )
    assert own_tags(tags) == ("topics", "我的", "a::b")


def test_tags_that_differ_in_case_are_one(question: Build, cards: Cards) -> None:
    (card,) = cards(question(), extra_tags=("Exam",))
    note = dataclasses.replace(held(card, 5), tags=("exam", "mine"))
    assert {tag for tag in carry([card], [note], now=9)[0].tags if "::" not in tag} == {"Exam", "mine"}


STEM = "批归一化层通常放在哪里？"


def foreign_deck(anki: Any, model: genanki.Model, *texts: str) -> None:
    """A deck of another tool in the learner's collection, with reviews of its only note."""
    deck = genanki.Deck(7, "old")
    deck.add_note(genanki.Note(model, list(texts), guid="OLD"))
    genanki.Package(deck).write_to_file(anki.folder / "foreign.apkg")
    anki.take_file(anki.folder / "foreign.apkg")
    anki.col.db.execute("update notes set mod = ?", NOW - 1000)
    learnt(anki, "OLD")


def adopted_cards(package: Path, asked: Question, cards: Cards) -> tuple[Card, ...]:
    found = adopt(formers(open_package(package)), {"库": [asked]})
    assert found.guids == found.foreign == ("OLD",)
    built = identify(found.ledger, {"库": [asked]}, now=NOW, contents=lambda *_: "shown")
    (card,) = cards(asked)
    return (dataclasses.replace(card, guid="OLD", fields=("4f4c44", *card.fields[1:]), changed=built.changed["OLD"]),)


def merging(anki: Any, made: tuple[Card, ...]) -> Any:
    from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

    anki.take(Deck("d", made, ""))  # writes the file
    options = ImportAnkiPackageOptions(merge_notetypes=True)
    request = ImportAnkiPackageRequest(package_path=str(anki.folder / "deck.apkg"), options=options)
    return anki.col.import_anki_package(request).log


def test_a_foreign_note_by_default_is_a_conflict_and_merging_splits_its_history_off(
    anki: Any, question: Build, cards: Cards
) -> None:
    """Why users are told to change the note type first."""
    foreign_deck(anki, genanki.BASIC_MODEL, STEM, "批归一化层")
    made = adopted_cards(exported(anki, "old.apkg"), question(stem=STEM), cards)
    log = anki.take(Deck("d", made, ""))
    assert (len(log.conflicting), len(log.updated)) == (1, 0)
    assert len(merging(anki, made).updated) == 1
    reviewed = {card.ord: card.reps for card in note_of(anki, "OLD").cards()}
    assert reviewed[0] == 0 and reviewed[1] > 0, "ankigen's card is new, the old template's has the history"
    newer = tuple(dataclasses.replace(card, changed=card.changed + 50) for card in made)
    assert len(anki.take(Deck("d", newer, "")).conflicting) == 1, "and so at every later import"


def test_after_a_change_of_the_note_type_the_history_comes_over(anki: Any, question: Build, cards: Cards) -> None:
    foreign_deck(anki, genanki.BASIC_MODEL, STEM, "批归一化层")
    made = adopted_cards(exported(anki, "old.apkg"), question(stem=STEM), cards)
    anki.take(Deck("d", cards(question(stem="别的题")), ""))  # brings the note type
    change_type(anki, "OLD", "ankigen 选择", [-1, 0, *[-1] * 12], [0])
    before, schema = history(anki), anki.col.db.scalar("select scm from col")
    anki.col.db.execute("update notes set mod = ? where guid = 'OLD'", NOW - 10)
    log = anki.take(Deck("d", made, ""))
    assert (len(log.updated), len(log.conflicting)) == (1, 0)
    assert (history(anki), anki.col.db.scalar("select scm from col")) == (before, schema)
    assert note_of(anki, "OLD")["Answer"] == "B"


def change_type(anki: Any, guid: str, name: str, fields: list[int], templates: list[int]) -> None:
    """As the dialog *Change Note Type* does; each new field and template names the old one that it takes."""
    from anki.notetypes_pb2 import ChangeNotetypeRequest

    note = note_of(anki, guid)
    anki.col.models.change_notetype_of_notes(
        ChangeNotetypeRequest(
            note_ids=[note.id],
            new_fields=fields,
            new_templates=templates,
            old_notetype_id=note.mid,
            new_notetype_id=anki.col.models.id_for_name(name),
            current_schema=anki.col.db.scalar("select scm from col"),
            old_notetype_name=note.note_type()["name"],
        )
    )


def test_between_cloze_and_normal_types_nothing_is_adopted_because_the_import_would_fail(
    anki: Any, question: Build, cards: Cards
) -> None:
    foreign_deck(anki, genanki.CLOZE_MODEL, "{{c1::" + STEM + "}}", "")
    found = adopt(formers(open_package(exported(anki, "old.apkg"))), {"库": [question(stem=STEM)]})
    assert not found.guids
    (card,) = cards(question(stem=STEM))
    with pytest.raises(Exception, match="Cloze note types cannot be merged"):
        merging(anki, (dataclasses.replace(card, guid="OLD"),))


def test_a_foreign_cloze_keeps_its_cards_by_their_numbers(anki: Any, question: Build, cards: Cards) -> None:
    foreign_deck(anki, genanki.CLOZE_MODEL, "放在{{c1::卷积}}之后、{{c2::激活}}之前", "")
    before = history(anki)
    made = adopted_cards(
        exported(anki, "old.apkg"), question("fill", stem="放在____之后、____之前", answer=("卷积", "激活")), cards
    )
    assert len(merging(anki, made).updated) == 1
    assert history(anki) == before and "卷积" in note_of(anki, "OLD")["Text"]
