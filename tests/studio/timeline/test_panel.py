"""The Timeline panel through its widgets: bars, recorded blocks, cursor, clicks, zoom."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from runtime.debug.events import (
    CheckpointSaved,
    PlannedTask,
    RunEnded,
    SuperstepPlanned,
    TaskInterrupted,
    TaskStarted,
    TaskWrote,
)
from runtime.debug.views import CheckpointView, TaskView
from studio.shell.theme import LIGHT
from studio.timeline.geometry import HEADER, LINE, LONGEST
from studio.timeline.measured import Bar
from studio.timeline.panel import TimelinePanel
from studio.timeline.supersteps import state_of
from tests.studio.history.samples import THREAD, forked, page, row


class Run:
    """Plays supersteps into a panel at times of its own."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.panel: TimelinePanel

    def plan(self, checkpoint: int, step: int, *names: str) -> None:
        tasks = tuple(
            PlannedTask(f"{checkpoint}-{number}", name, "PULL", None, (), None)
            for number, name in enumerate(names)
        )
        self.panel.apply(SuperstepPlanned(1, "run", THREAD, "", f"c{checkpoint:05d}", step, tasks))

    def start(self, step: int, task_id: str) -> None:
        self.panel.apply(TaskStarted(1, "run", "", step, task_id, "x"))

    def wrote(self, step: int, task_id: str, duration: float) -> None:
        self.panel.apply(TaskWrote(1, "run", "", step, task_id, "x", (), (), duration))

    def saved(self, number: int, parent: int, *following: str) -> None:
        saved = row(number, parent, step=number, next=following)
        self.panel.apply(CheckpointSaved(1, "run", saved))


@pytest.fixture
def run() -> Run:
    return Run()


@pytest.fixture
def panel(qtbot: QtBot, run: Run) -> TimelinePanel:
    panel = TimelinePanel(LIGHT, clock=lambda: run.now)
    run.panel = panel
    qtbot.addWidget(panel)
    panel.resize(900, 260)
    panel.show()
    panel.show_checkpoints(page(forked()))
    settle(qtbot, panel)
    return panel


def settle(qtbot: QtBot, panel: TimelinePanel) -> None:
    qtbot.waitUntil(lambda: not panel.chart.stale)


def ids(panel: TimelinePanel) -> list[str]:
    return [column.row.checkpoint_id for column in panel.chart.steps.columns]


def bars(panel: TimelinePanel, number: int) -> dict[tuple[str, int], Bar]:
    return panel.chart.steps.columns[number].bars


def middle(panel: TimelinePanel, number: int, node: str, place: int = 0) -> QPoint:
    return panel.chart.bar_rect(number, bars(panel, number)[node, place]).center().toPoint()


def test_the_newest_branch_is_shown_from_its_root(panel: TimelinePanel) -> None:
    assert ids(panel) == ["c00000", "c00001", "c00002", "c00006", "c00007", "c00009"]
    tracks = list(panel.chart.steps.tracks)
    assert tracks[2:6] == [("search", 0), ("search", 1), ("search", 2), ("outline", 0)]


def test_recorded_tasks_are_equal_hatched_blocks(panel: TimelinePanel) -> None:
    first = panel.chart.bar_rect(0, bars(panel, 0)["__start__", 0])
    second = panel.chart.bar_rect(1, bars(panel, 1)["plan", 0])
    assert first.width() == second.width()
    picture = panel.chart.viewport().grab(first.toRect().adjusted(16, 3, -3, -3)).toImage()
    colors = {
        QColor(picture.pixel(x, y)).name()
        for x in range(picture.width())
        for y in range(picture.height())
    }
    assert len(colors) > 1  # a hatch, not one fill
    tooltip = panel.chart.tooltip_at(middle(panel, 0, "__start__"))
    assert tooltip == "__start__, wrote, recorded, duration not known"


def test_what_is_recorded_of_each_task_is_shown(qtbot: QtBot, panel: TimelinePanel) -> None:
    column = panel.chart.steps.columns[-1]
    assert not column.executed
    tasks = (
        TaskView("t1", "review", "PULL", "failed"),
        TaskView("t2", "search", "PUSH", "wrote", index=0),
    )
    panel.show_checkpoint(CheckpointView(column.row, (), {}, tasks, ()))
    settle(qtbot, panel)
    states = {track: state_of(column, bar) for track, bar in column.bars.items()}
    assert states == {("review", 0): "failed", ("search", 0): "wrote"}
    assert "search [0], wrote" in panel.chart.tooltip_at(middle(panel, 5, "search"))


def test_tasks_that_an_edit_left_behind_are_not_shown(panel: TimelinePanel) -> None:
    edited = panel.chart.steps.columns[2]
    assert edited.left
    place = panel.chart.column_rect(panel.chart.steps.columns.index(edited)).center()
    assert "an edit or new input came before its tasks ran" in panel.chart.tooltip_at(place)
    assert edited.bars == {}
    panel.select_checkpoint("c00004")
    assert ("outline", 0) in bars(panel, 2)


