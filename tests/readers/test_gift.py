"""GIFT as a table."""

import pytest
from readings import records_of

from ankigen.readers import gift


def rows(text):
    changed = gift.read("a.gift", text.encode()).text
    return records_of(changed) if changed.source.tables else []


def test_a_choice():
    row = rows("::头衔:: 首都是？ {=北京 ~上海 # 不是 ~广州}")[0]
    assert row == {
        "question": "首都是？",
        "options.0.text": "北京",
        "options.0.correct": "=",
        "options.1.text": "上海",
        "options.2.text": "广州",
    }


def test_weights_show_several_right_options():
    row = rows("选出偶数 {~%50%二 ~%50%四 ~%-100%五}")[0]
    assert [name for name in row if name.endswith("correct")] == ["options.0.correct", "options.1.correct"]
    assert row["options.2.text"] == "五"


def test_a_gap_in_mid_sentence():
    row = rows("水在 {~50 =100} 度沸腾。")[0]
    assert (row["question"], row["question.1"], row["options.1.correct"]) == ("水在", "度沸腾。", "=")


@pytest.mark.parametrize(
    ("braces", "answer"),
    [("{T}", "T"), ("{FALSE#不对}", "FALSE"), ("{#12}", "12"), ("{=甲 =乙}", "甲 / 乙"), ("{=甲# 好 =乙}", "甲")],
)
def test_other_answers(braces, answer):
    assert rows(f"问题 {braces}")[0]["answer"] == answer


def test_an_essay_has_no_answer():
    assert rows("谈谈你的看法 {}") == [{"question": "谈谈你的看法"}]


def test_pairs_to_match():
    row = rows("配对 {\n  =猫 -> 动物\n  =松 -> 植物\n}")[0]
    assert (row["pairs.0.left"], row["pairs.1.right"]) == ("猫", "植物")


def test_embedded_gaps_divide_the_text():
    row = rows("太阳从{1:SA:=东~=东方}升起，从{1:MC:~东~=西}落下。")[0]
    assert [row[name] for name in ("question", "question.1", "question.2")] == ["太阳从", "升起，从", "落下。"]
    assert [row["answer.0"], row["answer.1"]] == ["东 / 东方", "西"]


def test_escapes_comments_categories_and_feedback():
    text = "// 注释 {=x}\n$CATEGORY: 甲\n\n集合 \\{1\\} 有几个元素\\? 写成 a\\=b {=一 ~二####一个元素}\n"
    row = rows(text)[0]
    assert row["question"] == "集合 {1} 有几个元素\\? 写成 a=b"
    assert row["explanation"] == "一个元素"


def test_an_item_without_braces_is_a_note():
    assert rows("::说明:: 阅读下文") == [{"note": "阅读下文"}]


def test_tags_go_only_where_the_item_says_that_it_is_html():
    assert rows("[html]<p>甲<br>乙</p>{T}")[0]["question"].strip() == "甲\n乙"
    assert rows("标签 <br> 换行{T}")[0]["question"] == "标签 <br> 换行"


def test_an_open_brace_does_not_swallow_what_follows():
    found = rows("坏的 {=甲\n\n::二:: 好的 {T}")
    assert found[-1]["question"] == "好的"


def test_a_description_is_the_material_of_what_follows_in_its_category():
    text = "::M:: 锅里有汤\n\n汤热吗{T}\n\n汤凉吗{F}\n\n::N:: 碗里有饭\n\n饭香吗{T}\n\n$CATEGORY: 乙\n\n茶苦吗{T}\n"
    assert [row.get("material") for row in rows(text)] == ["锅里有汤", "锅里有汤", "碗里有饭", None]


def test_underlined_words_are_seen_where_a_question_asks_for_them():
    text = "::M:: Explain the underlined word.\n\n[html]The <u>pan</u> is <b>hot</b> {=pot}\n"
    assert rows(text)[0]["question"] == "The _pan_ is hot"
    assert rows("[html]The <u>pan</u> is hot {T}")[0]["question"] == "The pan is hot"


def test_signs_of_bold_go_unless_the_words_in_bold_are_asked_for():
    assert rows("[markdown]**首都**是？ {=北京 ~上海}")[0]["question"] == "首都是？"
    asked = rows("[markdown]Which tense is the phrase in bold? She **has gone**. {=perfect ~past}")[0]
    assert asked["question"].endswith("She **has gone**.")
