r"""LaTeX as the text that it prints."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ankigen.normalizer.clean import clean
from ankigen.parser import parse
from ankigen.pipeline import broken_law
from ankigen.readers import latex

Question = tuple[str, str, str, list[str], tuple[str, ...], str]


def lines(text: str) -> list[str]:
    reading = latex.read("a.tex", text.encode())
    assert reading.text and reading.text.undo() == text
    return [line.strip() for line in reading.text.text.split("\n") if line.strip()]


def questions(body: str, preamble: str = "") -> list[Question]:
    text = f"\\documentclass{{exam}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\nbehind\n"
    reading = latex.read("a.tex", text.encode())
    assert reading.text and reading.text.undo() == text
    paper, _ = parse(clean(reading.text, script="keep")[0])
    assert broken_law(paper) is None
    return [
        (
            each.number,
            str(each.kind),
            each.stem,
            [option.text for option in each.options],
            each.answer,
            each.explanation,
        )
        for each in paper.questions
    ]


def test_the_exam_class() -> None:
    body = r"""
\begin{questions}
\question[2] Which pot boils \textbf{tea}? Let $x<3$. % a comment
  \begin{choices}
    \choice The \emph{cold} one
    \CorrectChoice The hot one
  \end{choices}
  \begin{solution}
    Cold pots never boil.
  \end{solution}
\question Salt comes from the \fillin[sea] or from \fillin[mines].
\question Why is soup salty?
  \begin{solution} Because of salt. \end{solution}
\end{questions}"""
    assert questions(body) == [
        (
            "1",
            "single",
            "Which pot boils tea? Let $x<3$.",
            ["The cold one", "The hot one"],
            ("B",),
            "Cold pots never boil.",
        ),
        ("2", "fill", "Salt comes from the ____ or from ____.", [], ("sea", "mines"), ""),
        ("3", "short", "Why is soup salty?", [], ("Because of salt.",), ""),
    ]


def test_lists_of_questions_with_a_key_at_the_end() -> None:
    body = r"""
\section{选择题}
\begin{enumerate}
\item 汤要放（\qquad）。
  \begin{enumerate}[label=\Alph*.] \item 盐 \item 沙 \end{enumerate}
\item 面要放\underline{\hspace{2cm}}。
  \fourch{沙}{水}{$a_1$}{\textbf{石}}
\end{enumerate}
\section*{参考答案}
\begin{enumerate}
\item A
\item B
\end{enumerate}"""
    assert questions(body) == [
        ("1", "single", "汤要放（ ）。", ["盐", "沙"], ("A",), ""),
        ("2", "single", "面要放____。", ["沙", "水", "$a_1$", "石"], ("B",), ""),
    ]


def test_commands_of_the_author_and_a_key_in_a_table() -> None:
    body = r"""
\section*{Part 1: True or False}
\ask{1} Soup is hot. \hfill\tick

\ask{2} Ice is hot. \hfill\tick
\section*{Answer Key}
\subsection*{Part 1}
\begin{tabular}{cc|cc}
\toprule
Q & Ans & Q & Ans \\ \midrule
1 & T & 2 & F \\
\end{tabular}""".replace("ask", "question")
    preamble = "\\newcommand{\\question}[1]{\\textbf{Q#1}.}\n\\newcommand{\\tick}{$\\square$}"
    assert [(each[0], each[1], each[4]) for each in questions(body, preamble)] == [
        ("1", "truefalse", ("true",)),
        ("2", "truefalse", ("false",)),
    ]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("价 5\\% \\& 税~\\textit{多}\\ldots", ["价 5% & 税 多…"]),
        ("甲\\\\[2pt]乙\\newline 丙", ["甲", "乙 丙"]),
        ("Caf\\'{e} cr\\`eme", ["Café crème"]),
        ("式 $a_1 % b$ 与 \\(x\\)、$$y$$", ["式 $a_1 % b$ 与 \\(x\\)、$$y$$"]),
        ("\\begin{align*}a&=b\\\\c&=d\\end{align*}", ["\\[\\begin{aligned}a&=b\\\\c&=d\\end{aligned}\\]"]),
        ("\\begin{lstlisting}[language=C]\nint a; % b\n\\end{lstlisting}", ["```", "int a; % b", "```"]),
        ("\\begin{tabular}{|c|c|}\\hline\n汤 & 盐 \\\\\n面 & 水 \\\\\n\\end{tabular}", ["汤\t盐", "面\t水"]),
        ("\\begin{tikzpicture}\\draw (0,0);\\end{tikzpicture}图", ["图"]),
        ("\\includegraphics[width=2cm]{pot.png}", ["[图片: pot.png]"]),
        ("\\textcolor{red}{红}\\vspace{1em}\\footnote{注}", ["红"]),
        ("\\begin{itemize}\\item 甲\\item[乙] 丙\\end{itemize}", ["- 甲", "乙 丙"]),
        ("{\\large 大} \\unknown{小", ["大 小"]),
    ],
)
def test_what_is_printed(source: str, shown: list[str]) -> None:
    assert lines(source) == shown


def test_a_document_of_nothing_but_commands() -> None:
    [said] = latex.read("a.tex", b"\\documentclass{exam}\\begin{document}\\vspace{1cm}\\end{document}").diagnostics
    assert said.rule.name == "empty-file"


PIECES = [
    "\\begin{questions}",
    "\\end{questions}",
    "\\question",
    "[2]",
    "{",
    "}",
    "$",
    "\\choice ",
    "\\CorrectChoice",
    "%\n",
]
PIECES += [
    "\\item",
    "\\fillin[x]",
    "\\fourch{a}{b}",
    "\\section{",
    "\\(",
    "\\]",
    "&",
    "\\\\",
    "\\begin{align}",
    "甲",
    "\n",
]
PIECES += [
    "\\begin{solution}",
    "\\newcommand{\\q}{",
    "\\underline{",
    "\\end{document}",
    "\\begin{document}",
    "\\'",
    "\\",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_commands_in_any_order(text: str) -> None:
    reading = latex.read("a.tex", text.encode())
    assert reading.text is None or reading.text.undo() == text


@pytest.mark.parametrize(
    "piece", [*PIECES, "\\x{", "\\x ", "\\fourch{{", "\\section{\\x", "$$", "\\begin{verbatim}", "[", " "]
)
def test_hostile_documents_take_linear_time(piece: str) -> None:
    began = time.process_time()
    latex.read("a.tex", ("x" + piece * (100_000 // len(piece))).encode())
    assert time.process_time() - began < 5
