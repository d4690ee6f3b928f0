"""Finds the pictures that a bank shows: from a reference in its text to the bytes of a file.

A picture stands in a text as `[图片: name]` or, in Markdown, as `![alt](reference)`. Readers that know more than the
name leave a mark of kind "image" with the reference: an address on a web page, a part of the zip that a Word file is.
A bank may come from anywhere, so nothing outside its folder is opened and nothing is fetched.
"""

from __future__ import annotations

import base64
import hashlib
import io
import lzma
import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import unquote, unquote_to_bytes

from ankigen.text import Rewrite

# Control characters stand for parts that were put aside. The lengths keep the search linear.
PICTURE: Final = re.compile(
    r"""
      \[[图圖]片 (?: :[ ]? (?P<name>[^\[\]\n\x0e\x0f]{0,400}) )? \]
    | !\[ (?P<alt>[^\[\]\n\x0e\x0f]{0,400}) \]
      \([ ]{0,9} <?(?P<reference>[^()<>"\n\x0e\x0f]{1,2000}?)>? (?:[ ]{1,9}"[^"\n]{0,400}")? [ ]{0,9}\)
    """,
    re.VERBOSE,
)
LARGEST: Final = 10 << 20  # bytes of one picture
MOST: Final = 200 << 20  # bytes of all pictures of a bank, since a package is made in memory

