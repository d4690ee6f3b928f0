"""What a reader of diagnostics sees: the place, the line with carets, and nothing that drives the terminal."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.diagnostics import RULES, Diagnostic, Note, Severity, rule
from ankigen.diagnostics.render import LEFT, WINDOW, as_data, as_github, as_text, in_order, width
from ankigen.text import Anchor, Source, Span

ROOT = Path(__file__).parents[1]


def shown(text, start, end, **more):
    """The excerpt and the caret line for a diagnostic at text[start:end]."""
    found = as_text(Diagnostic.of("ambiguous", "two readings", (start, end), **more), Source("b.txt", text))
    return found.split("\n")


class TestRegistry:
    def test_codes_and_names_are_unique_and_well_formed(self):
        assert len({each.code for each in RULES}) == len({each.name for each in RULES}) == len(RULES)
        for each in RULES:
            assert re.fullmatch(r"AK\d{3}", each.code)
            assert re.fullmatch(r"[a-z]+(-[a-z]+)*", each.name)

    def test_rules_stand_in_the_order_of_their_codes(self):
        assert [each.code for each in RULES] == sorted(each.code for each in RULES)

    def test_every_rule_has_a_sentence_and_a_page(self):
        for each in RULES:
            assert each.sentence.endswith("."), each.code
            assert len(each.page) > len(each.sentence), each.code

    def test_an_unknown_name_is_misuse(self):
        with pytest.raises(KeyError):
            rule("no-such-rule")

    def test_the_page_in_docs_is_fresh(self):
        tool = ROOT / "tools" / "make_diagnostics_page.py"
        assert subprocess.run([sys.executable, tool, "--check"], check=False).returncode == 0


class TestText:
    def test_place_severity_name_code_and_message_stand_on_the_first_line(self):
        first, *_ = shown("1. 甲\n2. 乙", 8, 9, number="2")
        assert first == "b.txt:2:4: warning ambiguous [AK308]: question 2: two readings"

    def test_carets_stand_under_double_width_characters(self):
        _, line, carets = shown("2. 缓存淘汰 LRU", 5, 7)
        assert line == "  1 | 2. 缓存淘汰 LRU"
        assert carets == "  1 | ".replace("1", " ") + " " * width("2. 缓存") + "^" * width("淘汰")
        assert carets.count("^") == 4

    def test_combining_marks_take_no_column(self):
        *_, carets = shown("e\u0301x", 2, 3)
        assert carets.endswith("|  ^")

    def test_a_span_over_several_lines_is_marked_to_the_end_of_its_first(self):
        _, line, carets = shown("abc\r\ndef", 1, 7)
        assert line.endswith("| abc")
        assert carets.endswith("|  ^^")

    def test_an_empty_span_still_has_a_caret(self):
        *_, carets = shown("abc", 1, 1)
        assert carets.endswith("|  ^")

    def test_a_run_on_line_is_cut_to_a_window(self):
        text = "题" * 9_000 + "X" + "目" * 9_000
        _, line, carets = shown(text, 9_000, 9_001)
        assert line.startswith("  1 | …题")
        assert line.endswith("目…")
        assert width(line) < WINDOW + 12
        excerpt = line.removeprefix("  1 | ")
        column = len(carets.removeprefix("    | ")) - 1
        assert width(excerpt[: excerpt.index("X")]) == column <= LEFT + 2

    def test_control_and_direction_characters_are_not_printed(self):
        text = "a\x1b[31mb\u202ec\x07"
        found = as_text(Diagnostic.of("ambiguous", text, (0, 1), suggestion=text), Source("b\x1b.txt", text))
        assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", found)

    def test_the_whole_file_has_no_line(self):
        found = as_text(Diagnostic.of("empty-file", "it has no text"), Source("b.txt", ""))
        assert found == "b.txt: error empty-file [AK104]: it has no text"

    def test_notes_and_suggestion(self):
        note = Note(Span(3, 4), "the other key")
        *_, second, last = shown("AB\nC", 0, 1, notes=(note,), suggestion="甲")
        assert second == "  note: b.txt:2:1: the other key"
        assert last == "  suggestion: 甲"

    @given(st.text(max_size=50), st.data())
    def test_any_text_and_place_can_be_shown(self, text, data):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, len(text)))
        lines = shown(text, start, end)
        assert len(lines) == (3 if text else 1)
        assert not text or "^" in lines[2]


class TestForPrograms:
    def test_data_has_the_keys_of_the_exchange_format(self):
        source = Source("b.pdf", "一二\n三四", anchors=(Anchor(0, "p7"),))
        found = as_data(Diagnostic.of("number-gap", "3 is missing", (4, 5), number="4"), source)
        assert found == {
            "code": "AK304",
            "name": "number-gap",
            "severity": "warning",
            "message": "3 is missing",
            "path": "b.pdf",
            "number": "4",
            "line": 2,
            "column": 2,
            "place": "p7",
            "suggestion": "",
            "notes": [],
        }

    def test_github_annotation_escapes_what_would_end_it(self):
        found = as_github(Diagnostic.of("leftover-text", "50%\nmore", (0, 1)), Source("a,b:c.txt", "x"))
        assert found == "::notice file=a%2Cb%3Ac.txt,line=1,col=1,title=AK309 leftover-text::50%25%0Amore"

    def test_order_is_that_of_the_file(self):
        late, early, whole = (Diagnostic.of("ambiguous", "m", span) for span in ((5, 6), (1, 2), None))
        assert in_order([late, early, whole]) == [whole, early, late]

    def test_severities_are_ordered_from_the_worst(self):
        assert list(Severity) == [Severity.ERROR, Severity.WARNING, Severity.NOTE]
