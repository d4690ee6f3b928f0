"""A desk to edit exam texts at, and a learner who imports what is built from them.

desk.write("物理.txt", A, B)          the sources
first = desk.build()                  as `ankigen build .` does
learner.take(desk.package("物理"))    into the real Anki, with the defaults of its dialog
learner.review()
desk.write("物理.txt", A, replace(B, key="C"))
desk.build()
learner.take(...)                     says what was new, updated and left alone
"""

from __future__ import annotations

import json
import sqlite3
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner, Result

from ankigen.cli.commands import app
from collection import Anki

HEADINGS = {
    "single": "单选题",
    "multiple": "多选题",
    "truefalse": "判断题",
    "fill": "填空题",
    "short": "简答题",
}


@dataclass(frozen=True)
class Item:
    """A question as its author means it."""

    stem: str
    key: str
    options: tuple[str, ...] = ()
    why: str = ""
    kind: str = "single"

    def lines(self, number: int) -> list[str]:
        """The item as it is printed."""
        lettered = [f"{letter}. {text}" for letter, text in zip("ABCDEF", self.options, strict=False)]
        key = [f"答案：{self.key}"] if self.key else []
        return [f"{number}. {self.stem}", *lettered, *key, *([f"解析：{self.why}"] if self.why else [])]


def printed(items: Iterable[Item]) -> str:
    """A bank, with a heading wherever the kind changes and numbers from one throughout."""
    lines: list[str] = []
    kind, count = "", 0
    for number, item in enumerate(items, start=1):
        if item.kind != kind:
            kind, count = item.kind, count + 1
            lines.append(f"{'一二三四五六七八九'[count - 1]}、{HEADINGS[kind]}")
        lines += item.lines(number)
    return "\n".join(lines) + "\n"


class Note(NamedTuple):
    """A note as it lies in a package."""

    changed: int
    tags: frozenset[str]
    fields: tuple[str, ...]

    def shows(self, text: str) -> bool:
        return any(text in field for field in self.fields)


class Desk:
    """A folder of sources with its ledger and packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ledger = folder / "ankigen.ledger"
        self.out = folder.parent / f"{folder.name}-decks"

    def write(self, name: str, *items: Item) -> Path:
        """Write a bank, whether it was there before or not."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(printed(items), encoding="utf-8")
        return path

    def run(self, *args: object) -> Result:
        """Any command; whatever it raises fails the test."""
        return CliRunner().invoke(app, [str(each) for each in args], catch_exceptions=False)

    def build(self, *names: str, extra: tuple[object, ...] = (), code: int = 0) -> Mapping[str, int]:
        """Build the banks of these names, or all; how many notes are new, changed and so on."""
        paths = [self.folder / name for name in names] or [self.folder]
        result = self.run("build", *paths, "--out", self.out, "--json", *extra)
        assert result.exit_code == code, result.output
        return {name: count for name, count in json.loads(result.stdout)["changes"].items() if count}

    def package(self, name: str) -> Path:
        return self.out / f"{name}.apkg"

    def notes(self, *names: str) -> dict[str, Note]:
        """The notes of these packages, or of all, by guid; a note that lies in several is the same in each."""
        found: dict[str, Note] = {}
        for path in [self.package(name) for name in names] or sorted(self.out.glob("*.apkg")):
            for guid, note in notes_of(path).items():
                assert found.setdefault(guid, note) == note, f"{guid} is another note in {path.name}"
        return found

    def guid(self, text: str, *names: str) -> str:
        """The guid of the one note that shows the text."""
        (guid,) = [guid for guid, note in self.notes(*names).items() if note.shows(text)]
        return guid

    def bytes(self) -> dict[str, bytes]:
        """Everything that a build writes."""
        return {path.name: path.read_bytes() for path in [*self.out.glob("*"), self.ledger] if path.exists()}

    def records(self) -> list[dict[str, Any]]:
        """The lines of the ledger below its first."""
        return [json.loads(line) for line in self.ledger.read_text(encoding="utf-8").splitlines()[1:]]


def notes_of(package: Path) -> dict[str, Note]:
    """The notes of a package, which is whole, by guid."""
    with zipfile.ZipFile(package) as archive:
        assert archive.testzip() is None
        connection = sqlite3.connect(":memory:")
        connection.deserialize(archive.read("collection.anki2"))
    rows = connection.execute("SELECT guid, mod, tags, flds FROM notes").fetchall()
    connection.close()
    return {guid: Note(mod, frozenset(tags.split()), tuple(fields.split("\x1f"))) for guid, mod, tags, fields in rows}


class Import(NamedTuple):
    """What Anki says that it did."""

    new: int
    updated: int
    unchanged: int
    conflicting: int


class Learner:
    """Somebody who learns with Anki."""

    def __init__(self, anki: Anki) -> None:
        self.anki = anki
        self.col = anki.col
        self.col.set_config("fsrs", True)

    def take(self, *packages: Path) -> Import:
        """Import packages with the dialog's defaults."""
        logs = [self.anki.take_file(package) for package in packages]
        counts = [(len(log.new), len(log.updated), len(log.duplicate), len(log.conflicting)) for log in logs]
        return Import(*map(sum, zip(*counts, strict=True)))

    def review(self) -> int:
        """Answer every new card once, and flag it; how many there were."""
        cards = [self.col.get_card(each) for each in self.col.find_cards("is:new", order="c.id asc")]
        for card in cards:
            card.start_timer()
            self.col.sched.answerCard(card, 3)
        self.col.set_user_flag_for_cards(3, [card.id for card in cards])
        return len(cards)

    def history(self) -> dict[str, list[Any]]:
        """All that an import must leave alone: reviews, the state of reviewed cards, the schema's time."""
        rows = {
            "reviews": "SELECT * FROM revlog ORDER BY id",
            "cards": "SELECT c.id, n.guid, c.ord, c.did, c.type, c.queue, c.due, c.ivl, c.factor, c.reps, c.lapses, "
            "c.flags, c.data FROM cards c JOIN notes n ON n.id = c.nid WHERE c.reps > 0 ORDER BY c.id",
            "schema": "SELECT scm FROM col",
        }
        return {name: self.col.db.all(query) for name, query in rows.items()}

    def write(self, guid: str, words: str, tag: str, *, at: int) -> None:
        """Write into a note's own field and tag it, at a time in seconds since 1970."""
        note = self.note(guid)
        note["MyNotes"], note.tags = words, [*note.tags, tag]
        self.col.update_note(note)
        self.col.db.execute("UPDATE notes SET mod = ? WHERE id = ?", at, note.id)

    def export(self, target: Path) -> Path:
        """Everything as Anki exports it: as an .apkg or, with that suffix, a .colpkg."""
        from anki.collection import ExportAnkiPackageOptions

        if target.suffix == ".colpkg":
            self.col.export_collection_package(str(target), include_media=False, legacy=False)
            self.col.reopen()
        else:
            self.col.export_anki_package(out_path=str(target), options=ExportAnkiPackageOptions(), limit=None)
        return target

    def note(self, guid: str) -> Any:
        """The learner's note."""
        return self.col.get_note(self.col.db.scalar("SELECT id FROM notes WHERE guid = ?", guid))
