"""A node that runs again and again until its conditional edge lets it end."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypedDict

from tests.bench.engines import Engine
from tests.bench.savers import opened, opened_for_coroutines
from tests.bench.timing import Took, timed, timed_await
from tests.bench.workload import Run, SaverKind, Workload, thread


class Count(TypedDict):
    count: int
    limit: int


def step(state: Count) -> dict[str, int]:
    return {"count": state["count"] + 1}


async def step_awaited(state: Count) -> dict[str, int]:
    return {"count": state["count"] + 1}


def again(state: Count) -> str:
    return "step" if state["count"] < state["limit"] else "__end__"


Node = Callable[[Count], dict[str, int] | Awaitable[dict[str, int]]]


def build(engine: Engine, saver: Any, node: Node = step) -> Any:
    builder = engine.graph.StateGraph(Count)
    builder.add_node("step", node)
    builder.add_edge("__start__", "step")
    builder.add_conditional_edges("step", again)
    return builder.compile(checkpointer=saver)


def measure(engine: Engine, run: Run, kind: SaverKind, durability: str) -> Took:
    options = {} if kind == "none" else {"durability": durability}
    with opened(kind, engine, run) as saver:
        graph = build(engine, saver)

        def loop(name: str, limit: int) -> Any:
            given = {"count": 0, "limit": limit}
            return graph.invoke(given, thread(name, limit + 10), **options)

        loop("warm", 20)
        took, result = timed(lambda: loop("measured", run.size))
    assert result["count"] == run.size
    return took


def measure_awaited(engine: Engine, run: Run, kind: SaverKind) -> Took:
    async def all_of_it() -> Took:
        async with opened_for_coroutines(kind, engine, run) as saver:
            graph = build(engine, saver, step_awaited)

            async def loop(name: str, limit: int) -> Any:
                given = {"count": 0, "limit": limit}
                return await graph.ainvoke(given, thread(name, limit + 10))

            await loop("warm", 20)
            took, result = await timed_await(lambda: loop("measured", run.size))
        assert result["count"] == run.size
        return took

    return asyncio.run(all_of_it())


def _rows() -> list[Workload]:
    settings: list[tuple[str, str, SaverKind, str, float]] = [
        ("none", "no saver", "none", "", 20),
        ("memory", "memory", "memory", "async", 15),
        ("sqlite-async", "SQLite NORMAL, async", "sqlite NORMAL", "async", 25),
        ("sqlite-sync-full", "SQLite FULL, sync", "sqlite FULL", "sync", 3.5),
        ("sqlite-sync", "SQLite NORMAL, sync", "sqlite NORMAL", "sync", 7),
        ("postgres-async", "PostgreSQL, async", "postgres", "async", 15),
        ("postgres-sync", "PostgreSQL, sync", "postgres", "sync", 2),
    ]
    rows = [
        Workload(
            f"loop-{name}-{size}",
            f"loop of {size:,} supersteps, {words}",
            goal,
            partial(measure, kind=kind, durability=durability),
            size,
            quick_size=size // 5,
            needs_postgres=kind == "postgres",
            pairs=None if size == 1_000 else 1,
        )
        for name, words, kind, durability, goal in settings
        for size in (1_000, 5_000)
    ]
    awaited: list[tuple[str, str, SaverKind, float]] = [
        ("none", "no saver", "none", 20),
        ("sqlite", "SQLite NORMAL, async", "sqlite NORMAL", 25),
    ]
    rows += [
        Workload(
            f"loop-awaited-{name}-{size}",
            f"async graph, loop of {size:,} supersteps, {words}",
            goal,
            partial(measure_awaited, kind=kind),
            size,
            quick_size=size // 5,
            pairs=None if size == 1_000 else 1,
        )
        for name, words, kind, goal in awaited
        for size in (1_000, 5_000)
    ]
    return rows


WORKLOADS = _rows()
