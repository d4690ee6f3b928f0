"""One row of a table as a question: its cells read as text, then finished with the codes of the whole table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ankigen.diagnostics import Diagnostic
from ankigen.model import Claim, Confidence, Kind, Option, Part, Question
from ankigen.parser import cells as packed
from ankigen.parser.coding import CHOICES, Coding, Record, Said, kind_said, resolve, with_blanks
from ankigen.parser.columns import Columns
from ankigen.parser.compose import typed
from ankigen.parser.draft import Draft
from ankigen.parser.finish import Finished
from ankigen.parser.lexicon import KIND_TAG
from ankigen.parser.markers import Number
from ankigen.parser.outline import Section
from ankigen.parser.page import fold
from ankigen.text import Rewrite, Span

# The fields that only ankigen's own format has all of.
EXACT = frozenset(("kind", "stem", "truncated"))
_NOTHING = re.compile(r"\s*[(（\[]?(?:无|略|暂无|暂略|没有|none|nan|null|n/a|/|-+)[)）\]]?[。.]?\s*", re.IGNORECASE)
_FRONT = re.compile(r"\s*(\d{1,4})\s*[.、．)）]\s*(?!\d)")
_ASKS = re.compile(r"_{2,}|[(\[][ \t]*[)\]]|[?？]")
_POINTS = re.compile(r"\d+(?:\.\d+)?")
_PLACEHOLDER = re.compile(r"//IMG//|\[\[?IMG\]?\]|\{\{?(?:image|img)\}?\}", re.IGNORECASE)
_NOTE = re.compile(r"\s*(?:[（(]?注[)）：:]?\s*)?(?P<sign>[＊*※†])?")
# A line break that was escaped twice; in code `\n` is what is asked about, and in TeX a name follows.
_WRITTEN_BREAK = re.compile(r"(?:\\r|\\n)+(?![a-z\"'%])")
_CODE = re.compile(
    r"printf|cout|print\w*\s?\(|echo|\\t|换行|转义|[;{}]\s*(?:\n|\\n)|[\"'](?:\\n|[^\"'\n]{0,40}\\n[\"'])"
)
_WRONG = frozenset(("", "0", "false", "no", "否", "错", "错误", "×", "f", "n", "0.0"))


@dataclass(slots=True)
class Row:
    """A row on its way to a question."""

    cells: Sequence[Span]
    record: Record
    draft: Draft
    stem_at: Span
    claims: list[Claim]
    explanation: str = ""
    section: str = ""
    chapter: str = ""
    points: float | None = None
    material: str = ""
    number: str = ""
    asks: bool = False
    keyed: list[tuple[str, str]] = field(default_factory=list)
    pairs: list[tuple[str, str]] = field(default_factory=list)
    done: Said | None = None  # where nothing has to be decoded
    truncated: bool = False
    confidence: Confidence | None = None  # where the file says it

    @property
    def full(self) -> bool:
        """Whether it has options or an answer."""
        return bool(self.record.options or self.record.answer or self.keyed or self.pairs)


class _Cells:
    """The cells of one row by column, claimed as they are read."""

    def __init__(self, cells: Sequence[Span], words: Sequence[str]) -> None:
        self.cells, self.words = cells, words
        self.claims: list[Claim] = []

    def take(self, column: int, part: Part) -> str:
        """The words of a column, "" where the row has none."""
        if not 0 <= column < len(self.words) or not self.words[column]:
            return ""
        self.claims.append(Claim(self.cells[column], part))
        words = self.words[column]
        if "\\n" in words and not _CODE.search(words):
            words = _WRITTEN_BREAK.sub("\n", words)
        return typed(words.split("\n")) if "\n" in words else words

    def raw(self, column: int, part: Part) -> str:
        """The same with its line breaks."""
        if not 0 <= column < len(self.words) or not self.words[column]:
            return ""
        self.claims.append(Claim(self.cells[column], part))
        return self.words[column]

    def rest(self, names: Sequence[str]) -> None:
        """Claim what no column of a question holds."""
        taken = {claim.span for claim in self.claims}
        for index, cell in enumerate(self.cells):
            if cell.start < cell.end and cell not in taken:
                name = names[index] if index < len(names) else ""
                self.claims.append(Claim(cell, Part.NOISE, f"column {name}" if name else "a column without a name"))


def read_row(
    columns: Columns, cells: Sequence[Span], words: Sequence[str], section: Section, heading: str
) -> Row | None:
    """The row as text; None when it asks nothing."""
    row = _Cells(cells, words)
    pieces = [row.take(column, Part.STEM) for column in columns.stem]
    stem = _divided(pieces, sum(1 for i in columns.answer if i < len(words) and words[i])) if pieces[1:] else pieces[0]
    images = [image for column in columns.image if (image := row.take(column, Part.STEM))]
    if not stem.strip() and not images:
        return None
    stem_at = next((cells[i] for i in columns.stem if i < len(words) and words[i]), cells[0])
    number_words = row.take(columns.number, Part.NUMBER)
    record = Record(stem)
    record.kind = row.take(columns.kind, Part.TAG)
    _options(columns, row, record)
    for column in columns.answer:
        record.answer += packed.answers(row.raw(column, Part.ANSWER))
    record.doubt = _rival(columns, row, record.answer)
    found = Row(cells, record, Draft(stem_at, section, None, stem_at), stem_at, row.claims)
    found.keyed = [(name, said) for name, i in columns.keyed.items() if (said := row.take(i, Part.ANSWER))]
    for sides in columns.pairs.values():
        left, right = ([row.take(column, Part.ANSWER) for column in sides] + ["", ""])[:2]
        if left:
            found.pairs.append((left, right))
    found.explanation = _unless_nothing(row.take(columns.explanation, Part.EXPLANATION))
    record.explanation = found.explanation
    found.material = row.take(columns.material, Part.MATERIAL)
    points = _POINTS.search(row.take(columns.points, Part.TAG))
    found.points = float(points.group()) if points else None
    _place(found, columns, row, section, heading)
    _front(found, number_words)
    stem = record.stem
    found.asks = bool(_ASKS.search(fold(stem)))
    note = "" if not 0 <= columns.note < len(words) else words[columns.note]
    if (sign := _NOTE.match(note)) and (sign["sign"] or "注") in stem:
        stem = f"{stem}\n{row.take(columns.note, Part.STEM)}"
    record.stem = _pictured(stem, images)
    shown = [image for column in columns.answer_image if (image := row.take(column, Part.ANSWER))]
    if shown and not record.answer and not record.options:
        record.answer = [f"[图片: {image}]" for image in shown]
    elif shown:
        found.explanation = _pictured(found.explanation, shown)
    row.rest(columns.names)
    filled = [cell for cell in cells if cell.start < cell.end]
    start, end = min(cell.start for cell in filled), max(cell.end for cell in filled)
    start = max(start, min(stem_at.start, cells[columns.number].start if number_words else stem_at.start))
    found.draft.span = Span(start, max(start, end))
    if number_words.isdecimal():
        where = cells[columns.number]
        found.draft.number = Number(where.start, where.end, where, int(number_words), "cell", True)
    return found


def _pictured(text: str, images: Sequence[str]) -> str:
    """The text with its pictures where it says that they are, the others behind it."""
    rest = [f"[图片: {image}]" for image in images]
    if images:
        text = _PLACEHOLDER.sub(lambda _: rest.pop(0) if rest else "", text)
    return "\n".join([text.rstrip(), *rest]).strip()


def _rival(columns: Columns, row: _Cells, answer: list[str]) -> str:
    """Why the answer is in doubt: another column of answers names other letters."""
    letters = set(re.findall("[A-Z]", fold("".join(answer)).upper()))
    for column in columns.rivals:
        words = row.raw(column, Part.ANSWER)
        other = fold(words).strip().upper()
        if answer and re.fullmatch(r"[A-J](?:[ ,、;]*[A-J])*", other) and set(re.findall("[A-Z]", other)) != letters:
            return f"one column gives {''.join(answer)[:20]!r}, another {words[:20]!r}"
    return ""


def _divided(pieces: list[str], gaps: int) -> str:
    """The text of a question that is cut at its gaps; the last one may stand at its end."""
    while len(pieces) > 1 and not pieces[-1]:
        pieces.pop()
    pieces += [""] * (gaps + 1 - len(pieces) if gaps > 1 or len(pieces) > 1 else 0)
    text = pieces[0]
    for piece in pieces[1:]:
        text = f"{text} ____ {piece}" if text[-1:].isascii() and piece[:1].isalnum() else f"{text}____{piece}"
    return text.strip()


def _options(columns: Columns, row: _Cells, record: Record) -> None:
    if columns.packed >= 0:
        cell = row.raw(columns.packed, Part.OPTION)
        found = packed.options(cell, columns.separator) if cell.strip() else []
        if cell and not found and _unless_nothing(cell):
            record.stem = f"{record.stem}\n{cell}".strip()
    else:
        found = []
        for place in sorted(columns.options):
            option = columns.options[place]
            text = row.take(option.text, Part.OPTION)
            key = row.take(option.key, Part.OPTION_LABEL)
            found += [("", "")] * (place - len(found))
            found.append((key, text))
            flag = row.take(option.flag, Part.ANSWER)
            if option.flag >= 0:
                record.flagged = True
                if flag.lower() not in _WRONG and not flag.startswith("-"):
                    record.right.append(chr(65 + place))
    letters = [key.strip().upper() for key, text in found if text]
    own = bool(letters) and all(re.fullmatch("[A-Z]", key) for key in letters) and len(set(letters)) == len(letters)
    doubled = packed.all_lettered([text for _, text in found])
    for place, (key, text) in enumerate(found):
        label = key.strip().upper() if own and key else chr(65 + place)
        if not text:
            continue
        if own and chr(65 + place) in record.right:
            record.right[record.right.index(chr(65 + place))] = label
        record.options.append((label, packed.unlabelled(text) if doubled else text))
        if key and not own:
            record.keys[key.strip()] = label
    if own:
        record.options.sort(key=lambda option: option[0])


def _place(found: Row, columns: Columns, row: _Cells, section: Section, heading: str) -> None:
    """Where in the paper the question stands: the section column, a heading row, the sheet."""
    own = row.take(columns.section, Part.HEADING)
    chapter = row.take(columns.chapter, Part.HEADING)
    own = "" if re.fullmatch(r"[\d.]*", own) else own
    titles = [title for title in (section.title, chapter, heading, own) if title]
    found.section = titles[-1] if titles else ""
    found.chapter = " / ".join([*filter(None, [section.chapter]), *titles[:-1]])
    named = [kind_said(title) for title in reversed(titles)]
    found.record.said = next((kind for said, kind in named if said), None) or section.kind
    if found.points is None and section.heading:
        found.points = section.heading.points


def _front(found: Row, number: str) -> None:
    """Take the number and the tag of kind off the front of the stem."""
    record = found.record
    front = _FRONT.match(record.stem)
    if front and front.end() < len(record.stem) and (number in ("", front[1])):
        if number:
            record.stem = record.stem[front.end() :]
        else:
            found.number = front[1]
    if number:
        found.number = number
    tag = KIND_TAG.match(fold(record.stem))
    if tag and tag.end() < len(record.stem):
        record.kind = record.kind or tag["word"]
        if tag["points"] and found.points is None:
            found.points = float(tag["points"])
        record.stem = record.stem[tag.end() :]


def _unless_nothing(words: str) -> str:
    return "" if _NOTHING.fullmatch(words) else words


def exact_row(text: Rewrite, cells: Sequence[Span], names: Mapping[str, int], section: Section) -> Row:
    """A row of ankigen's own format, where everything is said outright."""
    row = _Cells(cells, [text.text[cell.start : cell.end] for cell in cells])

    def get(name: str, part: Part) -> str:
        return row.raw(names.get(name, -1), part)

    record = Record(get("stem", Part.STEM))
    for place in range(26):
        label = get(f"options.{place}.label", Part.OPTION_LABEL)
        option = get(f"options.{place}.text", Part.OPTION)
        if label:
            record.options.append((label, option))
    answer = []
    for place in range(len(names)):
        if f"answer.{place}" not in names:
            break
        answer.append(get(f"answer.{place}", Part.ANSWER))
    while answer and not answer[-1]:
        answer.pop()
    kind = get("kind", Part.TAG)
    at = cells[names["stem"]]
    filled = [cell for cell in cells if cell.start < cell.end] or [at]
    span = Span(min(cell.start for cell in filled), max(cell.end for cell in filled))
    found = Row(cells, record, Draft(span, section, None, at), at, row.claims)
    found.done = Said(Kind(kind) if kind in set(Kind) else Kind.SHORT, tuple(answer))
    found.number = get("number", Part.NUMBER)
    found.section, found.chapter = get("section", Part.HEADING), get("chapter", Part.HEADING)
    found.material, found.explanation = get("material", Part.MATERIAL), get("explanation", Part.EXPLANATION)
    points = get("points", Part.TAG)
    found.points = float(points) if _POINTS.fullmatch(points) else None
    found.truncated = get("truncated", Part.TAG) == "true"
    sure = [get(f"confidence.{part}", Part.TAG) for part in ("start", "options", "answer")]
    if all(map(_POINTS.fullmatch, sure)):
        found.confidence = Confidence(*map(float, sure))
    row.rest([""] * len(cells))
    return found


