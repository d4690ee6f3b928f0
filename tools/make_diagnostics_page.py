"""Writes docs/diagnostics.md from the registry of rules; with --check, says whether the page is fresh."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from ankigen.diagnostics import RULES

PAGE = Path(__file__).parents[1] / "docs" / "diagnostics.md"

HEAD = """\
<!-- Written by tools/make_diagnostics_page.py from src/ankigen/diagnostics/rules.py: edit the rule, not this page. -->

# Diagnostics

What ankigen may have to say about a file. `ankigen explain CODE` shows the same pages in the terminal.

An **error** keeps a bank from being built. A **warning** means that a card may be wrong or missing: look at the
place. A **note** is worth knowing, the cards are right.

| code | name | severity | meaning |
|---|---|---|---|
"""


def page() -> str:
    """The whole page."""
    rows = [
        f"| [{each.code}](#{each.code.lower()}) | `{each.name}` | {each.severity} | {each.sentence} |" for each in RULES
    ]
    sections = [
        f'<a id="{each.code.lower()}"></a>\n\n## {each.code} {each.name}\n\n*{each.severity.capitalize()}.* '
        f"{each.sentence}\n\n{_wrapped(each.page)}\n"
        for each in RULES
    ]
    return HEAD + "\n".join([*rows, "", *sections])


def _wrapped(text: str) -> str:
    paragraphs = text.split("\n\n")
    return "\n\n".join(textwrap.fill(each, 118, break_long_words=False, break_on_hyphens=False) for each in paragraphs)


def main() -> int:
    """Write the page, or compare it with what is there."""
    fresh = page()
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(fresh, encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == fresh:
        return 0
    print(f"{PAGE.name} is not fresh: run python tools/make_diagnostics_page.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
