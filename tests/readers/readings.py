"""What the tests of several readers look at in a reading."""

from ankigen.text import Rewrite


def marks_of(text: Rewrite) -> list[tuple[str, str, str]]:
    """Kind, value and marked source text of every mark."""
    return [(mark.kind, mark.value, text.source.text[slice(*mark.span)]) for mark in text.source.marks]


def records_of(text: Rewrite) -> list[dict[str, str]]:
    """The filled cells of the first table's rows by their columns' names."""
    table = text.source.tables[0]
    return [
        {
            name: text.text[slice(*text.ahead(cell))]
            for name, cell in zip(table.header, row, strict=True)
            if cell != (0, 0)
        }
        for row in table.rows
    ]
