"""The zip that a Word file is, and everything that can be wrong with it."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from dataclasses import dataclass
from typing import Final

from lxml import etree

from ankigen.readers.word.names import STRICT, Element

_MOST: Final = 128 << 20  # bytes of one part; the text of a thousand-page book in Word's XML has a tenth of it
_RATIO: Final = 200  # a part that unpacks to more than this, and is large, is no document but a bomb
_SMALL: Final = 8 << 20
_DOCUMENT: Final = "word/document.xml"
_RELATION: Final = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


class PackageError(Exception):
    """Why a file cannot be read; `rule` is the diagnostic to report, the message follows the file's name."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Package:
    """The parts of a Word file that make up its text."""

    document: Element
    styles: Element | None
    numbering: Element | None
    targets: dict[str, str]  # relationship id → part of the zip, "word/media/image1.png"

    @classmethod
    def open(cls, data: bytes) -> Package:
        """Unzip and parse.

        Raises:
            PackageError: the file is damaged, protected, too large, or no Word document.
        """
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                return _opened(archive)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
            raise _not_a_zip(data, error) from error
        except RuntimeError as error:  # zipfile's word for a part that needs a password
            raise _protected() from error


def _opened(archive: zipfile.ZipFile) -> Package:
    names = {name.lstrip("/").replace("\\", "/"): name for name in archive.namelist()}
    main = _main_part(archive, names)
    folder = posixpath.dirname(main)
    targets, kinds = _relations(archive, names, f"{folder}/_rels/{posixpath.basename(main)}.rels", folder)
    document = _parsed(_unpacked(archive, names[main]), main)
    return Package(
        document,
        _optional(archive, names.get(kinds.get("styles", f"{folder}/styles.xml"), "")),
        _optional(archive, names.get(kinds.get("numbering", f"{folder}/numbering.xml"), "")),
        targets,
    )


def _main_part(archive: zipfile.ZipFile, names: dict[str, str]) -> str:
    _, kinds = _relations(archive, names, "_rels/.rels", "")
    main = kinds.get("officeDocument", _DOCUMENT)
    if main not in names:
        main = _DOCUMENT
    if main.startswith(("xl/", "ppt/")):
        raise PackageError("unsupported-format", "is a workbook or a presentation under the name of a Word file")
    if main not in names:
        raise PackageError("unreadable-file", f"is no Word document: the part {_DOCUMENT} is missing")
    return main


def _relations(
    archive: zipfile.ZipFile, names: dict[str, str], part: str, folder: str
) -> tuple[dict[str, str], dict[str, str]]:
    """Parts by relationship id, and by the last word of the relationship's kind; nothing where the list is missing."""
    targets: dict[str, str] = {}
    kinds: dict[str, str] = {}
    root = _optional(archive, names.get(part, ""))
    for relation in () if root is None else root.iter(_RELATION):
        target = relation.get("Target", "")
        if relation.get("TargetMode") == "External":
            continue
        target = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
        targets[relation.get("Id", "")] = target
        kinds.setdefault(relation.get("Type", "").rpartition("/")[2], target)
    return targets, kinds


def _optional(archive: zipfile.ZipFile, name: str) -> Element | None:
    """A part that a document can do without: without it, or where it is damaged, the text is still there."""
    try:
        return _parsed(_unpacked(archive, name), name) if name else None
    except (PackageError, zipfile.BadZipFile, zlib.error, EOFError):
        return None


def _unpacked(archive: zipfile.ZipFile, name: str) -> bytes:
    info = archive.getinfo(name)
    if info.flag_bits & 1:
        raise _protected()
    if info.file_size > _MOST or info.file_size > max(_SMALL, info.compress_size * _RATIO):
        raise PackageError(
            "unreadable-file", f"is too large: {name} unpacks to {info.file_size >> 20} MB; split the document"
        )
    with archive.open(info) as part:
        return part.read(_MOST)


def _parsed(data: bytes, name: str) -> Element:
    for strict, usual in STRICT:
        data = data.replace(strict, usual)
    # No entity is resolved and nothing is fetched: a file must not be able to name another one.
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise PackageError("unreadable-file", f"is damaged: {name} is no valid XML ({error})") from error
    if root.getroottree().docinfo.internalDTD is not None:
        raise PackageError("unreadable-file", f"is no honest Word document: {name} declares entities")
    return root


def _protected() -> PackageError:
    return PackageError(
        "unreadable-file", "is protected by a password; open it in Word, remove the password and save it again"
    )


def _not_a_zip(data: bytes, error: Exception) -> PackageError:
    from ankigen.readers import legacy

    if legacy.is_encrypted(data):
        return _protected()
    if data.startswith(b"PK"):
        return PackageError("unreadable-file", f"is damaged: its zip cannot be unpacked ({error}); get it again")
    return PackageError(
        "unsupported-format", "is no Word document, whatever its name says; open it and save it as .docx"
    )
