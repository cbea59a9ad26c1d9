"""The Breakpoints panel through its widgets: adding, editing, switching, removing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit
from pytestqt.qtbot import QtBot

from runtime.debug.commands import Breakpoint
from runtime.debug.description import ChannelDescription, GraphDescription, NodeDescription
from runtime.debug.events import BreakpointHit, RunPaused, RunStarted
from runtime.debug.views import ExpressionChecked
from studio.breakpoints.panel import BreakpointsPanel
from studio.breakpoints.places import Places
from studio.breakpoints.table import from_text, to_text, trouble_of
from studio.expressions.checker import Checked, refusal_of
from studio.shell.theme import DARK, LIGHT
from tests.studio.inspector.model_watch import watch_model
from tests.studio.inspector.samples import research_graph

SET = (
    Breakpoint("b1", "before", "review"),
    Breakpoint("b2", "after", "search", "len(findings) > 3"),
    Breakpoint("b3", "write", "report", enabled=False),
)


def letter() -> GraphDescription:
    """A subgraph of the research graph's node ``gather``."""
    return replace(
        research_graph(),
        nodes=(
            NodeDescription("draft", "node", interrupts_before=True),
            NodeDescription("review", "node"),
        ),
        channels=(ChannelDescription("body", "LastValue", "str"),),
    )


def check(text: str, cursor: int | None, namespace: str, then: Checked) -> None:
    then(refusal_of(text) if text else ExpressionChecked())


@pytest.fixture
def panel(qtbot: QtBot) -> BreakpointsPanel:
    panel = BreakpointsPanel(check, LIGHT)
    watch_model(panel.model, panel)
    qtbot.addWidget(panel)
    panel.resize(900, 260)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.set_graph(research_graph())
    return panel


def lines(panel: BreakpointsPanel) -> list[tuple[str, ...]]:
    model = panel.model
    return [
        tuple(str(model.index(row, column).data()) for column in range(4))
        for row in range(model.rowCount())
    ]


def looks(panel: BreakpointsPanel) -> dict[str, str]:
    return {path: mark.look for path, mark in panel.marks.items()}


def click(panel: BreakpointsPanel, index: QModelIndex, offset: int = 60) -> None:
    rect = panel.table.visualRect(index)
    spot = QPoint(rect.left() + offset, rect.center().y())
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def select(panel: BreakpointsPanel, row: int) -> None:
    click(panel, panel.model.index(row, 1), offset=20)


def place(panel: BreakpointsPanel) -> QLineEdit:
    line = panel.form.where.lineEdit()
    assert line is not None
    return line


def choose(box: QComboBox, text: str) -> None:
    """Choose an entry of a box in its list, as a person does."""
    box.showPopup()
    view = box.view()
    row = view.model().index(box.findText(text), 0)
    view.scrollTo(row)
    position = view.visualRect(row).center()
    QTest.mouseMove(view.viewport(), position)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=position)


