"""Every kind of edit of a source, and what the learner's Anki makes of the package that is built after it.

The learner has FSRS on, has reviewed, flagged and suspended cards, and has written notes and tags. After each edit
Anki has to report exactly the expected notes as new and updated and no conflict, and reviews, the state of every card
and the schema's time have to be what they were, to the byte.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from desk import Desk, Item, Learner, printed
from items import BOIL, BYTE, ESSAY, FILL, QUEUE, RIVER, SEVERAL, TRUE
from opencc import OpenCC

from ankigen.deck import note_types, package

SUMMER = Item("北半球白天最长的节气叫什么（ ）", "A", ("夏至", "冬至", "春分", "秋分"), "这天太阳直射北回归线。")
WINTER = Item("北半球白天最短的节气叫什么（ ）", "B", ("夏至", "冬至", "春分", "秋分"), "这天太阳直射南回归线。")
ATOM = Item("带正电的基本粒子是（ ）", "C", ("电子", "中子", "质子", "光子"))
SIX = Item("标准的足球比赛一方有几名队员上场（ ）", "A", ("十一", "十", "九", "七"))
NEW = Item("三角形的内角和是多少度（ ）", "B", ("90", "180", "270", "360"))

SINGLES = (QUEUE, BYTE, BOIL, RIVER, SUMMER, WINTER)
BANK = (*SINGLES, SEVERAL, TRUE, FILL, ESSAY)
OTHER = (ATOM, SIX)
COUNT = len(BANK) + len(OTHER)
DAY = 86_400  # seconds

Edit = Callable[[Desk], object]


def bank(*items: Item) -> Edit:
    return lambda desk: desk.write("a.txt", *items)


def text(change: Callable[[str], str]) -> Edit:
    """An edit of the bank's text as a whole."""

    def edit(desk: Desk) -> None:
        path = desk.folder / "a.txt"
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    return edit


def with_(item: Item, **given: object) -> list[Item]:
    """The bank with another version of one of its items."""
    return [replace(each, **given) if each is item else each for each in BANK]  # type: ignore[arg-type]


def without(*gone: Item) -> list[Item]:
    return [each for each in BANK if each not in gone]


def keys_at_end(items: Sequence[Item]) -> str:
    """The same bank with its keys behind it, as `1.B 2.C`, and its explanations left out."""
    asked = printed([replace(each, key="", why="") for each in items])
    return asked + "\n参考答案\n" + "\n".join(f"{at}．{each.key}" for at, each in enumerate(items, start=1)) + "\n"


def options_in_a_row(items: Sequence[Item]) -> str:
    return re.sub(r"\n(?=[B-F]\. )", "    ", printed(items))


def as_another_program_writes(found: str) -> str:
    """Other widths, brackets and marks, spaces at the ends of lines, blank lines between."""
    changed = (
        found.replace("（ ）", "(　　)").replace("答案：", "【答案】").replace("解析：", "【解析】").replace("，", ",")
    )
    return "\r\n".join(f"{line} \r\n" for line in changed.replace(". ", "．").split("\n"))


def damaged(found: str) -> str:
    """What a bad converter leaves: letters of another alphabet that look alike, invisible characters, odd spaces."""
    return found.replace("字节", "字\u200b节").replace("长", "⻓").replace(" ", "\u00a0").replace("水的", "水\ufeff的")


def renamed(desk: Desk) -> None:
    (desk.folder / "a.txt").rename(desk.folder / "c.txt")


def split(desk: Desk) -> None:
    desk.write("a.txt", *BANK[:5])
    desk.write("c.txt", *BANK[5:])


def merged(desk: Desk) -> None:
    (desk.folder / "b.txt").unlink()
    desk.write("a.txt", *OTHER, *BANK)


def moved(desk: Desk) -> None:
    desk.write("a.txt", *without(RIVER))
    desk.write("b.txt", *OTHER, RIVER)


def copied(desk: Desk) -> None:
    desk.write("b.txt", *OTHER, RIVER)


def encoded(desk: Desk) -> None:
    path = desk.folder / "a.txt"
    path.write_bytes(path.read_text(encoding="utf-8").encode("gb18030"))


def settings(lines: str) -> Edit:
    return lambda desk: (desk.folder / "ankigen.toml").write_text(lines, encoding="utf-8")


