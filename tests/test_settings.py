"""Settings are strict: whatever is not understood is named, nothing is silently ignored."""

from pathlib import Path

import pytest

from ankigen.settings import FILE_NAME, Settings, find_settings, read_settings


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "x.txt").write_text("1. 甲", encoding="utf-8")
    return tmp_path


def read(folder: Path, text: str):
    path = folder / FILE_NAME
    path.write_text(text, encoding="utf-8")
    return read_settings(path)


def complaint(folder: Path, text: str) -> str:
    settings, problems = read(folder, text)
    assert settings == Settings()
    assert [each.rule.name for each in problems] == ["bad-settings"]
    return problems[0].message


def test_all_keys(folder):
    settings, problems = read(
        folder,
        """
        sources = ["*.txt"]
        out = "decks"
        deck = "考试::{bank}"
        script = "simplified"
        language = "zh-Hant"
        topics = "mine.toml"
        extend-topics = "more.toml"
        tags = ["2026", "own"]
        off = ["number-gap"]
        [bank."x.txt"]
        deck = "特别"
        script = "keep"
        language = "en"
        tags = ["own", "x"]
        title = "卷一"
        skip = true
        """,
    )
    assert problems == ()
    assert settings.sources == ("*.txt",)
    assert settings.path(settings.out) == folder / "decks"
    assert (settings.topics, settings.extend_topics) == ("mine.toml", "more.toml")
    assert settings.off == ("number-gap",)
    own = settings.for_bank(folder / "x.txt")
    assert (own.deck, own.script, own.language, own.title, own.skip) == ("特别", "keep", "en", "卷一", True)
    assert own.tags == ("2026", "own", "x")
    other = settings.for_bank(folder / "y.txt")
    assert (other.deck, other.script, other.language, other.skip) == ("考试::{bank}", "simplified", "zh-Hant", False)


def test_an_empty_file_is_all_defaults(folder):
    settings, problems = read(folder, "")
    assert problems == ()
    assert settings == Settings(folder=folder, file=folder / "ankigen.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[bank."x.txt"]\nscirpt = "keep"', 'bank."x.txt".scirpt: unknown key (did you mean script?)'),
        ('outt = "x"', "outt: unknown key (did you mean out?)"),
        ('extend_topics = "x"', "extend_topics: unknown key (did you mean extend-topics?)"),
        ("folder = 1", "folder: unknown key (known are sources, out,"),
        ("deck = 7", "deck: expected `str`, got `int`"),
        ("tags = [1]", "tags[0]: expected `str`, got `int`"),
        ('script = "latin"', "script: invalid enum value 'latin'"),
        ('[bank."x.txt"]\nskip = "yes"', 'bank."x.txt".skip: expected `bool`, got `str`'),
        ("bank = 1", "bank: expected tables"),
        ("[bank]\n'x.txt' = 1", 'bank."x.txt": expected a table'),
        ('[bank."lost.txt"]', 'bank."lost.txt": there is no such file beside the settings'),
        ('deck = "{name}"', "deck: {name} is not one of {bank}, {title}, {folder}"),
        ('deck = "{bank.__class__}"', "deck: {bank.__class__} is not one of"),
        ('deck = "{bank:>999999999}"', "deck: {bank} is not one of"),
        ('deck = "{"', "deck: single '{' encountered"),
        ('deck = " "', "deck: a deck needs a name"),
        ('deck = "::"', "deck: a deck needs a name"),
        ("= 1", "Invalid statement (at line 1, column 1)"),
    ],
)
def test_what_is_not_understood_is_named(folder, text, message):
    assert complaint(folder, text).startswith(message)


def test_a_file_that_is_not_text(folder):
    (folder / FILE_NAME).write_bytes(b"\xff\xfe\x00")
    _, problems = read_settings(folder / FILE_NAME)
    assert problems[0].rule.name == "bad-settings"


def test_the_nearest_settings_count(folder):
    inner = folder / "a" / "b"
    inner.mkdir(parents=True)
    read(folder, "")
    assert find_settings(inner) == folder.resolve() / FILE_NAME
    read(folder / "a", "")
    assert find_settings(inner) == folder.resolve() / "a" / FILE_NAME


def test_the_command_line_overrules_every_script(folder):
    settings, _ = read(folder, 'script = "keep"\n[bank."x.txt"]\nscript = "traditional"')
    assert settings.with_script("simplified").for_bank(folder / "x.txt").script == "simplified"
    assert settings.with_script(None).for_bank(folder / "x.txt").script == "traditional"
