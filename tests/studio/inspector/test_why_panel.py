"""The Why panel through its widgets: due nodes first, the rule in words and numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeView
from pytestqt.qtbot import QtBot

from runtime.debug.views import NodeExplanation, TriggerView
from studio.inspector.why_panel import WhyPanel
from studio.inspector.why_rows import rule_text, trigger_line
from studio.shell.theme import LIGHT
from tests.studio.inspector.model_watch import watch_model
from tests.studio.inspector.samples import research_view


@pytest.fixture
def panel(qtbot: QtBot) -> WhyPanel:
    panel = WhyPanel(LIGHT)
    watch_model(panel.nodes, panel)
    watch_model(panel.triggers, panel)
    qtbot.addWidget(panel)
    panel.resize(520, 420)
    panel.show()
    panel.show_checkpoint(research_view())
    return panel


def lines(view: QTreeView) -> list[tuple[str, ...]]:
    model = view.model()
    return [
        tuple(str(model.index(row, column).data()) for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def test_due_nodes_come_first_with_their_rule(panel: WhyPanel) -> None:
    assert lines(panel.node_list) == [
        ("search", "due", "3 Sends from plan"),
        ("review", "due", "4 > 3  branch:to:review"),
        ("plan", "not due", "nothing new"),
        ("gather", "not due", "waits for outline"),
    ]


def test_selecting_a_node_explains_it(qtbot: QtBot, panel: WhyPanel) -> None:
    rectangle = panel.node_list.visualRect(panel.nodes.index(1, 0))
    with qtbot.waitSignal(panel.node_selected) as selected:
        QTest.mouseClick(
            panel.node_list.viewport(), Qt.MouseButton.LeftButton, pos=rectangle.center()
        )
    assert selected.args == ["review"]
    assert panel.sentence.text() == (
        "review is due: version 4 of branch:to:review > 3 seen by review."
    )
    assert lines(panel.trigger_table) == [("branch:to:review", "4 > 3  due", "gather")]
    with qtbot.waitSignal(panel.node_selected):
        QTest.keyClick(panel.node_list, Qt.Key.Key_Down)
    assert lines(panel.trigger_table)[0][1] == "2 ≤ 2  seen"


def test_a_join_says_who_is_missing_and_who_has_reported(panel: WhyPanel) -> None:
    panel.select_node("gather")
    assert lines(panel.trigger_table)[0][1] == "2 > 1  waits for outline (reported: search)"


def test_the_node_stays_selected_at_another_moment(qtbot: QtBot, panel: WhyPanel) -> None:
    panel.select_node("gather")
    with qtbot.assertNotEmitted(panel.node_selected):
        panel.show_checkpoint(research_view())
    assert panel.node_list.currentIndex().data() == "gather"
    assert panel.sentence.text().startswith("gather is not due")


def test_a_double_click_leads_to_the_trigger_channel(qtbot: QtBot, panel: WhyPanel) -> None:
    panel.select_node("review")
    position = panel.trigger_table.visualRect(panel.triggers.index(0, 1)).center()
    view = panel.trigger_table.viewport()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=position)
    with qtbot.waitSignal(panel.channel_requested) as requested:
        QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=position)
    assert requested.args == ["branch:to:review"]


def test_each_send_is_listed_with_its_sender_and_what_it_carries(
    qtbot: QtBot, panel: WhyPanel
) -> None:
    panel.select_node("search")
    assert panel.sentence.text() == "search is due: Sends [0] to [2] from plan wait for it."
    first, *_, trigger = lines(panel.trigger_table)
    assert first[0] == "Send [0]"
    assert first[1].startswith("due  {'query': ")
    assert first[2] == "plan"
    assert trigger == ("branch:to:search", "3 ≤ 3  seen", "plan")
    place = panel.trigger_table.visualRect(panel.triggers.index(0, 1)).center()
    with qtbot.assertNotEmitted(panel.channel_requested):
        QTest.mouseDClick(panel.trigger_table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_very_long_name_does_not_cut_the_sentence(panel: WhyPanel) -> None:
    name = "a_name_without_end" * 12
    sentence = f"{name} is due: it was triggered (branch:to:{name}: version 4 > seen 3)."
    view = replace(research_view(), explanations=(NodeExplanation(name, True, sentence),))
    panel.resize(360, 420)
    panel.show_checkpoint(view)
    panel.grab()
    label = panel.sentence
    flags = Qt.TextFlag.TextWordWrap.value
    needed = label.fontMetrics().boundingRect(
        label.contentsRect().adjusted(0, 0, 0, 10_000), flags, label.text()
    )
    assert needed.width() <= label.contentsRect().width()
    assert label.text().replace("\u200b", "") == sentence


def test_an_empty_channel_is_not_enough() -> None:
    line = trigger_line(TriggerView("c", 5, 4, False, False))
    assert (line.verdict, line.written_by) == (
        "5 > 4  but empty",
        "-",
    )


def test_a_node_without_triggers_says_so() -> None:
    assert rule_text(NodeExplanation("lonely", False, "")) == "no trigger"


def test_without_a_moment_the_panel_says_what_will_appear(panel: WhyPanel) -> None:
    panel.show_checkpoint(None)
    assert not panel.node_list.isVisible()
    assert panel.sentence.text() == ""
