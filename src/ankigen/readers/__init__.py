"""Turns the bytes of a file into text with addresses; one file per format.

`READERS` says by suffix which module takes a file. A reader is a function `read(path: str, data: bytes) -> Reading`;
it is imported when its first file comes, because some formats need heavy libraries. Like every stage, `read` returns
diagnostics with its value and never raises because of what is in a file.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Final, cast

from ankigen.readers.reading import Reading

__all__ = ["READERS", "Reading", "read"]

READERS: Final = {
    ".txt": "ankigen.readers.plain:read",
    ".text": "ankigen.readers.plain:read",
    ".html": "ankigen.readers.html:read",
    ".htm": "ankigen.readers.html:read",
    ".md": "ankigen.readers.markdown:read",
    ".markdown": "ankigen.readers.markdown:read",
    ".xlsx": "ankigen.readers.sheets:read",
    ".xlsm": "ankigen.readers.sheets:read",
    ".xls": "ankigen.readers.sheets:read",
    ".ods": "ankigen.readers.sheets:read",
    ".csv": "ankigen.readers.delimited:read",
    ".tsv": "ankigen.readers.delimited:read",
    ".json": "ankigen.readers.json_bank:read",
    ".jsonl": "ankigen.readers.json_bank:read",
    ".js": "ankigen.readers.json_bank:read",
    ".tex": "ankigen.readers.latex:read",
    ".gift": "ankigen.readers.gift:read",
    ".xml": "ankigen.readers.moodle:read",
    ".docx": "ankigen.readers.word:read",
    ".docm": "ankigen.readers.word:read",
    ".doc": "ankigen.readers.legacy:read",
    ".wps": "ankigen.readers.legacy:read",
    ".rtf": "ankigen.readers.legacy:read",
    ".pdf": "ankigen.readers.pdf:read",
}
ARCHIVES: Final = frozenset((".zip", ".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz"))


def read(path: Path) -> Reading:
    """Read a file with the reader that its suffix names."""
    name = str(path)
    try:
        if path.is_dir():
            return Reading.failed("unreadable-file", f"{name} is a folder")
        reader = READERS.get(path.suffix.lower())
        if reader is None and path.exists():
            if path.suffix.lower() in ARCHIVES:
                return Reading.failed("unsupported-format", f"{name} is an archive; unpack it and name its folder")
            known = " ".join(sorted(READERS))
            return Reading.failed(
                "unsupported-format", f"{name} has the suffix {path.suffix or '(none)'}; known: {known}"
            )
        data = path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        return Reading.failed("unreadable-file", f"{name} cannot be read: {reason}")
    if not data:
        return Reading.failed("empty-file", f"{name} is empty")
    return _load(reader or "")(name, data)


def _load(reader: str) -> Callable[[str, bytes], Reading]:
    module, _, function = reader.partition(":")
    return cast("Callable[[str, bytes], Reading]", getattr(import_module(module), function))