def test_what_does_not_return_is_due_again_when_the_run_ends(
    panel: TimelinePanel, run: Run
) -> None:
    run.plan(9, 5, "search", "outline")
    run.start(5, "9-0")
    assert bars(panel, 5)["search", 0].state == "running"
    panel.apply(RunEnded(99, "run", THREAD, "stopped", "search was left behind"))
    assert not panel.chart.steps.is_running
    assert bars(panel, 5)["search", 0].state == "due"


def test_looking_at_another_branch_shows_that_branch(panel: TimelinePanel) -> None:
    panel.select_checkpoint("c00004")
    assert ids(panel) == ["c00000", "c00001", "c00002", "c00003", "c00004", "c00005"]
    panel.select_checkpoint("c00002")
    assert ids(panel)[-1] == "c00005"  # the branch stays while the moment is on it
    panel.select_checkpoint("c00009")
    assert ids(panel)[-1] == "c00009"


def test_bars_follow_starts_and_durations(qtbot: QtBot, panel: TimelinePanel, run: Run) -> None:
    run.plan(9, 5, "search", "search", "outline")
    for task in ("9-0", "9-1", "9-2"):
        run.start(5, task)
    run.now += 100
    run.wrote(5, "9-0", 100)
    run.now += 200
    run.wrote(5, "9-1", 300)
    run.wrote(5, "9-2", 40)
    run.saved(10, 9, "review")
    settle(qtbot, panel)
    assert ids(panel)[-2:] == ["c00009", "c00010"]
    long = panel.chart.bar_rect(5, bars(panel, 5)["search", 1])
    short = panel.chart.bar_rect(5, bars(panel, 5)["search", 0])
    assert long.width() == pytest.approx(3 * short.width(), abs=2)
    assert panel.chart.tooltip_at(middle(panel, 5, "outline")) == "outline, wrote, 40 ms"


def test_a_pause_between_tasks_takes_no_room(panel: TimelinePanel, run: Run) -> None:
    run.plan(9, 5, "search", "outline")
    run.start(5, "9-0")
    run.now += 10
    run.wrote(5, "9-0", 10)
    run.now += 60_000  # a person thinks
    run.start(5, "9-1")
    run.now += 5
    run.wrote(5, "9-1", 5)
    assert bars(panel, 5)["outline", 0].start == pytest.approx(10)
    assert panel.chart.steps.columns[5].duration == pytest.approx(15)


def test_a_start_that_was_heard_late_is_corrected_by_the_duration(
    panel: TimelinePanel, run: Run
) -> None:
    run.plan(9, 5, "search", "search")
    run.start(5, "9-0")
    run.now += 20  # the second start was told with the next batch
    run.start(5, "9-1")
    run.now += 90
    run.wrote(5, "9-0", 105)
    run.wrote(5, "9-1", 108)
    assert bars(panel, 5)["search", 1].start == pytest.approx(2)


def test_a_running_bar_grows(qtbot: QtBot, panel: TimelinePanel, run: Run) -> None:
    run.plan(9, 5, "search")
    run.start(5, "9-0")
    settle(qtbot, panel)
    bar = bars(panel, 5)["search", 0]
    before = panel.chart.bar_rect(5, bar).width()
    run.now += 20
    assert panel.chart.bar_rect(5, bar).width() > before
    assert panel.chart._growing.isActive()
    run.panel.apply(TaskInterrupted(1, "run", "", 5, "9-0", "search", (), 20.0))
    assert bar.state == "interrupted"
    qtbot.waitUntil(lambda: not panel.chart._growing.isActive())


def test_what_another_program_answered_has_written(panel: TimelinePanel, run: Run) -> None:
    run.plan(9, 5, "review")
    run.start(5, "9-0")
    run.panel.apply(TaskInterrupted(1, "run", "", 5, "9-0", "review", (), 20.0))
    column = panel.chart.steps.columns[5]
    bar = bars(panel, 5)["review", 0]
    assert state_of(column, bar) == "interrupted"
    panel.show_checkpoints(page((row(10, 9, next=()), *forked())))
    column = panel.chart.steps.columns[5]
    assert state_of(column, bars(panel, 5)["review", 0]) == "wrote"


def test_the_column_of_a_running_task_grows_with_it(
    qtbot: QtBot, panel: TimelinePanel, run: Run
) -> None:
    panel.show_checkpoints(page(()))
    panel.apply(CheckpointSaved(1, "run", row(0, None, next=("quick",))))
    run.plan(0, 0, "quick")
    run.start(0, "0-0")
    run.now += 1
    run.wrote(0, "0-0", 1.0)
    run.saved(1, 0, "slow")
    run.plan(1, 1, "slow")
    run.start(1, "1-0")
    run.now += 3000
    chart = panel.chart
    qtbot.waitUntil(lambda: chart.column_rect(1).width() >= LONGEST)
    bar = chart.bar_rect(1, bars(panel, 1)["slow", 0])
    assert chart.column_rect(1).contains(bar.toRect())
    assert bar.width() >= LONGEST - 1


