"""Pictures on cards: escaped, packaged once, and a name in brackets where there is none."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.deck import Album, Deck
from ankigen.deck import shown as shown_by
from ankigen.deck.markup import Shelf, blocks
from ankigen.deck.rich import rich
from ankigen.model import Card, Question
from ankigen.readers.pictures import Picture
from pictures import GIF, png

Build = Callable[..., Question]
Cards = Callable[..., tuple[Card, ...]]

RED = png(255)
KNOWN = {"red.png": Picture(RED, "png"), "same.png": Picture(RED, "png"), "b.gif": Picture(GIF, "gif")}


def find(match: re.Match[str]) -> Picture:
    return KNOWN.get(match["reference"] or match["name"] or "", Picture(problem="is not there"))


def shown(text: str, *, markdown: bool = False) -> str:
    shelf = Shelf()
    return (rich if markdown else blocks)(Album(find, markdown=markdown).put(text, shelf), shelf)


@pytest.fixture
def album() -> Album:
    return Album(find, markdown=False)


def image(alt: str, markup: str) -> bool:
    return bool(re.search(rf'<img src="[0-9a-f]{{32}}\.(?:png|gif)" alt="{re.escape(alt)}">', markup))


def test_both_forms_of_a_placeholder_become_images() -> None:
    assert image("red.png", shown("见[图片: red.png]。"))
    assert image("红", shown("见![红](red.png)。")) and image("红", shown("见 ![红](red.png)", markdown=True))
    assert image("red.png", shown("| 甲 |\n|---|\n| [图片: red.png] |", markdown=True))


def test_a_name_is_escaped_and_wakes_nothing() -> None:
    markup = shown('![a"><script>{{c1::x}}\\(](red.png)')
    assert image("a&quot;&gt;&lt;script&gt;&#123;&#123;c1&#58;:x&#125;&#125;&#92;(", markup)


@pytest.mark.parametrize("code", ["```\n![a](red.png)\n```", "~~~\n[图片: red.png]\n~~~"])
@pytest.mark.parametrize("markdown", [False, True])
def test_code_stays_code(code: str, markdown: bool) -> None:
    assert "<img" not in shown(code, markdown=markdown) and "red.png" in shown(code, markdown=markdown)


def test_a_missing_picture_leaves_its_name() -> None:
    assert shown("见[图片: 电路.png]") == "见[图片: 电路.png]"
    assert shown("见 ![电路](x.png)", markdown=True) == "见 [电路]"
    assert shown("见 ![](a/x.png)", markdown=True) == "见 [x.png]"
    assert shown("插入图片的语法是![alt](url)") == "插入图片的语法是![alt](url)", (
        "outside Markdown it may be the subject"
    )


def test_a_picture_in_a_formula_stays_text() -> None:
    markup = shown("若 $a = ![a](red.png) b$ 则")
    assert "\x0e" not in markup and "<img" not in markup and "red.png" in markup


@given(
    st.lists(st.sampled_from(["[图片: red.png]", "![a](red.png)", "$", "`", "```\n", "a", "[", "](x)", "\n", "____"]))
)
def test_no_token_is_left(pieces: list[str]) -> None:
    for markdown in (False, True):
        markup = shown("".join(pieces), markdown=markdown)
        assert "\x0e" not in markup and "\x0f" not in markup


def test_every_part_of_a_question_shows_its_pictures(album: Album, question: Build, cards: Cards) -> None:
    picture = "[图片: red.png]"
    one = question(stem=f"看{picture}", options=(picture, "乙"), explanation=picture, material=picture, answer=("A",))
    two = question("fill", f"看{picture}，是____", answer=(f"甲{picture}",))
    three = question("fill", "画出图形", answer=(picture,))
    four = question("short", "画出图形", answer=(f"（1）{picture}\n（2）乙",))
    made = cards(one, two, three, four, album=album)
    assert [sum(field.count("<img") for field in card.fields) for card in made] == [4, 2, 1, 2]
    assert re.search(r"{{c1::甲<img [^>]*>}}", made[1].fields[1])
    assert [each.content for each in shown_by(made, album.media)] == [RED]


def test_only_what_cards_show_is_packaged(album: Album, question: Build, cards: Cards) -> None:
    made = cards(question(stem="[图片: red.png]"), question(stem="[图片: b.gif]和[图片: same.png]"), album=album)
    assert sorted(each.name[-3:] for each in shown_by(made, album.media)) == ["gif", "png"], "one content, one file"
    assert [each.content for each in shown_by(made[:1], album.media)] == [RED]
    assert not shown_by(made, Album(find, markdown=False).media)


def test_what_is_missing_is_said_once_a_question(album: Album, question: Build, cards: Cards) -> None:
    one = question(stem="[图片: 无.png]与[图片: 无.png]与[图片: red.png]", number="7", at=30)
    two = question(stem="![](http://example.org/x)与![alt](url)", number="8", at=60)
    said = list(album.missing(cards(one, two, album=album)))
    assert [(each.rule.name, each.span and each.span.start, each.number, each.message) for each in said] == [
        ("image-missing", 30, "7", "the picture 无.png is not there"),
        ("image-missing", 60, "8", "the picture x is not there"),
    ]


def test_anki_takes_and_shows_them(anki: Any, album: Album, question: Build, cards: Cards) -> None:
    made = cards(question(stem="红[图片: red.png]", options=("[图片: b.gif]", "乙"), answer=("A",)), album=album)
    anki.take(Deck("图", made, "", shown_by(made, album.media)))
    media = Path(anki.col.media.dir())
    assert sorted(each.read_bytes() for each in media.iterdir()) == sorted([RED, GIF])
    front, back = anki.sides()[0]
    names = {each.name for each in media.iterdir()}
    assert set(re.findall(r'<img src="([^"]+)"', front)) == set(re.findall(r'<img src="([^"]+)"', back)) == names
    report = anki.col.media.check()
    assert not report.missing and not report.unused
