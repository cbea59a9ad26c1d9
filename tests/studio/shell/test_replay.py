"""Recorded history is scrubbed and played like a run; nothing is executed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QSlider, QToolButton
from pytestqt.qtbot import QtBot

from runtime.debug.commands import CommitEdit, StateEdit
from runtime.debug.events import ChannelUpdated, SuperstepPlanned, TaskWrote
from runtime.debug.views import EditCommitted
from studio.replay.player import Player
from studio.replay.record import EDIT, superstep_between
from studio.shell.theme import DARK
from studio.shell.window import MainWindow
from tests.studio.shell.desk import child, click, press, settled, wait, write

COUNTED = """
import operator
from pathlib import Path
from typing import Annotated, TypedDict
from runtime.graph import END, START, StateGraph
from runtime.types import Send

LOG = Path(__file__).with_suffix(".log")


class State(TypedDict, total=False):
    words: list[str]
    found: Annotated[list[str], operator.add]
    best: str


def ran(name):
    with LOG.open("a") as log:
        log.write(name + "\\n")


def plan(state):
    ran("plan")
    return {"words": ["alpha", "beta"]}


def search(state):
    ran("search")
    return {"found": [state["words"]]}


def pick(state):
    ran("pick")
    return {"best": max(state["found"])}


def fan(state):
    return [Send("search", {"words": word}) for word in state["words"]]


builder = StateGraph(State).add_node(plan).add_node(search).add_node(pick)
builder.add_edge(START, "plan").add_conditional_edges("plan", fan, ["search"])
builder.add_edge("search", "pick").add_edge("pick", END)
graph = builder.compile()
EXAMPLE_INPUT = {"words": []}
"""


@pytest.fixture
def done(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> MainWindow:
    """A window on a thread that has run to its end."""
    window.opener.open_trusted(write(tmp_path, "counted.py", COUNTED))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    window.workspace.run_control.start({"words": []}, "run", lambda: None, lambda _: None)
    settled(qtbot, window, "done")
    return window


@pytest.fixture
def runs(tmp_path: Path) -> Callable[[], int]:
    """How often a node was executed so far."""
    return lambda: len((tmp_path / "counted.log").read_text().splitlines())


def slider(window: MainWindow) -> QSlider:
    return child(window, QSlider, "replay.slider")


def step(window: MainWindow) -> int:
    looked_at = window.moment.looked_at
    assert looked_at is not None
    return looked_at.step


def drag_to(window: MainWindow, value: int) -> None:
    """Drag the slider's handle to a value, as far as its groove lets one aim."""
    bar = slider(window)
    margin = 8
    room = bar.width() - 2 * margin

    def spot(at: int) -> QPoint:
        return QPoint(margin + room * at // bar.maximum(), bar.height() // 2)

    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=spot(bar.value()))
    QTest.mouseMove(bar, spot(value))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=spot(value))


def plays(player: Player) -> bool:
    return player.playing


def looks_at(window: MainWindow, checkpoint_id: str) -> bool:
    view = window.moment.view
    return view is not None and view.row.checkpoint_id == checkpoint_id


def test_the_slider_goes_through_the_branch(
    qtbot: QtBot, done: MainWindow, runs: Callable[[], int]
) -> None:
    executed = runs()
    bar = slider(done)
    assert (bar.minimum(), bar.maximum(), bar.value()) == (0, 4, 4)
    assert child(done, QLabel, "replay.place").text() == "Step 3 of 3"
    drag_to(done, 1)
    assert step(done) == 0
    wait(qtbot, lambda: done.moment.view is not None and done.moment.view.row.step == 0)
    assert done.panels.graph.scene.nodes["plan"].look.state == "wrote"
    assert child(done, QLabel, "replay.place").text() == "Step 0 of 3"
    press(bar, Qt.Key.Key_Right)
    assert step(done) == 1
    press(bar, Qt.Key.Key_End)
    assert done.moment.follows_head
    click(child(done, QToolButton, "replay.history.step_back"))
    assert (step(done), bar.value()) == (2, 3)
    assert runs() == executed


def test_playing_shows_what_was_recorded_and_runs_nothing(
    qtbot: QtBot, done: MainWindow, runs: Callable[[], int]
) -> None:
    executed = runs()
    panels, graph = done.panels, done.panels.graph
    done.set_motion(reduced=False, speed=10.0)
    told: list[tuple[int, str, int, int]] = []
    folds: list[str] = []
    states: list[tuple[str, ...]] = []

    def hear(*phase: int | str) -> None:
        told.append(phase)  # type: ignore[arg-type]
        states.append(tuple(graph.scene.nodes[name].look.state for name in ("plan", "search")))
        if phase[1] == "update":
            folds.append(graph.folds.accessibleDescription())
            assert done.centre.header.lit == "update"

    panels.player.phase_changed.connect(hear)
    click(child(done, QToolButton, "replay.history.play"))
    wait(qtbot, lambda: not panels.player.playing)
    assert done.moment.follows_head
    assert [each for each in told if each[0] == 2] == [
        (2, "plan", 0, 2),
        (2, "execute", 0, 2),
        (2, "execute", 1, 2),
        (2, "execute", 2, 2),
        (2, "update", 2, 2),
    ]
    first = next(index for index, each in enumerate(told) if each[:2] == (2, "plan"))
    shown = [state for _, state in states[first : first + 5]]
    assert shown == ["due", "running", "running", "wrote", "wrote"]
    [found] = [fold for fold in folds if fold.startswith("found")]
    assert found.endswith(": empty → + search ['alpha'] → + search ['beta'] → ['alpha', 'beta']")
    assert runs() == executed


