"""Word's old formats (.doc, .wps, .rtf): what another program on this machine makes of them.

LibreOffice turns them into .docx, with all that the reader of .docx sees; antiword gives the bare text. Without either
there is no text, and the diagnostic says how to convert the file. Many a file called .doc is something else inside: a
.docx, a web page; those go to their own readers.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from ankigen.readers.reading import Reading

_COMPOUND: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
_RTF: Final = b"{\\rtf"
_PAGE: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<!doctype html|<html|<\?xml[^>]*>\s*<html)", re.IGNORECASE)
_TABLE_ROW: Final = re.compile(rb"^\|([^\n]*)\|$", re.MULTILINE)
_PATIENCE: Final = 120  # seconds for a conversion
_OFFICES: Final = ("soffice", "libreoffice")


def is_compound(data: bytes) -> bool:
    """Whether the bytes are an OLE file, the container of the old formats and of protected new ones."""
    return data.startswith(_COMPOUND)


def is_encrypted(data: bytes) -> bool:
    """Whether the bytes are a new format that a password protects."""
    return is_compound(data) and _ENCRYPTED in data


def read(path: str, data: bytes) -> Reading:
    """Read a file of one of Word's old formats."""
    if data.startswith(b"PK\x03\x04") or is_encrypted(data):
        from ankigen.readers import word

        return word.read(path, data)
    if _PAGE.match(data):
        from ankigen.readers import html

        return html.read(path, data)
    if not is_compound(data) and not data.startswith(_RTF):
        return Reading.failed("unsupported-format", f"{path} is no Word document, whatever its name says")
    with tempfile.TemporaryDirectory(prefix="ankigen-") as folder:
        return _by_office(path, data, Path(folder)) or _by_antiword(path, data, Path(folder)) or _unconverted(path)


def _by_office(path: str, data: bytes, folder: Path) -> Reading | None:
    """Read what LibreOffice makes of it; None where it is not installed or fails."""
    office = next(filter(None, map(shutil.which, _OFFICES)), None)
    if office is None:
        return None
    file = folder / ("input.rtf" if data.startswith(_RTF) else "input.doc")
    file.write_bytes(data)
    # A profile of its own: a LibreOffice that is already open would take the request and answer at once.
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [office, profile, "--headless", "--convert-to", "docx", "--outdir", str(folder), str(file)]
    made = folder / "input.docx"
    if _run(command) is None or not made.is_file():
        return None
    from ankigen.readers import word

    return word.read(path, made.read_bytes())


def _by_antiword(path: str, data: bytes, folder: Path) -> Reading | None:
    """Read what antiword makes of it; None where it is not installed or fails."""
    antiword = shutil.which("antiword")
    if antiword is None or data.startswith(_RTF):
        return None
    file = folder / "input.doc"
    file.write_bytes(data)
    text = _run([antiword, "-w", "0", "-m", "UTF-8.txt", str(file)])
    if not text or not text.strip():
        return None
    from ankigen.readers import plain

    return plain.read(path, _TABLE_ROW.sub(_row, text))


def _row(match: re.Match[bytes]) -> bytes:
    """A row of a table that antiword drew with bars, its cells apart by tabs."""
    return b"\t".join(cell.strip() for cell in match[1].split(b"|")).rstrip(b"\t")


def _run(command: list[str]) -> bytes | None:
    """What a program prints; None where it fails or takes too long."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _unconverted(path: str) -> Reading:
    return Reading.failed(
        "unsupported-format",
        f"{path} is in an old Word format; save it as .docx in Word, WPS or LibreOffice"
        " (or install LibreOffice or antiword, and ankigen converts it by itself)",
    )
