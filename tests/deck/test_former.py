"""Reading questions back out of notes, and taking over the guids of earlier decks."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.deck import Deck, write_package
from ankigen.deck.collection import AnkiNote, AnkiNoteType
from ankigen.deck.former import formers, ledger_of, own_family
from ankigen.deck.markup import clean
from ankigen.deck.note_types import NOTE_TYPES
from ankigen.deck.opened import open_package
from ankigen.deck.plain import plain
from ankigen.deck.tex import formulas
from ankigen.identity import guid
from ankigen.identity.adopt import Adopted, adopt
from ankigen.identity.differences import between
from ankigen.identity.identify import identify
from ankigen.identity.ledger import ledger_text, parse_ledger
from ankigen.model import Card, Kind, Question
from decks import cards_without_ledger

Build = Callable[..., Question]
Cards = Callable[..., tuple[Card, ...]]


def note_of(card: Card, **given: Any) -> AnkiNote:
    """The note that Anki has of a card."""
    made = NOTE_TYPES[card.family]
    kind = AnkiNoteType(made.id, made.name, made.cloze, made.fields)
    fields = dict(zip(made.fields, card.fields, strict=True))
    return dataclasses.replace(AnkiNote(card.guid, kind, fields, card.tags, card.changed), **given)


def note(guid: str, *texts: str, names: Sequence[str] = (), cloze: bool = False, changed: int = 5) -> AnkiNote:
    """A note of another tool."""
    names = names or [f"field {number}" for number, _ in enumerate(texts)]
    kind = AnkiNoteType(9, "Cloze" if cloze else "Basic", cloze, tuple(names))
    return AnkiNote(guid, kind, dict(zip(names, texts, strict=True)), (), changed)


def taken(notes: Sequence[AnkiNote], *questions: Question, **banks: Sequence[Question]) -> Adopted:
    return adopt(formers(notes), {"甲": questions, **banks} if questions else banks)


EVERY_KIND: list[dict[str, Any]] = [
    {"kind": "single", "stem": "若 a<b 且 c&d，则{{c1::x}}为（）", "explanation": "1. 一\n2. 二\n\n三"},
    {"kind": "multiple", "stem": "多行\n```python\nif a < b:\n    pass\n```\n的题干", "answer": ("A", "C")},
    {"kind": "single", "options": ("一\n二", "<b>", "  三", "“四”"), "answer": ("D",), "material": "材料\n两行"},
    {"kind": "truefalse", "answer": ("false",), "explanation": "并非如此"},
    {"kind": "fill", "stem": "两空：____与____。", "answer": ("a::b", "{x}}")},
    {"kind": "fill", "stem": "____是空，____也是", "answer": ("", "乙")},
    {"kind": "fill", "stem": "没有空的填空题", "answer": ("甲",)},
    {"kind": "fill", "stem": "空在末行：\n____", "answer": ("甲",)},
    {"kind": "short", "answer": ("（1）其一；\n（2）其二。",)},
    {"kind": "case", "material": "案例的材料\n\n又一段", "answer": ("先这样\n再那样",), "truncated": True},
]


@pytest.mark.parametrize("given", EVERY_KIND)
def test_a_question_comes_back_from_its_note(question: Build, cards: Cards, given: dict[str, Any]) -> None:
    asked = question(**given)
    (card,) = cards(asked, bank="乙 · 丙")
    (former,) = formers([note_of(card)], banks=("乙", "乙 · 丙"))
    assert former.record and former.family == card.family
    back = former.record.question
    for part in ("kind", "material", "stem", "answer", "explanation", "truncated", "topics"):
        assert getattr(back, part) == getattr(asked, part), part
    assert [option.text for option in back.options] == [clean(option.text) for option in asked.options]
    assert (former.record.print, former.record.bank) == (card.guid, "乙 · 丙")


LINES = st.text(st.characters(exclude_characters="\r\x85\u2028\u2029~`_", exclude_categories=("Cc", "Cs")), max_size=20)
TEXTS = st.lists(LINES, min_size=1, max_size=3).map("\n".join).filter(clean)


@given(stem=TEXTS, options=st.lists(TEXTS, min_size=2, max_size=4), explanation=TEXTS)
def test_any_plain_text_comes_back(question: Build, stem: str, options: list[str], explanation: str) -> None:
    texts = [stem, explanation, *options]
    if any(list(formulas(text)) or "![" in text or "[图" in text for text in texts):
        return
    asked = question(stem=stem, options=tuple(options), answer=("A",), explanation=explanation)
    ((card,), _) = cards_without_ledger([asked])
    (former,) = formers([note_of(card)])
    assert former.record is not None
    back = former.record.question
    assert [back.stem, back.explanation, *(option.text for option in back.options)] == list(map(clean, texts))


def test_a_markdown_question_keeps_its_guid_though_its_text_cannot_be_read_back(question: Build, cards: Cards) -> None:
    asked = question(stem="**粗体**的 `代码` 与公式 $x^2$，哪个层会归一化？")
    (card,) = cards(asked, markdown=True)
    (former,) = formers([note_of(card)])
    assert former.record and former.record.print != card.guid
    found = taken([note_of(card)], asked)
    assert found.guids == (card.guid,) and not found.ledger.records[0].fingerprint


def test_the_former_text_of_an_edited_question_may_be_another_ones(question: Build, cards: Cards) -> None:
    """The note with the guid of a text shows another one by now, and the text has a note of its own."""
    one = question(stem="学习率过大时损失怎样变化？", number="1")
    other = question(stem="批大小翻倍后每轮的步数怎样变化？", number="2")
    (card,) = cards(one)
    (shown,) = cards(other)
    edited = note_of(dataclasses.replace(shown, guid=card.guid, fields=(card.fields[0], *shown.fields[1:])))
    found = taken([edited], one, other)
    assert [(each.guid, each.question.stem) for each in found.ledger.records] == [(card.guid, other.stem)]


def test_an_edited_question_is_recognised(question: Build, cards: Cards) -> None:
    old = question(stem="学习率过大时损失通常怎样变化？", topics=("t",))
    new = dataclasses.replace(old, stem="学习率太大时损失一般怎样变化？", answer=("A",))
    found = taken([note_of(card) for card in cards(old)], new)
    (record,) = found.ledger.records
    assert (record.guid, record.print, record.question.stem) == (guid(old), guid(new), new.stem)
    assert not found.foreign and not found.new


def test_cloze_numbers_stay_with_their_blanks(question: Build, cards: Cards) -> None:
    old = question("fill", stem="学习率____而批大小____时", answer=("减小", "增大"))
    (card,) = cards(old)
    fields = tuple(text.replace("c2::", "c5::") for text in card.fields)
    new = dataclasses.replace(old, stem="学习率____而批大小____时怎样，步数____", answer=("减小", "增大", "减少"))
    (record,) = taken([note_of(dataclasses.replace(card, fields=fields))], new).ledger.records
    assert (record.clozes, record.last_cloze) == ((1, 5, 6), 6)


def test_the_next_build_takes_the_ledger_and_makes_every_adopted_note_newer(question: Build, cards: Cards) -> None:
    questions = [question(stem=stem) for stem in ("学习率怎样影响收敛？", "批归一化放在哪里？")]
    found = taken([note("X1", questions[0].stem, "批归一化层"), *map(note_of, cards(questions[1]))], *questions)
    assert parse_ledger(ledger_text(found.ledger), "l") == (found.ledger, ())
    built = identify(found.ledger, {"甲": questions}, now=2_000_000_000, contents=lambda *_: "shown")
    assert set(built.guids["甲"]) == set(found.guids)
    assert set(built.changed.values()) == {2_000_000_000}
    assert not built.changes.added and not built.retired


NORM = "在卷积神经网络中，批归一化层通常放在什么位置？"
NAMES = ("Question", "OptionA", "OptionB", "OptionC", "OptionD", "Answer")
OPTIONS = ("卷积层之后", "输入之前", "输出之后", "损失之后")
LETTERED = "<br>".join(f"{label}. {text}" for label, text in zip("ABCD", OPTIONS, strict=True))
RECOGNISED: dict[str, AnkiNote] = {
    "a field for each part": note("G", f"<b>{NORM}</b>", *OPTIONS, "A", names=NAMES),
    "front and back": note("G", f"<div>{NORM}</div><div>{LETTERED}</div>", "A"),
    "all on the front": note("G", f"12. {NORM}<br>{LETTERED}<br>答案：A<br>解析：因为分布", "", ""),
    "a number and a tag": note("G", f"【单选题】12、{NORM}", LETTERED, "正确答案：A"),
    "the key in its brackets": note("G", f"在卷积神经网络中，批归一化层通常放在（A）。<br>{LETTERED}", "A"),
    "no options but the right one": note("G", NORM, "A. 卷积层之后"),
    "the answer as text": note("G", f"{NORM}<ul><li>{'<li>'.join(OPTIONS)}</ul>", "卷积层之后"),
    "traditional characters": note(
        "G", "在卷積神經網路中，批歸一化層通常放在什麼位置？".replace("網路", "網絡"), LETTERED, "A"
    ),
}


@pytest.mark.parametrize("name", RECOGNISED)
def test_notes_of_other_tools(question: Build, name: str) -> None:
    asked = question(stem=NORM, options=OPTIONS, answer=("A",), explanation="因为分布")
    if "brackets" in name:
        asked = dataclasses.replace(asked, stem="在卷积神经网络中，批归一化层通常放在（）。")
    others = [
        note("H", "在卷积神经网络中，批归一化层的参数是怎样学到的？", LETTERED, "A"),
        note("I", "卷积神经网络", "批归一化层通常放在什么位置"),
    ]
    found = taken([*others, RECOGNISED[name]], asked)
    assert not found.new
    assert (found.guids, found.foreign, found.uncertain) == (("G",), ("G",), ())
    assert found.left == ("H", "I")


KINDS: dict[str, tuple[dict[str, Any], AnkiNote]] = {
    "true or false": ({"kind": "truefalse", "answer": ("true",)}, note("G", NORM, "正确")),
    "an essay": ({"kind": "short", "answer": ("卷积层之后，激活之前。",)}, note("G", NORM, "卷积层之后、激活之前")),
    "a cloze": (
        {"kind": "fill", "stem": "放在____之后、____之前", "answer": ("卷积", "激活")},
        note("G", "放在{{c1::卷积::哪里}}之后、{{c2::<b>激活</b>}}之前", "补充", cloze=True),
    ),
}


@pytest.mark.parametrize("name", KINDS)
def test_other_kinds_of_other_tools(question: Build, name: str) -> None:
    given, earlier = KINDS[name]
    asked = question(**({"stem": NORM} | given))
    found = taken([earlier], asked)
    assert found.guids == found.foreign == ("G",)
    assert found.ledger.records[0].clozes == ((1, 2) if name == "a cloze" else ())


REFUSED: dict[str, list[AnkiNote]] = {
    "the opposite question": [note("G", NORM.replace("放在", "不放在"), "不放在输入之前", "B")],
    "the stem within a longer text": [note("G", f"先说几句别的话，再问：{NORM}以及它为什么放在那里，请举例。", "A")],
    "another answer": [note("G", NORM, "输入之前")],
    "other options": [note("G", NORM, "甲", "乙", "丙", "丁", "A")],
    "another tool's cloze": [note("G", f"{NORM}{{{{c1::{LETTERED}}}}}", cloze=True)],
    "two notes alike": [note("G", NORM, LETTERED, "A"), note("H", NORM, LETTERED, "A")],
    "nothing but the stem's beginning": [note("G", NORM[:9], LETTERED, "A")],
    "empty": [note("G", "", "<br>"), note("", NORM, LETTERED, "A")],
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_clear_is_not_adopted(question: Build, name: str) -> None:
    found = taken(REFUSED[name], question(stem=NORM, options=OPTIONS, answer=("A",)))
    assert not found.guids and not found.ledger.records and found.new == 1
    assert len(found.uncertain) == (name == "two notes alike")


def test_sisters_take_their_own_notes(question: Build) -> None:
    """Two questions that differ in one character each have a note; nobody gets the other's."""
    pair = [question(stem=f"学习率过{word}时，训练的损失通常怎样变化？", number=word) for word in "大小"]
    notes = [note(each.number, each.stem, "<br>".join(option.text for option in each.options), "B") for each in pair]
    for earlier in (notes, notes[::-1]):
        found = taken(earlier, *pair)
        assert {each.guid: each.question.number for each in found.ledger.records} == {"大": "大", "小": "小"}