def test_playing_is_held_and_goes_on_from_there(qtbot: QtBot, done: MainWindow) -> None:
    player, nodes = done.panels.player, done.panels.graph.scene.nodes
    done.set_motion(reduced=False, speed=4.0)
    done.moment.look_at(done.moment.branch()[1])
    wait(qtbot, lambda: done.moment.view is not None and done.moment.view.row.step == 0)
    press(done, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert plays(player)
    wait(qtbot, lambda: nodes["plan"].look.state == "due")
    press(done, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    assert not plays(player)
    # What is recorded of the moment is shown again.
    assert (step(done), nodes["plan"].look.state) == (0, "wrote")
    press(done, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    wait(qtbot, lambda: step(done) == 1)
    player.pause()


def test_under_reduced_motion_only_checkpoints_follow_each_other(
    qtbot: QtBot, done: MainWindow
) -> None:
    player = done.panels.player
    done.set_motion(reduced=True, speed=10.0)
    phases: list[str] = []
    player.phase_changed.connect(lambda *phase: phases.append(phase[1]))
    seen: list[int] = []
    done.moment.view_loaded.connect(lambda view: seen.append(view.row.step))
    player.play()
    wait(qtbot, lambda: not player.playing)
    assert seen == [-1, 0, 1, 2, 3]
    assert phases == []


def test_a_run_ends_the_playing(qtbot: QtBot, done: MainWindow, runs: Callable[[], int]) -> None:
    executed = runs()
    player = done.panels.player
    done.set_motion(reduced=False, speed=0.1)
    player.play()
    assert plays(player)
    done.workspace.run_control.start({"words": []}, "run", lambda: None, lambda _: None)
    assert not plays(player)
    settled(qtbot, done, "done")
    assert runs() == 2 * executed
    assert slider(done).maximum() == 9
    done.panels.set_theme(DARK)


def test_the_record_becomes_the_events_of_a_run(qtbot: QtBot, done: MainWindow) -> None:
    views = {}
    for row in done.moment.branch():
        done.moment.look_at(row)
        wait(qtbot, partial(looks_at, done, row.checkpoint_id))
        views[row.step] = done.moment.view
    before, after = views[0], views[1]
    assert before is not None
    assert after is not None
    superstep = superstep_between(before, after)
    [planned] = superstep.planned
    assert isinstance(planned, SuperstepPlanned)
    [task] = planned.tasks
    assert (task.name, any(trigger.due for trigger in task.triggers)) == ("plan", True)
    [wrote] = superstep.ended
    assert isinstance(wrote, TaskWrote)
    assert wrote.targets == ("search",)
    updates = [event for event in superstep.updated if isinstance(event, ChannelUpdated)]
    words = next(event for event in updates if event.channel == "words")
    assert words.new is not None
    assert words.new.text == "['alpha', 'beta']"
    assert [step.name for step in words.fold] == ["plan"]
    assert words.new_version > words.old_version


def test_an_edit_is_an_update_without_tasks(qtbot: QtBot, done: MainWindow) -> None:
    head = done.moment.head
    assert head is not None
    before = done.moment.view
    assert before is not None
    edit = StateEdit(head.thread_id, head.checkpoint_id, {"best": "gamma"})
    saved: list[object] = []
    done.workspace.bridge.request(CommitEdit(edit), saved.append)
    wait(qtbot, lambda: bool(saved))
    [reply] = saved
    assert isinstance(reply, EditCommitted)
    done.moment.adopt(reply.row)
    wait(qtbot, partial(looks_at, done, reply.row.checkpoint_id))
    after = done.moment.view
    assert after is not None
    superstep = superstep_between(before, after)
    assert (superstep.planned, superstep.started, superstep.ended) == ((), (), ())
    updates = [event for event in superstep.updated if isinstance(event, ChannelUpdated)]
    [best] = [event for event in updates if event.channel == "best"]
    assert [step.name for step in best.fold] == [EDIT]


LONG = """
from typing import TypedDict
from runtime.graph import END, START, StateGraph


class State(TypedDict):
    n: int


def count(state: State):
    return {"n": state["n"] + 1}


builder = StateGraph(State).add_node(count).add_edge(START, "count")
builder.add_conditional_edges("count", lambda state: "count" if state["n"] < 230 else END)
graph = builder.compile().with_config(recursion_limit=500)
EXAMPLE_INPUT = {"n": 0}
"""


def test_the_slider_reaches_what_is_not_loaded_yet(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    window.opener.open_trusted(write(tmp_path, "long.py", LONG))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    window.workspace.run_control.start({"n": 0}, "run", lambda: None, lambda _: None)
    settled(qtbot, window, "done")
    window.moment.open_thread(window.moment.thread_id)
    wait(qtbot, lambda: window.moment.head is not None and window.workspace.bridge.idle)
    bar = slider(window)
    wait(qtbot, lambda: bar.maximum() == 231)
    place = child(window, QLabel, "replay.place")
    press(bar, Qt.Key.Key_Home)
    assert place.text() == "Step -1 of 230"
    assert bar.value() == 0
    wait(qtbot, lambda: step(window) == -1)
    assert bar.value() == 0
    window.moment.return_to_head()
    wait(qtbot, lambda: bar.value() == 231)
