"""Makes the tags of a note: `topic::…`, `kind::…`, `source::…`, `section::…`, and the user's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from ankigen.deck.markup import clean
from ankigen.model import Question

CONTRADICTED = "ankigen::contradicted"  # the same text has another answer elsewhere
RETIRED = "ankigen::retired"  # no source has the question any more

_NOT_IN_TAGS = re.compile(r'["\n]')
_SPACES = re.compile(r"\s+")
_COUNT = re.compile(r"[（(][^（）()]*[)）]\s*\Z")  # （每题1分，共30分）
_LONGEST_LEVEL = 80


def tags_of(
    question: Question, *, topic_path: Callable[[str], str], source: str, extra: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """All tags of a question's note, sorted.

    Args:
        question: the question.
        topic_path: gives the tag of a topic's slug, such as `topic::compression::quantization`.
        source: what `source::` names.
        extra: the user's own tags; `::` in them is hierarchy.
    """
    found = {
        *(_tag(topic_path(slug)) for slug in question.topics if slug),
        f"kind::{question.kind.value}",
        f"source::{_level(source)}" if _level(source) else "",
        _section(question.chapter, question.section),
        "ankigen::truncated" if question.truncated else "",
        *map(_tag, extra),
    }
    return tuple(sorted(found - {""}))


@lru_cache(maxsize=256)
def _section(chapter: str, section: str) -> str:
    levels = [_level(_COUNT.sub("", part) or part) for part in (*chapter.split(" / "), section)]
    return "::".join(filter(None, ["section", *levels])) if any(levels) else ""


@lru_cache(maxsize=1024)
def _tag(path: str) -> str:
    return "::".join(filter(None, map(_level, path.split("::"))))


@lru_cache(maxsize=1024)
def _level(text: str) -> str:
    """One level of a tag: no white space, no quotes, and no colon that Anki could take for hierarchy."""
    plain = _SPACES.sub("_", _NOT_IN_TAGS.sub("", clean(text)).strip())
    return plain.replace(":", "：")[:_LONGEST_LEVEL].strip("_")
