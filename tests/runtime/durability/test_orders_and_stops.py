"""Over generated graphs with channels of every kind: who finishes first shows nowhere, in no byte;
a run that is stopped anywhere and gone on with ends as one that was not; old branches never change.
"""

import asyncio
import random
import sqlite3
import tempfile
import time
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.checkpoint.base import BaseCheckpointSaver, clock
from runtime.checkpoint.base import id as ids
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.sql import SqlSaver
from runtime.errors import GraphDrained
from runtime.graph import START
from runtime.pregel.execute import run_task
from runtime.pregel.loop import Loop
from runtime.pregel.task import Task
from runtime.runtime import RunControl
from runtime.types import Command, StateUpdate, interrupt
from tests.campaign import examples
from tests.runtime.durability.generation import Plan, build, plans

GIVEN = {"total": 1, "given": [{"deep": (1, {2})}]}
seeds = st.integers(0, 2**16)


def config(**more: Any) -> Any:
    configurable = {"thread_id": "t", **more.pop("configurable", {})}
    return {"configurable": configurable, "max_concurrency": 1, **more}


def quiet(_name: str) -> None:
    """A hook of nodes that do nothing beside."""


def shown(graph: Any) -> list[Any]:
    """The thread's history without ids and times; what is not kept is left out."""
    return [
        repr(
            (
                {key: value for key, value in entry.values.items() if key != "unkept"},
                entry.next,
                entry.metadata,
                [_without_unkept(task.result) for task in entry.tasks],
            )
        )
        for entry in graph.get_state_history(config())
    ]


def _without_unkept(result: Any) -> Any:
    if not isinstance(result, dict):
        return result
    return {key: value for key, value in result.items() if key != "unkept"}


@contextmanager
def database() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "store.db"


# -- who finishes first ---------------------------------------------------------------------


class Shuffled:
    """An executor whose tasks finish in an order of its own."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def run(self, loop: Loop, tasks: Sequence[Task]) -> Iterator[Task | None]:
        waiting = list(tasks)
        self._random.shuffle(waiting)
        for task in waiting:
            yield run_task(task)
            if task.failed:
                return


@contextmanager
def stopped_clock() -> Iterator[None]:
    """Time stands still: what differs between two runs is not the time, nor the ids made of it."""
    standing: Any = types.SimpleNamespace(time_ns=lambda: 1_800_000_000_000_000_000)
    with pytest.MonkeyPatch.context() as patch:
        for module in (ids, clock):
            patch.setattr(module, "time", standing)
        patch.setattr(ids, "_last_tick", 0)
        patch.setattr(clock, "_last", (0, ""))
        yield


def rows(path: Path) -> dict[str, Any]:
    """The root graph's rows byte for byte; of the writes, which are saved as they come, a sum."""
    with closing(sqlite3.connect(path)) as connection:
        found: dict[str, Any] = {
            table: sorted(
                connection.execute(f"SELECT * FROM {table} WHERE checkpoint_ns = ''").fetchall(),
                key=repr,
            )
            for table in ("checkpoints", "channel_values")
        }
    with SqlSaver(path) as saver:
        found["writes"] = [
            (saved.config, sorted(map(repr, saved.pending_writes or ())))
            for saved in saver.list(config(configurable={"checkpoint_ns": ""}))
        ]
    return found


def recorded(work: Callable[[SqlSaver], None]) -> dict[str, Any]:
    """What a run leaves in a file."""
    with database() as path, stopped_clock():
        with SqlSaver(path) as saver:
            work(saver)
        return rows(path)


def in_order(plan: Plan, saver: BaseCheckpointSaver[Any]) -> None:
    build(plan, quiet, rich=True).compile(saver).invoke(GIVEN, config(), durability="sync")


@given(plans(), seeds)
@examples(20)
def test_tasks_that_finish_in_another_order_leave_the_same_bytes(plan: Plan, seed: int) -> None:
    def shuffled(saver: SqlSaver) -> None:
        graph = build(plan, quiet, rich=True).compile(saver)
        graph.executor = Shuffled(seed)
        graph.invoke(GIVEN, config(), durability="sync")

    assert recorded(shuffled) == recorded(lambda saver: in_order(plan, saver))


@given(plans(), seeds)
@examples(12)
def test_threads_leave_the_same_bytes(plan: Plan, seed: int) -> None:
    def on_threads(saver: SqlSaver) -> None:
        chance = random.Random(seed)

        def hook(_name: str) -> None:
            time.sleep(chance.random() / 500)

        graph = build(plan, hook, rich=True).compile(saver)
        graph.invoke(GIVEN, {**config(), "max_concurrency": None}, durability="sync")

    assert recorded(on_threads) == recorded(lambda saver: in_order(plan, saver))


