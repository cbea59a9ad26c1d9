"""A text is found in all checkpoints of a thread, and a hit leads to its moment."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from runtime.debug.commands import SearchThread
from runtime.debug.views import CheckpointRow, Failed, SearchHit, SearchPage
from studio.approval.interrupt_dialog import InterruptDialog
from studio.history.checkpoints import clock_time
from studio.search.hit_delegate import cut_to
from studio.search.hits_model import CHANNEL, FOUND, PATH, SAVED, STEP
from studio.search.panel import SearchPanel
from studio.shell.theme import DARK, LIGHT, ThemeTokens
from studio.shell.window import MainWindow
from tests.studio.shell.desk import (
    click,
    click_row,
    dialog,
    open_sample,
    press,
    settled,
    start,
    wait,
)


def cells(panel: SearchPanel) -> list[tuple[str, ...]]:
    model = panel.model
    return [
        tuple(str(model.index(row, column).data()) for column in (STEP, CHANNEL, PATH, FOUND))
        for row in range(model.rowCount())
    ]


def test_a_text_is_found_and_leads_to_its_moment(qtbot: QtBot, window: MainWindow) -> None:
    open_sample(qtbot, window, "research")
    start(qtbot, window)
    dialog(qtbot, InterruptDialog).reject()
    settled(qtbot, window, "interrupted")
    panel = window.panels.search
    press(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is panel.field
    QTest.keyClicks(panel.field, "DATABASE load")
    QTest.keyClick(panel.field, Qt.Key.Key_Return)
    wait(qtbot, lambda: panel.said.text() == "5 found in 5 checkpoints")
    assert cells(panel)[-1] == ("1", "queries", "2", "database load")
    assert {row[1] for row in cells(panel)} == {"queries", "findings", "evidence"}
    saved = panel.model.index(0, SAVED).data()
    assert saved == clock_time(panel.model.hit(0).row.created_at)

    last = panel.model.rowCount() - 1
    click_row(panel.table, panel.model.index(last, 0))
    wait(qtbot, lambda: window.workspace.bridge.idle)
    assert window.centre.banner.isVisible()
    assert window.panels.state.channel == "queries"

    click(panel.match_case)
    wait(qtbot, lambda: panel.said.text() == "0 found in 5 checkpoints")
    click(panel.match_case)
    panel.field.setText("(")
    click(panel.regular)
    click(panel.button)
    wait(qtbot, lambda: panel.said.text().startswith("Not a regular expression"))
    assert window.actions_registry.trigger("thread.new")
    assert panel.said.text() == ""
    assert panel.model.rowCount() == 0


def test_pages_come_one_after_the_other_until_it_is_stopped(qtbot: QtBot) -> None:
    asked: list[SearchThread] = []
    answers: list[Callable[[SearchPage | Failed], None]] = []

    def search(command: SearchThread, then: Callable[[SearchPage | Failed], None]) -> None:
        asked.append(command)
        answers.append(then)

    panel = SearchPanel(search, LIGHT)
    panel.total = lambda: 250
    qtbot.addWidget(panel)
    panel.show()
    panel.show_thread("t")
    panel.field.setText("x")
    click(panel.button)
    row = CheckpointRow("t", "", "c9", None, 9, "loop", "2026-01-01T00:00:00Z")
    hit = SearchHit(row, "log", ("0",), "x")
    answers[0](SearchPage((hit,), 100, "c5", True))
    assert panel.said.text() == "1 found in 100 of 250 checkpoints, searching…"
    assert asked[1].before == "c5"
    assert panel.button.text() == "Stop"
    click(panel.button)
    answers[1](SearchPage((hit,), 100, "c1", True))
    assert panel.model.rowCount() == 1
    assert len(asked) == 2
    assert panel.said.text() == "1 found in 100 of 250 checkpoints, stopped"


TEXT = "…latency doubled since the hit rate of the cache fell at noon and stayed low for hours…"
START = TEXT.index("cache")


def test_a_long_line_is_cut_so_that_what_was_found_stays() -> None:
    assert cut_to(TEXT, (START, START + 5), 80) == (TEXT, (START, START + 5))
    text, (start, end) = cut_to(TEXT, (START, START + 5), 30)
    assert text.startswith("…rate of the cache fell")
    assert text[start:end] == "cache"


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_what_was_found_is_in_sight_and_marked(qtbot: QtBot, tokens: ThemeTokens) -> None:
    row = CheckpointRow("t", "", "c9", None, 9, "loop", "2026-01-01T00:00:00Z")
    hits = (
        SearchHit(row, "report", (), TEXT, START, START + 5),
        SearchHit(row, "report", ("cache",), "1"),
        SearchHit(row, "report", (), TEXT),
    )
    panel = SearchPanel(lambda _, then: then(SearchPage(hits, 1, None, False)), tokens)
    qtbot.addWidget(panel)
    panel.resize(640, 200)
    panel.show()
    panel.show_thread("t")
    QTest.keyClicks(panel.field, "cache")
    click(panel.button)
    ground = tokens.color("running", 70)
    expected = blended(ground, panel.table.palette().base().color())
    assert marks(panel, 0, FOUND, expected)
    assert not marks(panel, 0, PATH, expected)
    assert marks(panel, 1, PATH, expected)
    assert not marks(panel, 2, FOUND, expected)


def blended(over: QColor, under: QColor) -> QColor:
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    image.fill(under)
    painter = QPainter(image)
    painter.fillRect(image.rect(), over)
    painter.end()
    return image.pixelColor(0, 0)


def marks(panel: SearchPanel, row: int, column: int, expected: QColor) -> bool:
    """Whether a cell has a ground of this colour somewhere."""
    picture = panel.table.viewport().grab(panel.table.visualRect(panel.model.index(row, column)))
    image = picture.toImage()
    return any(
        image.pixelColor(x, y).rgb() == expected.rgb()
        for x in range(image.width())
        for y in range(image.height())
    )
