"""What `ankigen build` remembers: every question keeps its note through edits of the sources."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from desk import Desk, Item
from items import ALL, BOIL, BYTE, FILL, QUEUE, RIVER

EDITED = replace(QUEUE, stem="先放进去的元素会最先取出来的数据结构是（ ）")


class TestEdits:
    def test_a_reworded_question_keeps_its_guid_and_gets_a_newer_time(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        assert desk.build() == {"new": len(ALL)}
        before, guid = desk.notes(), desk.guid("先放进去")
        desk.write("a.txt", EDITED, *ALL[1:])
        assert desk.build() == {"changed": 1, "unchanged": len(ALL) - 1}
        after = desk.notes()
        assert after.keys() == before.keys() and after[guid].shows("会最先")
        assert after[guid].changed > before[guid].changed
        assert {name for name in after if after[name] != before[name]} == {guid}

    def test_nothing_changed_gives_the_same_bytes_and_leaves_the_ledger_alone(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        desk.build()
        written, stamp = desk.bytes(), desk.ledger.stat().st_mtime_ns
        assert desk.build() == {"unchanged": len(ALL)}
        assert desk.bytes() == written and desk.ledger.stat().st_mtime_ns == stamp

    def test_two_people_without_a_ledger_get_the_same_guids(self, desk: Desk, tmp_path: Path) -> None:
        (tmp_path / "other").mkdir()
        other = Desk(tmp_path / "other")
        desk.write("a.txt", *ALL[:5])
        desk.write("b.txt", *ALL[3:], replace(BYTE, key="D"))
        other.write("甲.txt", replace(BYTE, key="D"), *ALL[3:])
        other.write("乙.txt", *reversed(ALL[:5]))
        desk.build(), other.build()
        assert desk.notes().keys() == other.notes().keys()

    def test_a_choice_of_one_that_becomes_one_of_several_stays_the_same_note(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        desk.build()
        guid = desk.guid("二进制位")
        desk.write("a.txt", QUEUE, *ALL[2:5], replace(BYTE, kind="multiple", key="CD"), *ALL[5:])
        assert "new" not in desk.build()
        assert desk.guid("二进制位") == guid
        assert "kind::multiple" in desk.notes()[guid].tags

    def test_a_choice_that_becomes_a_fill_in_is_retired_and_new(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        desk.build()
        guid = desk.guid("二进制位")
        blank = Item("一个字节有____个二进制位", "8", kind="fill")
        desk.write("a.txt", QUEUE, *ALL[2:6], blank, *ALL[6:])
        changes = desk.build()
        assert (changes["new"], changes["retired"]) == (1, 1)
        assert "ankigen::retired" in desk.notes()[guid].tags

    def test_cloze_numbers_stay_with_their_blanks(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        desk.build()
        guid = desk.guid("真空中")
        more = replace(FILL, stem=FILL.stem.replace("光在", "约____世纪测得，光在"), key="十七；30万；340")
        desk.write("a.txt", *(more if each is FILL else each for each in ALL))
        desk.build()
        note = desk.notes()[guid]
        assert all(note.shows(each) for each in ("{{c3::十七}}", "{{c1::30万}}", "{{c2::340}}"))

    def test_a_key_that_is_lost_for_a_while_costs_nothing(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        desk.build()
        before = desk.bytes()
        desk.write("a.txt", QUEUE, replace(BYTE, key="", why=""), *ALL[2:])
        assert desk.build() == {"unchanged": len(ALL)}
        assert len(desk.notes()) == len(ALL) - 1
        desk.write("a.txt", *ALL)
        desk.build()
        assert desk.bytes() == before


class TestFiles:
    def test_what_is_not_built_is_not_retired(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL[:4])
        desk.write("sub/b.txt", *ALL[4:])
        desk.build()
        before = desk.ledger.read_bytes()
        assert desk.build("a.txt", extra=("--ledger", desk.ledger)) == {"unchanged": 4}
        desk.run("build", desk.folder / "sub", "--out", desk.out, "--ledger", desk.ledger)
        assert desk.ledger.read_bytes() == before
        assert {record["bank"] for record in desk.records()} == {"a.txt", "sub/b.txt"}

    def test_a_bank_that_cannot_be_read_is_not_retired(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL[:4])
        desk.write("b.txt", *ALL[4:])
        desk.build()
        before = desk.ledger.read_bytes()
        (desk.folder / "b.txt").write_bytes(b"")
        desk.build(code=1)
        assert desk.ledger.read_bytes() == before

    @pytest.mark.parametrize("edit", ["rename", "split", "merge"])
    def test_questions_follow_their_files(self, desk: Desk, edit: str) -> None:
        desk.write("a.txt", *ALL[:5])
        desk.write("b.txt", *ALL[5:])
        desk.build()
        before = desk.notes().keys()
        if edit == "rename":
            (desk.folder / "a.txt").rename(desk.folder / "c.txt")
            moved = 5
        elif edit == "split":
            desk.write("a.txt", *ALL[:2])
            desk.write("c.txt", *ALL[2:5])
            moved = 3
        else:
            (desk.folder / "b.txt").unlink()
            desk.write("a.txt", *ALL)
            moved = 3
        for package in desk.out.iterdir():
            package.unlink()
        assert desk.build() == {"moved": moved, "unchanged": len(ALL) - moved}
        assert desk.notes().keys() == before

    def test_a_renamed_file_may_be_edited_as_well(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        desk.build()
        guid = desk.guid("先放进去")
        (desk.folder / "a.txt").unlink()
        desk.write("c.txt", EDITED, *ALL[1:])
        assert desk.build() == {"moved": len(ALL)}
        assert desk.guid("会最先", "c") == guid


class TestRetired:
    def test_gone_and_back(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        desk.build()
        guid, before = desk.guid("什么名字"), desk.notes()
        desk.write("a.txt", *(each for each in ALL if each is not RIVER))
        assert desk.build()["retired"] == 1
        put_away = desk.notes()[guid]
        assert put_away.tags == before[guid].tags | {"ankigen::retired"}
        assert put_away.fields == before[guid].fields and put_away.changed > before[guid].changed
        written = desk.bytes()
        assert "retired" not in desk.build() and desk.bytes() == written
        desk.write("a.txt", *ALL)
        assert desk.build()["back"] == 1
        again = desk.notes()[guid]
        assert again.changed > put_away.changed and again[1:] == before[guid][1:]

    def test_a_bank_that_is_gone_still_has_its_package(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL[:4])
        desk.write("b.txt", *ALL[4:])
        desk.build()
        before = desk.notes("b").keys()
        (desk.folder / "b.txt").unlink()
        desk.package("b").unlink()
        assert desk.build() == {"retired": 4, "unchanged": 4}
        assert desk.notes("b").keys() == before
        assert all("ankigen::retired" in note.tags for note in desk.notes("b").values())

    def test_a_bank_of_the_same_name_does_not_take_its_package(self, desk: Desk) -> None:
        desk.write("old/b.txt", *ALL[:4])
        desk.build()
        (desk.folder / "old" / "b.txt").unlink()
        desk.write("new/b.txt", *ALL[4:])
        desk.build()
        assert len(desk.notes("b")) == len(desk.notes("old-b")) == 4

    def test_merged_into_the_one_package(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL[:4])
        desk.write("b.txt", *ALL[4:])
        desk.build(extra=("--merge",))
        (desk.folder / "b.txt").unlink()
        desk.build(extra=("--merge",))
        notes = desk.notes("ankigen")
        assert sum("ankigen::retired" in note.tags for note in notes.values()) == 4 and len(notes) == 8

    def test_prune_forgets_them(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        desk.build()
        desk.write("a.txt", *ALL[:6])
        desk.build()
        result = desk.run("ledger", "prune", desk.ledger)
        assert result.stdout == f"{desk.ledger}: 2 retired questions forgotten\n"
        assert desk.build() == {"unchanged": 6}
        assert len(desk.notes()) == len(desk.records()) == 6

    def test_a_picture_that_is_gone_with_its_question_leaves_its_name(self, desk: Desk) -> None:
        from pictures import png

        (desk.folder / "red.png").write_bytes(png(255))
        text = "1. 图 ![红色](red.png) 是什么颜色？\n\n答案：红\n\n2. 天是什么颜色？\n\n答案：蓝\n"
        (desk.folder / "a.md").write_text(text, encoding="utf-8")
        desk.build()
        guid = desk.guid("<img src")
        (desk.folder / "red.png").unlink()
        (desk.folder / "a.md").write_text("1. 天是什么颜色？\n\n答案：蓝\n", encoding="utf-8")
        assert desk.build()["retired"] == 1
        assert desk.notes()[guid].shows("[红色]")


class TestDuplicates:
    def test_one_note_with_the_tags_of_both_in_both_packages(self, desk: Desk) -> None:
        desk.write("a.txt", QUEUE, BYTE)
        desk.write("b.txt", BYTE, BOIL)
        assert desk.build() == {"new": 3}
        guid = desk.guid("二进制位")
        assert {"source::a", "source::b"} <= desk.notes("a")[guid].tags == desk.notes("b")[guid].tags

    def test_apart(self, desk: Desk) -> None:
        (desk.folder / "ankigen.toml").write_text('duplicates = "apart"', encoding="utf-8")
        desk.write("a.txt", QUEUE, BYTE)
        desk.write("b.txt", BYTE, BOIL)
        assert desk.build() == {"new": 4}
        guids = desk.guid("二进制位", "a"), desk.guid("二进制位", "b")
        desk.write("b.txt", BOIL, BYTE)
        desk.build()
        assert (desk.guid("二进制位", "a"), desk.guid("二进制位", "b")) == guids
        assert guids[0] != guids[1]

    @pytest.mark.parametrize("other", ["a.txt", "b.txt"])
    def test_contradicted_whatever_the_order(self, desk: Desk, other: str) -> None:
        wrong = replace(BYTE, key="D", why="十六位")
        desk.write("a.txt", *((BYTE, wrong) if other == "a.txt" else (BYTE,)))
        desk.write("b.txt", *((BOIL,) if other == "a.txt" else (BOIL, wrong)))
        desk.build()
        guids = desk.guid("八位"), desk.guid("十六位")
        assert all("ankigen::contradicted" in desk.notes()[guid].tags for guid in guids)
        for _ in range(2):  # the second time without the ledger
            desk.write("a.txt", wrong, *((BYTE,) if other == "a.txt" else ()))
            desk.write("b.txt", *(() if other == "a.txt" else (BYTE,)), BOIL)
            desk.build()
            assert (desk.guid("八位"), desk.guid("十六位")) == guids
            desk.ledger.unlink()

    def test_a_contradiction_that_is_mended(self, desk: Desk) -> None:
        desk.write("a.txt", BYTE)
        desk.build()
        guid = desk.guid("二进制位")
        desk.write("b.txt", replace(BYTE, key="D"), BOIL)
        assert desk.build() == {"new": 2, "changed": 1}
        desk.write("b.txt", BYTE, BOIL)
        desk.build()
        live = {name: note for name, note in desk.notes().items() if "ankigen::retired" not in note.tags}
        assert guid in live and len(live) == 2
        assert not any("ankigen::contradicted" in note.tags for note in live.values())


class TestPlace:
    def test_beside_the_settings_else_in_the_folder_that_was_given(self, desk: Desk) -> None:
        desk.write("x/a.txt", QUEUE)
        desk.write("x/b.txt", BYTE)
        desk.build("x")
        assert (desk.folder / "x" / "ankigen.ledger").is_file()
        (desk.folder / "ankigen.toml").write_text("", encoding="utf-8")
        desk.build("x")
        assert [each["bank"] for each in desk.records()] == ["x/a.txt", "x/b.txt"]

    def test_in_the_common_folder_of_the_files(self, desk: Desk) -> None:
        desk.write("x/a.txt", QUEUE)
        desk.write("y/b.txt", BYTE)
        desk.build("x/a.txt", "y/b.txt")
        assert [each["bank"] for each in desk.records()] == ["x/a.txt", "y/b.txt"]

    def test_elsewhere(self, desk: Desk, tmp_path: Path) -> None:
        desk.write("a.txt", QUEUE)
        place = tmp_path / "elsewhere.ledger"
        desk.build(extra=("--ledger", place))
        assert json.loads(place.read_text(encoding="utf-8").splitlines()[1])["bank"] == "sources/a.txt"
        assert not desk.ledger.exists()

    def test_no_folder_for_it(self, desk: Desk) -> None:
        desk.write("a.txt", QUEUE)
        result = desk.run("build", desk.folder, "--out", desk.out, "--ledger", desk.folder / "no" / "x.ledger")
        assert result.exit_code == 2 and "there is no folder" in result.stderr
        assert not desk.out.exists()

    def test_a_folder_that_cannot_be_written(self, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(lock: object) -> None:
            raise PermissionError(13, "Permission denied")

        desk.write("a.txt", QUEUE)
        monkeypatch.setattr("filelock.FileLock.acquire", refuse)
        result = desk.run("build", desk.folder, "--out", desk.out)
        assert result.exit_code == 2 and "--ledger FILE keeps it elsewhere" in result.stderr
        assert desk.bytes() == {}

    @pytest.mark.parametrize("command", ["check", "parse"])
    def test_other_commands_write_nothing(self, desk: Desk, command: str) -> None:
        path = desk.write("a.txt", QUEUE)
        assert desk.run(command, path).exit_code == 0
        assert list(desk.folder.iterdir()) == [path]

    def test_no_ledger_is_begun_for_nothing(self, desk: Desk) -> None:
        (desk.folder / "a.txt").write_text("", encoding="utf-8")
        desk.build(code=1)
        assert not desk.ledger.exists()


class TestDamage:
    def test_a_damaged_ledger_stops_all(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        desk.build()
        lines = desk.ledger.read_text(encoding="utf-8").splitlines(keepends=True)
        desk.ledger.write_text("".join([*lines[:2], "<<<<<<< ours\n", *lines[2:]]), encoding="utf-8")
        desk.write("a.txt", *ALL[:3])
        before = desk.bytes()
        for command in (
            ("build", desk.folder, "--out", desk.out),
            ("check", desk.folder),
            ("ledger", "prune", desk.ledger),
        ):
            result = desk.run(*command)
            assert result.exit_code == 2
            assert f"{desk.ledger}:3:1: error bad-ledger [AK504]" in result.stderr
        assert desk.bytes() == before

    def test_repair(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        desk.build()
        whole = desk.ledger.read_text(encoding="utf-8")
        assert "nothing to mend" in desk.run("ledger", "repair", desk.ledger).stdout
        head, one, two, *rest = whole.splitlines()
        conflict = [head, "<<<<<<< ours", one, "=======", two, ">>>>>>> theirs", *rest]
        desk.ledger.write_text("\n".join(conflict) + "\n", encoding="utf-8")
        result = desk.run("ledger", "repair", desk.ledger)
        assert result.exit_code == 0 and "2 records of both sides kept" in result.stdout
        assert desk.ledger.read_text(encoding="utf-8") == whole

    def test_what_is_not_certain_is_left_to_a_person(self, desk: Desk) -> None:
        desk.write("a.txt", *ALL)
        desk.build()
        damaged = desk.ledger.read_text(encoding="utf-8").replace('"place": 1024', '"place": "x"')
        desk.ledger.write_text(damaged, encoding="utf-8")
        result = desk.run("ledger", "repair", desk.ledger)
        assert result.exit_code == 1 and "error bad-ledger [AK504]" in result.stderr
        assert desk.ledger.read_text(encoding="utf-8") == damaged

    def test_no_text_at_all(self, desk: Desk) -> None:
        desk.ledger.write_bytes(b"\xff\xfe\x00")
        result = desk.run("ledger", "repair", desk.ledger)
        assert result.exit_code == 2 and "is not UTF-8" in result.stderr

    def test_no_ledger(self, desk: Desk) -> None:
        result = desk.run("ledger", "prune", desk.folder / "none.ledger")
        assert result.exit_code == 2 and "does not exist" in result.stderr


HOLD = """
import sys
from pathlib import Path
from ankigen.store import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_build_says_so_and_a_killed_one_does_not_block(desk: Desk) -> None:
    desk.write("a.txt", *ALL)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(desk.ledger)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout and other.stdout.readline() == b"held\n"
        result = desk.run("build", desk.folder, "--out", desk.out)
        assert result.exit_code == 2 and "another ankigen is at work" in result.stderr
        assert desk.bytes() == {}
        other.kill()
    assert desk.build() == {"new": len(ALL)}


