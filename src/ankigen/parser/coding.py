"""What the answers of a table mean. A code is read only as the whole column allows; what stays open is reported.

An answer may be letters, the text of an option, numbers that count from 0 or from 1, a word for true or false, or 1 and
2 (1 and 0) for them. A kind may be a code, too; the rows that carry it show what it stands for.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from ankigen.hanzi.fold import fold
from ankigen.model import Kind
from ankigen.parser.blanks import BLANK, empty_blanks, split_answers
from ankigen.parser.lexicon import ENGLISH_KIND_WORDS, FALSE_WORDS, KIND_WORD, KIND_WORDS, TRUE_WORDS
from ankigen.parser.page import Page
from ankigen.parser.page import fold as fold_page
from ankigen.parser.values import letters_of, plain
from ankigen.text import Span

CHOICES = (Kind.SINGLE, Kind.MULTIPLE)
_KIND_PATTERN = re.compile(KIND_WORD)
_ENGLISH_KINDS: tuple[tuple[str, Kind | None], ...] = (
    *ENGLISH_KIND_WORDS.items(),
    ("truefalse", Kind.TRUEFALSE),
    ("true_false", Kind.TRUEFALSE),
    ("judg", Kind.TRUEFALSE),
    ("bool", Kind.TRUEFALSE),
    ("multichoice", None),
    ("multiplechoice", None),
    ("multiple_choice", None),
    ("multi", Kind.MULTIPLE),
    ("checkbox", Kind.MULTIPLE),
    ("single", Kind.SINGLE),
    ("radio", Kind.SINGLE),
    ("blank", Kind.FILL),
    ("fill", Kind.FILL),
    ("cloze", Kind.FILL),
    ("essay", Kind.SHORT),
    ("short", Kind.SHORT),
    ("subjective", Kind.SHORT),
)
_LETTERS = re.compile(r"[(\[]?\s*[A-Z](?:[\s,、;|/&+-]*[A-Z]){0,11}\s*[)\]]?\s*[.。;]?")
_NUMBER = re.compile(r"-?\d{1,3}(?:\.0)?")
_SEPARATORS = re.compile(r"\s*[\n|;；、,，]\s*")
_DENIES = re.compile(r"错|不正确|不对|有误|不能|不得|不应|不是|不可|并非|incorrect|wrong|not ", re.IGNORECASE)
_ASKS = re.compile(r"_{2,}|[(\[][ \t]*[)\]]|[?？]")


@dataclass(slots=True)
class Record:
    """One row, its cells read as text."""

    stem: str
    options: list[tuple[str, str]] = field(default_factory=list)  # label and text
    keys: dict[str, str] = field(default_factory=dict)  # the row's own names of its options → labels
    right: list[str] = field(default_factory=list)  # labels of options that are marked as right
    flagged: bool = False  # its options say which of them are right
    answer: list[str] = field(default_factory=list)
    kind: str = ""
    said: Kind | None = None  # what its section, or later its kind, says
    explanation: str = ""
    doubt: str = ""  # why no answer can be trusted


@dataclass(slots=True)
class Coding:
    """How a table writes its answers."""

    base: int | None = None  # the number of the first option
    letters: bool = False  # a letter is a label, even where it is the text of an option, too
    truth: dict[str, bool] = field(default_factory=dict)
    kinds: dict[str, Kind | None] = field(default_factory=dict)
    letters_for_truth: frozenset[str] = frozenset()  # kind codes whose A and B mean true and false


@dataclass(slots=True)
class Said:
    """What one row says."""

    kind: Kind
    answer: tuple[str, ...] = ()
    problem: str = ""


def coding_of(records: Sequence[Record]) -> Coding:
    """Decide the codes by looking at all rows."""
    coding = Coding()
    _decide_letters(records, coding)
    _decide_base(records, coding)
    _decide_kinds(records, coding)
    _decide_truth(records, coding)
    return coding


def kind_said(words: str) -> tuple[bool, Kind | None]:
    """Whether the words name a kind of question, and which; a choice of unknown number has none."""
    short = fold(words).strip().lower()
    found = _KIND_PATTERN.search(short)
    if found:
        return True, KIND_WORDS[found.group()]
    for word, kind in _ENGLISH_KINDS:
        if word in short:
            return True, kind
    return False, None


def _numbers(record: Record) -> list[int]:
    """The numbers that the answer is, when it is nothing else; several where it is a list of them."""
    parts = [part for item in record.answer for part in _SEPARATORS.split(item.strip()) if part]
    return [int(float(part)) for part in parts] if parts and all(_NUMBER.fullmatch(part) for part in parts) else []


def _decide_letters(records: Sequence[Record], coding: Coding) -> None:
    """Letters are labels where nearly all answers are letters of options and hardly ever such an option's text."""
    answered = [record for record in records if record.options and record.answer]
    labels = sum(1 for each in answered if _LETTERS.fullmatch(_upper("".join(each.answer))))
    texts = sum(1 for each in answered if any(_text_is_option(item, each) for item in each.answer))
    coding.letters = labels * 10 >= len(answered) * 9 and texts * 10 <= len(answered)


