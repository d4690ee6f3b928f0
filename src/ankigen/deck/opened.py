"""Opens .apkg and .colpkg files of every version of Anki: which notes are in them, and what a learner did to them.

Such a file is a zip with an SQLite collection. What is in the zip under which name, and whether it is compressed, is
known here; how the notes stand in the collection, `collection` knows. The file may come from anywhere, so nothing in
it is believed: not how large it is, not that it is whole, not that it is what its name says.

The collection is unpacked into a folder that is deleted again, because SQLite opens only files and a collection may
be too large for memory.
"""

from __future__ import annotations

import sqlite3
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from ankigen.deck import protobuf
from ankigen.deck.collection import AnkiNote, DamagedError, notes_in

# The newest first: a package of a newer Anki also holds an old collection, with nothing in it but the request to
# install a newer Anki.
_COLLECTIONS = ("collection.anki21b", "collection.anki21", "collection.anki2")
_COMPRESSED = _COLLECTIONS[0]
_NEWEST_VERSION = 3  # of packages, as their `meta` counts
_LARGEST = 1 << 30  # bytes of an unpacked collection; a hundred thousand notes and their reviews have a third of it
_LARGEST_META = 1 << 10
_CHUNK = 1 << 20
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # Anki's; others may take any amount of memory
_ENCRYPTED = 1  # the bit of a zip entry's flags


class PackageError(Exception):
    """A file that is no Anki package, or not a whole one. The message names it."""


def open_package(path: Path) -> tuple[AnkiNote, ...]:
    """The notes of an .apkg or a .colpkg, in the order in which they were made.

    Raises:
        PackageError: it is no such file, is damaged, or unpacks to more than any collection has.
        OSError: it cannot be read.
    """
    with TemporaryDirectory(prefix="ankigen-") as folder:
        collection = Path(folder) / "collection"
        try:
            with path.open("rb") as file:
                _unpack(file, collection)
            return notes_in(collection)
        except DamagedError as error:
            raise PackageError(f"{path}: {error}") from error
        except (sqlite3.Error, UnicodeDecodeError) as error:  # the second where SQLite quotes damaged names
            raise PackageError(f"{path}: its collection is damaged ({error})") from error


def _unpack(file: IO[bytes], target: Path) -> None:
    """Write the newest collection of the zip."""
    with _damage(), zipfile.ZipFile(file) as archive:
        names = set(archive.namelist())
        name = next((each for each in _COLLECTIONS if each in names), None)
        if name is None:
            raise DamagedError("it is a zip, but holds no Anki collection")
        if "meta" in names:
            _check_version(archive)
        with _entry(archive, name) as packed, target.open("wb") as unpacked:
            _copy(_zstd().ZstdFile(packed) if name == _COMPRESSED else packed, unpacked)


@contextmanager
def _damage() -> Iterator[None]:
    """What the standard library raises on damaged files, as one error."""
    try:
        yield
    except zipfile.BadZipFile as error:
        raise DamagedError(f"it is no Anki package, or only a part of one ({error})") from error
    except (zlib.error, struct.error, EOFError, ValueError, NotImplementedError, _zstd().ZstdError) as error:
        raise DamagedError(f"it is damaged ({error})") from error


def _check_version(archive: zipfile.ZipFile) -> None:
    with _entry(archive, "meta") as stream:
        meta = protobuf.numbers(stream.read(_LARGEST_META))
    if meta.get(1, 0) > _NEWEST_VERSION:
        raise DamagedError("it was written by an Anki newer than this ankigen; export it for older versions of Anki")


def _entry(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    info = archive.getinfo(name)
    if info.flag_bits & _ENCRYPTED:
        raise DamagedError("it is encrypted")
    if info.compress_type not in _METHODS:
        raise DamagedError("it is compressed in a way that Anki does not use")
    return archive.open(info)


def _copy(source: IO[bytes], target: IO[bytes]) -> None:
    size = 0
    while chunk := source.read(_CHUNK):
        size += len(chunk)
        if size > _LARGEST:
            raise DamagedError(f"its collection unpacks to more than {_LARGEST >> 20} MiB")
        target.write(chunk)


def _zstd() -> Any:
    """The module, in the standard library since Python 3.14. It refuses what takes more than 128 MiB to decompress."""
    return import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")