@given(plans(), seeds)
@examples(12)
def test_coroutines_leave_the_same_bytes(plan: Plan, seed: int) -> None:
    def awaited(saver: SqlSaver) -> None:
        chance = random.Random(seed)

        async def pause() -> None:
            for _ in range(chance.randint(0, 4)):
                await asyncio.sleep(0)

        graph = build(plan, quiet, rich=True, pause=pause).compile(saver)
        to = {**config(), "max_concurrency": None}
        asyncio.run(graph.ainvoke(GIVEN, to, durability="sync"))

    assert recorded(awaited) == recorded(lambda saver: in_order(plan, saver))


@given(plans(), seeds)
@examples(12)
def test_the_order_shows_nowhere_in_memory_or_at_other_durabilities(plan: Plan, seed: int) -> None:
    """The same states, whoever saves them; ``exit`` keeps the last one only."""
    ended = []
    for durability in ("sync", "async", "exit"):
        graph = build(plan, quiet, rich=True).compile(InMemorySaver())
        graph.executor = Shuffled(seed) if durability != "sync" else None
        graph.invoke(GIVEN, config(), durability=durability)
        ended.append(shown(graph))
    assert ended[1] == ended[0]
    assert [each.split("'step'")[0] for each in ended[2][:1]] == [
        each.split("'step'")[0] for each in ended[0][:1]
    ]


def test_the_comparison_of_bytes_notices_another_order() -> None:
    """Where the fold did not sort, the rows would tell."""
    plan: Plan = {
        "nodes": {"a": 1, "b": 2},
        "edges": [(START, "a"), (START, "b")],
        "joins": [],
        "deferred": [],
        "nested": [],
        "commands": {},
        "routers": {},
    }
    exchanged = {**plan, "nodes": {"a": 2, "b": 1}}
    same = recorded(lambda saver: in_order(plan, saver))
    assert recorded(lambda saver: in_order(plan, saver)) == same
    assert recorded(lambda saver: in_order(exchanged, saver)) != same


# -- stops ----------------------------------------------------------------------------------


class Stores:
    """A saver that is opened anew each time, as by another process; or one in memory."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._saver: Any = None

    def open(self) -> BaseCheckpointSaver[Any]:
        if self._path is None:
            self._saver = self._saver or InMemorySaver()
        else:
            self.close()
            self._saver = SqlSaver(self._path)
        found: BaseCheckpointSaver[Any] = self._saver
        return found

    def close(self) -> None:
        if self._path is not None and self._saver is not None:
            self._saver.close()
            self._saver = None


@contextmanager
def stores(on_disk: bool) -> Iterator[Stores]:
    with database() as path:
        made = Stores(path if on_disk else None)
        try:
            yield made
        finally:
            made.close()


def to_the_end(open_graph: Callable[[], Any], go: Callable[[Any, Any], None]) -> Any:
    """Go on, each time with a new graph, until nothing is left to do."""
    given: Any = GIVEN
    for _ in range(200):
        graph = open_graph()
        go(graph, given)
        if not graph.get_state(config()).next:
            return graph
        given = None
    raise AssertionError("the run does not end")


@given(plans(), st.booleans(), st.sampled_from(["before", "after"]), seeds)
@examples(16)
def test_a_graph_that_pauses_at_nodes_ends_as_one_that_does_not(
    plan: Plan, on_disk: bool, where: str, seed: int
) -> None:
    """It pauses before or after some of the nodes, or all; each part is another process's."""
    chance = random.Random(seed)
    names = sorted(plan["nodes"])
    chosen: Any = (
        "*" if chance.random() < 0.3 else chance.sample(names, chance.randint(1, len(names)))
    )
    reference = build(plan, quiet, rich=True).compile(InMemorySaver())
    reference.invoke(GIVEN, config(), durability="sync")

    with stores(on_disk) as kept:

        def open_graph() -> Any:
            options: Any = {f"interrupt_{where}": chosen}
            return build(plan, quiet, rich=True).compile(kept.open(), **options)

        graph = to_the_end(
            open_graph, lambda graph, given: graph.invoke(given, config(), durability="sync")
        )
        assert shown(graph) == shown(reference)


@given(plans(), st.booleans(), seeds)
@examples(16)
def test_a_run_that_is_drained_again_and_again_ends_as_one_that_is_not(
    plan: Plan, on_disk: bool, seed: int
) -> None:
    reference = build(plan, quiet, rich=True).compile(InMemorySaver())
    reference.invoke(GIVEN, config(), durability="sync")
    chance = random.Random(seed)

    with stores(on_disk) as kept:
        control = RunControl()

        def hook(_name: str) -> None:
            if chance.random() < 0.3:
                control.request_drain()

        def go(graph: Any, given: Any) -> None:
            nonlocal control
            control = RunControl()
            try:
                graph.invoke(given, config(), durability="sync", control=control)
            except GraphDrained:
                assert control.drain_requested

        graph = to_the_end(lambda: build(plan, hook, rich=True).compile(kept.open()), go)
        assert shown(graph) == shown(reference)


