"""A chain of nodes, each of which runs once."""

from typing import Any, TypedDict

from tests.bench.engines import Engine
from tests.bench.timing import Took, timed
from tests.bench.workload import Run, Workload, thread


class Count(TypedDict):
    count: int


def step(state: Count) -> dict[str, int]:
    return {"count": state["count"] + 1}


def build(engine: Engine, length: int) -> Any:
    builder = engine.graph.StateGraph(Count)
    builder.add_sequence([(f"node_{number}", step) for number in range(length)])
    builder.add_edge("__start__", "node_0")
    return builder.compile()


def measure(engine: Engine, run: Run) -> Took:
    compiling, graph = timed(lambda: build(engine, run.size))
    build(engine, 3).invoke({"count": 0})
    took, result = timed(lambda: graph.invoke({"count": 0}, thread("chain", run.size + 10)))
    assert result["count"] == run.size
    run.facts["building and compiling"] = f"{compiling.wall * 1000:.0f} ms"
    return took


WORKLOADS = [
    Workload("chain", "chain of 1,000 nodes, no saver", 40, measure, 1_000, quick_size=200)
]