def test_a_note_whose_type_was_changed_in_anki_needs_nothing_more(question: Build) -> None:
    """It has the front of the old note in the field Question, and no ID."""
    made = NOTE_TYPES["choice"]
    texts = {**dict.fromkeys(made.fields, ""), "Question": NORM, "Options": LETTERED, "Answer": "A"}
    moved = AnkiNote("G", AnkiNoteType(made.id, made.name, False, made.fields), texts, (), 5)
    assert not own_family(moved)
    found = taken([moved], question(stem=NORM, options=OPTIONS, answer=("A",)))
    assert (found.guids, found.foreign) == (("G",), ())


def test_what_the_ledger_knows_stays(question: Build, cards: Cards) -> None:
    one, other = question(stem=NORM), question(stem="学习率怎样影响收敛的速度？")
    known = identify(taken([]).ledger, {"甲": [one]}, now=9, contents=lambda *_: "x").ledger
    earlier = [note("G", NORM, "B"), *map(note_of, cards(other))]
    found = adopt(formers(earlier), {"甲": [one, other]}, known)
    assert found.guids == (guid(other),) and found.left == ("G",)
    assert known.records[0] in found.ledger.records and len(found.ledger.records) == 2


def test_the_newest_of_two_notes_with_one_guid_counts(question: Build) -> None:
    options = "".join(option.text for option in question().options)
    notes = [note("G", NORM, f"B{options}", changed=9), note("G", "别的问题", changed=5)]
    assert taken(notes, question(stem=NORM, answer=("B",), kind="single")).ledger.records[0].changed == 9


