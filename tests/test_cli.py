"""The command line as a user meets it: what is printed where, which exit code, what is written."""

import json
import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from ankigen import __version__
from ankigen.cli import main
from ankigen.cli.commands import app

BANK = """\
一、单选题（每题2分，共4分）
1. 下列数据结构中，先放进去的元素最先取出来的是（ ）
A. 栈
B. 队列
C. 散列表
D. 二叉堆
答案：B
解析：队列从一头放，从另一头取。
2. 一个字节有几个二进制位（ ）
A. 4
B. 7
C. 8
D. 16
答案：C
解析：八位为一字节。
"""

BROKEN_KEY = BANK.replace("答案：C", "答案：F")


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a command in an empty folder and gives its result; whatever it raises fails the test."""
    monkeypatch.chdir(tmp_path)

    def command(*args):
        return CliRunner().invoke(app, [str(each) for each in args], catch_exceptions=False)

    return command


@pytest.fixture
def bank(tmp_path):
    path = tmp_path / "basics.txt"
    path.write_text(BANK, encoding="utf-8")
    return path


def built(folder):
    return sorted(path.name for path in folder.rglob("*") if path.is_file()) if folder.exists() else []


class TestParse:
    def test_json_on_standard_output_diagnostics_on_standard_error(self, run, tmp_path):
        path = tmp_path / "broken.txt"
        path.write_text(BROKEN_KEY, encoding="utf-8")
        result = run("parse", path)
        assert result.exit_code == 0
        data = json.loads(result.stdout)
        assert data["format"] == "ankigen.bank/1"
        first, second = data["questions"]
        assert (first["number"], first["kind"], first["answer"], first["line"], first["column"]) == (
            "1", "single", ["B"], 2, 1,
        )  # fmt: skip
        assert first["points"] == 2
        assert isinstance(first["points"], int)
        assert [each["label"] for each in second["options"]] == ["A", "B", "C", "D"]
        assert "answer-not-an-option" in [each["name"] for each in data["diagnostics"]]
        assert "answer-not-an-option [AK301]" in result.stderr

    def test_output_is_utf8_whatever_the_terminal(self, run, bank, monkeypatch):
        monkeypatch.setenv("PYTHONIOENCODING", "ascii")
        assert "队列" in run("parse", bank).stdout_bytes.decode("utf-8")

    def test_the_last_script_wins(self, run, bank):
        result = run("parse", "--script", "keep", "--script", "traditional", bank)
        assert "隊列" in result.stdout

    def test_settings_beside_the_file_count(self, run, bank, tmp_path):
        (tmp_path / "ankigen.toml").write_text('[bank."basics.txt"]\ntitle = "入门"\nscript = "traditional"')
        data = json.loads(run("parse", bank).stdout)
        assert data["title"] == "入门"
        assert "隊列" in data["questions"][0]["explanation"]


class TestBuild:
    def test_one_package_per_bank_and_a_summary(self, run, bank, tmp_path):
        (tmp_path / "more.txt").write_text(BANK.replace("字节", "千字节"), encoding="utf-8")
        result = run("build", tmp_path, "--out", tmp_path / "decks")
        assert result.exit_code == 0
        assert built(tmp_path / "decks") == ["basics.apkg", "more.apkg"]
        head, first, second, total = result.stdout.splitlines()
        assert head.split() == ["bank", "questions", "topics", "repairs", "diagnostics", "changes", "deck"]
        assert first.startswith("basics  2 (2 single)") and "  2 new  " in first
        assert second.startswith("more ") and "  1 new  " in second
        assert total == "in all: 3 new"
        assert "\x1b" not in result.stdout

    def test_a_bad_bank_does_not_keep_the_others_out(self, run, bank, tmp_path):
        (tmp_path / "a-empty.txt").write_text("")
        result = run("build", tmp_path, "--out", tmp_path / "decks")
        assert result.exit_code == 1
        assert built(tmp_path / "decks") == ["basics.apkg"]
        assert "empty-file [AK104]" in result.stderr
        assert "not written" in result.stdout

    def test_the_same_bytes_twice(self, run, bank, tmp_path):
        run("build", bank, "--out", tmp_path / "one")
        run("build", bank, "--out", tmp_path / "two")
        assert (tmp_path / "one" / "basics.apkg").read_bytes() == (tmp_path / "two" / "basics.apkg").read_bytes()

    def test_one_name_in_two_folders_gives_two_packages(self, run, tmp_path):
        for year in ("2024", "2025"):
            (tmp_path / "in" / year).mkdir(parents=True)
            (tmp_path / "in" / year / "final.txt").write_text(BANK, encoding="utf-8")
        assert run("build", "in", "--out", "decks").exit_code == 0
        assert built(tmp_path / "decks") == ["2024-final.apkg", "2025-final.apkg"]

    def test_merge_makes_one_note_of_a_repeated_question(self, run, bank, tmp_path):
        (tmp_path / "copy.txt").write_text(BANK, encoding="utf-8")
        result = run("build", "basics.txt", "copy.txt", "--merge", "--json", "--out", "decks")
        assert result.exit_code == 0
        assert built(tmp_path / "decks") == ["ankigen.apkg"]
        first, second = json.loads(result.stdout)["banks"]
        assert (first["cards"], second["cards"]) == (2, 2)
        assert [each["name"] for each in second["diagnostics"]] == ["duplicate-question"] * 2

    def test_merge_joins_decks_of_one_name(self, run, bank, tmp_path):
        (tmp_path / "more.txt").write_text(BANK.replace("字节", "千字节"), encoding="utf-8")
        (tmp_path / "ankigen.toml").write_text('deck = "都在一起"')
        result = run("build", "basics.txt", "more.txt", "--merge", "--json", "--out", "decks")
        assert result.exit_code == 0
        assert [each["cards"] for each in json.loads(result.stdout)["banks"]] == [2, 2]

    def test_banks_that_contradict_each_other_are_two_notes_and_a_warning(self, run, bank, tmp_path):
        (tmp_path / "other.txt").write_text(BANK.replace("答案：C", "答案：D"), encoding="utf-8")
        result = run("build", "basics.txt", "other.txt", "--merge", "--json", "--out", "decks")
        first, second = json.loads(result.stdout)["banks"]
        assert (first["cards"], second["cards"]) == (2, 2)
        for data, other in ((first, "other.txt"), (second, "basics.txt")):
            (said,) = [each for each in data["diagnostics"] if each["name"] == "contradiction"]
            assert f"number 2 of {other}" in said["message"] and said["line"] == 9

    def test_json_says_what_was_built(self, run, bank, tmp_path):
        (each,) = json.loads(run("build", bank, "--json", "--out", "decks").stdout)["banks"]
        assert each["questions"] == {"single": 2}
        assert each["cards"] == 2
        assert each["target"] == str(Path("decks", "basics.apkg"))

    def test_quiet_prints_nothing_when_all_is_well(self, run, tmp_path):
        (tmp_path / "broken.txt").write_text(BROKEN_KEY, encoding="utf-8")
        result = run("build", "broken.txt", "--quiet", "--out", "decks")
        assert (result.exit_code, result.output) == (0, "")

    def test_sources_and_out_of_the_settings(self, run, bank, tmp_path):
        (tmp_path / "ankigen.toml").write_text('sources = ["b*.txt"]\nout = "made"')
        assert run("build").exit_code == 0
        assert built(tmp_path / "made") == ["basics.apkg"]

    def test_files_without_a_reader_are_skipped_in_a_folder(self, run, bank, tmp_path):
        for name in ("README.md", ".hidden.txt", "ankigen.toml"):
            (tmp_path / name).write_text("")
        (tmp_path / "photo.xyz").write_text("")
        result = run("build", tmp_path, "--out", tmp_path / "decks")
        assert result.exit_code == 0
        assert built(tmp_path / "decks") == ["basics.apkg"]
        assert re.findall(r"(\S+): skipped", result.stderr) == [str(tmp_path / "photo.xyz")]

    def test_a_file_without_a_reader_that_is_named_is_an_error(self, run, tmp_path):
        (tmp_path / "photo.xyz").write_text("x")
        result = run("build", "photo.xyz", "--out", "decks")
        assert result.exit_code == 1
        assert "unsupported-format [AK103]" in result.stderr

    def test_a_bank_without_any_answer_is_not_written(self, run, tmp_path):
        text = "\n".join(line for line in BANK.splitlines() if not line.startswith(("答案", "解析")))
        (tmp_path / "keyless.txt").write_text(text, encoding="utf-8")
        result = run("build", "keyless.txt", "--out", "decks")
        assert result.exit_code == 1
        assert "empty-deck [AK503]" in result.stderr
        assert built(tmp_path / "decks") == []

    def test_nothing_half_written_is_left(self, run, bank, tmp_path, monkeypatch):
        def fail(self, *_, **__):
            raise OSError(28, "No space left on device", self.filename)

        monkeypatch.setattr("zipfile.ZipFile.writestr", fail)
        (tmp_path / "decks").mkdir()
        (tmp_path / "decks" / "basics.apkg").write_bytes(b"from the last build")
        result = run("build", bank, "--out", "decks")
        assert result.exit_code == 2
        assert "No space left on device" in result.stderr
        assert built(tmp_path / "decks") == ["basics.apkg"]
        assert (tmp_path / "decks" / "basics.apkg").read_bytes() == b"from the last build"


BAD_FILES = {
    "empty.txt": (b"", "empty-file"),
    "blank.txt": (b" \r\n\t\n", "empty-file"),
    "binary.txt": (bytes(range(256)) * 40, "unknown-encoding"),
    "noise.txt": (random.Random(7).randbytes(200_000), "unknown-encoding"),
    "letter.txt": ("今天天气很好，我们去公园散步，看见许多花。\n".encode(), "no-questions"),
    "unknown.xyz": (b"1. a", "unsupported-format"),
}


@pytest.mark.parametrize("name", BAD_FILES)
class TestBadFiles:
    def test_build_says_what_is_wrong_and_writes_nothing(self, run, tmp_path, name):
        data, rule = BAD_FILES[name]
        (tmp_path / name).write_bytes(data)
        result = run("build", name, "--out", "decks")
        assert result.exit_code == 1
        assert f"{name}: error {rule} [" in result.stderr
        assert built(tmp_path / "decks") == []

    def test_parse_prints_json_only_for_a_file_that_can_be_read(self, run, tmp_path, name):
        data, rule = BAD_FILES[name]
        (tmp_path / name).write_bytes(data)
        result = run("parse", name)
        assert rule in result.stderr
        if rule == "no-questions":
            assert result.exit_code == 0
            assert json.loads(result.stdout)["questions"] == []
        else:
            assert (result.exit_code, result.stdout) == (2, "")

    def test_check_fails(self, run, tmp_path, name):
        data, rule = BAD_FILES[name]
        (tmp_path / name).write_bytes(data)
        result = run("check", name, "--format", "json")
        assert result.exit_code == 1
        found = json.loads(result.stdout)["diagnostics"]
        assert [each["name"] for each in found if each["severity"] != "note"] == [rule]


class TestBadInput:
    def test_a_file_that_may_not_be_read(self, run, bank, monkeypatch):
        allowed = Path.read_bytes

        def refuse(self):
            if self.name == bank.name:
                raise PermissionError(13, "Permission denied", str(self))
            return allowed(self)

        monkeypatch.setattr("pathlib.Path.read_bytes", refuse)
        result = run("build", bank, "--out", "decks")
        assert result.exit_code == 1
        assert "unreadable-file [AK101]" in result.stderr
        assert "Permission denied" in result.stderr

    @pytest.mark.parametrize("command", ["build", "check"])
    def test_settings_with_a_wrong_key(self, run, bank, tmp_path, command):
        (tmp_path / "ankigen.toml").write_text('[bank."basics.txt"]\nscirpt = "keep"')
        result = run(command, bank)
        assert result.exit_code == 2
        assert 'bank."basics.txt".scirpt: unknown key (did you mean script?)' in result.stderr
        assert built(tmp_path) == ["ankigen.toml", "basics.txt"]

    def test_a_rule_to_switch_off_must_exist(self, run, bank, tmp_path):
        (tmp_path / "ankigen.toml").write_text('off = ["number-gab"]')
        result = run("build", bank)
        assert result.exit_code == 2
        assert "off: there is no rule number-gab to switch off (did you mean number-gap?)" in result.stderr

    def test_topics_that_are_not_there(self, run, bank, tmp_path):
        (tmp_path / "ankigen.toml").write_text('topics = "mine.toml"')
        result = run("build", bank)
        assert result.exit_code == 2
        assert "mine.toml" in result.stderr

    @pytest.mark.parametrize(
        ("args", "message"),
        [
            (["build"], "name a file or a folder"),
            (["build", "lost.txt"], "does not exist"),
            (["build", "."], "no file that ankigen can read"),
            (["parse"], "Missing argument 'FILE'"),
            (["parse", "."], "is a directory"),
            (["check", "--format", "xml", "."], "'xml' is not one of"),
            (["explain", "AK000"], "there is no diagnostic 'AK000'"),
            (["biuld"], "No such command 'biuld'"),
        ],
    )
    def test_usage_mistakes(self, run, args, message):
        result = run(*args)
        assert result.exit_code == 2
        assert message in result.stderr
        assert result.stdout == ""

    @pytest.mark.parametrize("pattern", ["*.nothing", "", "/*.txt", "lost.txt"])
    def test_sources_that_match_nothing(self, run, tmp_path, pattern):
        (tmp_path / "ankigen.toml").write_text(f'sources = ["{pattern}"]')
        result = run("build")
        assert result.exit_code == 2


class TestLaws:
    """A fault in a stage shows as an internal error with its place, never as a wrong deck."""

    def test_a_parser_that_drops_a_character_is_caught(self, run, bank, tmp_path, monkeypatch):
        import dataclasses

        import ankigen.parser

        honest = ankigen.parser.parse

        def forgetful(text, **options):
            paper, said = honest(text, **options)
            middle = len(paper.claims) // 2
            claim = paper.claims[middle]
            shorter = claim._replace(span=type(claim.span)(claim.span.start + 1, claim.span.end))
            return dataclasses.replace(
                paper, claims=(*paper.claims[:middle], shorter, *paper.claims[middle + 1 :])
            ), said

        monkeypatch.setattr("ankigen.parser.parse", forgetful)
        result = run("build", bank, "--out", "decks")
        assert result.exit_code == 1
        assert re.search(r"basics\.txt:\d+:\d+: error internal-error \[AK901\]", result.stderr)
        assert built(tmp_path / "decks") == []
        assert run("parse", bank).exit_code == 70

    def test_repairs_that_cannot_be_taken_back_are_caught(self, run, bank, monkeypatch):
        monkeypatch.setattr("ankigen.text.Rewrite.undo", lambda self: self.text + "x")
        result = run("check", bank)
        assert result.exit_code == 1
        assert "taking the repairs back does not give the source" in result.stdout

    def test_a_crash_in_one_bank_leaves_the_others(self, run, bank, tmp_path, monkeypatch):
        import ankigen.parser

        honest = ankigen.parser.parse

        def fragile(text, **options):
            if text.source.path.startswith("bad"):
                raise IndexError("list index out of range")
            return honest(text, **options)

        monkeypatch.setattr("ankigen.parser.parse", fragile)
        (tmp_path / "bad.txt").write_text(BANK, encoding="utf-8")
        result = run("build", "bad.txt", "basics.txt", "--out", "decks")
        assert result.exit_code == 1
        assert "internal-error [AK901]: IndexError at test_cli.py" in result.stderr
        assert built(tmp_path / "decks") == ["basics.apkg"]

    def test_a_crash_outside_the_banks_is_one_line(self, bank, monkeypatch, capsys):
        def crash(*_):
            raise RuntimeError("the moon is full")

        monkeypatch.setattr("ankigen.sources.find", crash)
        with pytest.raises(SystemExit) as done:
            main(["build", str(bank)])
        assert done.value.code == 70
        (line,) = capsys.readouterr().err.splitlines()
        assert line.startswith("ankigen: internal error [AK901]: RuntimeError at test_cli.py:")
        assert line.endswith("the moon is full (please report it)")


class TestCheck:
    def test_text_names_the_place_and_counts(self, run, tmp_path):
        (tmp_path / "broken.txt").write_text(BROKEN_KEY, encoding="utf-8")
        result = run("check", "broken.txt")
        assert result.exit_code == 0
        assert re.search(r"^broken\.txt:\d+:\d+: warning answer-not-an-option \[AK301\]", result.stdout, re.MULTILINE)
        assert re.fullmatch(r"1 bank: \d+ warnings?(, \d+ notes?)?\n", result.stderr)
        assert run("check", "broken.txt", "--strict").exit_code == 1

    def test_a_good_bank(self, run, bank):
        result = run("check", bank, "--strict")
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr == "1 bank: nothing to complain about\n"

    def test_everything_that_is_wrong_with_a_bank(self, run, expect):
        """The bank's faults: a wrong count, a gap, a key outside the options, a missing key, a missing blank."""
        folder = Path(__file__).parent / "check"
        result = run("check", folder / "faults.txt")
        expect(folder / "faults.expected", result.stdout.replace(str(folder) + "/", ""))

    def test_github(self, run, tmp_path):
        (tmp_path / "broken.txt").write_text(BROKEN_KEY, encoding="utf-8")
        lines = run("check", "broken.txt", "--format", "github").stdout.splitlines()
        assert lines
        assert all(
            re.match(r"::(error|warning|notice) file=broken\.txt,line=\d+,col=\d+,title=AK", each) for each in lines
        )

    def test_what_is_switched_off_is_not_reported(self, run, tmp_path):
        (tmp_path / "broken.txt").write_text(BROKEN_KEY, encoding="utf-8")
        (tmp_path / "ankigen.toml").write_text('off = ["answer-not-an-option", "no-card"]')
        assert run("check", "broken.txt").stdout == ""


