"""What the project promises about itself: layers, sizes, documented rules, a quick start, a complete wheel."""

import ast
import re
import subprocess
import sys
import zipfile
from pathlib import Path

from ankigen.diagnostics import RULES

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "ankigen"
MODULES = sorted(SRC.rglob("*.py"))

# Everything that takes more than a moment to import, and the rooms that are not needed to print a help page.
HEAVY = ("bs4", "genanki", "rich", "opencc", "markdown", "msgspec", "hypothesis", "ankigen.parser", "ankigen.hanzi")


def module_name(path):
    return path.relative_to(ROOT).as_posix()


def test_modules_stay_short():
    assert [module_name(path) for path in MODULES if len(path.read_text(encoding="utf-8").splitlines()) > 400] == []


def test_functions_stay_short():
    long = [
        f"{module_name(path)}:{node.lineno} {node.name}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= 60
    ]
    assert long == []


def named_rules():
    """(place, name) of every diagnostic that the code makes with a literal name."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            callee, first = ast.unparse(node.func), node.args[0]
            if callee in ("Diagnostic.of", "rule", "Reading.failed") and isinstance(first, ast.Constant):
                yield f"{module_name(path)}:{node.lineno}", first.value


def test_the_code_names_only_rules_that_exist():
    known = {each.name for each in RULES}
    named = list(named_rules())
    assert named
    assert [each for each in named if each[1] not in known] == []


def test_every_rule_is_used():
    """A rule that nothing reports would be a promise that is not kept."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in MODULES if path.name != "rules.py")
    assert [each.name for each in RULES if f'"{each.name}"' not in text] == []


def test_every_rule_stands_in_the_docs():
    page = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    assert [each.code for each in RULES if f"## {each.code} {each.name}\n" not in page] == []


def test_links_between_documents_lead_somewhere():
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md")):
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            path = target.partition("#")[0]
            if path and "://" not in path:
                assert (page.parent / path).exists(), f"{page.relative_to(ROOT)}: {target}"


def test_help_imports_nothing_heavy():
    code = f"""
import sys
from ankigen.cli import main
try:
    main(["--help"])
except SystemExit as done:
    assert not done.code
print([name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8")
    assert done.stdout.splitlines()[-1] == "[]"


def test_layers_hold():
    """The contract in pyproject.toml: rooms import only downwards."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"]
    done = subprocess.run([*command, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_wheel_holds_all_that_is_needed(tmp_path):
    """Data files are easily left out of a wheel, and an editable install would not notice."""
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet"]
    subprocess.run([*command, "--wheel-dir", tmp_path, ROOT], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("ankigen-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = {name.removeprefix("ankigen/") for name in archive.namelist() if name.startswith("ankigen/")}
    files = {path.relative_to(SRC).as_posix() for path in SRC.rglob("*") if path.is_file()}
    missing = {name for name in files if "__pycache__" not in name} - packed
    assert not missing
    assert "normalizer/topics.toml" in packed
