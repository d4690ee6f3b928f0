"""Banks in tables: columns found by name or content, answers decoded by whole columns, nothing guessed."""

import io
import json
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.exchange import bank_data, to_json
from ankigen.normalizer.clean import clean
from ankigen.parser import parse
from ankigen.pipeline import broken_law
from ankigen.readers import delimited, gift, json_bank, markdown, sheets

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "files"


def parsed(reading):
    paper, diagnostics = parse(clean(reading.text, script="keep")[0])
    assert broken_law(paper) is None
    return paper, [each.rule.name for each in diagnostics]


def of_csv(text):
    return parsed(delimited.read("a.csv", text.encode()))


def of_json(value):
    return parsed(json_bank.read("a.json", json.dumps(value, ensure_ascii=False).encode()))


def brief(paper):
    return [(str(each.kind), "".join(each.answer)) for each in paper.questions]


def one(paper):
    (question,) = paper.questions
    return question


# --- columns -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    [
        "题干,选项A,选项B,答案",
        "题目,A选项,B选项,正确答案（只能填字母，否则报错）",
        "*试题内容,A,B,标准答案：",
        "Question,Option A,Option B,Correct Answer",
        "stem,option_1,option_2,key",
        "題目,選項A,選項B,答案",
        "题目内容,选项一,选项二,参考答案",
    ],
)
def test_columns_are_known_by_their_names(header):
    question = one(of_csv(f"{header}\n冰在常温下会（）,融化,燃烧,A\n")[0])
    assert (question.stem, question.answer) == ("冰在常温下会（）", ("A",))
    assert [(each.label, each.text) for each in question.options] == [("A", "融化"), ("B", "燃烧")]


def test_all_parts_of_a_question():
    header = "序号,章节,题型,题目,A,B,答案,解析,分值,难度"
    question = one(of_csv(f"{header}\n7,第一章 水,多选题,冰会（）,融化,漂浮,AB,比水轻,2,易\n")[0])
    assert (question.number, question.section, str(question.kind)) == ("7", "第一章 水", "multiple")
    assert (question.points, question.explanation, question.answer) == (2.0, "比水轻", ("A", "B"))


def test_titles_above_the_names_and_names_repeated_are_no_questions():
    text = "安全知识题库,,,\n题目,A,B,答案\n冰会（）,融化,燃烧,A\n题目,A,B,答案\n火会（）,融化,燃烧,B\n"
    assert brief(of_csv(text)[0]) == [("single", "A"), ("single", "B")]


def test_columns_without_names_are_known_by_what_stands_in_them():
    lines = [
        f"{n},第{n}个词的意思是（）,甲{n},乙{n},丙{n},{'ABC'[n % 3]},因为第{n}页这样写,[单选]" for n in range(1, 9)
    ]
    paper, _ = of_csv("\n".join(lines))
    assert [each.answer[0] for each in paper.questions] == ["ABC"[n % 3] for n in range(1, 9)]
    assert paper.questions[0].explanation == "因为第1页这样写" and paper.questions[0].number == "1"


def test_a_text_with_gaps_beside_a_text_without_is_a_question():
    paper, _ = of_csv("中国的首都是（  ）。,['北京']\n法国的首都是（  ）。,['巴黎']\n英国的首都是（  ）。,['伦敦']\n")
    assert brief(paper) == [("fill", "北京"), ("fill", "巴黎"), ("fill", "伦敦")]
    assert paper.questions[0].stem == "中国的首都是____。"


def test_a_table_that_is_no_bank_stays_text():
    text = "1. 下表中最大的是（ ）\n\n| 年份 | 产量 |\n|---|---|\n| 甲 | 3 |\n\nA. 甲\nB. 乙\n\n答案：A\n"
    paper, _ = parsed(markdown.read("a.md", text.encode()))
    assert brief(paper) == [("single", "A")] and "产量" in paper.questions[0].stem


