"""Two programs on one store."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from runtime.checkpoint.base import TaskWrites
from runtime.checkpoint.sql import SqlSaver
from runtime.errors import ConflictError
from tests.runtime.checkpoint.making import changes, config

COUNTS = 20


@pytest.fixture(params=["sqlite", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty store that programs can share."""
    if request.param == "sqlite":
        yield str(tmp_path / "store.db")
    else:
        yield request.getfixturevalue("postgres_url")


def values_of(saver: SqlSaver, thread: str) -> list[object]:
    return [found.checkpoint["channel_values"]["a"] for found in saver.list(config(thread))]


def test_what_builds_on_a_refused_checkpoint_is_refused_with_it(target: str) -> None:
    with SqlSaver(target) as theirs, SqlSaver(target) as ours:
        origin = changes(-1, None, {"a": 0}, sole_child=True)
        ours.commit([origin])
        theirs.commit([changes(0, origin.checkpoint_id, {"a": 1}, sole_child=True)])
        refused = changes(0, origin.checkpoint_id, {"a": 2}, sole_child=True)
        following = changes(1, refused.checkpoint_id, {"a": 3})
        futures = [
            ours.submit([refused]),
            ours.submit([TaskWrites("t", "", refused.checkpoint_id, "task", [("a", 3)])]),
            ours.submit([following]),
            ours.submit([changes(2, following.checkpoint_id, {"a": 4})]),
            ours.submit([changes(-1, None, {"a": 5}, thread="u", sole_child=True)]),
        ]
        errors = [future.exception(timeout=30) for future in futures]
        for error in errors[:4]:
            assert isinstance(error, ConflictError)
            assert error.checkpoint_id == refused.checkpoint_id
        assert errors[4] is None
        assert values_of(ours, "t") == values_of(theirs, "t") == [1, 0]
        assert values_of(theirs, "u") == [5]

        newest = ours.get_tuple(config())
        assert newest is not None
        ours.commit([changes(1, newest.checkpoint["id"], {"a": 6}, sole_child=True)])
        assert values_of(theirs, "t") == [6, 1, 0]


_COUNTING = """
import sys
from runtime.checkpoint.sql import SqlSaver
from runtime.errors import ConflictError
from tests.runtime.checkpoint.making import changes, config

with SqlSaver(sys.argv[1], busy_timeout=60) as saver:
    counted = 0
    while counted < int(sys.argv[2]):
        found = saver.get(config())
        parent = None if found is None else found["id"]
        value = 0 if found is None else found["channel_values"]["a"]
        try:
            saver.commit([changes(counted, parent, {"a": value + 1}, sole_child=True)])
        except ConflictError:
            continue
        counted += 1
"""


def test_programs_that_count_in_one_thread_lose_nothing(target: str) -> None:
    SqlSaver(target).close()
    running = [
        subprocess.Popen([sys.executable, "-c", _COUNTING, target, str(COUNTS)]) for _ in range(3)
    ]
    assert [process.wait(timeout=100) for process in running] == [0, 0, 0]
    with SqlSaver(target) as saver:
        found = list(saver.list(config()))
    assert [each.checkpoint["channel_values"]["a"] for each in found] == list(
        range(3 * COUNTS, 0, -1)
    )
    parents = [each.parent_config for each in found]
    assert parents == [each.config for each in found[1:]] + [None]


def test_threads_of_one_program_lose_nothing_either(target: str) -> None:
    with SqlSaver(target) as saver:

        def count(_: int) -> None:
            counted = 0
            while counted < COUNTS:
                found = saver.get(config())
                parent = None if found is None else found["id"]
                value = 0 if found is None else found["channel_values"]["a"]
                record = changes(counted, parent, {"a": value + 1}, sole_child=True)
                try:
                    saver.submit([record]).result(timeout=60)
                except ConflictError:
                    continue
                counted += 1

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(count, range(4)))
        assert values_of(saver, "t") == list(range(4 * COUNTS, 0, -1))


_RUNNING = """
import operator, sys
from typing import Annotated, TypedDict
from runtime.checkpoint.sql import SqlSaver
from runtime.errors import ConflictError
from runtime.graph import START, StateGraph

class State(TypedDict):
    log: Annotated[list[str], operator.add]

builder = StateGraph(State)
for name, before in (("a", START), ("b", "a"), ("c", "b")):
    builder.add_node(name, lambda state, name=name: {"log": [name]})
    builder.add_edge(before, name)

with SqlSaver(sys.argv[1], busy_timeout=60) as saver:
    graph = builder.compile(checkpointer=saver)
    for number in range(int(sys.argv[3])):
        while True:
            given = {"log": [f"{sys.argv[2]} {number}"]}
            try:
                graph.invoke(given, {"configurable": {"thread_id": "t"}}, durability=sys.argv[4])
            except ConflictError:
                continue
            break
"""


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_programs_that_run_on_one_thread_lose_no_input(target: str, durability: str) -> None:
    SqlSaver(target).close()
    running = [
        subprocess.Popen([sys.executable, "-c", _RUNNING, target, name, "4", durability])
        for name in ("one", "two")
    ]
    assert [process.wait(timeout=100) for process in running] == [0, 0]
    with SqlSaver(target) as saver:
        found = list(saver.list(config()))
    log = found[0].checkpoint["channel_values"]["log"]
    assert {f"{name} {number}" for name in ("one", "two") for number in range(4)} <= set(log)
    parents = [each.parent_config for each in found]
    assert parents == [each.config for each in found[1:]] + [None]
    for newer, older in pairwise(found):
        before = older.checkpoint["channel_values"].get("log", [])
        assert newer.checkpoint["channel_values"]["log"][: len(before)] == before
