"""Pinned outputs, nodes skipped for one run, and nodes that are unsafe to repeat."""

from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from runtime.debug.commands import (
    CommitEdit,
    Continue,
    Resume,
    Start,
    StateEdit,
    Stop,
)
from runtime.debug.events import (
    CheckpointSaved,
    RunEnded,
    RunPaused,
    SuperstepPlanned,
    TaskWrote,
)
from runtime.debug.marks.commands import ReadCost, ReadPin, SetNodeMarks
from runtime.debug.marks.views import CostRead, MarksChecked, NodeMark, PinnedWrite, PinRead
from runtime.debug.views import CheckpointView
from tests.runtime.debug.harness import CHAIN, Driver, driven, write_graph

BOTH_TRANSPORTS = True

WITNESS = """
from pathlib import Path


def note(name):
    with open(Path(__file__).with_name("ran.txt"), "a") as file:
        file.write(name + "\\n")


class State(TypedDict, total=False):
    log: Annotated[list[str], operator.add]
    choice: str


def first(state: State) -> dict[str, Any]:
    note("first")
    return {"log": ["first"], "choice": "left"}


def left(state: State) -> dict[str, Any]:
    note("left")
    return {"log": ["left"]}


def right(state: State) -> dict[str, Any]:
    note("right")
    return {"log": ["right"]}


builder = StateGraph(State)
for node in (first, left, right):
    builder.add_node(node)
builder.add_edge(START, "first")
builder.add_conditional_edges("first", lambda state: state["choice"], ["left", "right"])
graph = builder.compile()
"""

COMMANDS = """
class State(TypedDict, total=False):
    log: Annotated[list[str], operator.add]


def plan(state: State) -> Command:
    return Command(update={"log": ["plan"]}, goto=[Send("work", {"n": 1}), Send("work", {"n": 2})])


def work(state: dict[str, Any]) -> Command:
    return Command(update={"log": [f"work {state['n']}"]}, goto="last")


def last(state: State) -> dict[str, Any]:
    return {"log": ["last"]}


builder = StateGraph(State)
builder.add_node("plan", plan, destinations=("work",))
builder.add_node("work", work, destinations=("last",))
builder.add_node(last)
builder.add_edge(START, "plan")
graph = builder.compile()
"""

NESTED = """
class State(TypedDict, total=False):
    log: Annotated[list[str], operator.add]


def send(state: State) -> dict[str, Any]:
    return {"log": ["sent"]}


def before(state: State) -> dict[str, Any]:
    return {"log": ["before"]}


inner = StateGraph(State).add_node(send).add_edge(START, "send").compile()
builder = StateGraph(State)
builder.add_node(before)
builder.add_node("mail", inner)
builder.add_edge(START, "before")
builder.add_edge("before", "mail")
graph = builder.compile()
"""


def ran(folder: Path) -> list[str]:
    path = folder / "ran.txt"
    return path.read_text().split() if path.exists() else []


def at_node(driver: Driver, node: str) -> CheckpointView:
    """The oldest checkpoint at which the node is due."""
    row = next(row for row in reversed(driver.rows()) if node in row.next)
    return driver.view(row.checkpoint_id)


def pin_of(driver: Driver, node: str, index: int | None = None) -> NodeMark:
    view = at_node(driver, node)
    task = next(task for task in view.tasks if task.name == node and task.index == index)
    reply = driver.do(ReadPin("t", view.row.checkpoint_id, task.id))
    return cast(PinRead, reply).mark


def mark(driver: Driver, *marks: NodeMark) -> MarksChecked:
    return cast(MarksChecked, driver.do(SetNodeMarks(tuple(marks))))


def test_a_pinned_output_is_taken_instead_of_calling_the_node(tmp_path: Path) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, WITNESS))
        driver.start({"log": []})
        pin = pin_of(driver, "first")
        assert pin.writes == (PinnedWrite("log", ["first"]), PinnedWrite("choice", "left"))
        assert (pin.goto, pin.sends) == ((), ())
        assert mark(driver, pin).problems == ()
        origin = at_node(driver, "first").row.checkpoint_id
        before = ran(tmp_path)
        assert driver.go(checkpoint_id=origin).reason == "done"
        assert ran(tmp_path) == [*before, "left"]
        assert driver.values()["log"] == "['first', 'left']"


def test_an_edited_pin_decides_where_the_graph_goes(tmp_path: Path, in_process: None) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, WITNESS))
        pin = NodeMark(
            "pin", "first", writes=(PinnedWrite("choice", "right"), PinnedWrite("log", ["pinned"]))
        )
        mark(driver, pin)
        driver.start({"log": []})
        assert ran(tmp_path) == ["right"]
        assert driver.values() == {"log": "['pinned', 'right']", "choice": "'right'"}


