"""Values in their forms, on a real run: what a person sees, clicks, finds and copies."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from runtime.debug.commands import Start
from runtime.debug.inspecting.views import Fact, ImageRead
from runtime.debug.values import ValueKind
from studio.inspector.forms.facts_form import apart, lines_of
from studio.inspector.forms.hex_dump import hex_dump
from studio.inspector.forms.image_form import FittingImage, decode
from studio.inspector.pins import from_texts, path_text
from studio.inspector.state_panel import StatePanel
from studio.inspector.type_icons import SIGNS, type_icon
from studio.shell.theme import DARK, LIGHT
from tests.studio.inspector.model_watch import watch_model
from tests.studio.inspector.real_session import RealSession

RICH = """
import base64, datetime, enum, struct, zlib
from dataclasses import dataclass
from typing import Any, TypedDict
from runtime.graph import START, StateGraph
from runtime.messages import AIMessage, HumanMessage

def chunk(kind, data):
    checksum = struct.pack(">I", zlib.crc32(kind + data))
    return struct.pack(">I", len(data)) + kind + data + checksum

def picture(width, height, told=1):
    rows = zlib.compress((b"\\0" + bytes((200, 30, 30)) * width) * height)
    size = struct.pack(">IIBBBBB", width * told, height * told, 8, 2, 0, 0, 0)
    chunks = chunk(b"IHDR", size) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return b"\\x89PNG\\r\\n\\x1a\\n" + chunks

class Status(enum.Enum):
    DRAFT = "draft"
    DONE = "done"

@dataclass
class Finding:
    claim: str
    score: int

class State(TypedDict, total=False):
    findings: list
    messages: list
    picture: bytes
    liar: bytes
    status: Any
    report: str
    payload: str
    numbers: list
    keys: dict
    long: str
    blob: bytes
    n: int

def build(state):
    picture_text = base64.b64encode(picture(40, 20)).decode()
    return {
        "findings": [Finding(f"claim {n}", n * 7 % 1000) for n in range(1200)],
        "messages": [
            HumanMessage(
                content=[
                    {"type": "text", "text": "看图"},
                    {"type": "image", "data": picture_text},
                ]
            ),
            AIMessage(
                content="",
                tool_calls=[{"name": "search", "args": {"query": "dam"}, "id": "c1"}],
            ),
        ],
        "picture": picture(40, 20),
        "liar": picture(30, 30, told=1_000),
        "status": Status.DONE,
        "report": "# Title\\n\\nSome **bold** words, ![x](file:///etc/passwd)",
        "payload": '{"a": [1, 2]}',
        "numbers": list(range(1_000_000)),
        "keys": {f"key {n}": n for n in range(3000)},
        "long": "😀 first needle " + "hay " * 60_000 + "last needle",
        "blob": bytes(range(256)) * 100,
        "n": state.get("n", 0) + 1,
    }

graph = StateGraph(State).add_node(build).add_edge(START, "build").compile()
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealSession]:
    file = Path(tmp_path_factory.mktemp("rich")) / "rich.py"
    file.write_text(RICH, encoding="utf-8")
    session = RealSession(str(file))
    session.run(Start("t", {"n": 0}))
    session.run(Start("t", {"n": 5}))
    yield session
    session.close()


@pytest.fixture
def panel(qtbot: QtBot, session: RealSession) -> StatePanel:
    panel = StatePanel(session.requests, LIGHT)
    watch_model(panel.model, panel)
    qtbot.addWidget(panel)
    panel.resize(600, 640)
    panel.show()
    panel.set_graph(session.graph)
    panel.show_checkpoint(session.view("t"))
    return panel


def index_of(panel: StatePanel, *names: str) -> QModelIndex:
    parent = QModelIndex()
    for name in names:
        model = panel.model
        model.fetchMore(parent)
        panel.tree.expand(parent)
        rows = range(model.rowCount(parent))
        parent = next(
            index for row in rows if (index := model.index(row, 0, parent)).data() == name
        )
    return parent


def click(panel: StatePanel, *names: str) -> None:
    index = index_of(panel, *names)
    panel.tree.scrollTo(index)
    spot = panel.tree.visualRect(index).center()
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def choose(panel: StatePanel, form: str) -> None:
    button = next(each for name, each in panel.detail.form_buttons.items() if name == form)
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def menu_of(panel: StatePanel) -> QMenu:
    index = panel.tree.currentIndex()
    panel.tree.customContextMenuRequested.emit(panel.tree.visualRect(index).center())
    menu = panel.findChild(QMenu, "state.menu")
    assert menu is not None
    return menu


def trigger(panel: StatePanel, title: str) -> None:
    menu = menu_of(panel)
    next(action for action in menu.actions() if action.text() == title).trigger()
    menu.close()
    menu.setParent(None)
    menu.deleteLater()


