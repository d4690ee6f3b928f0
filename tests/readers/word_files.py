"""Builds small Word files from XML written by hand."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

OFFICE = "http://schemas.openxmlformats.org/"
NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in (
        ("w", OFFICE + "wordprocessingml/2006/main"),
        ("m", OFFICE + "officeDocument/2006/math"),
        ("r", OFFICE + "officeDocument/2006/relationships"),
        ("a", OFFICE + "drawingml/2006/main"),
        ("wp", OFFICE + "drawingml/2006/wordprocessingDrawing"),
        ("mc", OFFICE + "markup-compatibility/2006"),
        ("w14", "http://schemas.microsoft.com/office/word/2010/wordml"),
        ("v", "urn:schemas-microsoft-com:vml"),
    )
)


def run(text: str, look: str = "") -> str:
    """A run; `look` is the inside of its properties."""
    properties = f"<w:rPr>{look}</w:rPr>" if look else ""
    return f'<w:r>{properties}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def paragraph(*content: str, properties: str = "") -> str:
    """A paragraph; content that is no XML becomes a run."""
    runs = "".join(each if each.startswith("<") else run(each) for each in content)
    return f"<w:p>{f'<w:pPr>{properties}</w:pPr>' if properties else ''}{runs}</w:p>"


def numbered(text: str, num: int, level: int = 0) -> str:
    """A paragraph of a list."""
    return paragraph(text, properties=f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{num}"/></w:numPr>')


def level(at: int, form: str, text: str, *, start: int = 1, extra: str = "") -> str:
    """A level of a list."""
    return (
        f'<w:lvl w:ilvl="{at}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>{extra}'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
    )


def numbering(lists: Mapping[int, str], nums: Mapping[int, tuple[int, str]]) -> str:
    """The part that defines lists: levels by list, and (list, overrides) by number."""
    return "".join(
        f'<w:abstractNum w:abstractNumId="{name}">{levels}</w:abstractNum>' for name, levels in lists.items()
    ) + "".join(
        f'<w:num w:numId="{name}"><w:abstractNumId w:val="{of}"/>{more}</w:num>' for name, (of, more) in nums.items()
    )


def cell(*paragraphs: str, width: int = 1, covered: bool = False) -> str:
    """A cell of a table."""
    merge = "<w:vMerge/>" if covered else ""
    inner = "".join(paragraphs) or "<w:p/>"
    return f'<w:tc><w:tcPr><w:gridSpan w:val="{width}"/>{merge}</w:tcPr>{inner}</w:tc>'


def table(*rows: tuple[str, ...]) -> str:
    """A table; cells are made with `cell`, or texts."""
    made = (
        "".join(each if each.startswith("<") else cell(paragraph(each) if each else "<w:p/>") for each in row)
        for row in rows
    )
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in made) + "</w:tbl>"


def docx(
    *body: str,
    numbering: str = "",
    styles: str = "",
    pictures: Mapping[str, str] | None = None,
    parts: Mapping[str, str] | None = None,
) -> bytes:
    """A Word file. `pictures` are files in `word/media` by relationship id; `parts` go in as they are."""
    files = {
        "word/document.xml": f"<w:document {NAMESPACES}><w:body>{''.join(body)}</w:body></w:document>",
        "word/_rels/document.xml.rels": _relations(pictures or {}),
    }
    if numbering:
        files["word/numbering.xml"] = f"<w:numbering {NAMESPACES}>{numbering}</w:numbering>"
    if styles:
        files["word/styles.xml"] = f"<w:styles {NAMESPACES}>{styles}</w:styles>"
    return zipped({**files, **(parts or {})})


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """A zip."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def _relations(pictures: Mapping[str, str]) -> str:
    kind = OFFICE + "officeDocument/2006/relationships/image"
    inner = "".join(f'<Relationship Id="{id_}" Type="{kind}" Target="media/{name}"/>' for id_, name in pictures.items())
    return f'<Relationships xmlns="{OFFICE}package/2006/relationships">{inner}</Relationships>'
