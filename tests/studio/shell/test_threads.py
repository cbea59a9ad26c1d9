"""The list of threads, what is noted of checkpoints and threads, pruning, sizes, steps."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QToolButton,
)
from pytestqt.qtbot import QtBot

from runtime.checkpoint.sql import SqlSaver
from runtime.debug.events import PruneAdvanced
from runtime.debug.upkeep.commands import CancelPrune
from runtime.debug.views import Done
from studio.annotations.colours import mark_colour
from studio.annotations.dialog import AnnotationDialog
from studio.shell.theme import DARK, LIGHT
from studio.shell.window import MainWindow
from studio.threads.prune_dialog import PruneDialog
from studio.threads.rows import size_text
from studio.threads.section import ThreadsSection
from studio.threads.sizes_dialog import SizesDialog
from studio.timeline.geometry import LABELS
from tests.runtime.checkpoint.making import save
from tests.studio.inspector.model_watch import watch_model
from tests.studio.shell.desk import child, click, click_row, dialog, press, wait

CONTROL = Qt.KeyboardModifier.ControlModifier
CONTROL_SHIFT = CONTROL | Qt.KeyboardModifier.ShiftModifier


def fill(database: Path) -> None:
    """Some threads of each status; one of 30 checkpoints, whose list grows."""
    with SqlSaver(database) as saver:
        parent = None
        for step in range(30):
            log = [f"entry {each} " * 30 for each in range(step + 1)]
            parent = save(saver, {"log": log}, step=step, thread="long", parent=parent)
        for number in range(4):
            asks = save(saver, {"n": number}, thread=f"asks-{number}", run_id=f"run {number}")
            saver.put_writes(asks, [("__interrupt__", ["?"])], "task")
        fails = save(saver, {"n": 1}, thread="Fails 一次")
        saver.put_writes(fails, [("__error__", "boom")], "task")


@pytest.fixture
def on_threads(qtbot: QtBot, make_window: Callable[[], MainWindow], tmp_path: Path) -> MainWindow:
    """The window on a database with threads."""
    fill(tmp_path / "store.sqlite")
    window = make_window()
    window.workspace.list_threads()
    wait(qtbot, lambda: window.panels.threads.model.rowCount() == 6)
    return window


def listed(section: ThreadsSection) -> list[str]:
    rows = range(section.model.rowCount())
    return [thread.thread_id for row in rows if (thread := section.model.thread_at(row))]


def lists(qtbot: QtBot, section: ThreadsSection, expected: list[str]) -> None:
    wait(qtbot, lambda: listed(section) == expected)


def idle(qtbot: QtBot, window: MainWindow) -> None:
    wait(qtbot, lambda: window.workspace.bridge.idle)


def opened(qtbot: QtBot, window: MainWindow, thread_id: str) -> None:
    window.moment.open_thread(thread_id)
    wait(qtbot, lambda: window.moment.view is not None and window.workspace.bridge.idle)


def row_text(window: MainWindow, position: int) -> str:
    model = window.panels.history.model
    return str(model.index(position, 0).data())


def test_threads_are_found_filtered_sorted_and_opened(qtbot: QtBot, on_threads: MainWindow) -> None:
    window = on_threads
    section = window.panels.threads
    watch_model(section.model, section)
    asks = [f"asks-{number}" for number in (3, 2, 1, 0)]
    lists(qtbot, section, ["Fails 一次", *asks, "long"])
    assert section.said.text() == "6 threads"
    wait(qtbot, lambda: section.model.size_text(section.model.thread_at(5)) not in ("", "…"))  # type: ignore[arg-type]

    press(window, Qt.Key.Key_T, CONTROL_SHIFT)
    assert section.text.hasFocus()
    QTest.keyClicks(section.text, "S-2")
    lists(qtbot, section, ["asks-2"])
    assert section.said.text() == "1 thread found"
    QTest.keyClick(section.text, Qt.Key.Key_Return)
    assert section.list.hasFocus()
    QTest.keyClick(section.list, Qt.Key.Key_Return)
    wait(qtbot, lambda: window.moment.thread_id == "asks-2")
    assert section.model.current == "asks-2"
    section.text.setFocus()
    section.text.selectAll()
    QTest.keyClicks(section.text, "metadata:run_id=run 1")
    lists(qtbot, section, ["asks-1"])
    section.text.clear()
    lists(qtbot, section, ["Fails 一次", *asks, "long"])

    section.status.setFocus()
    QTest.keyClick(section.status, Qt.Key.Key_Down)
    QTest.keyClick(section.status, Qt.Key.Key_Down)
    lists(qtbot, section, asks)
    QTest.keyClick(section.status, Qt.Key.Key_Down)
    lists(qtbot, section, ["Fails 一次"])
    section.status.setCurrentIndex(0)
    section.order.setFocus()
    QTest.keyClick(section.order, Qt.Key.Key_End)
    wait(qtbot, lambda: listed(section)[:1] == ["long"])
    click(section.direction)
    wait(qtbot, lambda: listed(section)[-1:] == ["long"])
    click_row(section.list, section.model.index(5, 0))
    wait(qtbot, lambda: window.moment.thread_id == "long")

    click(section.hide_button)
    assert not section.isVisible()
    click(window.panels.history.threads_button)
    assert section.isVisible()


def test_a_menu_acts_on_the_thread_under_the_pointer(qtbot: QtBot, on_threads: MainWindow) -> None:
    window = on_threads
    section = window.panels.threads
    wait(qtbot, lambda: section.model.rowCount() == 6)

    def choose(act: str, thread_id: str) -> None:
        row = listed(section).index(thread_id)
        spot = section.list.visualRect(section.model.index(row, 0)).center()
        section.list.customContextMenuRequested.emit(spot)
        menu = child(section, QMenu, "threads.menu")
        (action,) = [each for each in menu.actions() if each.objectName().endswith(f".{act}")]
        action.trigger()
        menu.close()
        wait(qtbot, lambda: section.findChild(QMenu, "threads.menu") is None)

    choose("copy_id", "asks-3")
    assert QGuiApplication.clipboard().text() == "asks-3"

    choose("copy", "asks-3")
    copying = dialog(qtbot, QInputDialog)
    copying.setTextValue("asks-3 once more")
    copying.accept()
    wait(qtbot, lambda: window.moment.thread_id == "asks-3 once more")
    wait(qtbot, lambda: section.model.rowCount() == 7)

    choose("annotate", "asks-3 once more")
    noting = dialog(qtbot, AnnotationDialog)
    QTest.keyClicks(child(noting, QLineEdit, "annotation.name"), "The copy")
    click(child(noting, QToolButton, "annotation.colour.green"))
    QTest.keyClick(noting, Qt.Key.Key_Return)
    row = listed(section).index("asks-3 once more")
    wait(qtbot, lambda: "The copy" in str(section.model.index(row, 0).data()))
    section.text.setText("the COPY")
    lists(qtbot, section, ["asks-3 once more"])
    section.text.clear()
    wait(qtbot, lambda: section.model.rowCount() == 7)

    choose("delete", "asks-3 once more")
    question = dialog(qtbot, QMessageBox)
    wait(qtbot, lambda: "1 checkpoint is removed" in question.informativeText())
    wait(qtbot, lambda: "So is 1 name, note or bookmark" in question.informativeText())
    (delete,) = [each for each in question.buttons() if each.text() == "Delete"]
    click(delete)
    wait(qtbot, lambda: section.model.rowCount() == 6)

    choose("delete", "long")
    question = dialog(qtbot, QMessageBox)
    wait(qtbot, lambda: "30 checkpoints are removed from the" in question.informativeText())
    assert "about " in question.informativeText()
    QTest.keyClick(question, Qt.Key.Key_Escape)
    idle(qtbot, window)
    assert "long" in listed(section)


def test_a_checkpoint_is_bookmarked_named_found_and_remembered(
    qtbot: QtBot, on_threads: MainWindow
) -> None:
    window = on_threads
    opened(qtbot, window, "long")
    history = window.panels.history
    click_row(history.list, history.model.index(3, 0))
    idle(qtbot, window)
    press(window, Qt.Key.Key_M, CONTROL)
    wait(qtbot, lambda: "bookmarked" in row_text(window, 3))
    assert window.actions_registry.qaction("annotation.bookmark").isChecked()

    press(window, Qt.Key.Key_M, CONTROL_SHIFT)
    noting = dialog(qtbot, AnnotationDialog)
    QTest.keyClicks(child(noting, QLineEdit, "annotation.name"), "good answer")
    QTest.keyClicks(child(noting, QPlainTextEdit, "annotation.note"), "see the ticket")
    click(child(noting, QToolButton, "annotation.colour.purple"))
    (save_button,) = [each for each in noting.buttons.buttons() if each.text() == "Save"]
    click(save_button)
    wait(qtbot, lambda: row_text(window, 3).endswith("bookmarked, good answer"))
    tip = str(history.model.index(3, 0).data(Qt.ItemDataRole.ToolTipRole))
    assert tip.startswith("good answer\nsee the ticket\n")
    for tokens in (LIGHT, DARK):
        history.set_theme(tokens)
        history.list.viewport().grab()

    window.docks.raise_("timeline")
    chart = window.panels.timeline.chart
    chart.ensure_layout()
    number = chart.steps.column_of(window.moment.looked_at.checkpoint_id)  # type: ignore[union-attr]
    assert number is not None
    for zoom in (1.0, 0.1):
        chart.set_zoom(zoom)
        left = LABELS + round(chart.geometry_of.edges[number]) - chart.horizontalScrollBar().value()
        assert chart.tooltip_at(QPoint(left + 3, 3)).startswith("good answer\nsee the ticket\n")
        picture = chart.viewport().grab().toImage()
        ratio = picture.devicePixelRatio()
        seen = picture.pixelColor(round((left + 4) * ratio), round(1 * ratio))
        assert seen == mark_colour("purple", window.themes.tokens)

    press(window, Qt.Key.Key_H, CONTROL_SHIFT)
    filtered = window.panels.filtered
    wait(qtbot, lambda: filtered.model.rowCount() == 30)
    filtered.annotation.setFocus()
    QTest.keyClick(filtered.annotation, Qt.Key.Key_Down)
    wait(qtbot, lambda: filtered.model.rowCount() == 1)
    assert filtered.model.line(0).step == "26"
    QTest.keyClick(filtered.annotation, Qt.Key.Key_End)
    wait(qtbot, lambda: filtered.model.rowCount() == 1)
    filtered.annotation.setCurrentIndex(3)
    wait(qtbot, lambda: filtered.model.rowCount() == 0)
    press(window, Qt.Key.Key_H, CONTROL_SHIFT)

    opened(qtbot, window, "asks-1")
    opened(qtbot, window, "long")
    wait(qtbot, lambda: row_text(window, 3).endswith("bookmarked, good answer"))
    click_row(history.list, history.model.index(3, 0))
    idle(qtbot, window)
    press(window, Qt.Key.Key_M, CONTROL)
    wait(qtbot, lambda: "bookmarked" not in row_text(window, 3))


def test_pruning_says_what_goes_before_it_goes(qtbot: QtBot, on_threads: MainWindow) -> None:
    window = on_threads
    opened(qtbot, window, "long")
    window.actions_registry.trigger("thread.prune")
    pruning = dialog(qtbot, PruneDialog)
    effect = child(pruning, QLabel, "prune.effect")
    wait(qtbot, lambda: effect.text() == "Nothing goes: all 30 stay.")
    remove = child(pruning, QPushButton, "prune.remove")
    assert not remove.isEnabled()
    click(child(pruning, QRadioButton, "prune.heads"))
    wait(qtbot, lambda: effect.text().startswith("29 checkpoints of 30 go, about "))
    click(child(pruning, QRadioButton, "prune.newest"))
    count = child(pruning, QSpinBox, "prune.count")
    count.selectAll()
    QTest.keyClicks(count, "4")
    wait(qtbot, lambda: effect.text().startswith("26 checkpoints of 30 go, about "))
    assert window.panels.history.model.rowCount() == 30
    click(remove)
    wait(qtbot, lambda: window.panels.history.model.rowCount() == 4)
    wait(qtbot, lambda: window.moment.view is not None)
    assert len(window.moment.view.channels) == 1  # type: ignore[union-attr]

    window.actions_registry.trigger("thread.reclaim")
    question = dialog(qtbot, QMessageBox)
    (agree,) = [each for each in question.buttons() if each.text() == "Rewrite"]
    click(agree)
    wait(qtbot, lambda: "given back" in window.status.currentMessage())


def test_pruning_under_way_is_cancelled(
    qtbot: QtBot, on_threads: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = on_threads
    monkeypatch.setattr("runtime.debug.upkeep.keeper.TOLD_EVERY", 0)
    session = window.workspace.bridge._session
    halted, go_on = threading.Event(), threading.Event()

    def halt(event: object) -> None:
        if isinstance(event, PruneAdvanced):
            halted.set()
            go_on.wait(30)

    session.subscribe(halt)
    opened(qtbot, window, "long")
    window.actions_registry.trigger("thread.prune")
    pruning = dialog(qtbot, PruneDialog)
    effect, remove = (
        child(pruning, QLabel, "prune.effect"),
        child(pruning, QPushButton, "prune.remove"),
    )
    click(child(pruning, QRadioButton, "prune.heads"))
    wait(qtbot, remove.isEnabled)
    click(remove)
    progress = child(pruning, QProgressBar, "prune.progress")
    wait(qtbot, lambda: halted.is_set() and progress.maximum() > 0)
    assert progress.isVisible()
    assert not remove.isEnabled()
    cancel = pruning.buttons.button(QDialogButtonBox.StandardButton.Cancel)
    click(cancel)
    assert effect.text() == "Cancelling…"
    assert pruning.isVisible()
    assert session.send(CancelPrune(pruning._job)).result() == Done()  # the click's came before
    go_on.set()
    wait(qtbot, lambda: effect.text() == "Cancelled. Nothing was removed: all 30 stay.")
    assert window.panels.history.model.rowCount() == 30
    assert not progress.isVisible()
    click(remove)
    wait(qtbot, lambda: window.panels.history.model.rowCount() == 1)


def test_sizes_are_shown_by_channel(qtbot: QtBot, on_threads: MainWindow) -> None:
    window = on_threads
    opened(qtbot, window, "long")
    window.actions_registry.trigger("thread.sizes")
    sizes = dialog(qtbot, SizesDialog)
    wait(qtbot, lambda: sizes.total.text().endswith(" in all"))
    assert any(text.startswith("log  ") for text in sizes.bars.texts())
    sizes.set_theme(DARK)
    sizes.grab()
    QTest.keyClick(sizes, Qt.Key.Key_Escape)
    wait(qtbot, lambda: window.findChild(QDialog, "sizes_dialog") is None)


@pytest.mark.parametrize(("wanted", "step"), [("7", 7), ("999", 29)])
def test_one_goes_to_a_step_by_its_number(
    qtbot: QtBot, on_threads: MainWindow, wanted: str, step: int
) -> None:
    window = on_threads
    opened(qtbot, window, "long")
    press(window, Qt.Key.Key_J, CONTROL)
    going = dialog(qtbot, QInputDialog)
    going.setTextValue(wanted)
    going.accept()
    idle(qtbot, window)
    looked_at = window.moment.looked_at
    assert looked_at is not None
    assert looked_at.step == step


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (99_960, "100 kB"), (52_428_800, "52.4 MB")],
)
def test_sizes_have_three_digits(size: int, text: str) -> None:
    assert size_text(size) == text