def test_each_kind_has_a_glyph_of_its_own() -> None:
    kinds: list[ValueKind] = list(SIGNS)
    for tokens in (LIGHT, DARK):
        pictures = [type_icon(kind, tokens).pixmap(20, 14).toImage() for kind in kinds]
        for number, picture in enumerate(pictures):
            assert picture not in pictures[:number], kinds[number]


def test_a_list_of_records_is_a_table_that_sorts_and_copies(
    qtbot: QtBot, panel: StatePanel
) -> None:
    click(panel, "findings")
    form = panel.detail.table_form
    assert form.view.isVisible()
    model = form.model
    assert (model.rowCount(), model.columnCount()) == (1200, 2)
    qtbot.waitUntil(lambda: model.index(0, 0).data() == "claim 0")
    header = form.view.horizontalHeader()

    def first_score_is(score: str) -> bool:
        return bool(model.index(0, 1).data() == score)

    for expected in ("0", "999"):
        spot = QPoint(header.sectionViewportPosition(1) + 20, header.height() // 2)
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        qtbot.waitUntil(partial(first_score_is, expected))
    assert model.headerData(0, Qt.Orientation.Vertical) == "857"
    form.view.scrollToBottom()
    qtbot.waitUntil(lambda: model.index(1199, 1).data() != "")
    trigger(panel, "Copy as CSV")
    assert QGuiApplication.clipboard().text().splitlines()[:2] == ["claim,score", "claim 0,0"]
    choose(panel, "text")
    assert panel.detail.text.isVisible()


def test_a_message_is_a_bubble_with_its_images_and_calls(qtbot: QtBot, panel: StatePanel) -> None:
    click(panel, "messages", "1")
    calls = panel.detail.message_form.calls
    assert calls is not None
    assert calls.isVisible()
    top = calls.topLevelItem(0)
    assert top is not None
    assert (top.text(0), top.text(1)) == ("search()", "c1")
    inner = top.child(0)
    assert inner is not None
    assert (inner.text(0), inner.text(1)) == ("query", "dam")
    click(panel, "messages", "0")
    bubble = panel.detail.message_form.bubble
    assert bubble is not None
    picture = bubble.findChild(FittingImage)
    assert picture is not None
    qtbot.waitUntil(lambda: not picture.pixmap().isNull())


def test_images_are_shown_within_bounds(qtbot: QtBot, panel: StatePanel) -> None:
    click(panel, "picture")
    form = panel.detail.image_form
    qtbot.waitUntil(lambda: not form.picture.pixmap().isNull())
    assert form.caption.text().startswith("image/png, 40 x 20 pixels")
    color = form.picture.pixmap().toImage().pixelColor(5, 5)
    assert (color.red(), color.green()) == (200, 30)
    choose(panel, "bytes")
    assert panel.detail.text.toPlainText().startswith("00000000  89 50 4e 47 0d 0a 1a 0a  ")
    click(panel, "liar")
    assert panel.detail.text.isVisible()
    choose(panel, "image")
    qtbot.waitUntil(lambda: "too large to be shown" in form.caption.text())
    assert form.picture.pixmap().isNull()


def test_what_is_no_image_is_told() -> None:
    assert "no base64" in decode(ImageRead("image/png", "§")).problem
    assert "cannot be shown" in decode(ImageRead("image/png", "aGVsbG8=")).problem


def test_enums_markdown_and_json(panel: StatePanel) -> None:
    click(panel, "status")
    assert panel.detail.facts_form.isVisible()
    assert ("Class", "Status") in panel.detail.facts_form.lines
    click(panel, "report")
    assert panel.detail.text.isVisible()
    choose(panel, "markdown")
    assert panel.detail.markdown_form.toPlainText().startswith("Title\n")
    click(panel, "payload")
    choose(panel, "json")
    assert panel.detail.text.toPlainText() == '{\n  "a": [\n    1,\n    2\n  ]\n}'


def test_times_are_told_here_and_from_now() -> None:
    now = datetime(2026, 11, 3, 12, tzinfo=UTC)
    then = now - timedelta(hours=3)
    facts = (Fact("iso", then.isoformat()), Fact("timestamp", str(then.timestamp())))
    lines = dict(lines_of(facts, now.astimezone()))
    assert lines["From now"] == "3 hours ago"
    assert "2026" in lines["Here"]
    assert [apart(seconds) for seconds in (-1, 90, -86_400 * 9, 86_400 * 3)] == [
        "1 second ago",
        "in 1 minute",
        "9 days ago",
        "in 3 days",
    ]
    assert dict(lines_of((Fact("seconds", "93784.5"),), now))["Duration"] == "1 day, 2:03:04.500000"
    naive = dict(lines_of((Fact("iso", "2026-11-03T09:00:00"),), now))
    assert naive["Time zone"].startswith("none")


def test_bytes_are_lines_of_sixteen() -> None:
    assert hex_dump("41 00 ff", 16) == f"00000010  {'41 00 ff':<23}  {'':<23}  A··"


def test_a_far_place_of_a_long_text_is_found(qtbot: QtBot, panel: StatePanel) -> None:
    click(panel, "long")
    text = panel.detail.text
    assert len(text.toPlainText()) < 70_000
    text.setFocus()
    QTest.keyClick(text, Qt.Key.Key_Slash)
    field = panel.detail.text_form.find_bar.field
    assert field.hasFocus()
    QTest.keyClicks(field, "NEEDLE")
    QTest.keyClick(field, Qt.Key.Key_Return)
    count = panel.detail.text_form.find_bar.controls.count
    assert count.text() == "2 of 2"
    assert text.textCursor().selectedText() == "needle"
    assert text.toPlainText().endswith("last needle")
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert count.text() == "1 of 2"
    assert text.textCursor().selectedText() == "needle"
    assert text.toPlainText().startswith("😀 first needle")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == ""
    click(panel, "blob")
    QTest.keyClicks(field, "ABC")
    QTest.keyClick(field, Qt.Key.Key_Return)
    line = text.textCursor().block().text()
    assert line.startswith("000000")
    assert "ABC" in line or "abc" in line


def test_very_many_children_stand_in_ranges(panel: StatePanel) -> None:
    numbers = index_of(panel, "numbers")
    panel.tree.expand(numbers)
    assert panel.model.rowCount(numbers) == 50
    index = index_of(panel, "numbers", "980000 … 999999", "999800 … 999999", "999999")
    assert index.siblingAtColumn(1).data() == "999999"
    keys = index_of(panel, "keys", "2800 … 2999", "key 2999")
    assert keys.siblingAtColumn(1).data() == "2999"


def test_what_is_not_opened_yet_is_found_too(qtbot: QtBot, panel: StatePanel) -> None:
    panel.filter.setFocus()
    QTest.keyClicks(panel.filter, "999998")
    QTest.keyClick(panel.filter, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not panel.search.running)
    assert panel.find_controls.count.text() == "1 of 1"
    item = panel.tree.current_item()
    assert item is not None
    assert item.keys == ("numbers", "999998")
    assert [row.key for row in panel.model.root.children] == ["numbers"]
    panel.filter.clear()
    QTest.keyClicks(panel.filter, "key 12")
    QTest.keyClick(panel.filter, Qt.Key.Key_Return)
    QTest.keyClick(panel.filter, Qt.Key.Key_F3)
    qtbot.waitUntil(lambda: not panel.search.running)
    assert panel.find_controls.count.text() == "2 of 111"
    item = panel.tree.current_item()
    assert item is not None
    assert item.keys == ("keys", "key 120")
    QTest.mouseClick(panel.find_controls.previous, Qt.MouseButton.LeftButton)
    assert panel.find_controls.count.text() == "1 of 111"
    QTest.keyClick(panel.filter, Qt.Key.Key_Escape)
    assert panel.filter.text() == ""
    assert not panel.find_controls.count.isVisible()
    assert not panel.search.running
    assert len(panel.model.root.children) == 12


def test_pinned_paths_stay_on_top_at_every_moment(
    qtbot: QtBot, panel: StatePanel, session: RealSession
) -> None:
    click(panel, "keys", "200 … 399", "key 399")
    with qtbot.waitSignal(panel.pins_changed) as told:
        trigger(panel, "Pin on top")
    assert told.args == [['["keys", "key 399"]']]
    panel.toggle_pin(("n",))
    panel.toggle_pin(("gone", "x"))

    def tops() -> list[tuple[str, str]]:
        rows = panel.model.root.children[:3]
        return [(row.cells[0], row.cells[1]) for row in rows]

    assert tops() == [('keys["key 399"]', "399"), ("n", "6"), ("gone.x", "empty")]
    panel.show_checkpoint(session.view("t", 1))
    assert tops()[:2] == [('keys["key 399"]', "399"), ("n", "1")]
    click(panel, "n")
    trigger(panel, "Unpin")
    assert [row[0] for row in tops()[:2]] == ['keys["key 399"]', "gone.x"]
    panel.set_pins(['["n"]', "no JSON", "[]", "[1]"])
    assert tops()[0] == ("n", "1")


def test_paths_are_written_as_python_would() -> None:
    assert path_text(("a", "0", "title", "two words")) == 'a[0].title["two words"]'
    assert from_texts(['["a", "b"]', "{}", '["a", 1]']) == [("a", "b")]


def test_copies_as_python_and_refusals_in_words(panel: StatePanel) -> None:
    click(panel, "payload")
    trigger(panel, "Copy as Python")
    assert QGuiApplication.clipboard().text() == "'{\"a\": [1, 2]}'"
    click(panel, "keys", "0 … 199", "key 7")
    trigger(panel, "Copy path")
    assert QGuiApplication.clipboard().text() == 'keys["key 7"]'
    click(panel, "numbers")
    trigger(panel, "Copy as JSON")
    assert "too large to copy" in panel.detail.text.toPlainText()
