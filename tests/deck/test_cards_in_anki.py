"""What the real Anki makes of a package: counts, identity, and what a learner sees."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ankigen.deck import Deck, Media, write_package
from ankigen.deck.markup import clean
from ankigen.deck.tex import formulas
from ankigen.model import Card, Kind, Option, Question
from ankigen.text import Span
from decks import cards_without_ledger

Build = Callable[..., Question]
Cards = Callable[..., tuple[Card, ...]]

KINDS: list[dict[str, Any]] = [
    {"kind": "single", "stem": "单选的题干", "explanation": "选（B），因为\n- 均值\n- 方差"},
    {"kind": "multiple", "stem": "多选的题干", "explanation": "A、B 都对"},
    {"kind": "truefalse", "stem": "判断的题干", "answer": ("false",), "explanation": "并非如此"},
    {"kind": "fill", "stem": "两空：____与____。", "answer": ("甲", "乙"), "explanation": "甲在先"},
    {"kind": "short", "stem": "简答的题干", "answer": ("（1）其一；（2）其二。",), "explanation": "两点"},
    {
        "kind": "case",
        "stem": "案例的问题",
        "answer": ("先这样\n再那样",),
        "material": "案例的材料",
        "explanation": "如上",
    },
]


@pytest.fixture
def every_kind(question: Build, cards: Cards) -> tuple[Card, ...]:
    return cards(*(question(number=str(number), **given) for number, given in enumerate(KINDS, start=1)))


def test_notes_cards_and_tags(anki: Any, every_kind: tuple[Card, ...]) -> None:
    log = anki.take(Deck("甲::乙", every_kind, "说明"))
    assert len(log.new) == 6
    assert anki.col.note_count() == 6 and anki.col.card_count() == 7, "one card per blank"
    assert not anki.col.get_empty_cards().notes
    assert len(anki.col.find_notes("tag:kind::fill")) == 1
    assert len(anki.col.find_notes("tag:topic::norm")) == 6
    assert len(anki.col.find_notes("deck:甲::乙")) == 6
    dues = [anki.col.get_card(card).due for card in anki.col.find_cards("", order="c.id asc")]
    assert dues == sorted(dues) and len(set(dues)) == 6, "new cards come in the bank's order"


def test_a_second_build_adds_and_updates_nothing(anki: Any, every_kind: tuple[Card, ...]) -> None:
    anki.take(Deck("甲", every_kind, ""))
    schema = anki.col.db.scalar("select scm from col")
    log = anki.take(Deck("甲", every_kind, ""))
    assert (len(log.new), len(log.updated), len(log.conflicting)) == (0, 0, 0)
    assert len(log.duplicate) == 6
    assert anki.col.db.scalar("select scm from col") == schema


def test_only_a_note_with_a_newer_time_is_updated(anki: Any, question: Build, cards: Cards) -> None:
    one, two = question(stem="甲", number="1"), question(stem="乙", number="2")
    first = cards(one, two)
    anki.take(Deck("d", first, ""))
    mended = dataclasses.replace(one, answer=("C",), kind=Kind.MULTIPLE)
    second = cards(mended, two, changed={first[0].guid: first[0].changed + 60})
    log = anki.take(Deck("d", second, ""))
    assert (len(log.updated), len(log.duplicate), len(log.new), len(log.conflicting)) == (1, 1, 0, 0)
    note = anki.col.get_note(anki.col.find_notes("甲")[0])
    assert note["Answer"] == "C" and note["Kind"] == "多选题"


def test_schema_arrives_as_it_is_frozen(anki: Any, every_kind: tuple[Card, ...]) -> None:
    anki.take(Deck("d", every_kind, ""))
    frozen = json.loads((Path(__file__).parent / "golden" / "note_types.json").read_text(encoding="utf-8"))
    for name, wanted in frozen.items():
        model = anki.col.models.by_name(name)
        assert model["id"] == wanted["id"]
        assert [[field["name"], field["id"]] for field in model["flds"]] == wanted["fields"]
        assert [[each["name"], each["id"]] for each in model["tmpls"]] == [wanted["template"]]
        assert model["flds"][model["sortf"]]["name"] == wanted["sort_field"]


def test_fronts_hold_no_answer_and_backs_hold_all(anki: Any, every_kind: tuple[Card, ...]) -> None:
    anki.take(Deck("d", every_kind, ""))
    sides = anki.sides("-note:*填空")
    for (front, back), kind in zip(sides, [each for each in KINDS if each["kind"] != "fill"], strict=True):
        answer = kind["answer"] if kind["kind"] in ("short", "case") else ()
        for text in (kind["explanation"], *answer):
            assert text.split("\n")[0] not in front
        assert "data-answer" not in front
        assert kind["stem"] in front and kind["stem"] in back
        assert kind["explanation"].split("\n")[0] in back
        assert "lang=zh-Hans" in front.split(">")[0] and "lang=zh-Hans" in back.split(">")[0]


def test_choice_without_script_or_style(anki: Any, every_kind: tuple[Card, ...], part: Callable[..., str]) -> None:
    """The list letters itself, and letters are the source's on both sides."""
    anki.take(Deck("d", every_kind, ""))
    front, back = anki.sides("单选的题干")[0]
    for side in (front, back):
        assert '<ol type="A">' in side
        assert re.findall(r'data-label="(\w)">([^<]*)', side) == list(
            zip("ABCD", ("卷积层", "批归一化层", "池化层", "嵌入层"), strict=True)
        )
    assert part(back, "key") == "B" and 'data-answer="B"' in back
    front, back = anki.sides("判断的题干")[0]
    assert re.findall(r'data-label="(\w)">([^<]*)', front) == [("A", "对"), ("B", "错")]
    assert 'data-answer="B"' in back