def test_a_table_among_texts_stands_in_reading_order():
    text = "# 单选题\n\n1. 甲是（ ）\nA. 一\nB. 二\n答案：B\n\n"
    text += "| 题号 | 题目 | A | B | 答案 |\n|--|--|--|--|--|\n| 2 | 乙是（） | 三 | 四 | A |\n\n"
    text += "3. 丙是（ ）\nA. 五\nB. 六\n答案：B\n"
    paper, _ = parsed(markdown.read("a.md", text.encode()))
    assert [(each.number, "".join(each.answer), each.section) for each in paper.questions] == [
        ("1", "B", "单选题"),
        ("2", "A", "单选题"),
        ("3", "B", "单选题"),
    ]


# --- options -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cell",
    [
        "A.红|B.绿|C.蓝",
        "A、红 B、绿 C、蓝",
        "A:红;B:绿;C:蓝",
        "A. 红\nB. 绿\nC. 蓝",
        "红|绿|蓝",
        "红\n绿\n蓝",
        "['红', '绿', '蓝']",
        '["A. 红", "B. 绿", "C. 蓝"]',
        '[{"optionContent": "红"}, {"optionContent": "绿"}, {"optionContent": "蓝"}]',
        "[{'key': 'A', 'text': '红'}, {'key': 'B', 'text': '绿'}, {'key': 'C', 'text': '蓝'}]",
        '{"A": "红", "B": "绿", "C": "蓝"}',
    ],
)
def test_options_in_one_cell(cell):
    quoted = cell.replace('"', '""')
    question = one(of_csv(f'题目,选项,答案\n草的颜色是（）,"{quoted}",B\n')[0])
    assert [(each.label, each.text) for each in question.options] == [("A", "红"), ("B", "绿"), ("C", "蓝")]


@pytest.mark.parametrize(
    "options",
    [
        ["红", "绿"],
        {"A": "红", "B": "绿"},
        [{"key": "A", "text": "红"}, {"key": "B", "text": "绿"}],
        [{"ans": "B", "item": "绿"}, {"ans": "A", "item": "红"}],
        ["A. 红", "B. 绿"],
    ],
)
def test_options_in_json(options):
    question = one(of_json([{"title": "x", "question": "草是（）", "choices": options, "answer": "B"}])[0])
    assert [(each.label, each.text) for each in question.options] == [("A", "红"), ("B", "绿")]


def test_a_path_is_no_letter():
    question = one(of_csv("题目,A,B,C,答案\n系统在哪个目录（）,D盘,无,C:\\Windows,C\n")[0])
    assert question.options[2].text == "C:\\Windows"


# --- answers -----------------------------------------------------------------------------------------------------


def bank(*answers, options=("红", "绿", "蓝", "白")):
    return [
        {"question": f"第{n}题（）", "options": list(options), "answer": answer} for n, answer in enumerate(answers)
    ]


@pytest.mark.parametrize(
    ("answer", "letters"),
    [("C", "C"), ("ac", "AC"), ("Ａ，Ｃ", "AC"), ("A、B", "AB"), (["A", "C"], "AC"), ("['A','C']", "AC"), ("绿", "B")],
)
def test_letters_and_texts(answer, letters):
    assert "".join(one(of_json(bank(answer))[0]).answer) == letters


def test_numbers_count_from_zero_where_a_zero_occurs():
    assert [each[1] for each in brief(of_json(bank(0, 2, 3))[0])] == ["A", "C", "D"]


def test_numbers_count_from_one_where_the_last_option_is_named():
    assert [each[1] for each in brief(of_json(bank(4, 2, "1,3"))[0])] == ["D", "B", "AC"]


@pytest.mark.parametrize("answers", [(1, 2, 3), (0, 4), (1, 5)])
def test_numbers_that_could_be_either_are_reported_and_not_guessed(answers):
    paper, said = of_json(bank(*answers))
    assert not any(each.answer for each in paper.questions)
    assert said.count("ambiguous") == len(answers)


def test_numbers_that_are_the_options_own_names_are_certain():
    options = [{"key": n, "text": text} for n, text in ((1, "红"), (2, "绿"))]
    assert brief(of_json([{"question": "草是（）", "options": options, "answer": 2}])[0]) == [("single", "B")]


def test_a_word_in_capitals_is_no_row_of_letters():
    paper, said = of_json(bank("A", "ALL"))
    assert brief(paper)[1] == ("single", "") and "ambiguous" in said


