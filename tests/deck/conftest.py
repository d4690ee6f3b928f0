"""Questions by hand, and Anki itself to import them into."""

from __future__ import annotations

import dataclasses
import html
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ankigen.deck import Deck, write_package
from ankigen.model import Card, Kind, Option, Question
from ankigen.text import Span
from decks import cards_without_ledger


def build_question(kind: str = "single", stem: str = "哪个层会归一化？", **given: Any) -> Question:
    options = given.pop(
        "options", ("卷积层", "批归一化层", "池化层", "嵌入层") if kind in ("single", "multiple") else ()
    )
    answers = {"single": ("B",), "multiple": ("A", "B"), "truefalse": ("true",)}
    question = Question(
        kind=Kind(kind),
        number=given.pop("number", "1"),
        section=given.pop("section", ""),
        points=None,
        material="",
        stem=stem,
        options=tuple(Option(label, text) for label, text in zip("ABCDEFGHIJ", options, strict=False)),
        answer=given.pop("answer", answers.get(kind, ("因为如此",))),
        explanation="",
        truncated=False,
        span=Span(0, 1),
        at=given.pop("at", 0),
        topics=given.pop("topics", ("norm",)),
    )
    return dataclasses.replace(question, **given)


def build_cards(*questions: Question, **given: Any) -> tuple[Card, ...]:
    cards, diagnostics = cards_without_ledger(questions, **given)
    assert not diagnostics, diagnostics
    return cards


def strip(markup: str) -> str:
    """What a reader sees of HTML: no tags, entities resolved."""
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def inside(markup: str, name: str) -> str:
    """The content of the (only) element whose class begins with this name, up to its end tag."""
    (found,) = re.findall(rf'<(\w+) class="{name}[^"]*">(.*?)</\1>', markup, re.DOTALL)
    return str(found[1])


class Anki:
    """A new collection of the real Anki."""

    def __init__(self, folder: Path) -> None:
        from anki.collection import Collection

        self.folder = folder
        self.col = Collection(str(folder / "collection.anki2"))

    def take(self, *decks: Deck) -> Any:
        """Import the decks as one package with the dialog's defaults; what Anki says it did."""
        target = self.folder / "deck.apkg"
        write_package(decks, target)
        return self.take_file(target)

    def take_file(self, target: Path) -> Any:
        from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

        options = ImportAnkiPackageOptions(merge_notetypes=False, with_scheduling=False, with_deck_configs=False)
        return self.col.import_anki_package(ImportAnkiPackageRequest(package_path=str(target), options=options)).log

    def sides(self, query: str = "") -> list[tuple[str, str]]:
        """Front and back of every card found, as Anki renders them, in the bank's order."""
        found = []
        for card_id in self.col.find_cards(query, order="c.due asc, c.ord asc"):
            output = self.col.get_card(card_id).render_output()
            assert not output.question_av_tags and not output.answer_av_tags
            found.append((output.question_text, output.answer_text))
        return found


@pytest.fixture(scope="session")
def new_anki(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Anki]:
    pytest.importorskip("anki", reason="the real Anki is a development dependency")
    return lambda: Anki(tmp_path_factory.mktemp("anki"))


@pytest.fixture
def anki(new_anki: Callable[[], Anki]) -> Iterator[Anki]:
    opened = new_anki()
    yield opened
    opened.col.close()


@pytest.fixture(scope="session")
def question() -> Callable[..., Question]:
    return build_question


@pytest.fixture(scope="session")
def cards() -> Callable[..., Sequence[Card]]:
    return build_cards


@pytest.fixture(scope="session")
def seen() -> Callable[[str], str]:
    return strip


@pytest.fixture(scope="session")
def part() -> Callable[[str, str], str]:
    return inside
