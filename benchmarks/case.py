"""One measurement in a process of its own, so that its peak of memory is its own; the figures go out as JSON.

usage: python -m benchmarks.case (bank|hostile) FILE
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from benchmarks import banks, bare

from ankigen import pipeline
from ankigen.deck import Deck, cards_of, write_package
from ankigen.identity.identify import assign
from ankigen.identity.ledger import Ledger
from ankigen.normalizer.clean import clean
from ankigen.normalizer.tag import slugs_of, tag_path
from ankigen.parser import parse
from ankigen.readers import read
from ankigen.settings import Settings

T = TypeVar("T")
_UNIT = 1024 if sys.platform == "linux" else 1  # of ru_maxrss


class Clock:
    """CPU time by phase; a shared machine leaves it alone, unlike the time on the wall."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def time(self, phase: str, run: Callable[[], T]) -> T:
        """Run it and note how long it took."""
        began = time.process_time()
        value = run()
        self.seconds[phase] = time.process_time() - began
        return value


def whole(path: Path, folder: Path) -> pipeline.Built:
    """The journey as `ankigen build` makes it."""
    ledger = folder / f"{path.stem}.ledger"
    (built,) = pipeline.build({path.stem: path}, folder, Settings(), ledger=ledger)
    return built


def phases(clock: Clock, path: Path, target: Path) -> Deck:
    """The journey step by step."""
    taxonomy = pipeline.taxonomy_of(Settings())
    reading = clock.time("read", lambda: read(path))
    assert reading.text is not None
    source = reading.text
    text, _ = clock.time("clean", lambda: clean(source))
    paper, _ = clock.time("parse", lambda: parse(text))
    asked = clock.time("tag", lambda: [replace(each, topics=slugs_of(each, taxonomy)) for each in paper.questions])
    guids = clock.time("identify", lambda: assign(Ledger(), {"bank": asked})).guids["bank"]

    def build() -> Deck:
        topic = partial(tag_path, taxonomy=taxonomy)
        cards = cards_of(asked, guids, bank="bank", source="bank", taxonomy_path=topic)
        deck = Deck("bank", cards, "")
        write_package([deck], target)
        return deck

    return clock.time("build", build)


def bank(path: Path, folder: Path) -> dict[str, object]:
    """Time the whole journey and its phases, then bare genanki with the same notes."""
    small = path.with_name(f"small{path.suffix}")
    small.write_text(banks.LAYOUTS["csv" if path.suffix == ".csv" else "inline keys"].printed(banks.questions(10)))
    whole(small, folder)  # loads what is loaded once: modules, tables, topics
    clock = Clock()
    built = clock.time("journey", lambda: whole(path, folder))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT
    deck = phases(clock, path, folder / "phases.apkg")
    clock.time("bare", lambda: bare.write(deck.cards, folder / "bare.apkg"))
    return {"cards": built.cards, "peak": peak, "seconds": clock.seconds}


def hostile(path: Path, folder: Path) -> dict[str, object]:
    """Time the whole journey of an input that may well hold no question."""
    small = path.with_name(f"small{path.suffix}")
    small.write_text("1. 水的沸点是（ ）\nA. 90\nB. 100\n答案：B\n", encoding="utf-8")
    whole(small, folder)
    clock = Clock()
    built = clock.time("journey", lambda: whole(path, folder))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT
    return {"cards": built.cards, "peak": peak, "seconds": clock.seconds, "broken": built.bank.broken}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as out:
        json.dump({"bank": bank, "hostile": hostile}[sys.argv[1]](Path(sys.argv[2]), Path(out)), sys.stdout)
