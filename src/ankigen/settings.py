"""Reads `ankigen.toml`, strictly: a key or value that is not understood is an error that names it."""

from __future__ import annotations

import difflib
import string
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, Literal, TypeVar, get_args, get_type_hints

from ankigen.diagnostics import Diagnostic
from ankigen.model import Kind, Layout

FILE_NAME = "ankigen.toml"

Script = Literal["auto", "keep", "simplified", "traditional"]
Duplicates = Literal["merge", "apart"]
Language = Literal["zh-Hans", "zh-Hant", "en"]
KindName = Literal["single", "multiple", "truefalse", "fill", "short", "case"]
SCRIPTS: tuple[str, ...] = get_args(Script)

DECK_FIELDS = ("bank", "title", "folder")  # what a deck name may hold in braces


@dataclass(frozen=True, slots=True)
class BankSettings:
    """What `[bank."file"]` says about one file; None where the general setting counts."""

    deck: str | None = None
    script: Script | None = None
    language: Language | None = None
    tags: tuple[str, ...] = ()
    title: str | None = None
    skip: bool = False
    kind: KindName | None = None  # the next four: see `Layout`
    numbers: str | None = None
    options: Literal["lettered", "lines", "none"] | None = None
    keys: Literal["stem", "line"] | None = None
    answers: str | None = None  # a file with the keys, beside this one

    @property
    def layout(self) -> Layout:
        """The hints for the parser."""
        return Layout(Kind(self.kind) if self.kind else None, self.numbers, self.options, self.keys)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, with their defaults. Paths are relative to `folder`."""

    folder: Path = Path()  # where the settings file stands
    file: Path | None = None  # the settings file itself; None without one
    sources: tuple[str, ...] = ()  # files, folders or globs
    out: str | None = None
    deck: str = "{bank}"
    script: Script = "auto"
    language: Language = "zh-Hans"
    topics: str | None = None  # a taxonomy that replaces the built-in one
    extend_topics: str | None = None  # a taxonomy that is added to it
    tags: tuple[str, ...] = ()
    duplicates: Duplicates = "merge"  # whether copies of a question share a note
    off: tuple[str, ...] = ()  # names of cleaning rules and diagnostics that are switched off
    bank: Mapping[str, BankSettings] = field(default_factory=lambda: MappingProxyType({}))

    def for_bank(self, path: Path) -> BankSettings:
        """What counts for one file: its own table over the general settings."""
        own = self.bank.get(self.key(path), BankSettings())
        return replace(
            own,
            deck=own.deck or self.deck,
            script=own.script or self.script,
            language=own.language or self.language,
            tags=tuple(dict.fromkeys((*self.tags, *own.tags))),
        )

    def with_script(self, script: Script | None) -> Settings:
        """The same with one script for every file, as the command line asks; None changes nothing."""
        if script is None:
            return self
        banks = {name: replace(each, script=None) for name, each in self.bank.items()}
        return replace(self, script=script, bank=MappingProxyType(banks))

    def key(self, path: Path) -> str:
        """The name of a file in `[bank."…"]`: its path from the settings' folder, with `/`."""
        try:
            return path.resolve().relative_to(self.folder.resolve()).as_posix()
        except ValueError:
            return PurePosixPath(path).as_posix()

    def path(self, name: str) -> Path:
        """A path that the settings name."""
        return self.folder / name


def find_settings(start: Path) -> Path | None:
    """The nearest `ankigen.toml`: in the folder of the sources or one above it."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / FILE_NAME).is_file():
            return folder / FILE_NAME
    return None


def read_settings(path: Path) -> tuple[Settings, tuple[Diagnostic, ...]]:
    """Read a settings file; with a `bad-settings` diagnostic, the settings are the defaults."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        return _settings(table, path), ()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, _BadKeyError) as error:
        reason = error.strerror or str(error) if isinstance(error, OSError) else str(error)
        return Settings(), (Diagnostic.of("bad-settings", reason),)


class _BadKeyError(Exception):
    """A key or value that is not understood; the message begins with the key."""


_T = TypeVar("_T", Settings, BankSettings)


def _settings(table: dict[str, Any], file: Path) -> Settings:
    folder = file.parent
    banks = table.pop("bank", {})
    if not isinstance(banks, dict):
        raise _BadKeyError('bank: expected tables such as [bank."file.txt"]')
    given = _convert(table, Settings, "", hidden=("folder", "file", "bank"))
    bank = {}
    for name, each in banks.items():
        key = f'bank."{name}"'
        if not isinstance(each, dict):
            raise _BadKeyError(f"{key}: expected a table")
        if not (folder / name).is_file():
            raise _BadKeyError(f"{key}: there is no such file beside the settings")
        bank[name] = _convert(each, BankSettings, f"{key}.")
    values = {each.name: getattr(given, each.name) for each in fields(Settings)}
    return Settings(**(values | {"folder": folder, "file": file, "bank": MappingProxyType(bank)}))


def _convert(table: dict[str, Any], kind: type[_T], prefix: str, hidden: Iterable[str] = ()) -> _T:
    """A table as a dataclass. Unknown keys are looked for here because msgspec skips them in dataclasses."""
    types = {name.replace("_", "-"): each for name, each in get_type_hints(kind).items() if name not in hidden}
    for key in table:
        if key not in types:
            raise _BadKeyError(f"{prefix}{key}: unknown key{hint(key, types)}")
    values = {key: _value(value, types[key], prefix + key) for key, value in table.items()}
    if "deck" in values:
        _check_deck(values["deck"], prefix + "deck")
    return kind(**{key.replace("-", "_"): value for key, value in values.items()})


def _value(value: Any, kind: Any, key: str) -> Any:
    import msgspec

    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        reason, _, inside = str(error).partition(" - at `$")  # where in a list
        raise _BadKeyError(f"{key}{inside.rstrip('`')}: {_lower(reason)}") from error


def _check_deck(deck: str, key: str) -> None:
    """A deck name is a template; only plain `{bank}`, `{title}`, `{folder}` may stand in it."""
    try:
        pieces = list(string.Formatter().parse(deck))
    except ValueError as error:
        raise _BadKeyError(f"{key}: {_lower(str(error))}") from error
    for _, name, form, conversion in pieces:
        if name is not None and (name not in DECK_FIELDS or form or conversion):
            allowed = ", ".join(f"{{{each}}}" for each in DECK_FIELDS)
            raise _BadKeyError(f"{key}: {{{name}}} is not one of {allowed}")
    if not deck.replace("::", "").strip():
        raise _BadKeyError(f"{key}: a deck needs a name")


def hint(name: str, known: Iterable[str]) -> str:
    """What a misspelt name probably means, in parentheses."""
    known = list(known)
    near = difflib.get_close_matches(name, known, 1)
    return f" (did you mean {near[0]}?)" if near else f" (known are {', '.join(known)})"


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
