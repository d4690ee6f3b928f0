"""Which files a run takes, and what their banks are called."""

import os
import unicodedata

import pytest

from ankigen.settings import FILE_NAME, Settings, read_settings
from ankigen.sources import InputError, find


@pytest.fixture
def make(tmp_path):
    """Makes files and gives the folder."""

    def files(*names):
        for name in names:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("x", encoding="utf-8")
        return tmp_path

    return files


def names(folder, *paths, settings=None):
    return list(find([folder / each for each in paths], settings or Settings(folder=folder)).files)


def test_folders_are_walked_in_order_without_hidden_and_read_me_files(make):
    folder = make("b.txt", "a/z.md", "a/c.html", ".git/d.txt", ".e.txt", "README.md", "a/readme.zh.txt", FILE_NAME)
    assert names(folder, ".") == ["b", "c", "z"]


def test_order_of_the_paths_is_kept_and_nothing_is_taken_twice(make):
    folder = make("a.txt", "b.txt", "c.txt")
    assert names(folder, "c.txt", "a.txt", "../" + folder.name + "/c.txt", ".") == ["c", "a", "b"]


def test_suffixes_do_not_mind_case(make):
    assert names(make("A.TXT"), ".") == ["A"]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (("x/a.txt", "y/a.txt", "y/b.txt"), ["x-a", "y-a", "b"]),
        (("x/k/a.txt", "y/k/a.txt"), ["x-k-a", "y-k-a"]),
        (("a.txt", "a.md", "b.md"), ["a-txt", "a-md", "b"]),
        (("x/a.txt", "x/a.md", "y/a.md"), ["a-txt", "a-md", "a"]),
        (("x/a.txt", "y/A.txt"), ["x-a", "y-A"]),
    ],
)
def test_no_two_banks_share_a_name(make, paths, expected):
    folder = make(*paths)
    assert names(folder, *paths) == expected


def test_names_that_a_file_system_may_confuse_are_told_apart(make):
    composed, decomposed = (unicodedata.normalize(form, "é") for form in ("NFC", "NFD"))
    folder = make(f"x/{composed}.txt", f"y/{decomposed}.txt")
    assert names(folder, f"x/{composed}.txt", f"y/{decomposed}.txt") == [f"x-{composed}", f"y-{decomposed}"]


def test_a_file_name_that_is_no_unicode_gives_a_name_that_is(make):
    folder = make("a.txt")
    broken = os.fsdecode(b"b\xff.txt")
    try:
        (folder / broken).write_text("x")
    except OSError:
        pytest.skip("this file system takes only names in Unicode")
    assert names(folder, ".") == ["a", "b_"]


def test_a_bank_that_is_to_be_skipped_is_still_taken_by_name(make):
    folder = make("a.txt", "b.txt")
    (folder / FILE_NAME).write_text('[bank."a.txt"]\nskip = true')
    settings, _ = read_settings(folder / FILE_NAME)
    assert names(folder, ".", settings=settings) == ["b"]
    assert names(folder, "a.txt", settings=settings) == ["a"]


def test_patterns_of_the_settings_take_what_a_walk_would(make):
    folder = make("in/a.txt", "in/photo.xyz", "in/README.txt", "in/old/b.txt", "in/.c.txt")
    found = find([], Settings(folder=folder, sources=("in/*",)))
    assert list(found.files) == ["a", "b"]
    assert found.skipped == (folder / "in" / "photo.xyz",)


def test_a_link_to_a_folder_above_does_not_go_round(make):
    folder = make("a/b.txt")
    (folder / "a" / "up").symlink_to(folder, target_is_directory=True)
    assert names(folder, ".") == ["b"]


def test_nothing_to_read(make):
    folder = make("photo.xyz")
    with pytest.raises(InputError, match="no file that ankigen can read"):
        names(folder, ".")
    with pytest.raises(InputError, match="nothing matches 'more'"):
        find([], Settings(folder=folder, sources=("more",)))
