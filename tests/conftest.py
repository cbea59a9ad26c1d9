"""What holds for every test: no display, no user folder, deterministic examples.

Nothing here imports Qt, so that the tests of `runtime` run where it is not installed.
"""

from __future__ import annotations

import atexit
import faulthandler
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres import postgres_server, postgres_url

__all__ = ["postgres_server", "postgres_url"]

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYTEST_QT_API", "pyside6")

# A store, a setting or a cache that a test leaves behind lands here, never with the user.
_user_folders = tempfile.mkdtemp(prefix="pregel-studio-tests-")
atexit.register(shutil.rmtree, _user_folders, ignore_errors=True)
for _variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
    os.environ[_variable] = os.path.join(_user_folders, _variable.lower())

faulthandler.enable()

settings.register_profile(
    "deterministic",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("exploring", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "deterministic"))


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """Fail a test that leaves a thread behind which would keep the process alive."""
    before = set(threading.enumerate())
    yield
    leaked = []
    for thread in threading.enumerate():
        if thread in before or thread.daemon:
            continue
        thread.join(timeout=5)
        if thread.is_alive():
            leaked.append(thread.name)
    assert not leaked, f"threads still running after the test: {leaked}"
