"""One contract for both transports: modules that say so are run with each of them."""

import pytest

from tests.runtime.debug import harness

IN_PROCESS = "in_process"
"""Tests whose fixtures have this name need objects of this process in the session."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if getattr(metafunc.module, "BOTH_TRANSPORTS", False) and IN_PROCESS not in (
        metafunc.fixturenames
    ):
        metafunc.parametrize("transport", harness.TRANSPORTS, indirect=True)


@pytest.fixture(autouse=True)
def transport(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which session ``driven`` opens."""
    monkeypatch.setattr(harness, "transport", getattr(request, "param", "direct"))


@pytest.fixture
def in_process() -> None:
    """Has the session in this process."""
