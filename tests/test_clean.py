"""One kind of damage, one table: what goes in and what must come out."""

from __future__ import annotations

import pytest

from ankigen.normalizer.clean import RULES, clean
from ankigen.text import Rewrite, Source


def cleaned(text: str, script: str = "keep", off: frozenset[str] = frozenset()) -> str:
    return clean(Rewrite.of(Source("bank.txt", text)), script=script, off=off)[0].text


def said(text: str) -> list[tuple[str, str, str]]:
    """What is reported: rule, the place's text in the source, suggestion."""
    _, found = clean(Rewrite.of(Source("bank.txt", text)), script="keep")
    return [
        (each.rule.name, text[each.span.start : each.span.end] if each.span else "", each.suggestion) for each in found
    ]


def check(before: str, after: str) -> None:
    assert cleaned(before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("甲\r\n乙\r乙\n", "甲\n乙\n乙\n", id="CR LF and CR"),
        pytest.param("甲\r\r\n乙", "甲\n乙", id="CR CR LF is one break"),
        pytest.param("甲\r\r乙", "甲\n\n乙", id="CR CR is two"),
        pytest.param("甲\f乙\v丙\u2028丁\u2029戊\x85己", "甲\n乙\n丙\n丁\n戊\n己", id="form feed and the rare ones"),
    ],
)
def test_line_breaks(before: str, after: str) -> None:
    check(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("\ufeff甲\u200b乙\xad丙\u202e丁\x1f戊", "甲乙丙丁戊", id="unseen characters go"),
        pytest.param(
            "一家\U0001f468\u200d\U0001f469", "一家\U0001f468\u200d\U0001f469", id="a joined picture stays whole"
        ),
        pytest.param("甲\xa0\u2003\u202f乙", "甲   乙", id="odd spaces become plain ones, one for one"),
        pytest.param("　　甲（　　）", "　　甲（　　）", id="wide spaces stay"),
        pytest.param("填空    题", "填空    题", id="runs of spaces stay: they may be a blank"),
    ],
)
def test_spaces_and_unseen_characters(before: str, after: str) -> None:
    check(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("⽤⼾⾝份", "用户身份".replace("户", "戶"), id="Kangxi radicals"),
        pytest.param("⻚⾯、⻋轮、⻛险", "页面、车轮、风险", id="radicals of the supplement"),
        pytest.param("x²、①、Ａ．", "x²、①、Ａ．", id="other look-alikes are meant as they are"),
    ],
)
def test_radicals(before: str, after: str) -> None:
    check(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "水的沸点是（&nbsp;&nbsp;）<br>\nA. 高<br>\n", "水的沸点是（  ）\nA. 高\n", id="break at a line's end"
        ),
        pytest.param("甲<br>乙<br/>丙<BR />丁", "甲\n乙\n丙\n丁", id="breaks of all spellings"),
        pytest.param("<p>甲</p><p>乙</p>", "甲\n乙", id="paragraphs"),
        pytest.param('<div class="q">甲</div>\n<div>乙</div>', "甲\n乙", id="no second break where one is"),
        pytest.param("H<sub>2</sub>O <strong>溶液</strong>", "H2O 溶液", id="inline tags go, their text stays"),
        pytest.param("<tr><td>甲</td><td>乙</td></tr>", "甲\t乙\t", id="cells leave a gap"),
        pytest.param("收尾。/p>", "收尾。/p>", id="half a tag is no tag"),
        pytest.param("若 a &lt; b &amp;&amp; c &#62; d，&ldquo;真&rdquo;", "若 a < b && c > d，“真”", id="entities"),
        pytest.param("|甲<br>乙|丙|", "|甲 乙|丙|", id="a break would tear a table row"),
    ],
)
def test_html(before: str, after: str) -> None:
    check(before, after)


UNDAMAGED = [
    "a < b && c > d",
    "若 x<y 且 y>z，则 x 与 z 的大小不定",
    "List<String> names = new ArrayList<>();",
    "template <class T> T max(T a, T b);",
    "vector<a> v; if (a<b) { } else if (b>a) { }",
    "cout << a << b >> c;",
    "换行用的标签是“<br>”，段落用<p>标签",
    "A. <br>  B. <hr>  C. <p>",
    "A.&nbsp;  B.&lt;  C.&amp;  D.&gt;",
    "`<b>粗体</b>` 里的 `&lt;` 不显示",
    "AT&T; 与 R&D",
    "转义后是 &amp;lt;",
    "变量(var)、栈(stack)、重载(overload)、进程(process)",
    "f(x)、O(n)、θ(x_t,t)、值(a)、个(e)、号(o)",
    "“角(jué)色”读作什么？",
    "读音全对的是 A.勉强(qiǎng) B.强(qiáng)大 C.着(zháo)火 D.着(zhe)急",
    "臺灣的首都是臺北，後來他說：皇后在後面。",
    "y = a ? b : c;  x = a ?? b;  s?.Length ?? 0",
    "正则 ^(?:a|b)*?c.*?$ 匹配什么？",
    "https://example.org/s?wd=x&page=2",
    "SELECT * FROM t WHERE a = ? AND b = ?",
    "What is it? It is a pen.",
    "什么是熵?2.什么是焓?",
    "对吗??。",
    "3+?=5",
]


