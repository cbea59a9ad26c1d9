"""The Breakpoints panel through its widgets: adding, editing, switching, removing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from runtime.debug.commands import Breakpoint
from runtime.debug.events import RunPaused, RunStarted
from studio.breakpoints.panel import BreakpointsPanel
from studio.breakpoints.table import problem_of, subjects_for
from studio.shell.theme import LIGHT
from tests.studio.inspector.model_watch import watch_model
from tests.studio.inspector.samples import research_graph

SET = (
    Breakpoint("b1", "before", "review"),
    Breakpoint("b2", "after", "search", "len(findings) > 3"),
    Breakpoint("b3", "write", "report", enabled=False),
)


@pytest.fixture
def panel(qtbot: QtBot) -> BreakpointsPanel:
    panel = BreakpointsPanel(LIGHT)
    watch_model(panel.model, panel)
    qtbot.addWidget(panel)
    panel.resize(720, 240)
    panel.show()
    panel.set_graph(research_graph())
    return panel


def lines(panel: BreakpointsPanel) -> list[tuple[str, ...]]:
    model = panel.model
    return [
        tuple(str(model.index(row, column).data()) for column in range(4))
        for row in range(model.rowCount())
    ]


def click(panel: BreakpointsPanel, index: QModelIndex, offset: int = 60) -> None:
    rect = panel.table.visualRect(index)
    spot = QPoint(rect.left() + offset, rect.center().y())
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def editor(panel: BreakpointsPanel) -> QLineEdit:
    """The open editor's line."""
    box = panel.table.viewport().findChild(QComboBox)
    line = box.lineEdit() if box is not None else panel.table.viewport().findChild(QLineEdit)
    assert isinstance(line, QLineEdit)
    return line


def test_breakpoints_are_listed_with_kind_subject_and_condition(
    qtbot: QtBot, panel: BreakpointsPanel
) -> None:
    with qtbot.assertNotEmitted(panel.changed):
        panel.set_breakpoints(SET)
    assert lines(panel) == [
        ("before node", "review", "", ""),
        ("after node", "search", "len(findings) > 3", ""),
        ("on write to channel", "report", "", ""),
    ]
    assert panel.summary.text() == "2 of 3 enabled"
    assert panel.nodes == {"review": True, "search": True}