def _decide_base(records: Sequence[Record], coding: Coding) -> None:
    """0 shows that numbers count from 0, the number of options that they count from 1."""
    zero = last = beyond = used = 0
    for record in records:
        numbers = _numbers(record)
        if len(record.options) < 2 or not numbers or all(item in record.keys for item in record.answer):
            continue
        if any(_text_is_option(item, record) for item in record.answer):
            continue  # `3` may be the option's own text
        used += 1
        zero += 0 in numbers
        last += len(record.options) in numbers
        beyond += max(numbers) > len(record.options)
    if used and not beyond and bool(zero) != bool(last):
        coding.base = 0 if zero else 1


def _text_is_option(words: str, record: Record) -> bool:
    wanted, longest = plain(words), 4 * len(words) + 8  # with all that `plain` takes away
    return bool(wanted) and any(len(text) <= longest and plain(text) == wanted for _, text in record.options)


def _decide_kinds(records: Sequence[Record], coding: Coding) -> None:
    """The kind that each code stands for, by what most of its rows look like."""
    groups: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        groups[record.kind].append(record)
    letters_for_truth = set()
    others_have_options = any(len(record.options) > 1 for record in records)
    for code, group in groups.items():
        named, kind = kind_said(code)
        if named:
            coding.kinds[code] = kind
            if kind is Kind.TRUEFALSE and _says_a_or_b(group):
                letters_for_truth.add(code)
            continue
        with_options = sum(1 for record in group if len(record.options) > 1 and not truths_of(record.options))
        if with_options * 10 >= len(group) * 9:
            several = sum(1 for record in group if _several(record))
            if code:
                coding.kinds[code] = Kind.MULTIPLE if several * 2 > len(group) else Kind.SINGLE
        elif others_have_options and _says_a_or_b(group):
            letters_for_truth.add(code)
        elif code and not with_options and all(_truth_like(record) for record in group):
            coding.kinds[code] = Kind.TRUEFALSE
    coding.letters_for_truth = frozenset(letters_for_truth)


def _several(record: Record) -> bool:
    return len(record.right) > 1 or len(re.findall("[A-L]", "".join(map(_upper, record.answer)))) > 1


def _says_a_or_b(group: Sequence[Record]) -> bool:
    """Whether A and B mean true and false for what has no options.

    It must be statements, answered by A or B and nothing else, and the explanations of B must deny what is stated.
    """
    bare = [record for record in group if not record.options]
    given = Counter(_upper("".join(record.answer)) for record in bare)
    asking = sum(1 for record in bare if _ASKS.search(fold(record.stem)))
    if set(given) != {"A", "B"} or asking * 20 > len(bare) or min(given.values()) * 20 < len(bare):
        return False
    denied = {letter: _denied([each for each in bare if _upper("".join(each.answer)) == letter]) for letter in "AB"}
    return denied["B"] > 2 * denied["A"]


def _denied(records: Sequence[Record]) -> float:
    """The share of explanations that deny something: those of false statements do so more often."""
    explained = [record.explanation for record in records if record.explanation]
    return sum(1 for each in explained if _DENIES.search(fold(each))) / len(explained) if len(explained) > 4 else 0.0


def _upper(words: str) -> str:
    return fold(words).strip().upper()


def _truth_like(record: Record) -> bool:
    short = _upper("".join(record.answer))
    return short in TRUE_WORDS or short in FALSE_WORDS or short in ("0", "1", "2") or bool(truths_of(record.options))


