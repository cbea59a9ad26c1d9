"""The State panel through its widgets: rows, paging, filter, copying, editing."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from studio.inspector.flat_delegate import FlatDelegate
from studio.inspector.state_panel import StatePanel
from studio.shell.theme import DARK, LIGHT
from tests.studio.inspector.model_watch import watch_model
from tests.studio.inspector.samples import (
    LONG_TEXT,
    Values,
    research_graph,
    research_values,
    research_view,
)


@pytest.fixture
def values() -> Values:
    return research_values()


@pytest.fixture
def panel(qtbot: QtBot, values: Values) -> StatePanel:
    panel = StatePanel(values.requests, LIGHT)
    watch_model(panel.model, panel)
    qtbot.addWidget(panel)
    panel.resize(560, 520)
    panel.show()
    panel.set_graph(research_graph())
    panel.show_checkpoint(research_view(values))
    return panel


def names(panel: StatePanel, parent: QModelIndex | None = None) -> list[str]:
    model, above = panel.model, parent or QModelIndex()
    return [str(model.index(row, 0, above).data()) for row in range(model.rowCount(above))]


def row_of(panel: StatePanel, name: str) -> QModelIndex:
    return panel.model.index(names(panel).index(name), 0)


def click(qtbot: QtBot, panel: StatePanel, index: QModelIndex) -> None:
    panel.tree.scrollTo(index)
    position = panel.tree.visualRect(index).center()
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=position)


def test_channels_are_listed_with_value_type_and_version(panel: StatePanel) -> None:
    index = row_of(panel, "queries")
    cells = [str(index.siblingAtColumn(column).data()) for column in range(4)]
    assert cells[0] == "queries"
    assert "三峡水库" in cells[1]
    assert cells[2] == "list · 3"
    assert cells[3] == "5"


def test_a_changed_channel_says_so_in_words_and_weight(panel: StatePanel) -> None:
    changed, same = row_of(panel, "report"), row_of(panel, "question")
    assert changed.siblingAtColumn(3).data() == "4"
    assert changed.data(Qt.ItemDataRole.FontRole).bold()
    assert same.data(Qt.ItemDataRole.FontRole) is None


def test_changed_and_selected_rows_have_flat_backgrounds(panel: StatePanel) -> None:
    changed, selected = row_of(panel, "report"), row_of(panel, "question")
    panel.tree.setCurrentIndex(selected)
    picture = panel.tree.viewport().grab().toImage()
    highlight = panel.tree.palette().highlight().color().name()
    for index, expected in ((changed, LIGHT.changed), (selected, highlight)):
        rect = panel.tree.visualRect(index.siblingAtColumn(3))
        colors = {
            QColor(picture.pixel(rect.right() - 2, y)).name()
            for y in range(rect.top(), rect.bottom() + 1)
        }
        assert colors == {expected}


def test_an_empty_channel_shows_its_declared_type(panel: StatePanel) -> None:
    index = row_of(panel, "draft")
    assert index.siblingAtColumn(1).data() == "empty"
    assert index.siblingAtColumn(2).data() == "Draft | None"


def test_internal_channels_appear_behind_their_button(qtbot: QtBot, panel: StatePanel) -> None:
    assert "branch:to:review" not in names(panel)
    assert panel.internal.text() == "Internal channels (4)"
    QTest.mouseClick(panel.internal, Qt.MouseButton.LeftButton)
    assert "branch:to:review" in names(panel)
    QTest.mouseClick(panel.internal, Qt.MouseButton.LeftButton)
    assert "branch:to:review" not in names(panel)


def test_children_come_by_pages_of_two_hundred(
    qtbot: QtBot, panel: StatePanel, values: Values
) -> None:
    index = row_of(panel, "findings")
    click(qtbot, panel, index)
    QTest.keyClick(panel.tree, Qt.Key.Key_Right)
    assert panel.model.rowCount(index) == 201
    assert names(panel, index)[-1] == "show 200 more (200 of 450)"
    more = panel.model.index(200, 0, index)
    click(qtbot, panel, more)
    assert names(panel, index)[-1] == "show 50 more (400 of 450)"
    panel.tree.setCurrentIndex(panel.model.index(400, 0, index))
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    assert panel.model.rowCount(index) == 450
    offsets = [offset for kind, _, offset, _ in values.asked if kind == "children"]
    assert offsets == [0, 200, 400]


def test_children_stand_right_of_their_parents_name(qtbot: QtBot, panel: StatePanel) -> None:
    queries = row_of(panel, "queries")
    panel.tree.expand(queries)
    qtbot.waitUntil(lambda: panel.model.rowCount(queries) > 0)
    child = panel.model.index(0, 0, queries)
    delegate = panel.tree.itemDelegate()
    assert isinstance(delegate, FlatDelegate)
    lefts = []
    for index in (queries, child):
        option = QStyleOptionViewItem()
        panel.tree.initViewItemOption(option)
        option.rect = panel.tree.visualRect(index)
        delegate.initStyleOption(option, index)
        style = panel.tree.style()
        text = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, panel.tree)
        lefts.append(text.left())
    assert lefts[1] == lefts[0] + panel.tree.indentation()


def test_names_get_their_part_of_a_wide_panel_until_a_person_decides(panel: StatePanel) -> None:
    assert panel.tree.columnWidth(0) >= 136
    panel.resize(1200, 520)
    assert panel.tree.columnWidth(0) > 300
    panel.tree.setColumnWidth(0, 180)
    panel.resize(1400, 520)
    assert panel.tree.columnWidth(0) == 180


def test_a_page_for_an_earlier_moment_is_dropped(
    qtbot: QtBot, panel: StatePanel, values: Values
) -> None:
    values.hold = True
    panel.tree.expand(row_of(panel, "findings"))
    assert names(panel, row_of(panel, "findings")) == ["loading…"]
    panel.tree.collapse(row_of(panel, "findings"))
    panel.show_checkpoint(research_view(research_values("c9")))
    values.answer_all()
    assert panel.model.rowCount(row_of(panel, "findings")) == 0


def test_open_rows_and_the_current_row_survive_a_move(
    qtbot: QtBot, panel: StatePanel, values: Values
) -> None:
    panel.tree.expand(row_of(panel, "findings"))
    panel.tree.expand(panel.model.index(7, 0, row_of(panel, "findings")))
    click(qtbot, panel, row_of(panel, "approved"))
    panel.show_checkpoint(research_view(values, changed=()))

    def seventh() -> QModelIndex:
        return panel.model.index(7, 0, row_of(panel, "findings"))

    qtbot.waitUntil(lambda: panel.tree.isExpanded(seventh()))
    assert names(panel, seventh()) == ["query", "source", "score"]
    assert panel.tree.currentIndex().data() == "approved"


def test_everything_below_a_row_is_opened_by_one_key(qtbot: QtBot, panel: StatePanel) -> None:
    told: list[object] = []
    panel.model.filled.connect(lambda *rows: told.append(rows))
    panel.model.fetchMore(row_of(panel, "findings"))
    assert not told, "a view that lays itself out must not be made to do so again"
    qtbot.waitUntil(lambda: bool(told))
    click(qtbot, panel, row_of(panel, "findings"))
    QTest.keyClick(panel.tree, Qt.Key.Key_Asterisk)
    findings = row_of(panel, "findings")
    rows = [panel.model.index(row, 0, findings) for row in range(4)]
    qtbot.waitUntil(lambda: all(names(panel, row) == ["query", "source", "score"] for row in rows))


def test_the_filter_finds_names_and_values(qtbot: QtBot, panel: StatePanel) -> None:
    QTest.keyClicks(panel.filter, "koyna")
    assert names(panel) == ["queries"]
    panel.filter.clear()
    QTest.keyClicks(panel.filter, "APPR")
    assert names(panel) == ["approved"]


def test_long_text_is_shown_in_pages_below(qtbot: QtBot, panel: StatePanel, values: Values) -> None:
    click(qtbot, panel, row_of(panel, "report"))
    shown = panel.detail.text.toPlainText()
    assert shown == LONG_TEXT[:65_536]
    assert panel.detail.more_button.isVisible()
    QTest.mouseClick(panel.detail.more_button, Qt.MouseButton.LeftButton)
    assert panel.detail.text.toPlainText() == LONG_TEXT
    assert not panel.detail.more_button.isVisible()


def test_a_container_is_shown_as_json_below(qtbot: QtBot, panel: StatePanel) -> None:
    click(qtbot, panel, row_of(panel, "queries"))
    assert json.loads(panel.detail.text.toPlainText())[1] == "三峡水库 诱发地震"


def test_copy_takes_the_whole_value(qtbot: QtBot, panel: StatePanel) -> None:
    clipboard = QGuiApplication.clipboard()
    click(qtbot, panel, row_of(panel, "report"))
    QTest.keyClick(panel.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == LONG_TEXT
    click(qtbot, panel, row_of(panel, "queries"))
    QTest.keyClick(panel.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert json.loads(clipboard.text())[0] == "reservoir induced seismicity"
    click(qtbot, panel, row_of(panel, "approved"))
    QTest.keyClick(panel.tree, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == "False"


def test_editing_is_asked_for_by_double_click_and_key(qtbot: QtBot, panel: StatePanel) -> None:
    index = row_of(panel, "question")
    click(qtbot, panel, index)
    with qtbot.waitSignal(panel.edit_requested) as asked:
        QTest.mouseDClick(
            panel.tree.viewport(),
            Qt.MouseButton.LeftButton,
            pos=panel.tree.visualRect(index).center(),
        )
    assert asked.args == ["question"]
    with qtbot.waitSignal(panel.edit_requested) as asked:
        QTest.keyClick(panel.tree, Qt.Key.Key_F2)
    assert asked.args == ["question"]


def test_a_child_is_edited_through_its_channel(qtbot: QtBot, panel: StatePanel) -> None:
    findings = row_of(panel, "findings")
    panel.tree.expand(findings)
    click(qtbot, panel, panel.model.index(1, 0, findings))
    with qtbot.waitSignal(panel.edit_requested) as asked:
        QTest.keyClick(panel.tree, Qt.Key.Key_F2)
    assert asked.args == ["findings"]


def test_internal_channels_are_not_edited(qtbot: QtBot, panel: StatePanel) -> None:
    panel.select_channel("branch:to:review")
    with qtbot.assertNotEmitted(panel.edit_requested):
        QTest.keyClick(panel.tree, Qt.Key.Key_F2)


def test_the_context_menu_offers_edit_and_copies(qtbot: QtBot, panel: StatePanel) -> None:
    click(qtbot, panel, row_of(panel, "queries"))
    panel.tree.customContextMenuRequested.emit(QPoint(20, 20))
    menu = panel.findChild(QMenu, "state.menu")
    assert menu is not None
    titles = [action.text() for action in menu.actions() if action.text()]
    stops = ["Stop when written", "Stop when changed"]
    copies = ["Copy value", "Copy as JSON", "Copy as Python", "Copy name", "Copy path"]
    assert titles == ["Edit…", *stops, "Pin on top", *copies]
    with qtbot.waitSignal(panel.edit_requested):
        menu.actions()[0].trigger()
    menu.close()


def test_without_a_moment_the_panel_says_what_will_appear(panel: StatePanel) -> None:
    assert panel.tree.isVisible()
    panel.show_checkpoint(None)
    assert not panel.tree.isVisible()


def test_the_theme_changes_colours_in_place(panel: StatePanel) -> None:
    before = row_of(panel, "report").data(Qt.ItemDataRole.BackgroundRole).color()
    panel.set_theme(DARK)
    after = row_of(panel, "report").data(Qt.ItemDataRole.BackgroundRole).color()
    assert before.name() == LIGHT.changed
    assert after.name() == DARK.changed
