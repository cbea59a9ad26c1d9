"""A session runs a graph: superstep by superstep, task by task, to breakpoints, and stops it."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.debug.commands import (
    Breakpoint,
    Continue,
    DeleteThread,
    Goal,
    ListThreads,
    OpenTarget,
    Pause,
    ReadCheckpoint,
    SetBreakpoints,
    Start,
    Stop,
)
from runtime.debug.events import (
    BarrierReached,
    ChannelUpdated,
    CheckpointSaved,
    RunEnded,
    RunPaused,
    RunStarted,
    SuperstepPlanned,
    TaskFailed,
    TaskOutput,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.views import Done, ThreadPage
from tests.runtime.debug.harness import CHAIN, FAN, WAIT_SECONDS, Driver, driven, write_graph

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


def test_superstep_by_superstep(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    first = paused(driver.start({"log": []}, mode="step_superstep"))
    assert (first.reason, first.step, first.next) == ("step", 1, ("a",))
    assert [event.name for event in driver.told(TaskWrote)] == ["__start__"]
    second = paused(driver.go(mode="step_superstep"))
    assert (second.step, second.next) == (2, ("b",))
    assert driver.values() == {"log": "['a']", "count": "1"}
    third = paused(driver.go(mode="step_superstep"))
    assert third.next == ("c",)
    assert ended(driver.go(mode="step_superstep")).reason == "done"
    assert driver.values() == {"log": "['a', 'b', 'c']", "count": "2"}


def test_events_come_in_order_and_are_numbered(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    assert ended(driver.start({"log": []})).reason == "done"
    assert [event.sequence for event in driver.events] == list(range(1, len(driver.events) + 1))
    assert len({event.run_id for event in driver.events}) == 1
    kinds = [type(event) for event in driver.events]
    assert kinds[0] is RunStarted
    assert kinds[-1] is RunEnded
    of_b = [
        type(event)
        for event in driver.events
        if getattr(event, "step", None) == 2 or type(event) is TaskOutput
    ]
    assert of_b == [
        SuperstepPlanned,
        TaskStarted,
        TaskOutput,
        TaskWrote,
        BarrierReached,
        *[ChannelUpdated] * 4,
    ]
    (said,) = driver.told(TaskOutput)
    assert (said.name, said.kind, said.text) == ("b", "stdout", "in b")
    rows = [event.row for event in driver.told(CheckpointSaved)]
    assert [(row.step, row.source, row.next) for row in rows] == [
        (-1, "input", ("__start__",)),
        (0, "loop", ("a",)),
        (1, "loop", ("b",)),
        (2, "loop", ("c",)),
        (3, "loop", ()),
    ]
    assert rows[::-1] == driver.rows()


def test_of_a_very_wide_fold_both_ends_are_shown(driver: Driver, tmp_path: Path) -> None:
    wide = FAN.replace("for n in range(2)", "for n in range(300)")
    assert wide != FAN
    driver.open(write_graph(tmp_path, wide))
    driver.start({"log": []})
    update = next(
        event for event in driver.told(ChannelUpdated) if event.channel == "log" and event.step == 2
    )
    operands = [step.operand.text for step in update.fold]
    assert len(operands) == 302
    assert operands[:3] == ["['left']", "['right']", "['work 0']"]
    assert operands[-1] == "['work 299']"
    assert operands.count("…") == 202
    assert [step.name for step in update.fold[150:152]] == ["work", "work"]
    assert update.fold[-1].result == update.new


def test_updates_carry_versions_values_and_the_fold(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, FAN))
    driver.start({"log": []})
    update = next(
        event for event in driver.told(ChannelUpdated) if event.channel == "log" and event.step == 2
    )
    assert update.old is not None
    assert update.new is not None
    assert (update.old.text, update.new.text) == (
        "[]",
        "['left', 'right', 'work 0', 'work 1']",
    )
    assert update.new_version > update.old_version
    assert [step.name for step in update.fold] == ["left", "right", "work", "work"]
    assert [step.operand.text for step in update.fold] == [
        "['left']",
        "['right']",
        "['work 0']",
        "['work 1']",
    ]
    assert update.fold[-1].result == update.new
    results = [step.result.text for step in update.fold if step.result is not None]
    assert results == [
        "['left']",
        "['left', 'right']",
        "['left', 'right', 'work 0']",
        "['left', 'right', 'work 0', 'work 1']",
    ]


def test_planned_tasks_say_why_they_are_due(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, FAN))
    driver.start({"log": []})
    planned = driver.told(SuperstepPlanned)
    assert [[task.name for task in event.tasks] for event in planned] == [
        ["__start__"],
        ["plan"],
        ["work", "work", "left", "right"],
        ["join"],
    ]
    work, _, left, _ = planned[2].tasks
    assert (work.kind, work.index, work.triggers) == ("PUSH", 0, ())
    assert work.input is not None
    assert work.input.text == "{'n': 0}"
    (trigger,) = left.triggers
    assert (trigger.channel, trigger.due, trigger.written_by) == ("branch:to:left", True, ("plan",))
    (join,) = planned[3].tasks
    reported = next(trigger for trigger in join.triggers if trigger.join_sources)
    assert reported.join_reported == ("left", "right")


def test_targets_of_a_task_are_told(driver: Driver, tmp_path: Path) -> None:
    driver.open(
        write_graph(tmp_path, FAN + 'builder.add_edge("join", END)\ngraph = builder.compile()')
    )
    driver.start({"log": []})
    chosen = {event.name: event.targets for event in driver.told(TaskWrote)}
    assert chosen["plan"] == ("left", "right", "work")
    assert chosen["left"] == ("join",)
    assert chosen["join"] == ("__end__",)
    assert chosen["work"] == ()


def test_task_by_task_in_the_order_chosen(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, FAN))
    driver.start({"log": []}, mode="step_superstep")
    rest = paused(driver.go(mode="step_superstep"))
    assert rest.next == ("work", "work", "left", "right")
    tasks = {task.name: task.id for task in driver.view().tasks}
    rest = paused(driver.go(mode="step_task", task_id=tasks["right"]))
    assert rest.next == ("work", "work", "left")
    states = [(task.name, task.state) for task in driver.view().tasks]
    assert states == [("left", "due"), ("right", "wrote"), ("work", "due"), ("work", "due")]
    assert paused(driver.go(mode="step_task", task_id=tasks["left"])).next == ("work", "work")
    assert paused(driver.go(mode="step_task")).next == ("work",)
    last = paused(driver.go(mode="step_task"))
    assert last.next == ("join",)
    assert [event.name for event in driver.told(TaskWrote)][2:] == ["right", "left", "work", "work"]
    # The barrier folds in its own order, whichever task ran first.
    assert driver.values()["log"] == "['left', 'right', 'work 0', 'work 1']"
    assert ended(driver.go()).reason == "done"


def test_task_by_task_where_each_superstep_has_one(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    assert paused(driver.start({"log": []}, mode="step_task")).next == ("a",)
    assert paused(driver.go(mode="step_task")).next == ("b",)
    assert paused(driver.go(mode="step_task")).next == ("c",)
    assert ended(driver.go(mode="step_task")).reason == "done"


def test_from_a_task_to_the_end_of_its_superstep(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, FAN))
    driver.start({"log": []}, mode="step_superstep")
    driver.go(mode="step_superstep")
    assert len(paused(driver.go(mode="step_task")).next) == 3
    assert paused(driver.go(mode="step_superstep")).next == ("join",)


@pytest.mark.parametrize(
    ("breakpoint", "reason", "next_nodes", "text"),
    [
        (Breakpoint("1", "before", "b"), "breakpoint", ("b",), "Breakpoint before b."),
        (Breakpoint("1", "after", "a"), "breakpoint", ("b",), "Breakpoint after a."),
        (Breakpoint("1", "write", "count"), "breakpoint", ("b",), "Breakpoint on write to count."),
        (
            Breakpoint("1", "write", "log", "len(log) == 2"),
            "breakpoint",
            ("c",),
            "Breakpoint on write to log where len(log) == 2.",
        ),
        (
            Breakpoint("1", "condition", condition="count >= 2"),
            "breakpoint",
            ("c",),
            "Breakpoint condition count >= 2.",
        ),
    ],
)
def test_breakpoints_pause_the_run(
    driver: Driver,
    tmp_path: Path,
    breakpoint: Breakpoint,
    reason: str,
    next_nodes: tuple[str, ...],
    text: str,
) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    driver.do(SetBreakpoints((breakpoint,)))
    rest = paused(driver.start({"log": []}))
    assert (rest.reason, rest.next, rest.text) == (reason, next_nodes, text)
    assert rest.breakpoint_id == "1"
    driver.do(SetBreakpoints(()))
    assert ended(driver.go()).reason == "done"


def test_a_bad_condition_is_refused_and_the_old_breakpoints_stay(
    driver: Driver, tmp_path: Path
) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    driver.do(SetBreakpoints((Breakpoint("1", "before", "c"),)))
    refusal = driver.refusal(SetBreakpoints((Breakpoint("2", "condition", condition="a b"),)))
    assert refusal.startswith("Condition `a b`")
    assert paused(driver.start({"log": []})).breakpoint_id == "1"


def test_run_until_a_node_or_a_superstep(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    driver.start({"log": []}, mode="step_superstep")
    rest = paused(driver.go(goal=Goal("c")))
    assert (rest.reason, rest.next) == ("until", ("c",))
    assert ended(driver.go()).reason == "done"
    first = paused(driver.start({"log": []}, "other", mode="step_superstep"))
    rest = paused(driver.go("other", goal=Goal(step=first.step + 1)))
    assert (rest.reason, rest.next) == ("until", ("b",))


LATCHED = (
    CHAIN
    + """
