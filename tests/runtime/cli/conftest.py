"""A store for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.cli.commands import Pregel


@pytest.fixture
def pregel(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Pregel:
    return Pregel(capsys, tmp_path / "store.sqlite")
