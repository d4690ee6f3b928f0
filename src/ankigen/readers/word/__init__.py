"""Word files (.docx): a walk over the XML that writes what Word shows, one line a paragraph.

1. `package` opens the zip and parses its parts; everything that can be wrong with a file is found there.
2. `styles` says how a run looks, `numbering` what number a paragraph shows.
3. `body` walks the document; `formula`, `fields` and `symbols` translate what is not plain text.
4. `writer` collects text, anchors (`¶12`), marks and tables.

Headers, footers, footnotes, comments and deleted text are no part of the text. Pictures leave a placeholder, and a mark
of kind "image" that names their part of the zip.
"""

from __future__ import annotations

from ankigen.readers.reading import Reading
from ankigen.text import Rewrite

CONTENTS_RULE = "table-of-contents"


def read(path: str, data: bytes) -> Reading:
    """Read a Word file; one of the old kind under a new name goes to its own reader."""
    from ankigen.readers import legacy
    from ankigen.readers.word.body import Body
    from ankigen.readers.word.package import Package, PackageError

    if legacy.is_compound(data) and not legacy.is_encrypted(data):
        return legacy.read(path, data)
    try:
        package = Package.open(data)
    except PackageError as error:
        return Reading.failed(error.rule, f"{path} {error}")
    writer = Body(package).write()
    source = writer.source(path)
    if not source.text.strip():
        return Reading.failed("empty-file", f"{path} holds no text")
    return Reading(Rewrite.of(source).apply(writer.left_out, CONTENTS_RULE))