_BRACKETS: Final = str.maketrans("[]", "()")
_LONGEST_NAME: Final = 200
_HEAD: Final = 1200  # bytes that tell what a file is
_SIGNATURES: Final = (
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "png"),
    (re.compile(rb"\xff\xd8\xff"), "jpg"),
    (re.compile(rb"GIF8[79]a"), "gif"),
    (re.compile(rb"RIFF.{4}WEBP", re.DOTALL), "webp"),
    (re.compile(rb"BM.{4}\0\0\0\0", re.DOTALL), "bmp"),
)
_REFUSED: Final = (
    (re.compile(rb"\xd7\xcd\xc6\x9a|\x01\0\x09\0|\x01\0\0\0.{36} EMF", re.DOTALL), "a Windows metafile"),
    (re.compile(rb"II\*\0|MM\0\*"), "a TIFF picture"),
    (re.compile(rb".{0,1000}<svg\b", re.DOTALL | re.IGNORECASE), "an SVG drawing, which can hold a script"),
)
_DATA: Final = re.compile(r"data:[^,]{0,200},", re.IGNORECASE)
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_OLD: Final = frozenset((".doc", ".wps", ".rtf"))
_BAD_ZIP: Final = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, NotImplementedError),
    RuntimeError,  # zipfile's word for a part that needs a password
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that Anki can show, or the reason why there is none."""

    content: bytes = b""
    suffix: str = ""  # "png", "jpg", "gif", "webp", "bmp"
    problem: str = ""  # a clause that follows "the picture … "; then there is no content


_TOO_MANY: Final = Picture(problem=f"is left out: those of the bank are larger than {MOST >> 20} MB together")


@dataclass(frozen=True, slots=True)
class _Reference:
    path: str  # of the file that shows it
    target: str
    marked: bool  # its reader left a mark


class Names:
    """Gives every picture of a file a name of its own, so that texts tell them apart."""

    def __init__(self) -> None:
        self._references: dict[str, str] = {}  # by name

    def placeholder(self, name: str, reference: str) -> str:
        """What stands in the text for a picture; one and the same for one name and reference.

        A name that is missing or taken is completed from the reference and not by counting, so that a picture put in
        further up does not change what later questions say.
        """
        short = " ".join(name.translate(_BRACKETS).split())[:_LONGEST_NAME]
        if not short or self._references.setdefault(short, reference) != reference:
            digest = hashlib.sha256(reference.encode("utf-8", "replace")).hexdigest()[:8]
            short = f"{short} {digest}".strip()
        return f"[图片: {short}]"


class Pictures:
    """The pictures of one bank; each is looked up once, when it is first asked for."""

    def __init__(self, text: Rewrite) -> None:
        """Learn what the placeholders of a cleaned text refer to."""
        self._path = text.source.path
        self._references = _references(text)
        self._found: dict[str, Picture] = {}
        self._zips: dict[str, zipfile.ZipFile | None] = {}
        self._total = 0  # bytes; a picture that stands in the bank twice counts once
        self._known: set[bytes] = set()

    def find(self, placeholder: re.Match[str]) -> Picture:
        """The picture that a match of `PICTURE` stands for. Never raises on what the bank or its folder holds."""
        found = self._found.get(placeholder[0])
        if found is None:
            if self._total > MOST:  # then no more is read
                return _TOO_MANY
            given = placeholder["reference"] or placeholder["name"] or ""
            reference = self._references.get(placeholder[0], _Reference(self._path, given, False))
            found = self._found[placeholder[0]] = self._counted(self._look_up(reference))
        return found

    def _look_up(self, reference: _Reference) -> Picture:
        target = reference.target.strip()
        if not target:
            return Picture(problem="is not in the file")
        if target[:5].lower() == "data:":
            return _decoded(target)
        if reference.marked and (archive := self._zip(reference.path)):
            return _unpacked(archive, target)
        if reference.marked and Path(reference.path).suffix.lower() in _OLD:
            return Picture(problem="is in an old Word document; save it as .docx to keep its pictures")
        return _beside(Path(reference.path).parent, target)

    def _zip(self, path: str) -> zipfile.ZipFile | None:
        if path not in self._zips:
            try:
                data = Path(path).read_bytes()
                self._zips[path] = zipfile.ZipFile(io.BytesIO(data)) if data.startswith(b"PK") else None
            except _BAD_ZIP:
                self._zips[path] = None
        return self._zips[path]

    def _counted(self, picture: Picture) -> Picture:
        digest = hashlib.sha256(picture.content).digest()
        size = 0 if digest in self._known else len(picture.content)
        self._known.add(digest)
        self._total += size
        return picture if self._total <= MOST else _TOO_MANY


def _references(text: Rewrite) -> dict[str, _Reference]:
    """What each placeholder refers to in the file itself, whatever cleaning has made of its words."""
    found: dict[str, _Reference] = {}
    marks = {mark.span.start: mark.value for mark in text.source.marks if mark.kind == "image"}
    if "片" not in text.text and "![" not in text.text:
        return found
    for match in PICTURE.finditer(text.text):
        start, end = text.back(match.span())
        path = text.source.locate(start).path
        if start in marks:
            found[match[0]] = _Reference(path, marks[start], True)
        elif (original := PICTURE.fullmatch(text.source.text, start, end)) and (
            target := original["reference"] or original["name"]
        ):
            found.setdefault(match[0], _Reference(path, target, False))
    return found


def _beside(folder: Path, target: str) -> Picture:
    """A file in the folder or below it."""
    if _SCHEME.match(target):
        return Picture(problem="stands at an address, and nothing is fetched")
    try:
        root = folder.resolve()
        plain = re.split(r"[?#]", target)[0]
        for name in dict.fromkeys((target, plain, unquote(plain))):
            path = (root / name.replace("\\", "/")).resolve()
            if not path.is_relative_to(root):
                return Picture(problem="lies outside the folder of the bank")
            if path.is_file():
                size = path.stat().st_size
                return _too_large() if size > LARGEST else judged(path.read_bytes())
    except (OSError, ValueError, RuntimeError) as error:  # a NUL in the path, a circle of links
        return Picture(problem=f"cannot be read ({getattr(error, 'strerror', None) or error})")
    return Picture(problem="is not there: no file of this name")


def _unpacked(archive: zipfile.ZipFile, name: str) -> Picture:
    """A part of a Word file. What the zip says of its size need not be true."""
    try:
        with archive.open(_part(archive, name)) as part:
            head = part.read(_HEAD)
            return judged(head + part.read(LARGEST + 1 - _HEAD)) if judged(head).suffix else judged(head)
    except KeyError:
        return Picture(problem="is not in the file")
    except _BAD_ZIP:
        return Picture(problem="is damaged in the file")


def _part(archive: zipfile.ZipFile, name: str) -> zipfile.ZipInfo:
    """The part of this name; some writers begin names with a slash or use backslashes.

    Raises:
        KeyError: there is none.
    """
    for spelling in (name, f"/{name}", name.replace("/", "\\")):
        if spelling in archive.NameToInfo:
            return archive.NameToInfo[spelling]
    raise KeyError(name)


def _decoded(address: str) -> Picture:
    """What a `data:` address holds."""
    head = _DATA.match(address)
    if head is None:
        return Picture(problem="has a damaged data: address")
    if len(address) > LARGEST * 4:
        return _too_large()
    data = unquote_to_bytes(address[head.end() :])
    if head[0].lower().endswith(";base64,"):
        try:
            data = base64.b64decode(b"".join(data.split()))
        except ValueError:
            return Picture(problem="has a damaged data: address")
    return judged(data)


def judged(content: bytes) -> Picture:
    """The picture that these bytes are, whatever the file is called, or why they are none."""
    if len(content) > LARGEST:
        return _too_large()
    if not content:
        return Picture(problem="is an empty file")
    for signature, suffix in _SIGNATURES:
        if signature.match(content):
            return Picture(content, suffix)
    for signature, kind in _REFUSED:
        if signature.match(content):
            return Picture(problem=f"is {kind}; save it as PNG")
    return Picture(problem="is no PNG, JPEG, GIF, WebP or BMP file, whatever its name says")


def _too_large() -> Picture:
    return Picture(problem=f"is larger than {LARGEST >> 20} MB")
