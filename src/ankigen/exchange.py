"""The exchange format `ankigen.bank/1`: a parsed bank as one JSON object (docs/exchange.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ankigen.diagnostics import Diagnostic
from ankigen.diagnostics.render import as_data, in_order
from ankigen.model import Paper, Question
from ankigen.text import Source

FORMAT = "ankigen.bank/1"


def bank_data(paper: Paper, diagnostics: Iterable[Diagnostic]) -> dict[str, Any]:
    """A bank with everything that is known about it."""
    source = paper.text.source
    return {
        "format": FORMAT,
        "title": paper.title,
        "questions": [question_data(each, source) for each in paper.questions],
        "diagnostics": [as_data(each, source) for each in in_order(diagnostics)],
    }


def question_data(question: Question, source: Source) -> dict[str, Any]:
    """One question, its place as the user sees it in the file."""
    place = source.locate(question.at)
    points = question.points
    return {
        "kind": str(question.kind),
        "number": question.number,
        "section": question.section,
        "chapter": question.chapter,
        "points": int(points) if points is not None and points.is_integer() else points,
        "material": question.material,
        "stem": question.stem,
        "options": [{"label": option.label, "text": option.text} for option in question.options],
        "answer": list(question.answer),
        "explanation": question.explanation,
        "truncated": question.truncated,
        "topics": list(question.topics),
        "confidence": {
            "start": question.confidence.start,
            "options": question.confidence.options,
            "answer": question.confidence.answer,
        },
        "line": place.line,
        "column": place.column,
        "place": place.label,
    }


def to_json(data: Any) -> bytes:
    """UTF-8 JSON with a final line break.

    A file name that is no valid Unicode holds lone surrogates; they are written as JSON escapes.
    """
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "backslashreplace")
