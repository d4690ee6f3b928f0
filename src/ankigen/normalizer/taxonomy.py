"""What topics there are: reads `topics.toml`, and the user's own file beside it or in its place.

One table per topic; docs/topics.md explains the keys. Everything is checked here, so the tagger need not.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

OTHER = "other"  # the topic of a question that no term fits; every taxonomy has it

# A slug becomes a part of an Anki tag: no space, no "::"; these signs mean something in Anki's search.
_SLUG = re.compile(r'[^\s:"*\\(),]+')
_LONGEST = 60  # characters of a term
_TEXTS = ("parent", "zh", "en")
_LISTS = ("terms", "hints")


class TaxonomyError(ValueError):
    """A taxonomy file that cannot be used; the message names the file and the key."""


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic and the words that give it away."""

    slug: str
    parent: str | None  # slug of the topic above; None for a root
    zh: str
    en: str
    terms: tuple[str, ...] = ()  # each says for sure that a question touches the topic
    hints: tuple[str, ...] = ()  # words that other subjects use as well; worth three tenths of a term


@dataclass(frozen=True, slots=True, eq=False)
class Taxonomy:
    """All topics, in the order of their file; compared by identity, so that work can be kept per taxonomy."""

    topics: tuple[Topic, ...]
    _by_slug: Mapping[str, Topic] = field(init=False, repr=False)
    _paths: Mapping[str, tuple[str, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        by_slug = {topic.slug: topic for topic in self.topics}
        object.__setattr__(self, "_by_slug", by_slug)
        object.__setattr__(self, "_paths", {slug: _path(slug, by_slug) for slug in by_slug})

    def __getitem__(self, slug: str) -> Topic:
        """The topic of that slug.

        Raises:
            KeyError: there is no such topic.
        """
        return self._by_slug[slug]

    def __contains__(self, slug: object) -> bool:
        return slug in self._by_slug

    def path(self, slug: str) -> tuple[str, ...]:
        """The slugs from the root down to this topic.

        Raises:
            KeyError: there is no such topic.
        """
        return self._paths[slug]


def _path(slug: str, topics: Mapping[str, Topic]) -> tuple[str, ...]:
    path = [slug]
    while (parent := topics[path[-1]].parent) is not None:
        path.append(parent)
    return tuple(reversed(path))


def load_taxonomy(path: Path | None = None, *, extend: Path | None = None) -> Taxonomy:
    """The built-in taxonomy, or the one at `path`; topics of `extend` are added to it.

    A topic of `extend` that is there already gets the new terms and hints after its own; a parent or a name that
    `extend` gives takes the old one's place.

    Raises:
        TaxonomyError: a file cannot be read or does not hold a taxonomy; the message names file and key.
    """
    name = str(path) if path else "topics.toml"
    topics = _merge({}, _read(path), name)
    _check_tree(topics, name)
    if extend:
        topics = _merge(topics, _read(extend), str(extend))
        _check_tree(topics, str(extend))
    topics.setdefault(OTHER, Topic(OTHER, None, "其他", "Other"))
    return Taxonomy(tuple(topics.values()))


def _read(path: Path | None) -> dict[str, Any]:
    if path is None:
        return tomllib.loads(files("ankigen.normalizer").joinpath("topics.toml").read_text(encoding="utf-8"))
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TaxonomyError(f"{path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise TaxonomyError(f"{path}: not UTF-8 (byte {error.start})") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TaxonomyError(f"{path}: not TOML: {error}") from error


def _merge(known: dict[str, Topic], tables: dict[str, Any], file: str) -> dict[str, Topic]:
    topics = dict(known)
    for slug, table in tables.items():
        if not _SLUG.fullmatch(slug):
            raise TaxonomyError(f'{file}: "{slug}": a slug holds no white space and none of : " * \\ ( ) ,')
        if not isinstance(table, dict):
            raise TaxonomyError(f"{file}: {slug}: expected a table [{slug}]")
        given = {key: _value(value, key, f"{file}: {slug}.{key}") for key, value in table.items()}
        topics[slug] = _topic(slug, given, topics.get(slug))
    return topics


def _topic(slug: str, given: dict[str, Any], old: Topic | None) -> Topic:
    if old is None:
        zh, en = given.get("zh"), given.get("en")
        old = Topic(slug, None, zh or en or slug, en or zh or slug)
    for key in _LISTS:
        if key in given:
            given[key] = tuple(dict.fromkeys((*getattr(old, key), *given[key])))
    return replace(old, **given)


def _value(value: Any, key: str, where: str) -> str | tuple[str, ...]:
    if key in _TEXTS:
        if not isinstance(value, str) or not value.strip():
            raise TaxonomyError(f"{where}: expected a text, got {value!r}")
        return value.strip()
    if key not in _LISTS:
        near = difflib.get_close_matches(key, (*_TEXTS, *_LISTS), 1)
        hint = f"did you mean {near[0]}?" if near else f"known are {', '.join((*_TEXTS, *_LISTS))}"
        raise TaxonomyError(f"{where}: unknown key ({hint})")
    if not isinstance(value, list):
        raise TaxonomyError(f"{where}: expected a list of texts, got {value!r}")
    for number, term in enumerate(value, 1):
        if not isinstance(term, str) or not _usable(term):
            raise TaxonomyError(f"{where}: entry {number}: expected a word of 2 to {_LONGEST} letters, got {term!r}")
    return tuple(term.strip() for term in value)


def _usable(term: str) -> bool:
    """Whether a term can be looked for: one Chinese character is enough, one ASCII letter or digit is not."""
    letters = [character for character in term if character.isalnum()]
    enough = len(letters) > 1 or (len(letters) == 1 and not letters[0].isascii())
    return enough and len(term) <= _LONGEST


def _check_tree(topics: Mapping[str, Topic], file: str) -> None:
    """Every parent exists and no topic stands above itself; each topic is looked at once."""
    rooted: set[str] = set()
    for slug in topics:
        walked: dict[str, None] = {}
        at: str | None = slug
        while at is not None and at not in rooted:
            if at in walked:
                raise TaxonomyError(f"{file}: {at}.parent: the topic stands above itself ({' → '.join((*walked, at))})")
            walked[at] = None
            parent = topics[at].parent
            if parent is not None and parent not in topics:
                raise TaxonomyError(f"{file}: {at}.parent: there is no topic {parent!r}")
            at = parent
        rooted.update(walked)
