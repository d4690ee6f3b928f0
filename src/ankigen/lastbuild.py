"""Which banks a build may leave as they are, because nothing that their packages were made from has changed.

A small file beside the ledger says what the last build made, and from what: every file by its content, every
setting, ankigen itself. Whatever it does not know for certain is built again, so deleting it costs time and nothing
else. It is written last: where a build was killed, it does not fit the ledger, and all is built again.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

from ankigen import __version__
from ankigen.files import digest, digest_of
from ankigen.report import Report
from ankigen.settings import Settings
from ankigen.sources import answers_of

FORMAT = "ankigen.build/1"


@dataclass(frozen=True, slots=True)
class Made:
    """A package as a build left it."""

    inputs: str  # digest of all that it was made from, apart from the ledger
    package: str  # digest of its bytes
    cards: int
    report: Report


@dataclass(frozen=True, slots=True)
class LastBuild:
    """What the last build made."""

    ledger: str = ""  # digest of the ledger that it left
    banks: Mapping[str, Made] = field(default_factory=dict)  # by key
    format: str = FORMAT

    def unchanged(self, inputs: Mapping[str, str], targets: Mapping[str, Path], ledger: str) -> set[str]:
        """The keys of the banks whose packages need not be made again.

        Args:
            inputs: of each bank, as `inputs_of` gives it.
            targets: the package of each bank.
            ledger: digest of the ledger as it is.
        """
        if not ledger or ledger != self.ledger:
            return set()
        return {
            key
            for key, known in inputs.items()
            if (made := self.banks.get(key)) and made.inputs == known and made.package == digest_of(targets[key])
        }


def file_of(ledger: Path) -> Path:
    """The file that belongs to a ledger."""
    return ledger.with_name(f".{ledger.name}.build")


def read_last(ledger: Path) -> LastBuild:
    """What is known about the last build: nothing where the file is missing, damaged or another version's."""
    import msgspec

    try:
        found = msgspec.json.decode(file_of(ledger).read_bytes(), type=LastBuild)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return LastBuild()
    return found if found.format == FORMAT else LastBuild()


def text_of(last: LastBuild) -> bytes:
    """The file's content."""
    import msgspec

    return msgspec.json.encode(last)


def inputs_of(path: Path, target: Path, settings: Settings) -> str:
    """A digest of all that a package is made from, apart from the ledger and pictures; "" where that is unknown."""
    files = [path, *filter(None, [answers_of(path, settings)])]
    digests = [digest_of(each) for each in files]
    if not all(digests):
        return ""
    own = (str(path), str(path.resolve()), str(target.resolve()), asdict(settings.for_bank(path)))
    return digest(repr((own, digests, _common(settings))).encode())


def _common(settings: Settings) -> tuple[object, ...]:
    """What is the same for all banks of a run."""
    topics = [settings.path(each) for each in (settings.topics, settings.extend_topics) if each]
    return (_ourselves(), settings.off, settings.duplicates, [(str(each), digest_of(each)) for each in topics])


@cache
def _ourselves() -> str:
    """Which ankigen this is: its version and, for who works on it, its files as they are."""
    here = Path(__file__).parent
    stats = [(each.relative_to(here).as_posix(), each.stat()) for each in sorted(here.rglob("*.*"))]
    files = [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats if not name.endswith(".pyc")]
    return digest(repr((__version__, sys.version_info[:2], files)).encode())
