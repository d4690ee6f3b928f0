"""Finds the files to build from, and gives each bank its name."""

from __future__ import annotations

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count
from pathlib import Path, PurePath

from ankigen.settings import FILE_NAME, Settings

LEDGER_SUFFIX = ".ledger"
_SURROGATES = re.compile("[\ud800-\udfff]")  # bytes of a file name that is no valid Unicode; no deck can hold them


class InputError(Exception):
    """What was asked for cannot be started; the message says why."""


@dataclass(frozen=True, slots=True)
class Found:
    """The files of a run."""

    files: dict[str, Path]  # by the name of the bank, in the order in which they are built
    skipped: tuple[Path, ...]  # met in a folder, but no reader takes them


def find(paths: Sequence[Path], settings: Settings) -> Found:
    """The files that the paths, or else the settings' sources, stand for. Folders are walked.

    Raises:
        InputError: there is nothing to read.
    """
    from ankigen.readers import READERS

    named, met = _named(paths, settings)
    met = [path for path in met if not settings.for_bank(path).skip]
    keys = {key.resolve() for path in met if (key := answers_of(path, settings)) is not None}
    met = [path for path in met if path.resolve() not in keys]
    read = [path for path in met if path.suffix.lower() in READERS]
    skipped = tuple(path for path in met if path.suffix.lower() not in READERS)
    files = list({path.resolve(): path for path in (*named, *read)}.values())
    if not files:
        asked = ", ".join(map(str, paths)) or "the sources of the settings"
        raise InputError(f"no file that ankigen can read in {asked}")
    return Found(dict(zip(_names(files), files, strict=True)), skipped)


def answers_of(path: Path, settings: Settings) -> Path | None:
    """The file that holds a bank's keys: the one that its settings name, or `bank.answers.txt` beside `bank.txt`."""
    named = settings.for_bank(path).answers
    if named:
        return path.parent / named
    if path.stem.endswith(".answers"):
        return None
    beside = path.with_name(f"{path.stem}.answers{path.suffix}")
    return beside if beside.is_file() else None


def roots(paths: Sequence[Path], settings: Settings) -> list[Path]:
    """The folders in which files have to be looked at to know whether sources have changed."""
    asked = [*paths] if paths else [settings.path(each) for each in settings.sources]
    topics = [settings.path(each) for each in (settings.topics, settings.extend_topics) if each]
    more = [settings.file] if settings.file else []
    folders = {_existing(each).resolve() for each in (*asked, *topics, *more)}
    return sorted(each for each in folders if folders.isdisjoint(each.parents))


def _existing(path: Path) -> Path:
    """The folder that a file, a folder or a pattern is about."""
    while not path.is_dir():
        path = path.parent
    return path


def folder_of(paths: Sequence[Path], settings: Settings) -> Path:
    """The folder that a run belongs to: that of the settings, else the one that holds all that was given."""
    if settings.file is not None or not paths:
        return settings.folder.resolve()
    folders = [(path if path.is_dir() else path.parent).resolve() for path in paths]
    try:
        return Path(os.path.commonpath(folders))
    except ValueError:  # on several drives
        return folders[0]


def key_of(path: Path, folder: Path) -> str:
    """The name by which the ledger knows a bank: its path from the ledger's folder, the same on every system."""
    place = path.parent.resolve() / path.name  # a link that leads to a file elsewhere keeps its own place
    try:
        return PurePath(os.path.relpath(place, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return place.as_posix()


def free_name(path: Path, taken: Collection[str]) -> str:
    """A name for a bank whose file is gone, unlike those of the others."""
    known = set(map(_key, taken))
    stem, folder = _SURROGATES.sub("_", path.stem), _SURROGATES.sub("_", path.parent.name)
    names = chain((stem, f"{folder}-{stem}"), (f"{stem}-{number}" for number in count(2)))
    return next(name for name in names if _key(name) not in known)


def _named(paths: Sequence[Path], settings: Settings) -> tuple[list[Path], list[Path]]:
    """The files that were asked for by name, and those met in folders or through a pattern."""
    if not paths and not settings.sources:
        raise InputError(f"name a file or a folder, or say in {FILE_NAME} what the sources are")
    asked, named, met = list(paths), [], []
    for pattern in () if paths else settings.sources:
        path = settings.path(pattern)
        matches = [path] if path.exists() else _matches(settings.folder, pattern)
        if not matches:
            raise InputError(f"{FILE_NAME}: sources: nothing matches {pattern!r}")
        asked += [each for each in matches if each == path or each.is_dir()]
        met += [each for each in matches if each != path and counts(each.name) and each.is_file()]
    for path in asked:
        if path.is_dir():
            met += _walk(path)
        else:
            named.append(path)
    return named, met


def _matches(folder: Path, pattern: str) -> list[Path]:
    try:
        return sorted(folder.glob(pattern))
    except (ValueError, NotImplementedError) as error:  # an empty or an absolute pattern
        raise InputError(f"{FILE_NAME}: sources: {pattern!r}: {error}") from error


def _walk(folder: Path) -> Iterator[Path]:
    """The files of a folder and its sub-folders, sorted; without hidden ones, settings, ledgers and read-me files."""
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(parent, name) for name in sorted(names) if counts(name))


def counts(name: str) -> bool:
    """Whether a file of that name may be a source, by its name alone."""
    ours = name == FILE_NAME or name.endswith(LEDGER_SUFFIX)
    return not (ours or name.startswith(".") or name.upper().startswith("README"))


def _names(files: Sequence[Path]) -> list[str]:
    """File stems; where several are the same, the suffix or names of folders tell them apart."""
    places = [path.resolve() for path in files]
    twins = Counter((path.parent, _key(path.stem)) for path in places)
    stems = [
        _SURROGATES.sub("_", path.stem)
        + (path.suffix.replace(".", "-") if twins[path.parent, _key(path.stem)] > 1 else "")
        for path in places
    ]
    names = list(stems)
    for depth in range(1, max((len(path.parts) for path in places), default=0)):
        for index in _alike(names):
            names[index] = "-".join((*places[index].parent.parts[1:][-depth:], stems[index]))
    for index in _alike(names):
        names[index] += f"-{index + 1}"
    return names


def _alike(names: Sequence[str]) -> list[int]:
    counts = Counter(map(_key, names))
    return [index for index, name in enumerate(names) if counts[_key(name)] > 1]


def _key(name: str) -> str:
    """The same for names that some file systems cannot hold side by side."""
    return unicodedata.normalize("NFC", name).casefold()
