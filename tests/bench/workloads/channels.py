"""A state of 1,000 channels, of which every superstep writes 10."""

from functools import partial
from typing import Any, TypedDict

from tests.bench.engines import Engine
from tests.bench.savers import opened
from tests.bench.timing import Took, timed
from tests.bench.workload import Run, SaverKind, Workload, thread

_WRITTEN = 10


def state_of(channels: int) -> Any:
    """The type of a state with a counter, its limit and this many numbers."""
    fields = {"count": int, "limit": int, **{f"field_{number}": int for number in range(channels)}}
    return TypedDict("Wide", fields)  # type: ignore[operator]


def build(engine: Engine, saver: Any, channels: int, reads: Any = None) -> Any:
    """A loop; its node reads what the type ``reads`` names, the whole state without."""

    def step(state: Any) -> dict[str, int]:
        count = state["count"]
        first = count * _WRITTEN
        changed = {f"field_{(first + number) % channels}": count for number in range(_WRITTEN)}
        return {"count": count + 1, **changed}

    def again(state: Any) -> str:
        return "step" if state["count"] < state["limit"] else "__end__"

    builder = engine.graph.StateGraph(state_of(channels))
    builder.add_node("step", step, input_schema=reads)
    builder.add_edge("__start__", "step")
    builder.add_conditional_edges("step", again)
    return builder.compile(checkpointer=saver)


def measure(engine: Engine, run: Run, kind: SaverKind) -> Took:
    channels = 1_000
    with opened(kind, engine, run) as saver:
        graph = build(engine, saver, channels)
        empty = {f"field_{number}": 0 for number in range(channels)}

        def loop(name: str, limit: int) -> Any:
            given = {"count": 0, "limit": limit, **empty}
            return graph.invoke(given, thread(name, limit + 10))

        loop("warm", 5)
        took, result = timed(lambda: loop("measured", run.size))
    assert result["count"] == run.size
    return took


_SETTINGS: list[tuple[str, str, SaverKind, float]] = [
    ("none", "no saver", "none", 40),
    ("sqlite", "SQLite NORMAL, async", "sqlite NORMAL", 25),
]

WORKLOADS = [
    Workload(
        f"channels-{name}",
        f"1,000 channels, 10 written a superstep, 500 supersteps, {words}",
        goal,
        partial(measure, kind=kind),
        500,
        quick_size=100,
    )
    for name, words, kind, goal in _SETTINGS
]
