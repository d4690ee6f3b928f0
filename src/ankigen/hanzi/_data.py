"""The generated tables; `tools/hanzi_tables.py` writes them."""

from __future__ import annotations

from importlib.resources import files


def load(name: str) -> bytes:
    """The content of one table."""
    return files("ankigen.hanzi").joinpath("data", name).read_bytes()
