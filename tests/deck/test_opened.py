"""Reading packages back: every flavour that Anki writes, and whatever else may be called .apkg."""

from __future__ import annotations

import json
import random
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import genanki
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.deck import Deck, collection, opened, protobuf, write_package
from ankigen.deck.opened import PackageError, open_package
from ankigen.model import Card

zstd = opened._zstd()  # which it is depends on the version of Python
FLAVOURS = ("legacy.apkg", "new.apkg", "legacy.colpkg", "new.colpkg", "scheduling.apkg")


def exported(anki: Any, flavour: str) -> Path:
    """The collection as Anki exports it. A .colpkg closes the collection."""
    from anki.collection import ExportAnkiPackageOptions

    target = anki.folder / flavour
    legacy = flavour.startswith("legacy")
    if target.suffix == ".colpkg":
        anki.col.export_collection_package(str(target), include_media=False, legacy=legacy)
        anki.col.reopen()
    else:
        options = ExportAnkiPackageOptions(
            with_scheduling=flavour.startswith("scheduling"), with_media=False, with_deck_configs=False, legacy=legacy
        )
        anki.col.export_anki_package(out_path=str(target), options=options, limit=None)
    return target


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_every_flavour_that_anki_exports(
    anki: Any, question: Callable[..., Any], cards: Callable[..., tuple[Card, ...]], flavour: str
) -> None:
    built = cards(question(stem="单选"), question("fill", stem="____与____", answer=("甲", "乙")), question("short"))
    anki.take(Deck("d", built, ""))
    note = anki.col.get_note(anki.col.find_notes("单选")[0])
    note["MyNotes"] = "记住<b>这个</b>"
    note.tags.append("我的")
    anki.col.update_note(note)
    second = anki.col.get_card(anki.col.find_cards("note:*填空 card:2")[0])
    anki.col.set_user_flag_for_cards(3, [second.id])
    anki.col.sched.suspend_cards([second.id])

    notes = {each.guid: each for each in open_package(exported(anki, flavour))}

    assert notes.keys() == {card.guid for card in built}
    choice, cloze, _ = (notes[card.guid] for card in built)
    assert (choice.type.name, choice.type.id, choice.type.cloze) == ("ankigen 选择", 1_602_417_951, False)
    assert (cloze.type.name, cloze.type.cloze) == ("ankigen 填空", True)
    assert tuple(cloze.fields.values()) == built[1].fields
    assert choice.fields["Question"] == "单选" and choice.fields["MyNotes"] == "记住<b>这个</b>"
    assert choice.tags == tuple(sorted((*built[0].tags, "我的")))
    assert (choice.changed, cloze.changed) == (anki.col.get_note(note.id).mod, built[1].changed)
    if flavour in ("legacy.apkg", "new.apkg"):  # without scheduling Anki leaves out what was done to the cards
        assert not cloze.flags and not cloze.suspended
    else:
        assert (cloze.flags, cloze.suspended) == ({1: 3}, {1})
    assert not choice.flags and not choice.suspended


def test_packages_of_this_program_and_of_genanki(tmp_path: Path, question: Any, cards: Any) -> None:
    built = cards(question(stem="甲"), question(stem="乙"))
    write_package([Deck("d", built, "")], tmp_path / "own.apkg")
    assert [tuple(each.fields.values()) for each in open_package(tmp_path / "own.apkg")] == [e.fields for e in built]

    other = genanki.Deck(7, "d")
    note = genanki.Note(genanki.BASIC_MODEL, ["正面", "背面"], tags=["x", "y"], guid="G")
    other.add_note(note)
    genanki.Package(other).write_to_file(tmp_path / "other.apkg")
    (found,) = open_package(tmp_path / "other.apkg")
    assert (found.guid, dict(found.fields), found.tags) == ("G", {"Front": "正面", "Back": "背面"}, ("x", "y"))


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: Any, own: bytes) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    for content in (own, own[:-30], b"x"):
        (tmp_path / "a.apkg").write_bytes(content)
        try:
            open_package(tmp_path / "a.apkg")
        except PackageError:
            assert content != own
        assert list((tmp_path / "temporary").iterdir()) == []


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, question: Any, cards: Any) -> bytes:
    """A package with one note."""
    target = tmp_path_factory.mktemp("own") / "own.apkg"
    write_package([Deck("d", cards(question()), "")], target)
    return target.read_bytes()


