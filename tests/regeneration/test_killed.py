"""A build that is killed, at whatever moment, costs nothing: every file is whole, and the next build ends the work."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from desk import Desk, notes_of
from items import ALL, BYTE, QUEUE

from ankigen.identity.ledger import read_ledger

KILLED = 9
BUILT = 0


@pytest.fixture
def edited(desk: Desk) -> Desk:
    """A desk where three banks were built, and one was then edited, one deleted, one split."""
    desk.write("a.txt", *ALL[:3])
    desk.write("b.txt", *ALL[3:5], BYTE)
    desk.write("c.txt", *ALL[5:])
    desk.build()
    desk.write("a.txt", replace(QUEUE, stem="先放进去的元素会最先取出来的数据结构是（ ）"), *ALL[2:3])
    (desk.folder / "b.txt").unlink()
    desk.write("c.txt", *ALL[5:7])
    desk.write("d.txt", *ALL[7:])
    return desk


class States:
    """The files before and after a build that nobody kills."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.kept = desk.folder.parent / "kept"
        for folder in (desk.folder, desk.out):
            shutil.copytree(folder, self.kept / folder.name)
        self.before = desk.bytes()
        desk.build()
        self.after = desk.bytes()
        assert self.before != self.after and self.before.keys() < self.after.keys()
        self.restore()

    def restore(self) -> None:
        """Everything as it was before the build."""
        for folder in (self.desk.folder, self.desk.out):
            shutil.rmtree(folder)
            shutil.copytree(self.kept / folder.name, folder)

    def check(self) -> None:
        """Every file is whole and old or new, the ledger is new only when all are, and a build gives the new ones."""
        for name, content in self.desk.bytes().items():
            if not name.startswith("."):
                assert content in (self.before.get(name), self.after[name]), f"{name} is neither old nor new"
        for package in self.desk.out.glob("[!.]*"):
            assert notes_of(package)
        assert read_ledger(self.desk.ledger)[0] is not None
        if self.desk.ledger.read_bytes() == self.after["ankigen.ledger"]:
            assert self.desk.bytes() == self.after
        self.desk.build()
        assert self.desk.bytes() == self.after, "nothing is left over either"


@pytest.fixture
def states(edited: Desk) -> States:
    return States(edited)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process that begins as a copy of this one")
def test_killed_at_every_step(states: States) -> None:
    for step in count(1):
        states.restore()
        ended = in_copy(lambda: states.desk.build(), step)
        states.check()
        if ended == BUILT:
            break
        assert ended == KILLED
    assert step > 20, "or it does not look at the steps"


def in_copy(build: Callable[[], object], step: int) -> int:
    """Build in a copy of this process that kills itself at its n-th step of writing; how it ended."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        steps = iter(range(step - 1))

        def count_down(*_: object) -> None:
            if next(steps, None) is None:
                os._exit(KILLED)

        watch(count_down)
        build()
        os._exit(BUILT)
    finally:
        os._exit(1)


def watch(step: Callable[..., None]) -> None:
    """Call it before every change of a file's name, every opening to write, and in the middle of every package."""
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT
    write = zipfile.ZipFile.writestr

    def hook(event: str, given: tuple[Any, ...]) -> None:
        if event in ("os.rename", "os.remove", "os.mkdir") or (event == "open" and given[2] & writing):
            step()

    def half_way(package: zipfile.ZipFile, *given: Any, **more: Any) -> None:
        write(package, *given, **more)
        step()

    zipfile.ZipFile.writestr = half_way  # type: ignore[method-assign]
    sys.addaudithook(hook)


def moments(number: int) -> Iterator[float]:
    """Shares of the time that a build takes, late ones rather than early ones: that is when it writes."""
    choose = random.Random(4)
    return (choose.random() ** 0.5 for _ in range(number))


def test_killed_at_any_moment(states: States) -> None:
    command = [sys.executable, "-m", "ankigen", "build", str(states.desk.folder), "--out", str(states.desk.out)]
    began = time.monotonic()
    subprocess.run(command, check=True, capture_output=True)
    usual = time.monotonic() - began
    for moment in moments(10):
        states.restore()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as build:
            time.sleep(usual * moment)
            build.kill()
        states.check()


@pytest.mark.parametrize("name", ["c.apkg", "ankigen.ledger"])
def test_a_full_disk_leaves_all_as_it_was(states: States, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    opened = Path.open

    def full(path: Path, *given: Any, **more: Any) -> Any:
        if path.name.startswith(f".{name}."):
            raise OSError(28, "No space left on device", str(path))
        return opened(path, *given, **more)

    write = zipfile.ZipFile.writestr

    def full_too(package: zipfile.ZipFile, *given: Any, **more: Any) -> None:
        write(package, *given, **more)
        if f".{name}." in str(package.filename):
            raise OSError(28, "No space left on device", package.filename)

    monkeypatch.setattr(Path, "open", full)
    monkeypatch.setattr(zipfile.ZipFile, "writestr", full_too)
    result = states.desk.run("build", states.desk.folder, "--out", states.desk.out)
    assert result.exit_code == 2 and "No space left on device" in result.stderr
    assert states.desk.bytes() == states.before
    monkeypatch.undo()
    states.check()


def test_a_target_that_cannot_be_replaced_leaves_all_as_it_was(states: States) -> None:
    states.desk.package("d").mkdir()
    result = states.desk.run("build", states.desk.folder, "--out", states.desk.out)
    assert result.exit_code == 2 and "d.apkg" in result.stderr
    states.desk.package("d").rmdir()
    assert states.desk.bytes() == states.before


def test_the_packages_are_whole_zip_files(states: States) -> None:
    """Else the checks above would not notice a package that is none."""
    states.desk.package("a").write_bytes(states.after["a.apkg"][:-100])
    with pytest.raises(zipfile.BadZipFile):
        notes_of(states.desk.package("a"))