import pathlib, time
HERE = pathlib.Path(__file__).parent

def slow(state: State) -> dict[str, Any]:
    (HERE / "entered").touch()
    while not (HERE / "leave").exists():
        time.sleep(0.005)
    return {"log": ["slow"]}

builder = StateGraph(State)
builder.add_node(a)
builder.add_node(slow)
builder.add_node(c)
builder.add_edge(START, "a")
builder.add_edge("a", "slow")
builder.add_edge("slow", "c")
graph = builder.compile()
"""
)


class Latch:
    """Holds a node, in whichever process it runs, until the test lets it go."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def entered(self) -> None:
        """Wait until the node runs."""
        deadline = time.monotonic() + WAIT_SECONDS
        while not (self._folder / "entered").exists():
            assert time.monotonic() < deadline, "the node did not start"
            time.sleep(0.005)

    def leave(self) -> None:
        (self._folder / "leave").touch()


@pytest.fixture
def latch(tmp_path: Path) -> Iterator[Latch]:
    made = Latch(tmp_path)
    yield made
    made.leave()


def test_pause_lets_the_running_task_finish(driver: Driver, tmp_path: Path, latch: Latch) -> None:
    driver.open(write_graph(tmp_path, LATCHED))
    driver.do(Start("t", {"log": []}))
    latch.entered()
    driver.do(Pause())
    latch.leave()
    rest = paused(driver.rest())
    assert (rest.reason, rest.next) == ("pause", ("c",))
    assert driver.values()["log"] == "['a', 'slow']"
    assert ended(driver.go()).reason == "done"


