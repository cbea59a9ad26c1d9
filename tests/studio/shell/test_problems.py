"""Problems stay until dismissed and lead to the user's own line."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from runtime.debug.views import ErrorFrame, ErrorView
from studio.shell.problems import ProblemsModel, ProblemsPanel
from studio.shell.theme import LIGHT

FRAME = ErrorFrame("/home/me/broken.py", 3, "<module>", "import nonsense")
MISSING = ErrorView(
    "ModuleNotFoundError",
    "No module named 'nonsense'",
    "Traceback (most recent call last):\n  ...",
    (FRAME,),
    remedy="Install it.",
)


@pytest.fixture
def shown(qtbot: QtBot) -> tuple[ProblemsPanel, list[ErrorFrame]]:
    frames: list[ErrorFrame] = []
    panel = ProblemsPanel(LIGHT)
    panel.frame_wanted.connect(frames.append)
    qtbot.addWidget(panel)
    panel.resize(800, 240)
    panel.show()
    return panel, frames


def test_model_keeps_its_promises(
    shown: tuple[ProblemsPanel, list[ErrorFrame]],
) -> None:
    model: ProblemsModel = shown[0].model
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    shown[0].add("broken.py was not opened", MISSING)
    shown[0].add("Refused", ErrorView("ValueError", "no"))
    model.remove(0)
    model.clear()
    assert tester.model() is model


def test_newest_is_on_top_with_its_place(
    shown: tuple[ProblemsPanel, list[ErrorFrame]],
) -> None:
    panel, _ = shown
    panel.add("Refused", ErrorView("ValueError", "first"))
    panel.add("broken.py was not opened", MISSING)
    text = str(panel.model.index(0).data(Qt.ItemDataRole.DisplayRole))
    assert text.endswith("  broken.py:3 was not opened: No module named 'nonsense'")
    details = panel.details.toPlainText()
    assert 'File "/home/me/broken.py", line 3' in details
    assert "Install it." in details


def test_a_problem_names_its_place_and_remedy_once(
    shown: tuple[ProblemsPanel, list[ErrorFrame]],
) -> None:
    panel, _ = shown
    remedy = "Close that program."
    panel.add("step failed", ErrorView("E", f"It is locked. {remedy}", "", (FRAME,), remedy=remedy))
    text = str(panel.model.index(0).data(Qt.ItemDataRole.DisplayRole))
    assert text.endswith("  step failed: It is locked. Close that program.  (broken.py:3)")
    assert panel.details.toPlainText().count(remedy) == 1


def test_source_and_dismissal_by_mouse(
    shown: tuple[ProblemsPanel, list[ErrorFrame]],
) -> None:
    panel, frames = shown
    counts: list[int] = []
    panel.count_changed.connect(counts.append)
    panel.add("broken.py was not opened", MISSING)
    panel.add("Refused", ErrorView("ValueError", "no place known"))
    assert not panel.show_source.isEnabled()
    panel.list.setCurrentIndex(panel.model.index(1))
    QTest.mouseClick(panel.show_source, Qt.MouseButton.LeftButton)
    assert frames == [FRAME]
    QTest.mouseClick(panel.dismiss, Qt.MouseButton.LeftButton)
    assert counts == [1, 2, 1]
    QTest.mouseClick(panel.dismiss_all, Qt.MouseButton.LeftButton)
    assert panel.model.rowCount() == 0
    assert panel.details.toPlainText() == ""