def test_a_letter_is_a_label_even_where_an_option_is_called_so():
    rows = [*bank(*"ABCDABCDABCD"), *bank("C", options=("X", "Y", "T", "C"))]
    assert brief(of_json(rows)[0])[-1] == ("single", "C")


def test_an_option_that_is_not_there_is_reported():
    _, said = of_json(bank("A", "E"))
    assert "answer-not-an-option" in said


@pytest.mark.parametrize(
    "row",
    [
        "3,丙是（）,一,二，二,三,四,C,多",  # a comma too many
        "3,丙是（）,一,二,C",  # a cell too few
        "3,丙是（）,半,一,二,三,四",  # shifted, the key pushed out
    ],
)
def test_a_shifted_row_is_reported_and_not_guessed(row):
    good = [f"{n},第{n}题是（）,一{n},二{n},三{n},四{n},{'ABCD'[n % 4]}" for n in (*range(1, 3), *range(4, 40))]
    text = "\n".join(["题号,题目,A,B,C,D,答案", *good[:2], row, *good[2:]])
    paper, said = of_csv(text)
    assert [each.number for each in paper.questions if not each.answer] == ["3"]
    assert "ambiguous" in said or "missing-answer" in said


@pytest.mark.parametrize(
    ("first", "second"),
    [("1", "2"), ("1", "0"), ("对", "错"), ("T", "F"), ("正确", "错误"), ("√", "×"), ("true", "FALSE")],
)
def test_true_and_false(first, second):
    paper, _ = of_csv(f"题目,答案\n水是液体。,{first}\n火是液体。,{second}\n")
    assert brief(paper) == [("truefalse", "true"), ("truefalse", "false")]


def test_ones_alone_do_not_say_what_they_mean():
    paper, _ = of_csv("题目,答案\n水是液体。,2\n火是液体。,2\n")
    assert not any(each.kind == "truefalse" for each in paper.questions)


def test_options_that_are_true_and_false_make_a_judgement():
    assert brief(of_json(bank("B", options=("正确", "错误")))[0]) == [("truefalse", "false")]


def test_codes_of_kinds_are_read_off_their_rows():
    rows = ["答案,题目,选项,类型"]
    rows += [f"{1 + n % 2},第{n}个说法。,,1" for n in range(8)]
    rows += [f"{'ABC'[n % 3]},第{n}个问题是（）,红|绿|蓝,2" for n in range(8)]
    rows += [f'"{"A" if n == 0 else "A,C"}",第{n}个问题有（）,红|绿|蓝,3' for n in range(8)]
    kinds = [str(each.kind) for each in of_csv("\n".join(rows))[0].questions]
    assert kinds == ["truefalse"] * 8 + ["single"] * 8 + ["multiple"] * 8


def judged(*explanations):
    return bank("A", "B", "C") + [
        {
            "question": f"第{n}个说法对。",
            "options": ["", "", "", ""],
            "answer": "AB"[n % 2],
            "type": "2",
            "explain": explanations[n % 2],
        }
        for n in range(12)
    ]


def test_letters_mean_true_and_false_where_the_explanations_bear_it_out():
    assert brief(of_json(judged("书上这样写。", "这种说法是错误的。"))[0])[3:5] == [
        ("truefalse", "true"),
        ("truefalse", "false"),
    ]


@pytest.mark.parametrize("explanations", [("", ""), ("这种说法是错误的。", "书上这样写。")])
def test_letters_stay_letters_where_nothing_bears_it_out(explanations):
    assert brief(of_json(judged(*explanations))[0])[3:5] == [("single", "A"), ("single", "B")]


def test_one_name_over_the_columns_of_all_options():
    question = one(of_csv("试题,选项,,,答案\n甲是（）,一,二,三,C\n")[0])
    assert [each.text for each in question.options] == ["一", "二", "三"]


def test_answers_of_gaps_in_columns_of_their_own():
    assert one(of_csv("题目,答案1,答案2\n（）和（）是水果。,桃,梨\n")[0]).answer == ("桃", "梨")


def test_answers_for_several_gaps():
    paper, said = of_csv("题目,答案\n（）和（）是水果。,\"['桃', '梨']\"\n（）和（）是菜。,\"['葱', '姜', '蒜']\"\n")
    assert paper.questions[0].answer == ("桃", "梨")
    assert "blank-count-mismatch" in said


