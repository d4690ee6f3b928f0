"""The words on a card, in the three languages a bank can be in."""

from __future__ import annotations

from ankigen.model import Kind

LANGUAGES = ("zh-Hans", "zh-Hant", "en")

KINDS: dict[Kind, tuple[str, str, str]] = {
    Kind.SINGLE: ("单选题", "單選題", "Single choice"),
    Kind.MULTIPLE: ("多选题", "多選題", "Multiple choice"),
    Kind.TRUEFALSE: ("判断题", "判斷題", "True or false"),
    Kind.FILL: ("填空题", "填空題", "Fill in the blank"),
    Kind.SHORT: ("简答题", "簡答題", "Short answer"),
    Kind.CASE: ("案例分析题", "案例分析題", "Case study"),
}

TRUE_FALSE = {"zh-Hans": ("对", "错"), "zh-Hant": ("對", "錯"), "en": ("True", "False")}

# Templates are shared by banks of all languages, so they hold every language and the style sheet shows one.
WORDS: dict[str, tuple[str, str, str]] = {
    "answer": ("答案", "答案", "Answer"),
    "why": ("解析", "解析", "Explanation"),
    "material": ("材料", "材料", "Material"),
    "hint": ("提示", "提示", "Hint"),
    "points": ("得分要点", "得分要點", "Scoring points"),
    "full": ("完整答案", "完整答案", "Full answer"),
    "accept": ("均可接受", "均可接受", "Also accepted"),
    "mine": ("我的笔记", "我的筆記", "My notes"),
    "cut": ("来源在此中断，内容不完整", "來源在此中斷，內容不完整", "The source breaks off here"),
}


def word(name: str) -> str:
    """HTML that shows a word in the card's language.

    Raises:
        KeyError: there is no such word.
    """
    hans, hant, en = WORDS[name]
    chinese = (("zh", hans),) if hans == hant else (("hans", hans), ("hant", hant))
    return "".join(f'<span class="{language}">{text}</span>' for language, text in (*chinese, ("en", en)))
