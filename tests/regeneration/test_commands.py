"""The commands about change: diff, ledger adopt, build --from and watch."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from desk import Desk, Learner
from items import ALL, BYTE, ESSAY, FILL, QUEUE, RIVER

COUNT = len(ALL)


@pytest.fixture
def built(desk: Desk) -> Desk:
    desk.write("a.txt", *ALL[:4])
    desk.write("b.txt", *ALL[4:])
    desk.build()
    return desk


class TestDiff:
    def test_nothing(self, built: Desk) -> None:
        result = built.run("diff", built.folder)
        assert (result.exit_code, result.stdout) == (0, f"{COUNT} unchanged\n")

    def test_what_changed_word_by_word_and_nothing_is_written(self, built: Desk) -> None:
        built.write("a.txt", replace(QUEUE, why="队列从一头放，从那一头取。"), *ALL[1:3])
        built.write("b.txt", *ALL[4:], RIVER)
        before = built.bytes()
        shown = built.run("diff", built.folder).stdout
        assert "从{+那+}一头取" in shown or "[-另-]{+那+}" in shown
        assert "> b.txt" in shown and "from a.txt" in shown
        assert shown.endswith(f"1 edited, 1 moved, {COUNT - 2} unchanged\n")
        assert built.bytes() == before

    def test_as_json(self, built: Desk) -> None:
        built.write("a.txt", *ALL[:3])
        found = json.loads(built.run("diff", built.folder, "--json").stdout)
        assert found["format"] == "ankigen.changes/1"
        assert [each["stem"] for each in found["retired"]] == [RIVER.stem] and found["unchanged"] == COUNT - 1

    def test_against_a_package(self, built: Desk) -> None:
        built.write("a.txt", replace(QUEUE, key="A"), *ALL[1:4])
        (built.folder / "b.txt").unlink()
        shown = built.run("diff", built.folder, "--against", built.package("a")).stdout
        assert "answer: [-B-]{+A+}" in shown
        assert shown.endswith("1 edited, 3 unchanged\n")

    def test_against_what_is_no_package(self, built: Desk) -> None:
        result = built.run("diff", built.folder, "--against", built.folder / "a.txt")
        assert result.exit_code == 2 and "a.txt" in result.stderr and "Traceback" not in result.output


class TestAdopt:
    def test_the_guids_of_an_earlier_deck(self, desk: Desk, learner: Learner) -> None:
        """Its ledger was lost, and questions were edited since."""
        desk.write("a.txt", *ALL)
        desk.build()
        learner.take(desk.package("a"))
        learner.review()
        before = learner.history()
        desk.write("a.txt", replace(QUEUE, stem="先放进去的元素会最先被取出来的结构是（ ）"), *ALL[1:])
        old = desk.out.parent / "old.apkg"
        desk.package("a").rename(old)
        desk.ledger.unlink()
        result = desk.run("ledger", "adopt", old, desk.folder)
        assert result.exit_code == 0 and f"{COUNT} notes taken over, 0 questions new" in result.stdout
        desk.build()
        done = learner.take(desk.package("a"))
        assert (done.new, done.conflicting) == (0, 0)
        assert learner.history() == before
        assert "会最先" in learner.note(desk.guid("会最先"))["Question"]

    def test_another_tools_deck(self, desk: Desk, learner: Learner) -> None:
        col = learner.col
        for item in (RIVER, ESSAY):
            note = col.new_note(col.models.by_name("Basic"))
            options = "<br>".join(f"{letter}. {text}" for letter, text in zip("ABCD", item.options, strict=False))
            note["Front"], note["Back"] = f"{item.stem}<br>{options}", item.key
            col.add_note(note, col.decks.id("旧"))
        desk.write("a.txt", RIVER, BYTE, ESSAY)
        result = desk.run("ledger", "adopt", learner.export(desk.folder.parent / "old.apkg"), desk.folder)
        assert "2 notes taken over, 1 question new" in result.stdout
        assert "2 notes of another tool's note types" in result.stdout
        desk.build()
        theirs = {guid for (guid,) in col.db.execute("SELECT guid FROM notes")}
        assert {desk.guid("最长的河流"), desk.guid("天空")} == theirs

    def test_a_ledger_that_knows_all_takes_nothing(self, built: Desk) -> None:
        before = built.bytes()
        result = built.run("ledger", "adopt", built.package("a"), built.folder)
        assert result.exit_code == 0 and "0 notes taken over, 0 questions new" in result.stdout
        assert built.bytes() == before

    def test_what_is_no_package_changes_nothing(self, built: Desk) -> None:
        before = built.bytes()
        result = built.run("ledger", "adopt", built.folder / "a.txt", built.folder)
        assert result.exit_code == 2 and "a.txt" in result.stderr
        assert built.bytes() == before


@pytest.mark.parametrize("suffix", ["apkg", "colpkg"])
def test_from_an_export_the_learners_own_words_stay_on_edited_notes(desk: Desk, learner: Learner, suffix: str) -> None:
    desk.write("a.txt", *ALL)
    desk.build()
    learner.take(desk.package("a"))
    learner.review()
    later = int(os.environ["SOURCE_DATE_EPOCH"]) + 30
    edited, other, blank = desk.guid("二进制位"), desk.guid("什么名字"), desk.guid("真空")
    for guid in (edited, other, blank):
        learner.write(guid, "我记的话", "我的", at=later)
    before = learner.history()
    export = learner.export(desk.folder.parent / f"mine.{suffix}")
    desk.write(
        "a.txt", *[{BYTE: replace(BYTE, key="D"), FILL: replace(FILL, key="30万；343")}.get(each, each) for each in ALL]
    )
    desk.build(extra=("--from", export))
    done = learner.take(desk.package("a"))
    assert (done.new, done.updated, done.conflicting) == (0, 2, 0)
    for guid, text in ((edited, "D"), (blank, "343"), (other, "A")):
        note = learner.note(guid)
        assert note["MyNotes"] == "我记的话" and "我的" in note.tags
        assert any(text in field for field in note.fields)
    assert learner.history() == before


def test_from_what_is_no_export_changes_nothing(built: Desk) -> None:
    before = built.bytes()
    built.write("a.txt", *ALL[:2])
    result = built.run("build", built.folder, "--out", built.out, "--from", built.folder / "b.txt")
    assert result.exit_code == 2 and "b.txt" in result.stderr
    assert built.bytes() == before


class TestWatch:
    @pytest.fixture
    def watching(self, desk: Desk) -> Iterator[subprocess.Popen[str]]:
        desk.write("a.txt", *ALL[:2])
        desk.write("b.txt", *ALL[2:4])
        command = [sys.executable, "-u", "-m", "ankigen", "watch", str(desk.folder), "--out", str(desk.out)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        wait_for(process, "watching")
        yield process
        process.kill()
        process.wait()

    def test_a_save_builds_what_changed_and_ctrl_c_ends_it(self, desk: Desk, watching: subprocess.Popen[str]) -> None:
        left = desk.package("b").stat().st_mtime_ns
        desk.write("a.txt", replace(QUEUE, why="先来的先走。"), *ALL[1:2])
        said = wait_for(watching, "in all")
        assert "1 changed" in said and "先来的先走" in str(desk.notes("a"))
        assert desk.package("b").stat().st_mtime_ns == left
        (desk.folder / "a.txt").write_bytes(b"")
        assert "empty" in wait_for(watching, "in all")
        desk.write("a.txt", *ALL[:2])
        assert "1 changed" in wait_for(watching, "in all")
        watching.send_signal(signal.SIGINT)
        assert watching.wait(20) == 0
        rest = watching.stdout.read() if watching.stdout else ""
        assert rest.endswith("ended\n") and "Traceback" not in rest


def wait_for(process: subprocess.Popen[str], word: str) -> str:
    """What a process says until a line holds the word."""
    said = ""
    assert process.stdout
    for line in process.stdout:
        said += line
        if word in line:
            return said
    raise AssertionError(f"it ended without {word!r}: {said}")
