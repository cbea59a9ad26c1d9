"""What belongs together is written in one transaction, as SQLite sees it."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from typing_extensions import TypedDict

from runtime.checkpoint.sql import SqlSaver
from runtime.graph import START, StateGraph
from tests.runtime.checkpoint.making import config


class Texts(TypedDict):
    small: int
    large: str


def grow(state: Texts) -> dict[str, Any]:
    return {"small": state["small"] + 1, "large": "x" * (1000 + state["small"])}


@pytest.mark.parametrize("durability", ["sync", "async"])
def test_a_checkpoint_its_values_and_its_tasks_are_one_transaction(
    tmp_path: Path, durability: Any
) -> None:
    statements: list[str] = []

    def trace(connection: Any, _record: Any) -> None:
        connection.set_trace_callback(statements.append)

    with SqlSaver(tmp_path / "store.db") as saver:
        event.listen(saver.engine, "connect", trace)
        saver.engine.dispose()
        builder = StateGraph(Texts).add_node("grow", grow).add_edge(START, "grow")
        builder.add_conditional_edges("grow", lambda s: "grow" if s["small"] < 9 else "__end__")
        given = {"small": 0, "large": ""}
        builder.compile(saver).invoke(given, config(), durability=durability)

    transactions: list[set[str]] = []
    inside = False
    for statement in statements:
        word = statement.split()[0]
        if word == "BEGIN":
            inside = True
            transactions.append(set())
        elif word in ("COMMIT", "ROLLBACK"):
            inside = False
        elif word == "INSERT":
            assert inside, statement[:80]
            transactions[-1].add(statement.split()[2])
    written = [tables for tables in transactions if tables]
    whole = {"checkpoints", "channel_values", "checkpoint_writes"}
    assert len(written) > 1
    assert all(tables == whole for tables in written[1:])
