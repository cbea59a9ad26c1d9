"""Where a run pauses by itself: in subgraphs, on channels, on errors, at goals, merged with the
stops that are compiled into the graph."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.debug.commands import Breakpoint, Goal, Resume, SetBreakpoints, Start
from runtime.debug.events import BreakpointHit, CheckpointSaved, RunEnded, RunPaused, TaskFailed
from runtime.debug.views import CheckpointView
from tests.runtime.debug.harness import CHAIN, FAN, Driver, driven, write_graph

BOTH_TRANSPORTS = True


@pytest.fixture
def driver() -> Iterator[Driver]:
    with driven() as made:
        yield made


def paused(rest: RunPaused | RunEnded) -> RunPaused:
    assert isinstance(rest, RunPaused), rest
    return rest


def ended(rest: RunPaused | RunEnded) -> RunEnded:
    assert isinstance(rest, RunEnded), rest
    return rest


def opened(driver: Driver, folder: Path, text: str, *breakpoints: Breakpoint) -> None:
    driver.open(write_graph(folder, text))
    driver.do(SetBreakpoints(breakpoints))


NESTED = """
class State(TypedDict):
    log: Annotated[list[str], operator.add]
    count: int


def draft(state: State) -> dict[str, Any]:
    return {"log": ["draft"], "count": state.get("count", 0) + 1}


def polish(state: State) -> dict[str, Any]:
    return {"log": ["polish"], "count": 10}


inner = StateGraph(State)
inner.add_sequence([draft, polish])
inner.add_edge(START, "draft")


def first(state: State) -> dict[str, Any]:
    return {"log": ["first"], "count": 1}


builder = StateGraph(State)
builder.add_node(first)
builder.add_node("letter", inner.compile(STOPS))
builder.add_node("draft", draft)
builder.add_edge(START, "first")
builder.add_edge("first", "letter")
builder.add_edge("letter", "draft")
graph = builder.compile()
"""


def nested(stops: str = "") -> str:
    return NESTED.replace("STOPS", stops)


def test_before_a_node_of_a_subgraph_and_not_its_namesake(driver: Driver, tmp_path: Path) -> None:
    opened(driver, tmp_path, nested(), Breakpoint("1", "before", "draft", namespace="letter"))
    rest = paused(driver.start({"log": []}))
    assert (rest.text, rest.next) == ("Breakpoint before letter / draft.", ("draft",))
    assert rest.checkpoint_ns.startswith("letter:")
    assert ended(driver.go()).reason == "done"
    driver.do(SetBreakpoints((Breakpoint("1", "before", "draft"),)))
    rest = paused(driver.start({"log": []}, "other"))
    assert (rest.text, rest.checkpoint_ns) == ("Breakpoint before draft.", "")


def test_conditions_and_channels_of_a_subgraph(driver: Driver, tmp_path: Path) -> None:
    opened(
        driver,
        tmp_path,
        nested(),
        Breakpoint("1", "condition", condition="count == 2", namespace="letter"),
        Breakpoint("2", "write", "count", namespace="letter", condition="count == 10"),
    )
    rest = paused(driver.start({"log": []}))
    assert (rest.breakpoint_id, rest.next) == ("1", ("polish",))
    rest = paused(driver.go())
    # It was the subgraph's last superstep: the run waits at its end.
    assert (rest.breakpoint_id, rest.next) == ("2", ())
    assert rest.checkpoint_ns.startswith("letter:")
    assert ended(driver.go()).reason == "done"


def test_a_step_inside_a_subgraph_ends_in_it(driver: Driver, tmp_path: Path) -> None:
    opened(driver, tmp_path, nested(), Breakpoint("1", "after", "draft", namespace="letter"))
    assert paused(driver.start({"log": []})).next == ("polish",)
    rest = paused(driver.go(mode="step_superstep"))
    assert (rest.next, rest.checkpoint_ns) == (("draft",), "")


def test_after_the_last_node_the_run_still_pauses(driver: Driver, tmp_path: Path) -> None:
    opened(driver, tmp_path, CHAIN, Breakpoint("1", "after", "c"))
    rest = paused(driver.start({"log": []}))
    assert (rest.text, rest.next) == ("Breakpoint after c.", ())
    assert driver.values()["log"] == "['a', 'b', 'c']"
    assert ended(driver.go()).reason == "done"


SAME = CHAIN.replace('return {"log": ["b"], "count": state["count"] + 1}', 'return {"count": 1}')


def test_a_write_of_the_same_value_is_no_change(driver: Driver, tmp_path: Path) -> None:
    opened(driver, tmp_path, SAME, Breakpoint("w", "write", "count"))
    assert paused(driver.start({"log": [], "count": 0})).next == ("a",)
    assert paused(driver.go()).next == ("b",)
    assert paused(driver.go()).next == ("c",)
    driver.do(SetBreakpoints((Breakpoint("c", "change", "count"),)))
    assert ended(driver.go()).reason == "done"
    rest = paused(driver.start({"log": [], "count": 0}, "other"))
    assert (rest.text, rest.next) == ("Breakpoint on change of count.", ("a",))
    assert paused(driver.go("other")).next == ("b",)
    assert ended(driver.go("other")).reason == "done"


def test_several_writes_are_told_before_they_are_folded(driver: Driver, tmp_path: Path) -> None:
    opened(driver, tmp_path, FAN, Breakpoint("1", "several", "log"))
    rest = paused(driver.start({"log": []}))
    assert (rest.text, rest.next) == ("Breakpoint on several writes to log.", ())
    view = driver.view()
    assert isinstance(view, CheckpointView)
    assert [task.state for task in view.tasks] == ["wrote"] * 4
    assert driver.values()["log"] == "[]"
    # A step from within the superstep goes to its end.
    rest = paused(driver.go(mode="step_superstep"))
    assert rest.next == ("join",)
    assert len(driver.told(CheckpointSaved)[-1].row.next) == 1


CLASH = """
class State(TypedDict):
    answer: str