def test_the_tasks_looked_at_are_scrolled_into_sight(qtbot: QtBot, panel: TimelinePanel) -> None:
    panel.resize(900, HEADER + 3 * LINE)
    settle(qtbot, panel)
    for number in (4, 0):
        panel.select_checkpoint(ids(panel)[number])
        [bar] = bars(panel, number).values()
        rect = panel.chart.bar_rect(number, bar)
        assert rect.top() >= HEADER
        assert rect.bottom() <= panel.chart.viewport().height()


def test_a_task_taken_over_keeps_what_was_measured(panel: TimelinePanel, run: Run) -> None:
    run.plan(9, 5, "search", "outline")
    run.start(5, "9-0")
    run.now += 30
    run.wrote(5, "9-0", 30)
    done = PlannedTask("9-0", "search", "PULL", None, (), None, finished=True)
    again = PlannedTask("9-1", "outline", "PULL", None, (), None)
    panel.apply(SuperstepPlanned(2, "run 2", THREAD, "", "c00009", 5, (done, again)))
    assert bars(panel, 5)["search", 0].duration == 30
    assert state_of(panel.chart.steps.columns[5], bars(panel, 5)["outline", 0]) == "due"


def test_a_click_on_a_bar_tells_checkpoint_and_task(
    qtbot: QtBot, panel: TimelinePanel, run: Run
) -> None:
    run.plan(9, 5, "search")
    settle(qtbot, panel)
    viewport = panel.chart.viewport()
    spot = middle(panel, 5, "search")
    with (
        qtbot.waitSignal(panel.checkpoint_selected) as moved,
        qtbot.waitSignal(panel.task_selected) as selected,
    ):
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=spot)
    assert (moved.args, selected.args) == (["c00009"], ["9-0", "search"])
    header = QPoint(panel.chart.column_rect(1).center().x(), 8)
    with qtbot.waitSignal(panel.checkpoint_selected) as told_one:
        QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=header)
    assert told_one.args == ["c00001"]


def test_the_arrow_keys_walk_along_the_branch(qtbot: QtBot, panel: TimelinePanel) -> None:
    panel.select_checkpoint("c00006")
    for key, expected in (
        (Qt.Key.Key_Left, "c00002"),
        (Qt.Key.Key_Right, "c00007"),
        (Qt.Key.Key_Home, "c00000"),
        (Qt.Key.Key_End, "c00009"),
    ):
        with qtbot.waitSignal(panel.checkpoint_selected) as moved:
            QTest.keyClick(panel.chart, key)
        assert moved.args == [expected]


def test_the_cursor_marks_the_moment(qtbot: QtBot, panel: TimelinePanel) -> None:
    panel.select_checkpoint("c00006")
    settle(qtbot, panel)
    area = panel.chart.column_rect(3)
    picture = panel.chart.viewport().grab().toImage()
    assert QColor(picture.pixel(area.left(), 100)).name() == LIGHT.accent
    assert QColor(picture.pixel(panel.chart.column_rect(2).left(), 100)).name() != LIGHT.accent


def test_zooming_stretches_the_columns(qtbot: QtBot, panel: TimelinePanel) -> None:
    before = panel.chart.column_rect(1).width()
    QTest.mouseClick(panel.zoom_in, Qt.MouseButton.LeftButton)
    assert panel.chart.column_rect(1).width() == pytest.approx(before * 1.25, abs=1)
    QTest.keyClick(panel.chart, Qt.Key.Key_Minus)
    assert panel.chart.column_rect(1).width() == before


def test_of_a_long_run_only_exposed_columns_are_painted(qtbot: QtBot, panel: TimelinePanel) -> None:
    panel.show_checkpoints(None)
    rows = tuple(row(number, number - 1 if number else None) for number in range(5000, -1, -1))
    panel.show_checkpoints(page(rows))
    settle(qtbot, panel)
    exposed = panel.chart.viewport().rect()
    shown = panel.chart.visible_columns(exposed)
    assert shown.stop == 5001  # the end is in sight
    assert len(shown) < 20
    assert len(panel.chart.visible_columns(QRect(200, 0, 10, 50))) <= 2
    panel.select_checkpoint("c00000")
    assert panel.chart.visible_columns(exposed).start == 0


def test_another_thread_starts_over_and_none_shows_what_will_appear(
    qtbot: QtBot, panel: TimelinePanel
) -> None:
    panel.show_checkpoints(None)
    settle(qtbot, panel)
    assert ids(panel) == []
    assert not panel.chart.isVisible()
    panel.add_rows([row(3, 2, thread_id="another")])
    assert ids(panel) == []
