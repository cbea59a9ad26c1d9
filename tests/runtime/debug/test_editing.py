"""State at any checkpoint can be edited: previewed without a trace, committed as a fork, run on."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.debug.commands import (
    CommitEdit,
    PreviewContinue,
    PreviewEdit,
    Resume,
    StateEdit,
    UpdateMode,
)
from runtime.debug.events import RunEnded
from runtime.debug.views import EditCommitted, EditPreview, Failed
from tests.runtime.debug.harness import ASKING, CHAIN, FAN, Driver, driven, write_graph

BOTH_TRANSPORTS = True


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    with driven() as made:
        made.open(write_graph(tmp_path, CHAIN))
        made.start({"log": []})
        yield made


def at_step(driver: Driver, step: int) -> str:
    return next(row.checkpoint_id for row in driver.rows() if row.step == step)


def edit(
    checkpoint_id: str,
    values: dict[str, Any],
    as_node: str | None = None,
    mode: UpdateMode = "reducer",
) -> StateEdit:
    return StateEdit("t", checkpoint_id, values, as_node=as_node, mode=mode)


def preview(driver: Driver, asked: StateEdit) -> EditPreview:
    reply = driver.do(PreviewEdit(asked))
    assert isinstance(reply, EditPreview)
    return reply


def test_a_preview_shows_the_reducer_and_leaves_no_trace(driver: Driver) -> None:
    before = driver.rows()
    shown = preview(driver, edit(at_step(driver, 1), {"log": ["x"], "count": 7}, "a"))
    assert shown.problems == ()
    changes = {change.channel: change for change in shown.changes}
    assert set(changes) == {"log", "count"}
    log = changes["log"]
    assert log.before is not None
    assert log.after is not None
    assert (log.before.text, log.after.text) == ("['a']", "['a', 'x']")
    assert log.after_version > log.before_version
    assert log.after_text == '[\n  "a",\n  "x"\n]'
    assert (shown.as_node, shown.next, shown.forks) == ("a", ("b",), True)
    assert driver.rows() == before


def test_overwriting_goes_past_the_reducer(driver: Driver) -> None:
    shown = preview(driver, edit(at_step(driver, 1), {"log": ["x"]}, "a", "overwrite"))
    (change,) = shown.changes
    assert change.after is not None
    assert change.after.text == "['x']"


def test_as_node_decides_what_is_next(driver: Driver) -> None:
    at = at_step(driver, 1)
    assert preview(driver, edit(at, {"count": 0}, "b")).next == ("c",)
    assert preview(driver, edit(at, {"count": 0}, "c")).next == ()
    inferred = preview(driver, edit(at, {"count": 0}))
    assert (inferred.as_node, inferred.next) == ("a", ("b",))


def test_edit_fork_continue_and_both_branches_stay(driver: Driver) -> None:
    old = driver.rows()
    at = at_step(driver, 1)
    reply = driver.do(CommitEdit(edit(at, {"log": ["edited"], "count": 41}, "a")))
    assert isinstance(reply, EditCommitted)
    assert (reply.row.source, reply.row.parent_checkpoint_id) == ("update", at)
    assert reply.row.next == ("b",)
    rest = driver.go()
    assert isinstance(rest, RunEnded)
    assert rest.reason == "done"
    assert driver.values() == {"log": "['a', 'edited', 'b', 'c']", "count": "42"}
    rows = driver.rows()
    assert rows[-len(old) :] == old
    assert driver.values(old[0].checkpoint_id) == {"log": "['a', 'b', 'c']", "count": "2"}
    children = [row for row in rows if row.parent_checkpoint_id == at]
    assert [row.source for row in children] == ["update", "loop"]


LOOP = """
class State(TypedDict):
    count: int


def begin(state: State) -> dict[str, Any]:
    return {"count": 0}


def turn(state: State) -> dict[str, Any]:
    return {"count": state["count"] + 1}


def again(state: State) -> str:
    return "turn" if state["count"] < 3 else END


