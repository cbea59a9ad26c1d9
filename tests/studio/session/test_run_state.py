"""The run as it is folded from events, without Qt."""

from dataclasses import replace

from runtime.debug.events import (
    BarrierReached,
    CheckpointSaved,
    Event,
    PlannedTask,
    RunEnded,
    RunPaused,
    RunStarted,
    SuperstepPlanned,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.values import ValuePreview
from runtime.debug.views import CheckpointRow, ErrorView, InterruptView
from studio.session.run_state import RunState, counted

ROW = CheckpointRow("t", "", "c1", None, 0, "loop", "2026-01-01T00:00:00+00:00")


def planned(*names: str, finished: str = "") -> SuperstepPlanned:
    tasks = tuple(
        PlannedTask(f"{name}-{place}", name, "PULL", None, (), None, finished=name == finished)
        for place, name in enumerate(names)
    )
    return SuperstepPlanned(0, "r", "t", "", "c1", 2, tasks)


def wrote(task_id: str, ns: str = "") -> TaskWrote:
    return TaskWrote(0, "r", ns, 2, task_id, task_id, (), (), 1.0)


def after(*events: Event) -> RunState:
    state = RunState()
    state.apply([RunStarted(0, "r", "t", "input", None), *events])
    return state


def test_phases_follow_each_other() -> None:
    state = after(planned("a", "b", finished="b"))
    assert (state.phase, state.wrote, state.total, state.step) == ("plan", 1, 2, 2)
    state.apply([TaskStarted(0, "r", "", 2, "a-0", "a")])
    assert (state.phase, state.wrote) == ("execute", 1)
    state.apply([wrote("a-0"), BarrierReached(0, "r", "", 2)])
    assert (state.phase, state.wrote) == ("update", 2)
    state.apply([RunEnded(0, "r", "t", "done", "")])
    assert (state.status, state.phase, state.sentence) == ("done", "", "Done")


def test_tasks_of_subgraphs_do_not_count() -> None:
    state = after(planned("a"), wrote("inner", ns="a:1"))
    assert state.wrote == 0


def test_rows_are_taken_once() -> None:
    other = replace(ROW, checkpoint_id="c2")
    state = after(CheckpointSaved(0, "r", ROW), CheckpointSaved(0, "r", other))
    assert state.take_saved() == [ROW, other]
    assert state.take_saved() == []


def test_sentences() -> None:
    paused = after(planned("a"), RunPaused(0, "r", "t", "step", "", 2, ("a", "a", "b")))
    assert paused.sentence == "Paused before a (2), b"
    assert paused.active
    stopped = after(RunPaused(0, "r", "t", "breakpoint", "Breakpoint before a.", 2, ("a",)))
    assert stopped.sentence == "Paused: Breakpoint before a"
    ask = InterruptView("i", "x", "review", ValuePreview("str", "str", "?"))
    asking = after(RunEnded(0, "r", "t", "interrupted", "", None, (ask,)))
    assert asking.sentence == "review waits for an answer"
    assert not asking.active
    failed = after(RunEnded(0, "r", "t", "failed", "", ErrorView("E", "no", node="a")))
    assert failed.sentence == "a failed"


def test_a_new_run_forgets_the_old_one() -> None:
    state = after(RunEnded(0, "r", "t", "failed", "", ErrorView("E", "no")))
    state.apply([RunStarted(0, "s", "u", "input", None)])
    assert (state.status, state.thread_id, state.error) == ("running", "u", None)


def test_counted() -> None:
    assert counted([]) == ""
    assert counted(["a", "b", "a"]) == "a (2), b"
