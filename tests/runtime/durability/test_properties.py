"""Over generated graphs: stops change nothing, branches never change, versions only rise."""

import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.checkpoint.base import BaseCheckpointSaver
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.sql import SqlSaver
from runtime.graph import START
from runtime.types import Command, StateUpdate, interrupt
from tests.runtime.durability.generation import Plan, build, plans

one_by_one = settings(max_examples=25)


def config(concurrency: int | None = 1, **configurable: Any) -> dict[str, Any]:
    return {
        "configurable": {"thread_id": "t", **configurable},
        "max_concurrency": concurrency,
    }


def run(graph: Any, given: Any, to: dict[str, Any] | None = None) -> None:
    """Run to the end or to the next questions."""
    graph.invoke(given, to or config(), durability="sync")


def shown(graph: Any) -> list[Any]:
    """The thread's history without ids and times."""
    return [
        repr((entry.values, entry.next, entry.metadata, [task.result for task in entry.tasks]))
        for entry in graph.get_state_history(config())
    ]


@contextmanager
def database() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "store.db"


class Stop(BaseException):
    """Ends a run as a killed process would: nothing can catch it but the test."""


class Runs:
    """Counts how often each node ran, and stops one of the runs."""

    def __init__(self, stop_at: int | None = None, error: type[BaseException] = Stop) -> None:
        self.total = 0
        self.stop_at = stop_at
        self.error = error
        self.counts: Counter[str] = Counter()

    def __call__(self, name: str) -> None:
        self.total += 1
        self.counts[name] += 1
        if self.total == self.stop_at:
            raise self.error


@given(
    plans(),
    st.integers(0, 100),
    st.sampled_from([(Stop, 1), (KeyboardInterrupt, 1), (RuntimeError, 1), (RuntimeError, None)]),
)
@one_by_one
def test_a_run_that_is_stopped_and_resumed_ends_as_one_that_was_not(
    plan: Plan, number: int, stop: tuple[type[BaseException], int | None]
) -> None:
    """Stopped at any task, gone on with by another saver; only the stopped task runs twice."""
    error, concurrency = stop
    whole = Runs()
    reference = build(plan, whole).compile(InMemorySaver())
    run(reference, {"total": 1})
    first, second = Runs(1 + number % whole.total, error), Runs()

    with database() as path:
        with SqlSaver(path) as saver:
            try:
                run(build(plan, first).compile(saver), {"total": 1}, config(concurrency))
            except error:
                pass
            else:
                raise AssertionError("the run was not stopped")
        with SqlSaver(path) as saver:
            graph = build(plan, second).compile(saver)
            run(graph, None, config(concurrency))

            assert shown(graph) == shown(reference)
    assert first.total + second.total == whole.total + 1
    again = first.counts + second.counts - whole.counts
    assert again.total() == 1


@given(plans(), st.integers(0, 9))
@one_by_one
def test_a_run_that_is_left_after_any_superstep_goes_on_from_there(plan: Plan, after: int) -> None:
    whole = Runs()
    reference = build(plan, whole).compile(InMemorySaver())
    run(reference, {"total": 1})
    parts = Runs()

    with database() as path:
        with SqlSaver(path) as saver:
            stream: Any = (
                build(plan, parts)
                .compile(saver)
                .stream({"total": 1}, config(), stream_mode="checkpoints", durability="sync")
            )
            for chunk in stream:
                if chunk["metadata"]["step"] == after:
                    break
            stream.close()
        with SqlSaver(path) as saver:
            graph = build(plan, parts).compile(saver)
            run(graph, None)

            assert shown(graph) == shown(reference)
    assert parts.counts == whole.counts


