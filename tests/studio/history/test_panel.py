"""The History panel through its widgets: moving, menus, paging, live checkpoints, threads."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from runtime.debug.events import (
    CheckpointSaved,
    SuperstepPlanned,
    TaskFailed,
    TaskInterrupted,
    TaskWrote,
)
from runtime.debug.upkeep.outline import Line, outline_of
from runtime.debug.upkeep.views import Outline
from runtime.debug.views import CheckpointPage, ErrorView, Failed, ThreadPage
from studio.history.delegate import HistoryDelegate
from studio.history.history_model import HistoryModel
from studio.history.panel import HistoryPanel
from studio.session.pages import KEPT
from studio.shell.table_model import Index
from studio.shell.theme import DARK, LIGHT
from tests.studio.history.samples import THREAD, forked, page, row, threads
from tests.studio.inspector.model_watch import watch_model

OnPage = Callable[[CheckpointPage | Failed], None]


class Database:
    """Answers requests for older checkpoints and further threads."""

    def __init__(self) -> None:
        self.length = 0
        self.asked: list[str | None] = []
        self.held: list[Callable[[], None]] = []
        self.holds = False

    def rows(self, thread_id: str, before: str | None, on_page: OnPage) -> None:
        self.asked.append(before)
        first = self.length if before is None else int(before[1:])
        numbers = range(first - 1, max(first - 201, -1), -1)
        rows = tuple(row(number, number - 1 if number else None) for number in numbers)

        def answer() -> None:
            on_page(page(rows, more=bool(rows) and numbers[-1] > 0))

        if self.holds:
            self.held.append(answer)
        else:
            answer()

    def outline(self, thread_id: str, then: Callable[[Outline | Failed], None]) -> None:
        lines = [
            Line(f"c{each:05d}", f"c{each - 1:05d}" if each else None, each - 1, "")
            for each in range(self.length)
        ]
        then(outline_of(thread_id, "", lines))

    def threads(self, offset: int, on_page: Callable[[ThreadPage | Failed], None]) -> None:
        on_page(ThreadPage(offset, offset, ()))


@pytest.fixture
def database() -> Database:
    return Database()


@pytest.fixture
def panel(qtbot: QtBot, database: Database) -> HistoryPanel:
    panel = HistoryPanel(database.threads, database.rows, LIGHT, fetch_outline=database.outline)
    watch_model(panel.model, panel)
    watch_model(panel.threads, panel)
    qtbot.addWidget(panel)
    panel.resize(320, 330)
    panel.show()
    panel.show_threads(threads())
    panel.show_checkpoints(page(forked()))
    return panel


def spot(panel: HistoryPanel, position: int) -> QPoint:
    return panel.list.visualRect(panel.model.index(position, 0)).center()


def texts(panel: HistoryPanel) -> list[str]:
    model = panel.model
    return [str(model.index(each, 0).data()) for each in range(model.rowCount())]


def test_rows_say_step_source_next_and_marks(panel: HistoryPanel) -> None:
    said = [text.rsplit(", ", 1)[0] for text in texts(panel)]
    assert said[1] == "step 3, fork, next review, interrupted, failed, edited"
    assert said[7] == "step 1, loop, next search (3), outline"
    assert texts(panel)[0].endswith(", head")
    assert panel.model.lanes == 3


def test_a_click_and_the_arrow_keys_move_the_moment(qtbot: QtBot, panel: HistoryPanel) -> None:
    with qtbot.waitSignal(panel.checkpoint_selected) as moved:
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=spot(panel, 2))
    assert moved.args == ["c00007"]
    with qtbot.waitSignal(panel.checkpoint_selected) as moved:
        QTest.keyClick(panel.list, Qt.Key.Key_Down)
    assert moved.args == ["c00006"]
    with qtbot.waitSignal(panel.checkpoint_selected) as moved:
        QTest.keyClick(panel.list, Qt.Key.Key_Up)
    assert moved.args == ["c00007"]
    assert [each for each in range(10) if panel.model.on_path(each)] == [2, 3, 7, 8, 9]


def test_marking_a_moment_from_outside_tells_no_one(qtbot: QtBot, panel: HistoryPanel) -> None:
    with qtbot.assertNotEmitted(panel.checkpoint_selected):
        panel.select_checkpoint("c00004")
        assert panel.list.currentIndex().row() == 5
        panel.select_checkpoint("unknown")
    assert not panel.list.currentIndex().isValid()


def test_head_and_selection_are_drawn_apart(panel: HistoryPanel) -> None:
    panel.select_checkpoint("c00004")
    picture = panel.list.viewport().grab().toImage()
    head, selected = spot(panel, 0).y(), spot(panel, 5).y()
    assert QColor(picture.pixel(1, head)).name() == LIGHT.surface
    assert QColor(picture.pixel(1, selected)).name() == LIGHT.accent
    row_pixels = {QColor(picture.pixel(x, head)).name() for x in range(picture.width())}
    assert LIGHT.accent in row_pixels  # the word "head" on the accent colour
    panel.set_theme(DARK)
    assert panel.list.viewport().grab().toImage() != picture


def test_the_context_menu_acts_on_the_row_under_the_pointer(
    qtbot: QtBot, panel: HistoryPanel
) -> None:
    panel.list.customContextMenuRequested.emit(spot(panel, 3))
    menu = panel.findChild(QMenu, "history.menu")
    assert menu is not None
    actions = {action.text(): action for action in menu.actions() if action.text()}
    assert list(actions) == [
        "Run again from here…",
        "Fork from here…",
        "Edit state here…",
        "Compare others with this",
        "Compare branch with…",
        "Variants from here…",
        "Name, note and colour…",
        "Copy checkpoint id",
        "Delete thread…",
    ]
    for title, signal in (
        ("Run again from here…", panel.rerun_requested),
        ("Fork from here…", panel.fork_requested),
        ("Edit state here…", panel.edit_requested),
        ("Compare others with this", panel.compare_requested),
        ("Compare branch with…", panel.branch_requested),
        ("Variants from here…", panel.variants_requested),
    ):
        with qtbot.waitSignal(signal) as asked:
            actions[title].trigger()
        assert asked.args == ["c00006"]
    actions["Copy checkpoint id"].trigger()
    assert QGuiApplication.clipboard().text() == "c00006"
    with qtbot.waitSignal(panel.delete_thread_requested) as asked:
        actions["Delete thread…"].trigger()
    assert asked.args == [THREAD]
    menu.close()


def long_thread(panel: HistoryPanel, database: Database, length: int = 1000) -> None:
    database.length = length
    rows = tuple(row(number, number - 1) for number in range(length - 1, length - 201, -1))
    panel.show_checkpoints(page(rows, more=True))


def test_a_long_thread_has_all_its_rows_at_once_and_reads_what_is_looked_at(
    qtbot: QtBot, panel: HistoryPanel, database: Database
) -> None:
    long_thread(panel, database)
    assert panel.model.rowCount() == 1000
    panel.grab()
    panel.select_checkpoint("c00999")
    with qtbot.waitSignal(panel.checkpoint_selected) as moved:
        QTest.keyClick(panel.list, Qt.Key.Key_End)
    assert moved.args == ["c00000"]
    assert database.asked[0] == "c00100"
    with qtbot.waitSignal(panel.checkpoint_selected) as moved:
        QTest.keyClick(panel.list, Qt.Key.Key_Home)
    assert moved.args == ["c00999"]
    bar = panel.list.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    panel.grab()
    assert {"c00500", "c00600"} & set(database.asked)
    assert len(database.asked) < 8
    assert "being read" not in texts(panel)[500]


def test_a_row_that_is_being_read_shows_its_step_and_is_selected_once_it_is_there(
    qtbot: QtBot, panel: HistoryPanel, database: Database
) -> None:
    long_thread(panel, database)
    panel.select_checkpoint("c00999")
    database.holds = True
    with qtbot.assertNotEmitted(panel.checkpoint_selected):
        QTest.keyClick(panel.list, Qt.Key.Key_End)
    assert texts(panel)[999] == "step -1, being read"
    with qtbot.waitSignal(panel.checkpoint_selected) as moved:
        database.held.pop()()
    assert moved.args == ["c00000"]


@pytest.mark.parametrize(
    ("wanted", "checkpoint_id"),
    [("123", "c00124"), ("c00500", "c00500"), ("c00999", "c00999"), ("-1", "c00000")],
)
def test_one_goes_to_a_step_or_an_id(
    qtbot: QtBot, panel: HistoryPanel, database: Database, wanted: str, checkpoint_id: str
) -> None:
    long_thread(panel, database)
    with qtbot.waitSignal(panel.checkpoint_selected) as moved:
        assert panel.go_to(wanted)
    assert moved.args == [checkpoint_id]
    assert not panel.go_to("77777")
    assert not panel.go_to("")


def test_what_is_read_far_away_is_forgotten_again(database: Database) -> None:
    database.length = 20_000
    model = HistoryModel(database.rows, database.outline)
    newest = tuple(row(number, number - 1) for number in range(19_999, 19_799, -1))
    model.show(page(newest, more=True))
    for position in range(0, 20_000, 100):
        assert model.shown(position) is not None
    there = sum(model.row(f"c{number:05d}") is not None for number in range(0, 20_000, 50))
    assert 4 < there <= 2 * KEPT
    assert model.line(0).row.checkpoint_id == "c19999"


def test_a_run_goes_on_on_top_of_a_long_thread(panel: HistoryPanel, database: Database) -> None:
    long_thread(panel, database)
    panel.apply(CheckpointSaved(1, "run", row(1000, 999)))
    panel.apply(CheckpointSaved(2, "run", row(1001, 1000)))
    assert panel.model.rowCount() == 1002
    assert panel.model.lanes == 1
    assert texts(panel)[0].startswith("step 1000")
    assert panel.branch_of("c01000") == (1000, True)
    panel.apply(CheckpointSaved(3, "run", row(1002, 998, source="fork", step=998)))
    assert panel.model.lanes == 2
    assert panel.branch_of("c01001") == (1000, False)


def test_checkpoints_of_a_running_thread_appear_on_top(panel: HistoryPanel) -> None:
    panel.select_checkpoint("c00004")
    panel.apply(CheckpointSaved(1, "run", row(10, 9, step=5, next=())))
    panel.apply(CheckpointSaved(2, "run", row(11, 9, step=5, thread_id="another")))
    panel.apply(CheckpointSaved(3, "run", row(12, 9, checkpoint_ns="sub:1")))
    assert panel.model.rowCount() == 11
    assert texts(panel)[0].startswith("step 5")
    assert texts(panel)[0].endswith("head")
    assert panel.list.currentIndex().row() == 6
    panel.apply(CheckpointSaved(4, "run", row(10, 9, step=5, next=("review",))))
    assert panel.model.rowCount() == 11
    assert "next review" in texts(panel)[0]


def test_a_running_superstep_marks_its_checkpoint(panel: HistoryPanel) -> None:
    panel.apply(SuperstepPlanned(1, "run", THREAD, "", "c00009", 5, ()))
    panel.apply(TaskInterrupted(2, "run", "", 5, "t1", "review", (), 1.0))
    assert "interrupted" in texts(panel)[0]
    panel.apply(TaskFailed(3, "run", "", 5, "t2", "search", ErrorView("E", "m"), 1.0))
    assert "failed" in texts(panel)[0]


def test_marks_go_when_the_tasks_have_written_after_all(panel: HistoryPanel) -> None:
    panel.apply(SuperstepPlanned(1, "run", THREAD, "", "c00009", 5, ()))
    panel.apply(TaskInterrupted(2, "run", "", 5, "t1", "review", (), 1.0))
    panel.apply(TaskFailed(3, "run", "", 5, "t2", "search", ErrorView("E", "m"), 1.0))
    assert "interrupted, failed" in texts(panel)[0]
    panel.apply(SuperstepPlanned(4, "run", THREAD, "", "c00009", 5, ()))
    panel.apply(TaskWrote(5, "run", "", 5, "t2", "search", (), (), 1.0))
    assert "failed" not in texts(panel)[0]
    assert "interrupted" in texts(panel)[0]  # its question is still open
    panel.apply(TaskWrote(6, "run", "", 5, "t1", "review", (), (), 1.0))
    panel.apply(CheckpointSaved(7, "run", row(10, 9, step=5)))
    assert "interrupted" not in texts(panel)[1]


def test_an_edit_of_a_checkpoint_that_asks_leaves_its_mark(panel: HistoryPanel) -> None:
    panel.apply(SuperstepPlanned(1, "run", THREAD, "", "c00009", 5, ()))
    panel.apply(TaskInterrupted(2, "run", "", 5, "t1", "review", (), 1.0))
    panel.apply(CheckpointSaved(3, "run", row(10, 9, step=5, source="update")))
    assert "interrupted" in texts(panel)[1]


def test_threads_are_chosen_in_the_box(qtbot: QtBot, panel: HistoryPanel) -> None:
    box = panel.thread_box
    assert box.currentText() == f"{THREAD}  (10)"
    box.setFocus()
    with qtbot.waitSignal(panel.thread_selected) as selected:
        QTest.keyClick(box, Qt.Key.Key_Down)
    assert selected.args == ["客户-8841 a thread with quite a long name"]
    with qtbot.waitSignal(panel.delete_thread_requested) as asked:
        QTest.mouseClick(panel.delete, Qt.MouseButton.LeftButton)
    assert asked.args == ["客户-8841 a thread with quite a long name"]


def test_listing_threads_again_keeps_the_chosen_one(panel: HistoryPanel) -> None:
    panel.show_threads(threads())
    assert panel.thread_box.currentIndex() == 0


def test_without_checkpoints_the_panel_offers_a_run(qtbot: QtBot, panel: HistoryPanel) -> None:
    panel.show_checkpoints(None)
    assert not panel.list.isVisible()
    with qtbot.waitSignal(panel.run_requested):
        QTest.mouseClick(panel.empty.button, Qt.MouseButton.LeftButton)


class CountingDelegate(HistoryDelegate):
    painted = 0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.painted += 1
        super().paint(painter, option, index)


def test_of_ten_thousand_checkpoints_only_the_exposed_rows_are_painted(
    panel: HistoryPanel,
) -> None:
    delegate = CountingDelegate(panel.model, LIGHT, panel)
    panel.list.setItemDelegate(delegate)
    rows = tuple(row(number, number - 1 - number % 7 // 6) for number in range(10_000, 1, -1))
    panel.show_checkpoints(page(rows))
    panel.grab()
    assert 0 < delegate.painted < 60
