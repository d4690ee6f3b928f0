"""The ledger's text: the way there and back, damage, and what repair mends."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.diagnostics import RULES
from ankigen.identity.ledger import FORMAT, Ledger, Record, ledger_text, parse_ledger, read_ledger, record_line
from ankigen.identity.mend import repair
from ankigen.model import Kind, Option, Question
from ankigen.text import Source, Span

texts = st.text(st.characters(codec=None), max_size=12)


def record(guid: str, stem: str = "梯度是什么", **given) -> Record:
    asked = Question(Kind.SHORT, "1", "", None, "", stem, (), ("一个向量",), "", False, Span(0, 0), 0)
    return replace(Record(guid, "甲", 1024, 5, "abc", asked), **given)


@st.composite
def records(draw) -> Record:
    kind = draw(st.sampled_from(Kind))
    options = tuple(Option("ABC"[n], text) for n, text in enumerate(draw(st.lists(texts, max_size=3))))
    points = draw(st.sampled_from([None, 0.0, 1.5]))
    asked = Question(
        kind, draw(texts), draw(texts), points, draw(texts), draw(texts), options, tuple(draw(st.lists(texts))),
        draw(texts), draw(st.booleans()), Span(0, 0), 0, topics=tuple(draw(st.lists(texts))), chapter=draw(texts),
    )  # fmt: skip
    state = draw(st.sampled_from(["live", "retired"]))
    clozes = tuple(draw(st.lists(st.integers(1, 9), max_size=3)))
    guid = draw(texts.filter(bool))
    return Record(guid, draw(texts), draw(st.integers(-9, 9)), 5, "c", asked, draw(texts), state, ("x",), clozes, 9)


@given(st.lists(records(), unique_by=lambda each: each.guid))
def test_there_and_back(found):
    ledger = Ledger.of(found)
    text = ledger_text(ledger)
    text.encode("utf-8")
    assert parse_ledger(text, "l") == (ledger, ())
    assert parse_ledger("\ufeff" + text.replace("\n", "\r\n"), "l") == (ledger, ())
    assert repair(text) == (text, ())


def test_a_missing_file_is_an_empty_ledger(tmp_path):
    assert read_ledger(tmp_path / "ankigen.ledger") == (Ledger(), ())


@pytest.mark.parametrize("content", [b"\xff\xfe", b"", b"\n"])
def test_a_file_that_is_no_ledger(tmp_path, content):
    path = tmp_path / "ankigen.ledger"
    path.write_bytes(content)
    found, said = read_ledger(path)
    assert found is None
    assert [each.rule.name for each in said] == ["bad-ledger"]


HEAD = f'{{"format": "{FORMAT}"}}'
A, B, C = (record_line(record(guid, stem)) for guid, stem in (("a", "甲问"), ("b", "乙问"), ("c", "丙问")))
EDITED = record_line(record("a", "甲问改"))
CUT = B[:60]

DAMAGE = {
    "conflict markers": ([HEAD, "<<<<<<< ours", A, "=======", B, ">>>>>>> theirs", C], [(2, 1), (4, 1), (6, 1)]),
    "a guid on two lines": ([HEAD, A, B, EDITED], [(4, 1)]),
    "a line that is cut off": ([HEAD, A, CUT], [(3, None)]),
    "a later version": (['{"format": "ankigen.ledger/2"}', A], [(1, 1)]),
    "no header": ([A, B], [(1, 1)]),
    "junk": ([HEAD, A, "junk", B], [(3, 1)]),
    "another object": ([HEAD, "[1, 2]", A], [(2, 1)]),
    "a wrong type": ([HEAD, A.replace("1024", '"x"')], [(2, 1)]),
    "an unknown kind": ([HEAD, A.replace('"short"', '"essay"')], [(2, 1)]),
    "no guid": ([HEAD, A.replace('"guid": "a"', '"guid": ""')], [(2, 1)]),
    "brackets without end": ([HEAD, "[" * 100_000], [(2, 1)]),
    "a number without end": ([HEAD, A.replace("1024", "1" * 10_000)], [(2, 1)]),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_is_an_error_with_its_place(name):
    lines, places = DAMAGE[name]
    text = "\n".join(lines) + "\n"
    found, said = parse_ledger(text, "l")
    assert found is None
    assert {each.rule.name for each in said} == {"bad-ledger"}
    source = Source("l", text)
    spots = [source.locate(each.span.start) for each in said]
    assert [spot.line for spot in spots] == [line for line, _ in places]
    for spot, (_, column) in zip(spots, places, strict=True):
        assert spot.column == column if column else spot.column > 1


MENDED = {
    "disjoint sides": ([HEAD, "<<<<<<< ours", A, "=======", B, ">>>>>>> theirs", C], [HEAD, A, B, C]),
    "identical sides": ([HEAD, "<<<<<<< ours", A, "=======", A, B, ">>>>>>> theirs"], [HEAD, A, B]),
    "with the base": ([HEAD, "<<<<<<< o", A, "||||||| b", C, "=======", B, ">>>>>>> t"], [HEAD, A, B]),
    "a line twice": ([HEAD, A, B, A], [HEAD, A, B]),
}


@pytest.mark.parametrize("name", MENDED)
def test_what_is_certain_is_mended(name):
    before, after = ("\n".join(lines) + "\n" for lines in MENDED[name])
    text, said = repair(before)
    assert text == after
    assert len(said) == 1
    assert parse_ledger(text, "l")[0]


def test_a_last_line_that_was_cut_off_is_dropped():
    text, said = repair("\n".join([HEAD, A, CUT]))
    assert (text, len(said)) == (f"{HEAD}\n{A}\n", 1)


@pytest.mark.parametrize(
    "lines",
    [
        [HEAD, "<<<<<<< ours", A, "=======", EDITED, ">>>>>>> theirs", C],
        [HEAD, "<<<<<<< ours", A, "=======", B],
        [HEAD, A, EDITED],
        [HEAD, "junk", A],
        ['{"format": "ankigen.ledger/2"}', A],
    ],
)
def test_what_is_not_certain_stays_damaged(lines):
    text = "\n".join(lines) + "\n"
    assert repair(text) == (text, ())
    assert parse_ledger(text, "l")[0] is None


@given(st.text(max_size=60), st.integers(0, 400), st.integers(0, 400))
def test_nothing_breaks_the_reader(junk, start, end):
    text = "\n".join([HEAD, A, B]) + "\n"
    broken = text[:start] + junk + text[end:]
    found, said = parse_ledger(broken, "l")
    assert (found is None) == bool(said)
    repair(broken)


def test_the_rules_are_what_they_are_said_to_be():
    severity = {each.name: str(each.severity) for each in RULES}
    assert (severity["bad-ledger"], severity["uncertain-match"]) == ("error", "warning")