def test_breakpoints_are_listed(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    with qtbot.assertNotEmitted(panel.changed):
        panel.set_breakpoints(SET)
    assert lines(panel) == [
        ("before review", "", "", ""),
        ("after search", "len(findings) > 3", "", ""),
        ("on write to report", "", "", ""),
    ]
    assert panel.summary.text() == "2 of 3 enabled"
    assert looks(panel) == {"review": "on", "search": "on"}


def test_the_empty_panel_offers_the_first_breakpoint(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.select_node("search")
    with qtbot.waitSignal(panel.changed) as told:
        QTest.mouseClick(panel.empty.button, Qt.MouseButton.LeftButton)
    assert told.args == [(Breakpoint("b1", "before", "search"),)]
    qtbot.waitUntil(place(panel).hasFocus)
    QTest.keyClicks(place(panel), "review")
    with qtbot.waitSignal(panel.changed) as told:
        QTest.keyClick(place(panel), Qt.Key.Key_Return)
    assert told.args == [(Breakpoint("b1", "before", "review"),)]


def test_the_node_of_another_graph_is_not_offered(panel: BreakpointsPanel) -> None:
    panel.node_selected.connect(panel.select_node)
    panel.set_breakpoints(SET)
    select(panel, 1)
    panel.set_graph(letter())
    panel.set_breakpoints(())
    panel.add("error")
    assert panel.breakpoints == (Breakpoint("b1", "error"),)


def test_kind_and_place_are_chosen_in_lists(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.set_breakpoints(SET)
    select(panel, 0)
    with qtbot.waitSignal(panel.changed) as told:
        choose(panel.form.where, "gather")
    assert told.args[0][0] == Breakpoint("b1", "before", "gather")
    with qtbot.waitSignal(panel.changed) as told:
        choose(panel.form.kind, "on error in node")
    assert told.args[0][0] == Breakpoint("b1", "error", "gather")
    # A channel is no node: the place of the other sort is dropped.
    with qtbot.waitSignal(panel.changed) as told:
        choose(panel.form.kind, "on several writes to channel")
    assert told.args[0][0] == Breakpoint("b1", "several")
    assert lines(panel)[0][0] == "on several writes to any"
    assert panel.form.where.findText("findings") > 0
    assert panel.form.where.findText("review") < 0


def test_a_name_that_the_graph_does_not_have_is_marked(panel: BreakpointsPanel) -> None:
    panel.set_breakpoints(
        [
            Breakpoint("1", "before", "revue"),
            Breakpoint("2", "write", "nothing"),
            Breakpoint("3", "error"),
            Breakpoint("4", "before", "draft", namespace="nowhere"),
        ]
    )
    assert [line[3] for line in lines(panel)] == [
        "there is no such node",
        "there is no such channel",
        "",
        "there is no such subgraph",
    ]


def test_a_condition_counts_once_it_is_an_expression(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.add_menu.actions()[5].trigger()
    assert lines(panel)[0][0] == "when true"
    assert lines(panel)[0][3].startswith("is empty")
    assert panel.breakpoints == ()
    line, said = panel.form.condition.line, panel.form.condition.said
    qtbot.waitUntil(line.hasFocus)
    QTest.keyClicks(line, "round >")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert lines(panel)[0][3].startswith("is not an expression")
    assert said.text().startswith("is not an expression")
    assert panel.breakpoints == ()
    QTest.keyClicks(line, " 2")
    with qtbot.waitSignal(panel.changed) as told:
        QTest.keyClick(line, Qt.Key.Key_Return)
    assert told.args == [(Breakpoint("b1", "condition", "", "round > 2"),)]
    assert lines(panel)[0][3] == ""
    qtbot.waitUntil(lambda: said.text() == "")


def test_hits_and_messages_with_what_is_wrong_beside_them(
    qtbot: QtBot, panel: BreakpointsPanel
) -> None:
    panel.set_breakpoints(SET)
    select(panel, 0)
    hits = panel.form.hits
    QTest.keyClicks(hits, "often")
    QTest.keyClick(hits, Qt.Key.Key_Return)
    assert panel.form.hits_said.text().startswith("is not a rule for hits. Write 3")
    assert [each.id for each in panel.breakpoints] == ["b2", "b3"]
    hits.selectAll()
    QTest.keyClicks(hits, ">= 2")
    with qtbot.waitSignal(panel.changed):
        QTest.keyClick(hits, Qt.Key.Key_Return)
    assert panel.breakpoints[0].hits == ">= 2"
    assert not panel.form.message.isEnabled()
    QTest.mouseClick(panel.form.logs, Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    assert panel.breakpoints[0].logs
    assert looks(panel)["review"] == "log"
    message = panel.form.message.line
    QTest.keyClicks(message, "at {report")
    QTest.keyClick(message, Qt.Key.Key_Return)
    assert panel.form.message.said.text().startswith("a brace is not closed")
    QTest.keyClicks(message, "}")
    with qtbot.waitSignal(panel.changed):
        QTest.keyClick(message, Qt.Key.Key_Return)
    assert panel.breakpoints[0].message == "at {report}"
    assert lines(panel)[0][2:] == (">= 2", "logs at {report}")


def test_the_box_and_the_space_bar_switch_a_breakpoint(
    qtbot: QtBot, panel: BreakpointsPanel
) -> None:
    panel.set_breakpoints(SET)
    with qtbot.waitSignal(panel.changed) as told:
        click(panel, panel.model.index(0, 0), offset=13)
    assert [each.enabled for each in told.args[0]] == [False, True, False]
    select(panel, 2)
    with qtbot.waitSignal(panel.changed) as told:
        QTest.keyClick(panel.table, Qt.Key.Key_Space)
    assert [each.enabled for each in told.args[0]] == [False, True, True]
    assert looks(panel) == {"review": "off", "search": "on"}


def test_all_are_switched_at_once(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.set_breakpoints(SET)
    assert panel.all_button.toolTip() == "Disable all"
    QTest.mouseClick(panel.all_button, Qt.MouseButton.LeftButton)
    assert not any(each.enabled for each in panel.breakpoints)
    assert panel.all_button.toolTip() == "Enable all"
    QTest.mouseClick(panel.all_button, Qt.MouseButton.LeftButton)
    assert all(each.enabled for each in panel.breakpoints)


def test_delete_and_the_button_remove(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.set_breakpoints(SET)
    select(panel, 1)
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
    panel.toggle("gather|draft")
    assert panel.breakpoints[-1] == Breakpoint("b5", "before", "draft", namespace="gather")
    assert looks(panel) == {"search": "on", "gather|draft": "on", "gather": "inside"}


def test_places_inside_subgraphs(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.set_breakpoints(SET)
    panel.add_inside("gather", letter())
    select(panel, 0)
    assert panel.form.where.findText("gather / review") > 0
    with qtbot.waitSignal(panel.changed) as told:
        choose(panel.form.where, "gather / draft")
    assert told.args[0][0] == Breakpoint("b1", "before", "draft", namespace="gather")
    assert lines(panel)[0][0] == "before gather / draft"
    with qtbot.waitSignal(panel.changed) as told:
        choose(panel.form.kind, "when a condition becomes true")
    assert panel.form.where.findText("gather / any") == 1


def test_stops_compiled_into_the_graph_are_beside_them(
    qtbot: QtBot, panel: BreakpointsPanel
) -> None:
    assert panel.empty.isVisible()
    panel.add_inside("gather", letter())
    assert lines(panel) == [("before gather / draft", "", "", "compiled into the graph")]
    panel.set_breakpoints(SET[:1])
    panel.set_theme(DARK)
    assert len(lines(panel)) == 2
    assert panel.summary.text() == "1 of 1 enabled, 1 compiled into the graph"
    with qtbot.assertNotEmitted(panel.changed):
        click(panel, panel.model.index(1, 0), offset=13)
        QTest.keyClick(panel.table, Qt.Key.Key_Space)
        QTest.keyClick(panel.table, Qt.Key.Key_Delete)
    assert len(lines(panel)) == 2
    assert not panel.form.isEnabled()


def test_places_are_read_as_they_are_written() -> None:
    places = Places()
    assert places.subjects("before") == ("any",)
    assert places.read("outer / inner / node") == ("outer|inner", "node")
    assert places.read("any") == ("", "")
    odd = replace(letter(), nodes=(NodeDescription("a / b", "node"),))
    places.learn("", odd)
    assert places.read("a / b") == ("", "a / b")
    assert places.subjects("write") == ("any", "body")
    assert places.subjects("condition") == ()


def test_hits_are_counted_and_what_is_unclear_is_said(panel: BreakpointsPanel) -> None:
    panel.set_breakpoints(SET)
    panel.apply(BreakpointHit(1, "run", "b1", "", 3, "before review", 2, "counted"))
    panel.apply(BreakpointHit(2, "run", "b2", "", 3, "'>' not supported", 0, "unclear"))
    panel.apply(RunPaused(3, "run", "thread", "breakpoint", "before review", 3, (), "b1"))
    assert [line[2:] for line in lines(panel)][:2] == [
        ("2", "waits here"),
        ("", "'>' not supported"),
    ]
    panel.apply(RunStarted(4, "run 2", "thread", "continue", None))
    assert next(line[2:] for line in lines(panel)) == ("2", "")
    panel.apply(RunStarted(5, "run 3", "thread", "input", None))
    assert [line[2:] for line in lines(panel)] == [("", "")] * 3


def test_selecting_leads_to_the_node_and_a_double_click_goes_there(
    qtbot: QtBot, panel: BreakpointsPanel
) -> None:
    panel.set_breakpoints(SET)
    with qtbot.waitSignal(panel.node_selected) as selected:
        select(panel, 1)
    assert selected.args == ["search"]
    for row, signal, where in (
        (0, panel.node_wanted, "review"),
        (2, panel.channel_wanted, "report"),
    ):
        rect = panel.table.visualRect(panel.model.index(row, 1))
        select(panel, row)
        with qtbot.waitSignal(signal) as wanted:
            QTest.mouseDClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
        assert wanted.args == [where]


def test_return_edits_the_condition(qtbot: QtBot, panel: BreakpointsPanel) -> None:
    panel.set_breakpoints(SET)
    select(panel, 1)
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    qtbot.waitUntil(panel.form.condition.line.hasFocus)
    assert panel.form.condition.text == "len(findings) > 3"


def test_breakpoints_of_the_settings() -> None:
    kept = Breakpoint(
        "b1", "change", "资料", "len(资料) > 3", False, "外|内", ">= 3", True, "{资料}"
    )
    assert from_text(to_text(kept)) == kept
    old = '{"id": "b", "kind": "write", "subject": "x", "condition": "", "enabled": true}'
    assert from_text(old) == Breakpoint("b", "write", "x")
    bad = (
        "",
        "[]",
        "{}",
        '{"id": 1, "kind": "before"}',
        '{"id": "b", "kind": "never"}',
        '{"id": "b", "kind": "before", "hits": 3}',
        '{"id": "b", "kind": "before", "logs": "yes"}',
    )
    assert [from_text(text) for text in bad] == [None] * len(bad)
    trouble = trouble_of(Breakpoint("b", "before", "x", "1 +", enabled=False))
    assert trouble is not None
    assert (trouble.part, trouble.text[:20]) == ("condition", "is not an expression")
