"""What the other engine leaves behind is collected before anything is counted."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def other_engines_workers_end() -> Iterator[None]:
    """LangGraph's workers end with their pool, which a raised error keeps until collection."""
    before = threading.active_count()
    yield
    if threading.active_count() > before:
        gc.collect()
