"""Text with an address: every character knows where in the user's file it came from.

`Span` is a pair of offsets, `Source` a file as it was read, `Edit` one repair, and `Rewrite` a changed
text that finds its way back to the source.
"""

from ankigen.text.rewrite import Edit, Rewrite
from ankigen.text.source import Anchor, Mark, Place, Source, Span, Table

__all__ = ["Anchor", "Edit", "Mark", "Place", "Rewrite", "Source", "Span", "Table"]
