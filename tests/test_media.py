"""The journey of pictures: from files and pages into packages."""

from __future__ import annotations

import base64
import json
import re
import zipfile
from pathlib import Path

import pytest

from ankigen import pipeline
from ankigen.settings import Settings
from pictures import GIF, png

RED, BLUE = png(255), png(0, 0, 255)


def build(folder: Path, names: list[str], merge: str = "", deck: str = "{bank}") -> list[pipeline.Built]:
    files = {Path(name).stem: folder / name for name in names}
    return list(pipeline.build(files, folder / "out", Settings(deck=deck), merge=merge))


def packaged(target: Path) -> dict[str, bytes]:
    """The media of a package by name, as Anki's importer finds them."""
    with zipfile.ZipFile(target) as package:
        names = json.loads(package.read("media"))
        return {name: package.read(index) for index, name in names.items()}


def referenced(target: Path) -> set[str]:
    with zipfile.ZipFile(target) as package:
        rows = package.read("collection.anki2").decode("utf-8", "replace")
        return set(re.findall(r'<img src="([0-9a-f]{32}\.\w+)"', rows))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "red.png").write_bytes(RED)
    (tmp_path / "img" / "blue.png").write_bytes(BLUE)
    return tmp_path


def test_markdown_and_pages_with_files_and_addresses(folder: Path) -> None:
    (folder / "a.md").write_text("1. 图 ![红](img/red.png) 是什么颜色？\n\nA. 红\nB. 蓝\n\n答案：A\n", encoding="utf-8")
    data = base64.b64encode(GIF).decode()
    page = f'<p>1. 图<img src="data:image/gif;base64,{data}">是什么？</p>'
    page += '<p>A. <img src="img/blue.png"></p><p>B. 乙</p><p>答案：A</p>'
    (folder / "b.html").write_text(page, encoding="utf-8")
    one, two = build(folder, ["a.md", "b.html"])
    assert not one.bank.diagnostics and not two.bank.diagnostics and one.target and two.target
    assert list(packaged(one.target).values()) == [RED]
    assert sorted(packaged(two.target).values()) == sorted([GIF, BLUE])


@pytest.mark.parametrize("reference", ["no.png", "../../etc/passwd", "/etc/passwd", "https://example.org/a.png"])
def test_what_cannot_be_shown_is_a_note_with_its_place(folder: Path, reference: str) -> None:
    bank = folder / "a.md"
    bank.write_text(f"1. 甲？\n\n答案：乙\n\n2. 图 ![电路]({reference}) 是什么？\n\n答案：甲\n", encoding="utf-8")
    (built,) = build(folder, ["a.md"])
    (said,) = built.bank.diagnostics
    assert (said.rule.name, said.severity, said.number) == ("image-missing", "note", "2") and "电路" in said.message
    assert built.bank.source.locate(said.span.start).line == 5
    assert built.cards == 2 and built.target and not packaged(built.target) and not referenced(built.target)


@pytest.mark.parametrize("deck", ["{bank}", "全部"])
def test_a_merged_package_holds_each_picture_once(folder: Path, deck: str) -> None:
    text = "1. 第{}问：图 ![红](img/red.png) 与 ![蓝](img/{}.png) 是什么？\n\n答案：甲\n"
    (folder / "a.md").write_text(text.format("一", "red"), encoding="utf-8")
    (folder / "b.md").write_text(text.format("二", "blue"), encoding="utf-8")
    one, _ = build(folder, ["a.md", "b.md"], merge="all", deck=deck)
    assert one.target and sorted(packaged(one.target).values()) == sorted([RED, BLUE])
    assert referenced(one.target) == set(packaged(one.target))


def test_building_twice_gives_the_same_bytes(folder: Path) -> None:
    text = "1. 图 ![](img/red.png) ![](img/blue.png) 是什么？\n\n答案：甲\n"
    (folder / "a.md").write_text(text, encoding="utf-8")
    packages = []
    for _ in range(2):
        (built,) = build(folder, ["a.md"])
        assert built.target is not None
        packages.append(built.target.read_bytes())
    assert packages[0] == packages[1]


def test_the_exchange_format_keeps_the_names(folder: Path) -> None:
    (folder / "a.html").write_text('<p>1. 图<img src="img/red.png">是什么？</p><p>答案：甲</p>', encoding="utf-8")
    bank = pipeline.load(folder / "a.html", Settings(), pipeline.taxonomy_of(Settings()))
    assert bank.paper is not None and bank.paper.questions[0].stem == "图[图片: img/red.png]是什么？"
