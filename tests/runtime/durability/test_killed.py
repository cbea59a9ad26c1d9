"""kill -9: tasks that had finished are not run again, the others are.

The process is killed at the moment at which it names a place: in a node, at the barrier, between
supersteps, beside an open question. Another process then goes on with the same store. How often a
node ran is counted in a file.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.checkpoint.sql import SqlSaver
from runtime.errors import EmptyInputError
from runtime.types import Command
from tests.runtime.durability.generation import Plan, plans
from tests.runtime.durability.killing import Killer
from tests.runtime.durability.programs import Effects, build

THREAD: Any = {"configurable": {"thread_id": "t"}}


@pytest.fixture(scope="module")
def kill() -> Iterator[Killer]:
    """What runs a program and kills it."""
    killer = Killer()
    yield killer
    killer.close()


class Store:
    """The store of a killed process, opened in this one."""

    def __init__(self, folder: Path, program: str) -> None:
        self.effects = Effects(folder)
        self.before = self.effects.counts()
        self.saver = SqlSaver(folder / "store.db")
        self.graph = build(program, folder).compile(self.saver)
        self.found = self.graph.get_state(THREAD)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_error: object) -> None:
        self.saver.close()

    def go_on(self, given: Any = None) -> Any:
        return self.graph.invoke(given, THREAD)

    def ran_again(self) -> dict[str, int]:
        """How often each node ran here."""
        after = self.effects.counts()
        return {
            name: count - self.before.get(name, 0)
            for name, count in after.items()
            if count != self.before.get(name, 0)
        }


@pytest.mark.parametrize("awaiting", [False, True])
@pytest.mark.parametrize("mode", ["updates", "custom"])
def test_killed_between_the_tasks_of_a_superstep(
    tmp_path: Path, kill: Killer, mode: str, awaiting: bool
) -> None:
    kill(tmp_path, "fan", "c", concurrency=1, mode=mode, awaiting=awaiting)

    with Store(tmp_path, "fan") as store:
        assert store.before == {"first": 1, "a": 1, "b": 1, "c": 1}
        assert store.found.next == ("c", "d")
        assert store.go_on()["log"] == ["first", "a", "b", "c", "d", "last"]
        assert store.ran_again() == {"c": 1, "d": 1, "last": 1}


def test_killed_while_some_of_several_threads_had_finished(tmp_path: Path, kill: Killer) -> None:
    kill(tmp_path, "fan", "after a b", hanging="c d")

    with Store(tmp_path, "fan") as store:
        assert store.found.next == ("c", "d")
        assert [task.result for task in store.found.tasks] == [
            {"log": ["a"]},
            {"log": ["b"]},
            None,
            None,
        ]
        assert store.go_on()["log"] == ["first", "a", "b", "c", "d", "last"]
        assert store.ran_again() == {"c": 1, "d": 1, "last": 1}


def test_killed_between_sends_to_the_same_node(tmp_path: Path, kill: Killer) -> None:
    kill(tmp_path, "sends", "sent2", concurrency=1)

    with Store(tmp_path, "sends") as store:
        assert store.found.next == ("sent", "sent")
        assert store.go_on()["log"] == ["sent0", "sent1", "sent2", "sent3", "last"]
        assert store.ran_again() == {"sent2": 1, "sent3": 1, "last": 1}


def test_killed_in_the_next_superstep(tmp_path: Path, kill: Killer) -> None:
    kill(tmp_path, "chain", "c")

    with Store(tmp_path, "chain") as store:
        assert store.found.next == ("c",)
        assert store.go_on()["log"] == ["a", "b", "c", "d"]
        assert store.ran_again() == {"c": 1, "d": 1}


@pytest.mark.parametrize("awaiting", [False, True])
def test_killed_after_the_caller_was_shown_what_a_task_wrote(
    tmp_path: Path, kill: Killer, awaiting: bool
) -> None:
    kill(tmp_path, "chain", "after b", awaiting=awaiting)

    with Store(tmp_path, "chain") as store:
        assert store.go_on()["log"] == ["a", "b", "c", "d"]
        assert store.ran_again() == {"c": 1, "d": 1}


def test_killed_at_the_barrier(tmp_path: Path, kill: Killer) -> None:
    kill(tmp_path, "reducing", "reducer")

    with Store(tmp_path, "reducing") as store:
        assert store.before == {"a": 1, "b": 1}
        assert store.go_on()["own"] == ["a", "b"]
        assert store.ran_again() == {}


def test_killed_while_a_question_is_open(tmp_path: Path, kill: Killer) -> None:
    kill(tmp_path, "questions", "after __interrupt__ writes", hanging="hangs")

    with Store(tmp_path, "questions") as store:
        (question,) = store.found.interrupts
        assert question.value == "asks?"
        assert store.found.next == ("asks", "hangs")
        result = store.go_on(Command(resume={question.id: "yes"}))
        assert result["log"] == ["asks yes", "hangs", "writes", "last"]
        assert store.ran_again() == {"asks": 1, "hangs": 1, "last": 1}


def test_killed_while_a_question_is_open_goes_on_without_an_answer(
    tmp_path: Path, kill: Killer
) -> None:
    kill(tmp_path, "questions", "after __interrupt__ writes", hanging="hangs")

    with Store(tmp_path, "questions") as store:
        asked = store.go_on()["__interrupt__"]
        assert [question.value for question in asked] == ["asks?"]
        assert [question.id for question in asked] == [q.id for q in store.found.interrupts]
        assert store.go_on(Command(resume="yes"))["log"] == ["asks yes", "hangs", "writes", "last"]
        assert store.ran_again() == {"asks": 2, "hangs": 1, "last": 1}


def test_killed_after_an_answer_was_taken(tmp_path: Path, kill: Killer) -> None:
    """The answer is part of the record: nobody is asked twice."""
    with Store(tmp_path, "questions") as store:
        store.go_on({"x": 1})
    kill(tmp_path, "questions", "asks was answered", resume="yes")

    with Store(tmp_path, "questions") as store:
        assert store.found.next == ("asks",)
        assert store.go_on()["log"] == ["asks yes", "hangs", "writes", "last"]
        assert store.ran_again() == {"asks": 1, "last": 1}


def test_killed_twice(tmp_path: Path, kill: Killer) -> None:
    kill(tmp_path, "fan", "b", concurrency=1)
    kill(tmp_path, "fan", "d", concurrency=1, input=None)

    with Store(tmp_path, "fan") as store:
        assert store.found.next == ("d",)
        assert store.go_on()["log"] == ["first", "a", "b", "c", "d", "last"]
        assert store.effects.counts() == {"first": 1, "a": 1, "b": 2, "c": 1, "d": 2, "last": 1}


def test_a_killed_run_that_saves_at_its_end_only_left_nothing(tmp_path: Path, kill: Killer) -> None:
    kill(tmp_path, "chain", "c", "exit")

    with Store(tmp_path, "chain") as store:
        assert store.found.config == THREAD
        assert store.found.next == ()
        with pytest.raises(EmptyInputError):
            store.go_on()


@pytest.mark.parametrize(
    ("program", "place", "hanging"),
    [
        ("chain", "a", ""),
        ("chain", "d", ""),
        ("chain", "after b", ""),
        ("fan", "c", ""),
        ("fan", "after a b", "c d"),
        ("sends", "sent3", ""),
        ("reducing", "reducer", ""),
    ],
)
def test_by_default_the_store_alone_says_what_runs_again(
    tmp_path: Path, kill: Killer, program: str, place: str, hanging: str
) -> None:
    """Saving may lag behind; nothing is torn, and what is stored as finished never runs again."""
    (tmp_path / "whole").mkdir()
    with Store(tmp_path / "whole", program) as whole:
        expected = whole.go_on({"x": 1})
        once = whole.effects.counts()
    kill(tmp_path, program, place, None, hanging=hanging)

    with Store(tmp_path, program) as store:
        written = [
            name
            for snapshot in store.graph.get_state_history(THREAD)
            for task in snapshot.tasks
            for names in (task.result or {}).values()
            if isinstance(names, list)
            for name in names
        ]
        assert store.go_on(None if store.found.metadata else {"x": 1}) == expected
        assert store.ran_again() == {name: 1 for name in once if name not in written}


@given(plans(), st.integers(0, 100))
@settings(max_examples=15)
def test_killed_anywhere_in_a_generated_graph(kill: Killer, plan: Plan, number: int) -> None:
    program = json.dumps(plan)
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as killed:
        with Store(Path(whole), program) as reference:
            expected = reference.go_on({"total": 1})
            runs = reference.effects.counts()
        place = 1 + number % sum(runs.values())
        kill(Path(killed), program, f"run {place}", concurrency=1, input={"total": 1})

        with Store(Path(killed), program) as store:
            assert sum(store.before.values()) == place
            assert store.go_on() == expected
            assert sum(store.effects.counts().values()) == sum(runs.values()) + 1
