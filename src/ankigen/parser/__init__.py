"""Pulls every question, answer and explanation out of a cleaned text.

Candidates first, then one decision:

1. `noise` and `page`: what belongs to no question is blanked; a folded twin of the text is easy to match.
2. `markers` and `headings`: every candidate for a number, option, answer, explanation or heading.
3. `outline`: sections, and which stretches hold keys. `keys` reads packed key blocks.
4. `sections` reads each section. `chain`: which number candidates begin questions. `units`: questions without numbers.
5. `read`: the parts of one question (`options` finds its options). `groups`: shared material, cases.
6. `join`: keys to questions. `finish`: kind, answer, texts. `checks`: the paper against itself.

Every character of the text ends up in exactly one claim (`claims`).
"""

from ankigen.parser.paper import parse

__all__ = ["parse"]
