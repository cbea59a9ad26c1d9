"""A node that changes its input in place is shown among the problems, as a warning."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.shell.icons import icon
from studio.shell.theme import LIGHT
from studio.shell.window import MainWindow
from tests.studio.shell.desk import SMALL, settled, start, wait, write

VANDAL = (
    SMALL.replace("n: int", "n: int\n    notes: list").replace(
        '    return {"n": 2}',
        '    state["notes"][0]["text"] = "changed"\n    return {"n": 2}',
    )
    + 'EXAMPLE_INPUT = {"n": 0, "notes": [{"text": "kept"}]}\ngraph = builder.compile()\n'
)


def pixels(found: QIcon) -> bytes:
    image = found.pixmap(16).toImage()
    return bytes(image.constBits())


def test_a_changed_input_leads_to_the_node(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    path = write(tmp_path, "vandal.py", VANDAL)
    window.opener.open_trusted(path)
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    start(qtbot, window)
    settled(qtbot, window, "done")

    problems = window.panels.problems
    assert problems.model.rowCount() == 1
    index = problems.model.index(0)
    text = str(index.data(Qt.ItemDataRole.DisplayRole))
    assert "second changed its input: state.notes[0]['text'] was replaced" in text
    assert "vandal.py:" in text
    decoration = index.data(Qt.ItemDataRole.DecorationRole)
    assert pixels(decoration) == pixels(icon("problems", LIGHT, LIGHT.running))
    assert "works on a copy" in problems.details.toPlainText()

    window.show_panel("problems")
    QTest.mouseClick(problems.show_source, Qt.MouseButton.LeftButton)
    assert window.panels.source.isVisible()
    assert window.moment.run.status == "done"