def test_reading_goes_on_while_a_node_runs(driver: Driver, tmp_path: Path, latch: Latch) -> None:
    driver.open(write_graph(tmp_path, LATCHED))
    driver.do(Start("t", {"log": []}))
    latch.entered()
    assert driver.values()["log"] == "['a']"
    assert driver.rows()[0].next == ("slow",)
    assert [task.state for task in driver.view().tasks] == ["running"]
    page = driver.do(ListThreads())
    assert isinstance(page, ThreadPage)
    assert [thread.status for thread in page.threads] == ["running"]
    assert "under way" in driver.refusal(Start("t", {"log": []}))
    assert "under way" in driver.refusal(Continue("t"))
    assert "under way" in driver.refusal(OpenTarget("elsewhere.py"))
    assert "under way" in driver.refusal(DeleteThread("t"))
    latch.leave()
    assert ended(driver.rest()).reason == "done"


def test_stop_while_paused(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    driver.start({"log": []}, mode="step_superstep")
    driver.do(Stop())
    assert ended(driver.rest()).reason == "stopped"
    assert ended(driver.go()).reason == "done"


def test_stop_keeps_what_finished_tasks_wrote(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, FAN))
    driver.start({"log": []}, mode="step_superstep")
    driver.go(mode="step_superstep")
    driver.go(mode="step_task")
    driver.do(Stop())
    assert ended(driver.rest()).reason == "stopped"
    assert [task.state for task in driver.view().tasks].count("wrote") == 1
    before = len(driver.told(TaskWrote))
    assert ended(driver.go()).reason == "done"
    names = [event.name for event in driver.told(TaskWrote)[before:]]
    assert sorted(names) == ["join", "left", "right", "work"]
    assert driver.values()["log"] == "['left', 'right', 'work 0', 'work 1', 'join']"


