"""Reads numbers out of protobuf messages, of which newer Ankis have a few; not enough to need a library."""

from __future__ import annotations

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5  # wire types


def numbers(message: bytes) -> dict[int, int]:
    """The plain numbers of a message by the number of their field; whatever else it holds is passed over.

    Raises:
        ValueError: it is no message, or is cut off.
    """
    found: dict[int, int] = {}
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        if key & 7 == _VARINT:
            found[key >> 3], at = _varint(message, at)
        else:
            at = _behind(message, at, key & 7)
    return found


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """A number of any length, and the place behind it."""
    value = 0
    for shift, byte in enumerate(message[at : at + 10]):
        value |= (byte & 0x7F) << 7 * shift
        if byte < 0x80:
            return value, at + shift + 1
    raise ValueError("a number has no end")


def _behind(message: bytes, at: int, kind: int) -> int:
    """The place behind a value that is no plain number."""
    if kind == _BYTES:
        size, at = _varint(message, at)
    elif kind in (_FIXED64, _FIXED32):
        size = 8 if kind == _FIXED64 else 4
    else:
        raise ValueError(f"a value has the unknown type {kind}")
    if at + size > len(message):
        raise ValueError("a value is cut off")
    return at + size
