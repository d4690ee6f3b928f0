"""From a reference in a bank to the bytes of a picture, and no further than the bank's folder."""

from __future__ import annotations

import base64
import json
import os
import re
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from word_files import docx, paragraph

from ankigen import pipeline
from ankigen.normalizer.clean import clean
from ankigen.readers import pictures, read
from ankigen.readers.pictures import PICTURE, Names, Picture, Pictures, judged
from ankigen.settings import Settings
from ankigen.text import Rewrite, Source
from pictures import BMP, EMF, GIF, JPEG, SVG, WEBP, WMF, png

RED, BLUE = png(255), png(0, 0, 255)
NOWHERE = Rewrite.of(Source("/nowhere/bank.md", "题"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a bank's pictures in it, and one beside it."""
    bank = tmp_path / "banks"
    (bank / "图 片").mkdir(parents=True)
    (bank / "red.png").write_bytes(RED)
    (bank / "图 片" / "蓝.png").write_bytes(BLUE)
    (tmp_path / "secret.png").write_bytes(RED)
    return bank


def found(folder: Path, text: str, name: str = "bank.md", script: str = "keep") -> list[Picture]:
    """What the pictures of a bank with this text are, in its order."""
    (folder / name).write_text(text, encoding="utf-8")
    reading = read(folder / name)
    assert reading.text is not None
    cleaned, _ = clean(reading.text, script=script)
    known = Pictures(cleaned)
    return [known.find(match) for match in PICTURE.finditer(cleaned.text)]


@pytest.mark.parametrize(
    ("reference", "content"),
    [
        ("red.png", RED),
        ("./red.png", RED),
        ("图 片/蓝.png", BLUE),
        ("图%20片/蓝.png", BLUE),
        ("%E5%9B%BE%20%E7%89%87/%E8%93%9D.png", BLUE),
        ("图 片\\\\蓝.png", BLUE),
        ("图 片/../red.png", RED),
        ("red.png?x=1#top", RED),
        ("<red.png>", RED),
        ('red.png "红"', RED),
    ],
)
def test_a_file_beside_the_bank(folder: Path, reference: str, content: bytes) -> None:
    assert found(folder, f"1. 见 ![图]({reference}) 。\n") == [Picture(content, "png")]


@pytest.mark.parametrize(
    ("reference", "problem"),
    [
        ("../secret.png", "outside"),
        ("../../etc/passwd", "outside"),
        ("%2e%2e/secret.png", "outside"),
        ("..\\\\secret.png", "outside"),
        ("/etc/passwd", "outside"),
        ("link.png", "outside"),
        ("linked/secret.png", "outside"),
        ("file:///etc/passwd", "address"),
        ("C:/secret.png", "address"),
        ("https://example.org/a.png", "address"),
        ("//example.org/a.png", "address"),
        ("none.png", "no file"),
        ("图 片", "no file"),
        ("loop.png", ""),
        ("pipe.png", "no file"),
        ("a" * 1000 + ".png", ""),
        ("%00.png", ""),
        ("text.png", "whatever its name says"),
        ("empty.png", "empty"),
        ("huge.png", "larger than 10 MB"),
        ("drawing.svg", "SVG"),
    ],
)
def test_what_is_not_shown(folder: Path, reference: str, problem: str) -> None:
    (folder / "link.png").symlink_to(folder.parent / "secret.png")
    (folder / "linked").symlink_to(folder.parent)
    (folder / "loop.png").symlink_to(folder / "loop.png")
    os.mkfifo(folder / "pipe.png")
    (folder / "text.png").write_text("1. 不是图片")
    (folder / "empty.png").touch()
    (folder / "drawing.svg").write_bytes(SVG)
    with (folder / "huge.png").open("wb") as huge:
        huge.write(RED)
        huge.truncate(pictures.LARGEST + 1)
    (picture,) = found(folder, f"1. 见 ![图]({reference}) 。\n")
    assert not picture.content and picture.problem and problem in picture.problem


def test_the_kind_is_told_by_the_content() -> None:
    kinds = {"png": RED, "gif": GIF, "jpg": JPEG, "webp": WEBP, "bmp": BMP}
    assert {suffix: judged(content).suffix for suffix, content in kinds.items()} == {each: each for each in kinds}
    assert "metafile" in judged(EMF).problem and "metafile" in judged(WMF).problem
    assert "TIFF" in judged(b"II*\0" + b"\0" * 20).problem
    assert judged(b"BM is how this text begins").problem


@pytest.mark.parametrize(
    ("address", "suffix", "problem"),
    [
        ("data:image/png;base64," + base64.b64encode(RED).decode(), "png", ""),
        ("data:image/gif;base64," + base64.b64encode(RED).decode(), "png", ""),
        ("DATA:image/png;BASE64,\n " + base64.b64encode(RED).decode(), "png", ""),
        ("data:image/png;base64,AAA", "", "damaged"),
        ("data:image/png;base64", "", "damaged"),
        ("data:image/svg+xml,%3Csvg xmlns=''%3E%3C/svg%3E", "", "SVG"),
        ("data:text/html,<script>1</script>", "", "whatever its name says"),
    ],
)
def test_an_address_that_holds_the_picture(folder: Path, address: str, suffix: str, problem: str) -> None:
    (picture,) = found(folder, f'<p>1. 见<img alt="图" src="{address}"></p>', "bank.html")
    assert picture.suffix == suffix and problem in picture.problem and bool(problem) is not bool(suffix)


def test_large_addresses_in_markdown_leave_the_text(folder: Path) -> None:
    content = RED + b"\0" * 50_000
    address = "data:image/png;base64," + base64.b64encode(content).decode()
    (folder / "bank.md").write_text(f"1. 见 ![图]({address}) 和 ![]({address})。")
    reading = read(folder / "bank.md")
    assert reading.text is not None
    assert re.fullmatch(r"1\. 见 \[图片: 图\] 和 \[图片: \w{8}\]。", reading.text.text)
    assert found(folder, f"1. 见 ![图]({address})。") == [Picture(content, "png")]


def test_pictures_of_one_name_are_told_apart(folder: Path) -> None:
    page = '<p>1. 左<img alt="图" src="red.png">右<img alt="图" src="图 片/蓝.png">再<img alt="图" src="red.png"></p>'
    assert [each.content for each in found(folder, page, "bank.html")] == [RED, BLUE, RED]
    names = Names()
    made = [names.placeholder(*each) for each in (("甲", "1"), ("甲", "2"), ("甲", "1"), ("", "4"), ("[a]\n b", "5"))]
    assert made[0] == made[2] == "[图片: 甲]" and made[4] == "[图片: (a) b]"
    assert re.fullmatch(r"\[图片: 甲 [0-9a-f]{8}\]", made[1]) and re.fullmatch(r"\[图片: [0-9a-f]{8}\]", made[3])


def test_a_name_does_not_change_with_what_stands_before_it() -> None:
    few, many = Names(), Names()
    many.placeholder("", "data:0")
    assert few.placeholder("", "data:1") == many.placeholder("", "data:1")


def test_cleaning_a_name_does_not_lose_the_file(folder: Path) -> None:
    (folder / "電路圖.png").write_bytes(BLUE)
    for text, name in (("1. 見 ![電路](電路圖.png) 。", "a.md"), ("<p>1. 見<img src='電路圖.png'></p>", "a.html")):
        assert found(folder, text, name, "simplified") == [Picture(BLUE, "png")], name
    assert found(folder, "<p>1. 见<img src='red.png' alt='电路'></p>", "b.html", "traditional") == [Picture(RED, "png")]


def drawing(relation: str) -> str:
    return f'<w:r><w:drawing><wp:inline><a:blip r:embed="{relation}"/></wp:inline></w:drawing></w:r>'


def word_file(parts: dict[str, bytes]) -> bytes:
    """A Word file whose paragraphs show these pictures, those of the first one twice."""
    names = {f"r{index}": name for index, name in enumerate(parts)}
    body = [paragraph("1. 图", drawing(relation)) for relation in [*names, "r0"]]
    return docx(*body, pictures=names, parts={f"word/media/{name}": data for name, data in parts.items()})


def test_parts_of_a_word_file(folder: Path) -> None:
    huge = RED + b"\0" * pictures.LARGEST
    parts = {"image1.png": RED, "image2.emf": EMF, "image3.png": b"no picture", "image4.png": huge}
    (folder / "bank.docx").write_bytes(word_file(parts))
    reading = read(folder / "bank.docx")
    assert reading.text is not None
    known = Pictures(reading.text)
    made = [known.find(match) for match in PICTURE.finditer(reading.text.text)]
    assert made[0] == made[4] == Picture(RED, "png")
    assert all(each.problem for each in made[1:4]) and "metafile" in made[1].problem and "larger" in made[3].problem


def test_a_part_that_is_not_there_or_damaged(folder: Path) -> None:
    whole, name = word_file({"image1.png": RED}), b"word/media/image1.png"
    start = whole.index(name) + len(name)
    damaged = whole[:start] + b"\xff" * 20 + whole[start + 20 :]
    without = docx(paragraph("1. 图", drawing("r1")), pictures={"r1": "gone.png"})
    for data, problem in ((damaged, "damaged"), (without, "not in the file")):
        (folder / "bank.docx").write_bytes(data)
        reading = read(folder / "bank.docx")
        assert reading.text is not None
        match = next(PICTURE.finditer(reading.text.text))
        assert problem in Pictures(reading.text).find(match).problem


def test_all_pictures_together_have_a_limit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST", len(RED) + len(BLUE) - 1)
    text = "1. ![](red.png) ![again](red.png) ![](图%20片/蓝.png) ![](red.png) ![more](red.png)"
    made = found(folder, text)
    assert [each.content for each in made] == [RED, RED, b"", RED, b""]
    assert "together" in made[2].problem and "together" in made[4].problem


@given(st.text(alphabet='[]()!图圖片: <>"a.\\/%\n', max_size=60))
def test_any_text_has_an_answer(text: str) -> None:
    for match in PICTURE.finditer(text):
        assert Pictures(NOWHERE).find(match).problem


@pytest.mark.parametrize("piece", ["![", "![](", "![a](b", "[图片: ", "[图片:", '![](a "', "![](  ", "![](<"])
def test_finding_is_linear(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        start = time.process_time()
        for match in PICTURE.finditer(text):
            assert match[0]
        return time.process_time() - start

    # Four times the text takes four times as long; sixteen times would be quadratic. The processor's time, since a
    # busy machine's clock says nothing.
    assert min(seconds(400_000) for _ in range(3)) < 10 * max(0.02, min(seconds(100_000) for _ in range(3)))


def test_questions_of_a_word_file_share_a_picture(folder: Path) -> None:
    """The whole journey: two questions with one picture, and a third picture that no card can show."""
    parts: dict[str, bytes] = {"image1.png": RED, "image2.png": BLUE, "image3.emf": EMF}
    one, two, three = (drawing(f"r{index}") for index in range(3))
    body = [
        *(paragraph("1. 图", one, "是什么颜色？"), paragraph("A. 红"), paragraph("B. 蓝"), paragraph("答案：A")),
        *(paragraph("2. 与", one, "同色的是？"), paragraph("A. ", two), paragraph("B. ", three), paragraph("答案：B")),
    ]
    names = {f"r{index}": name for index, name in enumerate(parts)}
    data = docx(*body, pictures=names, parts={f"word/media/{name}": data for name, data in parts.items()})
    (folder / "bank.docx").write_bytes(data)
    (built,) = pipeline.build({"bank": folder / "bank.docx"}, folder / "out", Settings())
    assert built.cards == 2 and built.target is not None
    with zipfile.ZipFile(built.target) as package:
        media = json.loads(package.read("media"))
        contents = [package.read(index) for index in media]
        rows = package.read("collection.anki2").decode("utf-8", "replace")
    assert sorted(contents) == sorted([RED, BLUE])
    assert set(re.findall(r'<img src="([^"]+)"', rows)) == set(media.values())
    (said,) = built.bank.diagnostics
    assert said.rule.name == "image-missing" and said.number == "2" and "metafile" in said.message
    assert said.span is not None and built.bank.source.locate(said.span.start).label == "¶5"
