"""The plot of watched expressions: lines, bands, legend, long threads, clicks."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from runtime.debug.views import PlotPage, PlotSeries
from studio.shell.theme import LIGHT
from studio.shell.window import MainWindow
from studio.watch.plot import Plot
from studio.watch.series import Series
from tests.studio.shell.desk import click, open_sample, settled, start, wait

LONG = """
from typing import TypedDict
from runtime.graph import END, START, StateGraph

class State(TypedDict, total=False):
    total: int
    name: str

def add(state: State) -> State:
    total = state.get("total", 0) + 1
    return {"total": total, "name": "even" if total % 2 == 0 else "odd"}

def onward(state: State) -> str:
    return END if state["total"] >= 2600 else "add"

builder = StateGraph(State).add_node(add).add_edge(START, "add")
builder.add_conditional_edges("add", onward, ["add", END])
graph = builder.compile().with_config(recursion_limit=9999)
EXAMPLE_INPUT = {"total": 0, "name": "none"}
"""


def page(*columns: list[float | str | None], first: int = 0, more: bool = False) -> PlotPage:
    """A page of given values, oldest first, the first of which is of step ``first``."""
    count = len(columns[0])
    series = []
    for column in columns:
        words = tuple(dict.fromkeys(each for each in column if isinstance(each, str)))
        series.append(
            PlotSeries(
                tuple(None if isinstance(each, str) else each for each in reversed(column)),
                tuple(
                    words.index(each) if isinstance(each, str) else -1 for each in reversed(column)
                ),
                words,
            )
        )
    steps = range(first + count - 1, first - 1, -1)
    return PlotPage(tuple(f"c{step:06}" for step in steps), tuple(steps), tuple(series), more)


def shared(plot: Plot) -> bool:
    return plot.shares_scale


def series_of(*columns: list[float | str | None]) -> Series:
    series = Series([f"x{number}" for number in range(len(columns))])
    series.add_older(page(*columns))
    return series


@pytest.fixture
def plot(qtbot: QtBot) -> Plot:
    plot = Plot(LIGHT)
    qtbot.addWidget(plot)
    plot.resize(360, 260)
    plot.show()
    return plot


@pytest.mark.parametrize("values", [[], [None, None], [2.0], [1.0, None, 3.0, 2.0]])
def test_a_line_spans_its_values(plot: Plot, values: list[float | str | None]) -> None:
    series = series_of(values)
    plot.show_series(series, "x0", series.newest)
    plot.grab()
    [column] = series.columns
    points = [plot.point(column, place) for place in range(len(values))]
    known = [point for point in points if point is not None]
    assert [point is None for point in points] == [value is None for value in values]
    if len(known) == 3:
        assert known[1].y() < known[2].y() < known[0].y()
        assert known[0].x() < known[1].x() < known[2].x() <= 360


def test_lines_share_a_scale_unless_they_are_far_apart(plot: Plot) -> None:
    near = series_of([1.0, 5.0], [2.0, 8.0])
    plot.show_series(near, "x0", None)
    assert shared(plot)
    assert plot.bounds(near.columns[0]) == plot.bounds(near.columns[1]) == (1.0, 8.0)
    far = series_of([1.0, 5.0], [2000.0, 8000.0])
    plot.show_series(far, "x0", None)
    assert not shared(plot)
    assert plot.bounds(far.columns[1]) == (2000.0, 8000.0)
    assert plot.accessibleName() == "x0: from 1 to 5; x1: from 2000 to 8000"


def test_truths_and_texts_are_bands(plot: Plot) -> None:
    series = series_of(["False", "False", "True", None], [1.0, 2.0, 3.0, 4.0])
    plot.show_series(series, "x0", "c000002")
    [band] = plot._bands.values()
    words = series.columns[0].words
    assert [words[stretch.place] for stretch in band] == ["False", "True"]
    assert band[0].right == pytest.approx(band[1].left, abs=1)
    assert plot.words_at(plot.x_of(2)) == "step 2\nx0: True\nx1: 3"
    assert plot.words_at(plot.x_of(3)) == "step 3\nx0: no value\nx1: 4"


def test_a_long_thread_takes_no_more_points_than_pixels(plot: Plot) -> None:
    count = 100_000
    values: list[float | str | None] = [float(place % 97) for place in range(count)]
    values[61_234] = 5000.0
    series = Series(["x0"])
    for begin in range(count - 5_000, -1, -5_000):
        series.add_older(page(values[begin : begin + 5_000], first=begin, more=begin > 0))
    assert series.complete
    plot.show_series(series, "x0", None)
    points = sum(line.count() for line in plot._lines["x0"])
    assert points <= 4 * plot.width()
    top = min(point.y() for line in plot._lines["x0"] for point in line.toList())
    assert top == pytest.approx(plot.area().top())
    assert plot.position_at(plot.x_of(61_234)) == 61_234


def test_what_was_saved_since_is_put_before_what_is_known() -> None:
    known = Series(["x0"])
    known.add_older(page([1.0, "a"], first=0))
    joined = known.with_newer([page([7.0], first=4), page(["a", "b", 6.0], first=1)])
    assert joined.ids == ["c000004", "c000003", "c000002", "c000001", "c000000"]
    assert [joined.columns[0].text(place) for place in range(5)] == ["7", "6", "b", "a", "1"]
    assert joined.complete


def test_a_click_on_the_plot_moves_the_moment_also_far_back(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "long.py"
    file.write_text(LONG)
    window.show_panel("watch")
    panel = window.panels.watch
    window.opener.open_trusted(str(file))
    wait(qtbot, lambda: window.workspace.graph is not None and window.workspace.bridge.idle)
    start(qtbot, window)
    settled(qtbot, window, "done")
    panel.add("total")
    panel.add("name")
    panel.add("total > 1300")
    wait(qtbot, lambda: len(panel.reader.series) >= 2000 and not panel.reader.running)
    assert not panel.reader.series.complete
    assert panel.whole.text() == "Whole history"
    click(panel.whole)
    assert "Cancel" in panel.whole.text()
    wait(qtbot, lambda: panel.reader.series.complete)
    assert not panel.whole.isVisible()
    total, name, truth = panel.reader.series.columns
    assert (total.numeric, name.numeric, truth.numeric) == (True, False, False)
    assert (total.most, len(panel.reader.series)) == (2600.0, 2602)
    position = panel.reader.series.position(panel.reader.series.ids[-51])
    assert position == 50
    spot = QPoint(round(panel.plot.x_of(position)), round(panel.plot.area().center().y()))
    wanted = panel.plot.position_at(spot.x())
    assert wanted is not None
    QTest.mouseClick(panel.plot, Qt.MouseButton.LeftButton, pos=spot)
    step = panel.reader.series.steps[-1 - wanted]
    wait(qtbot, lambda: window.moment.view is not None and window.moment.view.row.step == step)
    wait(qtbot, lambda: panel.model.position(panel.reader.series.ids[-1 - wanted]) is not None)
    before = panel.reader.series.steps[-wanted]
    QTest.keyClick(panel.plot, Qt.Key.Key_Left)
    wait(qtbot, lambda: window.moment.view is not None and window.moment.view.row.step == before)


def test_reading_everything_is_cancelled(qtbot: QtBot, window: MainWindow) -> None:
    window.show_panel("watch")
    open_sample(qtbot, window, "loop")
    start(qtbot, window)
    settled(qtbot, window, "done")
    panel = window.panels.watch
    begun: list[int] = []

    def cancel_at_once() -> None:
        if panel.reader.running and not begun:
            begun.append(len(panel.reader.series))
            QTimer.singleShot(0, panel.reader.cancel)

    panel.reader.changed.connect(cancel_at_once)
    panel.add("compilations")
    wait(qtbot, lambda: bool(begun) and not panel.reader.running)
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert len(panel.reader.series) < 10
    panel.reader.read_everything()
    wait(qtbot, lambda: panel.reader.series.complete)
    assert len(panel.reader.series) == 10
