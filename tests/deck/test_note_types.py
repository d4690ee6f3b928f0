"""The schema is frozen: a change would give every learner a second note type."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from ankigen.deck.note_types import NOTE_TYPES, TEMPLATES_CHANGED, style

GOLDEN = Path(__file__).parent / "golden"


def schema() -> dict[str, object]:
    return {
        each.name: {
            "id": each.id,
            "cloze": each.cloze,
            "sort_field": each.sort_field,
            "fields": [[name, each.field_id(index)] for index, name in enumerate(each.fields)],
            "template": [each.template, each.template_id],
        }
        for each in NOTE_TYPES.values()
    }


def test_the_schema_is_the_frozen_one() -> None:
    frozen = json.loads((GOLDEN / "note_types.json").read_text(encoding="utf-8"))
    assert schema() == frozen, "names, order and ids of fields and templates can never change; use Meta"


def test_new_templates_have_a_new_time() -> None:
    """Anki ignores templates whose note type is not newer than the one it has."""
    texts = [style()] + [each.side(side) for each in NOTE_TYPES.values() for side in ("front", "back")]
    digest = hashlib.sha256("\x1f".join(texts).encode()).hexdigest()
    recorded = (GOLDEN / "templates.txt").read_text(encoding="utf-8").split()
    assert [str(TEMPLATES_CHANGED), digest] == recorded, (
        "templates changed: raise TEMPLATES_CHANGED and record both in golden/templates.txt"
    )


def test_ids_are_distinct() -> None:
    ids = [each.id for each in NOTE_TYPES.values()]
    for each in NOTE_TYPES.values():
        ids += [each.template_id, *(each.field_id(index) for index in range(len(each.fields)))]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("family", NOTE_TYPES)
@pytest.mark.parametrize("side", ["front", "back"])
def test_templates_name_only_fields_that_exist(family: str, side: str) -> None:
    note_type = NOTE_TYPES[family]
    text = note_type.side(side)
    named = {name.split(":")[-1] for name in re.findall(r"{{[#^/]?([^}]+)}}", text)}
    assert named <= set(note_type.fields)
    assert "FrontSide" not in text and "[[" not in text
    assert len(re.findall(r"{{[#^]", text)) == text.count("{{/")


def test_nothing_reaches_for_the_network() -> None:
    texts = [style()] + [each.side(side) for each in NOTE_TYPES.values() for side in ("front", "back")]
    for text in texts:
        assert not re.search(r"https?:|//[a-z]|@import|url\(|<iframe|<link|<script|fetch|src=", text)


def test_size_on_a_phone() -> None:
    assert len(style().encode()) <= 12 * 1024
    assert all(len(each.side(side).encode()) < 4096 for each in NOTE_TYPES.values() for side in ("front", "back"))


def test_dark_mode_goes_by_class() -> None:
    assert ".nightMode" in style() and ".night_mode" in style() and "prefers-color-scheme" not in style()