def test_a_node_that_never_returns_costs_one_stop(tmp_path: Path, latch: Latch) -> None:
    with driven(stop_grace=0.05) as driver:
        driver.open(write_graph(tmp_path, LATCHED))
        driver.do(Start("t", {"log": []}))
        latch.entered()
        driver.do(Stop())
        rest = ended(driver.rest())
        assert rest.reason == "stopped"
        assert rest.text.endswith("because it does not return: slow.")
        # The session is usable at once: the graph is still open, the thread goes on.
        assert driver.values()["log"] == "['a']"
        latch.leave()
        assert ended(driver.go()).reason == "done"
        assert driver.values()["log"] == "['a', 'slow', 'c']"


@pytest.mark.usefixtures("in_process")
def test_a_node_left_behind_saves_and_tells_nothing_more(tmp_path: Path, latch: Latch) -> None:
    with driven(stop_grace=0.05) as driver:
        driver.open(write_graph(tmp_path, LATCHED))
        driver.do(Start("t", {"log": []}))
        latch.entered()
        driver.do(Stop())
        rest = ended(driver.rest())
        assert rest.reason == "stopped"
        assert rest.text == "Stopped; left behind, because it does not return: slow."
        # The session is usable at once, on the same thread too.
        driver.open(write_graph(tmp_path, CHAIN))
        assert ended(driver.start({"log": []})).reason == "done"
        head = driver.rows()[0]
        told = len(driver.events)
        left_behind = [thread for thread in threading.enumerate() if thread.name == "pregel-run-t"]
        latch.leave()
        for thread in left_behind:
            thread.join(20)
            assert not thread.is_alive()
        assert driver.rows()[0] == head
        assert len(driver.events) == told
        assert driver.values()["log"] == "['a', 'a', 'b', 'c']"


def test_a_sibling_that_never_returns_does_not_cost_what_others_wrote(
    tmp_path: Path, latch: Latch
) -> None:
    body = (
        LATCHED
        + """
builder = StateGraph(State)
for node in (a, slow, c):
    builder.add_node(node)
    builder.add_edge(START, node.__name__)
graph = builder.compile()
"""
    )
    with driven(stop_grace=0.05) as driver:
        driver.open(write_graph(tmp_path, body))
        driver.do(Start("t", {"log": []}))
        latch.entered()
        driver.wait(TaskStarted, lambda event: event.name == "slow")
        driver.do(Stop())
        assert ended(driver.rest()).reason == "stopped"
        states = {task.name: task.state for task in driver.view().tasks}
        wrote = {event.name for event in driver.told(TaskWrote)} - {"__start__"}
        # What was saved in the moment of the stop may not have been told any more.
        assert all(states[name] == "wrote" for name in wrote)
        assert states["slow"] == "due"
        latch.leave()
        assert ended(driver.go()).reason == "done"
        assert driver.values()["log"] == "['a', 'c', 'slow']"


def test_a_failing_node_keeps_state_and_history(driver: Driver, tmp_path: Path) -> None:
    path = write_graph(
        tmp_path,
        CHAIN.replace('print("in b")', 'raise ValueError("no way")'),
    )
    driver.open(path)
    rest = ended(driver.start({"log": []}))
    assert rest.reason == "failed"
    assert rest.text == "ValueError in b."
    assert rest.error is not None
    assert (rest.error.type, rest.error.node) == ("ValueError", "b")
    assert rest.error.frames[-1].path == str(path)
    assert rest.error.frames[-1].text == 'raise ValueError("no way")'
    (failed,) = driver.told(TaskFailed)
    assert failed.error.frames == rest.error.frames
    view = driver.view()
    assert view.row.failed
    (task,) = view.tasks
    assert task.state == "failed"
    assert task.error is not None
    assert task.error.message == "no way"
    assert task.error.frames[-1].line == rest.error.frames[-1].line
    assert driver.values()["log"] == "['a']"
    page = driver.do(ListThreads())
    assert [thread.status for thread in page.threads] == ["failed"]
    # Corrected and opened again, the thread goes on where it failed.
    driver.open(write_graph(tmp_path, CHAIN))
    assert ended(driver.go()).reason == "done"
    assert driver.values()["log"] == "['a', 'b', 'c']"


