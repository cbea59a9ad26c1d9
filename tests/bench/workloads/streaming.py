"""A loop whose every event is read."""

from tests.bench.engines import Engine
from tests.bench.savers import opened
from tests.bench.timing import Took, timed
from tests.bench.workload import Run, Workload, thread
from tests.bench.workloads.loop import build


def measure(engine: Engine, run: Run) -> Took:
    with opened("memory", engine, run) as saver:
        graph = build(engine, saver)

        def events(name: str, limit: int) -> int:
            given = {"count": 0, "limit": limit}
            stream = graph.stream(given, thread(name, limit + 10), stream_mode="debug")
            return sum(1 for _ in stream)

        events("warm", 20)
        took, seen = timed(lambda: events("measured", run.size))
    assert seen == 3 * run.size + 2  # a task, its result and a checkpoint; the input's two
    return took


WORKLOADS = [
    Workload(
        "debug",
        "loop of 1,000 supersteps, stream mode debug, memory",
        15,
        measure,
        1_000,
        quick_size=200,
    )
]
