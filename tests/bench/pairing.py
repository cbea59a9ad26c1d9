"""Paired runs: both engines take turns, each run in a process of its own."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from tests.bench.engines import SIDES, Side
from tests.bench.timing import Took
from tests.bench.workload import Growth, Workload

Schema = Callable[[], AbstractContextManager[str]]
"""Makes an empty PostgreSQL schema and drops it again; gives its URL."""


@dataclass(frozen=True)
class Paired:
    """What all runs of a workload took, in pairs, and what they noted."""

    workload: Workload
    size: int
    took: dict[Side, list[Took]]
    facts: dict[Side, dict[str, str]]

    def median(self, side: Side) -> float:
        """Seconds on the wall."""
        return statistics.median(took.wall for took in self.took[side])

    @property
    def pairs(self) -> int:
        return len(self.took["ours"])

    @property
    def ratio(self) -> float:
        """How many times faster ours is: the median over the pairs."""
        return statistics.median(theirs.wall / ours.wall for ours, theirs in self._pairs())

    @property
    def processor_ratio(self) -> float:
        """The same of processor time."""
        return statistics.median(
            theirs.processor / ours.processor for ours, theirs in self._pairs()
        )

    def _pairs(self) -> Iterable[tuple[Took, Took]]:
        return zip(self.took["ours"], self.took["theirs"], strict=True)

    @property
    def reached(self) -> bool:
        return self.ratio >= self.workload.goal


@dataclass(frozen=True)
class Grown:
    """The median figure of a growth check at each of its sizes."""

    growth: Growth
    figures: dict[int, float]


def measure_pairs(workload: Workload, size: int, pairs: int, schema: Schema | None) -> Paired:
    """Run a workload on both engines alternately, ``pairs`` times."""
    took: dict[Side, list[Took]] = {side: [] for side in SIDES}
    facts: dict[Side, dict[str, str]] = {side: {} for side in SIDES}
    for number in range(pairs):
        for side in SIDES if number % 2 == 0 else reversed(SIDES):
            with schema() if schema and workload.needs_postgres else nullcontext("") as url:
                figures, facts[side] = _run(workload.name, side, size, url)
            took[side].append(Took(*figures))
    return Paired(workload, size, took, facts)


def measure_growth(growth: Growth, sizes: tuple[int, ...], runs: int) -> Grown:
    """Run a growth check ``runs`` times at each of ``sizes``."""
    figures: dict[int, list[float]] = {size: [] for size in sizes}
    for _ in range(runs):
        for size in sizes:
            figures[size].extend(_run(growth.name, "ours", size)[0])
    return Grown(growth, {size: statistics.median(found) for size, found in figures.items()})


def _run(
    name: str, side: Side, size: int, postgres: str = ""
) -> tuple[list[float], dict[str, str]]:
    with tempfile.TemporaryDirectory(prefix="pregel-bench-") as folder:
        child = [sys.executable, "-m", "tests.bench.child", name, side, str(size), folder]
        done = subprocess.run(
            [*child, postgres],
            stdout=subprocess.PIPE,
            check=True,
            env={**os.environ, "LANGSMITH_TRACING": "false"},
        )
    answer = json.loads(done.stdout)
    return list(answer["figures"]), dict(answer["facts"])
