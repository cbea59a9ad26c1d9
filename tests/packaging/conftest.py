"""The wheel, built once, and one new environment of each kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packaging.installed import (
    Installation,
    build_wheel,
    install_headless,
    install_with_window,
)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def headless(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return install_headless(wheel, tmp_path_factory.mktemp("headless"))


@pytest.fixture(scope="session")
def with_window(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return install_with_window(wheel, tmp_path_factory.mktemp("with window"))
