"""What one superstep costs beside more nodes, more channels and a longer history."""

from functools import partial
from typing import Any, TypedDict

from tests.bench.engines import Engine
from tests.bench.savers import opened
from tests.bench.timing import timed
from tests.bench.workload import Growth, Run, SaverKind, thread
from tests.bench.workloads import channels, loop

_SUPERSTEPS = 300


def _microseconds(graph: Any, given: dict[str, Any], **options: Any) -> float:
    """Mean processor time of a superstep in a loop from ``count`` up to ``limit``."""
    supersteps = given["limit"] - given["count"]
    took, result = timed(
        lambda: graph.invoke(given, thread("measured", supersteps + 10), **options)
    )
    assert result["count"] == given["limit"]
    return took.processor * 1e6 / int(supersteps)


def beside_nodes(engine: Engine, run: Run) -> float:
    """A loop of one node in a graph of ``size`` nodes."""
    builder = engine.graph.StateGraph(loop.Count)
    builder.add_node("step", loop.step)
    builder.add_edge("__start__", "step")
    builder.add_conditional_edges("step", loop.again)
    for number in range(run.size - 1):
        builder.add_node(f"idle_{number}", loop.step)
        builder.add_edge(f"idle_{number}", "step")
    graph = builder.compile()
    graph.invoke({"count": 0, "limit": 20}, thread("warm", 30))
    return _microseconds(graph, {"count": 0, "limit": _SUPERSTEPS})


class Narrow(TypedDict):
    count: int
    limit: int


def beside_channels(engine: Engine, run: Run, kind: SaverKind, whole: bool) -> float:
    """A loop that writes 10 of ``size`` channels; its node reads two of them, or all."""
    fields = {f"field_{number}": 0 for number in range(run.size)}
    with opened(kind, engine, run) as saver:
        graph = channels.build(engine, saver, run.size, reads=None if whole else Narrow)
        graph.invoke({"count": 0, "limit": 5, **fields}, thread("warm", 30))
        graph.invoke({"count": 0, "limit": 1, **fields}, thread("measured", 30))
        return _microseconds(graph, {"count": 0, "limit": _SUPERSTEPS})


def after_history(engine: Engine, run: Run, kind: SaverKind) -> float:
    """A loop on a thread that has ``size`` supersteps behind it."""
    with opened(kind, engine, run) as saver:
        graph = loop.build(engine, saver)
        graph.invoke({"count": 0, "limit": run.size}, thread("measured", run.size + 10))
        return _microseconds(graph, {"count": 0, "limit": _SUPERSTEPS})


_DEMAND = "stays the same"

_CHANNELS: list[tuple[str, str, SaverKind, bool, str]] = [
    ("none", "10 written, 2 read, no saver", "none", False, _DEMAND),
    ("sqlite", "10 written, 2 read, SQLite NORMAL", "sqlite NORMAL", False, _DEMAND),
    ("whole", "10 written, all read, no saver", "none", True, "grows with what is read"),
]

_HISTORY: list[tuple[str, str, SaverKind]] = [
    ("memory", "memory", "memory"),
    ("sqlite", "SQLite NORMAL", "sqlite NORMAL"),
]

GROWTHS = [
    Growth(
        "growth-nodes",
        "superstep beside this many nodes, no saver",
        "us",
        _DEMAND,
        beside_nodes,
        (10, 100, 1_000),
        (10, 100),
    ),
    *(
        Growth(
            f"growth-channels-{name}",
            f"superstep beside this many channels, {words}",
            "us",
            demand,
            partial(beside_channels, kind=kind, whole=whole),
            (10, 100, 1_000, 10_000),
            (10, 100),
        )
        for name, words, kind, whole, demand in _CHANNELS
    ),
    *(
        Growth(
            f"growth-history-{name}",
            f"superstep after this many, {words}",
            "us",
            _DEMAND,
            partial(after_history, kind=kind),
            (100, 1_000, 10_000),
            (100, 1_000),
        )
        for name, words, kind in _HISTORY
    ),
]