def _decide_truth(records: Sequence[Record], coding: Coding) -> None:
    """1 is true; false is 0 or 2, whichever the column uses."""
    seen = set()
    for record in records:
        kind = coding.kinds.get(record.kind) or record.said
        if kind is Kind.TRUEFALSE or (kind is None and not record.options and not _ASKS.search(fold(record.stem))):
            seen |= {item for item in map(_upper, record.answer) if item in ("0", "1", "2")}
    if seen == {"0", "1"} or seen == {"1", "2"}:
        coding.truth = {value: value == "1" for value in seen}


def truths_of(options: Sequence[tuple[str, str]]) -> dict[str, bool]:
    """For options that are only 正确 and 错误: which label means true."""
    meaning = {}
    for label, text in options:
        word = _upper(text).strip(" 。.;()")
        if word in TRUE_WORDS or word in FALSE_WORDS:
            meaning[label] = word in TRUE_WORDS
    return meaning if len(options) == 2 and len(set(meaning.values())) == 2 else {}


def resolve(record: Record, coding: Coding) -> Said:
    """The kind and the answer of one row."""
    kind = coding.kinds.get(record.kind) or record.said
    if record.doubt:
        return Said(kind or (Kind.SINGLE if record.options else Kind.SHORT), (), record.doubt)
    truths = truths_of(record.options)
    if truths:
        return Said(Kind.TRUEFALSE, *_truth(record, coding, truths))
    if record.options:
        answer, problem = _labels(record, coding)
        if kind not in CHOICES or kind is None:
            kind = Kind.SINGLE
        return Said(Kind.MULTIPLE if len(answer) > 1 else kind, answer, problem)
    return _without_options(record, coding, kind)


def _without_options(record: Record, coding: Coding, kind: Kind | None) -> Said:
    words = "\n".join(record.answer)
    short = _upper(words)
    if kind is Kind.TRUEFALSE or (kind is None and record.kind in coding.letters_for_truth and short in ("A", "B")):
        return Said(Kind.TRUEFALSE, *_truth(record, coding, {}))
    if kind is None and (short in TRUE_WORDS or short in FALSE_WORDS or short in coding.truth):
        return Said(Kind.TRUEFALSE, *_truth(record, coding, {}))
    if kind in CHOICES or (kind is None and _letters(short, "ABCDEFGHIJ")):
        found = _letters(short, "ABCDEFGHIJ")
        if found:
            return Said(Kind.MULTIPLE if len(found) > 1 else kind or Kind.SINGLE, tuple(sorted(found)))
        problem = f"the answer {words[:20]!r} names no option" if words else ""
        return Said(kind or Kind.SINGLE, (), problem)
    page = Page(record.stem, fold_page(record.stem), ())
    blanks = len(empty_blanks(page, Span(0, len(record.stem)))) if _ASKS.search(page.folded) else 0
    if kind is Kind.FILL or (kind is None and blanks and BLANK_LIKE.search(page.folded)):
        return _fill(record, blanks)
    answer = ("\n".join(record.answer),) if words else ()
    return Said(kind or Kind.SHORT, answer)


BLANK_LIKE = re.compile(r"_{2,}|[(\[][ \t]*[)\]]")


def _fill(record: Record, blanks: int) -> Said:
    given = record.answer
    if len(given) > 1:
        if blanks == len(given):
            return Said(Kind.FILL, tuple(given))
        if blanks <= 1:
            return Said(Kind.FILL, ("；".join(given),))
        return Said(Kind.FILL, tuple(given), f"{blanks} blanks, {len(given)} answers")
    if not given:
        return Said(Kind.FILL)
    answers, certain = split_answers(given[0], blanks)
    return Said(Kind.FILL, answers, "" if certain else f"{blanks} blanks, {len(answers)} answers")


def with_blanks(stem: str) -> str:
    """The stem of a fill-in with every blank alike."""
    page = Page(stem, fold_page(stem), ())
    parts, at = [], 0
    for span in empty_blanks(page, Span(0, len(stem))):
        parts += [stem[at : span.start], BLANK]
        at = span.end
    return "".join([*parts, stem[at:]])