def topics(desk: Desk) -> None:
    """A topic of our own for one of the questions."""
    topic = '[rivers]\nzh = "河流"\nen = "rivers"\nterms = ["河流"]\n'
    (desk.folder / "topics.toml").write_text(topic, encoding="utf-8")
    (desk.folder / "ankigen.toml").write_text('extend-topics = "topics.toml"\n', encoding="utf-8")


def rewritten(desk: Desk) -> None:
    """Half of a stem in other words; its options stay."""
    stem = "按照入列的次序依次取出元素，最先取出来的结构是（ ）"
    desk.write("a.txt", *with_(QUEUE, stem=stem))


def found_multiple() -> list[Item]:
    """A single choice that turns out to have two right options, and so stands among the multiple ones."""
    others = without(RIVER)
    return [*others[:5], replace(RIVER, key="AB", kind="multiple"), *others[5:]]


def away_and_back(desk: Desk) -> None:
    desk.write("a.txt", *without(RIVER))
    desk.build()
    desk.write("a.txt", *BANK)


LEAST = replace(SUMMER, why="这一天太阳直射北回归线。")
MOST = replace(WINTER, why="这一天太阳直射南回归线。")

# What is edited, and how many notes Anki then reports as new and as updated.
EDITS: dict[str, tuple[Edit, int, int]] = {
    "nothing": (lambda desk: None, 0, 0),
    "typo in a stem": (bank(*with_(BYTE, stem="一个字节共有几个二进制位（ ）")), 0, 1),
    "typo in an option": (bank(*with_(QUEUE, options=("堆栈", *QUEUE.options[1:]))), 0, 1),
    "typo in an explanation": (bank(*with_(QUEUE, why="队列从一头放入，从另一头取出。")), 0, 1),
    "key corrected": (bank(*with_(BOIL, key="C")), 0, 1),
    "statement found false": (bank(*with_(TRUE, key="×")), 0, 1),
    "answer in words corrected": (bank(*with_(ESSAY, key="因为空气分子散射短波长的光更多。")), 0, 1),
    "answer of a blank corrected": (bank(*with_(FILL, key="30万；343")), 0, 1),
    "blank added": (bank(*with_(FILL, stem=f"{FILL.stem}光年是____的单位。", key="30万；340；距离")), 0, 1),
    "options in another order": (bank(*with_(BYTE, options=("8", "4", "7", "16"), key="A")), 0, 1),
    "option added": (bank(*with_(BYTE, options=(*BYTE.options, "32"))), 0, 1),
    "option dropped": (bank(*with_(BYTE, options=BYTE.options[:3])), 0, 1),
    "inserted at the front": (bank(NEW, *BANK), 1, 0),
    "inserted in the middle": (bank(*BANK[:3], NEW, *BANK[3:]), 1, 0),
    "inserted at the end": (bank(*BANK, replace(ESSAY, stem="为什么海水是咸的？", key="河流带来了盐。")), 1, 0),
    "deleted": (bank(*without(RIVER)), 0, 1),
    "deleted and another inserted": (bank(NEW, *without(RIVER)), 1, 1),
    "deleted and back": (away_and_back, 0, 1),
    "moved within its file": (bank(RIVER, *without(RIVER)), 0, 0),
    "other numbers": (
        text(lambda found: re.sub(r"(?m)^(\d+)\. ", lambda number: f"{int(number[1]) + 100}. ", found)),
        0,
        0,
    ),
    "moved to another file": (moved, 0, 1),
    "copied to another file": (copied, 0, 1),
    "file renamed": (renamed, 0, len(BANK)),
    "file split": (split, 0, len(BANK) - 5),
    "files merged": (merged, 0, len(OTHER)),
    "other encoding": (encoded, 0, 0),
    "other ends of lines": (text(lambda found: found.replace("\n", "\r\n")), 0, 0),
    "key behind the options, in a row": (text(lambda _: options_in_a_row(BANK)), 0, 0),
    "keys at the end": (text(lambda _: keys_at_end(BANK)), 0, 4),  # their explanations are gone
    "written by another program": (text(as_another_program_writes), 0, 9),  # with other brackets and commas
    "exported again with damage": (text(damaged), 0, 0),
    "two that resemble each other, both edited": (
        bank(*[{SUMMER: LEAST, WINTER: MOST}.get(each, each) for each in BANK]),
        0,
        2,
    ),
    "two that resemble each other, swapped": (
        bank(*[{SUMMER: WINTER, WINTER: SUMMER}.get(each, each) for each in BANK]),
        0,
        0,
    ),
    "half a stem in other words": (rewritten, 0, 1),
    "single found multiple": (bank(*found_multiple()), 0, 1),
    "choice made a fill-in": (
        bank(*without(RIVER), Item("我国最长的河流叫____。", "长江", kind="fill")),
        1,
        1,  # the choice is retired
    ),
    "section renamed": (text(lambda found: found.replace("判断题", "判断正误题")), 0, 1),
    "other script": (text(OpenCC("s2t").convert), 0, len(BANK)),  # and so are the cards
    "other script for the cards": (settings('script = "traditional"\n'), 0, COUNT),
    "tag for all": (settings('tags = ["期末"]\n'), 0, COUNT),
    "topic of one's own": (topics, 0, 1),
}