@given(plans(), st.sampled_from(["a", "b", "ab"]))
@settings(max_examples=12)
def test_questions_answered_by_one_process_each(plan: Plan, askers: str) -> None:
    """Nodes ask; each answer is given by a new saver and graph."""

    def asking(name: str) -> Any:
        # Whether it asks must not depend on how often the node ran: it starts over on resuming.
        return interrupt(name) if name[0] in askers else None

    def answered(reopen: Callable[[], BaseCheckpointSaver[Any]]) -> list[Any]:
        given: Any = {"total": 1}
        for number in range(40):
            graph = build(plan, asking).compile(reopen())
            run(graph, given)
            questions = graph.get_state(config()).interrupts
            if not questions:
                return shown(graph)
            given = Command(resume={each.id: f"{each.value}{number}" for each in questions})
        raise AssertionError("the questions do not end")

    memory = InMemorySaver()
    expected = answered(lambda: memory)
    with database() as path:
        opened: list[SqlSaver] = []

        def reopen() -> SqlSaver:
            for saver in opened:
                saver.close()
            opened.append(SqlSaver(path))
            return opened[-1]

        assert answered(reopen) == expected
        opened[-1].close()


@given(plans(), st.sampled_from([1, None]))
@settings(max_examples=18)
def test_answers_all_at_once_or_one_by_one_end_the_same(
    plan: Plan, concurrency: int | None
) -> None:
    """A question left open keeps its id; its task does not run until it is answered."""

    def answered(at_once: int) -> Any:
        runs: Counter[str] = Counter()

        def asking(name: str) -> Any:
            runs[name] += 1
            return interrupt(name)

        graph = build(plan, asking).compile(InMemorySaver())
        given: Any = {"total": 1}
        asked: Counter[str] = Counter()
        for _ in range(200):
            run(graph, given, config(concurrency))
            questions = graph.get_state(config()).interrupts
            if not questions:
                return shown(graph), runs - asked
            asked.update(question.value for question in questions[:at_once])
            given = Command(resume={q.id: f"to {q.value}" for q in questions[:at_once]})
        raise AssertionError("the questions do not end")

    assert answered(1) == answered(100)


@given(plans(), st.sampled_from([1, None]))
@one_by_one
def test_threads_and_one_after_the_other_leave_the_same_record(
    plan: Plan, concurrency: int | None
) -> None:
    """Same inputs, same bytes: versions, what each node has seen, values, writes by task."""

    def recorded(concurrency: int | None) -> list[str]:
        saver = InMemorySaver()
        run(build(plan, Runs()).compile(saver), {"total": 1}, config(concurrency))
        return [
            repr(
                (
                    saved.checkpoint["channel_values"],
                    saved.checkpoint["channel_versions"],
                    saved.checkpoint["versions_seen"],
                    saved.checkpoint.get("updated_channels"),
                    saved.metadata,
                    sorted(repr(write[1:]) for write in saved.pending_writes or ()),
                )
            )
            for saved in saver.list(config(checkpoint_ns=""))
        ]

    assert recorded(concurrency) == recorded(1)


# -- versions -------------------------------------------------------------------------------


@given(plans())
@one_by_one
def test_versions_only_rise_and_only_for_what_changed(plan: Plan) -> None:
    saver = InMemorySaver()
    graph = build(plan, Runs()).compile(saver)
    run(graph, {"total": 1})
    run(graph, {"total": 2, "items": ["again"]})

    found = {saved.checkpoint["id"]: saved for saved in saver.list(config(checkpoint_ns=""))}
    for saved in found.values():
        if saved.parent_config is None:
            continue
        parent = found[saved.parent_config["configurable"]["checkpoint_id"]]
        old: dict[str, Any] = parent.checkpoint["channel_versions"]
        new: dict[str, Any] = saved.checkpoint["channel_versions"]
        risen = {name for name, version in new.items() if version != old.get(name)}
        assert old.keys() <= new.keys()
        assert {new[name] for name in risen} <= {max(old.values(), default=0) + 1}
        values, before = saved.checkpoint["channel_values"], parent.checkpoint["channel_values"]
        for name in new.keys() - risen:
            assert repr(values.get(name)) == repr(before.get(name))
        written = {channel for _, channel, _ in parent.pending_writes or ()}
        consumed = {name for name in old if name.startswith(("branch:", "join:", "__"))}
        if saved.metadata["source"] == "loop":
            assert risen <= written | consumed
        seen: Any = saved.checkpoint["versions_seen"]
        for node, versions in parent.checkpoint["versions_seen"].items():
            assert all(seen[node][channel] >= version for channel, version in versions.items())


