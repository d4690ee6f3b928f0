"""Texts to HTML: safe, and the same text again when the tags are stripped."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.deck.markup import blocks, clean, inline
from ankigen.deck.rich import rich
from ankigen.deck.tex import formulas

LIVE = re.compile(r"\[(/?latex|/?\${1,2})\]|\[sound:|\[anki:|\[\[type:|\{\{c\d", re.IGNORECASE)
AWKWARD = ["[sound:a.mp3]", "[latex]x[/latex]", "[$]x[/$]", "[$$]", "[[type:ID]]", "[anki:tts lang=zh]x[/anki:tts]"]
AWKWARD += ["{{c1::x}}", "{{c1,2::x}}", "{{Answer}}", "{{{c1::", "</script>", "<img onerror=x>", "&lt;", "\\(", "\\]"]
AWKWARD += ["' \" < & \\ || {{ }}", "a < b > c", "1. x", "（1）y", "- z", "```", "\n", "\t", "$5", "\x1f", "_____"]

awkward_text = st.lists(st.one_of(st.text(max_size=12), st.sampled_from(AWKWARD)), max_size=8).map("".join)


def same(markup: str, text: str, seen: Callable[[str], str]) -> bool:
    """Are they one text? Formulas may have changed their delimiters and got spaces."""
    if not any(formulas(text)):
        return seen(markup) == text
    neutral = re.compile(r"\\[()\[\]]|\$|\s")
    return neutral.sub("", seen(markup)) == neutral.sub("", text)


@given(awkward_text)
def test_any_text_comes_back(seen: Callable[[str], str], text: str) -> None:
    plain = clean(text)
    fenced = re.search(r"^ {0,3}(?:```|~~~)", plain, re.MULTILINE)
    for markup in (inline(text), "" if fenced else blocks(plain)):
        assert not LIVE.search(markup)
        assert not re.search(r"[\x00-\x08\x0b-\x1f]", markup)
        assert not markup or same(markup, plain, seen)


@given(awkward_text)
def test_markdown_is_never_live(text: str) -> None:
    markup = rich(clean(text))
    assert not LIVE.search(markup)
    assert not re.search(r"<(script|iframe|style|object|svg|input)|<[^>]* on\w+=|[\x00-\x08\x0b-\x1f]", markup)


def test_lists_keep_the_sources_own_markers(seen: Callable[[str], str]) -> None:
    text = "要点：\n3. 第三\n（1）其一\n- 说明\n3.14 不是项目"
    markup = blocks(text)
    assert seen(markup) == text
    assert re.findall(r'class="mark">([^<]*)<', markup) == ["3. ", "（1）", "- "]


def test_fenced_code_is_code() -> None:
    markup = blocks("看：\n```python\nif a < b:\n    x = '$5$'\n```\n完")
    assert '<pre><code class="language-python">if a &lt; b:\n    x = &#x27;$5$&#x27;</code></pre>' in markup
    assert blocks("```\n没有结尾").count("```") == 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("$x^2$", r"\(x^2\)"),
        (r"当\(a<b\)时", r"当\(a&lt;b\)时"),
        ("$$\n\\sum_i x_i\n$$", "\\[\n\\sum_i x_i\n\\]"),
        (r"\[\frac{{a}}{b}\]", r"\[\frac{ {a} }{b}\]"),
        ("售价$5，涨到$6", "售价$5，涨到$6"),
        ("从$HOME到$PATH", "从$HOME到$PATH"),
        (r"正则 \(\d+\)", r"正则 \<span></span>(\d+\<span></span>)"),
        ("$a}$", "$a}$"),
        ("路径$a/$b", "路径$a/$b"),
        ("US$5/$", "US$5/$"),
        (r"\(未完", r"\<span></span>(未完"),
        (r"\(a\[b\)", r"\<span></span>(a\<span></span>[b\<span></span>)"),
    ],
)
def test_formulas(text: str, shown: str) -> None:
    assert blocks(text) == shown


def test_rows_of_cells_are_a_table(seen: Callable[[str], str]) -> None:
    text = "看表：\n汤\t盐\n鸡汤\t<2>\n鱼汤\t\n放多少？\n一行\t不是表"
    rows = [["汤", "盐"], ["鸡汤", "&lt;2&gt;"], ["鱼汤", ""]]
    for markup in (blocks(text), rich(text)):
        found = [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", markup)]
        assert found == rows
        assert "<p><table" not in markup
    assert seen(blocks(text)) == text
    assert rich("a\tb\nc\td") == blocks("a\tb\nc\td")
    assert rich("$x_1$\t`k`\n甲\t2*3*4").count("<td>") == 4
    assert "table" not in rich("```\nif x:\ty\nif y:\tz\n```")


def test_what_the_markdown_reader_left_is_text() -> None:
    assert rich("η*=1，2*3*4 与 k*=2，_x_，C:\\*") == "η*=1，2*3*4 与 k*=2，_x_，C:\\*"


def test_markdown_shows_foreign_tags_as_text() -> None:
    assert rich("粗 与 `vector<int>`") == "粗 与 <code>vector&lt;int&gt;</code>"
    assert rich("用 <script>alert(1)</script> 注入") == "用 &lt;script&gt;alert(1)&lt;/script&gt; 注入"
    assert rich("[点](javascript:x) 与 [表](table.md)") == "点 与 表"
    assert rich("标签 <a> 与 </a>") == "标签 &lt;a&gt; 与 &lt;/a&gt;"
    assert rich("[站](https://example.org/?a=1&b={{c1::x}})").startswith(
        '<a href="https://example.org/?a=1&amp;b=&#123;&#123;'
    )
    assert rich('<b onclick="x">粗') == "<b>粗</b>"
    assert "<table>" in rich("| a | b |\n|---|---|\n| 1 | 2 |")
    assert rich("![图](https://example.org/a.png)") == "图"
    assert rich("`$x$` 与 $x_1$") == r"<code>$x$</code> 与 \(x_1\)"


@given(awkward_text)
def test_markdown_agrees_with_an_independent_sanitizer(text: str) -> None:
    nh3 = pytest.importorskip("nh3", reason="a development dependency")
    markup = rich(clean(text))
    cleaned = nh3.clean(
        markup,
        tags={*re.findall(r"<(\w+)", markup), "p"} - {"script", "style"},
        attributes={"*": {"class", "href", "src", "alt", "start", "type", "value", "colspan", "rowspan", "style"}},
        link_rel=None,
        url_schemes={"http", "https", "mailto"},
    )
    assert sorted(re.findall(r"</?\w+", cleaned)) == sorted(re.findall(r"</?\w+", markup))


@pytest.mark.parametrize(
    "text",
    ["a < b ", "(", "$", "<a ", "[", "\\(", "* ", "> ", "`", "<!--", "1. x\n", "- \n", "[a](", "_", " ", "**a", "$a"],
)
@pytest.mark.parametrize("length", [16_000, 200_000])
def test_hostile_texts_take_no_time(text: str, length: int) -> None:
    text *= length // len(text)
    start = time.process_time()
    blocks(clean(text))
    assert time.process_time() - start < 3
    rich(clean(text))
    assert time.process_time() - start < 10