class TestHelp:
    def test_version(self, run):
        assert run("--version").stdout == f"ankigen, version {__version__}\n"

    def test_help_lists_the_commands(self, run):
        output = run("--help").stdout
        for command in ("build", "check", "explain", "ledger", "parse", "topics"):
            assert f"\n  {command} " in output
            assert run(command, "--help").exit_code == 0

    def test_help_of_build_lists_what_can_be_read(self, run):
        listed = run("build", "--help").stdout.partition("Files:")[2].split()
        assert {".txt", ".html", ".md"} <= set(listed)

    def test_explain(self, run):
        by_code, by_name = run("explain", "ak301"), run("explain", "answer-not-an-option")
        assert by_code.stdout == by_name.stdout
        assert by_code.stdout.startswith("AK301 answer-not-an-option (warning)\n")
        assert "AK302  missing-answer" in run("explain").stdout

    def test_topics_are_a_tree(self, run):
        lines = run("topics").stdout.splitlines()
        (child,) = [number for number, line in enumerate(lines) if line.startswith("  quantization ")]
        assert lines[child].startswith("  quantization  ")
        assert any(not line.startswith(" ") for line in lines[:child])

    def test_topics_of_a_file_say_why(self, run, tmp_path):
        text = "1. 模型量化可以减小模型的体积。（ ）\n答案：正确\n"
        (tmp_path / "q.txt").write_text(text, encoding="utf-8")
        result = run("topics", "q.txt")
        assert result.exit_code == 0
        assert re.search(r"^q\.txt:1:1: 1 模型量化", result.stdout)
        assert re.search(r"^    quantization  [\d.]+  stem: .*量化", result.stdout, re.MULTILINE)
