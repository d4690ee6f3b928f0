"""The names that Word's XML uses: namespaces as prefixes of tags."""

from __future__ import annotations

from typing import Final

from lxml import etree

Element = etree._Element  # lxml has no public name for what its parser returns

_OFFICE: Final = "http://schemas.openxmlformats.org/"
W: Final = f"{{{_OFFICE}wordprocessingml/2006/main}}"
M: Final = f"{{{_OFFICE}officeDocument/2006/math}}"
R: Final = f"{{{_OFFICE}officeDocument/2006/relationships}}"
A: Final = f"{{{_OFFICE}drawingml/2006/main}}"
C: Final = f"{{{_OFFICE}drawingml/2006/chart}}"
WP: Final = f"{{{_OFFICE}drawingml/2006/wordprocessingDrawing}}"
MC: Final = f"{{{_OFFICE}markup-compatibility/2006}}"
W14: Final = "{http://schemas.microsoft.com/office/word/2010/wordml}"
V: Final = "{urn:schemas-microsoft-com:vml}"

# "Strict" files say the same under other names.
STRICT: Final = tuple(
    (f"http://purl.oclc.org/ooxml/{strict}".encode(), f"{_OFFICE}{usual}".encode())
    for strict, usual in (
        ("wordprocessingml/main", "wordprocessingml/2006/main"),
        ("officeDocument/math", "officeDocument/2006/math"),
        ("officeDocument/relationships", "officeDocument/2006/relationships"),
        ("drawingml/main", "drawingml/2006/main"),
        ("drawingml/wordprocessingDrawing", "drawingml/2006/wordprocessingDrawing"),
        ("drawingml/chart", "drawingml/2006/chart"),
    )
)


def value(element: Element | None, name: str = "val", default: str = "") -> str:
    """An attribute of Word's own namespace."""
    if element is None:
        return default
    found = element.get(W + name)
    return default if found is None else found


def number(element: Element | None, name: str = "val", default: int = 0) -> int:
    """An attribute that holds a whole number; the default where it does not."""
    text = value(element, name)
    return int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) < 10 else default


def is_on(element: Element) -> bool:
    """Whether a switch such as `<w:b/>` is on."""
    return value(element, default="1") not in ("0", "false", "off", "none")