MODEL = {"1": {"name": "Basic", "type": 0, "flds": [{"name": "Front", "ord": 0}, {"name": "Back", "ord": 1}]}}
SCHEMA = """
CREATE TABLE col (models);
CREATE TABLE notes (id, guid, mid, mod, tags, flds);
CREATE TABLE cards (nid, ord, queue, flags);
"""


def made(*statements: str, models: Any = None, schema: str = SCHEMA) -> bytes:
    """A collection in the older layout."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(schema)
    if "CREATE TABLE col" in schema:
        connection.execute("INSERT INTO col VALUES(?)", (json.dumps(MODEL) if models is None else models,))
    for statement in statements:
        connection.execute(statement)
    content = connection.serialize()
    connection.close()
    return content


def refusal(folder: Path, content: bytes) -> str:
    """Why a file is not taken, without its name, which must come first."""
    path = folder / "deck.apkg"
    path.write_bytes(content)
    with pytest.raises(PackageError) as caught:
        open_package(path)
    assert str(caught.value).startswith(f"{path}: ")
    return str(caught.value).removeprefix(f"{path}: ")


def zipped(**entries: bytes) -> bytes:
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in entries.items():
                archive.writestr(name.replace("_", "."), content)
        file.seek(0)
        return file.read()


NOTE = "INSERT INTO notes VALUES(1, 'G', 1, 5, ' a b ', 'f\x1fb')"
VIEW = """
CREATE TABLE col (models);
CREATE VIEW notes AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n)
    SELECT x AS id, 'G' AS guid, 1 AS mid, 1 AS mod, '' AS tags, '' AS flds FROM n;
