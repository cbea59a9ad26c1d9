"""Several runs at once: on their own threads none waits in vain and none loses anything; of two on
one thread one is refused, in words, and the store stays whole.
"""

import asyncio
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.sql import SqlSaver
from runtime.checkpoint.sqlite.aio import AsyncSqliteSaver
from runtime.errors import ConflictError
from runtime.graph import END, START, StateGraph
from runtime.types import Command, interrupt
from tests.runtime.durability.activations import State
from tests.runtime.durability.killing import ROOT
from tests.runtime.durability.seeing import config_of

PATIENCE = 60
RUNS = 16
TURNS = 12
PROCESSES = 4
MOST_LOST = 6_000
"""Supersteps that may wait to be saved: 10,000 rows and those being written, two for each."""
each_durability = pytest.mark.parametrize("durability", ["sync", "async", "exit"])


def turning(saver: Any, turns: int = TURNS) -> Any:
    """A graph that goes round, each time with a word more in a list."""

    def turn(state: Any) -> Any:
        number = state.get("turn", 0) + 1
        return {"turn": number, "log": [f"{number} " * 50]}

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("turn", turn).add_edge(START, "turn")
    builder.add_conditional_edges("turn", lambda state: "turn" if state["turn"] < turns else END)
    return builder.compile(saver)


def go_round(graph: Any, thread: str, durability: str) -> None:
    """Two runs, one after the other."""
    config = {**config_of(thread), "recursion_limit": 100}
    for _ in range(2):
        graph.invoke({"turn": 0, "log": [thread]}, config, durability=durability)


def check_whole(saver: Any, thread: str, durability: str) -> None:
    """Everything that ``go_round`` saves is there."""
    rounds = [f"{number} " * 50 for number in range(1, TURNS + 1)]
    history = list(turning(saver).get_state_history(config_of(thread)))
    assert history[0].values["turn"] == TURNS
    assert history[0].values["log"] == [thread, *rounds, thread, *rounds]
    assert len(history) == (2 if durability == "exit" else 2 * (TURNS + 2))
    parents = [entry.parent_config for entry in history]
    assert parents == [*(entry.config for entry in history[1:]), None]


@each_durability
@pytest.mark.parametrize("shared", [True, False])
def test_as_many_threads_on_one_file(tmp_path: Path, shared: bool, durability: str) -> None:
    path = tmp_path / "store.db"
    together = threading.Barrier(RUNS)
    with ExitStack() as stack:
        one = stack.enter_context(SqlSaver(path))
        savers = [one if shared else stack.enter_context(SqlSaver(path)) for _ in range(RUNS)]

        def run(number: int) -> None:
            together.wait(PATIENCE)
            go_round(turning(savers[number]), f"thread {number}", durability)

        with ThreadPoolExecutor(RUNS) as pool:
            list(pool.map(run, range(RUNS)))
    with SqlSaver(path) as saver:
        assert saver.list_threads().total == RUNS
        for number in range(RUNS):
            check_whole(saver, f"thread {number}", durability)


@each_durability
def test_as_many_coroutines_on_one_file(tmp_path: Path, durability: Any) -> None:
    path = tmp_path / "store.db"

    async def main() -> None:
        async with AsyncSqliteSaver.from_conn_string(str(path)) as saver:
            graph = turning(saver)

            async def run(thread: str) -> None:
                config: Any = {**config_of(thread), "recursion_limit": 100}
                for _ in range(2):
                    await graph.ainvoke({"turn": 0, "log": [thread]}, config, durability=durability)

            await asyncio.gather(*(run(f"thread {number}") for number in range(RUNS)))

    asyncio.run(main())
    with SqlSaver(path) as saver:
        for number in range(RUNS):
            check_whole(saver, f"thread {number}", durability)


_ROUNDS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from runtime.checkpoint.sql import SqlSaver
from tests.runtime.durability.test_at_once import go_round, turning

