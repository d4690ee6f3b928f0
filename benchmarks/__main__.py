"""How fast ankigen is, and whether it stays so when the input doubles.

usage: python -m benchmarks [--full] [--only banks|hostile|start] [--json FILE]

Exit code 1 when a bank was not read in full or an input took more than its share.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import banks, hostile

PHASES = ("read", "clean", "parse", "tag", "identify", "build")
MOST_DOUBLING = 2.2  # of the time, when the input doubles
MOST_BARE = 6.0  # times bare genanki
NOISE = 0.05  # seconds below which a time says nothing about growth
HOSTILE = 250_000  # characters, and twice as many; with --full up to a million
PATIENCE = 120  # seconds for a hostile input


def measured(kind: str, path: Path, rounds: int, patience: float | None = None) -> dict[str, Any]:
    """The best of some runs, phase by phase, each run in a new process."""
    best: dict[str, Any] = {}
    for _ in range(rounds):
        command = [sys.executable, "-m", "benchmarks.case", kind, str(path)]
        try:
            done = subprocess.run(command, check=True, capture_output=True, timeout=patience, text=True)
        except subprocess.TimeoutExpired:
            return {"seconds": {"journey": math.inf}, "cards": 0, "peak": 0}
        found = json.loads(done.stdout)
        if best:
            found["seconds"] = {name: min(each, best["seconds"][name]) for name, each in found["seconds"].items()}
        best = found
    return best


def exponent(small: tuple[float, float], large: tuple[float, float]) -> float:
    """The power of the size with which the time grows, from two pairs of (size, time)."""
    return math.log(large[1] / small[1]) / math.log(large[0] / small[0])


def bank_results(sizes: list[int], folder: Path) -> Iterator[dict[str, Any]]:
    """Every layout in every size, printed as they come."""
    print(f"CPU time in µs per question; memory in MB\n{'':22}", *(f"{phase:>8}" for phase in PHASES), end="")
    print(f"{'journey':>9}{'bare':>7}{'ratio':>7}{'memory':>8}{'growth':>8}{'double':>8}")
    for name, layout in banks.LAYOUTS.items():
        before: tuple[float, float] | None = None
        for size in sizes:
            path = folder / f"bank{layout.suffix}"
            path.write_text(layout.printed(banks.questions(size)), encoding="utf-8")
            result = measured("bank", path, 2 if size < 5_000 else 1)
            seconds = result["seconds"]
            point = (float(size), float(seconds["journey"]))
            power = exponent(before, point) if before else None
            before = point
            result |= {"layout": name, "size": size, "exponent": power, "ratio": seconds["journey"] / seconds["bare"]}
            each = {phase: value / size * 1e6 for phase, value in seconds.items()}
            print(f"{name:14}{size:8,}", *(f"{each[phase]:8.0f}" for phase in PHASES), end="")
            print(f"{each['journey']:9.0f}{each['bare']:7.0f}{result['ratio']:7.1f}{result['peak'] / 1e6:8.0f}", end="")
            print(f"{power:8.2f}{2**power:8.2f}" if power else "", end="")
            result["faults"] = []
            if result["cards"] != size:
                result["faults"].append(f"{result['cards']} cards")
            if power and 2**power > MOST_DOUBLING:
                result["faults"].append("grows too fast")
            if result["ratio"] > MOST_BARE:
                result["faults"].append("slow")
            print("  " + ", ".join(result["faults"]), flush=True)
            yield result


def hostile_results(size: int, folder: Path) -> Iterator[dict[str, Any]]:
    """Every hostile input in two sizes, printed as they come."""
    print(f"\n{'hostile input':22}{size:>10,}{2 * size:>10,}{'times':>8}{'memory':>8}")
    small, large = hostile.inputs(size), hostile.inputs(2 * size)
    for name in small:
        path = folder / "hostile.txt"
        for rounds in (1, 3):  # what looks slow is measured again: the machine may have been busy
            runs = []
            for text in (small[name], large[name]):
                path.write_text(text, encoding="utf-8")
                runs.append(measured("hostile", path, rounds, PATIENCE))
            first, second = (each["seconds"]["journey"] for each in runs)
            times = second / first
            if second <= NOISE or times <= MOST_DOUBLING or second == math.inf:
                break
        faults = ["breaks"] if any(each.get("broken") for each in runs) else []
        if second > NOISE and not times <= MOST_DOUBLING:
            faults.append("grows too fast")
        print(
            f"{name:22}{first:9.2f}s{second:9.2f}s{times:8.2f}{runs[1]['peak'] / 1e6:8.0f}  {', '.join(faults)}",
            flush=True,
        )
        yield {"input": name, "seconds": [first, second], "times": times, "peak": runs[1]["peak"], "faults": faults}


def start_results(folder: Path) -> Iterator[dict[str, Any]]:
    """Commands as a user runs them, on the wall clock, the best of three."""
    path = folder / "bank.txt"
    path.write_text(banks.inline_keys(banks.questions(1_000)), encoding="utf-8")
    build = ["build", str(path), "--out", str(folder / "out"), "--quiet"]
    print()
    for name, arguments in (("ankigen --help", ["--help"]), ("build of 1,000 questions", build)):
        best = math.inf
        for _ in range(3):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-m", "ankigen", *arguments], check=True, capture_output=True)
            best = min(best, time.perf_counter() - began)
        print(f"{name:26}{best:6.2f} s", flush=True)
        yield {"command": name, "seconds": best, "faults": []}


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__.split("\n", 1)[0] if __doc__ else ""
    )
    parser.add_argument("--full", action="store_true", help="banks of 100,000 questions, too")
    parser.add_argument("--only", choices=["start", "banks", "hostile"], help="one part")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to this file")
    given = parser.parse_args()
    sizes = [1_000, 10_000, 100_000] if given.full else [1_000, 10_000]
    results: dict[str, list[dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = {
            "start": lambda: start_results(folder),
            "banks": lambda: bank_results(sizes, folder),
            "hostile": lambda: hostile_results(2 * HOSTILE if given.full else HOSTILE, folder),
        }
        for part, run in parts.items():
            if given.only in (None, part):
                results[part] = list(run())
    if given.json:
        given.json.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    sys.exit(any(each["faults"] for part in results.values() for each in part))


if __name__ == "__main__":
    main()
