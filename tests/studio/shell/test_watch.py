"""Expressions are evaluated at every step of the thread, listed and drawn."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeView
from pytestqt.qtbot import QtBot

from studio.shell.window import MainWindow
from studio.watch.watch_model import WatchModel
from tests.studio.shell.desk import click, click_row, close, open_sample, settled, start, wait


def cells(model: WatchModel) -> list[tuple[str, ...]]:
    return [
        tuple(str(model.index(row, column).data()) for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def first_value_is(model: WatchModel, expected: str) -> bool:
    return model.rowCount() > 0 and model.index(0, 1).data() == expected


def type_in(window: MainWindow, text: str) -> None:
    field = window.panels.watch.field
    field.setFocus()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_expressions_are_listed_at_every_step(qtbot: QtBot, window: MainWindow) -> None:
    window.show_panel("watch")
    open_sample(qtbot, window, "loop")
    start(qtbot, window)
    settled(qtbot, window, "done")
    panel = window.panels.watch
    type_in(window, "compilations")
    wait(qtbot, lambda: panel.model.rowCount() == 10)
    assert cells(panel.model)[0] == ("8  end", "4")
    assert cells(panel.model)[-1] == ("-1  __start__", "compilations has no value")
    type_in(window, "len(log) > 3")
    wait(qtbot, lambda: panel.model.columnCount() == 3)
    assert [row[2] for row in cells(panel.model)][:7] == ["True"] * 5 + ["False"] * 2
    type_in(window, "1 +")
    assert "is not an expression" in panel.expression.said.text()
    assert panel.expressions == ("compilations", "len(log) > 3")

    click_row(panel.table, panel.model.index(3, 1))
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert window.moment.position[0] == 5
    window.moment.return_to_head()
    wait(qtbot, lambda: panel.table.currentIndex().row() == 0)
    assert panel.plot.accessibleName() == "compilations: from 1 to 4; len(log) > 3: True, False"
    QTest.keyClick(panel.table, Qt.Key.Key_Delete)
    wait(qtbot, lambda: panel.model.expressions == ["len(log) > 3"])


def test_the_column_whose_title_is_clicked_is_removed(qtbot: QtBot, window: MainWindow) -> None:
    window.show_panel("watch")
    open_sample(qtbot, window, "counter")
    start(qtbot, window)
    settled(qtbot, window, "done")
    panel = window.panels.watch
    type_in(window, "print(count)")
    assert panel.expression.said.text().startswith("calls print, which is not known. Known are ")
    panel.field.clear()
    for text in ("count", "count * 2", "len(count)"):
        type_in(window, text)
    wait(qtbot, lambda: panel.model.rowCount() > 0 and panel.model.columnCount() == 4)
    click_title(panel.table, 3)
    assert panel.said.text() == "len(count): object of type 'int' has no len()"
    click_title(panel.table, 2)
    assert panel.said.isHidden()
    assert panel.remove_button.toolTip() == "Remove count * 2  (Delete)"
    click(panel.remove_button)
    wait(qtbot, lambda: panel.model.expressions == ["count", "len(count)"])


def test_a_name_is_completed_and_its_value_shown(qtbot: QtBot, window: MainWindow) -> None:
    window.show_panel("watch")
    open_sample(qtbot, window, "loop")
    start(qtbot, window)
    settled(qtbot, window, "done")
    field = window.panels.watch.field
    wait(qtbot, lambda: window.moment.view is not None and window.workspace.bridge.idle)
    window.activateWindow()
    field.setFocus()
    wait(qtbot, field.hasFocus)
    QTest.keyClicks(field, "comp")
    wait(qtbot, field.popup.isVisible)
    assert field.popup.completions.completions[0].text == "compilations"
    QTest.keyClick(field, Qt.Key.Key_Return)
    said = window.panels.watch.expression.said
    wait(qtbot, lambda: said.text() == "= 4")
    window.acts.step_back()
    window.acts.step_back()
    wait(qtbot, lambda: window.moment.position[0] == 6 and window.workspace.bridge.idle)
    wait(qtbot, lambda: said.text() == "= 3")


def step_shown(window: MainWindow) -> int | None:
    return None if window.moment.view is None else window.moment.view.row.step


def test_the_first_checkpoint_of_an_expression(qtbot: QtBot, window: MainWindow) -> None:
    window.show_panel("watch")
    open_sample(qtbot, window, "loop")
    start(qtbot, window)
    settled(qtbot, window, "done")
    panel = window.panels.watch
    wait(qtbot, lambda: window.moment.view is not None and window.workspace.bridge.idle)
    panel.field.setFocus()
    QTest.keyClicks(panel.field, "compilations == 3")
    click(panel.first_button)
    assert panel.first_button.text() == "Cancel"
    wait(qtbot, lambda: not panel.search.running)
    # It does not hold at the end: all checkpoints are looked at.
    wait(qtbot, lambda: not window.moment.follows_head)
    assert window.moment.position[0] == 6
    assert "First holds at step 6; " in panel.expression.said.text()
    assert "halving" not in panel.expression.said.text()
    wait(qtbot, lambda: step_shown(window) == 6 and window.workspace.bridge.idle)
    panel.field.selectAll()
    QTest.keyClicks(panel.field, "compilations > 9")
    click(panel.first_button)
    # The moment looked at is in the past; the whole branch is gone through.
    rows = len(window.moment.rows)
    assert rows > 8
    said = f"It holds at none of {rows} checkpoints."
    wait(qtbot, lambda: panel.expression.said.text() == said)
    assert panel.first_button.text() == "Find first"


def test_a_search_for_the_first_is_cancelled(qtbot: QtBot, window: MainWindow) -> None:
    window.show_panel("watch")
    open_sample(qtbot, window, "loop")
    start(qtbot, window)
    settled(qtbot, window, "done")
    panel = window.panels.watch
    wait(qtbot, lambda: window.moment.view is not None and window.workspace.bridge.idle)
    panel.field.setFocus()
    QTest.keyClicks(panel.field, "compilations > 1")
    click(panel.every)
    click(panel.first_button)
    click(panel.first_button)
    assert panel.expression.said.text() == "Cancelled."
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert window.moment.follows_head


def click_title(table: QTreeView, column: int) -> None:
    header = table.header()
    middle = header.sectionViewportPosition(column) + 20
    QTest.mouseClick(
        header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(middle, header.height() // 2)
    )


def test_they_are_kept_and_follow_the_run(
    qtbot: QtBot, make_window: Callable[[], MainWindow], window: MainWindow
) -> None:
    open_sample(qtbot, window, "counter")
    window.panels.watch.add("count * 10")
    close(window)
    again = make_window()
    again.show_panel("watch")
    open_sample(qtbot, again, "counter")
    assert again.panels.watch.expressions == ("count * 10",)
    model = again.panels.watch.model
    for runs in (1, 2):
        start(qtbot, again)
        wait(qtbot, lambda: again.moment.run.status == "running")
        settled(qtbot, again, "done")
        wait(qtbot, partial(first_value_is, model, str(10 * runs)))