def left(state: State) -> dict[str, Any]:
    return {"answer": "l"}


def right(state: State) -> dict[str, Any]:
    return {"answer": "r"}


builder = StateGraph(State)
for node in (left, right):
    builder.add_node(node)
    builder.add_edge(START, node.__name__)
graph = builder.compile()
"""


def test_what_the_barrier_refuses_pauses_with_its_traceback(driver: Driver, tmp_path: Path) -> None:
    opened(driver, tmp_path, CLASH, Breakpoint("1", "error"), Breakpoint("2", "several", "answer"))
    rest = paused(driver.start({"answer": ""}))
    assert (rest.reason, rest.breakpoint_id) == ("breakpoint", "2")
    rest = paused(driver.go())
    assert (rest.reason, rest.text) == ("error", "Breakpoint on error in superstep 1.")
    assert rest.error is not None
    assert rest.error.type == "InvalidUpdateError"
    assert "Traceback" in rest.error.traceback
    assert ended(driver.go()).reason == "failed"


FAILING = nested().replace('return {"log": ["polish"], "count": 10}', 'raise ValueError("bad ink")')


@pytest.mark.parametrize(
    ("breakpoint", "text"),
    [
        (Breakpoint("1", "error"), "Breakpoint on error in letter / polish."),
        (
            Breakpoint("1", "error", "polish", "count == 2", namespace="letter"),
            "Breakpoint on error in letter / polish where count == 2.",
        ),
    ],
)
def test_an_error_pauses_once_where_it_was_raised(
    driver: Driver, tmp_path: Path, breakpoint: Breakpoint, text: str
) -> None:
    opened(driver, tmp_path, FAILING, breakpoint)
    rest = paused(driver.start({"log": []}))
    assert (rest.reason, rest.text) == ("error", text)
    assert rest.error is not None
    assert rest.error.message == "bad ink"
    assert rest.error.frames[-1].function == "polish"
    end = ended(driver.go())
    assert (end.reason, len(driver.told(TaskFailed))) == ("failed", 2)


def test_a_run_that_waits_at_an_error_can_be_stopped(driver: Driver, tmp_path: Path) -> None:
    from runtime.debug.commands import Stop

    opened(driver, tmp_path, CLASH, Breakpoint("1", "error"))
    paused(driver.start({"answer": ""}))
    driver.do(Stop())
    assert ended(driver.rest()).reason == "stopped"


def test_logging_goes_on_and_hits_are_told(driver: Driver, tmp_path: Path) -> None:
    opened(
        driver,
        tmp_path,
        CHAIN,
        Breakpoint("log", "after", logs=True, message="{len(log)}: {log[-1]}"),
        Breakpoint("third", "before", hits="3"),
    )
    rest = paused(driver.start({"log": []}))
    assert (rest.breakpoint_id, rest.next) == ("third", ("c",))
    assert ended(driver.go()).reason == "done"
    told = driver.told(BreakpointHit)
    assert [hit.text for hit in told if hit.outcome == "logged"] == ["1: a", "2: b", "3: c"]
    assert [(hit.count, hit.outcome) for hit in told if hit.breakpoint_id == "third"] == [
        (1, "counted"),
        (2, "counted"),
        (3, "paused"),
    ]
    # New input counts anew.
    assert paused(driver.start({"log": []}, "other")).next == ("c",)


def test_a_condition_that_does_not_fit_is_told(driver: Driver, tmp_path: Path) -> None:
    opened(driver, tmp_path, CHAIN, Breakpoint("1", "before", "b", "count > 'x'"))
    assert ended(driver.start({"log": []})).reason == "done"
    (hit,) = driver.told(BreakpointHit)
    assert (hit.outcome, hit.count) == ("unclear", 0)
    assert "not supported between" in hit.text


COMPILED = CHAIN.replace(
    "graph = builder.compile()",
    'graph = builder.compile(interrupt_before=["b"], interrupt_after=["b"])',
)


def test_stops_of_the_graph_and_breakpoints_are_merged(driver: Driver, tmp_path: Path) -> None:
    opened(
        driver,
        tmp_path,
        COMPILED,
        Breakpoint("1", "before", "b"),
        Breakpoint("2", "before", "b", logs=True, message="at b"),
        Breakpoint("3", "before", "c", hits="1"),
    )
    end = ended(driver.start({"log": []}))
    assert (end.reason, end.text) == ("interrupted", "The graph stops before b.")
    # The breakpoint at the same place does not stop a second time, and what logs there logs.
    end = ended(driver.go())
    assert (end.reason, end.text) == ("interrupted", "The graph stops after b.")
    assert [hit.text for hit in driver.told(BreakpointHit) if hit.outcome == "logged"] == ["at b"]
    driver.do(SetBreakpoints(()))
    assert ended(driver.go()).reason == "done"


def test_stops_compiled_into_a_subgraph_stay(driver: Driver, tmp_path: Path) -> None:
    opened(
        driver, tmp_path, nested("interrupt_before=['polish']"), Breakpoint("1", "before", "draft")
    )
    assert ended(driver.start({"log": []})).reason == "interrupted"
    assert paused(driver.go()).text == "Breakpoint before draft."


@pytest.mark.parametrize(
    ("goal", "text", "due"),
    [
        (Goal("c"), "c is due.", ("c",)),
        (Goal(step=2), "Superstep 2 is due.", ("b",)),
        (Goal(expression="count > 1"), "count > 1 holds.", ("c",)),
        (Goal("c", expression="'a' in log"), "'a' in log holds.", ("b",)),
    ],
)
def test_a_run_goes_to_a_goal_from_its_input(
    driver: Driver, tmp_path: Path, goal: Goal, text: str, due: tuple[str, ...]
) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    driver.do(Start("t", {"log": []}, goal=goal))
    rest = paused(driver.rest())
    assert (rest.reason, rest.text, rest.next) == ("until", text, due)


def test_a_goal_inside_a_subgraph(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, nested()))
    driver.do(Start("t", {"log": []}, goal=Goal("polish", namespace="letter")))
    rest = paused(driver.rest())
    assert (rest.text, rest.next) == ("letter / polish is due.", ("polish",))


def test_a_goal_that_does_not_come_is_said(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    driver.do(Start("t", {"log": []}, goal=Goal("nowhere", expression="count > 99")))
    end = ended(driver.rest())
    assert end.text == "Done; nowhere or count > 99 did not come."
    refusal = driver.refusal(Start("t", {"log": []}, goal=Goal(expression="count >")))
    assert refusal.startswith("The expression is not an expression")


ASKS = CHAIN.replace('return {"log": ["a"]', 'return {"log": ["a" + interrupt("go on?")]')


def test_an_answer_goes_on_to_a_goal(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, ASKS))
    asked = ended(driver.start({"log": []}))
    answers: dict[str, Any] = {asked.interrupts[0].id: "!"}
    driver.do(Resume("t", answers, goal=Goal("c")))
    assert paused(driver.rest()).next == ("c",)
