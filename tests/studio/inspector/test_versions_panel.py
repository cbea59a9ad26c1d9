"""The Versions panel through its widgets: due cells, switch of channels, clicks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.inspector.versions_panel import VersionsPanel
from studio.shell.theme import LIGHT
from tests.studio.inspector.model_watch import watch_model
from tests.studio.inspector.samples import research_view


@pytest.fixture
def panel(qtbot: QtBot) -> VersionsPanel:
    panel = VersionsPanel(LIGHT)
    watch_model(panel.model, panel)
    qtbot.addWidget(panel)
    panel.resize(640, 420)
    panel.show()
    panel.show_checkpoint(research_view())
    return panel


def test_rows_are_trigger_channels_and_columns_are_nodes(panel: VersionsPanel) -> None:
    grid = panel.model.grid
    assert grid.nodes == ["plan", "search", "review", "gather"]
    assert list(zip(grid.channels, grid.versions, strict=True)) == [
        ("branch:to:plan", 2),
        ("branch:to:search", 3),
        ("branch:to:review", 4),
        ("join:search+outline:gather", 2),
    ]


def test_a_due_cell_has_word_colour_and_glyph(panel: VersionsPanel) -> None:
    due, seen = panel.model.index(2, 2), panel.model.index(0, 0)
    assert (due.data(), seen.data()) == ("3 due", "2")
    assert due.data(Qt.ItemDataRole.ForegroundRole).color().name() == LIGHT.due
    assert not due.data(Qt.ItemDataRole.DecorationRole).isNull()
    assert seen.data(Qt.ItemDataRole.DecorationRole) is None
    assert due.data(Qt.ItemDataRole.ToolTipRole) == (
        "branch:to:review: version 4 > 3 seen; review is due"
    )


def test_newer_but_unavailable_is_not_due(panel: VersionsPanel) -> None:
    cell = panel.model.index(3, 3)
    assert cell.data() == "1"
    assert "does not make gather due" in cell.data(Qt.ItemDataRole.ToolTipRole)


def test_the_switch_shows_all_channels(qtbot: QtBot, panel: VersionsPanel) -> None:
    QTest.mouseClick(panel.all_channels, Qt.MouseButton.LeftButton)
    assert "question" in panel.model.grid.channels
    assert "__input__" in panel.model.grid.nodes
    assert panel.model.rowCount() == 11
    QTest.mouseClick(panel.all_channels, Qt.MouseButton.LeftButton)
    assert panel.model.rowCount() == 4


def test_clicks_lead_to_node_and_channel(qtbot: QtBot, panel: VersionsPanel) -> None:
    table = panel.table
    cell = table.visualRect(panel.model.index(2, 2)).center()
    with qtbot.waitSignal(panel.node_selected) as selected:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=cell)
    assert selected.args == ["review"]
    header = table.verticalHeader()
    spot = QPoint(12, header.sectionViewportPosition(1) + 6)
    with qtbot.waitSignal(panel.channel_requested) as requested:
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert requested.args == ["branch:to:search"]
    panel.select_node("gather")
    assert table.currentIndex().column() == 3


def test_headers_leave_room_for_names(panel: VersionsPanel) -> None:
    vertical, horizontal = panel.table.verticalHeader(), panel.table.horizontalHeader()
    metrics = panel.fontMetrics()
    assert vertical.width() > metrics.horizontalAdvance("branch:to:review")
    assert horizontal.height() > metrics.horizontalAdvance("review")


def test_without_a_moment_the_panel_says_what_will_appear(panel: VersionsPanel) -> None:
    panel.show_checkpoint(None)
    assert not panel.table.isVisible()
    assert panel.model.rowCount() == 0
