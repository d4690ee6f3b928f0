"""A desk and a learner for every test."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import Desk, Learner

from collection import Anki


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    folder = tmp_path / "sources"
    folder.mkdir()
    return Desk(folder)


@pytest.fixture
def learner(anki: Anki) -> Learner:
    return Learner(anki)