builder = StateGraph(State)
builder.add_node("begin", begin)
builder.add_node("turn", turn)
builder.add_edge(START, "begin")
builder.add_edge("begin", "turn")
builder.add_conditional_edges("turn", again, ["turn", END])
graph = builder.compile()
"""


def test_an_edit_is_not_due_to_what_ran_on_the_branch_beside_it(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, LOOP))
        driver.start({"count": 0})
        at = at_step(driver, 1)
        reply = driver.do(CommitEdit(edit(at, {"count": 1}, "begin")))
        assert isinstance(reply, EditCommitted)

        def writers(checkpoint_id: str) -> tuple[str, ...]:
            explained = driver.view(checkpoint_id).explanations
            (turn,) = [each for each in explained if each.node == "turn"]
            assert turn.due
            return turn.triggers[0].written_by

        assert writers(at) == ("begin",)
        assert writers(at_step(driver, 3)) == ("turn",)
        assert writers(reply.row.checkpoint_id) == ()


def test_an_edit_at_the_head_keeps_what_finished_and_drops_questions(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, ASKING))
        driver.start({"log": []})
        head = driver.rows()[0].checkpoint_id
        shown = preview(driver, edit(head, {"log": ["edited"]}, "left"))
        assert shown.dropped == ("left", "right")
        assert not shown.forks
        (change,) = shown.changes
        assert change.after is not None
        assert change.after.text == "['plain', 'edited']"
        driver.do(CommitEdit(edit(head, {"log": ["edited"]}, "left")))
        assert driver.values()["log"] == "['plain', 'edited']"
        # The same checkpoint is no longer the head: the edit begins from its bare values.
        shown = preview(driver, edit(head, {"log": ["again"]}, "left"))
        assert shown.dropped == ("left", "plain", "right")
        assert shown.forks


def test_executing_again_from_an_older_checkpoint(driver: Driver) -> None:
    at = at_step(driver, 1)
    shown = driver.do(PreviewContinue("t", at))
    assert (shown.executes, shown.keeps, shown.forks) == (("b",), (), True)
    rest = driver.go(checkpoint_id=at)
    assert isinstance(rest, RunEnded)
    assert rest.reason == "done"
    assert driver.values()["log"] == "['a', 'b', 'c']"
    assert [row.source for row in driver.rows() if row.parent_checkpoint_id == at] == [
        "fork",
        "loop",
    ]


def test_what_is_recorded_at_the_head_is_kept(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, FAN.replace('"log": ["left"]', '"log": 1 / 0')))
        driver.start({"log": []}, mode="step_superstep")
        driver.go(mode="step_superstep")
        tasks = {task.name: task.id for task in driver.view().tasks}
        driver.go(mode="step_task", task_id=tasks["right"])
        driver.go(mode="step_task", task_id=tasks["left"])
        head = driver.rows()[0].checkpoint_id
        shown = driver.do(PreviewContinue("t", head))
        assert shown.keeps == ("right",)
        assert shown.executes == ("left", "work", "work")
        assert not shown.forks


@pytest.mark.parametrize(
    ("values", "as_node", "channel", "path", "message"),
    [
        ({"count": "many"}, "a", "count", (), "valid integer"),
        ({"log": ["x", 5]}, "a", "log", ("1",), "valid string"),
        ({"nope": 1}, "a", "nope", (), "no channel that can be edited"),
        ({"branch:to:b": 1}, "a", "branch:to:b", (), "no channel that can be edited"),
        ({"count": 1}, "nobody", "", (), "There is no node nobody"),
    ],
)
def test_an_edit_that_does_not_fit_is_refused_with_its_place(
    driver: Driver,
    values: dict[str, Any],
    as_node: str,
    channel: str,
    path: tuple[str, ...],
    message: str,
) -> None:
    asked = edit(at_step(driver, 1), values, as_node)
    shown = preview(driver, asked)
    (problem,) = shown.problems
    assert (problem.channel, problem.path) == (channel, path)
    assert message in problem.message
    assert shown.changes == ()
    before = driver.rows()
    assert message in driver.refusal(CommitEdit(asked))
    assert driver.rows() == before


def test_a_reducer_that_raises_is_told(tmp_path: Path) -> None:
    body = CHAIN.replace("Annotated[list[str], operator.add]", "Annotated[Any, fold]").replace(
        "class State",
        "def fold(left: Any, right: Any) -> Any:\n    return left + right\n\n\nclass State",
    )
    with driven() as driver:
        driver.open(write_graph(tmp_path, body))
        driver.start({"log": []})
        shown = preview(driver, edit(at_step(driver, 1), {"log": 5}, "a"))
        (problem,) = shown.problems
        assert problem.channel == "log"
        assert problem.message.startswith("TypeError: can only concatenate list")


def test_an_edit_ends_the_paused_run_of_its_thread(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        driver.start({"log": []}, mode="step_superstep")
        driver.go(mode="step_superstep")
        head = driver.rows()[0].checkpoint_id
        driver.do(CommitEdit(edit(head, {"count": 10}, "a")))
        rest = driver.rest()
        assert isinstance(rest, RunEnded)
        assert rest.reason == "stopped"
        driver.go()
        assert driver.values()["count"] == "11"


TYPED = """
from dataclasses import dataclass, field
from datetime import date
from enum import Enum

