"""Copies and contradictions: which places share a note, and that two notes of one text never swap."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_identify import BANK, question, shown

from ankigen.identity import guid
from ankigen.identity.asked import Place
from ankigen.identity.identify import Identified, assign, identify, settle
from ankigen.identity.ledger import Ledger
from ankigen.model import Kind, Option, Question

A = question("哪一层会归一化")
B = replace(A, answer=("B",))
C = replace(A, answer=("C",))


def run(last: Identified | None, now: int = 100, absent: tuple[str, ...] = (), *, merge: bool = True, **banks):
    ledger = last.ledger if last else Ledger()
    return identify(ledger, banks, now=now, contents=shown, absent=absent, merge=merge)


def rules(found: Identified, bank: str) -> list[str]:
    return [each.rule.name for each in found.diagnostics.get(bank, ())]


def answers(found: Identified) -> dict[str, tuple[str, ...]]:
    """The answer that hangs on each guid."""
    return {record.guid: record.question.answer for record in found.ledger.records if record.live}


def test_copies_with_one_answer_are_one_note():
    found = run(None, x=[A, *BANK], y=[*BANK, A])
    assert found.guids["x"][0] == found.guids["y"][-1] == guid(A)
    assert rules(found, "x") == []
    assert rules(found, "y") == ["duplicate-question"] * (len(BANK) + 1)


def test_the_letters_of_an_answer_do_not_count():
    options = (Option("A", "不变"), Option("B", "减小"), Option("C", "增大"))
    found = run(None, x=[A], y=[replace(A, options=options, answer=("C",))])
    assert found.guids["x"] == found.guids["y"]


def test_the_wording_of_an_essay_is_no_contradiction():
    essay = replace(A, kind=Kind.SHORT, options=(), answer=("因为如此",))
    found = run(None, x=[essay], y=[replace(essay, answer=("因为这样",))])
    assert found.guids["x"] == found.guids["y"]


@pytest.mark.parametrize("merge", [True, False])
def test_two_answers_are_two_notes_whatever_the_order(merge):
    one, two = run(None, x=[A, B], merge=merge), run(None, x=[B, A], merge=merge)
    assert len(set(one.guids["x"])) == 2
    assert answers(one) == answers(two)
    assert rules(one, "x") == ["contradiction"] * 2
    again = run(one, x=[B, A], merge=merge)
    assert answers(again) == answers(one)
    assert again.guids["x"] == one.guids["x"][::-1]


def test_two_answers_in_two_banks_name_each_other():
    found = run(None, x=[A], y=[B])
    (here,), (there,) = found.diagnostics["x"], found.diagnostics["y"]
    assert "of y" in here.message and "of x" in there.message


def test_a_note_keeps_its_guid_when_a_contradiction_comes_and_goes():
    alone = run(None, x=[A])
    both = run(alone, 200, x=[A], y=[B])
    assert answers(both)[guid(A)] == ("A",)
    mended = run(both, 300, x=[A], y=[A])
    assert mended.guids["x"] == mended.guids["y"] == (guid(A),)
    assert [each.question.answer for each in mended.retired] == [("B",)]


def test_a_corrected_key_keeps_the_guid_even_beside_a_contradiction():
    both = run(None, x=[A], y=[B])
    corrected = run(both, 200, x=[C], y=[B])
    assert corrected.guids == both.guids


def test_both_keys_corrected_at_once_go_by_their_banks():
    both = run(None, x=[A], y=[B])
    corrected = run(both, 200, x=[B], y=[C])
    assert answers(corrected)[both.guids["y"][0]] == ("B",), "the answer decides first"
    both = run(None, x=[A, *BANK], y=[replace(A, answer=("A", "B"), kind=Kind.MULTIPLE)])
    corrected = run(both, 200, x=[B, *BANK], y=[C])
    assert corrected.guids == both.guids


def test_keys_that_no_one_can_tell_apart_are_new_and_reported():
    both = run(None, x=[A, replace(A, answer=("A", "B"), kind=Kind.MULTIPLE)])
    corrected = run(both, 200, x=[B, C])
    assert not set(corrected.guids["x"]) & set(both.guids["x"])
    assert rules(corrected, "x").count("uncertain-match") == 2


def test_copies_apart_have_guids_that_stay_with_their_banks():
    one = run(None, x=[A, *BANK[:1]], y=[A], merge=False)
    assert one.guids["x"][0] != one.guids["y"][0]
    assert rules(one, "x") == rules(one, "y") == []
    two = run(one, 200, x=[A, *BANK[:1]], y=[replace(BANK[1], number="1"), A], w=[A], merge=False)
    assert (two.guids["x"][0], two.guids["y"][1]) == (one.guids["x"][0], one.guids["y"][0])
    assert two.guids["w"][0] not in answers(one)


def test_from_together_to_apart_and_back():
    together = run(None, x=[A], y=[A])
    apart = run(together, 200, x=[A], y=[A], merge=False)
    assert apart.guids["x"] == together.guids["x"] != apart.guids["y"]
    back = run(apart, 300, x=[A], y=[A])
    assert back.guids == together.guids
    assert [each.guid for each in back.retired] == list(apart.guids["y"])


def test_a_bank_that_is_not_built_still_contradicts():
    both = run(None, x=[A], y=[B])
    assert run(both, 200, ("x",), y=[B]).guids["y"] == both.guids["y"]
    alone = run(None, x=[A])
    found = run(alone, 200, ("x",), y=[B])
    assert found.guids["y"] == both.guids["y"], "the same as when both are built"
    assert rules(found, "y") == ["contradiction"]
    assert answers(found)[guid(A)] == ("A",)


def test_a_copy_of_a_question_whose_bank_is_not_built_shares_its_note():
    alone = run(None, x=[A])
    found = run(alone, 200, ("x",), y=[A])
    assert found.guids["y"] == (guid(A),)
    assert found.ledger == alone.ledger


def without_key(last: Identified, now: int, bank: list[Question], *mute: int) -> Identified:
    assigned = assign(last.ledger, {"x": bank}, mute={Place("x", at) for at in mute})
    shows = {
        name: "".join(shown(bank, assigned.banks[bank][at], name) for bank, at in each.places)
        for name, each in assigned.notes.items()
    }
    return settle(assigned, shows, now)


def test_a_question_that_gives_no_card_for_a_while_keeps_its_record():
    first = run(None, x=BANK)
    second = without_key(first, 200, [replace(BANK[0], answer=()), *BANK[1:]], 0)
    assert second.guids["x"] == ("", *first.guids["x"][1:])
    assert second.ledger.records[0].question == first.ledger.records[0].question
    assert not second.retired
    third = run(second, 300, x=BANK)
    assert third.guids == first.guids


def test_a_new_question_without_a_card_has_no_record():
    found = without_key(run(None, x=BANK), 200, [*BANK, replace(A, answer=())], len(BANK))
    assert found.guids["x"][-1] == ""
    assert len(found.ledger.records) == len(BANK)


def test_a_copy_without_a_key_contradicts_nothing():
    found = without_key(run(None, x=[A]), 200, [A, replace(A, answer=())], 1)
    assert found.guids["x"] == (guid(A), "")
    assert rules(found, "x") == []


def test_a_contradicted_question_that_loses_its_key_keeps_its_record():
    both = run(None, x=[A, B])
    lost = without_key(both, 200, [A, replace(A, answer=())], 1)
    assert not lost.retired
    assert run(lost, 300, x=[A, B]).guids == both.guids