def finished_row(text: Rewrite, row: Row, coding: Coding) -> Finished:
    """The question of a row, with its claims and what is to be said about it."""
    record = row.record
    said = row.done or _said(row, coding)
    stem = record.stem
    if said.kind is Kind.FILL and not row.done:
        stem = with_blanks(stem)
    truth = said.kind is Kind.TRUEFALSE
    question = Question(
        kind=said.kind,
        number=row.number,
        section=row.section,
        points=row.points,
        material=row.material,
        stem=stem.strip() if not row.done else stem,
        options=() if truth else tuple(Option(label, option) for label, option in record.options),
        answer=said.answer,
        explanation=row.explanation,
        truncated=row.truncated,
        span=row.draft.span,
        at=text.back(Span(row.draft.span.start, row.draft.span.start)).start,
        chapter=row.chapter,
        confidence=row.confidence or Confidence(answer=1.0 if said.answer and not said.problem else 0.0),
    )
    return Finished(question, row.claims, _diagnose(text, row, question, said.problem))


def _said(row: Row, coding: Coding) -> Said:
    """What the row says; a question with parts of its own has one answer in words."""
    record = row.record
    if row.pairs:
        rights = sorted({right for _, right in row.pairs})
        record.stem = "\n".join([record.stem, *(left for left, _ in row.pairs), " / ".join(rights)])
        record.options = [(chr(65 + place), left) for place, (left, _) in enumerate(row.pairs)]
        return Said(Kind.SHORT, ("\n".join(f"{left} → {right}" for left, right in row.pairs),))
    if row.keyed:
        texts = dict(record.options)
        lines = []
        for name, said in row.keyed:
            words = texts.get(record.keys.get(said, said), "")
            lines.append(f"{name}：{said} {words}".rstrip())
        names = {label: key for key, label in record.keys.items()}
        listed = "　".join(f"{names.get(label, label)} {option}" for label, option in record.options)
        record.stem, record.options = f"{record.stem}\n{listed}".strip(), []
        return Said(Kind.SHORT, ("\n".join(lines),))
    return resolve(record, coding)


def _diagnose(text: Rewrite, row: Row, question: Question, problem: str) -> list[Diagnostic]:
    if question.answer and not problem and question.kind not in CHOICES:
        return []
    known = {option.label for option in question.options}
    strange = [letter for letter in question.answer if known and letter not in known]
    if question.answer and not problem and not strange:
        return []
    start = text.back(row.stem_at).start
    where = (start, start + 1)
    name = f"question {question.number}" if question.number else "the question"
    if problem and question.kind is Kind.FILL and question.answer:
        return [Diagnostic.of("blank-count-mismatch", f"{name} has {problem}", where, number=question.number)]
    if problem:
        return [Diagnostic.of("ambiguous", f"{name}: {problem}", where, number=question.number)]
    if not question.answer:
        return [Diagnostic.of("missing-answer", f"{name} has no answer", where, number=question.number)]
    message = f"the key of {name} is {''.join(question.answer)}, but its options are {''.join(sorted(known))}"
    return [Diagnostic.of("answer-not-an-option", message, where, number=question.number)]