@pytest.mark.parametrize("text", UNDAMAGED)
@pytest.mark.parametrize("script", ["keep", "auto"])
def test_undamaged_text_is_left_alone(text: str, script: str) -> None:
    result, found = clean(Rewrite.of(Source("bank.txt", text)), script=script)
    assert result.text == text
    assert found == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("訓(xùn)練集和測(cè)試集", "訓練集和測試集", id="after converted characters"),
        pytest.param("電（diàn）腦（nǎo）", "電腦", id="full-width brackets"),
        pytest.param("個(gè)個(gè)(var)", "個個(var)", id="a gloss behind pinyin stays"),
        pytest.param("訓(xùn)練，幾個(ge)", "訓練，幾個", id="neutral tone, where other pinyin shows the site"),
        pytest.param("幾個(ge)", "幾個(ge)", id="neutral tone alone proves nothing"),
        pytest.param("綠(lǜ)、錄(lù)", "綠、錄", id="ü with a tone"),
        pytest.param("綠(lv\u0300)", "綠", id="v for ü with a combining tone mark"),
        pytest.param("訓(xu\u0300n)練", "訓練", id="combining tone marks"),
        pytest.param("訓(tái)練", "訓(tái)練", id="not a reading of the character"),
        pytest.param("長(zhǎng)度與長(cháng)度", "長(zhǎng)度與長(cháng)度", id="two readings: the author's remark"),
        pytest.param("數(shù)、數、數、數", "數(shù)、數、數、數", id="once of four times: the author's remark"),
        pytest.param("，F(xiàn)P32", "，FP32", id="a pair of bytes across two characters"),
        pytest.param("ε_(tái)θ", "ε_θ", id="the same with a Greek letter"),
        pytest.param("得分F(xiàn)", "得分F(xiàn)", id="bytes that are another character"),
        pytest.param(
            "日(rì)月(yuè)山(shān)" * 4, "日月山" * 4, id="simplified characters, where the whole text has pinyin"
        ),
    ],
)
def test_pinyin(before: str, after: str) -> None:
    check(before, after)


@pytest.mark.parametrize(
    ("script", "before", "after"),
    [
        ("keep", "數(shù)據結構", "數據結構"),
        ("auto", "數(shù)據結構", "数据结构"),
        ("simplified", "網路與軟體", "网路与软体"),
        ("traditional", "头发和发展", "頭髮和發展"),
        ("auto", "臺灣的首都是臺北", "臺灣的首都是臺北"),
    ],
)
def test_script(script: str, before: str, after: str) -> None:
    assert cleaned(before, script) == after


def test_half_converted_text_is_known_without_pinyin() -> None:
    half = "數據的范圍不准確，云計算的后續發展于此開始。" * 8
    whole = "數據的範圍不準確，雲計算的後續發展於此開始。" * 8
    assert cleaned(half, "auto") == "数据的范围不准确，云计算的后续发展于此开始。" * 8
    assert cleaned(whole, "auto") == whole


def test_quoted_traditional_words_do_not_convert_a_simplified_text() -> None:
    text = "“範圍”在简体字里写作“范围”，“準確”写作“准确”，“後面”写作“后面”，这些都是常见的对应关系。" * 8
    assert cleaned(text, "auto") == text


@pytest.mark.parametrize(
    ("text", "place", "likely"),
    [
        pytest.param("把它设为?∞。", "?∞", "−∞", id="minus before infinity"),
        pytest.param("答案：?ηλ", "?η", "−η", id="minus at the head of a formula"),
        pytest.param("取max(1,‖v‖?/C)", "‖?", "‖₂", id="index of a norm"),
        pytest.param("噪声：g?=g+1", "g?", "", id="accent on a letter"),
        pytest.param("v+??(0,1)", "??", "𝒩", id="letter outside the BMP"),
        pytest.param("影响最??；其次", "??", "", id="twice before a semicolon"),
        pytest.param("面积??，", "??", "", id="twice before a comma"),
        pytest.param("甲\ufffd\ufffd乙", "\ufffd\ufffd", "", id="replacement characters"),
        pytest.param("体温37\uf0b0C", "\uf0b0", "°", id="a sign of Word's symbol font"),
    ],
)
def test_lost_characters_are_reported_and_kept(text: str, place: str, likely: str) -> None:
    assert cleaned(text) == text
    assert said(text) == [("lost-character", place, likely)]


def test_lost_spaces_are_reported_once() -> None:
    words = "LossScaling、DiffusionModel、SingleProgramMultipleData、TensorCore、batchsize、"
    assert [rule for rule, _, _ in said(words * 5)] == ["lost-spaces"]
    assert said(words * 5 + "a b") == []
    assert said("TensorFlow、PyTorch、JavaScript、MySQL、" * 9) == []


@pytest.mark.parametrize("name", [name for name, _ in RULES])
def test_every_rule_can_be_switched_off(name: str) -> None:
    text = "適當(dāng)?shù)募糁\ue78b梢匀コ訓(xùn)練\r\n\u200b\xa0⽤<br>&amp;?∞"
    on, found = clean(Rewrite.of(Source("bank.txt", text)))
    without, found_without = clean(Rewrite.of(Source("bank.txt", text)), off=frozenset({name}))
    assert name not in {edit.rule for edit in without.edits}
    assert name in {edit.rule for edit in on.edits} or name.startswith("lost-") or name == "out-of-step"
    assert len(found_without) <= len(found) + 9


def test_misuse_is_told() -> None:
    text = Rewrite.of(Source("bank.txt", ""))
    with pytest.raises(ValueError, match="no such script: latin"):
        clean(text, script="latin")
    with pytest.raises(ValueError, match="no such cleaning rule: nonsense"):
        clean(text, off=frozenset({"nonsense"}))
