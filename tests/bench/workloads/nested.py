"""Graphs inside graphs, five levels deep."""

from typing import Any, TypedDict

from tests.bench.engines import Engine
from tests.bench.savers import opened
from tests.bench.timing import Took, timed
from tests.bench.workload import Run, Workload, thread

_DEPTH = 5


class Count(TypedDict):
    count: int


def step(state: Count) -> dict[str, int]:
    return {"count": state["count"] + 1}


def build(engine: Engine, saver: Any, depth: int = _DEPTH) -> Any:
    builder = engine.graph.StateGraph(Count)
    builder.add_node("before", step)
    builder.add_node("inner", build(engine, None, depth - 1) if depth else step)
    builder.add_node("after", step)
    builder.add_edge("__start__", "before")
    builder.add_edge("before", "inner")
    builder.add_edge("inner", "after")
    return builder.compile(checkpointer=saver)


def measure(engine: Engine, run: Run) -> Took:
    with opened("sqlite NORMAL", engine, run) as saver:
        graph = build(engine, saver)
        graph.invoke({"count": 0}, thread("warm"))

        def runs() -> Any:
            return [
                graph.invoke({"count": 0}, thread(number))["count"] for number in range(run.size)
            ]

        took, results = timed(runs)
    assert set(results) == {2 * _DEPTH + 3}
    return took


WORKLOADS = [
    Workload(
        "nested",
        "50 runs of five nested subgraphs, SQLite NORMAL, async",
        25,
        measure,
        50,
        quick_size=10,
    )
]
