"""A run's input is saved before any node runs, in one transaction with what START makes of it."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any, TypedDict

import pytest
from sqlalchemy import create_engine

from runtime.checkpoint.sql import SqlSaver
from runtime.graph import END, START, StateGraph
from runtime.types import Durability

CONFIG: dict[str, Any] = {"configurable": {"thread_id": "t"}}


class Count(TypedDict):
    count: int


class _Committing(sqlite3.Connection):
    """Counts transactions."""

    commits = 0

    def commit(self) -> None:
        _Committing.commits += 1
        super().commit()


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("durability", ["sync", "async"])
@pytest.mark.parametrize("routed", [False, True])
def test_the_input_is_on_disk_before_a_node_runs(
    tmp_path: Path, durability: Durability, awaited: bool, routed: bool
) -> None:
    path = tmp_path / "checkpoints.db"
    seen: list[Any] = []

    def saved() -> list[Any]:
        with SqlSaver(path, read_only=True) as reader:
            return [found.metadata["step"] for found in reader.list(CONFIG)]

    def route(_state: Count) -> str:
        seen.append(saved())
        return "step"

    def step(state: Count) -> Count:
        seen.append((saved(), _Committing.commits))
        return {"count": state["count"] + 1}

    engine = create_engine(
        f"sqlite:///{path}", connect_args={"factory": _Committing, "check_same_thread": False}
    )
    builder = StateGraph(Count)
    builder.add_node("step", step)
    if routed:
        builder.add_conditional_edges(START, route)
    else:
        builder.add_edge(START, "step")
    builder.add_edge("step", END)
    with SqlSaver(engine) as saver:
        graph = builder.compile(checkpointer=saver)
        _Committing.commits = 0
        if awaited:
            asyncio.run(graph.ainvoke({"count": 0}, CONFIG, durability=durability))
        else:
            graph.invoke({"count": 0}, CONFIG, durability=durability)
    if not routed:
        assert seen == [([0, -1], 1)]
    else:
        assert seen[0] == [-1]
        assert seen[1][0][-1] == -1
