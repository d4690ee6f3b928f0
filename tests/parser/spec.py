"""Documents that are tests: a heading, a sentence why, a paper, and what is read off it.

A case of a document looks like this; everything else in the document is for people.

    ## Title of the case

    One sentence that says why the case is there.

    ```text
    the paper: `text`, `markdown` or `html`
    ```

    ```expect
    what is read off it, as `shown` prints it
    ```

So that a document stays readable, a paper writes a tab as `→`, a space at the end of a line as `␣`, a carriage return
as `␍` and any other invisible character as `\\u00a0`. The paper's last line has its line break, unless it ends in `⌫`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ankigen.diagnostics import Diagnostic
from ankigen.model import Kind, Paper, Question
from ankigen.normalizer.clean import clean
from ankigen.parser import parse
from ankigen.readers import Reading, read
from ankigen.text import Rewrite, Source

CASE = re.compile(
    r"^## (?P<title>[^\n]+)\n"
    r"(?P<why>(?:(?!^(?:##? |`{3})).*\n)*?)"
    r"(?P<fence>`{3,})(?P<form>text|markdown|html)\n(?P<paper>(?s:.*?))^(?P=fence)\n"
    r"\s*^(?P<rail>`{3,})expect\n(?P<expected>(?s:.*?))^(?P=rail)$",
    re.M,
)
VISIBLE = {"→": "\t", "␣": " ", "␍": "\r"}
SUFFIX = {"markdown": ".md", "html": ".html"}


@dataclass(frozen=True, slots=True)
class Case:
    """One layout and what is read off it."""

    title: str
    why: str
    form: str  # "text", "markdown" or "html"
    paper: str
    expected: str
    start: int  # of the expected text in the document
    end: int


def cases(document: str) -> Iterator[Case]:
    """The cases of a document, in its order."""
    for found in CASE.finditer(document):
        title, why, form, paper, expected = found.group("title", "why", "form", "paper", "expected")
        yield Case(title, why.strip(), form, unescaped(paper), expected, *found.span("expected"))


def unescaped(text: str) -> str:
    """The paper itself, from how the document writes it."""
    for shown_as, character in VISIBLE.items():
        text = text.replace(shown_as, character)
    text = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)
    return text.removesuffix("⌫\n")


def accepted(document: str, results: Iterable[tuple[Case, str]]) -> str:
    """The document with these results as what it expects, all else untouched."""
    for case, result in sorted(results, key=lambda pair: -pair[0].start):
        document = document[: case.start] + result + document[case.end :]
    return document


def run(case: Case, folder: Path) -> tuple[Paper, list[Diagnostic]]:
    """Read, clean and parse a case's paper; files are needed only by the readers of formats."""
    reading = Reading(Rewrite.of(Source("paper.txt", case.paper)))
    if case.form != "text":
        path = folder / f"paper{SUFFIX[case.form]}"
        path.write_bytes(case.paper.encode("utf-8"))
        reading = read(path)
    assert reading.text is not None, reading.diagnostics
    text, repairs = clean(reading.text, script="keep")
    paper, findings = parse(text)
    return paper, [*reading.diagnostics, *repairs, *findings]


def shown(paper: Paper, diagnostics: Iterable[Diagnostic]) -> str:
    """A paper in the form that the documents expect it in."""
    lines = [line for question in paper.questions for line in _question(question)]
    source = paper.text.source
    for each in diagnostics:
        place = source.locate(each.span.start) if each.span else None
        lines.append(f"! {each.rule.name} {f'{place.line}:{place.column} ' if place else ''}{each.message}")
    return "".join(f"{line}\n" for line in lines or ["nothing"])


def _question(question: Question) -> Iterator[str]:
    facts = [f"{question.number or '-'} {question.kind} {_key(question)}"]
    facts += [question.section] if question.section else []
    facts += [f"in {question.chapter}"] if question.chapter else []
    facts += [f"{question.points:g} points"] if question.points is not None else []
    facts += ["truncated"] if question.truncated else []
    yield " · ".join(facts)
    yield from _part("material", question.material)
    yield from _part("stem", question.stem)
    for option in question.options:
        yield from _part(option.label, option.text)
    if question.kind in (Kind.SHORT, Kind.CASE):
        yield from _part("answer", "\n".join(question.answer))
    yield from _part("why", question.explanation)


def _key(question: Question) -> str:
    if not question.answer:
        return "no answer"
    if question.kind in (Kind.SHORT, Kind.CASE):
        return "answered"
    return ("" if question.kind in (Kind.SINGLE, Kind.MULTIPLE) else " | ").join(question.answer)


def _part(name: str, text: str) -> Iterator[str]:
    """`  name  text`, and further lines of the text below its beginning."""
    if text or len(name) == 1:  # an empty option is still an option
        first, *more = text.split("\n")
        yield f"  {name}  {first}".rstrip()
        yield from (f"  {' ' * len(name)}  {line}".rstrip() for line in more)
