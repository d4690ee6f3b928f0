"""Markdown: what a person would have typed, as lines, and the way back to the file."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import marks_of

from ankigen.readers import markdown, read
from ankigen.text import Rewrite


def bank(text: str) -> Rewrite:
    reading = markdown.read("x.md", text.encode())
    assert reading.text is not None
    assert reading.markdown
    assert reading.text.undo() == text
    return reading.text


def marks(text: str) -> list[tuple[str, str, str]]:
    return marks_of(bank(text))


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        # headings
        ("## 一、单选题\n### 1. 题 ###  \n", "一、单选题\n1. 题\n"),
        ("##二、多选题\n#**三**\n", "二、多选题\n三\n"),
        ("#include <stdio.h>\n#1 题\n", "#include <stdio.h>\n#1 题\n"),
        ("卷一\n====\n题\n---\n", "卷一\n题\n---\n"),
        # bullets and boxes
        ("- A. 甲\n* B、乙\n+ （C）丙\n- D 丁\n", "A. 甲\nB、乙\n（C）丙\nD 丁\n"),
        ("- **A**. 甲\n- **B. 乙**\n- C\\. 丙\n", "A. 甲\nB. 乙\nC. 丙\n"),
        ("- **答案**：A\n- 题型：单选题\n- 1. 题\n- Answer: B\n", "答案：A\n题型：单选题\n1. 题\nAnswer: B\n"),
        ("- 要点一\n- A股上市\n- A lock is held\n  * 要点二\n", "- 要点一\n- A股上市\n- A lock is held\n  * 要点二\n"),
        ("- [x] A. 甲\n- [ ] B. 乙\n  - [X] 丙\n", "A. 甲\nB. 乙\n  丙\n"),
        ("* * *\n- - -\n___\n", "* * *\n- - -\n___\n"),
        # quotes, breaks, escapes
        ("> A.甲\n>B.乙\n> > - C. 丙\n", "A.甲\nB.乙\nC. 丙\n"),
        ("1. 若 x\n>=3，则\n", "1. 若 x\n>=3，则\n"),
        ("甲  \n乙\\\n丙\n", "甲\n乙\n丙\n"),
        ("1\\. 填\\_\\_\\_\\_。 \\*号\\* \\甲", "1. 填____。 *号* \\甲"),
        # emphasis
        ("**答案：**A **粗**、*斜* 和 ***两者*** 与 __也__", "答案：A 粗、斜 和 两者 与 也"),
        ("2*3*4, x**2 + y**2, (a+b)*(c+d)*(e+f), a * b * c", "2*3*4, x**2 + y**2, (a+b)*(c+d)*(e+f), a * b * c"),
        ("snake_case_name 首都是____，省会是__，（__B__）", "snake_case_name 首都是____，省会是__，（B）"),
        ("*B. 直尺\n*C. 量杯\n**重", "*B. 直尺\n*C. 量杯\n**重"),
        ("**跨\n行**\n\n**不跨\n\n段**", "跨\n行\n\n**不跨\n\n段**"),
        ("==重点== 与 a==b 和 c==d", "重点 与 a==b 和 c==d"),
        # formulas and code
        ("$a_1*b$ 与 $c*d_2$，$5 和 $10，$$x_1\\_*y*$$", "$a_1*b$ 与 $c*d_2$，$5 和 $10，$$x_1\\_*y*$$"),
        ("\\(x_1\\*2\\) 与 \\( \\) 与 \\(甲\\) \\[a_b_\\]", "\\(x_1\\*2\\) 与 ( ) 与 (甲) \\[a_b_\\]"),
        ("$$\na_1 * b_1 * c\n# x\n$$\n", "$$\na_1 * b_1 * c\n# x\n$$\n"),
        ("`a*b*c` ``x ` **y** `` *斜*", "`a*b*c` ``x ` **y** `` 斜"),
        ("```py\n# **x**\n- A. y\n```\n# 题\n", "```py\n# **x**\n- A. y\n```\n题\n"),
        ("   ~~~\n> *x*\n   ~~~\n", "   ~~~\n> *x*\n   ~~~\n"),
        ("> ```\n> a_b_c\n> ```\n", "```\na_b_c\n```\n"),
        ("````\n```\n*x*\n````\n", "````\n```\n*x*\n````\n"),
        ("```\n**题**\n", "```\n题\n"),
        # links and images
        ('[文](https://a.b/c_d_e "标题") <https://a.b/x_y_z>', "文 https://a.b/x_y_z"),
        ("![图_1_](a_b_c.png) [单选题](AB) [^1] [x]", "![图_1_](a_b_c.png) [单选题](AB) [^1] [x]"),
        # tables
        ("| 题号 | 1 | 2 |\n|:---:|---|---|\n| 答案 | B |  |\n\n后|不\n", "题号\t1\t2\n答案\tB\t\n\n后|不\n"),
        ("题号 | 答案\n--- | ---\n1 | A\\|B\n2 | x<br>y\n", "题号\t答案\n1\tA|B\n2\tx y\n"),
        ("|A∪B| = |A|\n后\n", "|A∪B| = |A|\n后\n"),
        # stars of the text, in options and in front of blanks
        ("A. η*=1  B. η*=2  C. η*=3\n", "A. η*=1  B. η*=2  C. η*=3\n"),
        ("数 Z*（  ），其中 k*m 为____，X* Y*____", "数 Z*（  ），其中 k*m 为____，X* Y*____"),
        ("A. p* B. q* C. r\n", "A. p* B. q* C. r\n"),
        ("*斜体* 与 汉*字*体，*“引”*。", "斜体 与 汉字体，“引”。"),
        # HTML inside
        ("<details>\n<summary>查看答案</summary>\n\n答案：A\n</details>\n", "\n查看答案\n\n答案：A\n\n"),
        ("<details><summary>答案</summary>B</details>", "答案\nB"),
        ("- A. <font color='red'>甲</font><br>\n- B. 乙<br>丙", "A. 甲\nB. 乙\n丙"),
        ("&lt;p&gt;&nbsp;&amp; <!-- 注 -->x<sup>2</sup> List<String> a<b", "<p>\xa0& x² List<String> a<b"),
        ("a<script>**1. 不是**</script>b", "ab"),
        # front matter
        ("---\ntitle: 卷\ntags:\n  - x\n---\n\n1. 题\n", "\n1. 题\n"),
        ("---\n题目: 甲\n答案: 乙\n---\n", "---\n题目: 甲\n答案: 乙\n---\n"),
        ("---\n1. 题：甲\n---\n", "---\n1. 题：甲\n---\n"),
        ("---\n\n---\n题\n", "---\n\n---\n题\n"),
        ("# 甲\r\n- A. 乙  \r\n**丙**\r\n", "甲\r\nA. 乙\r\n丙\r\n"),
    ],
)
def test_lines(source: str, wanted: str) -> None:
    assert bank(source).text == wanted


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("## 一、*甲* ##\n", [("heading", "2", "一、*甲*")]),
        ("卷\n===\n", [("heading", "1", "卷")]),
        ("- **B. 直尺**\n", [("bold", "", "B. 直尺")]),
        ("- [x] A. **甲**\n- [ ] B\n", [("checked", "", "A. **甲**"), ("bold", "", "甲")]),
        ("> - A. <font color='red'>甲</font>\n", [("color", "red", "甲")]),
        (
            "==甲== <u>乙</u> <mark>丙</mark>",
            [("highlight", "", "甲"), ("underline", "", "乙"), ("highlight", "", "丙")],
        ),
        ("`**x**` ```\n", []),
    ],
)
def test_marks_stand_in_the_file(source: str, wanted: list[tuple[str, str, str]]) -> None:
    assert marks(source) == wanted


def test_every_kept_character_knows_its_place() -> None:
    source = "> - **A\\. 甲**  \n\n| 乙 | 丙 |\n|---|---|\n| [丁](x.y) | &lt; |\n"
    text = bank(source)
    assert text.text == "A. 甲\n\n乙\t丙\n丁\t<\n"
    for char in "A.甲乙丙丁":
        at = text.text.index(char)
        assert source[slice(*text.back((at, at + 1)))] == char


PIECES = st.sampled_from(
    [
        *"#>-*+_`$|\\[]()!<&=~ \t\n\r:1A.甲，",
        *("\n\n", "**", "__", "```", "~~~", "$$", "---\n", "===\n", "- [x] ", "|---|\n", "| a |", "](a.b)", "!["),
        *("<b>", "</b>", "<br>", "<details>", "</summary>", "<script>", "<sup>2</sup>", "&lt;", "<!--", "-->", "<u>"),
        *("</u>", "答案：", "A. ", "\\(", "\\)", "http://a.b", "title: x\n"),
    ]
)


@given(st.lists(PIECES | st.text(max_size=2), max_size=40).map("".join))
def test_laws_on_any_text(source: str) -> None:
    reading = markdown.read("x.md", source.encode("utf-8", "surrogatepass"))
    if reading.text is None:
        assert reading.diagnostics
        return
    text = reading.text
    assert text.undo() == text.source.text
    for mark in text.source.marks:
        assert 0 <= mark.span.start <= mark.span.end <= len(text.source.text)
    kept = [offset for offset in range(len(text.text)) if text.text[offset] in "甲，答案："]
    for offset in kept:
        span = text.back((offset, offset + 1))
        assert text.source.text[slice(*span)] == text.text[offset]


SHARED = Path(__file__).parents[3] / "shared"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared banks are not beside this checkout")
def test_real_banks_lose_their_markup_and_nothing_else() -> None:
    files = sorted(SHARED.glob("corpus/files/*.md"))
    assert files
    for path in files:
        reading = read(path)
        assert reading.text is not None, path
        source, text = reading.text.source.text, reading.text.text
        assert reading.text.undo() == source
        for char in set(re.findall(r"[\u4e00-\u9fff]", source)):
            assert text.count(char) <= source.count(char)
        lost = len(re.findall(r"[\u4e00-\u9fff]", source)) - len(re.findall(r"[\u4e00-\u9fff]", text))
        assert lost <= len(source) / 500, path  # names in addresses and front matter
        assert not re.search(r"(?m)^ {0,3}#{1,6} |^ {0,3}> |\*\*[^*\s][^*\n]*[^*\s]\*\*", without_code(text)), path


def without_code(text: str) -> str:
    return re.sub(r"(?ms)^[ \t]*```.*?^[ \t]*```|`[^`\n]*`", "", text)


@given(st.text("甲乙丙，。（）ABC123 \n", max_size=60))
def test_plain_writing_stays(source: str) -> None:
    reading = markdown.read("x.md", source.encode())
    if reading.text is not None:
        lines = [line.rstrip(" ") for line in reading.text.text.split("\n")]
        assert lines == [line.rstrip(" ") for line in source.split("\n")]


@pytest.mark.parametrize(
    "piece",
    [
        "(", "*", "**", "**a", "*a ", "_a_", "`", "``a`", "`a ``b ", "[", "[a](", "[a](b.c", "![a](", "\\(", "\\(a",
        "\\[", "$", "$a ", "$$", "> ", "# ", "- ", "- - ", "| ", "|-", "---\n", "```\n", "```a\n", "````\n```\n",
        "| a |\n|---|\n", "==a", "<https://", "- [x] ", "a  ", "\t", "\n", "a\n===\n", " ", "<b **>", "[[[a", "<br>",
        "<a ", '<a b=">', "<!--", "<details><summary>", "<script>", "&lt;", "<sup>", "a: b\n",
    ],
)  # fmt: skip
def test_hostile_texts_take_linear_time(piece: str) -> None:
    def seconds(size: int) -> float:
        began = time.process_time()
        markdown.read("x.md", ("x\n" + piece * (size // len(piece))).encode())
        return time.process_time() - began

    assert seconds(64_000) < max(1.5, 8 * seconds(16_000))
