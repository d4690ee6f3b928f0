"""Cleaning: one rule for one kind of damage, in a fixed order, until nothing changes any more."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator

from ankigen.diagnostics import Diagnostic
from ankigen.normalizer.glued import lost_spaces
from ankigen.normalizer.html import html_entities, html_tags
from ankigen.normalizer.invisible import invisible
from ankigen.normalizer.linebreaks import line_breaks
from ankigen.normalizer.lost import lost_characters
from ankigen.normalizer.out_of_step import out_of_step
from ankigen.normalizer.pinyin import remove_pinyin
from ankigen.normalizer.radicals import radicals
from ankigen.normalizer.script import script as convert_script
from ankigen.normalizer.spaces import spaces
from ankigen.text import Rewrite, Span

Cleaner = Callable[[Rewrite, str], tuple[Rewrite, list[Diagnostic]]]

# The order matters. Runs that were decoded out of step come first: every character of them carries bytes, private-use
# and invisible ones too, and they end in the pinyin that the next rule takes out. The script is settled when all
# characters are in place. The last two only look.
RULES: tuple[tuple[str, Cleaner], ...] = (
    ("out-of-step", out_of_step),
    ("annotations", remove_pinyin),
    ("line-breaks", line_breaks),
    ("invisible", invisible),
    ("spaces", spaces),
    ("radicals", radicals),
    ("html-tags", html_tags),
    ("html-entities", html_entities),
    ("script", convert_script),
    ("lost-characters", lost_characters),
    ("lost-spaces", lost_spaces),
)

SCRIPTS = ("auto", "keep", "simplified", "traditional")
_PASSES = 8  # a text needs one, rarely two; each further pass peels one more layer of what was wrapped in what


def clean(
    text: Rewrite, *, script: str = "auto", off: frozenset[str] = frozenset()
) -> tuple[Rewrite, tuple[Diagnostic, ...]]:
    """Repair a text and say what could not be repaired.

    Args:
        text: the source, or what is left of it after other changes.
        script: one of `SCRIPTS`.
        off: names of rules that are not to run.

    Returns:
        The cleaned text, and diagnostics with spans in the source, in the order of the source.

    Raises:
        ValueError: there is no such script, or no rule with one of the names.
    """
    if script not in SCRIPTS:
        raise ValueError(f"no such script: {script}")
    unknown = off - {name for name, _ in RULES}
    if unknown:
        raise ValueError(f"no such cleaning rule: {', '.join(sorted(unknown))}")
    found: dict[tuple[str, Span | None], Diagnostic] = {}
    for _ in range(_PASSES):
        before = text.text
        for name, rule in RULES:
            if name not in off:
                text, said = rule(text, script)
                found.update({(each.rule.name, each.span): each for each in said})
        if text.text == before:
            break
    return text, tuple(sorted(_once(found.values()), key=lambda each: (each.span or (0, 0), each.rule.code)))


def _once(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Without the lost characters in runs that are reported as a whole."""
    found = list(found)
    runs = sorted(each.span for each in found if each.rule.name == "unsure-repair" and each.span)
    for each in found:
        row = bisect_right(runs, each.span) - 1 if each.span else -1
        if each.rule.name != "lost-character" or not each.span or row < 0 or runs[row].end < each.span.end:
            yield each
