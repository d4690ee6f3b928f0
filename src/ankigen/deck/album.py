"""Puts the pictures of a bank on its cards, and remembers which of them go into the package.

A picture that cannot be shown leaves its name in brackets, never a broken image.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ankigen.deck.markup import Shelf, attribute, clean
from ankigen.deck.package import Media
from ankigen.diagnostics import Diagnostic
from ankigen.model import Card, Question
from ankigen.readers.pictures import PICTURE, Picture

_FILE = re.compile(
    r"[^()]+\.(?:png|jpe?g|jfif|gif|webp|bmp|svg|[we]mf|tiff?)(?:[?#].*)?|(?:https?:)?//.+", re.IGNORECASE
)
_SHOWN = re.compile(r'<img src="([0-9a-f]{32}\.[a-z]+)"')


class Album:
    """The pictures of one bank."""

    def __init__(self, find: Callable[[re.Match[str]], Picture], *, markdown: bool) -> None:
        """Take pictures from `find`, which knows what a match of `PICTURE` stands for.

        Args:
            find: looks a picture up; asked once for each that stands in a text.
            markdown: the texts are Markdown. In others `![…](…)` may as well be what a question is about.
        """
        self._find = find
        self._markdown = markdown
        self._media: dict[str, Media] = {}  # by placeholder
        self._problems: dict[str, str] = {}

    @staticmethod
    def may_show(text: str) -> bool:
        """Whether a picture can stand in the text at all; few do, and this is fast."""
        return "片" in text or "![" in text

    def put(self, text: str, shelf: Shelf) -> str:
        """The text with its pictures put aside as HTML."""
        return PICTURE.sub(lambda match: self._put(match, shelf), text)

    def _put(self, match: re.Match[str], shelf: Shelf) -> str:
        written, name = match[0], _name(match)
        if written not in self._media and written not in self._problems:
            self._look_up(match)
        if media := self._media.get(written):
            return shelf.put(f'<img src="{media.name}" alt="{attribute(name)}">', written)
        if self._markdown and match["reference"]:
            return shelf.put(f"[{attribute(name)}]", written)
        return written

    def _look_up(self, match: re.Match[str]) -> None:
        picture = self._find(match)
        if not picture.problem:
            self._media[match[0]] = Media.of(picture.content, picture.suffix)
        elif self._markdown or not match["reference"] or _FILE.fullmatch(match["reference"]):
            self._problems[match[0]] = picture.problem
        else:
            self._problems[match[0]] = ""  # it only looks like a picture

    @property
    def media(self) -> tuple[Media, ...]:
        """All pictures that were put somewhere."""
        return tuple(self._media.values())

    def missing(self, cards: Iterable[Card]) -> Iterator[Diagnostic]:
        """A diagnostic for each picture that a card should show and does not."""
        if not any(self._problems.values()):
            return
        for card in cards:
            question = card.question
            found = {match[0]: match for text in map(clean, _texts(question)) for match in PICTURE.finditer(text)}
            for written, match in found.items():
                if problem := self._problems.get(written):
                    message = f"the picture {_name(match)} {problem}"
                    yield Diagnostic.of("image-missing", message, (question.at, question.at), number=question.number)


def shown(cards: Iterable[Card], media: Iterable[Media]) -> tuple[Media, ...]:
    """Those of the pictures that the cards show, each once."""
    everything = {each.name: each for each in media}
    if not everything:
        return ()
    names = {name for card in cards for field in card.fields for name in _SHOWN.findall(field)}
    return tuple(everything[name] for name in sorted(names & everything.keys()))


def _name(match: re.Match[str]) -> str:
    """What to call a picture that is not seen."""
    return (match["name"] or match["alt"] or (match["reference"] or "").rpartition("/")[2] or "").strip() or "图片"


def _texts(question: Question) -> tuple[str, ...]:
    options = (option.text for option in question.options)
    return (question.material, question.stem, *options, *question.answer, question.explanation)
