"""Questions keep their guids over time: edits, moves, retirement and return, and the laws of the ledger."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from benchmarks import identity as simulation
from hypothesis import given, settings
from hypothesis import strategies as st

from ankigen.identity import guid
from ankigen.identity.clozes import cloze_numbers
from ankigen.identity.identify import Identified, identify
from ankigen.identity.ledger import Ledger, ledger_text
from ankigen.identity.places import places
from ankigen.model import Kind, Option, Question
from ankigen.text import Span


def question(stem: str, kind: Kind = Kind.SINGLE, **given) -> Question:
    options = (Option("A", "增大"), Option("B", "减小"), Option("C", "不变"))
    base = Question(kind, "", "", None, "", stem, options, ("A",), "", False, Span(0, 0), 0)
    return replace(base, **given)


BANK = [
    question(stem)
    for stem in (
        "学习率过大时损失通常怎样变化",
        "批大小翻倍后每轮的更新次数怎样变化",
        "剪去一半的通道后模型的参数量怎样变化",
        "温度升高后输出分布的熵怎样变化",
        "加入正则项后权重的范数怎样变化",
    )
]


def shown(bank: str, asked: Question, name: str) -> str:
    return repr((bank, asked.stem, asked.options, asked.answer, asked.explanation))


def again(last: Identified | None, banks, now: int = 100, **given) -> Identified:
    return identify(last.ledger if last else Ledger(), banks, now=now, contents=shown, **given)


def test_without_a_ledger_guids_come_from_the_texts():
    found = again(None, {"甲": BANK})
    assert found.guids["甲"] == tuple(map(guid, BANK))
    assert set(found.changed.values()) == {100}
    assert len(found.changes.added) == len(BANK)


def test_an_edited_question_keeps_its_guid_and_gets_a_new_time():
    first = again(None, {"甲": BANK})
    edited = [replace(BANK[0], stem="学习率太大时损失一般如何变化"), *BANK[1:]]
    found = again(first, {"甲": edited}, 200)
    assert found.guids == first.guids
    assert [found.changed[name] for name in found.guids["甲"]] == [200, 100, 100, 100, 100]
    assert [(one.guid, other.question.stem) for one, other in found.changes.edited] == [(guid(BANK[0]), edited[0].stem)]
    assert found.changes.unchanged == 4


def test_a_text_that_comes_again_after_an_edit_gets_another_guid():
    first = again(None, {"甲": BANK})
    second = again(first, {"甲": [replace(BANK[0], stem="学习率太大时损失一般如何变化"), *BANK[1:]]}, 200)
    third = again(second, {"甲": [replace(BANK[0], stem="学习率太大时损失一般如何变化"), *BANK]}, 300)
    assert third.guids["甲"][0] == guid(BANK[0])
    assert third.guids["甲"][1] == guid(BANK[0], 2)
    assert len(set(third.guids["甲"])) == len(BANK) + 1


@pytest.mark.parametrize(("now", "expected"), [(500, 500), (100, 101), (60, 101), (10, 70)])
def test_times_rise_and_stay_near_the_present(now, expected):
    first = again(None, {"甲": BANK})
    found = again(first, {"甲": [replace(BANK[0], explanation="见书"), *BANK[1:]]}, now)
    assert found.changed[guid(BANK[0])] == expected


def test_retired_and_returned():
    first = again(None, {"甲": BANK})
    second = again(first, {"甲": BANK[1:]}, 200)
    (gone,) = second.retired
    assert (gone.guid, gone.changed, gone.question) == (guid(BANK[0]), 200, BANK[0])
    assert second.changes.retired == (gone,)
    third = again(second, {"甲": BANK[1:]}, 300)
    assert third.ledger == second.ledger and not third.changes.retired
    fourth = again(third, {"乙": BANK[:1], "甲": BANK[1:]}, 400)
    assert fourth.guids["乙"] == (gone.guid,)
    assert fourth.changed[gone.guid] == 400
    assert not fourth.retired and len(fourth.changes.returned) == 1
    assert len(second.ledger.pruned().records) == 4


def test_a_new_family_is_a_new_note_and_a_new_choice_kind_is_not():
    first = again(None, {"甲": BANK})
    several = [replace(BANK[0], kind=Kind.MULTIPLE, answer=("A", "B")), *BANK[1:]]
    assert again(first, {"甲": several}).guids == first.guids
    written = [replace(BANK[0], kind=Kind.SHORT, options=()), *BANK[1:]]
    found = again(first, {"甲": written})
    assert found.guids["甲"][0] != first.guids["甲"][0]
    assert [each.guid for each in found.retired] == [guid(BANK[0])]


def test_equal_questions_share_a_record():
    found = again(None, {"乙": BANK[:2], "甲": BANK[1:]})
    assert found.guids["乙"][1] == found.guids["甲"][0]
    (shared,) = (each for each in found.ledger.records if each.guid == guid(BANK[1]))
    assert shared.banks == tuple(sorted("甲乙"))
    assert len(found.ledger.records) == len(BANK)


def test_moved_to_another_bank():
    found = again(again(None, {"甲": BANK}), {"甲": BANK[:3], "乙": BANK[3:]}, 200)
    assert {each.guid for _, each in found.changes.moved} == set(map(guid, BANK[3:]))
    assert not found.changes.edited and not found.retired


def test_a_bank_that_could_not_be_read_keeps_its_records():
    first = again(None, {"甲": BANK[:3], "乙": BANK[3:]})
    found = again(first, {"甲": BANK[:2]}, 200, absent={"乙"})
    kept = [each for each in found.ledger.records if each.bank == "乙"]
    assert kept == [each for each in first.ledger.records if each.bank == "乙"]
    assert [each.guid for each in found.retired] == [guid(BANK[2])]


def test_two_alike_where_one_is_gone_are_in_doubt():
    """One record, and two new texts that are equally far from it: no one can tell."""
    first = again(None, {"甲": BANK})
    copies = [replace(BANK[0], stem=f"学习率过{word}时损失通常怎样变化") for word in "高低"]
    found = again(first, {"甲": [*copies, *BANK[1:]]})
    assert guid(BANK[0]) not in found.guids["甲"]
    said = found.diagnostics["甲"]
    assert {each.rule.name for each in said} == {"uncertain-match"}


def test_two_sisters_edited_at_once_do_not_swap():
    pair = [replace(BANK[0], stem=f"学习率过{word}时损失通常怎样变化") for word in "大小"]
    first = again(None, {"甲": [pair[0], *BANK[1:], pair[1]]})
    edited = [replace(each, stem=each.stem.replace("通常", "一般会")) for each in pair]
    found = again(first, {"甲": [edited[0], *BANK[1:], edited[1]]})
    assert found.guids == first.guids


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (["甲", "乙"], ["甲", "乙"], (1, 2)),
        (["甲", "乙"], ["甲", "丙"], (1, 2)),
        (["甲", "乙"], ["丙", "甲", "乙"], (3, 1, 2)),
        (["甲", "乙", "丙"], ["甲", "丙"], (1, 3)),
    ],
)
def test_cloze_numbers_stay_with_their_blanks(before, after, expected):
    asked = question("空____", Kind.FILL, options=(), answer=tuple(before))
    (record,) = again(None, {"甲": [asked]}).ledger.records
    assert cloze_numbers(replace(asked, answer=tuple(after)), record)[0] == expected


def test_a_cloze_number_is_never_used_again():
    asked = question("学习率____批大小____", Kind.FILL, options=(), answer=("甲", "乙"))
    found = again(None, {"甲": [asked]})
    found = again(found, {"甲": [replace(asked, answer=("甲",))]})
    found = again(found, {"甲": [replace(asked, answer=("甲", "丁"))]})
    assert found.clozes == {guid(asked): (1, 3)}


@given(st.lists(st.none() | st.integers(-5000, 5000), max_size=30))
def test_places_rise(was):
    now = places(was)
    assert len(now) == len(was)
    assert all(left < right for left, right in pairwise(now))
    assert places(list(now)) == now


def test_an_insertion_leaves_the_other_lines_alone():
    first = again(None, {"甲": BANK})
    found = again(first, {"甲": [question("新加的一题问什么"), *BANK]})
    before, after = (ledger_text(each.ledger).splitlines() for each in (first, found))
    assert len(set(after) - set(before)) == 1


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_nothing_changed_gives_the_same_ledger_and_the_order_of_banks_does_not_matter(seed):
    made = simulation.world(random.Random(seed), 40)
    first, _ = simulation.built(made, Ledger(), 100)
    for _ in range(5):
        random.Random(seed).choice([simulation.typo, simulation.move, simulation.delete, simulation.order])(made)
    second, _ = simulation.built(made, first.ledger, 200)
    third, _ = simulation.built(made, second.ledger, 300)
    assert ledger_text(third.ledger) == ledger_text(second.ledger)
    made.banks = dict(reversed(made.banks.items()))
    other, _ = simulation.built(made, first.ledger, 200)
    assert ledger_text(other.ledger) == ledger_text(second.ledger)


def test_random_edit_sessions():
    """The whole run is `python -m benchmarks.identity`."""
    total: Counter[str] = Counter()
    for seed in range(40):
        total += simulation.session(seed)
    assert total["edited"] > 200 and total["new"] > 50
    assert total["wrong"] == 0
    assert total["unedited kept"] == total["unedited"]
    assert total["edited kept"] >= 0.99 * total["edited"]


def test_a_large_bank_is_identified_in_time():
    assert simulation.timed(10_000) < 3