def test_what_may_be_an_earlier_question_is_said_at_its_place(desk: Desk) -> None:
    desk.write("a.txt", *ALL)
    desk.build()
    copies = [replace(QUEUE, stem=QUEUE.stem.replace("最先", word)) for word in ("最早", "首先")]
    path = desk.write("a.txt", *copies, *ALL[1:])
    result = desk.run("build", desk.folder, "--out", desk.out)
    assert f"{path}:2:1: warning uncertain-match [AK505]" in result.stderr
    assert "2 uncertain" in result.stdout and "1 retired" in result.stdout


def test_the_summary_says_what_became_of_the_questions(desk: Desk) -> None:
    desk.write("a.txt", *ALL[:6])
    desk.write("b.txt", *ALL[6:])
    desk.build()
    desk.write("a.txt", EDITED, *ALL[1:5])
    desk.write("b.txt", *ALL[6:], Item("空气中含量最多的气体叫什么？", "氮气", kind="short"))
    result = desk.run("build", desk.folder, "--out", desk.out)
    rows = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert "1 changed, 1 retired, 4 unchanged" in rows["a"]
    assert "1 new, 2 unchanged" in rows["b"]
    assert result.stdout.splitlines()[-1] == "in all: 1 new, 1 changed, 1 retired, 6 unchanged"


@pytest.mark.parametrize(("given", "expected"), [("1700000000", 1700000000), ("99999999999", None), ("soon", None)])
def test_the_time_of_a_build_is_never_one_to_come(monkeypatch: pytest.MonkeyPatch, given: str, expected: int) -> None:
    from ankigen.pipeline import now

    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.5)
    assert now() == (expected or 1_800_000_000)
