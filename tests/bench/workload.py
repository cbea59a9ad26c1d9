"""What a benchmark is: a graph, its size, and how many times faster this runtime has to be."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from tests.bench.engines import Engine
from tests.bench.timing import Took

SaverKind = Literal["none", "memory", "sqlite NORMAL", "sqlite FULL", "postgres"]


@dataclass
class Run:
    """One measured run in a process of its own, and the facts that it notes beside its time."""

    size: int
    folder: Path
    """Empty, and removed after the run."""
    postgres: str = ""
    """URL of an empty schema, where the workload needs one."""
    facts: dict[str, str] = field(default_factory=dict)


Measure = Callable[[Engine, Run], Took]
"""Prepares, warms up, runs, checks the result; what the part that counts took."""


@dataclass(frozen=True)
class Workload:
    """One row of the table."""

    name: str
    title: str
    goal: float
    """How many times faster than LangGraph."""
    measure: Measure
    size: int
    quick_size: int
    needs_postgres: bool = False
    pairs: int | None = None
    """Of a row that takes long; fewer than the others get."""


@dataclass(frozen=True)
class Growth:
    """A figure at several sizes, of this runtime alone: how it grows is what counts."""

    name: str
    title: str
    unit: str
    demand: str
    measure: Callable[[Engine, Run], float]
    """Gives the figure, in ``unit``."""
    sizes: tuple[int, ...]
    quick_sizes: tuple[int, ...]


def thread(run_id: object, limit: int = 100) -> dict[str, Any]:
    """The configuration of a graph thread that may take ``limit`` supersteps."""
    return {"configurable": {"thread_id": str(run_id)}, "recursion_limit": limit}
