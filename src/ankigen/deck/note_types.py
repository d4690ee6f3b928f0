"""The three note types. Their names, fields, order and ids are frozen for ever.

Anki refuses to update notes whose type gained, lost or reordered a field, and makes a second note type instead. So
nothing here may change but the look of the cards (`templates/`, with `TEMPLATES_CHANGED`); whatever a card needs to
know beyond these fields goes into `Meta`. A golden file in the tests holds the schema.

`Meta` is a list of HTML attributes (`lang=zh-Hans data-kind=single`) that the templates put on their root element:
language and kind reach the style sheet without a script. `MyNotes` is the learner's and is never written.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ankigen.deck.labels import WORDS, word

# When the templates last changed (2026-11-30 00:00 UTC). Anki takes a note type only when this is newer than its own.
TEMPLATES_CHANGED = 1_795_996_800

_PLACE = re.compile(r"\[\[([a-z_]+)\]\]")


@dataclass(frozen=True, slots=True)
class NoteType:
    """One note type with its single card template."""

    id: int
    name: str
    family: str  # also the name of its template files
    fields: tuple[str, ...]
    sort_field: str
    template: str
    cloze: bool = False

    @property
    def template_id(self) -> int:
        """Never changes, so that the template may be renamed."""
        return self.id * 1000 + 999

    def field_id(self, index: int) -> int:
        """Never changes, so that a field may be renamed."""
        return self.id * 1000 + index

    def side(self, side: str) -> str:
        """The HTML template of the "front" or the "back"."""
        return _composed(f"{self.family}.{side}.html")


NOTE_TYPES: dict[str, NoteType] = {
    each.family: each
    for each in (
        NoteType(
            1_602_417_951,
            "ankigen 选择",
            "choice",
            (
                "ID",
                "Question",
                "Options",
                "Answer",
                "Explanation",
                "OptionNotes",
                "Material",
                "Hint",
                "Kind",
                "Topic",
                "Source",
                "Shuffle",
                "MyNotes",
                "Meta",
            ),
            "Question",
            "选择",
        ),
        NoteType(
            1_847_203_366,
            "ankigen 填空",
            "cloze",
            (
                "ID",
                "Text",
                "Accept",
                "Explanation",
                "Material",
                "Hint",
                "Kind",
                "Topic",
                "Source",
                "MyNotes",
                "Meta",
            ),
            "Text",
            "填空",
            cloze=True,
        ),
        NoteType(
            2_019_584_127,
            "ankigen 问答",
            "qa",
            (
                "ID",
                "Question",
                "Answer",
                "Points",
                "Explanation",
                "Material",
                "Hint",
                "Kind",
                "Topic",
                "Source",
                "MyNotes",
                "Meta",
            ),
            "Question",
            "问答",
        ),
    )
}


@cache
def style() -> str:
    """The style sheet that the three note types share.

    The right options are found by comparing two attributes, which works without a script but takes one selector for
    each letter.
    """
    letters = string.ascii_uppercase + string.digits[1:]
    right = ",".join(f'.ak[data-answer*="{letter}"] li[data-label="{letter}"]' for letter in letters)
    return _read("style.css").replace("[[right_option]]", right)


@cache
def _composed(name: str) -> str:
    """A template file with every `[[name]]` replaced by that word, or by the shared part of that name."""

    def part(match: re.Match[str]) -> str:
        return word(match[1]) if match[1] in WORDS else _composed(f"part.{match[1]}.html")

    return _PLACE.sub(part, _read(name)).strip()


def _read(name: str) -> str:
    return files("ankigen.deck").joinpath("templates", name).read_text(encoding="utf-8")
