"""Many `Send`s in one superstep, and tasks that wait."""

import operator
import time
from functools import partial
from typing import Annotated, Any, TypedDict

from tests.bench.engines import Engine
from tests.bench.savers import opened
from tests.bench.timing import Took, timed
from tests.bench.workload import Run, SaverKind, Workload, thread


class Gathered(TypedDict):
    width: int
    found: Annotated[list[int], operator.add]


class Item(TypedDict):
    item: int


def work(state: Item) -> dict[str, list[int]]:
    return {"found": [state["item"]]}


def sleeping_work(state: Item) -> dict[str, list[int]]:
    time.sleep(0.05)
    return {"found": [state["item"]]}


def build(engine: Engine, saver: Any, node: Any) -> Any:
    send = engine.types.Send
    builder = engine.graph.StateGraph(Gathered)
    builder.add_node("work", node)
    builder.add_conditional_edges(
        "__start__",
        lambda state: [send("work", {"item": item}) for item in range(state["width"])],
        ["work"],
    )
    return builder.compile(checkpointer=saver)


def measure(engine: Engine, run: Run, kind: SaverKind, node: Any) -> Took:
    with opened(kind, engine, run) as saver:
        graph = build(engine, saver, node)
        graph.invoke({"width": 10}, thread("warm"))
        took, result = timed(lambda: graph.invoke({"width": run.size}, thread("measured")))
    assert result["found"] == list(range(run.size))
    return took


WORKLOADS = [
    *(
        Workload(
            f"fan-out-{size}",
            f"fan-out of {size:,} Sends, no saver",
            goal,
            partial(measure, kind="none", node=work),
            size,
            quick_size=size // 5,
            pairs=pairs,
        )
        for size, goal, pairs in ((1_000, 100, None), (3_000, 300, 1), (10_000, 600, 1))
    ),
    Workload(
        "fan-out-sqlite",
        "fan-out of 1,000 Sends, SQLite NORMAL, async",
        80,
        partial(measure, kind="sqlite NORMAL", node=work),
        1_000,
        quick_size=200,
    ),
    Workload(
        "sleeping",
        "1,000 sync tasks that sleep 50 ms, default concurrency",
        10,
        partial(measure, kind="none", node=sleeping_work),
        1_000,
        quick_size=200,
        pairs=1,
    ),
]
