"""A database is looked at without any graph, and with one that does not fit it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.sql import StoreMissingError
from runtime.debug.commands import (
    Breakpoint,
    CommitEdit,
    Continue,
    DeleteThread,
    DescribeInside,
    ListCheckpoints,
    ListThreads,
    ReadCheckpoint,
    ReadChildren,
    ReadJson,
    ReadText,
    Resume,
    SetBreakpoints,
    Start,
    StateEdit,
)
from runtime.debug.events import RunEnded
from runtime.debug.local import LocalSession
from runtime.debug.values import ValueHandle
from runtime.debug.views import Failed, SendView
from tests.runtime.debug.harness import ASKING, CHAIN, FAN, driven, write_graph

BOTH_TRANSPORTS = True


def record(database: Any, path: Path, thread_id: str = "t") -> None:
    with driven(database) as driver:
        driver.open(path)
        driver.start({"log": []}, thread_id)


def test_a_database_alone_shows_threads_history_and_moments(tmp_path: Path) -> None:
    database = str(tmp_path / "store.db")
    record(database, write_graph(tmp_path, FAN))
    record(database, write_graph(tmp_path, ASKING), "asking")
    with driven(database) as driver:
        page = driver.do(ListThreads())
        assert [(row.thread_id, row.status) for row in page.threads] == [
            ("asking", "waiting"),
            ("t", "idle"),
        ]
        assert [(row.step, row.next) for row in driver.rows()] == [
            (3, ()),
            (2, ("join",)),
            (1, ("work", "work", "left", "right")),
            (0, ("plan",)),
            (-1, ("__start__",)),
        ]
        middle = driver.rows()[2]
        view = driver.view(middle.checkpoint_id)
        assert view.problems == ()
        assert [(task.name, task.kind, task.state) for task in view.tasks] == [
            ("work", "PUSH", "wrote"),
            ("work", "PUSH", "wrote"),
            ("left", "PULL", "wrote"),
            ("right", "PULL", "wrote"),
        ]
        assert [write.value.text for write in view.tasks[0].writes] == ["['work 0']"]
        sentences = {each.node: each.sentence for each in view.explanations}
        due = "left is due: it was triggered (branch:to:left: version"
        assert sentences["left"].startswith(due)
        assert view.versions_seen["plan"]


def test_each_send_is_told_with_its_sender(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, FAN))
        driver.start({"log": []})
        view = driver.view(driver.rows()[2].checkpoint_id)
        work = next(each for each in view.explanations if each.node == "work")
        assert work.sends == (SendView(0, "plan"), SendView(1, "plan"))
        assert work.sentence == "work is due: Sends [0] and [1] from plan wait for it."


def test_sends_of_an_edit_have_no_sender(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, FAN))
        driver.start({"log": []})
        fanned = driver.rows()[2]
        edit = StateEdit("t", fanned.checkpoint_id, {"log": ["x"]}, as_node="plan")
        row = driver.do(CommitEdit(edit)).row
        view = driver.view(row.checkpoint_id)
        work = next(each for each in view.explanations if each.node == "work")
        assert work.sends == (SendView(0), SendView(1))
        assert work.sentence == "work is due: Sends [0] and [1] wait for it."


NESTED = """
class State(TypedDict):
    log: Annotated[list[str], operator.add]


def sign(state: State) -> dict[str, Any]:
    return {"log": [interrupt(state["log"][0])]}


def fan(state: State) -> list[Send]:
    return [Send("document", {"log": [text]}) for text in ("a", "b")]