def _truth(record: Record, coding: Coding, truths: dict[str, bool]) -> tuple[tuple[str, ...], str]:
    words = "".join(record.answer)
    short = _upper(words).strip(" 。.;()[]")
    said: bool | None = None
    if not short:
        marked = {truths[label] for label in record.right if label in truths}
        said = marked.pop() if len(marked) == 1 else None
        if said is None:
            return (), ""
    elif short in truths:
        said = truths[short]
    elif record.keys.get(words) in truths:
        said = truths[record.keys[words]]
    elif short in TRUE_WORDS or short in FALSE_WORDS:
        said = short in TRUE_WORDS
    elif truths and coding.base is not None and short.isdecimal():
        said = truths.get(chr(65 + int(short) - coding.base)) if int(short) >= coding.base else None
    elif short in coding.truth and not truths:
        said = coding.truth[short]
    elif record.kind in coding.letters_for_truth and short in ("A", "B"):
        said = short == "A"
    if said is None:
        return (), f"{words[:20]!r} says neither true nor false"
    return ("true" if said else "false",), ""


def _labels(record: Record, coding: Coding) -> tuple[tuple[str, ...], str]:
    """The labels of the right options, or why they are not known."""
    if record.flagged and not record.answer:
        return tuple(sorted(record.right)), ""
    if not record.answer:
        return (), ""
    found: list[str] = []
    for item in record.answer:
        labels, problem = _labels_in(item, record, coding)
        if problem:
            return (), problem
        found += labels
    labels = sorted(set(found))
    if record.flagged and record.right and set(record.right) != set(labels):
        return (), f"the answer says {''.join(labels)}, the options {''.join(record.right)}"
    return tuple(labels), ""


def _labels_in(item: str, record: Record, coding: Coding) -> tuple[list[str], str]:
    keys = [item] if item in record.keys else [part for part in _SEPARATORS.split(item.strip()) if part]
    if keys and all(key in record.keys for key in keys):
        return [record.keys[key] for key in keys], ""
    known = [label for label, _ in record.options]
    short = _upper(item)
    letters = _letters(short, known)
    if letters and coding.letters:
        return letters, ""
    texts = {label: plain(text) for label, text in record.options}
    wanted = plain(item)
    said = [label for label, text in texts.items() if text and text == wanted]
    if letters and (not said or set(letters) <= set(known)):
        if len(said) == 1 and set(said) != set(letters):
            return [], f"the answer {item!r} is a letter and the text of another option"
        return letters, ""
    if len(said) == 1:
        return said, ""
    if len(said) > 1:
        return [], f"the answer {item[:20]!r} is the text of several options"
    numbered = _by_number(item, known, coding)
    if numbered is not None:
        return numbered
    named = letters_of(fold(item).strip(), texts)
    if named and set(named[0]) <= set(known) and not plain(fold(item).strip()[named[1] :]):
        return list(named[0]), ""
    parts = [part for part in _SEPARATORS.split(item) if part]
    each = [[label for label, text in texts.items() if text and text == plain(part)] for part in parts]
    if len(parts) > 1 and all(len(labels) == 1 for labels in each):
        return [labels[0] for labels in each], ""
    return [], f"the answer {item[:20]!r} names no option"


def _letters(words: str, known: Sequence[str]) -> list[str]:
    """The letters that an answer in capitals is; none for a word such as `ALL` or `AIDS`."""
    if not _LETTERS.fullmatch(words):
        return []
    letters = re.findall("[A-Z]", words)
    in_order = letters == sorted(set(letters)) and letters[-1] <= "J"
    return letters if len(set(letters)) == len(letters) and (in_order or set(letters) <= set(known)) else []


def _by_number(item: str, known: list[str], coding: Coding) -> tuple[list[str], str] | None:
    """Options named by their numbers; None when the answer is no number."""
    parts = [part for part in _SEPARATORS.split(item.strip()) if part]
    if not parts or not all(_NUMBER.fullmatch(part) for part in parts):
        return None
    if coding.base is None:
        return [], f"it is open whether the answer {item[:20]!r} counts from 0 or from 1"
    labels = [chr(65 + int(float(part)) - coding.base) for part in parts]
    if not set(labels) <= set(known):
        return [], f"the answer {item[:20]!r} counts more options than there are"
    return labels, ""
