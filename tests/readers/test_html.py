"""Web pages: what a reader of the page sees, as lines, and the way back to the file."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from readings import marks_of, records_of

from ankigen.readers import html, read
from ankigen.text import Rewrite


def page(text: str) -> Rewrite:
    reading = html.read("x.html", text.encode())
    assert reading.text is not None
    assert reading.text.undo() == text
    return reading.text


def marks(text: str) -> list[tuple[str, str, str]]:
    return marks_of(page(text))


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        # blocks and breaks
        ("<p>甲</p>\n\n<p>乙</p>", "甲\n乙\n"),
        ("<div><div><p>甲</p></div></div><div>乙</div>", "甲\n乙\n"),
        ("长的词被<br>断开", "长的词被\n断开"),
        ("甲<br/>\n<br>乙<br><br><br>丙", "甲\n\n乙\n\n丙"),
        ("<ul><li>A. 甲<li>B. 乙</ul>", "A. 甲\nB. 乙\n"),
        ("<dl><dt>词<dd>义</dl>", "词\n义\n"),
        ("<details><summary>答案</summary>B</details>", "答案\nB\n"),
        ("<select><option>A. 甲<option>B. 乙</select>", "A. 甲\nB. 乙\n"),
        # white space
        ("<p>  two \t\n words  </p>", "two words\n"),
        ("中文在\n这里换行", "中文在这里换行"),
        ("<b>我的:对</b>\n\t<b>正确:对</b>", "我的:对 正确:对"),
        ("<pre>x = 1\n  y &lt; 2\n</pre>z", "x = 1\n  y < 2\nz"),
        (
            '<pre class="c"><code class="language-c">int a;\n\nint b;\n</code></pre>末',
            "```c\nint a;\n\nint b;\n```\n末",
        ),
        ('<div style="white-space: pre-wrap">1. 甲\n  A. 乙</div>', "1. 甲\n  A. 乙\n"),
        # numbers of lists
        ("<ol><li>甲</li><li>乙</li></ol>", "1. 甲\n2. 乙\n"),
        ('<ol start="3"><li>甲<li value="9">乙<li>丙</ol>', "3. 甲\n9. 乙\n10. 丙\n"),
        ('<ol type="A"><li>甲</li><li><b>乙</b></li></ol>', "A. 甲\nB. 乙\n"),
        ('<ol style="list-style-type:lower-roman"><li>甲<li>乙</ol>', "i. 甲\nii. 乙\n"),
        ("<ol><li>1、甲</li><li><span>（2）乙</span></li></ol>", "1、甲\n（2）乙\n"),
        ("<ol><li>题<ol><li>甲<li>乙</ol><li>题</ol>", "1. 题\n(1) 甲\n(2) 乙\n2. 题\n"),
        ('<ol><li>题<ol type="A"><li>甲<li>乙</ol></ol>', "1. 题\nA. 甲\nB. 乙\n"),
        # tables
        (
            "<table><tr><th>题号</th><td>1</td><td>2</td></tr>\n<tr><th>答案</th><td></td><td>B</td></tr></table>",
            "题号\t1\t2\n答案\t\tB\n",
        ),
        ("<table><tr><td>1<td>题干<td><p>A. 甲</p><p>B. 乙</p></table>", "1\t题干\tA. 甲 B. 乙\n"),
        ("<table><tr><td><p>1. 题</p><p>A. 甲</p></td></tr></table>", "1. 题\nA. 甲\n"),
        ("<table><tr><td>栏<td><table><tr><td>1<td>A</table></table>", "栏\n1\tA\n"),
        ("<table><tr><td>栏<td>" + "<p>行</p>" * 20 + "</table>", "栏\n" + "行\n" * 20),
        # what is not shown
        ("甲<script>1. 不是</script><style>x{}</style><!-- 注 --><title>题</title>乙", "甲乙"),
        ('甲<div style="display: none">广告</div><p hidden>广告</p>乙', "甲\n乙"),
        ('<p>题</p><div style="display:none">答案：A</div>', "题\n答案：A\n"),
        ("<div hidden>unclosed", "unclosed"),
        # characters
        ("a &lt; b &amp;&amp; c &#62; d &#x4e2d; &nbsp;|&ldquo;", "a < b && c > d 中 \xa0|“"),
        ("AT&T &bogus; &#0; &#xD800;", "AT&T &bogus; &#0; &#xD800;"),
        ("<ruby>漢<rp>(</rp><rt>hàn</rt><rp>)</rp>字<rt>zì</ruby>", "漢字"),
        ("<ruby>漢<rt>kan<rb>字<rt>ji</ruby>好", "漢字好"),
        ("x<sup>2</sup>, 10<sup>-3</sup>, H<sub>2</sub>O, n<sup>甲</sup>", "x², 10⁻³, H₂O, n甲"),
        ("若 a<b 且 b>c，#include <stdio.h> vector<int> if a<b and c>d", None),
        # things that are filled in or looked at
        ('北京是<u>&nbsp; &nbsp;</u>，<input type="text">。<input type="hidden" value="x">', "北京是____，____。"),
        ('<img src="a.png">与<img alt="图 一" src="b.png">与<img src="data:image/png;base64,AAAA">', None),
    ],
)
def test_lines(source: str, wanted: str | None) -> None:
    special = {"若": source, "<img": "[图片: a.png]与[图片: 图 一]与[图片: bde6da8e]"}
    if wanted is None:
        wanted = next(text for start, text in special.items() if source.startswith(start))
    assert page(source).text == wanted


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("<li><b>B. 直尺</b>", [("bold", "", "B. 直尺")]),
        ("<strong> 甲 <i>乙</i> </strong>", [("bold", "", "甲 <i>乙")]),
        ('<span style="COLOR: Red; font-weight:700">甲</span>', [("bold", "", "甲"), ("color", "Red", "甲")]),
        ("<font color='#ff0000'>甲</font>", [("color", "#ff0000", "甲")]),
        ('<span style="color:#000">甲</span><span style="color: rgb(0, 0, 0)">乙</span>', []),
        ('<span style="background: yellow">甲</span>', [("highlight", "yellow", "甲")]),
        ('<i style="background:url(x.png)">甲</i><i style="background-color:#fff">乙</i>', []),
        (
            "<mark>甲</mark><u>乙</u><ins>丙</ins>",
            [("highlight", "", "甲"), ("underline", "", "乙"), ("underline", "", "丙")],
        ),
        ('<a style="text-decoration: underline">甲</a>', [("underline", "", "甲")]),
        ("<h2>一、选择题</h2>", [("heading", "2", "一、选择题")]),
        ("<b></b><b> </b>", []),
        ("<input type=radio>A<br><input type=radio checked>B<br>C", [("checked", "", "B")]),
        ("<input type=checkbox checked>A <input type=checkbox>B", [("checked", "", "A")]),
        ("<p>A<input type=checkbox checked></p><p>B</p>", [("checked", "", "A")]),
    ],
)
def test_marks(source: str, wanted: list[tuple[str, str, str]]) -> None:
    assert marks(f"{source}末") == wanted


def test_a_mark_that_nothing_closes_is_no_mark() -> None:
    assert marks("<font color=red>甲<p>乙") == []


def test_every_kept_character_knows_its_place() -> None:
    source = "<p>甲 &amp; <b>乙</b>\n丙</p><ol><li>丁</ol>"
    text = page(source)
    for char in "甲乙丙丁":
        span = text.back((text.text.index(char), text.text.index(char) + 1))
        assert source[slice(*span)] == char
    assert source[slice(*text.back((text.text.index("&"), text.text.index("&") + 1)))] == "&amp;"


SHARED = Path(__file__).parents[3] / "shared"


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared banks are not beside this checkout")
def test_a_real_bank_keeps_every_question_and_its_colours() -> None:
    reading = read(SHARED / "corpus/files/043-hamradio-html.html")
    assert reading.text is not None
    assert reading.text.undo() == reading.text.source.text
    lines = reading.text.text.split("\n")
    assert sum(bool(re.match(r"第\d+题：", line)) for line in lines) == 1378
    assert sum(line.startswith("答案：") for line in lines) == 1378
    keys = sum(len(line.removeprefix("答案：").strip()) for line in lines if line.startswith("答案："))
    options = [mark for mark in reading.text.source.marks if mark.value == "green"]
    assert sum(reading.text.source.text.startswith(tuple("ABCDEFGH"), mark.span.start) for mark in options) >= keys


PIECES = st.sampled_from(
    "<p> </p> <br> <b> </b> <ol> </ol> <li> <table> <tr> <td> </td> </tr> </table> <pre> </pre> <code> <u> </u> <h1>"
    " </h1> <sup> </sup> <ruby> <rt> </ruby> <script> </script> <!-- --> <![CDATA[ <input_checked>"
    " <div_hidden> </div> <img_src=x>"
    " <span_style='color:red'> </span> &amp; &lt &#65; & < > \" ' 甲 乙 A. 答案 2 = / \n \t".replace("_", "\x01").split(
        " "
    )
).map(lambda piece: piece.replace("\x01", " "))


@given(st.lists(PIECES | st.text(max_size=3), max_size=40).map("".join))
def test_laws_on_any_page(source: str) -> None:
    reading = html.read("x.html", source.encode("utf-8", "surrogatepass"))
    if reading.text is None:
        assert reading.diagnostics
        return
    text = reading.text
    assert text.undo() == text.source.text
    for mark in text.source.marks:
        assert 0 <= mark.span.start < mark.span.end <= len(text.source.text)
    assert list(text.source.marks) == sorted(text.source.marks, key=lambda mark: mark.span)
    end = 0
    for offset, char in enumerate(text.text):
        span = text.back((offset, offset + 1))
        assert span.end >= end, "places never run backwards"
        end = span.end
        if span.end - span.start == 1 and text.source.text[span.start] != char:
            # one character stands for another only where an edit says so
            assert any(edit.text and edit.span.start <= span.start < max(edit.span.end, 1) for edit in text.edits)


def test_nested_hidden_elements_take_linear_time() -> None:
    source = "<div hidden>" * 20_000 + "答案：A" + "</div>" * 20_000
    began = time.process_time()
    assert page(source).text == "答案：A\n"
    assert time.process_time() - began < 3


@pytest.mark.parametrize(
    "piece",
    [
        "<!--", "<a ", '<a "', '<a b="', '<a b=">', "<", "&", "&amp;", "</", "<?", "<![CDATA[", "<div>", "<script>",
        "</div><div>", "<li><b>", "<ol><li>", "<table><tr><td>", "<td>", "<br>", "<pre><code>", "<ruby><rt>",
        "<font color=red>x", "<input checked>", "<u>", "<div hidden>", "<div hidden>答案</div>", " ", "\n", "<b>x</b>",
    ],
)  # fmt: skip
def test_hostile_pages_take_linear_time(piece: str) -> None:
    def seconds(size: int) -> float:
        began = time.process_time()
        html.read("x.html", ("x" + piece * (size // len(piece))).encode())
        return time.process_time() - began

    assert seconds(64_000) < max(1.5, 8 * seconds(16_000))


PAGE = """<html><head><title>厨房</title><script>var menu = [{href: "a", text: "首页"}, {href: "b", text: "关于"}];
el.style = {width: f(3)};</script></head><body><div id="app"></div><script>
const bank = [  // 题目
  { title: `水是
什么颜色？`, choices: ['无色', "白色"], answer: 'A', more: {a: 1}, },
  { title: "盐是什么味道？", choices: ["甜", "咸"], answer: "B" },
%s
function show(x) { return `${x.title}`; }
</script></body></html>"""


def test_questions_that_a_script_of_the_page_holds() -> None:
    reading = html.read("a.html", (PAGE % "];").encode())
    assert reading.text and not reading.diagnostics
    assert [row["title"] for row in records_of(reading.text)] == ["水是\n什么颜色？", "盐是什么味道？"]
    assert reading.text.undo() == PAGE % "];"


def test_a_list_in_a_script_that_breaks_off() -> None:
    reading = html.read("a.html", (PAGE % "  { title: `${x}` }").encode())
    assert reading.text and [each.rule.name for each in reading.diagnostics] == ["truncated"]
    assert len(records_of(reading.text)) == 2


def test_a_page_of_scripts_without_questions_says_so() -> None:
    page = "<html><body><script>var menu = [{href: 1, text: 2}, {href: 3, text: 4}]; x = {};</script></body></html>"
    [said] = html.read("a.html", page.encode()).diagnostics
    assert said.rule.name == "empty-file" and "scripts" in said.message
    assert html.read("a.html", b"<script>" + b"x = [" * 50_000 + b"</script>").text is None
