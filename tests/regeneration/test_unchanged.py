"""A bank in which nothing has changed is left as it is, and a build comes out as if all had been built."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace

import pytest
from desk import Desk, Item
from items import ALL, BYTE, QUEUE, RIVER, SEVERAL

FORGOTTEN = ".ankigen.ledger.build"


def built(desk: Desk, *extra: object) -> set[str]:
    """The names of the banks that a build read."""
    result = desk.run("build", desk.folder, "--out", desk.out, "--json", *extra)
    assert result.exit_code == 0, result.output
    return {bank["name"] for bank in json.loads(result.stdout)["banks"] if bank["built"]}


@pytest.fixture
def three(desk: Desk) -> Desk:
    desk.write("a.txt", *ALL[:3])
    desk.write("b.txt", *ALL[3:5])
    desk.write("c.txt", *ALL[5:])
    assert built(desk) == {"a", "b", "c"}
    return desk


def edited(desk: Desk) -> None:
    desk.write("b.txt", replace(RIVER, why="它流入东海。"), *ALL[4:5])


def copied(desk: Desk) -> None:
    desk.write("b.txt", *ALL[3:5], BYTE)


def moved(desk: Desk) -> None:
    desk.write("a.txt", *ALL[1:3])
    desk.write("b.txt", *ALL[3:5], QUEUE)


def contradicted(desk: Desk) -> None:
    desk.write("c.txt", *ALL[5:], replace(BYTE, key="A"))


def settings(lines: str) -> Callable[[Desk], object]:
    return lambda desk: (desk.folder / "ankigen.toml").write_text(lines, encoding="utf-8")


EDITS: dict[str, tuple[Callable[[Desk], object], set[str]]] = {
    "nothing": (lambda desk: None, set()),
    "one bank": (edited, {"b"}),
    "a copy of another bank's question": (copied, {"a", "b"}),
    "moved to another bank": (moved, {"a", "b"}),
    "another answer to another bank's question": (contradicted, {"a", "c"}),
    "a bank more": (lambda desk: desk.write("d.txt", Item("什么气体最多？", "氮气", kind="short")), {"d"}),
    "a bank less": (lambda desk: (desk.folder / "a.txt").unlink(), {"a"}),  # what is put away is still written
    "its keys": (lambda desk: (desk.folder / "c.answers.txt").write_text("1. ×", encoding="utf-8"), {"c"}),
    "the settings of all": (settings('tags = ["期末"]\n'), {"a", "b", "c"}),
    "the settings of one": (settings('[bank."b.txt"]\ntags = ["期末"]\n'), {"b"}),
    "a package deleted": (lambda desk: desk.package("a").unlink(), {"a"}),
    "a package damaged": (lambda desk: desk.package("a").write_bytes(b"PK"), {"a"}),
    "the ledger deleted": (lambda desk: desk.ledger.unlink(), {"a", "b", "c"}),
    "the file itself damaged": (lambda desk: (desk.folder / FORGOTTEN).write_text("{"), {"a", "b", "c"}),
    "the file itself of another version": (
        lambda desk: (desk.folder / FORGOTTEN).write_text('{"format": "ankigen.build/0", "banks": {}}'),
        {"a", "b", "c"},
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_only_what_changed_is_read_and_the_result_is_that_of_a_whole_build(three: Desk, name: str) -> None:
    edit, expected = EDITS[name]
    edit(three)
    copy = three.folder.parent / "copy"
    for folder in (three.folder, three.out):
        shutil.copytree(folder, copy / folder.name)
    assert built(three) == expected
    after = three.bytes()
    for folder in (three.folder, three.out):
        shutil.rmtree(folder)
        shutil.copytree(copy / folder.name, folder)
    built(three, "--all")
    assert three.bytes() == after


def test_what_is_left_is_reported_as_before(three: Desk) -> None:
    (three.folder / "c.txt").write_text("1. 水的沸点（ ）\nA. 90\nB. 100\n答案：C\n2. 冰（ ）\nA. 冷\nB. 热\n答案：A\n")
    first = three.run("build", three.folder, "--out", three.out)
    again = three.run("build", three.folder, "--out", three.out)
    assert "answer-not-an-option" in first.stderr and again.stderr == first.stderr
    assert "3 unchanged" in again.stdout


def test_a_copy_of_a_question_that_is_left_is_no_edit_of_one_that_is_gone(desk: Desk) -> None:
    """Nearer to a question of a bank that nobody reads than to the one that went when it came."""
    desk.write("a.txt", QUEUE, *ALL[2:4])
    desk.write("b.txt", replace(QUEUE, stem="先放进去的元素总是会最先被取出来的结构是（ ）"), SEVERAL)
    desk.build()
    gone = desk.guid("总是会最先", "b")
    desk.write("b.txt", SEVERAL, replace(QUEUE, stem="先放入的元素最先取出来的结构是（ ）"))
    assert built(desk) == {"b"}
    assert desk.guid("先放入的", "b") != gone
