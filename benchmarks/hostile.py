"""Inputs that a reader can choke on: each is one idea, repeated until the text is as long as asked for.

Whoever parses with nested repetitions or looks back from every place takes four times as long for twice as much.
"""

from __future__ import annotations

REPEATED = {
    "(": "(",
    "（": "（",
    "_": "_",
    "[": "[",
    "<": "<",
    "?)": "?)",
    "A.": "A.",
    "1.": "1.",
    "解析：": "解析：",
    "答案：A": "答案：A",
    "1-5 ABCDE": "1-5 ABCDE ",
    "option lines": "A. 甲\nB. 乙\n",
    "question lines": "1. 甲（ ）\n",
    "heading lines": "一、单选题\n",
    "quotes": "> ",
    "braces": "{{c1::",
    "$": "$",
    "`": "`",
    "|": "|",
    "entities": "&lt;",
}
SUFFIXES = (".txt", ".md", ".html", ".csv")


def inputs(size: int) -> dict[str, str]:
    """The texts by name, each of about so many characters."""
    texts = {name: piece * (size // len(piece)) for name, piece in REPEATED.items()}
    texts["one long line"] = ("图书馆的书按学科排列，" * (size // 11)) + "\n"
    texts["spaces in a stem"] = "1. 水的沸点" + " " * size + "是（ ）\nA. 90\nB. 100\n答案：B\n"
    texts["nested brackets"] = "1. " + "（(" * (size // 4) + ")）" * (size // 4) + "\nA. 甲\nB. 乙\n答案：A\n"
    texts["nested lists"] = "\n".join(f"{' ' * (depth % 200)}- {depth}" for depth in range(size // 100))
    texts["one option list"] = "1. 甲（ ）\n" + "".join(f"{chr(65 + at % 26)}. 乙{at}\n" for at in range(size // 9))
    texts["one key row"] = "1. 甲（ ）\nA. 乙\nB. 丙\n参考答案\n" + "".join(f"{at}.A " for at in range(1, size // 8))
    return texts
