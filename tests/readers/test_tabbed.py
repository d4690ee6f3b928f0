"""Tables on web pages and in Markdown keep the places of their cells."""

from ankigen.readers import html, markdown


def rows(reading):
    source = reading.text.source
    return [[[source.text[slice(*cell)] for cell in row] for row in table.rows] for table in source.tables]


def test_markdown():
    text = "前言\n\n| 题 | 答 |\n|:--|--:|\n| 甲 \\| 乙 | **丙** |\n|  | 丁 |\n\n| 又 | 一 |\n|---|---|\n| 表 | 格 |\n"
    assert rows(markdown.read("a.md", text.encode())) == [
        [["题", "答"], ["甲 \\| 乙", "丙"], ["", "丁"]],
        [["又", "一"], ["表", "格"]],
    ]


def test_web_page():
    page = (
        "<html><body><p>前言</p><table><tr><th>题</th><th>答</th></tr><tr><td>甲<b>乙</b></td><td>A</td></tr></table>"
        "<ol><li>第一</li></ol><table><tr><td></td><td>丁</td></tr></table></body></html>"
    )
    first, second = rows(html.read("a.html", page.encode()))
    assert first == [["题", "答"], ["甲<b>乙", "A"]]
    assert [cell for row in second for cell in row if cell] == ["丁"]
