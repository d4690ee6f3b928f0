"""The environments and commands of LaTeX that exams use, by what is done with them."""

from __future__ import annotations

import re
from typing import Final

from ankigen.readers.tags import words

FORMULAS: Final = words("equation align gather multline eqnarray displaymath math alignat flalign")
VERBATIM: Final = words("verbatim lstlisting minted Verbatim alltt")
DRAWN: Final = words("tikzpicture picture pspicture asy comment")
SOLUTIONS: Final = words("solution solutionorbox solutionorlines solutionordottedlines solutionbox answer jie jieda")
NUMBERED: Final = words("enumerate questions parts subparts problems exercises tasks")
CHOICES: Final = words("choices oneparchoices checkboxes oneparcheckboxes options xuanxiang")
HEADINGS: Final = {"part": "1", "chapter": "1", "section": "2", "subsection": "3", "subsubsection": "4"}
QUESTIONS: Final = words("question titledquestion problem exercise bonusquestion timu wenti")
RIGHT: Final = words("CorrectChoice correctchoice CorrectChoiceEmphasis")
ANSWERS: Final = words("answer ans key daan answerkey solutionans")
WITH_ARGUMENTS: Final = words(  # printed by none of their arguments
    "vspace hspace vskip hskip setlength addtolength setcounter addtocounter label ref eqref cite pagestyle"
    " thispagestyle usepackage documentclass geometry color textcolor definecolor renewcommand newcommand fancyhead"
    " fancyfoot fancyhf linespread fontsize selectfont setlist bibliography bibliographystyle input include phantom"
    " rule raisebox pagenumbering setmainfont setCJKmainfont footnote thanks"
)
ONE_ARGUMENT: Final = words("textcolor color raisebox fontsize")  # what follows the first is printed
BOXES: Final = words("tf tfblank paren choiceblank square Box pd answerline kuohao xz")
SPACES: Final = words(
    "quad qquad hfill hspace enspace thinspace par newline medskip bigskip smallskip newpage clearpage"
)
CHARS: Final = {
    "ldots": "…", "dots": "…", "cdots": "…", "textbackslash": "\\", "textasciitilde": "~", "textdegree": "°",
    "checkmark": "√", "times": "×", "LaTeX": "LaTeX", "TeX": "TeX", "textunderscore": "_", "degree": "°",
}  # fmt: skip
ROW_OF_CHOICES: Final = re.compile(r"(?:one|two|four|five|six)?ch(?:oices?)?|xx|fourx|ABCD")
ACCENTED: Final = re.compile(r"\\.\{?([A-Za-z])\}?")
ACCENTS: Final = {
    "'": "\u0301",
    "`": "\u0300",
    '"': "\u0308",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
}