def test_two_columns_of_answers_that_disagree_leave_the_answer_out():
    rows = [{**row, "suggested_answer": other} for row, other in zip(bank("A", "B"), "AC", strict=True)]
    paper, said = of_json(rows)
    assert [each[1] for each in brief(paper)] == ["A", ""] and "ambiguous" in said


def test_options_that_say_themselves_whether_they_are_right():
    options = [{"text": "红", "isCorrect": False}, {"text": "绿", "isCorrect": True}]
    assert brief(of_json([{"question": "草是（）", "options": options}])[0]) == [("single", "B")]


def test_two_signs_that_disagree_leave_the_answer_out():
    options = [{"text": "红", "isCorrect": False}, {"text": "绿", "isCorrect": True}]
    paper, said = of_json([{"question": "草是（）", "options": options, "answer": "A"}])
    assert brief(paper) == [("single", "")] and "ambiguous" in said


# --- rows --------------------------------------------------------------------------------------------------------


def test_rows_that_are_no_questions_are_noise_with_a_word_about_them():
    text = "题目,A,B,答案\n甲是（）,一,二,A\n,,,\n本表由教务处整理,,,\n"
    text += "乙是（）,一,二,B\n丙是（）,一,二,B\n丁是（）,一,二,B\n戊是（）,一,二,B\n"
    paper, said = of_csv(text)
    assert len(paper.questions) == 5 and said.count("leftover-text") == 1


def of_sheets(**named):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in named.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    content = io.BytesIO()
    book.save(content)
    return parsed(sheets.read("a.xlsx", content.getvalue()))


def test_a_sheet_beside_the_bank_is_said_to_be_left_out():
    paper, said = of_sheets(
        Sheet=[["题目", "A", "B", "答案"], ["甲是（）", "一", "二", "B"]],
        说明=[["栏目", "填写说明"], ["答案", "只填字母"]],
    )
    assert brief(paper) == [("single", "B")] and said == ["leftover-text"]


def test_the_names_of_sheets_are_sections():
    paper, _ = of_sheets(
        多选题=[["题目", "A", "B", "答案"], ["甲有（）", "一", "二", "B"]],
        判断题=[["题目", "答案"], ["乙对。", "√"]],
    )
    assert [(each.section, str(each.kind)) for each in paper.questions] == [
        ("多选题", "multiple"),
        ("判断题", "truefalse"),
    ]


def test_a_row_may_be_a_heading():
    text = "题目,A,B,答案\n一、单选题,,,\n甲是（）,一,二,A\n二、多选题,,,\n乙有（）,一,二,A\n"
    paper, _ = of_csv(text)
    assert [(each.section, str(each.kind)) for each in paper.questions] == [
        ("一、单选题", "single"),
        ("二、多选题", "multiple"),
    ]


def test_a_question_without_answer_is_said():
    assert of_csv("题目,A,B,答案\n甲是（）,一,二,A\n乙是（）,一,二,\n")[1] == ["missing-answer"]


def test_an_image_is_kept_as_its_name():
    paper, _ = of_json([{"question": "这是什么标志", "image": "a/1.png", "options": ["停", "行"], "answer": "A"}])
    assert one(paper).stem == "这是什么标志\n[图片: a/1.png]"


def test_numbers_that_begin_again_are_no_repetition():
    _, said = of_csv("题号,题目,答案\n" + "".join(f"{n},第{n}问？,答{n}\n" for n in (1, 2, 3, 2, 3, 4)))
    assert not said


# --- formats -----------------------------------------------------------------------------------------------------


def test_gift():
    text = "首都是 {=北京 ~上海}\n\n水是液体 {T}\n\n"
    text += "太阳从{1:SA:=东}升起，从{1:SA:=西}落下。\n\n配对 {=猫 -> 动物 =松 -> 植物}\n"
    paper, _ = parsed(gift.read("a.gift", text.encode()))
    assert brief(paper) == [("single", "A"), ("truefalse", "true"), ("fill", "东西"), ("short", "猫 → 动物\n松 → 植物")]
    assert paper.questions[2].stem == "太阳从____升起，从____落下。"


