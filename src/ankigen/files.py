"""Files that are replaced together: each is written beside its target, and takes its place once all are whole."""

from __future__ import annotations

import errno
import glob
import hashlib
import os
from pathlib import Path
from types import TracebackType


def digest_of(path: Path) -> str:
    """Of a file's content; "" when it cannot be read."""
    try:
        return digest(path.read_bytes())
    except OSError:
        return ""


def digest(content: bytes) -> str:
    """Equal for equal contents only."""
    return hashlib.sha256(content).hexdigest()


class Replacing:
    """Collects files while it is open; at the end puts them in place, or takes all away where something failed.

    Whatever stops the process, each target is whole: as it was before or as it is afterwards. They are put in place in
    the order in which they were begun, so the last one may say of the others that they are there.
    """

    def __init__(self) -> None:
        self._partial: dict[Path, Path] = {}

    def beside(self, target: Path) -> Path:
        """Where to write what will become the target; its folder is made where it is missing.

        Raises:
            OSError: nothing can be put there.
        """
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
        for left in target.parent.glob(f".{glob.escape(target.name)}.*.part"):  # by one that was killed
            left.unlink(missing_ok=True)
        partial = target.with_name(f".{target.name}.{os.getpid()}.part")
        self._partial[target] = partial
        return partial

    def write(self, target: Path, content: bytes) -> None:
        """Write a file, down to the disk.

        Raises:
            OSError: it cannot be written.
        """
        with self.beside(target).open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def __enter__(self) -> Replacing:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                for target, partial in self._partial.items():
                    partial.replace(target)
        finally:
            for partial in self._partial.values():
                partial.unlink(missing_ok=True)
