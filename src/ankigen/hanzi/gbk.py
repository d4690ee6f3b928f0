"""GBK (cp936) as Windows reads it, private-use characters included.

Python's codec refuses byte pairs without a character and pairs cut short. Windows does not: a pair without a character
becomes a private-use character, in code order, and a lead byte followed by a byte that cannot end a pair becomes one
`?`, the second byte eaten. Text that went through Windows can therefore be turned back into the bytes it came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

LOST = "?"
_EURO = 0x80  # cp936 has the euro sign as a single byte
_TRAILS = [*range(0x40, 0x7F), *range(0x80, 0xFF)]


def is_lead(byte: int) -> bool:
    """Whether a pair can begin with this byte."""
    return 0x81 <= byte <= 0xFE


def is_private(char: str) -> bool:
    """Whether it is one of the private-use characters that stand for pairs without a character."""
    return "\ue000" <= char <= "\uf8ff"


def decode(data: bytes) -> str:
    """The text Windows makes of these bytes."""
    chars, out, position = decoding(), [], 0
    while position < len(data):
        byte = data[position]
        position += 1
        if byte < 0x80:
            out.append(chr(byte))
        elif byte == _EURO:
            out.append("€")
        elif position == len(data) or not is_lead(byte):
            out.append(LOST)
        else:
            out.append(chars.get((byte, data[position]), LOST))
            position += 1
    return "".join(out)


def encode(char: str) -> bytes | None:
    """The bytes of one character, None when it has none."""
    if char < "\x80":
        return char.encode()
    if char == "€":
        return bytes([_EURO])
    return _encoding().get(char)


def character(lead: int, trail: int) -> str:
    """The assigned character with these bytes, "" when there is none."""
    char = decoding().get((lead, trail), "")
    return "" if is_private(char) else char


@cache
def decoding() -> dict[tuple[int, int], str]:
    """All pairs of bytes with their characters."""
    table = {(lead, trail): _assigned(lead, trail) for lead in range(0x81, 0xFF) for trail in _TRAILS}
    for char, pair in enumerate(_holes(table), start=0xE000):
        table[pair] = chr(char)
    return table


@cache
def _encoding() -> dict[str, bytes]:
    return {char: bytes(pair) for pair, char in decoding().items()}


def _assigned(lead: int, trail: int) -> str:
    try:
        return bytes((lead, trail)).decode("gbk")
    except UnicodeDecodeError:
        return ""


def _holes(table: dict[tuple[int, int], str]) -> Iterator[tuple[int, int]]:
    """The pairs without a character, in the order in which private-use characters were given to them."""
    areas = (
        [pair for pair in table if 0xAA <= pair[0] <= 0xAF and pair[1] >= 0xA1],
        [pair for pair in table if pair[0] >= 0xF8 and pair[1] >= 0xA1],
        [pair for pair in table if 0xA1 <= pair[0] <= 0xA7 and pair[1] <= 0xA0],
    )
    for area in areas:
        yield from area
    given = {pair for area in areas for pair in area}
    yield from (pair for pair, char in table.items() if not char and pair not in given)
