"""What Anki makes of the second package: updated exactly, no conflict, and every review still there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from desk import Desk, Import, Item, Learner
from items import ALL, BYTE, FILL, QUEUE, RIVER, TRUE

COUNT = len(ALL)


def shown(*items: Item) -> Callable[[Desk], object]:
    return lambda desk: desk.write("a.txt", *items)


def renamed(desk: Desk) -> None:
    (desk.folder / "a.txt").rename(desk.folder / "b.txt")


def in_other_bytes(desk: Desk) -> None:
    path = desk.folder / "a.txt"
    path.write_bytes(path.read_text(encoding="utf-8").replace("\n", "\r\n").encode("gb18030"))


def without(item: Item) -> list[Item]:
    return [each for each in ALL if each is not item]


def instead(item: Item, **given: object) -> list[Item]:
    return [replace(item, **given) if each is item else each for each in ALL]  # type: ignore[arg-type]


FIRST = Item("三角形的内角和是多少度（ ）", "B", ("90", "180", "270", "360"))
NEW = Item("空气中含量最多的气体叫什么？", "氮气", kind="short")

# What is edited, and what the second import has to say: new, updated, unchanged, conflicting.
EDITS: dict[str, tuple[Callable[[Desk], object], Import]] = {
    "nothing": (lambda desk: None, Import(0, 0, COUNT, 0)),
    "a typo in a stem": (shown(*instead(BYTE, stem="一个字节共有几个二进制位（ ）")), Import(0, 1, COUNT - 1, 0)),
    "a key": (shown(*instead(BYTE, key="D")), Import(0, 1, COUNT - 1, 0)),
    "an explanation": (shown(*instead(QUEUE, why="先进先出。")), Import(0, 1, COUNT - 1, 0)),
    "a statement": (shown(*instead(TRUE, stem="地球绕着太阳公转，一年一圈。（ ）")), Import(0, 1, COUNT - 1, 0)),
    "a blank more": (
        shown(*instead(FILL, stem=f"{FILL.stem}光年是____的单位。", key="30万；340；距离")),
        Import(0, 1, COUNT - 1, 0),
    ),
    "one more at the end": (shown(*ALL, NEW), Import(1, 0, COUNT, 0)),
    "one less": (shown(*without(ALL[-1])), Import(0, 1, COUNT - 1, 0)),
    "one less in the middle": (shown(*without(RIVER)), Import(0, 1, COUNT - 1, 0)),  # new numbers alone are no news
    "one more at the front": (shown(FIRST, *ALL), Import(1, 0, COUNT, 0)),
    "the encoding and the ends of lines": (in_other_bytes, Import(0, 0, COUNT, 0)),
    "the name of the file": (renamed, Import(0, COUNT, 0, 0)),  # it stands on every card
}


@pytest.mark.parametrize("name", EDITS)
def test_the_second_import_does_what_was_edited_and_nothing_else(desk: Desk, learner: Learner, name: str) -> None:
    edit, expected = EDITS[name]
    desk.write("a.txt", *ALL)
    desk.build()
    assert learner.take(desk.package("a")) == Import(COUNT, 0, 0, 0)
    assert learner.review() == COUNT + 1, "a fill-in has two blanks"
    before = learner.history()
    edit(desk)
    desk.build()
    newest = max(desk.out.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert learner.take(newest) == expected
    assert learner.history() == before
    assert len(before["reviews"]) == COUNT + 1
    assert not learner.col.get_empty_cards().notes


def test_edited_notes_show_their_new_text_and_others_keep_what_the_learner_wrote(desk: Desk, learner: Learner) -> None:
    desk.write("a.txt", *ALL)
    desk.build()
    learner.take(desk.package("a"))
    edited, other = desk.guid("二进制位"), desk.guid("什么名字")
    note = learner.note(other)
    note["MyNotes"], note.tags = "六千多千米", [*note.tags, "我的"]
    learner.col.update_note(note)
    desk.write("a.txt", *instead(BYTE, stem="一个字节共有几个二进制位（ ）"))
    desk.build()
    learner.take(desk.package("a"))
    assert "共有几个" in learner.note(edited)["Question"]
    assert learner.note(other)["MyNotes"] == "六千多千米" and "我的" in learner.note(other).tags


def test_gone_is_marked_and_back_is_not(desk: Desk, learner: Learner) -> None:
    desk.write("a.txt", *ALL)
    desk.build()
    learner.take(desk.package("a"))
    learner.review()
    before = learner.history()
    for items, marked in ((without(ALL[-1]), 1), (ALL, 0)):
        desk.write("a.txt", *items)
        desk.build()
        assert learner.take(desk.package("a")) == Import(0, 1, COUNT - 1, 0)
        assert len(learner.col.find_notes("tag:ankigen::retired")) == marked
    assert learner.history() == before


@pytest.mark.parametrize("order", ["ab", "ba"])
def test_a_shared_note_does_not_depend_on_the_order_of_packages(desk: Desk, learner: Learner, order: str) -> None:
    desk.write("a.txt", QUEUE, BYTE)
    desk.write("b.txt", BYTE, RIVER)
    desk.build()
    assert learner.take(*map(desk.package, order)) == Import(3, 0, 1, 0)
    note = learner.note(desk.guid("二进制位"))
    assert {"source::a", "source::b"} <= set(note.tags) and "八位" in note["Explanation"]


def test_moved_to_another_bank(desk: Desk, learner: Learner) -> None:
    desk.write("a.txt", *ALL)
    desk.build()
    learner.take(desk.package("a"))
    learner.review()
    before = learner.history()
    desk.write("a.txt", *ALL[:5])
    desk.write("b.txt", *ALL[5:])
    desk.build()
    assert learner.take(desk.package("a"), desk.package("b")) == Import(0, 3, 5, 0)
    assert learner.history() == before


def test_two_answers_to_one_question_keep_their_histories_in_any_order(desk: Desk, learner: Learner) -> None:
    wrong = replace(BYTE, key="D", why="十六位")
    desk.write("a.txt", BYTE, wrong)
    desk.build()
    assert learner.take(desk.package("a")) == Import(2, 0, 0, 0)
    learner.review()
    before = learner.history()
    right, other = desk.guid("八位"), desk.guid("十六位")
    desk.write("a.txt", wrong, BYTE)
    desk.build()
    learner.take(desk.package("a"))
    assert (learner.note(right)["Answer"], learner.note(other)["Answer"]) == ("C", "D")
    assert learner.history() == before
