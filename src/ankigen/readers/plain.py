"""Plain text, and what the readers of all text formats share: decoding, and the checks before it."""

from __future__ import annotations

from ankigen.readers.encoding import decode
from ankigen.readers.reading import Reading
from ankigen.text import Rewrite, Source


def read(path: str, data: bytes) -> Reading:
    """Read a plain text file; a web page, JSON or a table that was saved under such a name is read as what it is."""
    source = decoded(path, data)
    if isinstance(source, Reading):
        return source
    from ankigen.readers import delimited, html, json_bank

    if html.is_page(source.text):
        return html.reading(source)
    return json_bank.found_in(source) or delimited.found_in(source) or Reading(Rewrite.of(source))


def decoded(path: str, data: bytes) -> Source | Reading:
    """The file as decoded, or the failed reading that says why it cannot be."""
    found = decode(data)
    if found is None:
        return Reading.failed("unknown-encoding", f"{path} is not text in UTF-8, UTF-16, GB18030 or Big5")
    text, encoding = found
    if not text or text.isspace():
        return Reading.failed("empty-file", f"{path} holds no text")
    return Source(path, text, encoding)
