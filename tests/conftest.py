"""For all tests: expected results in files, and how hypothesis behaves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from collection import Anki

# Machines that run the tests may be slow and busy; a time limit per example would only be noise. In CI the examples
# are the same on every run, so that a red build is red for everybody.
settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("local"), derandomize=True)
# Packages carry the time of the build; here it is always the same one.
os.environ["SOURCE_DATE_EPOCH"] = "1700000000"

settings.load_profile("ci" if os.environ.get("CI") else "local")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="rewrite expected results; read them as a diff afterwards")


@pytest.fixture
def expect(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with a file of expected results, or with --accept writes it."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--accept"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.exists(), f"{path.name} is not there: run make accept"
        assert text == path.read_text(encoding="utf-8"), f"if the new result is right, run make accept ({path.name})"

    return compare


@pytest.fixture(scope="session")
def new_anki(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Anki]:
    pytest.importorskip("anki", reason="the real Anki is a development dependency")
    return lambda: Anki(tmp_path_factory.mktemp("anki"))


@pytest.fixture
def anki(new_anki: Callable[[], Anki]) -> Iterator[Anki]:
    opened = new_anki()
    yield opened
    opened.col.close()