from pydantic import BaseModel


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Section:
    title: str
    due: date


class Draft(BaseModel):
    text: str
    sections: list[Section] = []


class State(TypedDict):
    draft: Draft
    tags: set[str]
    pair: tuple[int, str]
    colour: Colour
    free: Any


def a(state: State) -> dict[str, Any]:
    return {
        "draft": Draft(text="t", sections=[Section("s", date(2026, 1, 2))]),
        "tags": {"x"},
        "pair": (1, "one"),
        "colour": Colour.RED,
        "free": [Section("free", date(2026, 1, 3)), (1, 2)],
    }


def check(state: State) -> dict[str, Any]:
    assert type(state["draft"]) is Draft, state["draft"]
    assert type(state["draft"].sections[0].due) is date
    assert type(state["tags"]) is set
    assert type(state["pair"]) is tuple
    assert state["colour"] is Colour.BLUE
    assert [type(each) for each in state["free"]] == [Section, tuple]
    assert state["free"][0].title == "changed"
    return {"tags": set()}


builder = StateGraph(State)
builder.add_sequence([a, check])
builder.add_edge(START, "a")
graph = builder.compile()
"""


def test_edited_values_have_their_declared_types(tmp_path: Path) -> None:
    from runtime.debug.commands import ReadJson

    with driven() as driver:
        graph = driver.open(write_graph(tmp_path, TYPED))
        assert {
            channel.name: channel.type for channel in graph.channels if not channel.internal
        } == {
            "draft": "Draft",
            "tags": "set[str]",
            "pair": "tuple[int, str]",
            "colour": "Colour",
            "free": "Any",
        }
        driver.start({"tags": []}, mode="step_superstep")
        driver.go(mode="step_superstep")
        view = driver.view()
        values = {}
        for channel in view.channels:
            if channel.value is not None and ":" not in channel.name:
                assert channel.value.handle is not None
                values[channel.name] = driver.do(ReadJson(channel.value.handle)).value
        values["colour"] = "blue"
        values["free"][0]["title"] = "changed"
        values["draft"]["sections"].append({"title": "new", "due": "2027-01-01"})
        reply = driver.do(CommitEdit(edit(view.row.checkpoint_id, values, "a")))
        assert isinstance(reply, EditCommitted)
        driver.rest()
        rest = driver.go()
        assert isinstance(rest, RunEnded)
        assert rest.reason == "done", rest.error


def test_an_edit_of_no_checkpoint_is_refused_with_the_field(driver: Driver) -> None:
    """Also where nothing travels between processes, and the session goes on."""
    nowhere: Any = None
    commands: list[tuple[Any, str]] = [
        (PreviewEdit(edit(nowhere, {"log": []})), "PreviewEdit.edit.checkpoint_id: "),
        (CommitEdit(edit(nowhere, {"log": []})), "CommitEdit.edit.checkpoint_id: "),
        (PreviewContinue("t", nowhere), "PreviewContinue.checkpoint_id: "),
        (PreviewEdit(nowhere), "PreviewEdit.edit: "),
    ]
    for command, place in commands:
        reply = driver.session.send(command).result(30)
        assert isinstance(reply, Failed)
        assert reply.error.type == "MalformedCommand"
        assert reply.error.message.startswith(place)
        assert reply.error.message.endswith(", got None")
    assert preview(driver, edit(at_step(driver, 1), {"log": ["x"]}, "a")).problems == ()


def test_a_preview_says_which_tasks_execute_again(driver: Driver) -> None:
    past = at_step(driver, 1)
    shown = preview(driver, edit(past, {"count": 7}, "a"))
    assert (shown.next, shown.again) == (("b",), ("b",))
    skipping = preview(driver, edit(past, {"count": 7}, "b"))
    assert (skipping.next, skipping.again) == (("c",), ("c",))
    at_head = preview(driver, edit(driver.rows()[0].checkpoint_id, {"count": 7}, "a"))
    assert (at_head.next, at_head.again) == (("b",), ())


def test_a_preview_says_which_records_are_kept(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, ASKING))
        driver.start({"log": []})
        head = driver.rows()[0].checkpoint_id
        shown = preview(driver, edit(head, {"log": ["x"]}, "left"))
        assert shown.kept == ("plain",)
        assert set(shown.dropped) == {"left", "right"}


def test_each_channel_has_a_mode_of_its_own(tmp_path: Path) -> None:
    body = CHAIN.replace("count: int", "count: Annotated[int, operator.add]")
    with driven() as driver:
        driver.open(write_graph(tmp_path, body))
        driver.start({"log": [], "count": 0})
        asked = StateEdit(
            "t",
            at_step(driver, 1),
            {"log": ["x"], "count": 10},
            as_node="a",
            mode="reducer",
            modes={"log": "overwrite"},
        )
        driver.do(CommitEdit(asked))
        values = driver.values()
        assert values["log"] == "['x']"
        assert values["count"] == "11"


def test_a_fork_may_wait_before_its_first_superstep(driver: Driver) -> None:
    driver.do(CommitEdit(edit(at_step(driver, 1), {"count": 7}, "a")))
    paused = driver.go(mode="paused")
    assert (paused.reason, getattr(paused, "next", ())) == ("step", ("b",))
    assert "b" not in driver.values()["log"]
    assert driver.go(mode="step_superstep").reason == "step"
    assert driver.values()["log"] == "['a', 'b']"


MESSAGES = """
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from runtime.graph.message import add_messages


