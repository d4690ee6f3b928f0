"""The laws of cleaning, on texts put together at random from clean and damaged pieces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ankigen.normalizer.clean import SCRIPTS, clean
from ankigen.text import Rewrite, Source, Span
from sentences import sentences
from test_clean import UNDAMAGED

CLEAN = [
    *sentences(7, 60),
    *UNDAMAGED,
    "臺灣的學者認為，這個問題與資料的結構有關。",
    "Which of the following is true? Choose two.",
    "for (int i = 0; i < n && a[i] > 0; i++) { s += a[i]; }",
    "∑_{i=1}^{n} x_i² ≤ ‖x‖₂ · √n，当 n→∞ 时成立",
    "（一）单选题（每题 2 分，共 20 分）",
    "答案：A、C；解析：见第3.14节。",
    "日本の首都は東京です。",
    "  \t  ",
    "\n",
]
DAMAGED = [
    "適當(dāng)?shù)募糁\ue78b梢匀コ\ue42dＰ椭械娜哂嗖糠郑",
    "分?jǐn)?shù)",
    "?shù)",
    "訓(xùn)練",
    "電（diàn）",
    "，F(xiàn)P32",
    "(xùn)",
    "數",
    "數據的范圍不准確",
    "<br>",
    "<p>",
    "</p>",
    "/p>",
    "<",
    ">",
    "<b",
    "&nbsp;",
    "&lt;",
    "&amp;",
    "lt;",
    "amp;",
    "p&gt;",
    "#62;",
    "\r",
    "\r\n",
    "\u2028",
    "\u200b",
    "\u200d",
    "\U0001f468",
    "\ufeff",
    "\xa0",
    "\u3000",
    "⽤",
    "⻚",
    "?",
    "??",
    "∞",
    "\ufffd",
    "\ue000",
    "`",
    "|",
    "a",
    "x",
    "B.",
    "：",
    "；",
]
clean_texts = st.lists(st.sampled_from(CLEAN), max_size=12).map("\n".join)
any_texts = st.lists(st.sampled_from(CLEAN + DAMAGED) | st.text(max_size=6), max_size=24).map("".join)
scripts = st.sampled_from(SCRIPTS)


@given(clean_texts, st.sampled_from(["keep", "auto"]))
def test_undamaged_text_keeps_every_character(text: str, script: str) -> None:
    assert clean(Rewrite.of(Source("bank.txt", text)), script=script)[0].text == text


@given(any_texts, scripts)
def test_give_back(text: str, script: str) -> None:
    result, _ = clean(Rewrite.of(Source("bank.txt", text)), script=script)
    assert result.undo() == text


@given(any_texts)
def test_way_home(text: str) -> None:
    """What was kept maps back to itself, and everything maps into the source, in order."""
    result, found = clean(Rewrite.of(Source("bank.txt", text)), script="keep")
    edited = {position for span, _ in result.edits_at() for position in range(*span)}
    last = 0
    for position, char in enumerate(result.text):
        start, end = result.back(Span(position, position + 1))
        assert last <= start <= end <= len(text)
        last = start
        if end == start + 1 and start not in edited:
            assert text[start] == char
    for each in found:
        assert each.span is None or 0 <= each.span.start <= each.span.end <= len(text)


@given(any_texts, scripts)
def test_still_water(text: str, script: str) -> None:
    once = clean(Rewrite.of(Source("bank.txt", text)), script=script)[0].text
    again = clean(Rewrite.of(Source("bank.txt", once)), script=script)[0]
    assert again.text == once


@given(any_texts)
def test_what_the_parser_may_rely_on(text: str) -> None:
    """One kind of line break, no unseen characters, no odd spaces."""
    result, _ = clean(Rewrite.of(Source("bank.txt", text)))
    assert not set(result.text) & set("\r\f\v\x85\u2028\u2029\ufeff\u200b\xad\u202e\xa0\u2003\x00\x1f")