name, path, durability = sys.argv[1:]
with SqlSaver(path) as saver, ThreadPoolExecutor(4) as pool:
    threads = [f"{name} {number}" for number in range(4)]
    list(pool.map(lambda thread: go_round(turning(saver), thread, durability), threads))
"""


@pytest.mark.parametrize("durability", ["sync", "async"])
def test_several_processes_on_one_file(tmp_path: Path, durability: str) -> None:
    path = tmp_path / "store.db"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", _ROUNDS, f"process {number}", str(path), durability], cwd=ROOT
        )
        for number in range(PROCESSES)
    ]
    assert [each.wait(timeout=100) for each in running] == [0] * PROCESSES
    with SqlSaver(path) as saver:
        assert saver.list_threads().total == 4 * PROCESSES
        for number in range(PROCESSES):
            for thread in range(4):
                check_whole(saver, f"process {number} {thread}", durability)


def test_with_async_no_more_waits_to_be_saved_than_is_stated(tmp_path: Path) -> None:
    """While the database does not answer a run goes on, until it would have too much to lose."""
    path = tmp_path / "store.db"
    ran = 0

    def turn(state: Any) -> Any:
        nonlocal ran
        ran += 1
        return {"turn": ran}

    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("turn", turn).add_edge(START, "turn")
    most = MOST_LOST + 2_000
    builder.add_conditional_edges("turn", lambda state: "turn" if state["turn"] < most else END)
    with (
        SqlSaver(path, busy_timeout=PATIENCE) as saver,
        closing(sqlite3.connect(path, isolation_level=None)) as holder,
        ThreadPoolExecutor(1) as pool,
    ):
        graph = builder.compile(saver)
        config: Any = {**config_of("t"), "recursion_limit": most + 10}
        begun = threading.Event()
        saving = graph.stream({"turn": 0}, config, stream_mode="values")
        next(saving)  # the input is saved
        holder.execute("BEGIN IMMEDIATE")

        def run() -> int:
            begun.set()
            for _ in saving:
                pass
            return ran

        whole = pool.submit(run)
        begun.wait(PATIENCE)
        before = -1
        while before < ran < most:
            before = ran
            threading.Event().wait(1)
        waited_with = ran
        holder.execute("ROLLBACK")
        assert whole.result(PATIENCE) == most
        assert graph.get_state(config).values["turn"] == most
    assert 1 < waited_with <= MOST_LOST


# -- one thread from two places -------------------------------------------------------------


class Meeting:
    """A graph one of whose runs waits in its node until another has gone all the way."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.leave = threading.Event()

    def graph(self, saver: Any, *, asks: bool = False) -> Any:
        def first(state: Any) -> Any:
            word = interrupt("which?") if asks else state["log"][-1]
            if word == "waits" and not self.entered.is_set():
                self.entered.set()
                assert self.leave.wait(PATIENCE)
            return {"log": [f"first of {word}"]}

        def second(state: Any) -> Any:
            return {"log": ["second"]}

        builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
        builder.add_sequence([("first", first), ("second", second)])
        return builder.add_edge(START, "first").compile(saver)


Runner = Callable[..., Any]


def invoked(graph: Any, given: Any, durability: str) -> Any:
    return graph.invoke(given, config_of("t"), durability=durability)


def awaited(graph: Any, given: Any, durability: Any) -> Any:
    return asyncio.run(graph.ainvoke(given, config_of("t"), durability=durability))


@pytest.fixture(params=["memory", "one saver", "two savers", "postgres"])
def savers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Any, Any]]:
    """What two places use for one store."""
    if request.param == "memory":
        memory = InMemorySaver()
        yield memory, memory
        return
    target: str | Path = tmp_path / "store.db"
    if request.param == "postgres":
        target = str(request.getfixturevalue("postgres_url"))
    with SqlSaver(target) as here, SqlSaver(target) as there:
        yield here, here if request.param == "one saver" else there


def check_linear(saver: Any) -> list[Any]:
    """The values of the thread's checkpoints, oldest first; none has two children."""
    history = list(Meeting().graph(saver).get_state_history(config_of("t")))
    parents = [entry.parent_config for entry in history]
    assert parents == [*(entry.config for entry in history[1:]), None]
    return [entry.values["log"] for entry in reversed(history)]