def test_letters_that_skip_keep_their_values(anki: Any, question: Build, cards: Cards) -> None:
    options = (Option("A", "一"), Option("C", "三"))
    anki.take(Deck("d", cards(dataclasses.replace(question(answer=("C",)), options=options)), ""))
    assert '<li data-label="C" value="3">三</li>' in anki.sides()[0][1]


def test_explanations_are_the_sources_text(
    anki: Any, question: Build, cards: Cards, seen: Callable[..., str], part: Callable[..., str]
) -> None:
    texts = [
        "A项：对；\nB项：错。",
        "若 a<b 且 c>d，则 x&y",
        "[sound:x] 与 {{c1::y}}",
        "见（A）、（B）",
        "' \" \\ || {{ }}",
        "1. 一\n2. 二\n\n三",
    ]
    questions = [question(stem=f"题{place}", number=str(place), explanation=text) for place, text in enumerate(texts)]
    anki.take(Deck("d", cards(*questions), ""))
    shown = [seen(re.findall(r'class="explanation text">(.*?)</div>', back, re.DOTALL)[0]) for _, back in anki.sides()]
    assert shown == texts
    assert part(anki.sides()[0][1], "explanation").count("<p>") == 2


@pytest.mark.parametrize("kind", ["single", "fill", "short"])
def test_hostile_texts_are_shown_and_do_nothing(
    anki: Any, question: Build, cards: Cards, seen: Callable[..., str], kind: str
) -> None:
    bad = "' \" < & \\ || {{ }} {{c1::x}} [sound:x.mp3] [latex]y[/latex] [[type:ID]] </script><script>z</script>"
    bad += " a\x1fb \x00\ud800"
    given: dict[str, Any] = {"stem": f"{bad} ____" if kind == "fill" else bad, "explanation": bad}
    given |= {"material": bad, "section": bad, "number": bad, "chapter": bad, "topics": (bad,)}
    given |= {"options": (bad, "b", "c")} if kind == "single" else {"answer": (bad,)}
    built = cards(question(kind, **given), bank=bad, source=bad, extra_tags=(bad,))
    assert len(anki.take(Deck("d", built, bad)).new) == 1
    ((front, back),) = anki.sides()
    assert "<script" not in front + back and "<img" not in front + back and "<input" not in front + back
    assert seen(back).count(clean(bad)) >= 4
    assert not anki.col.get_empty_cards().notes
    assert anki.col.card_count() == 1


def test_a_long_field_of_angle_brackets(anki: Any, question: Build, cards: Cards, seen: Callable[..., str]) -> None:
    text = ("a < b " * 4096).strip()
    anki.take(Deck("d", cards(question(explanation=text)), ""))
    assert text in seen(anki.sides()[0][1])