innermost = StateGraph(State).add_node(sign).add_edge(START, "sign").compile()
middle = StateGraph(State).add_node("desk", innermost).add_edge(START, "desk").compile()
builder = StateGraph(State).add_node("document", middle)
builder.add_conditional_edges(START, fan, ["document"])
graph = builder.compile()
"""


@pytest.mark.parametrize("reopened", [False, True])
def test_a_question_names_the_inner_node_and_the_send_that_ask(
    tmp_path: Path, reopened: bool
) -> None:
    database = str(tmp_path / "store.db")
    path = write_graph(tmp_path, NESTED)
    with driven(database) as driver:
        driver.open(path)
        driver.start({"log": []})
        asked = [each for task in driver.view().tasks for each in task.interrupts]
    if reopened:
        with driven(database) as driver:
            driver.open(path)
            asked = [each for task in driver.view().tasks for each in task.interrupts]
    assert [each.asker for each in asked] == [
        "document [0] / desk / sign",
        "document [1] / desk / sign",
    ]
    for each in asked:
        assert each.source is not None
        [line] = each.source.interrupt_lines
        assert "interrupt(" in Path(each.source.path).read_text("utf-8").splitlines()[line - 1]


def test_a_subgraph_is_described_by_its_namespace(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, NESTED))
        driver.start({"log": []})
        task = driver.view().tasks[0]
        inside = f"document:{task.id}"
        described = driver.do(DescribeInside(inside))
        assert described.checkpoint_ns == inside
        names = [(node.name, node.kind) for node in described.graph.nodes]
        assert names == [("__start__", "start"), ("desk", "subgraph")]
        page = driver.do(ListCheckpoints("t", inside))
        view = driver.do(ReadCheckpoint("t", inside, page.rows[0].checkpoint_id))
        [desk] = view.tasks
        deeper = driver.do(DescribeInside(f"{inside}|desk:{desk.id}"))
        assert "sign" in {node.name for node in deeper.graph.nodes}
        assert "no subgraph for" in driver.refusal(DescribeInside("sign:1"))


def test_a_join_names_whom_it_waits_for_before_anybody_reported(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, FAN))
        driver.start({"log": []})
        (before_all,) = [row for row in driver.rows() if row.step == 0]
        explained = driver.view(before_all.checkpoint_id).explanations
        (join,) = [each for each in explained if each.node == "join"]
        assert "its join waits for left and right (version 0, seen 0)" in join.sentence
        assert [trigger.join_sources for trigger in join.triggers if trigger.join_sources] == [
            ("left", "right")
        ]


def test_without_a_graph_a_waiting_join_is_told(tmp_path: Path) -> None:
    saver = str(tmp_path / "store.db")
    path = write_graph(tmp_path, ASKING)
    record(saver, path)
    with driven(saver) as driver:
        view = driver.view()
        asked = [each for task in view.tasks for each in task.interrupts]
        assert {each.payload_json for each in asked if isinstance(each.payload_json, str)} == {
            "right 1"
        }
        assert view.row.interrupted
        assert [task.state for task in view.tasks] == ["interrupted", "wrote", "interrupted"]
        assert driver.refusal(Continue("t")) == "No graph is open."
        assert driver.refusal(Resume("t", {asked[0].id: 1})) == "No graph is open."


def test_values_are_read_by_handle(tmp_path: Path) -> None:
    database = str(tmp_path / "store.db")
    body = CHAIN.replace('{"log": ["c"]}', '{"log": [*("x" * 5 for _ in range(500)), "y" * 5000]}')
    record(database, write_graph(tmp_path, body))
    with driven(database) as driver:
        channels = {channel.name: channel for channel in driver.view().channels}
        log = channels["log"].value
        assert log is not None
        assert log.handle is not None
        assert log.size == 503
        page = driver.do(ReadChildren(log.handle, offset=500, limit=200))
        assert (page.total, [each.key for each in page.children]) == (503, ["500", "501", "502"])
        long = page.children[-1].value
        assert long.size == 5000
        assert driver.do(ReadText(long.handle, offset=4990, limit=100)).text == "y" * 10
        assert len(driver.do(ReadJson(log.handle)).value) == 503
        assert "too large" in driver.refusal(ReadJson(log.handle, limit=100))
        nowhere = ValueHandle("t", "", driver.rows()[0].checkpoint_id, ("channel", "nope"))
        assert "nope has no value" in driver.refusal(ReadText(nowhere))
        nowhere = ValueHandle("t", "", driver.rows()[0].checkpoint_id, ("write", "x", "0"))
        assert "no such value" in driver.refusal(ReadText(nowhere))


def test_history_comes_in_pages(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        driver.start({"log": []})
        page = driver.do(ListCheckpoints("t", limit=2))
        assert [row.step for row in page.rows] == [3, 2]
        assert page.more
        page = driver.do(ListCheckpoints("t", before=page.rows[-1].checkpoint_id, limit=10))
        assert [row.step for row in page.rows] == [1, 0, -1]
        assert not page.more


def test_called_tasks_are_not_missed_among_the_nodes(tmp_path: Path) -> None:
    body = """
