"""Generate the tables in src/ankigen/hanzi/data from the development dependencies.

usage: python tools/hanzi_tables.py [--check]

Without --check the files are written; with it nothing is written, and the exit code is 1 when a file is not what would
be written. Sources: pypinyin (readings, MIT), OpenCC (variants, Apache-2.0), jieba's word list (frequencies, MIT).
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
import unicodedata
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "src" / "ankigen" / "hanzi" / "data"
HAN = [chr(code) for code in itertools.chain(range(0x4E00, 0xA000), range(0x3400, 0x4DC0), [0x3007])]
RAREST_PAIR = 20  # pairs seen less often in the word list's corpus do not decide anything
LEVELS = 3  # steps per doubling of a count; a step is a quarter of a nat


def readings() -> bytes:
    """One line per reading: the reading, a space, all characters that have it."""
    from pypinyin.pinyin_dict import pinyin_dict

    by_reading: dict[str, list[str]] = defaultdict(list)
    for char in HAN[:0x5200]:
        for reading in pinyin_dict.get(ord(char), "").split(","):
            if reading:
                by_reading[unicodedata.normalize("NFC", reading)].append(char)
    return "".join(f"{reading} {''.join(chars)}\n" for reading, chars in sorted(by_reading.items())).encode()


def variants() -> bytes:
    """Two lines of equal length: traditional characters, and the simplified one of each."""
    import opencc

    convert = opencc.OpenCC("t2s").convert
    pairs = [(char, convert(char)) for char in HAN]
    kept = [(old, new) for old, new in pairs if old != new and len(new) == 1]
    return f"{''.join(old for old, _ in kept)}\n{''.join(new for _, new in kept)}\n".encode()


def bigrams() -> bytes:
    """Counts of characters and pairs of characters in Chinese words, packed; read by ankigen.hanzi.bigrams.

    Lines: all first characters; the level of each as the end of a word, as the start of a word; how many followers
    each has; all followers; their levels. Levels are one character each, from "0" up.
    """
    starts: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for word, count in _words():
        starts[word[0]] += count
        ends[word[-1]] += count
        for pair in itertools.pairwise(word):
            pairs[pair] += count
    followers: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for (left, right), count in sorted(pairs.items()):
        if count >= RAREST_PAIR:
            followers[left].append((right, count))
    firsts = sorted(starts.keys() | ends.keys() | followers.keys())
    columns = (
        "".join(firsts),
        "".join(_level(ends[char]) for char in firsts),
        "".join(_level(starts[char]) for char in firsts),
        " ".join(str(len(followers[char])) for char in firsts),
        "".join(right for char in firsts for right, _ in followers[char]),
        "".join(_level(count) for char in firsts for _, count in followers[char]),
    )
    return zlib.compress("\n".join(columns).encode(), 9)


def _words() -> Iterator[tuple[str, int]]:
    import jieba

    path = Path(jieba.__file__).parent / "dict.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        word, count = line.split(" ")[:2]
        if all("一" <= char <= "鿿" for char in word):
            yield word, int(count)


def _level(count: int) -> str:
    return chr(ord("0") + round(LEVELS * math.log2(count + 1)))


TABLES: dict[str, Callable[[], bytes]] = {
    "readings.txt": readings,
    "variants.txt": variants,
    "bigrams.bin": bigrams,
}


def _same(path: Path, new: bytes) -> bool:
    if not path.exists():
        return False
    old = path.read_bytes()
    if path.suffix == ".bin":  # compare what is packed: packers differ between versions of zlib
        return zlib.decompress(old) == zlib.decompress(new)
    return old == new


def main() -> int:
    """Write or check all tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when a file is stale")
    options = parser.parse_args()
    stale = 0
    for name, make in TABLES.items():
        new, path = make(), DATA / name
        if _same(path, new):
            continue
        stale += 1
        if not options.check:
            path.write_bytes(new)
        print(f"{'stale' if options.check else 'written'}: {path.name} ({len(new):,} bytes)")
    return 1 if options.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
