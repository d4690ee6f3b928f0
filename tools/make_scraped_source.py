#!/usr/bin/env python3
"""Write the sample bank that looks scraped from its clean text, or check that it is fresh.

usage: make_scraped_source.py [--check]

sources/ shows what the tool is for, so one of its banks has the damage of a document site: traditional characters,
pinyin after many of them, and runs of bytes read out of step. The damage is made by the forward model that the tests
use, from a clean text that stands beside this file. Edit the clean text, never the bank.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from damage import damage  # noqa: E402  the forward model lives with the tests

CLEAN = ROOT / "tools" / "scraped_source.txt"
BANK = ROOT / "sources" / "05-安全与伦理.txt"

# What this site annotates: some sixty frequent characters, as such sites do. 競, 總, 驗 and 數 matter most: their codes
# also stand across two characters of the text (几個, 每個, 因為, 當的), and there the reading gets out of step.
ANNOTATED = """
個gè 會huì 為wéi 來lái 過guò 對duì 時shí 學xué 發fā 現xiàn 動dòng 這zhè 應yīng 間jiān 當dāng 問wèn
開kāi 關guān 機jī 無wú 經jīng 結jié 構gòu 網wǎng 絡luò 設shè 計jì 數shù 據jù 識shí 驗yàn 證zhèng
標biāo 準zhǔn 訓xùn 練liàn 樣yàng 題tí 權quán 隱yǐn 選xuǎn 擊jī 斷duàn 測cè 組zǔ 誤wù 醫yī 務wù
總zǒng 條tiáo 沒méi 記jì 則zé 檢jiǎn 聯lián 損sǔn 輸shū 變biàn 規guī 競jìng 護hù 類lèi 優yōu 態tài
"""


def site_table() -> dict[str, str]:
    """The site's table: character to reading."""
    return {entry[0]: entry[1:] for entry in ANNOTATED.split()}


def scraped() -> str:
    """The bank's text."""
    return damage(CLEAN.read_text(encoding="utf-8"), site_table())


def main() -> int:
    """Write or check; the exit code is 1 when the bank is stale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when the file would change")
    options = parser.parse_args()
    fresh = scraped()
    if not options.check:
        BANK.write_text(fresh, encoding="utf-8", newline="\n")
        return 0
    if BANK.is_file() and BANK.read_bytes() == fresh.encode():
        return 0
    print(f"{BANK.name} is stale: run tools/make_scraped_source.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
