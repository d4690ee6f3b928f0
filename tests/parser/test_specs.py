"""Runs the documents in `specs/`; `spec.py` says what they look like.

`make accept` rewrites what they expect, and only that; read the change as a diff before you keep it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from spec import CASE, accepted, cases, run, shown, unescaped

from ankigen.pipeline import broken_law

DOCUMENTS = sorted((Path(__file__).parent / "specs").glob("*.md"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_document(path, request, subtests, tmp_path):
    document, accept = path.read_text(encoding="utf-8"), request.config.getoption("--accept")
    results = []
    for case in cases(document):
        with subtests.test(case.title):
            paper, diagnostics = run(case, tmp_path)
            assert broken_law(paper) is None
            results.append((case, shown(paper, diagnostics)))
            assert accept or results[-1][1] == case.expected
    if accept:
        path.write_text(accepted(document, results), encoding="utf-8", newline="\n")


def test_no_case_is_skipped_because_it_is_written_wrongly():
    for path in DOCUMENTS:
        document = path.read_text(encoding="utf-8")
        outside = CASE.sub("", document)
        assert "```" not in outside, f"{path.name}: a block that belongs to no case"
        assert not re.search("^## ", outside, re.M), f"{path.name}: a heading without a case"


def test_every_case_has_a_title_of_its_own_and_says_why():
    found = [case for path in DOCUMENTS for case in cases(path.read_text(encoding="utf-8"))]
    titles = [case.title for case in found]
    assert len(found) >= 150
    assert [title for title in titles if titles.count(title) > 1] == []
    assert [case.title for case in found if not case.why.endswith(".")] == []


def test_accepting_rewrites_expected_blocks_and_nothing_else():
    document = "# A\n\n## One\n\nWhy.\n\n```text\n1. x\n```\n\n```expect\nold\n```\n\n## Two\n\nBecause.\n\n"
    document += "````markdown\n```\ncode\n```\n````\n\n```expect\nolder\n```\n"
    one, two = cases(document)
    assert (one.title, one.why, one.paper, one.expected) == ("One", "Why.", "1. x\n", "old\n")
    assert (two.title, two.form, two.paper) == ("Two", "markdown", "```\ncode\n```\n")
    changed = accepted(document, [(one, "new\nlines\n"), (two, "newer\n")])
    assert changed == document.replace("older", "newer").replace("old", "new\nlines", 1)


def test_invisible_characters_can_be_written():
    assert unescaped("a→b␣\n\\u00a0c␍\n") == "a\tb \n\u00a0c\r\n"
    assert unescaped("cut off⌫\n") == "cut off"
