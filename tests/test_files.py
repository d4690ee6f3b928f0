"""Several files take their places together, and each is whole at every moment."""

from __future__ import annotations

import pytest

from ankigen.files import Replacing


def test_all_or_none(tmp_path):
    one, two = tmp_path / "one", tmp_path / "new" / "two"
    one.write_bytes(b"old")
    with pytest.raises(ValueError, match="half way"), Replacing() as replacing:
        replacing.write(one, b"new")
        replacing.beside(two).write_bytes(b"new")
        raise ValueError("half way")
    assert one.read_bytes() == b"old"
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["one"]
    with Replacing() as replacing:
        replacing.write(one, b"new")
        replacing.beside(two).write_bytes(b"new")
        assert one.read_bytes() == b"old", "not before all are there"
    assert (one.read_bytes(), two.read_bytes()) == (b"new", b"new")
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["one", "two"]


def test_what_a_killed_one_left_is_taken_away(tmp_path):
    (tmp_path / ".[a].1.part").write_bytes(b"half")
    (tmp_path / ".b.1.part").write_bytes(b"somebody else's")
    with Replacing() as replacing:
        replacing.write(tmp_path / "[a]", b"whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".b.1.part", "[a]"]


def test_a_folder_in_the_way_is_noticed_before_anything_is_replaced(tmp_path):
    (tmp_path / "one").write_bytes(b"old")
    (tmp_path / "two").mkdir()
    with pytest.raises(IsADirectoryError), Replacing() as replacing:
        replacing.write(tmp_path / "one", b"new")
        replacing.write(tmp_path / "two", b"new")
    assert (tmp_path / "one").read_bytes() == b"old"
