"""Fills the fields of a note from a question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat
from string import ascii_uppercase, digits

from ankigen.deck.album import Album
from ankigen.deck.cloze import alternatives, cloze_text
from ankigen.deck.labels import KINDS, LANGUAGES, TRUE_FALSE
from ankigen.deck.markup import Shelf, blocks, clean, escape
from ankigen.deck.note_types import NOTE_TYPES
from ankigen.deck.points import points
from ankigen.deck.rich import rich
from ankigen.deck.shuffle import shuffle
from ankigen.identity import family
from ankigen.model import Card, Kind, Option, Question

_SEPARATOR = " · "
# The number that an <ol> gives to an item with this label.
_NUMBERS = {label: number for labels in (ascii_uppercase, digits[1:]) for number, label in enumerate(labels, start=1)}


@dataclass(frozen=True, slots=True)
class Setting:
    """What the questions of one bank share."""

    bank: str
    language: str
    markdown: bool
    topic_path: Callable[[str], str]
    album: Album | None = None  # the bank's pictures

    def render(self, text: str, shelf: Shelf | None = None) -> str:
        """HTML for a text of the bank."""
        plain = text.strip() if shelf else clean(text)  # with a shelf it is clean already and may hold tokens
        if not plain:
            return ""
        if self.album and self.album.may_show(plain):
            shelf = shelf or Shelf()
            plain = self.album.put(plain, shelf)
        return rich(plain, shelf) if self.markdown else blocks(plain, shelf)

    def put(self, text: str, shelf: Shelf) -> str:
        """The text with its pictures put aside."""
        return self.album.put(text, shelf) if self.album else text


def fields_of(question: Question, setting: Setting, guid: str, clozes: Sequence[int] = ()) -> tuple[str, ...]:
    """The fields of the question's note, in the order of its note type; the blanks of a fill-in are numbered so."""
    kind = family(question.kind)
    own = _cloze(question, setting, clozes) if kind == "cloze" else _OWN[kind](question, setting)
    fields = _shared(question, setting) | own
    fields["ID"] = guid.encode().hex()  # the guid in characters that are safe in an attribute and a script
    return tuple(map(fields.get, NOTE_TYPES[kind].fields, repeat("")))


def lasting(card: Card) -> list[str]:
    """What a note shows apart from its number: with its tags, what makes it another than the last build's.

    One question inserted at the front renumbers all the others. Would that count as a change, Anki would update every
    one of these notes, and with it overwrite what the learner wrote there.
    """
    fields, place = list(card.fields), NOTE_TYPES[card.family].fields.index("Source")
    fields[place] = fields[place].removesuffix(escape(clean(card.question.number))).removesuffix(_SEPARATOR)
    return fields


def keys(question: Question) -> tuple[str, ...]:
    """The labels of the right options, in the options' order."""
    wanted = _wanted(question)
    return tuple(option.label for option in choices(question) if option.label in wanted)


def choices(question: Question, words: Sequence[str] = TRUE_FALSE["zh-Hans"]) -> tuple[Option, ...]:
    """The options as a card shows them: a true-or-false question has two, A and B."""
    if question.kind is Kind.TRUEFALSE:
        return (Option("A", words[0]), Option("B", words[1]))
    return question.options


def _wanted(question: Question) -> tuple[str, ...]:
    if question.kind is Kind.TRUEFALSE:
        return tuple({"true": "A", "false": "B"}.get(key, key) for key in question.answer)
    return question.answer


def _shared(question: Question, setting: Setting) -> dict[str, str]:
    meta = f"lang={setting.language} data-kind={question.kind.value}" + (" data-cut=1" if question.truncated else "")
    return {
        "Explanation": setting.render(question.explanation),
        "Material": setting.render(question.material),
        "Kind": KINDS[question.kind][LANGUAGES.index(setting.language)],
        "Topic": _topics(tuple(map(setting.topic_path, question.topics))),
        "Source": escape(_joined(_place(setting.bank, question.chapter, question.section), clean(question.number))),
        "Meta": meta,
    }


@lru_cache(maxsize=1024)
def _topics(paths: tuple[str, ...]) -> str:
    return escape(_SEPARATOR.join(clean(path.removeprefix("topic::").replace("::", " / ")) for path in paths))


@lru_cache(maxsize=256)
def _place(*parts: str) -> str:
    return _joined(*map(clean, parts))


def _joined(*parts: str) -> str:
    return _SEPARATOR.join(filter(None, parts))


def _choice(question: Question, setting: Setting) -> dict[str, str]:
    return {
        "Question": setting.render(question.stem),
        "Options": _options(question, setting),
        "Answer": "".join(keys(question)),
        "Shuffle": shuffle(question),
    }


def _options(question: Question, setting: Setting) -> str:
    """A list that a browser without styles letters as the source does."""
    options = choices(question, TRUE_FALSE[setting.language])
    items: list[str] = []
    for place, option in enumerate(options, start=1):
        number = _NUMBERS[option.label]
        value = "" if number == place else f' value="{number}"'
        items.append(f'<li data-label="{option.label}"{value}>{setting.render(option.text)}</li>')
    style = "1" if options[0].label.isdecimal() else "A"
    return f'<ol type="{style}">\n' + "\n".join(items) + "\n</ol>"


def _cloze(question: Question, setting: Setting, clozes: Sequence[int]) -> dict[str, str]:
    numbers = clozes or range(1, len(question.answer) + 1)
    accepted = [
        f'<li data-blank="{number}">{escape(text)}</li>'
        for number, answer in zip(numbers, question.answer, strict=True)
        for text in alternatives(answer)
    ]
    return {
        "Text": cloze_text(question.stem, question.answer, setting.render, clozes, setting.put),
        "Accept": f"<ul>{''.join(accepted)}</ul>" if accepted else "",
    }


def _qa(question: Question, setting: Setting) -> dict[str, str]:
    answer = "\n".join(filter(None, map(clean, question.answer)))
    ticks = "".join(f"<li>{setting.render(point)}</li>" for point in points(answer))
    return {
        "Question": setting.render(question.stem),
        "Answer": setting.render(answer),
        "Points": f"<ol>{ticks}</ol>" if ticks else "",
    }


_OWN: dict[str, Callable[[Question, Setting], dict[str, str]]] = {"choice": _choice, "qa": _qa}