def same(first, second):
    skipped = {"line", "column", "place", "topics"}
    return [{k: v for k, v in each.items() if k not in skipped} for each in first["questions"]] == [
        {k: v for k, v in each.items() if k not in skipped} for each in second["questions"]
    ]


_TEXT = st.text(alphabet="甲乙ab12 ,，()（）_\n\"\\'{}[]:.A", max_size=12).map(str.strip)
_QUESTION = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["single", "fill", "truefalse", "short"]),
        "number": st.sampled_from(["", "1", "3-2", "十二"]),
        "section": st.sampled_from(["", "一、单选题"]),
        "chapter": st.just(""),
        "points": st.sampled_from([None, 1, 2.5]),
        "material": _TEXT,
        "stem": st.text(alphabet="甲乙丙", min_size=1, max_size=5),
        "options": st.sampled_from([[], [{"label": "A", "text": "C:\\x"}, {"label": "B", "text": "B. 2"}]]),
        "answer": st.sampled_from([[], ["A"], ["true"], ["甲", "乙"]]),
        "explanation": st.sampled_from(["", "略", "因为\n    code = 1"]),
        "truncated": st.booleans(),
    }
)


@given(st.lists(_QUESTION, min_size=1, max_size=4))
def test_our_own_format_comes_back_as_it_was(questions):
    bank = {"format": "ankigen.bank/1", "title": "", "questions": questions, "diagnostics": []}
    first = bank_data(of_json(bank)[0], ())
    second = bank_data(parsed(json_bank.read("a.json", to_json(first)))[0], ())
    assert len(first["questions"]) == len(questions)
    assert same(first, second)


@given(
    st.lists(
        st.lists(
            st.sampled_from(["题目", "答案", "A", "B", "选项", "1", "2", "对", "甲（）", "", "[", "{}"]), max_size=6
        ),
        max_size=8,
    )
)
def test_no_table_breaks_the_laws(rows):
    text = "\n".join(",".join(row) for row in rows)
    if text.strip():
        of_csv(text)


# --- real banks --------------------------------------------------------------------------------------------------

# What the rows of each file say about their number, kinds and missing answers; counted by other means.
_REAL = {
    "007": (604, {"truefalse": 215}, 0),
    "008": (604, {"truefalse": 215}, 0),
    "022": (1380, {"truefalse": 907}, 0),
    "027": (994, {}, 5),
    "030": (593, {"single": 593}, 0),
    "031": (283, {"single": 162, "multiple": 65, "truefalse": 56}, 0),
    "063": (25, {"single": 25}, 0),
    "064": (332, {"single": 296}, 19),
    "071": (1084, {"single": 1084}, 1),
    "085": (61, {"multiple": 10}, 0),
    "086": (7, {"fill": 1, "single": 2}, 0),
    "087": (31, {"single": 30}, 0),
    "092": (832, {}, 0),
    "100": (276, {"multiple": 2}, 0),
    "101": (80, {"single": 80}, 0),
}


@pytest.mark.skipif(not CORPUS.exists(), reason="the collection of real banks is not here")
@pytest.mark.parametrize("name", _REAL)
def test_real_banks(name):
    from ankigen.readers import read

    total, kinds, missing = _REAL[name]
    paper, _ = parsed(read(next(CORPUS.glob(f"{name}-*"))))
    found = [str(each.kind) for each in paper.questions]
    assert len(found) == total
    assert {kind: found.count(kind) for kind in kinds} == kinds
    assert sum(1 for each in paper.questions if not each.answer) == missing


# --- cells -------------------------------------------------------------------------------------------------------


def test_a_cell_keeps_its_line_breaks():
    code = 'Pan p = new Pan(); // 1\nLid l = new Lid(""tin""); // 2\nwhile (p.Hot) {\n    p.Stir();\n}\n第几行出错'
    question = one(of_csv(f'题目,A,B,答案\n"{code}","甲\n乙","乙\n甲",A\n')[0])
    assert question.stem == code.replace('""', '"')
    assert [option.text for option in question.options] == ["甲\n乙", "乙\n甲"]


