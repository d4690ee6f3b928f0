"""Strategies for texts: papers that are whole, papers that were damaged, and what merely looks like a paper."""

from __future__ import annotations

import random
from collections.abc import Callable

from hypothesis import strategies as st

from ankigen.model import Paper
from ankigen.normalizer.clean import clean
from ankigen.parser import parse
from ankigen.text import Rewrite, Source
from papers import any_layout, bank, layouts, paper

LAYOUTS = layouts()
SEEDS = st.integers(0, 2**32 - 1)

# fmt: off
PIECES = [
    "\n", "\n\n", "\r\n", "\r", " ", "　　", "\t", "1.", "2、", "3．", "（1）", "(2)", "4)", "第5题", "【6】", "Q7. ",
    "一、单选题", "二、多项选择题（每题2分，共4分）", "三、判断题", "四、填空题（共2题）", "五、简答题", "（一）选择题",
    "第一章 甲", "A.", "B、", "C．", "（D）", "a) ", "[B] ", "E ", "A", "BD", "√", "×", "（√）", "( B )", "（）",
    "____", "答案：", "【答案】", "参考答案\n", "正确答案：A", "我的答案：B", "解析：", "【解析】", "Answer: A", "答：",
    "题号 1 2\n", "1-3 ABC", "4~5 √×", "根据以下材料，回答1-2题。\n", "（1～2题共用题干）", "（2分）", "[单选题] ",
    "第 3 页 共 9 页\n", "----------\n", "3.14", "2024.", "8:30", "a_b", "x<y", "&lt;", "<br>", "①", "；", "。", "，",
    "？", "豆浆要煮熟", "下列正确的是", "先放盐", "为了省时间", "The train is late",
]
# fmt: on

soup = st.lists(st.sampled_from(PIECES), max_size=80).map("".join)
anything = st.text(max_size=200)


@st.composite
def papers(draw: Callable[..., int]) -> str:
    """A whole paper, in a layout by chance."""
    seed = draw(SEEDS)
    return paper(bank(seed, 2), any_layout(seed) if seed % 2 else LAYOUTS[seed % len(LAYOUTS)])


@st.composite
def damaged(draw: Callable[..., str]) -> str:
    """A paper with characters dropped, lines doubled, shuffled or joined, or its end cut off."""
    text, choose = draw(papers()), random.Random(draw(SEEDS))
    for _ in range(choose.randint(1, 6)):
        lines = text.split("\n")
        at = choose.randrange(len(lines))
        match choose.randrange(6):
            case 0:
                cut = choose.randrange(len(text) + 1)
                text = text[:cut] + text[cut + choose.randint(1, 3) :]
            case 1:
                text = "\n".join([*lines[:at], *lines[at : at + 3], *lines[at:]])
            case 2:
                part = lines[at : at + 6]
                choose.shuffle(part)
                text = "\n".join([*lines[:at], *part, *lines[at + 6 :]])
            case 3:
                text = "\n".join(lines[:at]) + "".join(lines[at:])
            case 4:
                text = text[: choose.randrange(len(text) + 1)]
            case _:
                cut = choose.randrange(len(text) + 1)
                text = text[:cut] + choose.choice(PIECES) + text[cut:]
    return text


texts = st.one_of(papers(), damaged(), soup, anything)


def parsed(text: str, script: str = "keep") -> Paper:
    """The paper that is read off a text."""
    return parse(clean(Rewrite.of(Source("paper.txt", text)), script=script)[0])[0]
