"""The ledger's file: where it stands, who may use it, and how it is read and written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ankigen.diagnostics import Diagnostic
from ankigen.files import Replacing, digest, digest_of
from ankigen.identity.ledger import FILE_NAME, Ledger, ledger_text, read_ledger
from ankigen.identity.mend import repair
from ankigen.settings import Settings
from ankigen.sources import InputError, folder_of, key_of
from ankigen.text import Source


class LedgerError(Exception):
    """A ledger that cannot be understood; it says where."""

    def __init__(self, source: Source, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(f"{source.path} is damaged")
        self.source = source
        self.diagnostics = diagnostics


@dataclass(frozen=True, slots=True)
class Store:
    """What the last build left, and the folder from which its banks are named."""

    folder: Path
    path: Path | None = None  # without one, nothing is remembered
    ledger: Ledger = field(default_factory=Ledger)
    digest: str = ""  # of the ledger's file

    def key(self, path: Path) -> str:
        """The bank that a file is."""
        return key_of(path, self.folder)

    def file(self, key: str) -> Path:
        """The file of a bank, which may be gone."""
        return self.folder / key

    def keep(self, ledger: Ledger, replacing: Replacing) -> str:
        """Write the next ledger together with other files. One that says the same, or nothing at all, is left alone.

        Returns:
            The digest of its file; "" when there is none.

        Raises:
            OSError: it cannot be written.
        """
        if self.path is None or not (ledger.records or self.ledger.records):
            return ""
        content = ledger_text(ledger, self.ledger).encode()
        after = digest(content)
        if after != self.digest:
            replacing.write(self.path, content)
        return after


def place_of(paths: Sequence[Path], settings: Settings, given: Path | None = None) -> Path:
    """The ledger of a run: the one that was asked for, or that of its folder."""
    return (given or folder_of(paths, settings) / FILE_NAME).resolve()


def read_store(path: Path) -> Store:
    """Read a ledger; one that is missing is empty.

    Raises:
        LedgerError: it is damaged.
    """
    ledger, said = read_ledger(path)
    if ledger is None:
        text = path.read_bytes().decode("utf-8-sig") if any(each.span for each in said) else ""
        raise LedgerError(Source(str(path), text), said)
    return Store(path.parent, path, ledger, digest_of(path))


def mended(path: Path) -> tuple[str, tuple[str, ...]]:
    """The text of a ledger with all mended that is certain, and a sentence for each thing that was.

    Raises:
        LedgerError: it is no text.
        OSError: it cannot be read.
    """
    try:
        return repair(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError:
        read_store(path)
        raise


@contextmanager
def open_store(path: Path) -> Iterator[Store]:
    """Read a ledger that nobody else may use until the end.

    Raises:
        LedgerError: it is damaged.
        InputError: it is in use, or nothing can be written beside it.
    """
    with locked(path):
        yield read_store(path)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep a ledger to ourselves. The system takes the lock back from a process that ends, however it ends.

    Raises:
        InputError: somebody else has it, or nothing can be written beside it.
    """
    from filelock import FileLock, Timeout

    if not path.parent.is_dir():
        raise InputError(f"there is no folder {path.parent} for the ledger")
    lock = FileLock(path.with_name(f".{path.name}.lock"), timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise InputError(f"another ankigen is at work with {path}; wait until it has ended") from error
    except (OSError, NotImplementedError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        message = f"no ledger can be kept in {path.parent} ({reason}); --ledger FILE keeps it elsewhere"
        raise InputError(message) from error
    try:
        yield
    finally:
        lock.release()