from runtime.func import task


class State(TypedDict, total=False):
    n: int


@task
def double(n: int) -> int:
    return 2 * n


def work(state: State) -> State:
    return {"n": double(state["n"]).result()}


graph = StateGraph(State).add_node(work).add_edge(START, "work").compile()
"""
    with driven(str(tmp_path / "store.db")) as driver:
        driver.open(write_graph(tmp_path, body))
        driver.start({"n": 2})
        assert driver.view().problems == ()
        assert driver.values()["n"] == "4"


def test_a_graph_that_lacks_what_was_recorded_says_so(tmp_path: Path) -> None:
    saver = str(tmp_path / "store.db")
    record(saver, write_graph(tmp_path, CHAIN))
    other = """
class State(TypedDict):
    log: Annotated[list[str], operator.add]


def a(state: State) -> None:
    return None


builder = StateGraph(State)
builder.add_node(a)
builder.add_edge(START, "a")
graph = builder.compile()
"""
    with driven(saver) as driver:
        driver.open(write_graph(tmp_path, other))
        step_two = next(row for row in driver.rows() if row.step == 2)
        view = driver.view(step_two.checkpoint_id)
        assert view.problems == (
            "The thread is to run a node that the open graph lacks: c (since step 2). "
            "Open a graph that has it, or edit the state as another node and go on from there.",
            "The open graph lacks a channel of this checkpoint: count (since step 1).",
            "The open graph lacks a node that ran before this checkpoint: b (since step 2).",
        )
        assert view.row.next == ("c",)
        values = {channel.name: channel.value for channel in view.channels}
        assert values["count"] is not None
        assert values["count"].text == "2"


def test_a_send_to_a_node_that_is_gone_is_a_problem_not_a_failure(tmp_path: Path) -> None:
    saver = str(tmp_path / "store.db")
    record(saver, write_graph(tmp_path, FAN))
    with driven(saver) as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        step_one = next(row for row in driver.rows() if row.step == 1)
        view = driver.view(step_one.checkpoint_id)
        assert any("unknown node 'work'" in problem for problem in view.problems)
        assert [task.name for task in view.tasks][:2] == ["work", "work"]


def test_a_missing_database_is_not_made_without_being_asked(tmp_path: Path) -> None:
    place = tmp_path / "none.db"
    with pytest.raises(StoreMissingError) as raised:
        LocalSession(str(place), create=False)
    assert str(place) in raised.value.place
    assert not place.exists()


def test_a_database_opened_for_reading_stays_as_it_is(tmp_path: Path) -> None:
    place = tmp_path / "store.db"
    path = write_graph(tmp_path, CHAIN)
    record(str(place), path)
    before = place.read_bytes()
    with driven(str(place), read_only=True) as driver:
        driver.open(path)
        assert driver.values()["count"] == "2"
        rest = driver.start({"log": []})
        assert isinstance(rest, RunEnded)
        assert rest.reason == "failed"
        assert rest.error is not None
        assert rest.error.type == "StoreReadOnlyError"
        assert rest.error.remedy
    assert place.read_bytes() == before


def test_a_graphs_own_saver_is_used_where_there_is_no_database(tmp_path: Path) -> None:
    own = CHAIN.replace(
        "builder.compile()",
        "builder.compile(checkpointer=__import__('runtime.checkpoint.memory').checkpoint.memory"
        ".InMemorySaver())",
    )
    path = write_graph(tmp_path, own + 'graph.invoke({"log": []}, {"thread_id": "mine"})\n')
    with driven() as driver:
        driver.open(path)
        assert [row.thread_id for row in driver.do(ListThreads()).threads] == ["mine"]
    with driven(str(tmp_path / "store.db")) as driver:
        driver.open(path)
        assert driver.do(ListThreads()).threads == ()


class Public(BaseCheckpointSaver[int]):
    """A saver with nothing but the public calls, as a stranger's would be."""

    def __init__(self) -> None:
        super().__init__()
        self._inner = InMemorySaver()

    def get_tuple(self, config: Any) -> CheckpointTuple | None:
        return self._inner.get_tuple(config)

    def list(self, config: Any, **options: Any) -> Iterator[CheckpointTuple]:
        return self._inner.list(config, **options)

    def put(self, *arguments: Any) -> dict[str, Any]:
        return self._inner.put(*arguments)

    def put_writes(self, *arguments: Any) -> None:
        self._inner.put_writes(*arguments)


