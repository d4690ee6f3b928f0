"""How long the stages take on a large bank, and how long the command takes to start.

usage: python -m benchmarks [QUESTIONS]
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def bank(questions: int) -> str:
    """A bank in a plain layout; numbers make every question another one."""
    lines = ["一、单选题（每题1分）"]
    for number in range(1, questions + 1):
        answer = number * 7
        options = [answer + shift for shift in (-7, 0, 7, 14)]
        lines.append(f"{number}. 一箱有七本书，{number}箱一共有多少本书（ ）")
        lines += [f"{label}. {option}本" for label, option in zip("ABCD", options, strict=True)]
        lines += ["答案：B", f"解析：七乘以{number}等于{answer}。"]
    return "\n".join(lines) + "\n"


def timed(what: str, stage: Callable[[], T]) -> T:
    """Run a stage and print how long it took."""
    began = time.perf_counter()
    value = stage()
    print(f"{what:<12}{time.perf_counter() - began:8.2f} s")
    return value


def main() -> None:
    """Time each stage alone, on one bank."""
    from ankigen import pipeline
    from ankigen.deck import write_package
    from ankigen.normalizer.clean import clean
    from ankigen.parser import parse
    from ankigen.readers import read
    from ankigen.settings import Settings

    questions = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    help_page = [sys.executable, "-m", "ankigen", "--help"]
    timed("--help", lambda: subprocess.run(help_page, check=True, capture_output=True))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bank.txt")
        path.write_text(bank(questions), encoding="utf-8")
        print(f"{questions} questions, {path.stat().st_size / 1e6:.1f} MB")
        taxonomy = timed("taxonomy", lambda: pipeline.taxonomy_of(Settings()))
        reading = timed("read", lambda: read(path))
        assert reading.text is not None
        source = reading.text
        text, _ = timed("clean", lambda: clean(source))
        timed("parse", lambda: parse(text))
        loaded = timed("all of these", lambda: pipeline.load(path, Settings(), taxonomy))
        _, deck = timed("cards", lambda: pipeline.made(loaded, taxonomy, frozenset()))
        assert deck is not None
        assert len(deck.cards) == questions
        timed("write", lambda: write_package([deck], Path(folder, "bank.apkg")))


if __name__ == "__main__":
    main()
