"""Reading a file: what comes back when it can be read, and what is said when it cannot."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from ankigen.readers import READERS, Reading, read


def failure(reading: Reading) -> str:
    assert reading.text is None
    (diagnostic,) = reading.diagnostics
    return diagnostic.rule.name


def test_text_is_kept_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "bank.TXT"
    path.write_bytes("\ufeff1. 甲<br>\r\nA. 乙 &lt;\r\n".encode())
    reading = read(path)
    assert reading.text is not None
    assert reading.text.text == reading.text.source.text == "1. 甲<br>\r\nA. 乙 &lt;\r\n"
    assert reading.text.source.encoding == "utf-8-sig"
    assert reading.text.source.path == str(path)
    assert not reading.text.edits
    assert not reading.diagnostics
    assert not reading.markdown


def test_a_page_saved_as_text_is_a_page(tmp_path: Path) -> None:
    path = tmp_path / "page.txt"
    path.write_text("\n<!-- saved -->\n<!DOCTYPE html>\n<html><body><p>1. 甲</p><p>A. 乙</p></body></html>", "utf-8")
    reading = read(path)
    assert reading.text is not None
    assert reading.text.text == "1. 甲\nA. 乙\n"


def test_a_text_about_pages_is_text(tmp_path: Path) -> None:
    path = tmp_path / "web.txt"
    path.write_text("1. <!DOCTYPE html> 写在哪里？\nA. <html> 之前\n", "utf-8")
    reading = read(path)
    assert reading.text is not None
    assert not reading.text.edits


@pytest.mark.parametrize(
    ("name", "data", "rule"),
    [
        ("a.txt", b"", "empty-file"),
        ("a.txt", b" \r\n\t\n", "empty-file"),
        ("a.txt", b"\xef\xbb\xbf", "empty-file"),
        ("a.html", b"<html><body><br></body></html>", "empty-file"),
        ("a.md", b"<!-- nothing -->\n", "empty-file"),
        ("a.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0", "unknown-encoding"),
        ("a.md", b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff", "unknown-encoding"),
        ("a.txt", b"\xff\xfe\x00\xd8", "unknown-encoding"),
        ("a.zip", b"PK\3\4", "unsupported-format"),
        ("bank", b"1. x", "unsupported-format"),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, name: str, data: bytes, rule: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert failure(read(path)) == rule


def test_missing_files_and_folders(tmp_path: Path) -> None:
    assert failure(read(tmp_path / "none.txt")) == "unreadable-file"
    assert failure(read(tmp_path / "none.odd")) == "unreadable-file"
    assert failure(read(tmp_path)) == "unreadable-file"
    assert failure(read(tmp_path / "nul\0.txt")) == "unreadable-file"
    assert failure(read(tmp_path / ("long" * 200 + ".txt"))) == "unreadable-file"
    (tmp_path / "bank.txt").mkdir()
    assert failure(read(tmp_path / "bank.txt")) == "unreadable-file"


def test_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.txt"
    path.write_text("1. x")
    path.chmod(0)
    if os.access(path, os.R_OK):  # a superuser may read anything, so the refusal is played

        def refuse(_path: Path) -> bytes:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "read_bytes", refuse)
    reading = read(path)
    assert failure(reading) == "unreadable-file"
    assert "ermission denied" in reading.diagnostics[0].message


@pytest.mark.parametrize("start", [b"", b"\xff\xfe", b"\xef\xbb\xbf"])
def test_noise_is_refused_quickly(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "noise.txt"
    path.write_bytes(start + random.Random(7).randbytes(20_000_000))
    began = time.process_time()
    assert failure(read(path)) == "unknown-encoding"
    assert time.process_time() - began < 1


def test_every_reader_of_the_table_can_be_called(tmp_path: Path) -> None:
    for suffix in READERS:
        path = tmp_path / f"bad{suffix}"
        path.write_bytes(b"\0\1\2\3" * 50)
        assert read(path).text is None
