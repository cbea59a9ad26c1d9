"""A node that asks, and the answer that lets it go on."""

from functools import partial
from typing import Any, TypedDict

from tests.bench.engines import Engine
from tests.bench.savers import opened
from tests.bench.timing import Took, timed
from tests.bench.workload import Run, SaverKind, Workload, thread


class Question(TypedDict):
    answer: str


def build(engine: Engine, saver: Any) -> Any:
    interrupt = engine.types.interrupt

    def ask(state: Question) -> dict[str, str]:
        return {"answer": interrupt("go on?")}

    builder = engine.graph.StateGraph(Question)
    builder.add_node("ask", ask)
    builder.add_edge("__start__", "ask")
    return builder.compile(checkpointer=saver)


def measure(engine: Engine, run: Run, kind: SaverKind, durability: str) -> Took:
    command = engine.types.Command
    with opened(kind, engine, run) as saver:
        graph = build(engine, saver)

        def round_trip(name: object) -> Any:
            config = thread(name)
            graph.invoke({"answer": ""}, config, durability=durability)
            return graph.invoke(command(resume="yes"), config, durability=durability)

        round_trip("warm")
        took, results = timed(lambda: [round_trip(number) for number in range(run.size)])
    assert all(result["answer"] == "yes" for result in results)
    return took


_SETTINGS: list[tuple[str, str, SaverKind, str, float]] = [
    ("memory", "memory", "memory", "async", 15),
    ("sqlite", "SQLite NORMAL, async", "sqlite NORMAL", "async", 1.7),
    ("sqlite-sync-full", "SQLite FULL, sync", "sqlite FULL", "sync", 1.7),
]

WORKLOADS = [
    Workload(
        f"interrupt-{name}",
        f"200 round trips of interrupt and resume, {words}",
        goal,
        partial(measure, kind=kind, durability=durability),
        200,
        quick_size=40,
    )
    for name, words, kind, durability, goal in _SETTINGS
]
