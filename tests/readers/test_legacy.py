"""Old Word formats: what converters give is read; without one, the file says how to convert it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from word_files import docx, paragraph

from ankigen.readers import legacy, read

OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600


def install(folder: Path, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that is searched before the usual ones, which must not answer."""
    if os.name != "posix":
        pytest.skip("the stand-ins for converters are shell scripts")
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("soffice", "libreoffice", "antiword"):
        install(folder, name, "exit 1")
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return folder


def test_without_a_converter_the_message_tells_how_to_convert(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for data in (OLD, b"{\\rtf1 x}"):
        (said,) = legacy.read("a.doc", data).diagnostics
        assert said.rule.name == "unsupported-format"
        assert ".docx" in said.message


def test_libreoffice_makes_a_docx_of_it(programs: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.docx"
    made.write_bytes(docx(paragraph("1. 旧题")))
    # soffice PROFILE --headless --convert-to docx --outdir FOLDER FILE
    install(programs, "soffice", f'test -s "$7" && cp "{made}" "$6/input.docx"')
    text = legacy.read("a.doc", OLD).text
    assert text is not None
    assert text.text == "1. 旧题\n"
    assert text.source.path == "a.doc"
    assert text.source.locate(0).label == "¶1"


def test_antiword_is_asked_when_libreoffice_fails(programs: Path) -> None:
    install(programs, "antiword", "printf '1. 旧题\\n|得分    |一、单选  |\\n|        |          |\\n'")
    text = legacy.read("a.doc", OLD).text
    assert text is not None
    assert text.text == "1. 旧题\n得分\t一、单选\n\n"
    assert legacy.read("a.rtf", b"{\\rtf1 x}").text is None


def test_a_converter_that_hangs_is_stopped(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legacy, "_PATIENCE", 0.2)
    install(programs, "antiword", "exec sleep 20")
    assert legacy.read("a.doc", OLD).text is None


def test_files_that_are_something_else_inside() -> None:
    new = legacy.read("a.doc", docx(paragraph("新题")))
    page = legacy.read("a.doc", "<html><body><p>网页题</p></body></html>".encode())
    assert new.text is not None
    assert page.text is not None
    assert (new.text.text, page.text.text) == ("新题\n", "网页题\n")
    (said,) = legacy.read("a.doc", b"just words").diagnostics
    assert said.rule.name == "unsupported-format"


def test_an_old_file_under_a_new_name(programs: Path, tmp_path: Path) -> None:
    install(programs, "antiword", "echo 1. 旧题")
    file = tmp_path / "a.docx"
    file.write_bytes(OLD)
    text = read(file).text
    assert text is not None
    assert text.text == "1. 旧题\n"


@pytest.mark.parametrize("name", ["a.zip", "a.RAR", "a.tar.gz", "a.7z"])
def test_archives_are_to_be_unpacked(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_bytes(b"PK\x03\x04")
    (said,) = read(file).diagnostics
    assert said.rule.name == "unsupported-format"
    assert "unpack" in said.message
