"""A finder gives the matches that its pattern alone would give, wherever they stand."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ankigen.parser
from ankigen.parser.scan import Finder

FINDERS = {
    f"{module.name}.{name}": finder
    for module in pkgutil.iter_modules(ankigen.parser.__path__)
    for name, finder in vars(importlib.import_module(f"ankigen.parser.{module.name}")).items()
    if isinstance(finder, Finder)
}

# What a paper's structure is made of; joined at random they give every beginning that the patterns know.
LINES = [
    "参考答案: 答案 答: [答案] 正确答案: 本题答案是 我的答案: Answer: ANS ans:",
    "Suggested Answer: Key to 答案与解析 解析: [解析] 试题 详解 说明:",
    "Explanation: Reference: 思路: 出处: 一、 (一) 第一章 第3节 Part I 单元 2",
    "导论 单选题 判断 (多选题) 案例分析 填空题: 题型: 题目: 问题: 问: 选项: Options: 1. 2、",
    "(3) [4] 5) 第6题 Q7: No.8 9.1 10 ① 题号 序号 | |1|2| |答案| A B A.",
    "B、 (A) [B] a. b) C: D) √ × 对 T 1-5 BADCB 1-3: 6~8题共用",
    "根据材料，回答1-2题 Questions 9-10 refer ★ * # ## - ... ...... ……",
    "---- === 第 3 页 Page 2 of 9 目 录 ``` ~~~ 全卷结束 查看解析 得分 难度: 水",
    "沸点是( ) 摄氏度。 the quick box",
]
PIECES = [piece for line in LINES for piece in line.split()]
SPACES = ["", " ", "  ", "\t", "\n", "\n\n", "\n  ", "\n\t"]
texts = st.lists(st.tuples(st.sampled_from(SPACES), st.sampled_from(PIECES)), max_size=40).map(
    lambda parts: "".join(map("".join, parts))
)


@pytest.mark.parametrize("name", sorted(FINDERS))
@settings(max_examples=60, deadline=None)
@given(text=texts, data=st.data())
def test_the_hint_hides_no_match(name, text, data):
    finder = FINDERS[name]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    for bounds in ((), (start,), (start, end)):
        assert found(finder.finditer(text, *bounds)) == found(finder.pattern.finditer(text, *bounds))


def found(matches) -> list[tuple[int, int]]:
    return [match.span() for match in matches]


def test_the_parser_has_finders():
    assert len(FINDERS) > 15


def test_matches_of_a_finder_do_not_overlap():
    pairs = Finder.at_lines(re.compile(r"^a\n^a", re.M), "a")
    assert found(pairs.finditer("a\na\na\na")) == [(0, 3), (4, 7)]


def test_lines_are_found_by_a_word_and_tried_once_each():
    line = Finder.in_lines(re.compile(r"^x.*y$", re.M), "y")
    assert found(line.finditer("x y\nz y\nx yy")) == [(0, 3), (8, 12)]
