"""Everything ankigen may have to say about a file: each rule once, with its code, name, sentence and page.

`rules` is the registry, `diagnostic` the value that stages return, `render` prints for people and for programs.
"""

from ankigen.diagnostics.diagnostic import Diagnostic, Note
from ankigen.diagnostics.rules import RULES, Rule, Severity, rule

__all__ = ["RULES", "Diagnostic", "Note", "Rule", "Severity", "rule"]
