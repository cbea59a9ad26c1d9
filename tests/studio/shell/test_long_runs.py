"""A run that goes on and on leaves a bounded part of its history in memory; all of it is there."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QSlider
from pytestqt.qtbot import QtBot

from studio.session import known_rows
from studio.shell.window import MainWindow
from tests.bench.window.long import long_thread
from tests.studio.shell.desk import child, settled, start, wait
from tests.studio.shell.test_watch_plot import LONG


def test_what_was_let_go_is_read_when_it_is_looked_at(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(known_rows, "MOST_ROWS", 60)
    file = tmp_path_factory.mktemp("long") / "long.py"
    file.write_text(LONG.replace("2600", "300"))
    window.opener.open_trusted(str(file))
    wait(qtbot, lambda: window.workspace.graph is not None and window.workspace.bridge.idle)
    start(qtbot, window)
    settled(qtbot, window, "done")
    wait(qtbot, lambda: window.moment.head is not None and window.moment.head.step == 300)
    looked_at = window.moment.head
    assert looked_at is not None
    assert len(window.moment.rows) <= 60 + 200
    panel = window.panels.watch
    window.show_panel("watch")
    panel.add("total")
    wait(qtbot, lambda: panel.reader.series.complete)
    panel.plot.moment_wanted.emit(panel.reader.series.ids[-3])
    wait(qtbot, lambda: window.moment.view is not None and window.moment.view.row.step == 1)
    window.moment.return_to_head()
    wait(qtbot, lambda: window.moment.view is not None and window.moment.view.row.step == 300)


def looks_at(window: MainWindow, step: int) -> bool:
    row = window.moment.looked_at
    return row is not None and row.step == step


def test_the_slider_reaches_every_checkpoint_of_a_long_branch(
    qtbot: QtBot,
    make_window: Callable[[], MainWindow],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(known_rows, "MOST_ROWS", 400)
    long_thread(tmp_path / "store.sqlite", 3000, forks=12)
    window = make_window()
    moment, history = window.moment, window.panels.history.model
    moment.open_thread("long")
    wait(qtbot, lambda: history.rowCount() == 3000 and history.outlined)
    head = moment.head
    assert head is not None
    branch = history.branch(head.checkpoint_id)
    assert branch is not None
    slider = child(window, QSlider, "replay.slider")
    place = child(window, QLabel, "replay.place")
    steps = window.panels.timeline.chart.steps
    assert slider.maximum() == len(branch) - 1 == head.step + 1
    whole = len(branch)
    for value in (0, whole * 5 // 6, whole // 4, whole * 2 // 3, whole // 2, 5, whole - 2):
        slider.setValue(value)
        assert place.text() == f"Step {value - 1} of {head.step}"
        wait(qtbot, partial(looks_at, window, value - 1))
        wait(qtbot, lambda: window.workspace.bridge.idle)
        assert slider.value() == value
        assert moment.position == (value - 1, head.step, True)
        assert moment.end == head
        assert steps.column_of(moment.looked_at.checkpoint_id) is not None  # type: ignore[union-attr]
        if value:
            assert moment.previous is not None
        following = moment.following
        assert following is not None
        assert history.branch_of(following.checkpoint_id) == (head.step, True)
        assert len(moment.rows) <= 400
        assert len(steps._rows) <= 400
    window.panels.player.rewind()
    wait(qtbot, partial(looks_at, window, -1))
    moment.return_to_head()
    assert slider.value() == slider.maximum()
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert steps.column_of(head.checkpoint_id) is not None
    assert len(steps.columns) > 10
    assert moment.previous is not None