class State(TypedDict, total=False):
    declared: Annotated[list[AnyMessage], add_messages]
    plain: Annotated[list, add_messages]
    seen: list[str]


def make(state):
    first = [HumanMessage("one", id="1"), AIMessage("two", id="2")]
    return {"declared": first, "plain": list(first)}


def look(state):
    messages = [*state["plain"], *state["declared"]]
    return {"seen": [f"{type(each).__name__} {each.content}" for each in messages]}


builder = StateGraph(State)
builder.add_sequence([make, look])
builder.add_edge(START, "make")
graph = builder.compile()
"""


@pytest.mark.parametrize("mode", ["overwrite", "reducer"])
def test_messages_stay_messages(tmp_path: Path, mode: UpdateMode, in_process: None) -> None:
    edited = [
        {"type": "human", "content": "changed", "id": "1"},
        {"type": "system", "content": "now another kind", "id": "2"},
        {"type": "human", "content": "new"},
    ]
    with driven() as driver:
        driver.open(write_graph(tmp_path, MESSAGES))
        driver.start({})
        past = next(row.checkpoint_id for row in driver.rows() if row.next == ("look",))
        values = {"declared": edited, "plain": edited}
        driver.do(CommitEdit(edit(past, values, "make", mode)))
        assert driver.go().reason == "done"
        expected = ["HumanMessage changed", "SystemMessage now another kind", "HumanMessage new"]
        assert driver.values()["seen"] == repr([*expected, *expected])


INNER = """
class State(TypedDict, total=False):
    log: Annotated[list[str], operator.add]
    n: int


def one(state):
    return {"log": ["one"], "n": 1}


def two(state):
    return {"log": [f"two {state['n']} " + interrupt("?")]}


def after(state):
    return {"log": ["after"]}


inner = StateGraph(State).add_sequence([one, two]).add_edge(START, "one").compile()
builder = StateGraph(State)
builder.add_node("sub", inner)
builder.add_node(after)
builder.add_edge(START, "sub")
builder.add_edge("sub", "after")
graph = builder.compile()
"""


def test_a_checkpoint_inside_a_subgraph_is_edited_and_gone_on_from(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, INNER))
        driver.start({"log": []})
        due = next(row for row in driver.rows("t", None) if row.next == ("two",))

        def go_on_with(number: int) -> str:
            asked = StateEdit("t", due.checkpoint_id, {"n": number}, due.checkpoint_ns, "one")
            assert preview(driver, asked).next == ("two",)
            row = driver.do(CommitEdit(asked)).row
            ended = driver.go(checkpoint_id=row.checkpoint_id, checkpoint_ns=due.checkpoint_ns)
            assert isinstance(ended, RunEnded)
            driver.do(Resume("t", {ended.interrupts[0].id: "yes"}))
            assert driver.rest().reason == "done"
            return driver.values()["log"]

        # While the graph around it waits there, and again from the past.
        assert go_on_with(42) == "['one', 'two 42 yes', 'after']"
        before = {row.checkpoint_id for row in driver.rows("t", None)}
        assert go_on_with(77) == "['one', 'two 77 yes', 'after']"
        assert before < {row.checkpoint_id for row in driver.rows("t", None)}