@pytest.mark.usefixtures("in_process")
def test_a_saver_with_the_public_calls_alone_is_browsed_too(tmp_path: Path) -> None:
    saver = Public()
    record(saver, write_graph(tmp_path, FAN))
    with driven(saver) as driver:
        (thread,) = driver.do(ListThreads()).threads
        assert (thread.thread_id, thread.checkpoints, thread.status) == ("t", 5, "idle")
        assert [row.next for row in driver.rows()][1:3] == [
            ("join",),
            ("work", "work", "left", "right"),
        ]
        assert driver.values()["log"] == "['left', 'right', 'work 0', 'work 1', 'join']"


SUB = """
class State(TypedDict):
    log: Annotated[list[str], operator.add]


def inner(state: State) -> dict[str, Any]:
    return {"log": ["inner " + interrupt("inside")]}


def after(state: State) -> dict[str, Any]:
    return {"log": ["after"]}


sub = StateGraph(State)
sub.add_sequence([inner, after])
sub.add_edge(START, "inner")


def outer(state: State) -> dict[str, Any]:
    return {"log": ["outer"]}


builder = StateGraph(State)
builder.add_node("outer", outer)
builder.add_node("sub", sub.compile())
builder.add_edge(START, "outer")
builder.add_edge("outer", "sub")
graph = builder.compile()
"""


def test_checkpoints_of_subgraphs_can_be_seen_and_their_questions_answered(
    tmp_path: Path,
) -> None:
    with driven() as driver:
        graph = driver.open(write_graph(tmp_path, SUB))
        assert {node.name: node.kind for node in graph.nodes}["sub"] == "subgraph"
        rest = driver.start({"log": []})
        assert isinstance(rest, RunEnded)
        (question,) = rest.interrupts
        assert (question.node, question.payload_json) == ("sub", "inside")
        everything = driver.rows(checkpoint_ns=None)
        inside = [row for row in everything if row.checkpoint_ns]
        namespace = inside[0].checkpoint_ns
        assert namespace.startswith("sub:")
        view = driver.do(ReadCheckpoint("t", namespace))
        assert [(task.name, task.state) for task in view.tasks] == [("inner", "interrupted")]
        assert view.problems == ()
        driver.do(Resume("t", {question.id: "yes"}))
        rest = driver.rest()
        assert isinstance(rest, RunEnded)
        assert rest.reason == "done"
        assert driver.values()["log"].endswith("'inner yes', 'after']")


