"""What was printed is what is read: papers in every layout of `papers.py`, compared part by part."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from texts import SEEDS, parsed

from papers import Layout, any_layout, bank, found, layouts, paper, wanted

LAYOUTS = layouts()


def assert_read_back(seed: int, layout: Layout, each: int) -> None:
    asked = bank(seed, each)
    text = paper(asked, layout)
    assert [found(question) for question in parsed(text).questions] == wanted(asked, layout), f"{seed} {layout}\n{text}"


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_a_paper_is_read_back(layout):
    for seed in range(3):
        assert_read_back(seed, layout, 4)


@settings(max_examples=200)
@given(seed=SEEDS)
def test_a_paper_in_a_layout_by_chance_is_read_back(seed):
    assert_read_back(seed, any_layout(seed), 3)


def test_layouts_are_many_and_differ():
    assert len(LAYOUTS) > 150
    texts = {paper(bank(1, 3), layout) for layout in LAYOUTS}
    assert len(texts) > 150