def test_what_was_pinned_is_told_and_recorded(tmp_path: Path) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, WITNESS))
        mark(driver, NodeMark("pin", "first", writes=(PinnedWrite("choice", "left"),)))
        driver.start({"log": []})
        wrote = {event.name: event.substituted for event in driver.told(TaskWrote)}
        assert (wrote["first"], wrote["left"]) == ("pinned", "")
        planned = {
            task.name: task.substituted
            for event in driver.told(SuperstepPlanned)
            for task in event.tasks
        }
        assert (planned["first"], planned["left"]) == ("pinned", "")
        task = at_node(driver, "first").tasks[0]
        assert (task.state, task.substituted) == ("wrote", "pinned")
        noted = [row.metadata.get("substituted") for row in driver.rows()]
        assert noted.count({"first": "pinned"}) == 1
        told = [event.row.metadata.get("substituted") for event in driver.told(CheckpointSaved)]
        assert told.count({"first": "pinned"}) == 1
        assert {row.metadata["step"] for row in driver.rows()} == {
            row.step for row in driver.rows()
        }


def test_a_skipped_node_writes_nothing_and_its_edges_go_on(tmp_path: Path) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        mark(driver, NodeMark("skip", "b"))
        driver.start({"log": []})
        assert driver.values()["log"] == "['a', 'c']"
        assert [e.substituted for e in driver.told(TaskWrote) if e.name == "b"] == ["skipped"]
        mark(driver)
        driver.start({"log": []}, thread_id="again")
        assert driver.values(thread_id="again")["log"] == "['a', 'b', 'c']"


def test_skipping_wins_over_a_pin(tmp_path: Path, in_process: None) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        pin = NodeMark("pin", "b", writes=(PinnedWrite("log", ["pinned"]),))
        for marks in ((pin, NodeMark("skip", "b")), (NodeMark("skip", "b"), pin)):
            mark(driver, *marks)
            driver.start({"log": []}, thread_id=marks[0].kind)
            assert driver.values(thread_id=marks[0].kind)["log"] == "['a', 'c']"


def test_commands_of_a_pinned_node_are_part_of_its_output(tmp_path: Path, in_process: None) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, COMMANDS))
        driver.start({"log": []})
        plan, work = pin_of(driver, "plan"), pin_of(driver, "work", 1)
        assert [send.input for send in plan.sends] == [{"n": 1}, {"n": 2}]
        assert (work.goto, work.index) == (("last",), 1)
        pinned = replace(work, writes=(PinnedWrite("log", ["pinned"]),))
        mark(driver, plan, pinned)
        driver.start({"log": []}, thread_id="again")
        assert driver.values(thread_id="again")["log"] == "['plan', 'work 1', 'pinned', 'last']"


def test_a_pin_that_does_not_fit_is_told_and_nothing_runs(tmp_path: Path) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, WITNESS))
        checked = mark(driver, NodeMark("pin", "first", writes=(PinnedWrite("log", "text"),)))
        assert [problem.mark.node for problem in checked.problems] == ["first"]
        assert "log" in checked.problems[0].message
        assert "first" in driver.refusal(Start("t", {"log": []}))
        assert ran(tmp_path) == []
        for wrong in (
            NodeMark("pin", "first", writes=(PinnedWrite("lgo", []),)),
            NodeMark("pin", "first", goto=("nowhere",)),
        ):
            assert len(mark(driver, wrong).problems) == 1
        # A mark on a node that is gone holds nothing up.
        assert len(mark(driver, NodeMark("pin", "gone"), NodeMark("skip", "gone")).problems) == 2
        assert driver.start({"log": []}).reason == "done"


def test_a_pin_keeps_the_types_of_what_was_recorded(tmp_path: Path, in_process: None) -> None:
    body = """
from dataclasses import dataclass
from datetime import date


@dataclass
class Found:
    day: date
    tags: set[str]


class State(TypedDict, total=False):
    found: Any
    kinds: list[str]


def search(state: State) -> dict[str, Any]:
    return {"found": [Found(date(2026, 12, 1), {"a"}), (1, 2)]}


def look(state: State) -> dict[str, Any]:
    found, pair = state["found"]
    kinds = [type(each).__name__ for each in (found, found.day, found.tags, pair)]
    return {"kinds": kinds}


builder = StateGraph(State)
builder.add_sequence([search, look])
builder.add_edge(START, "search")
graph = builder.compile()
"""
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, body))
        driver.start({})
        mark(driver, pin_of(driver, "search"))
        driver.start({}, thread_id="again")
        assert driver.values(thread_id="again")["kinds"] == "['Found', 'date', 'set', 'tuple']"