def test_a_breakpoint_on_errors_pauses_at_the_failure(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, CHAIN.replace('print("in b")', "1 / 0")))
    driver.do(SetBreakpoints((Breakpoint("1", "error"),)))
    rest = paused(driver.start({"log": []}))
    assert (rest.reason, rest.text) == ("error", "Breakpoint on error in b.")
    assert ended(driver.go()).reason == "failed"


def test_input_that_does_not_fit_is_refused(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    assert driver.refusal(Start("t", {"count": "many"})).startswith("count: Input should be")
    assert "There is no such field" in driver.refusal(Start("t", {"cuont": 1}))
    assert "must be an object" in driver.refusal(Start("t", [1]))
    assert driver.events == []


def test_commands_that_need_a_graph_or_a_thread_say_so(driver: Driver, tmp_path: Path) -> None:
    assert driver.refusal(Start("t", {})) == "No graph is open."
    assert driver.refusal(ListThreads()) == "Neither a database nor a graph is open."
    driver.open(write_graph(tmp_path, CHAIN))
    assert driver.refusal(Continue("t")) == "There is no checkpoint in thread t."
    unknown = driver.refusal(Continue("t", checkpoint_id="zz"))
    assert unknown == "There is no checkpoint in thread t."
    assert driver.refusal(ReadCheckpoint("t")) == "There is no checkpoint in thread t."
    assert "nowhere" in driver.refusal(ReadCheckpoint("t", checkpoint_id="nowhere"))
    assert driver.ask(Pause()) == Done()
    assert driver.ask(Stop()) == Done()


def test_a_thread_can_be_deleted(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    driver.start({"log": []}, "gone")
    driver.start({"log": []}, "kept", "step_superstep")
    driver.do(DeleteThread("gone"))
    page = driver.do(ListThreads())
    assert [thread.thread_id for thread in page.threads] == ["kept"]
    assert "no checkpoint" in driver.refusal(DeleteThread("gone"))
    driver.do(DeleteThread("kept"))
    assert ended(driver.rest()).reason == "stopped"
    assert driver.do(ListThreads()).threads == ()


def test_another_run_ends_a_paused_one(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, CHAIN))
    driver.start({"log": []}, "one", "step_superstep")
    assert ended(driver.start({"log": []}, "two")).thread_id == "one"
    assert ended(driver.rest()).thread_id == "two"


def test_a_closed_session_answers_and_ends_its_run(tmp_path: Path) -> None:
    with driven() as driver:
        driver.open(write_graph(tmp_path, CHAIN))
        driver.start({"log": []}, mode="step_superstep")
        driver.session.close()
        assert ended(driver.rest()).reason == "stopped"
        assert driver.refusal(ListThreads()) == "The session is closed."


TOGETHER = """
class State(TypedDict):
    log: Annotated[list[str], operator.add]


together = threading.Barrier(2)


def first(state: State) -> dict[str, Any]:
    return {"log": ["first"]}


def second(state: State) -> dict[str, Any]:
    together.wait(10)
    return {"log": ["second"]}


def third(state: State) -> dict[str, Any]:
    together.wait(10)
    return {"log": ["third"]}


builder = StateGraph(State)
for node in (first, second, third):
    builder.add_node(node)
    builder.add_edge(START, node.__name__)
graph = builder.compile()
"""


def test_after_a_task_was_stepped_the_others_run_at_once(driver: Driver, tmp_path: Path) -> None:
    driver.open(write_graph(tmp_path, TOGETHER))
    for _ in range(2):
        waiting = paused(driver.start({"log": []}, mode="step_superstep"))
        while "first" not in waiting.next:
            waiting = paused(driver.go(mode="step_superstep"))
        assert set(paused(driver.go(mode="step_task")).next) == {"second", "third"}
        assert ended(driver.go(mode="run")).reason == "done"