def test_the_empty_panel_offers_the_first_breakpoint(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.select_node("search")
    with qtbot.waitSignal(panel.changed) as told:
        QTest.mouseClick(panel.empty.button, Qt.MouseButton.LeftButton)
    assert told.args == [(Breakpoint("b1", "before", "search"),)]
    line = editor(panel)
    line.selectAll()
    QTest.keyClicks(line, "review")
    with qtbot.waitSignal(panel.changed) as told:
        QTest.keyClick(line, Qt.Key.Key_Return)
    assert told.args == [(Breakpoint("b1", "before", "review"),)]


def test_a_node_chosen_in_the_list_counts_at_once(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.add("before")
    box = panel.table.viewport().findChild(QComboBox)
    assert isinstance(box, QComboBox)
    box.showPopup()
    view = box.view()
    row = view.model().index(box.findText("review"), 0)
    position = view.visualRect(row).center()
    QTest.mouseMove(view.viewport(), position)
    with qtbot.waitSignal(panel.changed) as told:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=position)
    assert told.args == [(Breakpoint("b1", "before", "review"),)]
    qtbot.waitUntil(lambda: panel.table.viewport().findChild(QComboBox) is None)


def test_a_name_that_the_graph_does_not_have_is_marked(panel: BreakpointsPanel) -> None:
    panel.add("before")
    line = editor(panel)
    line.selectAll()
    QTest.keyClicks(line, "revue")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert lines(panel) == [("before node", "revue", "", "there is no such node")]
    panel.model.append(panel.model.table.new("write", "nothing"))
    assert lines(panel)[1][3] == "there is no such channel"
    panel.model.append(panel.model.table.new("error"))
    assert lines(panel)[2][3] == ""


def test_a_condition_counts_once_it_is_an_expression(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.add_menu.actions()[5].trigger()
    assert lines(panel)[0][0] == "when a condition becomes true"
    assert lines(panel)[0][3].startswith("needs an expression")
    assert panel.breakpoints == ()
    line = editor(panel)
    QTest.keyClicks(line, "round >")
    QTest.keyClick(line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: lines(panel)[0][3].startswith("is not an expression"))
    assert panel.breakpoints == ()
    qtbot.waitUntil(lambda: panel.table.viewport().findChild(QLineEdit) is None)
    index = panel.model.index(0, 2)
    panel.table.setCurrentIndex(index)
    QTest.keyClick(panel.table, Qt.Key.Key_F2)
    line = editor(panel)
    line.selectAll()
    QTest.keyClicks(line, "round > 2")
    with qtbot.waitSignal(panel.changed) as told:
        QTest.keyClick(line, Qt.Key.Key_Return)
    assert told.args == [(Breakpoint("b1", "condition", "", "round > 2"),)]
    assert lines(panel)[0][3] == ""


def test_the_box_and_the_space_bar_switch_a_breakpoint(
    qtbot: QtBot, panel: BreakpointsPanel
) -> None:
    panel.set_breakpoints(SET)
    with qtbot.waitSignal(panel.changed) as told:
        click(panel, panel.model.index(0, 0), offset=13)
    assert [each.enabled for each in told.args[0]] == [False, True, False]
    click(panel, panel.model.index(2, 2))
    with qtbot.waitSignal(panel.changed) as told:
        QTest.keyClick(panel.table, Qt.Key.Key_Space)
    assert [each.enabled for each in told.args[0]] == [False, True, True]
    assert panel.nodes == {"review": False, "search": True}


def test_delete_and_the_button_remove(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.set_breakpoints(SET)
    click(panel, panel.model.index(1, 2))
    QTest.keyClick(panel.table, Qt.Key.Key_Delete)
    assert [each.id for each in panel.breakpoints] == ["b1", "b3"]
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    QTest.mouseClick(panel.remove_button, Qt.MouseButton.LeftButton)
    assert [each.id for each in panel.breakpoints] == ["b3"]
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    QTest.mouseClick(panel.remove_button, Qt.MouseButton.LeftButton)
    assert not panel.table.isVisible()
    assert not panel.remove_button.isEnabled()


def test_toggling_a_node_adds_and_removes(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.set_breakpoints(SET)
    panel.toggle("gather")
    assert panel.breakpoints[-1] == Breakpoint("b4", "before", "gather")
    panel.toggle("gather")
    panel.toggle("review")
    assert [each.id for each in panel.breakpoints] == ["b2", "b3"]


def test_changing_the_kind_drops_a_subject_of_the_other_sort(
    qtbot: QtBot, panel: BreakpointsPanel
) -> None:
    panel.set_breakpoints(SET)
    index = panel.model.index(0, 0)
    panel.table.setCurrentIndex(index)
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_F2)
    box = panel.table.viewport().findChild(QComboBox)
    assert isinstance(box, QComboBox)
    qtbot.waitUntil(box.view().isVisible)
    QTest.keyClick(box.view(), Qt.Key.Key_Down)
    QTest.keyClick(box.view(), Qt.Key.Key_Down)
    with qtbot.waitSignal(panel.changed) as told:
        QTest.keyClick(box.view(), Qt.Key.Key_Return)
    assert told.args[0][0] == Breakpoint("b1", "write", "")
    assert lines(panel)[0][:2] == ("on write to channel", "any")


def test_subjects_are_nodes_or_channels() -> None:
    nodes, channels = ("plan", "review"), ("report",)
    assert subjects_for("error", nodes, channels) == ("any", "plan", "review")
    assert subjects_for("write", nodes, channels) == ("any", "report")
    assert subjects_for("condition", nodes, channels) == ()
    assert problem_of(Breakpoint("b", "before", "x", "1 +")).startswith("is not an expression")


def test_the_breakpoint_at_which_a_run_waits_is_marked(panel: BreakpointsPanel) -> None:
    panel.set_breakpoints(SET)
    panel.apply(RunPaused(1, "run", "thread", "breakpoint", "after search", 3, (), "b2"))
    assert [line[3] for line in lines(panel)] == ["", "waits here", ""]
    panel.apply(RunStarted(2, "run 2", "thread", "continue", None))
    assert [line[3] for line in lines(panel)] == ["", "", ""]


def test_selecting_a_row_leads_to_its_node(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.set_breakpoints(SET)
    with qtbot.waitSignal(panel.node_selected) as selected:
        click(panel, panel.model.index(1, 2))
    assert selected.args == ["search"]