def test_a_subgraph_and_a_node_inside_it_can_be_pinned(tmp_path: Path, in_process: None) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, NESTED))
        mark(driver, NodeMark("pin", "send", "mail", writes=(PinnedWrite("log", ["inside"]),)))
        driver.start({"log": []})
        assert "inside" in driver.values()["log"]
        assert "sent" not in driver.values()["log"]
        mark(driver, NodeMark("pin", "mail", writes=(PinnedWrite("log", ["whole"]),)))
        driver.start({"log": []}, thread_id="u")
        assert driver.values(thread_id="u")["log"] == "['before', 'whole']"


def test_only_a_recorded_output_can_be_pinned(tmp_path: Path, in_process: None) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        driver.start({"log": []}, mode="step_superstep")
        view = driver.view()
        text = driver.refusal(ReadPin("t", view.row.checkpoint_id, view.tasks[0].id))
        assert "No output of a" in text
        assert "no such task" in driver.refusal(ReadPin("t", view.row.checkpoint_id, "x"))


def test_repeating_an_unsafe_node_waits_to_be_asked(tmp_path: Path) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, WITNESS))
        mark(driver, NodeMark("unsafe", "left"))
        assert driver.start({"log": []}).reason == "done"  # the first time is no repetition
        origin = at_node(driver, "first").row.checkpoint_id
        paused = driver.go(checkpoint_id=origin)
        assert isinstance(paused, RunPaused)
        assert (paused.reason, paused.repeats, paused.next) == ("repeat", ("left",), ("left",))
        assert ran(tmp_path) == ["first", "left", "first"]
        assert driver.go().reason == "done"
        assert ran(tmp_path) == ["first", "left", "first", "left"]


@pytest.mark.parametrize("kind", ["skip", "pin"])
def test_a_run_that_waits_there_can_do_without_the_node(tmp_path: Path, kind: str) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, WITNESS))
        unsafe = NodeMark("unsafe", "left")
        mark(driver, unsafe)
        driver.start({"log": []})
        pin = pin_of(driver, "left")
        driver.go(checkpoint_id=at_node(driver, "left").row.checkpoint_id)
        mark(driver, unsafe, NodeMark("skip", "left") if kind == "skip" else pin)
        assert driver.go().reason == "done"
        assert ran(tmp_path) == ["first", "left"]
        assert driver.values()["log"] == ("['first']" if kind == "skip" else "['first', 'left']")


def test_a_pinned_node_is_not_asked_about(tmp_path: Path, in_process: None) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, WITNESS))
        driver.start({"log": []})
        mark(driver, NodeMark("unsafe", "left"), pin_of(driver, "left"))
        assert driver.go(checkpoint_id=at_node(driver, "left").row.checkpoint_id).reason == "done"
        assert ran(tmp_path) == ["first", "left"]


def test_an_edit_that_leads_to_the_node_again_asks_too(tmp_path: Path, in_process: None) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, WITNESS))
        driver.start({"log": []})
        mark(driver, NodeMark("unsafe", "left"), NodeMark("unsafe", "right"))
        past = at_node(driver, "left").row.checkpoint_id
        driver.do(CommitEdit(StateEdit("t", past, {"choice": "left"}, as_node="first")))
        paused = driver.go()
        assert isinstance(paused, RunPaused)
        assert paused.repeats == ("left",)
        driver.do(Stop())
        driver.rest()
        driver.do(CommitEdit(StateEdit("t", past, {"choice": "right"}, as_node="first")))
        # The other way was never taken: there is nothing to repeat.
        assert driver.go().reason == "done"


def test_new_input_behind_a_fork_is_no_repetition(tmp_path: Path, in_process: None) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, WITNESS))
        driver.start({"log": []})
        mark(driver, NodeMark("unsafe", "left"))
        driver.go(checkpoint_id=at_node(driver, "left").row.checkpoint_id)
        assert driver.go().reason == "done"
        assert driver.start({"log": ["more"]}).reason == "done"


def test_a_failed_attempt_of_an_unsafe_node_is_asked_about(
    tmp_path: Path, in_process: None
) -> None:
    failing = """note("left")
    if (Path(__file__).with_name("ran.txt")).read_text().split().count("left") == 1:
        raise ValueError("once")"""
    body = WITNESS.replace('note("left")', failing)
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, body))
        mark(driver, NodeMark("unsafe", "left"))
        assert driver.start({"log": []}).reason == "failed"
        paused = driver.go()
        assert isinstance(paused, RunPaused)
        assert paused.repeats == ("left",)
        assert driver.go().reason == "done"