CREATE TABLE cards (nid, ord, queue, flags);
"""
COMPUTED = SCHEMA.replace("tags, flds", "tags, flds AS (hex(zeroblob(9000000)))")
NEWER = SCHEMA + "CREATE TABLE fields (ntid, ord, name); CREATE TABLE notetypes (id, name, config);"

REFUSED = {
    "not a zip": (b"nothing", "no Anki package"),
    "empty": (b"", "no Anki package"),
    "a zip of something else": (zipped(a_txt=b"x"), "no Anki collection"),
    "no database": (zipped(collection_anki2=b"x" * 5000), "damaged"),
    "an empty database": (zipped(collection_anki2=b""), "no table"),
    "no zstd": (zipped(collection_anki21b=b"x" * 50), "damaged"),
    "zstd cut off": (zipped(collection_anki21b=zstd.compress(made())[:-9]), "damaged"),
    "of the future": (zipped(collection_anki21b=b"", meta=b"\x08\x04"), "newer than this ankigen"),
    "bad meta": (zipped(collection_anki2=made(), meta=b"\xff"), "damaged"),
    "no notes": (zipped(collection_anki2=made(schema="CREATE TABLE col (models)")), "no table cards"),
    "notes without end": (zipped(collection_anki2=made(schema=VIEW)), "no table notes"),
    "computed columns": (zipped(collection_anki2=made(schema=COMPUTED)), "computed columns"),
    "no note types": (zipped(collection_anki2=made(models="[]")), "note types are damaged"),
    "nested note types": (zipped(collection_anki2=made(models="[" * 99_999)), "note types are damaged"),
    "a note of no type": (zipped(collection_anki2=made(NOTE.replace("'G', 1", "'G', 2"))), "no note type"),
    "a guid that is a number": (zipped(collection_anki2=made(NOTE.replace("'G'", "7"))), "row of notes"),
    "text that is none": (zipped(collection_anki2=made(NOTE.replace("'G'", "CAST(x'ff' AS TEXT)"))), "damaged"),
    "a huge field": (zipped(collection_anki2=made(NOTE.replace("'f\x1fb'", "hex(zeroblob(9000000))"))), "damaged"),
    "a card without a place": (zipped(collection_anki2=made("INSERT INTO cards VALUES(1, NULL, 0, 0)")), "of cards"),
    "note types without fields": (
        zipped(collection_anki2=made(schema=SCHEMA + "CREATE TABLE notetypes (id, name, config)")),
        "no table fields",
    ),
    "a damaged note type": (
        zipped(collection_anki2=made("INSERT INTO notetypes VALUES(1, 'x', x'ff')", schema=NEWER)),
        "note type x is damaged",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_a_reason(tmp_path: Path, name: str) -> None:
    content, reason = REFUSED[name]
    assert reason in refusal(tmp_path, content)


def test_what_is_refused_would_be_taken_without_its_fault(tmp_path: Path) -> None:
    """Or the cases above would prove nothing."""
    rows = ("INSERT INTO notetypes VALUES(1, 'Basic', x'0801')", "INSERT INTO fields VALUES(1, 0, 'Front')")
    for content, cloze in ((made(NOTE), False), (made(NOTE, *rows, schema=NEWER), True)):
        (tmp_path / "a.apkg").write_bytes(zipped(collection_anki2=content, meta=b"\x08\x03"))
        (note,) = open_package(tmp_path / "a.apkg")
        assert (note.guid, note.tags, note.fields["Front"], note.type.cloze) == ("G", ("a", "b"), "f", cloze)


def test_encrypted(tmp_path: Path, own: bytes) -> None:
    locked = bytearray(own)
    at = locked.index(b"PK\x01\x02")
    locked[at + 8] |= 1
    assert refusal(tmp_path, bytes(locked)) == "it is encrypted"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_compressed_otherwise(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "source.zip", "w", method) as archive:
        archive.writestr("collection.anki2", made(NOTE))
    assert "in a way that Anki does not use" in refusal(tmp_path, (tmp_path / "source.zip").read_bytes())


@pytest.mark.parametrize("newer", [True, False])
def test_bombs(tmp_path: Path, monkeypatch: Any, newer: bool) -> None:
    monkeypatch.setattr(opened, "_LARGEST", 10_000_000)
    zeros = bytes(20_000_000)
    bomb = zipped(collection_anki21b=zstd.compress(zeros)) if newer else zipped(collection_anki2=zeros)
    assert len(bomb) < 100_000
    assert "unpacks to more than" in refusal(tmp_path, bomb)


@pytest.mark.parametrize(("name", "value"), [("_LARGEST_TEXTS", 3), ("_MOST_STEPS", 0)])
def test_more_than_anybody_has(tmp_path: Path, monkeypatch: Any, name: str, value: int) -> None:
    monkeypatch.setattr(collection, name, value)
    many = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 300000)"
    filled = made(f"{many} INSERT INTO notes SELECT x, 'G', 1, 5, '', 'f' FROM n")
    assert "collection is" in refusal(tmp_path, zipped(collection_anki2=filled))


def test_a_missing_file_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_package(tmp_path / "none.apkg")


@given(st.integers(0, 10**9))
def test_damaged_anywhere(own: bytes, seed: int) -> None:
    """Bytes of a good package changed at random: read or refused, and nothing else."""
    chance = random.Random(seed)
    content = bytearray(own)
    for _ in range(chance.randint(1, 20)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    assert read_or_refused(bytes(content[: chance.choice([len(content), chance.randrange(len(content))])]))


@given(st.integers(0, 10**9))
def test_a_collection_damaged_anywhere(seed: int) -> None:
    chance = random.Random(seed)
    content = bytearray(made(NOTE))
    for _ in range(chance.randint(1, 20)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    assert read_or_refused(zipped(collection_anki2=bytes(content)))


def read_or_refused(content: bytes) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.apkg"
        path.write_bytes(content)
        try:
            return isinstance(open_package(path), tuple)
        except PackageError as error:
            return str(path) in str(error)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (b"", {}),
        (b"\x08\x03", {1: 3}),
        (b"\x0a\x02ab\x10\xac\x02", {2: 300}),
        (b"\x0d1234\x09abcdefgh\x18\x01", {3: 1}),
    ],
)
def test_protobuf(message: bytes, expected: dict[int, int]) -> None:
    assert protobuf.numbers(message) == expected


@pytest.mark.parametrize("message", [b"\x08", b"\x08\xff", b"\x0a\x05ab", b"\x0f", b"\xff" * 12, b"\x0d12"])
def test_no_protobuf(message: bytes) -> None:
    with pytest.raises(ValueError, match=r"a (number|value) "):
        protobuf.numbers(message)