def test_the_ledger_of_a_package(question: Build, cards: Cards) -> None:
    """To compare a build with: what still shows the same is recorded as the build has it, Markdown and all."""
    old = cards(
        question(stem="**甲**是什么？", number="1"), question(stem="乙是什么？", number="2"), bank="库", markdown=True
    )
    now = cards(
        question(stem="**甲**是什么？", number="1"),
        question(stem="乙是什么东西？", number="2"),
        bank="库",
        markdown=True,
    )
    now = (now[0], dataclasses.replace(now[1], guid=old[1].guid))
    retired = note_of(cards(question(stem="丙"), bank="旧")[0], tags=("ankigen::retired",))
    ledger = ledger_of([*map(note_of, old), retired, note("F", "foreign", "x")], {"库": now})
    by_guid = {each.guid: each for each in ledger.records}
    assert len(by_guid) == 3
    assert by_guid[old[0].guid].question.stem == "**甲**是什么？"
    assert (by_guid[old[1].guid].question.stem, by_guid[old[1].guid].bank) == ("乙是什么？", "库")
    assert (by_guid[retired.guid].state, by_guid[retired.guid].bank) == ("retired", "旧")


def test_a_build_compared_with_a_package(tmp_path: Path, question: Build, cards: Cards) -> None:
    """Through the file: one question edited, one moved, one new, one gone, and the rest as they were."""
    old = [
        question(stem=f"{word}的导数是什么？", number=word, answer=("A",)) for word in ("正弦", "余弦", "正切", "对数")
    ]
    write_package([Deck("d", cards(*old, bank="甲"), "")], tmp_path / "deck.apkg")
    edited = dataclasses.replace(old[0], answer=("B",), topics=("norm", "other"))
    now = {"甲": [edited, old[3], question(stem="指数的积分是什么？")], "乙": [old[1]]}
    built = {bank: cards(*row, bank=bank) for bank, row in now.items()}
    before = ledger_of(open_package(tmp_path / "deck.apkg"), built)
    found = between(before, identify(before, now, now=9, contents=lambda *_: "shown").ledger)
    assert [(each.after.guid, [edit.part for edit in each.edits]) for each in found.edited] == [
        (guid(old[0]), ["answer", "tags"])
    ]
    assert [(each.before.bank, each.after.bank, each.after.guid) for each in found.moved] == [
        ("甲", "乙", guid(old[1]))
    ]
    assert [each.guid for each in found.retired] == [guid(old[2])]
    assert [each.question.stem for each in found.added] == ["指数的积分是什么？"]
    assert found.unchanged == 1


def test_spoilt_notes_give_no_question(question: Build, cards: Cards) -> None:
    (card,) = cards(question())
    (former,) = formers([note_of(card, fields={**note_of(card).fields, "Options": "", "Meta": "data-kind=odd"})])
    assert former.record is None


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("a<br>b<BR/>c", "a\nb\nc"),
        ("<div>a</div><div>b</div>", "a\nb"),
        ("a &lt; b &amp;&nbsp;c", "a < b &\xa0c"),
        ('<img src="x.png">', "[图片]"),
        ('x<img alt="图 1" src=y>', "x[图片: 图 1]"),
        ("a < b > c <!-- no --> d", "a < b > c  d"),
        ("<p>", ""),
        ("<" * 9, "<" * 9),
    ],
)
def test_plain(markup: str, text: str) -> None:
    assert plain(markup) == text


def test_kinds_are_all_tried() -> None:
    """Each kind of question stands in the table above at least once."""
    assert {each["kind"] for each in EVERY_KIND} == {kind.value for kind in Kind}
