"""Makes the tags of a note: `topic::…`, `kind::…`, `source::…`, `section::…`, and the user's own."""

from __future__ import annotations

import re
from collections.abc import Callable

from ankigen.deck.markup import clean
from ankigen.model import Question

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
    section = [_level(_COUNT.sub("", part) or part) for part in (*question.chapter.split(" / "), question.section)]
    found = (
        {_tag(*(topic_path(slug).split("::"))) if slug else "" for slug in question.topics}
        | {
            _tag("kind", question.kind.value),
            _tag("source", source) if _level(source) else "",
            _tag("section", *section) if any(section) else "",
            "ankigen::truncated" if question.truncated else "",
        }
        | {_tag(*each.split("::")) for each in extra}
    )
    return tuple(sorted(found - {""}))


def _tag(*levels: str) -> str:
    return "::".join(level for level in map(_level, levels) if level)


def _level(text: str) -> str:
    """One level of a tag: no white space, no quotes, and no colon that Anki could take for hierarchy."""
    plain = _SPACES.sub("_", _NOT_IN_TAGS.sub("", clean(text)).strip())
    return plain.replace(":", "：")[:_LONGEST_LEVEL].strip("_")
