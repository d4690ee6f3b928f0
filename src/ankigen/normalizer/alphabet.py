"""The set of characters of a text: one quick pass that tells most rules that they have nothing to do."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=2)
def alphabet(text: str) -> frozenset[str]:
    """Every character that occurs."""
    return frozenset(text)