# -- branches -------------------------------------------------------------------------------


def rows(path: Path) -> dict[str, set[Any]]:
    """Every row of every table, by table."""
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute(
            "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'"
        ).fetchall()
        return {
            name: {repr(row) for row in connection.execute(f'select * from "{name}"')}
            for (name,) in names
        }


def entries(graph: Any, chosen: dict[str, Any]) -> dict[str, str]:
    """What each checkpoint but ``chosen`` shows, by id."""
    return {
        entry.config["configurable"]["checkpoint_id"]: repr(entry)
        for entry in graph.get_state_history(config())
        if entry.config != chosen
    }


edits = st.sampled_from(["edit", "replay", "input", "edit and run", "bulk", "edit the head"])


@given(plans(), st.lists(st.tuples(edits, st.integers(0, 30)), min_size=1, max_size=3))
@settings(max_examples=18)
def test_old_branches_stay_byte_for_byte(plan: Plan, acts: list[tuple[str, int]]) -> None:
    with database() as path, SqlSaver(path) as saver:
        graph = build(plan, Runs()).compile(saver)
        run(graph, {"total": 1})
        run(graph, {"total": 1})
        for act, number in acts:
            history = [entry.config for entry in graph.get_state_history(config())]
            chosen = history[number % len(history)]
            read = entries(graph, chosen)
            before = rows(path)

            fork(graph, act, chosen)

            after = rows(path)
            for table, kept in before.items():
                assert kept <= after[table], (act, table)
            # Where a branch ends at the chosen checkpoint, going on adds what its tasks wrote.
            assert read.items() <= entries(graph, chosen).items()


def fork(graph: Any, act: str, chosen: dict[str, Any]) -> None:
    """Something new, beginning at a checkpoint of the past."""
    to = {**config(), "configurable": chosen["configurable"]}
    update = {"total": 5, "items": ["edited"]}
    if act == "edit":
        graph.update_state(to, update, as_node="a")
    elif act == "edit and run":
        edited = graph.update_state(to, update, as_node="b")
        run(graph, None, {**config(), "configurable": edited["configurable"]})
    elif act == "bulk":
        steps = [[StateUpdate(update, "a"), StateUpdate(update, "b")], [StateUpdate(update, "a")]]
        graph.bulk_update_state(to, steps)
    elif act == "replay":
        run(graph, None, to)
    elif act == "input":
        run(graph, {"total": 7}, to)
    else:
        graph.update_state(config(), update, as_node=START)


@given(plans(), st.integers(0, 30))
@one_by_one
def test_a_fork_has_the_chosen_checkpoint_as_its_parent_and_a_newer_id(
    plan: Plan, number: int
) -> None:
    saver = InMemorySaver()
    graph = build(plan, Runs()).compile(saver)
    run(graph, {"total": 1})
    history = [
        entry.config["configurable"]["checkpoint_id"] for entry in graph.get_state_history(config())
    ]
    chosen = history[number % len(history)]

    edited = graph.update_state(config(checkpoint_id=chosen), {"total": 5}, as_node="a")

    new: Any = graph.get_state(edited)
    assert new.config["configurable"]["checkpoint_id"] > max(history)
    assert history == sorted(history, reverse=True)
    assert {UUID(each).version for each in history} == {6}
    assert new.parent_config["configurable"]["checkpoint_id"] == chosen
    assert new.metadata["source"] == "update"
    assert new.values["total"] == graph.get_state(config(checkpoint_id=chosen)).values["total"] + 5
