"""Nothing in a file makes the parser fail or take for ever.

The time that is allowed is far above what any of these texts needs, and far below what one takes whose time grows
with the square of its length.
"""

from __future__ import annotations

import random
import time

import pytest
from texts import PIECES, parsed

from ankigen.pipeline import broken_law

SIZE = 60_000  # characters
SECONDS = 20.0


def numbered(form: str) -> str:
    length = len(form.format(1000))
    return "".join(form.format(number) for number in range(1, SIZE // length))


def by_chance() -> str:
    choose = random.Random(7)
    return "".join(choose.choice(PIECES) for _ in range(SIZE // 6))


HOSTILE = {
    "opening brackets": "(" * SIZE,
    "wide opening brackets": "（" * SIZE,
    "nested brackets": "（(" * (SIZE // 4) + ")）" * (SIZE // 4),
    "a million labels": "A." * 1_000_000,
    "numbers without texts": "1." * (SIZE // 2),
    "one line of options": "1. 甲" + "A.乙B.丙C.丁D.戊" * (SIZE // 12),
    "options on lines": "1. 甲\n" + "A. 乙\nB. 丙\nC. 丁\n" * (SIZE // 15),
    "one question number": "1. 甲\n" * (SIZE // 5),
    "rising numbers": numbered("{}. 甲乙\n"),
    "rising numbers on one line": numbered("{}.甲是A.乙B.丙答案：A解析：丁。"),
    "sub-questions": "1. 甲乙\n" + "（1）丁\n（2）戊\n" * (SIZE // 10),
    "answers": "答案：A" * (SIZE // 4),
    "answer markers": "答案：" * (SIZE // 3),
    "explanation markers": "【解析】" * (SIZE // 4),
    "key headings": "参考答案\n1.A\n" * (SIZE // 9),
    "one range after another": "1. 甲\n参考答案\n" + "1-2 AB " * (SIZE // 7),
    "key tables": "参考答案\n" + "题号 1 2\n答案 A B\n" * (SIZE // 16),
    "headings": "一、单选题（每题1分）\n" * (SIZE // 12),
    "materials": "根据以下材料，回答1-2题。\n" * (SIZE // 14),
    "shared stems": "（1～2题共用题干）甲\n1. 乙\nA. 丙\n" * (SIZE // 24),
    "numbered list in an answer": "一、简答题\n1. 甲\n答案：\n" + "1. 丁；\n2. 戊；\n" * (SIZE // 14),
    "spaces in a line": "1. 甲" + " " * SIZE + "乙",
    "tabs and spaces": "1. 甲" + " \t" * (SIZE // 2) + "乙",
    "rulers": "答案\n" + "----------\n" * (SIZE // 11),
    "line breaks": "1. 甲" + "\n" * SIZE + "乙",
    "underscores": "1. 甲" + "_" * SIZE,
    "underscores and spaces": "一、填空题\n1. 甲" + "_ " * (SIZE // 2),
    "marks": "一、判断题\n1. 甲" + "√" * SIZE,
    "digits": "1" * SIZE,
    "capitals": "答案：" + "A" * SIZE,
    "dots": "." * SIZE,
    "table bars": "| 1 | A " * (SIZE // 8),
    "tags": "<p>" * (SIZE // 3),
    "one long sentence": "1. " + "豆浆要煮熟，" * (SIZE // 6),
    "English words": "answer the " * (SIZE // 11),
    "by chance": by_chance(),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_read_in_time(text):
    started = time.perf_counter()
    found = parsed(text)
    assert time.perf_counter() - started < SECONDS
    assert broken_law(found) is None
