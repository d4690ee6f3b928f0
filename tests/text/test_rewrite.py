"""A changed text must find its way back: laws 2 (give back) and 3 (way home), on random edits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.text import Rewrite, Source, Span

TEXTS = st.text("甲乙丙丁（）ab1 \r\n\u200b", max_size=40)


@st.composite
def changes(draw, length):
    """Sorted spans that do not overlap, each with a new text; empty spans are insertions."""
    points = sorted(draw(st.lists(st.integers(0, length), max_size=8)))
    if len(points) % 2:
        points.pop()
    return [((start, end), draw(TEXTS)) for start, end in zip(points[::2], points[1::2], strict=True)]


@st.composite
def rewrites(draw):
    """A source and up to four layers of edits, with what a slow, obvious model says about every character.

    The model keeps for each character the stretch of the source it came from and whether it was kept as it is.
    """
    source = Source("a.txt", draw(TEXTS))
    text = Rewrite.of(source)
    model = [(offset, offset + 1, True) for offset in range(len(source.text))]
    for layer in range(draw(st.integers(0, 4))):
        edits = draw(changes(len(text.text)))
        new, at = [], 0
        for (start, end), replacement in edits:
            if text.text[start:end] == replacement:
                continue  # changes nothing, so its characters count as kept
            new += model[at:start]
            if start < end:
                origin = (model[start][0], max(model[start][0], model[end - 1][1]), False)
            else:
                left = model[start][0] if start < len(model) else len(source.text) if model else 0
                origin = (left, left, False)
            new += [origin] * len(replacement)
            at = end
        model = new + model[at:]
        text = text.apply(edits, f"rule-{layer}")
    return text, model


@given(rewrites())
def test_give_back(pair):
    text, _ = pair
    assert text.undo() == text.source.text


@given(rewrites())
def test_way_home_of_every_character(pair):
    text, model = pair
    assert len(text.text) == len(model)
    for offset, (start, end, kept) in enumerate(model):
        assert text.back((offset, offset + 1)) == (start, end)
        if kept:
            assert text.source.text[start:end] == text.text[offset]


@given(rewrites(), st.data())
def test_way_home_of_a_stretch(pair, data):
    text, model = pair
    start = data.draw(st.integers(0, len(model)))
    end = data.draw(st.integers(start, len(model)))
    back = text.back((start, end))
    assert 0 <= back.start <= back.end <= len(text.source.text)
    if start < end:
        assert back == (model[start][0], max(model[start][0], model[end - 1][1]))
    else:
        assert back.start == back.end


@given(rewrites())
def test_edits_know_what_they_replaced(pair):
    text, _ = pair
    assert sorted(map(repr, text.edits)) == sorted(repr(edit) for _, edit in text.edits_at())
    for span, edit in text.edits_at():
        assert 0 <= span.start <= span.end <= len(text.source.text)
        if edit.rule == "rule-0":  # the first layer looked at the source itself
            assert text.source.text[span.start : span.end] == edit.before


def test_edits_stand_in_the_order_of_the_source():
    text = Rewrite.of(Source("a.txt", "one two three")).apply([((8, 13), "3")], "late").apply([((0, 3), "1")], "early")
    assert [(span, edit.rule) for span, edit in text.edits_at()] == [((0, 3), "early"), ((8, 13), "late")]


def test_changes_that_change_nothing_leave_no_trace():
    text = Rewrite.of(Source("a.txt", "abc"))
    assert text.apply([((0, 1), "a")], "idle") is text


def test_neighbours_that_continue_each_other_are_one_piece():
    """Otherwise the map of a text of a million characters would grow with every rule that touches nothing."""
    text = Rewrite.of(Source("a.txt", "abcdef")).apply([((2, 2), "x")], "in").apply([((2, 3), "")], "out")
    assert text.text == "abcdef"
    assert text._pieces.out == [0]


@pytest.mark.parametrize(
    "edits",
    [
        [((2, 4), "x"), ((3, 5), "y")],
        [((4, 5), "x"), ((0, 1), "y")],
        [((5, 7), "x")],
    ],
    ids=["overlapping", "unsorted", "outside"],
)
def test_wrong_changes_are_refused(edits):
    with pytest.raises(ValueError, match="rule-name"):
        Rewrite.of(Source("a.txt", "abcdef")).apply(edits, "rule-name")


def test_an_emptied_text_still_points_into_its_source():
    text = Rewrite.of(Source("a.txt", "abc")).apply([((0, 3), "")], "all")
    assert text.text == ""
    assert text.back((0, 0)) == Span(0, 0)
    assert text.undo() == "abc"