def test_stepping_goes_over_a_subgraph_and_task_steps_go_into_it(tmp_path: Path) -> None:
    body = SUB.replace('"inner " + interrupt("inside")', '"inner"')
    with driven() as driver:
        driver.open(write_graph(tmp_path, body))
        driver.start({"log": []}, mode="step_superstep")
        rest = driver.go(mode="step_superstep")
        assert not isinstance(rest, RunEnded)
        assert rest.next == ("sub",)
        rest = driver.go(mode="step_task")
        assert not isinstance(rest, RunEnded)
        assert rest.next == ("inner",)
        rest = driver.go(mode="step_superstep")
        assert not isinstance(rest, RunEnded)
        assert rest.next == ("after",)
        assert isinstance(driver.go(mode="step_superstep"), RunEnded)


ASYNC = (
    CHAIN.replace("def b(", "async def b(")
    + """
import asyncio


async def d(state: State) -> dict[str, Any]:
    await asyncio.sleep(0)
    return {"log": [interrupt("d?")]}


builder = StateGraph(State)
builder.add_sequence([a, b, d])
builder.add_edge(START, "a")
graph = builder.compile()
"""
)


def test_nodes_that_are_coroutines_run_too(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, ASYNC))
        rest = driver.start({"log": []})
        assert isinstance(rest, RunEnded)
        (question,) = rest.interrupts
        driver.do(Resume("t", {question.id: "d!"}))
        rest = driver.rest()
        assert isinstance(rest, RunEnded)
        assert rest.reason == "done"
        assert driver.values()["log"] == "['a', 'b', 'd!']"


def test_input_of_a_task_is_read_by_handle(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, FAN))
        driver.start({"log": []})
        step_one = next(row for row in driver.rows() if row.step == 1)
        inputs = [task.input for task in driver.view(step_one.checkpoint_id).tasks]
        texts = []
        for shown in inputs:
            assert shown is not None
            assert shown.handle is not None
            texts.append(driver.do(ReadJson(shown.handle)).value)
        assert texts == [{"log": []}, {"log": []}, {"n": 0}, {"n": 1}]


def test_two_sessions_share_a_database(tmp_path: Path) -> None:
    database = str(tmp_path / "store.db")
    path = write_graph(tmp_path, CHAIN)
    with driven(database) as one, driven(database) as two:
        one.open(path)
        two.open(path)
        one.start({"log": []}, "first")
        assert two.values(thread_id="first")["count"] == "2"
        two.do(Start("second", {"log": []}))
        two.rest()
        assert {row.thread_id for row in one.do(ListThreads()).threads} == {"first", "second"}


@pytest.mark.parametrize("replaced", [False, True], ids=["removed", "replaced"])
def test_a_database_that_is_gone_is_told_before_anything_is_saved(
    tmp_path: Path, replaced: bool
) -> None:
    database, aside = tmp_path / "store.db", tmp_path / "aside.db"
    with driven(str(database)) as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        driver.do(SetBreakpoints((Breakpoint("1", "before", "b"),)))
        driver.start({"log": []})
        edit = StateEdit("t", driver.rows()[0].checkpoint_id, {"count": 7})
        database.rename(aside)
        if replaced:
            database.write_bytes(aside.read_bytes())
        for command in (
            ListThreads(),
            Start("other", {"log": []}),
            Continue("t"),
            CommitEdit(edit),
            DeleteThread("t"),
        ):
            reply = driver.ask(command)
            assert isinstance(reply, Failed)
            assert reply.error.type == "StoreMissingError"
            told = "another file is in its place" if replaced else "the file was removed"
            assert told in reply.error.message
            assert "Put the file back" in reply.error.remedy
        aside.rename(database)
        driver.do(SetBreakpoints(()))
        driver.go()
        assert [each.thread_id for each in driver.do(ListThreads()).threads] == ["t"]
        assert driver.values()["log"] == "['a', 'b', 'c']"
