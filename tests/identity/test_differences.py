"""What changed: the words of a text, the parts of a question, and how it is printed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.cli.changes import changes_data, changes_text
from ankigen.identity import words
from ankigen.identity.differences import PARTS, Differences, between, differences
from ankigen.identity.identify import Changes, identify
from ankigen.identity.ledger import Ledger, Record
from ankigen.identity.match import Uncertain
from ankigen.identity.words import Change, compared
from ankigen.model import Kind, Option, Question
from ankigen.text import Span


def marked(before: str, after: str) -> str:
    marks = {Change.KEPT: "{}", Change.REMOVED: "[-{}-]", Change.ADDED: "{{+{}+}}"}
    return "".join(marks[piece.change].format(piece.text) for piece in compared(before, after))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("同样的", "同样的", "同样的"),
        ("学习率过大", "学习率太大", "学习率[-过-]{+太+}大"),
        ("the old model", "the new model", "the [-old-]{+new+} model"),
        ("共1024个", "共4096个", "共[-1024-]{+4096+}个"),
        ("用GPU训练", "用TPU训练模型", "用[-GPU-]{+TPU+}训练{+模型+}"),
        ("甲乙丙丁", "甲丙丁", "甲[-乙-]丙丁"),
        ("", "新", "{+新+}"),
        ("旧", "", "[-旧-]"),
        ("完全不同", "毫无关系", "[-完全不同-]{+毫无关系+}"),
        ("改头换面的一句话是这样", "改成另外几个字就是那样", "改[-头换面的一句话是这-]{+成另外几个字就是那+}样"),
        ("一二三四五六七八", "一二三X四五六Y七八", "一二三{+X+}四五六{+Y+}七八"),
        ("a\nb", "a\n\nb", "a[-\n-]{+\n\n+}b"),
    ],
)
def test_words(before: str, after: str, expected: str) -> None:
    assert marked(before, after) == expected


@given(st.text(max_size=60), st.text(max_size=60))
def test_the_pieces_give_both_texts(before: str, after: str) -> None:
    pieces = compared(before, after)
    assert "".join(text for change, text in pieces if change is not Change.ADDED) == before
    assert "".join(text for change, text in pieces if change is not Change.REMOVED) == after
    assert all(text for _, text in pieces)


def test_very_long_texts_are_compared_at_their_ends_only(monkeypatch: Any) -> None:
    monkeypatch.setattr(words, "_MOST", 3)
    assert marked("头甲一乙二丙三尾", "头丁一戊二己三尾") == "头[-甲一乙二丙-]{+丁一戊二己+}三尾"
    monkeypatch.undo()
    one, other = "甲乙" * 100_000, "乙丙" * 100_000
    assert [piece.change for piece in compared(one, other)] == [Change.REMOVED, Change.ADDED]


def question(stem: str, **given: Any) -> Question:
    options = (Option("A", "增大"), Option("B", "减小"))
    base = Question(Kind.SINGLE, "1", "", None, "", stem, options, ("A",), "", False, Span(0, 0), 0)
    return replace(base, **given)


STEMS = (
    "学习率过大时损失怎样变化",
    "批大小翻倍后步数怎样变化",
    "剪枝后模型的参数量怎样变化",
    "温度升高后分布的熵怎样变化",
)
BANK = [question(stem, number=str(number)) for number, stem in enumerate(STEMS, start=1)]


def built(ledger: Ledger, **banks: list[Question]) -> Any:
    return identify(ledger, banks, now=100, contents=lambda _, asked, __: repr(asked))


def after(**banks: list[Question]) -> Differences:
    return differences(built(built(Ledger(), 甲=BANK).ledger, **banks).changes)


EDITS: dict[str, tuple[dict[str, Any], str, str]] = {
    "kind": ({"kind": Kind.MULTIPLE}, "single", "multiple"),
    "material": ({"material": "新材料"}, "", "新材料"),
    "stem": ({"stem": "学习率太大时损失怎样变化"}, STEMS[0], "学习率太大时损失怎样变化"),
    "options": (
        {"options": (Option("A", "增大"), Option("B", "减少"))},
        "A. 增大\nB. 减小",
        "A. 增大\nB. 减少",
    ),
    "answer": ({"answer": ("B",)}, "A", "B"),
    "explanation": ({"explanation": "见书"}, "", "见书"),
    "tags": ({"topics": ("b", "a"), "section": "第一章"}, "", "a b\n第一章"),
}


@pytest.mark.parametrize("part", PARTS)
def test_each_part(part: str) -> None:
    given, before, now = EDITS[part]
    found = after(甲=[replace(BANK[0], **given), *BANK[1:]])
    (difference,) = found.edited
    (edit,) = difference.edits
    assert (edit.part, edit.before, edit.after) == (part, before, now)
    assert found.unchanged == 3 and found


@pytest.mark.parametrize("given", [{"topics": ("a", "b")}, {"number": "9", "points": 2.0}])
def test_what_is_no_edit_of_a_part(given: dict[str, Any]) -> None:
    was = replace(BANK[0], topics=("b", "a"))
    records = [
        Record("G", "甲", 1, 1, content, replace(was, **change)) for content, change in (("x", {}), ("y", given))
    ]
    (difference,) = differences(Changes(edited=((records[0], records[1]),))).edited
    assert difference.edits == ()
    assert "(only its tags, pictures or look)" in changes_text(differences(Changes(edited=((records[0], records[1]),))))


def test_nothing_changed() -> None:
    found = after(甲=BANK)
    assert not found
    assert changes_text(found) == "4 unchanged\n"


def every_change() -> Differences:
    """One of each, with a stem edited in the bank that it was moved to."""
    first = built(Ledger(), 甲=[*BANK, question("曾经有过的题目说的是什么")], 乙=[question("别处的一题问的是什么")])
    second = built(first.ledger, 甲=BANK, 乙=[question("别处的一题问的是什么")])
    edited = replace(BANK[1], stem="批大小翻倍后迭代的步数怎样变化", answer=("B",))
    banks = {
        "甲": [question("新加的一题问什么", number="7"), edited, question("曾经有过的题目说的是什么")],
        "乙": [question("别处的一题问的是什么"), BANK[0]],
    }
    found = differences(built(second.ledger, **banks).changes)
    doubt = Uncertain("甲", banks["甲"][0], found.retired[0])
    return replace(found, uncertain=(doubt,))


def test_for_people() -> None:
    assert changes_text(every_change()) == (
        "+ 甲 7: 新加的一题问什么\n"
        "~ 甲 2: 批大小翻倍后迭代的步数怎样变化\n"
        "    stem: 批大小翻倍后{+迭代的+}步数怎样变化\n"
        "    answer: [-A-]{+B+}\n"
        "> 乙 1: 学习率过大时损失怎样变化 (from 甲)\n"
        "< 甲 1: 曾经有过的题目说的是什么 (is back)\n"
        "- 甲 3: 剪枝后模型的参数量怎样变化\n"
        "- 甲 4: 温度升高后分布的熵怎样变化\n"
        "? 甲 7: may be the former 甲 3 (剪枝后模型的参数量怎样变化)\n"
        "1 added, 1 edited, 1 moved, 1 returned, 2 retired, 1 uncertain, 1 unchanged\n"
    )


def test_in_colour_there_are_no_marks(monkeypatch: Any) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = changes_text(every_change(), colour=True)
    assert "\x1b[32m迭代的" in coloured and "{+" not in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert changes_text(every_change(), colour=True) == changes_text(every_change())


def test_long_texts_are_shown_around_the_change() -> None:
    long = "这是很长的解析，" * 40
    found = after(甲=[replace(BANK[0], explanation=f"{long}甲\n{long}"), *BANK[1:]])
    again = differences(
        built(
            built(Ledger(), 甲=[replace(BANK[0], explanation=f"{long}甲\n{long}")]).ledger,
            甲=[replace(BANK[0], explanation=f"{long}乙\n{long}")],
        ).changes
    )
    assert "…" in changes_text(found)
    (line,) = (each for each in changes_text(again).splitlines() if "explanation" in each)
    assert line.startswith("    explanation: …") and line.endswith("…")
    assert "[-甲-]{+乙+}⏎" in line and len(line) < 100


def test_what_a_terminal_would_act_on_is_shown_as_its_code() -> None:
    found = after(甲=[*BANK, question("清屏\x1b[2J\u202e与\t换行\n的题")])
    assert "清屏\\x1b[2J\\x202e与 换行⏎的题" in changes_text(found)


def test_as_data() -> None:
    data = json.loads(json.dumps(changes_data(every_change())))
    assert data["format"] == "ankigen.changes/1"
    assert [len(data[key]) for key in ("added", "edited", "moved", "returned", "retired", "uncertain")] == [
        1, 1, 1, 1, 2, 1,
    ]  # fmt: skip
    (edited,) = data["edited"]
    assert (edited["bank"], edited["from"], edited["number"]) == ("甲", "甲", "2")
    assert edited["edits"][1] == {
        "part": "answer",
        "before": "A",
        "after": "B",
        "pieces": [{"change": "removed", "text": "A"}, {"change": "added", "text": "B"}],
    }
    assert data["uncertain"][0]["maybe"] == data["retired"][0]
    assert data["unchanged"] == 1


def test_between_two_ledgers() -> None:
    """Of a package only the questions are known, not what its notes showed."""
    records = [Record(str(number), "甲", number, 1, "", each) for number, each in enumerate(BANK)]
    now = [
        replace(records[0], content="x", question=replace(BANK[0], explanation="见书")),
        replace(records[1], content="x", bank="乙"),
        replace(records[2], content="x", state="retired"),
        Record("new", "甲", 9, 1, "", question("新的一题")),
    ]
    was = [*records, Record("back", "甲", 8, 1, "", BANK[0], state="retired")]
    found = between(Ledger.of(was), Ledger.of([*now, replace(was[-1], state="live")]))
    assert [each.guid for each in found.added] == ["new"]
    assert [each.after.guid for each in found.edited] == ["0"]
    assert [each.after.guid for each in found.moved] == ["1"]
    assert [each.guid for each in found.retired] == ["2", "3"]
    assert [each.after.guid for each in found.returned] == ["back"]
    assert found.unchanged == 0