def test_answering_an_unsafe_node_is_no_repetition(tmp_path: Path, in_process: None) -> None:
    body = WITNESS.replace('note("left")', 'note("left")\n    interrupt("really?")')
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, body))
        mark(driver, NodeMark("unsafe", "left"))
        ended = driver.start({"log": []})
        assert isinstance(ended, RunEnded)
        driver.do(Resume("t", {ended.interrupts[0].id: True}))
        assert driver.rest().reason == "done"


def test_a_node_inside_a_subgraph_can_be_unsafe(tmp_path: Path, in_process: None) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, NESTED))
        mark(driver, NodeMark("unsafe", "send", "mail"))
        assert driver.start({"log": []}).reason == "done"
        paused = driver.go(checkpoint_id=at_node(driver, "before").row.checkpoint_id)
        assert isinstance(paused, RunPaused)
        assert (paused.reason, paused.repeats) == ("repeat", ("send",))
        assert paused.checkpoint_ns.startswith("mail:")
        assert driver.go().reason == "done"


def test_stepping_asks_as_well(tmp_path: Path, in_process: None) -> None:
    with driven(str(tmp_path / "runs.sqlite")) as driver:
        driver.open(write_graph(tmp_path, WITNESS))
        driver.start({"log": []})
        mark(driver, NodeMark("unsafe", "first"))
        origin = at_node(driver, "first").row.checkpoint_id
        paused = driver.go(checkpoint_id=origin, mode="step_task")
        assert paused.reason == "repeat"
        assert ran(tmp_path) == ["first", "left"]
        assert driver.go(mode="step_task").reason == "step"
        assert ran(tmp_path) == ["first", "left", "first"]


METERED = """
class State(TypedDict, total=False):
    messages: Annotated[list[Any], operator.add]


def ask(state: State) -> dict[str, Any]:
    usage = {"input_tokens": 100, "output_tokens": 20, "total_tokens": 120}
    return {"messages": [{"type": "ai", "content": "hi", "usage_metadata": usage}]}


def tell(state: State) -> dict[str, Any]:
    usage = {"prompt_tokens": 7, "completion_tokens": 3}
    message = {"role": "assistant", "content": "", "response_metadata": {"token_usage": usage}}
    return {"messages": [message, {"role": "user", "content": "x"}]}


def quiet(state: State) -> None:
    return None


builder = StateGraph(State)
builder.add_sequence([ask, tell, quiet])
builder.add_edge(START, "ask")
graph = builder.compile()
"""


def test_what_ran_after_a_checkpoint_says_what_it_cost(tmp_path: Path) -> None:
    database = str(tmp_path / "runs.sqlite")
    with driven(database) as driver:
        driver.open(write_graph(tmp_path, METERED))
        driver.start({"messages": []})
        start = at_node(driver, "ask").row.checkpoint_id
        cost = cast(CostRead, driver.do(ReadCost("t", start)))
        assert (cost.supersteps, cost.next) == (3, None)
        found = {each.node: each for each in cost.nodes}
        assert list(found) == ["ask", "tell", "quiet"]
        tokens = {
            name: (each.metered, each.input_tokens, each.output_tokens)
            for name, each in found.items()
        }
        assert tokens == {"ask": (1, 100, 20), "tell": (1, 7, 3), "quiet": (0, 0, 0)}
        assert all(each.timed == each.runs == 1 for each in cost.nodes)
        later = cast(CostRead, driver.do(ReadCost("t", at_node(driver, "tell").row.checkpoint_id)))
        assert [each.node for each in later.nodes] == ["tell", "quiet"]
        page = cast(CostRead, driver.do(ReadCost("t", start, limit=1)))
        assert [each.node for each in page.nodes] == ["ask"]
        assert page.next == at_node(driver, "tell").row.checkpoint_id
        driver.go(checkpoint_id=start)
        again = cast(CostRead, driver.do(ReadCost("t", start)))
        assert [(each.node, each.runs) for each in again.nodes] == [
            ("ask", 1),
            ("tell", 1),
            ("quiet", 1),
        ], "the newest branch counts, and nothing twice"
    with driven(database) as driver:
        # Without the file only its records speak: no durations, but the tokens.
        cost = cast(CostRead, driver.do(ReadCost("t", start)))
        assert [(each.node, each.timed, each.input_tokens) for each in cost.nodes] == [
            ("ask", 0, 100),
            ("tell", 0, 7),
            ("quiet", 0, 0),
        ]
        assert "No graph" in driver.refusal(Continue("t"))
