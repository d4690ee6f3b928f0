"""The ladder of encodings: short texts in both scripts come back exactly, and nothing is ever made up."""

from __future__ import annotations

import codecs
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.readers.encoding import decode

FRAMES = """{n}. {s}{v}（　）|{n}、{s}{v}？|A．{t}|答案：{a}|【解析】{s}{v}{t}。|{t}和{u}
{n}. {s}{v}______。\nA. {t}\nB. {u}\n答案：{a}"""


def words(subjects: str, verbs: str, things: str) -> dict[str, list[str]]:
    frames = FRAMES.replace("\n", "|", 1).split("|")
    return {"subject": subjects.split(), "verb": verbs.split(), "thing": things.split(), "frame": frames}


SIMPLIFIED = words(
    "光合作用 二叉树 牛顿第二定律 边际成本 长江流域 细胞膜 唐朝诗人 操作系统 维生素 地震波 宪法 股票市场"
    " 发动机 传染病 混凝土",
    "主要受什么影响 的基本特征是 最早出现于 一般不包括 与下列哪项有关 的定义是什么 发生在 通常用于",
    "温度 海洋 农民 铁路 药品 货币 能量 图书馆 电压 软件 森林 骨骼 语言 税收 钢铁 鸟类 雨季 桥梁 营养 贷款",
)
TRADITIONAL = words(
    "光合作用 二元樹 牛頓運動定律 邊際成本 長江流域 細胞膜 唐朝詩人 作業系統 維生素 地震波 憲法 股票市場"
    " 發動機 傳染病 混凝土",
    "主要受什麼影響 的基本特徵是 最早出現於 一般不包括 與下列何者有關 的定義為何 發生在 通常用於",
    "溫度 海洋 農民 鐵路 藥品 貨幣 能量 圖書館 電壓 軟體 森林 骨骼 語言 稅收 鋼鐵 鳥類 雨季 橋樑 營養 貸款",
)


def texts(words: dict[str, list[str]], seed: int, count: int) -> list[str]:
    pick = random.Random(seed)
    return [
        pick.choice(words["frame"]).format(
            n=pick.randint(1, 99),
            s=pick.choice(words["subject"]),
            v=pick.choice(words["verb"]),
            t=pick.choice(words["thing"]),
            u=pick.choice(words["thing"]),
            a=pick.choice("ABCD"),
        )
        for _ in range(count)
    ]


@pytest.mark.parametrize(
    ("words", "codec"),
    [
        (SIMPLIFIED, "utf-8"),
        (SIMPLIFIED, "gbk"),
        (SIMPLIFIED, "gb18030"),
        (SIMPLIFIED, "utf-16-le"),
        (SIMPLIFIED, "utf-16-be"),
        (TRADITIONAL, "utf-8"),
        (TRADITIONAL, "big5"),
        (TRADITIONAL, "gbk"),
        (TRADITIONAL, "utf-16-le"),
        (TRADITIONAL, "utf-16-be"),
    ],
)
def test_short_texts(words: dict[str, list[str]], codec: str) -> None:
    wrong = []
    for text in texts(words, 11, 250):
        found = decode(text.encode(codec))
        if found is None or found[0] != text:
            wrong.append((text, found))
    assert not wrong


@pytest.mark.parametrize(
    ("mark", "codec", "name"),
    [
        (codecs.BOM_UTF8, "utf-8", "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16"),
        (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32"),
    ],
)
def test_a_mark_decides_and_is_no_part_of_the_text(mark: bytes, codec: str, name: str) -> None:
    assert decode(mark + "1. 甲 a".encode(codec)) == ("1. 甲 a", name)


def test_a_broken_text_under_a_mark_is_refused() -> None:
    assert decode(codecs.BOM_UTF8 + b"\xff\xff") is None
    assert decode(codecs.BOM_UTF16_LE + b"a") is None


def test_ascii_in_two_bytes() -> None:
    assert decode("1. What is it?\nA. x\n".encode("utf-16-le")) == ("1. What is it?\nA. x\n", "utf-16-le")


def test_one_bad_byte_in_a_long_text_is_refused_not_replaced() -> None:
    data = "题目和答案。".encode() * 50 + b"\xff" + "解析。".encode() * 50
    found = decode(data)
    assert found is None


def test_other_languages_are_refused() -> None:
    assert decode("Größe über Straße — naïve café".encode("latin-1", "ignore")) is None
    assert decode("1. Вопрос: что это такое?".encode("cp1251")) is None


def test_a_stray_control_character_is_no_binary_file() -> None:
    text = "1. 下列说法正确的是\x07（ ）\nA. 对\x0bB. 错"
    assert decode(text.encode()) == (text, "utf-8")


@given(st.binary(max_size=300))
def test_what_is_decoded_encodes_back(data: bytes) -> None:
    found = decode(data)
    if found and "sig" not in found[1] and found[1] not in ("utf-16", "utf-32"):
        assert "\0" not in found[0]
        # Big5 and GB18030 have a few characters with two codes, so the text is compared, not the bytes.
        assert found[0].encode(found[1]).decode(found[1]) == found[0]


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufeff"), min_size=1))
def test_utf_8_is_always_itself(text: str) -> None:
    found = decode(text.encode())
    assert found == (text, "utf-8")