def test_a_paragraph_that_was_wrapped_in_a_cell_is_whole_again():
    wrapped = (
        "一锅汤从早上煮到晚上都没有放盐，尝了一口的人都说\n味道太淡，于是厨师在起锅以前加了三勺，结果汤咸得没有\n"
        "人喝。\n应该怎么补救（）"
    )
    assert one(of_csv(f'题目,A,B,答案\n"{wrapped}",加水,加盐,A\n')[0]).stem == (
        "一锅汤从早上煮到晚上都没有放盐，尝了一口的人都说味道太淡，于是厨师在起锅以前加了三勺，结果汤咸得没有人喝。\n"
        "应该怎么补救（）"
    )


@pytest.mark.parametrize(
    "row",
    [
        "注册商标写作,&reg;,®,&trade;,A",
        "哪一个是乘号,&times;,&divide;,&plusmn;,A",
        "网页里的空格写作什么,x&nbsp;y,x&emsp;y,xy,A",
        "用<br />换行的标签是哪一种语言的,HTML,C,Java,A",
    ],
)
def test_a_row_about_markup_keeps_its_entities_and_tags(row):
    question = one(of_csv(f"题目,A,B,C,答案\n{row}\n")[0])
    assert [question.stem, *(option.text for option in question.options)] == row.split(",")[:-1]


def test_what_an_export_escapes_is_undone():
    question = one(of_csv("题目,A,B,答案\n汤里&nbsp;放（）&mdash;选一项,&quot;盐&quot;,3 &lt; 4 &amp; 沙,A\n")[0])
    assert [question.stem, *(option.text for option in question.options)] == [
        "汤里 放（）—选一项",
        '"盐"',
        "3 < 4 & 沙",
    ]


# --- pictures, notes, sections -----------------------------------------------------------------------------------


def test_a_picture_stands_where_the_question_says():
    bank = [
        {"question": "看图<br/>//IMG//<br/>这是什么锅？", "question_images": ["a.png", "b.png"], "answer": "汤锅"},
        {"question": "把步骤排好", "options": {}, "answer": "", "answer_images": ["c.png"]},
        {"question": "哪个是盐？", "options": ["白的", "黑的"], "answer": "A", "answer_images": ["d.png"]},
    ]
    first, second, third = of_json(bank)[0].questions
    assert first.stem == "看图\n[图片: a.png]\n这是什么锅？\n[图片: b.png]"
    assert (str(second.kind), second.answer) == ("short", ("[图片: c.png]",))
    assert (third.answer, third.explanation) == (("A",), "[图片: d.png]")


def test_a_note_explains_a_sign_of_the_question():
    bank = [
        {
            "question": "厨法＊怎么说？",
            "answer": "要洗手",
            "note": "（注）＊ 厨房法",
            "subject": "卫生",
            "yearLabel": "三年",
        },
        {"question": "盐从哪里来？", "answer": "海里", "note": "很多人会", "subject": "食材", "yearLabel": "四年"},
    ]
    first, second = of_json(bank)[0].questions
    assert (first.stem, first.section, first.chapter) == ("厨法＊怎么说？\n（注）＊ 厨房法", "卫生", "三年")
    assert (second.stem, second.section) == ("盐从哪里来？", "食材")


def test_a_line_break_that_was_escaped_twice_is_one_but_not_in_code():
    bank = [
        {"question": "盐？", "answer": "咸", "explanation": r"因为：\n\n1) 尝过\r\n2) 看过"},
        {"question": r'printf("a\n1") 印出什么？', "answer": "a", "explanation": r"角 $\nu$ 与 \nabla"},
    ]
    first, second = of_json(bank)[0].questions
    assert first.explanation == "因为：\n1) 尝过\n2) 看过"
    assert (second.stem, second.explanation) == (r'printf("a\n1") 印出什么？', r"角 $\nu$ 与 \nabla")


def test_what_is_to_be_matched_stands_in_the_stem_and_as_options():
    """A card for a written answer shows the stem alone; the exchange format lists what is matched."""
    question = one(parsed(gift.read("a.gift", "[markdown]配对 {\n=**猫** -> 喵\n=狗 -> 汪\n}".encode()))[0])
    assert question.stem == "配对\n猫\n狗\n喵 / 汪"
    assert [option.text for option in question.options] == ["猫", "狗"]
    assert question.answer == ("猫 → 喵\n狗 → 汪",)