class Stop(Exception):
    """What a node raises."""


@given(plans(), st.booleans(), st.booleans(), seeds)
@examples(16)
def test_a_run_that_fails_again_and_again_ends_as_one_that_does_not(
    plan: Plan, on_disk: bool, awaited: bool, seed: int
) -> None:
    reference = build(plan, quiet, rich=True).compile(InMemorySaver())
    reference.invoke(GIVEN, config(), durability="sync")
    chance = random.Random(seed)

    async def pause() -> None:
        await asyncio.sleep(0)

    def hook(_name: str) -> None:
        if chance.random() < 0.25:
            raise Stop

    def go(graph: Any, given: Any) -> None:
        try:
            if awaited:
                asyncio.run(graph.ainvoke(given, config(), durability="sync"))
            else:
                graph.invoke(given, config(), durability="sync")
        except Stop:
            return

    with stores(on_disk) as kept:

        def open_graph() -> Any:
            builder = build(plan, hook, rich=True, pause=pause if awaited else None)
            return builder.compile(kept.open())

        graph = to_the_end(open_graph, go)
        assert shown(graph) == shown(reference)


@given(plans(), st.booleans(), seeds)
@examples(12)
def test_questions_answered_in_any_order_by_one_process_each_end_the_same(
    plan: Plan, on_disk: bool, seed: int
) -> None:
    """Every node asks; some of the open questions are answered at a time."""

    def asking(name: str) -> Any:
        return interrupt(name)

    def answered(kept: Stores, chance: random.Random | None) -> list[Any]:
        given: Any = GIVEN
        for _ in range(400):
            graph = build(plan, asking, rich=True).compile(kept.open())
            graph.invoke(given, config(), durability="sync")
            questions = list(graph.get_state(config()).interrupts)
            if not questions:
                return shown(graph)
            if chance is not None:
                questions = chance.sample(questions, chance.randint(1, len(questions)))
            given = Command(resume={each.id: f"to {each.value}" for each in questions})
        raise AssertionError("the questions do not end")

    with stores(on_disk) as kept:
        assert answered(kept, random.Random(seed)) == answered(Stores(None), None)


# -- branches -------------------------------------------------------------------------------

Fork = Callable[[Any, Any], Any]


def _edit(graph: Any, to: Any) -> Any:
    return graph.update_state(to, {"total": 5, "given": "edited", "kept": "edit"}, as_node="a")


def _edit_and_run(graph: Any, to: Any) -> None:
    graph.invoke(None, {**config(), "configurable": _edit(graph, to)["configurable"]})


def _bulk(graph: Any, to: Any) -> None:
    step = [StateUpdate({"total": 1, "latest": "edited"}, name) for name in ("a", "b")]
    graph.bulk_update_state(to, [step, step[:1]])


FORKS: dict[str, Fork] = {
    "edit": _edit,
    "edit and run": _edit_and_run,
    "bulk": _bulk,
    "run again": lambda graph, to: graph.invoke(None, {**config(), **to}),
    "input": lambda graph, to: graph.invoke({"total": 3}, {**config(), **to}),
    "input at the head": lambda graph, to: graph.invoke({"total": 3}, config()),
}


def everything(saver: BaseCheckpointSaver[Any]) -> dict[Any, tuple[str, list[str]]]:
    """Every checkpoint of every namespace, with the writes that wait there."""
    return {
        tuple(sorted(saved.config["configurable"].items())): (
            repr((saved.checkpoint, saved.metadata, saved.parent_config)),
            [repr(write) for write in saved.pending_writes or ()],
        )
        for saved in saver.list(config())
    }


@given(
    plans(),
    st.booleans(),
    st.lists(st.tuples(st.sampled_from(sorted(FORKS)), seeds), min_size=1, max_size=3),
)
@examples(16)
def test_whatever_branches_off_leaves_what_was_there(
    plan: Plan, on_disk: bool, acts: list[tuple[str, int]]
) -> None:
    with stores(on_disk) as kept:
        saver = kept.open()
        graph = build(plan, quiet, rich=True).compile(saver)
        graph.invoke(GIVEN, config())
        for act, number in acts:
            history = [entry.config for entry in graph.get_state_history(config())]
            before = everything(saver)

            FORKS[act](graph, history[number % len(history)])

            after = everything(saver)
            for place, (content, writes) in before.items():
                assert after[place][0] == content, act
                # Where a branch ends, going on adds what its tasks write; nothing is replaced.
                assert after[place][1][: len(writes)] == writes, act
