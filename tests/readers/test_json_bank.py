"""JSON, JSON lines and scripts as tables: columns are paths, escapes are undone, positions stay."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import records_of

from ankigen.readers import json_bank, plain


def rows(text, name="a.json"):
    return records_of(json_bank.read(name, text.encode()).text)


def test_fields_become_columns_named_by_their_paths():
    bank = [{"question": "甲", "options": [{"key": "A", "text": "一"}, {"key": "B", "text": "二"}], "answer": 1}]
    assert rows(json.dumps(bank)) == [
        {
            "question": "甲",
            "options.0.key": "A",
            "options.0.text": "一",
            "options.1.key": "B",
            "options.1.text": "二",
            "answer": "1",
        }
    ]


def test_escapes_are_undone_where_they_stand():
    text = r'[{"question": "甲\n乙 \"丙\" \u4e01 \ud83d\ude00 \\ \/"}]'
    assert rows(text)[0]["question"] == '甲\n乙 "丙" 丁 😀 \\ /'
    changed = json_bank.read("a.json", text.encode()).text
    assert changed.undo() == text
    assert changed.back((changed.text.index("丙"), changed.text.index("丙") + 1))[0] == text.index("丙")


def test_null_is_an_empty_cell():
    assert rows('[{"question": "甲", "answer": null}, {"question": "乙", "answer": "B"}]')[0] == {"question": "甲"}


def test_the_list_may_lie_deep_in_a_document():
    bank = {"props": {"page": {"questions": [{"question": "甲", "answer": "A"}], "number": 3}}, "build": "x"}
    assert [row["question"] for row in rows(json.dumps(bank))] == ["甲"]


def test_what_stands_above_a_list_is_repeated_in_its_rows():
    bank = [
        {"chapter": "第一章", "questions": [{"question": "甲"}, {"question": "乙"}]},
        {"chapter": "第二章", "questions": [{"question": "丙"}]},
    ]
    assert [(row["question"], row["parent.chapter"]) for row in rows(json.dumps(bank))] == [
        ("甲", "第一章"),
        ("乙", "第一章"),
        ("丙", "第二章"),
    ]


def test_the_names_of_several_lists_are_kept():
    bank = {"single": [{"question": "甲"}], "judge": [{"question": "乙"}]}
    assert [row["parent.key"] for row in rows(json.dumps(bank))] == ["single", "judge"]


def test_one_object_a_line():
    text = '{"question": "甲", "answer": "对"}\r\n{"question": "乙", "answer": "错"}\r\n'
    assert [row["answer"] for row in rows(text, "a.jsonl")] == ["对", "错"]
    assert len(plain.read("a.txt", text.encode()).text.source.tables) == 1


def test_a_list_in_a_script_needs_no_quotation_marks_around_names():
    text = "var title = '测验';\n// 题目\n"
    text += "var list = [{id: 1, question: '甲', item: [{ans: \"A\"},], /* x */ answer: 'B'},];"
    assert rows(text, "a.js") == [{"id": "1", "question": "甲", "item.0.ans": "A", "answer": "B"}]


def test_breaks_and_images_of_html_strings():
    text = '[{"question": "甲<br/>乙<img alt=\\"x\\" src=\\"图/1.png\\"/>", "answer": "A"}]'
    assert rows(text)[0]["question"] == "甲\n乙[图片: 图/1.png]"


def test_a_bank_about_tags_keeps_them():
    text = '[{"question": "换行用哪个标签？ 甲<br>乙", "answer": "<br>"}]'
    assert rows(text)[0]["question"] == "换行用哪个标签？ 甲<br>乙"


def test_a_file_that_breaks_off_gives_what_is_whole_and_says_so():
    whole = '[{"question": "甲", "answer": "A"}, {"question": "乙", "answer": "B"}, {"question": "丙", "ans'
    assert [row["question"] for row in rows(whole)] == ["甲", "乙"]
    assert [each.rule.name for each in json_bank.read("a.json", whole.encode()).diagnostics] == ["truncated"]


def test_a_fault_in_the_middle_costs_one_question():
    text = '[{"question": "甲"}, {"question": "乙" x}, {"question": "丙"}, {"question": "丁"}]'
    assert [row["question"] for row in rows(text)] == ["甲", "丙", "丁"]


@pytest.mark.parametrize("text", ["[" * 500, "{" * 500, '{"a":' * 200, '["', "[1, 2]", "/* x", '"', "[]"])
def test_what_is_no_bank_stays_text(text):
    reading = json_bank.read("a.json", text.encode())
    assert not reading.text.source.tables and reading.text.source.text == text


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["question", "answer", "x"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(_VALUES, st.integers(0, 400))
def test_any_json_whole_or_cut_is_read_without_loss(value, cut):
    text = json.dumps(value, ensure_ascii=False)[: 400 - cut]
    reading = json_bank.read("a.json", text.encode("utf-8", "replace"))
    if reading.text is not None:
        assert reading.text.undo() == reading.text.source.text
