"""A plain program imports no more than it needs."""

import subprocess
import sys

import pytest

_PROGRAM = """
import sys
from typing import TypedDict
from runtime.graph import StateGraph

class Count(TypedDict):
    count: int

builder = StateGraph(Count)
builder.add_node("step", lambda state: {"count": state["count"] + 1})
builder.add_edge("__start__", "step")
assert builder.compile().invoke({"count": 1}) == {"count": 2}
print(*sys.modules)
"""


@pytest.fixture(scope="module")
def imported() -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "module",
    [
        *("asyncio", "decimal", "fractions", "ipaddress", "json", "pathlib", "random", "zoneinfo"),
        *("numpy", "pydantic", "sqlalchemy", "sqlite3", "langchain_core"),
        *("runtime.pregel.drawing", "runtime.pregel.drive_async", "runtime.pregel.snapshot"),
        *("runtime.checkpoint.memory", "runtime.checkpoint.sql", "runtime.debug"),
    ],
)
def test_the_first_superstep_needs_no(module: str, imported: set[str]) -> None:
    assert "runtime.graph" in imported
    assert module not in imported