@pytest.fixture
def learnt(desk: Desk, learner: Learner, monkeypatch: pytest.MonkeyPatch) -> Learner:
    """A learner who took over the first build a while ago, reviewed everything, and left traces."""
    desk.write("a.txt", *BANK)
    desk.write("b.txt", *OTHER)
    now = int(os.environ["SOURCE_DATE_EPOCH"])
    with monkeypatch.context() as past:
        past.setenv("SOURCE_DATE_EPOCH", str(now - DAY))
        desk.build()
    learner.take(desk.package("a"), desk.package("b"))
    assert learner.review() == COUNT + 1, "a fill-in has two blanks"
    cards = learner.col.find_cards("二进制位 or 摄氏度")
    assert len(cards) == 2
    learner.col.sched.suspend_cards(cards)
    learner.write(desk.guid("质子"), "正负相吸", "我的", at=now - DAY // 2)
    return learner


def packages(desk: Desk) -> list[Path]:
    """Those of the banks that there are; a bank that was renamed leaves its former package behind."""
    return [desk.package(path.stem) for path in sorted(desk.folder.glob("*.txt")) if path.name != "topics.toml"]


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_touches_what_was_edited(desk: Desk, learnt: Learner, name: str) -> None:
    edit, new, updated = EDITS[name]
    before = learnt.history()
    edit(desk)
    desk.build()
    done = learnt.take(*packages(desk))
    assert (done.new, done.updated, done.conflicting) == (new, updated, 0)
    assert learnt.history() == before
    assert not learnt.col.get_empty_cards().notes


@pytest.mark.parametrize(
    "name", [name for name, (edit, _, updated) in EDITS.items() if updated < len(BANK) and edit is not merged]
)
def test_what_the_learner_wrote_into_another_note_stays(desk: Desk, learnt: Learner, name: str) -> None:
    note = learnt.note(desk.guid("质子"))
    EDITS[name][0](desk)
    desk.build()
    learnt.take(*packages(desk))
    after = learnt.note(note.guid)
    assert (after.fields, after.tags) == (note.fields, note.tags)
    assert "正负相吸" in after.fields and "我的" in after.tags


def test_resembling_questions_keep_each_its_own_history(desk: Desk, learnt: Learner) -> None:
    """Edited and swapped at once, so that neither text nor place says who is who without the other."""
    longest, shortest = desk.guid("白天最长"), desk.guid("白天最短")
    order = {SUMMER: MOST, WINTER: LEAST}
    desk.write("a.txt", *[order.get(each, each) for each in BANK])
    desk.build()
    learnt.take(*packages(desk))
    assert "最长" in learnt.note(longest)["Question"] and "北回归线" in learnt.note(longest)["Explanation"]
    assert "最短" in learnt.note(shortest)["Question"] and "南回归线" in learnt.note(shortest)["Explanation"]


def test_new_templates_reach_the_learner_and_touch_no_note(
    desk: Desk, learnt: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = learnt.history()
    for module in (note_types, package):
        monkeypatch.setattr(module, "TEMPLATES_CHANGED", note_types.TEMPLATES_CHANGED + DAY)
    monkeypatch.setattr(package, "style", lambda: "body { color: teal }")
    desk.build(extra=("--all",))  # a new ankigen builds all anyway, but here its files are the same
    done = learnt.take(*packages(desk))
    assert (done.new, done.updated, done.conflicting) == (0, 0, 0)
    learnt.col.models._clear_cache()  # Anki's Python side remembers what it has once asked for
    looks = {each["name"]: each["css"] for each in learnt.col.models.all() if each["name"].startswith("ankigen")}
    assert len(looks) == 3 and set(looks.values()) == {"body { color: teal }"}
    assert learnt.history() == before