@settings(max_examples=6)
@given(
    texts=st.lists(
        st.one_of(
            st.text(min_size=1, max_size=40),
            st.lists(st.sampled_from(["{", "}", "[", "]", ":", "c1::", "\\", "(", ")", "<", "&", "\n", "题"])).map(
                "".join
            ),
        ),
        min_size=20,
        max_size=60,
    )
)
def test_any_text_is_shown_as_it_is(
    new_anki: Callable[[], Any], question: Build, seen: Callable[..., str], texts: list[str]
) -> None:
    texts = [text for text in texts if clean(text) and not any(formulas(clean(text)))]
    questions = [question(stem=f"题{n}", number=str(n), explanation=text) for n, text in enumerate(texts)]
    questions += [question("fill", stem=f"填{n}____", number=str(n), answer=(text,)) for n, text in enumerate(texts)]
    built, _ = cards_without_ledger(questions)
    opened = new_anki()
    try:
        opened.take(Deck("d", built, ""))
        explained = [
            seen(re.findall(r'class="explanation text">(.*?)</div>\n?</section>', back, re.DOTALL)[0])
            for _, back in opened.sides("note:*选择")
        ]
        filled = [
            seen(re.findall(r'<span class="cloze" data-ordinal="1">(.*)</span></div>', back, re.DOTALL)[0])
            for _, back in opened.sides("note:*填空")
        ]
    finally:
        opened.col.close()
    assert explained == list(map(clean, texts))
    assert filled == list(map(clean, texts))


def test_media_arrives(anki: Any, question: Build, cards: Cards) -> None:
    picture = Media.of(b"\x89PNG not really", ".PNG")
    built = cards(question(explanation=f'图：<img src="{picture.name}" alt="图">'), markdown=True)
    anki.take(Deck("d", built, "", (picture,)))
    assert f'<img src="{picture.name}" alt="图">' in anki.sides()[0][1]
    assert (Path(anki.col.media.dir()) / picture.name).read_bytes() == picture.content


def test_english_and_traditional_labels(anki: Any, question: Build, cards: Cards) -> None:
    anki.take(Deck("d", cards(question("truefalse", stem="甲"), language="zh-Hant"), ""))
    anki.take(Deck("e", cards(question("truefalse", stem="B is true"), language="en"), ""))
    assert "lang=zh-Hant" in anki.sides("deck:d")[0][0] and "對" in anki.sides("deck:d")[0][0]
    assert "True or false" in anki.sides("deck:e")[0][0] and ">False<" in anki.sides("deck:e")[0][0]


SHARED = Path(__file__).resolve().parents[3] / "shared" / "gold"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the reference readings do not stand beside the checkout")
def test_the_reference_banks(anki: Any) -> None:
    decks = []
    for gold in sorted(SHARED.glob("*.json")):
        rows = json.loads(gold.read_text(encoding="utf-8"))
        questions = [_from(row, at) for at, row in enumerate(rows)]
        built, diagnostics = cards_without_ledger(questions, bank=gold.stem, source=gold.stem)
        assert len(built) == len(rows) and not diagnostics
        decks.append(Deck(gold.stem, built, ""))
    blanks = sum(len(card.question.answer) - 1 for deck in decks for card in deck.cards if card.family == "cloze")
    notes = sum(len(deck.cards) for deck in decks)
    anki.take(*decks)
    assert (anki.col.note_count(), anki.col.card_count()) == (notes, notes + blanks)
    assert not anki.col.get_empty_cards().notes
    log = anki.take(*decks[::-1])
    assert (len(log.new), len(log.updated), len(log.conflicting)) == (0, 0, 0)
    for slug in {slug for deck in decks for card in deck.cards for slug in card.question.topics}:
        wanted = sum(slug in card.question.topics for deck in decks for card in deck.cards)
        assert len(anki.col.find_notes(f"tag:topic::{slug}")) == wanted


def _from(row: dict[str, Any], at: int) -> Question:
    return Question(
        kind=Kind(row["kind"]),
        number=row["number"],
        section=row["section"],
        points=row["points"],
        material=row.get("material", ""),
        stem=row["stem"],
        options=tuple(Option(each["label"], each["text"]) for each in row["options"]),
        answer=tuple(row["answer"]),
        explanation=row["explanation"],
        truncated=row["truncated"],
        span=Span(at, at + 1),
        at=at,
        topics=tuple(row["topics"]),
    )


def test_two_builds_are_one_file(tmp_path: Path, every_kind: tuple[Card, ...], question: Build, cards: Cards) -> None:
    other: Sequence[Card] = cards(question(stem="另一题"))
    decks = [Deck("乙", every_kind, ""), Deck("甲", tuple(other), "")]
    write_package(decks, tmp_path / "one.apkg")
    write_package(decks[::-1], tmp_path / "two.apkg")
    assert (tmp_path / "one.apkg").read_bytes() == (tmp_path / "two.apkg").read_bytes()
