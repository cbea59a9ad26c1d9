"""Listing the checkpoints of a long thread."""

from functools import partial

from tests.bench.engines import Engine
from tests.bench.savers import opened
from tests.bench.timing import Took, timed
from tests.bench.workload import Run, Workload, thread
from tests.bench.workloads.loop import build


def measure(engine: Engine, run: Run, limit: int | None, times: int) -> Took:
    """One listing; the thread is made before."""
    with opened("sqlite NORMAL", engine, run) as saver:
        graph = build(engine, saver)
        supersteps = run.size - 2
        config = thread("listed", run.size)
        graph.invoke({"count": 0, "limit": supersteps}, config)

        def listings() -> list[int]:
            return [
                sum(1 for _ in graph.get_state_history(config, limit=limit)) for _ in range(times)
            ]

        next(iter(graph.get_state_history(config, limit=1)))  # the warm-up
        took, listed = timed(listings)
    assert set(listed) == {limit or run.size}
    return took.each(times)


WORKLOADS = [
    Workload(
        f"history-{name}",
        f"`get_state_history` of 10,000 checkpoints, {words}, SQLite NORMAL",
        goal,
        partial(measure, limit=limit, times=times),
        10_000,
        quick_size=1_000,
        pairs=1,
    )
    for name, words, goal, limit, times in (
        ("all", "all", 5.0, None, 3),
        ("newest", "newest 50", 3.0, 50, 20),
    )
]
