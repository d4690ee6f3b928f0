"""Shuffling: what is looked for first loses nothing of what is looked for."""

from __future__ import annotations

import pytest

from ankigen.deck import shuffle


@pytest.mark.parametrize(
    "text", ["以上都不是", "上述说法均错", "都对", "全不对", "NONE of the above", "both of these", "All of them"]
)
def test_what_speaks_of_all_options_is_noticed(text: str) -> None:
    assert shuffle._speaks_of_all(f"……{text}")


@pytest.mark.parametrize(
    "text", ["A和C", "b, or c", "选项E", "選項 h", "Option d", "D项", "第二项", "前两项", "前三个", "①与②", "③ ⑥"]
)
def test_what_cites_an_option_is_noticed(text: str) -> None:
    assert shuffle._cites(f"……{text}")


@pytest.mark.parametrize("text", ["前馈网络", "都市", "An apple", "第一层", "选择"])
def test_a_first_character_alone_is_nothing(text: str) -> None:
    assert not shuffle._cites(text)
    assert not shuffle._speaks_of_all(text)
