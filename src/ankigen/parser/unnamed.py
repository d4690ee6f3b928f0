"""What the columns of a table mean where nothing names them: by what stands in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from ankigen.hanzi.fold import fold
from ankigen.parser.columns import WIDEST, Columns, OptionColumn
from ankigen.parser.lexicon import FALSE_WORDS, KIND_WORD, TRUE_WORDS

_KEY = re.compile(r"\s*[(\[]?\s*[A-Ha-h](?:[\s,、;|/]*[A-Ha-h])*\s*[)\]]?\s*[.。]?\s*")
_KIND_CELL = re.compile(rf"[\[(]?\s*(?:{KIND_WORD}|[ABX][1-4]?型)题?\s*[\])]?")
_GAP = re.compile(r"_{2,}|[(\[][ \t]*[)\]]|[?？]\s*$")


def guessed(rows: Sequence[Sequence[str]]) -> Columns | None:
    """The columns of a table without names, by what stands in them; None when that is not clear."""
    width = max((len(row) for row in rows), default=0)
    sample = [row for row in rows if any(row)][:: max(1, len(rows) // 300)]
    if not 2 <= width <= WIDEST or len(sample) < 3:
        return None
    cells = [[row[i].strip() if i < len(row) else "" for row in sample] for i in range(width)]
    columns = Columns(names=[""] * width)
    free = [i for i in range(width) if any(cells[i])]
    numbers = [i for i in free if rising(cells[i])]
    columns.number, columns.sure_number = (numbers[0], True) if numbers else (-1, False)
    kinds = [i for i in free if _share(cells[i], lambda cell: bool(_KIND_CELL.fullmatch(fold(cell)))) > 0.9]
    columns.kind = kinds[0] if kinds else -1
    free = [i for i in free if i not in (columns.number, columns.kind)]
    keys = [i for i in free if _share(cells[i], _is_key) > 0.9]
    texts = [i for i in free if i not in keys]
    if not texts:
        return None
    if not keys:
        return _two_texts(columns, texts, cells)
    columns.answer = [keys[-1]]
    stem = texts[0]
    columns.stem = [stem]
    last = keys[-1] if keys[-1] > stem else width
    options = [i for i in range(stem + 1, last) if i in free]
    for place, i in enumerate(options):
        columns.options[place] = OptionColumn(i)
    behind = [i for i in texts if i > last]
    columns.explanation = behind[0] if behind else -1
    return columns if len(columns.options) != 1 and _fits(columns, sample) else None


def _two_texts(columns: Columns, texts: list[int], cells: list[list[str]]) -> Columns | None:
    """A question and its answer in words: only one of the two columns has gaps and question marks."""
    if len(texts) != 2:
        return None
    asking = [_share(cells[i], lambda cell: bool(_GAP.search(fold(cell)))) for i in texts]
    stem = 0 if asking[0] > asking[1] else 1
    if asking[stem] < 0.6 or asking[1 - stem] > 0.1:
        return None
    columns.stem, columns.answer = [texts[stem]], [texts[1 - stem]]
    return columns


def _fits(columns: Columns, sample: Sequence[Sequence[str]]) -> bool:
    """Whether the keys name options that there are, and the questions are longer than a word."""
    fit = seen = 0
    for row in sample:
        key = row[columns.answer[0]] if columns.answer[0] < len(row) else ""
        letters = re.findall(r"[A-H]", fold(key).upper())
        if letters and columns.options:
            seen += 1
            fit += ord(max(letters)) - 65 < len(columns.options)
    long = sum(len(row[columns.stem[0]]) for row in sample if columns.stem[0] < len(row)) / len(sample)
    return fit * 100 >= seen * 95 and long >= 6


def _is_key(cell: str) -> bool:
    short = fold(cell).strip().upper()
    return bool(_KEY.fullmatch(short)) or short in TRUE_WORDS or short in FALSE_WORDS


def rising(values: Sequence[str]) -> bool:
    """Whether the cells are numbers that count up, perhaps again from 1 in each part."""
    found = [int(value) for value in values if value.isdecimal() and len(value) < 7]
    if len(found) < 2 or len(found) * 10 < sum(1 for value in values if value) * 9:
        return False
    steps = [after - before for before, after in pairwise(found)]
    up, by_one = sum(1 for step in steps if step > 0), steps.count(1)
    return up * 10 >= len(steps) * 8 and (min(found) <= 1 or (min(found) <= 5 and by_one * 2 > len(steps)))


def _share(cells: Sequence[str], test: Callable[[str], bool]) -> float:
    filled = [cell for cell in cells if cell]
    return sum(map(test, filled)) / len(filled) if len(filled) * 2 >= len(cells) else 0.0