@pytest.mark.parametrize("run", [invoked, awaited])
@pytest.mark.parametrize("begun", [False, True])
@each_durability
def test_one_thread_run_from_two_places(
    savers: tuple[Any, Any], durability: str, begun: bool, run: Runner
) -> None:
    here, there = savers
    meeting = Meeting()
    if begun:
        run(meeting.graph(here), {"log": ["before"]}, durability)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(run, meeting.graph(here), {"log": ["waits"]}, durability)
        assert meeting.entered.wait(PATIENCE)
        result = run(meeting.graph(there), {"log": ["other"]}, durability)
        meeting.leave.set()
        with pytest.raises(ConflictError, match="thread 't'"):
            waiting.result(PATIENCE)

    logs = check_linear(here)
    assert logs == check_linear(there)
    assert logs[-1] == result["log"]
    assert logs[-1][-3:] == ["other", "first of other", "second"]
    assert "first of waits" not in logs[-1]
    again = run(meeting.graph(here), {"log": ["again"]}, durability)
    assert again["log"] == [*result["log"], "again", "first of again", "second"]
    check_linear(there)


@pytest.mark.parametrize("run", [invoked, awaited])
@each_durability
def test_one_question_answered_in_two_places(
    savers: tuple[Any, Any], durability: str, run: Runner
) -> None:
    here, there = savers
    meeting = Meeting()
    run(meeting.graph(here, asks=True), {"log": ["before"]}, durability)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(
            run, meeting.graph(here, asks=True), Command(resume="waits"), durability
        )
        assert meeting.entered.wait(PATIENCE)
        result = run(meeting.graph(there, asks=True), Command(resume="other"), durability)
        meeting.leave.set()
        with pytest.raises(ConflictError, match="thread 't'"):
            waiting.result(PATIENCE)

    logs = check_linear(there)
    assert logs[-1] == result["log"]
    # Where the first answer was recorded by then, it stands.
    assert logs[-1] in [["before", f"first of {word}", "second"] for word in ("waits", "other")]


@each_durability
def test_an_edit_while_a_run_goes_on(savers: tuple[Any, Any], durability: str) -> None:
    here, there = savers
    meeting = Meeting()
    invoked(meeting.graph(here), {"log": ["before"]}, durability)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(invoked, meeting.graph(here), {"log": ["waits"]}, durability)
        assert meeting.entered.wait(PATIENCE)
        graph = meeting.graph(there)
        graph.update_state(config_of("t"), {"log": ["edited"]}, as_node="second")
        meeting.leave.set()
        with pytest.raises(ConflictError, match="thread 't'"):
            waiting.result(PATIENCE)
    assert check_linear(here)[-1][-1] == "edited"


_OTHER_PLACE = """
import sys
from runtime.checkpoint.sql import SqlSaver
from tests.runtime.durability.test_at_once import Meeting, invoked

with SqlSaver(sys.argv[1]) as saver:
    print(invoked(Meeting().graph(saver), {"log": ["other"]}, sys.argv[2])["log"])
"""


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@each_durability
def test_one_thread_run_from_two_processes(
    kind: str, durability: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    target = str(tmp_path / "store.db")
    if kind == "postgres":
        target = str(request.getfixturevalue("postgres_url"))
    meeting = Meeting()
    with SqlSaver(target) as saver, ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(invoked, meeting.graph(saver), {"log": ["waits"]}, durability)
        assert meeting.entered.wait(PATIENCE)
        other = subprocess.run(
            [sys.executable, "-c", _OTHER_PLACE, target, durability],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=100,
        )
        meeting.leave.set()
        assert other.returncode == 0, other.stderr
        with pytest.raises(ConflictError, match="thread 't'"):
            waiting.result(PATIENCE)
        logs = check_linear(saver)
    assert str(logs[-1]) == other.stdout.strip()
