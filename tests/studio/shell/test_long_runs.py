"""A run that goes on and on leaves a bounded part of its history in memory; all of it is there."""

import pytest
from pytestqt.qtbot import QtBot

from studio.session import moment
from studio.shell.window import MainWindow
from tests.studio.shell.desk import settled, start, wait
from tests.studio.shell.test_watch_plot import LONG


def test_what_was_let_go_is_read_when_it_is_looked_at(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(moment, "MOST_ROWS", 60)
    file = tmp_path_factory.mktemp("long") / "long.py"
    file.write_text(LONG.replace("2600", "300"))
    window.opener.open_trusted(str(file))
    wait(qtbot, lambda: window.workspace.graph is not None and window.workspace.bridge.idle)
    start(qtbot, window)
    settled(qtbot, window, "done")
    wait(qtbot, lambda: window.moment.head is not None and window.moment.head.step == 300)
    looked_at = window.moment.head
    assert looked_at is not None
    assert len(window.moment._rows) <= 60 + 200
    panel = window.panels.watch
    window.show_panel("watch")
    panel.add("total")
    wait(qtbot, lambda: panel.reader.series.complete)
    panel.plot.moment_wanted.emit(panel.reader.series.ids[-3])
    wait(qtbot, lambda: window.moment.view is not None and window.moment.view.row.step == 1)
    window.moment.return_to_head()
    wait(qtbot, lambda: window.moment.view is not None and window.moment.view.row.step == 300)
