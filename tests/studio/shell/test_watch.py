"""Expressions are evaluated at every step of the thread, listed and drawn."""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeView
from pytestqt.qtbot import QtBot

from studio.shell.theme import LIGHT
from studio.shell.window import MainWindow
from studio.watch.plot import Plot
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
    assert "is not an expression" in panel.said.text()
    assert panel.expressions == ("compilations", "len(log) > 3")

    click_row(panel.table, panel.model.index(3, 1))
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert window.moment.position[0] == 5
    window.moment.return_to_head()
    wait(qtbot, lambda: panel.table.currentIndex().row() == 0)
    assert panel.plot.accessibleName() == "compilations: from 1 to 4"
    QTest.keyClick(panel.table, Qt.Key.Key_Delete)
    wait(qtbot, lambda: panel.model.expressions == ["len(log) > 3"])


def test_the_column_whose_title_is_clicked_is_removed(qtbot: QtBot, window: MainWindow) -> None:
    window.show_panel("watch")
    open_sample(qtbot, window, "counter")
    start(qtbot, window)
    settled(qtbot, window, "done")
    panel = window.panels.watch
    for text in ("count", "count * 2", "print(count)"):
        type_in(window, text)
    wait(qtbot, lambda: panel.model.rowCount() > 0 and panel.model.columnCount() == 4)
    click_title(panel.table, 3)
    assert panel.said.text() == (
        "print(count): calls print, which is not known. Known are abs, all, any, bool, float, int, "
        "len, list, max, min, round, set, sorted, str, sum."
    )
    click_title(panel.table, 2)
    assert panel.said.isHidden()
    assert panel.remove_button.toolTip() == "Remove count * 2  (Delete)"
    click(panel.remove_button)
    wait(qtbot, lambda: panel.model.expressions == ["count", "print(count)"])


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


@pytest.mark.parametrize("values", [[], [None, None], [2.0], [1.0, None, 3.0, 2.0]])
def test_the_plot_spans_its_values(qtbot: QtBot, values: list[float | None]) -> None:
    plot = Plot(LIGHT)
    qtbot.addWidget(plot)
    plot.resize(240, 120)
    plot.show_values("x", values, len(values) - 1 if values else None)
    plot.grab()
    points = [point for point in plot.points() if point is not None]
    assert len(points) == sum(value is not None for value in values)
    if len(points) == 3:
        assert points[1].y() < points[2].y() < points[0].y()
        assert points[0].x() < points[1].x() < points[2].x() <= 240
