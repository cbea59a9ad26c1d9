"""Messages in the real window: live while a node writes, and as they were at each checkpoint."""

import base64
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QMenu, QTabWidget
from pytestqt.qtbot import QtBot

from studio.inspector.items import TreeItem
from studio.messages.pieces import origin_of, plain_text, title_of
from studio.messages.view import ChatView
from studio.shell.window import MainWindow
from tests.studio.shell.desk import child, press, release, settled, wait, write
from tests.studio.shell.test_canvas import expand
from tests.studio.shell.test_inside import NESTED, double_click, inside

CONTROL = Qt.KeyboardModifier.ControlModifier

HEAD = """
import operator
from typing import Annotated, Any

from runtime.config import get_stream_writer
from runtime.graph import END, START, StateGraph
from runtime.graph.message import MessagesState, push_message
from runtime.messages import AIMessage, HumanMessage, ToolMessage

EXAMPLE_INPUT = {"messages": [{"role": "user", "content": "tell me"}]}
"""

HELD = f"""
from tests.studio.shell.desk import release
{HEAD}

class State(MessagesState):
    notes: Annotated[list[Any], operator.add]


def tell(state: State):
    get_stream_writer()({{"progress": [1, 2], "文字": "值"}})
    for word in ("Once", " upon", " a", " time"):
        push_message(AIMessage(word, id="story"), state_key=None)
    assert release.wait(60)
    usage = {{"input_tokens": 3, "output_tokens": 4, "total_tokens": 7}}
    return {{"messages": [AIMessage("Once upon a time", id="story", usage_metadata=usage)]}}


def note(state: State):
    return {{"notes": [{{"role": "assistant", "content": "noted"}}]}}


def silent(state: State):
    return None


builder = StateGraph(State).add_sequence([tell, note, silent]).add_edge(START, "tell")
graph = builder.compile()
"""


def opened(qtbot: QtBot, window: MainWindow, path: str) -> None:
    window.offers_answers = False
    window.opener.open_trusted(path)
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)


def run(window: MainWindow) -> None:
    graph = window.workspace.graph
    assert graph is not None
    window.workspace.run_control.start(graph.example_input, "run", lambda: None, lambda _: None)


def look_at(window: MainWindow, step: int) -> None:
    row = window.moment.row_at_step(step)
    assert row is not None
    window.moment.look_at(row)


def at_step(window: MainWindow, step: int) -> bool:
    looked_at = window.moment.looked_at
    return looked_at is not None and looked_at.step == step and window.workspace.bridge.idle


def show_messages(window: MainWindow) -> ChatView:
    press(window, Qt.Key.Key_K, CONTROL)
    return child(window, ChatView, "messages.list")


def rows(window: MainWindow) -> list[tuple[str, str, str]]:
    """Title, origin and text of each row."""
    model = window.panels.messages.model
    entries = [model.entry(row) for row in range(model.rowCount())]
    return [(title_of(each), origin_of(each), plain_text(each)) for each in entries]


def items(window: MainWindow) -> dict[str, TreeItem]:
    """Rows under the one task of the panel, by their first cell."""
    (task,) = window.panels.tasks.model.root.children
    return {item.cells[0]: item for item in task.children}


def test_words_grow_while_a_node_writes_and_become_a_message(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    release.clear()
    opened(qtbot, window, write(tmp_path, "chat.py", HELD))
    chat = show_messages(window)
    panel = window.panels.messages
    try:
        run(window)
        wait(qtbot, lambda: ("AI", "tell writes…", "Once upon a time") in rows(window))
        told = "1 message · 1 new in this step · 1 being written"
        wait(qtbot, lambda: panel.summary.text() == told)
        # What it said is in Tasks as well, while it runs.
        press(window, Qt.Key.Key_5, CONTROL)
        wait(qtbot, lambda: "streams" in items(window))
        assert items(window)["streams"].cells[1] == "Once upon a time"
        (custom,) = items(window)["custom"].children
        window.panels.tasks.tree.select_item(custom)
        assert '"文字": "值"' in window.panels.tasks.detail.text.toPlainText()
    finally:
        release.set()
    settled(qtbot, window, "done")
    press(window, Qt.Key.Key_K, CONTROL)
    wait(qtbot, lambda: rows(window)[1:] == [("AI", "tell · step 1", "Once upon a time")])
    assert rows(window)[0] == ("Human", "input", "tell me")

    # Looking at the step before, its tokens and its values are still known of the task.
    look_at(window, 0)
    wait(qtbot, lambda: len(rows(window)) == 1)
    press(window, Qt.Key.Key_5, CONTROL)
    wait(qtbot, lambda: "tokens" in items(window))
    assert items(window)["tokens"].cells[1] == "3 in, 4 out, 7 in all"
    assert "custom" in items(window)
    # A node that wrote nothing is listed, and says so.
    look_at(window, 2)
    wait(qtbot, lambda: "writes" in items(window))
    assert items(window)["writes"].cells[1] == "nothing"

    # The channel is chosen where several hold messages.
    window.moment.return_to_head()
    press(window, Qt.Key.Key_K, CONTROL)
    box = child(window, QComboBox, "messages.channel")
    wait(qtbot, box.isVisible)
    assert [box.itemText(place) for place in range(box.count())] == ["messages", "notes"]
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Down)
    wait(qtbot, lambda: rows(window) == [("AI", "note · step 2", "noted")])
    QTest.keyClick(box, Qt.Key.Key_Up)
    wait(qtbot, lambda: len(rows(window)) == 2 and bool(rows(window)[1][1]))

    # From a message to the checkpoint that was the first to have it, and to its node.
    chat.setCurrentIndex(panel.model.index(1))
    QTest.keyClick(chat, Qt.Key.Key_Return)
    wait(qtbot, lambda: at_step(window, 1))
    wait(qtbot, lambda: panel.model.entry(1).author is not None)
    chat.customContextMenuRequested.emit(chat.visualRect(panel.model.index(1)).center())
    menu = child(window, QMenu, "messages.menu")
    actions = {action.text(): action for action in menu.actions()}
    actions["Select tell"].trigger()
    menu.close()
    assert window.panels.selection.node == "tell"


@pytest.mark.parametrize("new_session", ["child"], indirect=True)
def test_a_flood_of_tokens_is_drawn_at_a_pace(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    body = f"""{HEAD}

def tell(state: MessagesState):
    for number in range(20_000):
        push_message(AIMessage(f"{{number}} ", id="long"), state_key=None)
    return {{"messages": [AIMessage("done", id="long")]}}


graph = StateGraph(MessagesState).add_node(tell).add_edge(START, "tell").compile()
"""
    opened(qtbot, window, write(tmp_path, "flood.py", body))
    show_messages(window)
    drawn: list[int] = []
    window.panels.messages.model.dataChanged.connect(lambda *_: drawn.append(1))
    run(window)
    settled(qtbot, window, "done")
    wait(qtbot, lambda: [row[2] for row in rows(window)] == ["tell me", "done"])
    assert len(drawn) < 500
    stream = window.panels.streams.streams.messages()[0]
    assert stream.tokens == 20_000
    assert stream.text.endswith("19998 19999 ")


def test_images_are_shown_where_their_data_is_here(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    image = QImage(900, 90, QImage.Format.Format_RGB32)
    image.fill(QColor("#0d6a86"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    data = base64.b64encode(buffer.data().data()).decode()
    blocks: list[dict[str, Any]] = [
        {"type": "image", "base64": data, "mime_type": "image/png"},
        {"type": "image", "base64": "bm8gaW1hZ2U=", "mime_type": "image/png"},
        {"type": "image_url", "image_url": {"url": "https://example.invalid/a.png"}},
    ]
    body = f"""{HEAD}

def see(state: MessagesState):
    return {{"messages": [HumanMessage({blocks!r})]}}


graph = StateGraph(MessagesState).add_node(see).add_edge(START, "see").compile()
"""
    opened(qtbot, window, write(tmp_path, "images.py", body))
    chat = show_messages(window)
    run(window)
    settled(qtbot, window, "done")
    wait(qtbot, lambda: any(each.pixmap for each in chat.bubble(1).laid))
    (shown,) = (each for each in chat.bubble(1).laid if each.pixmap is not None)
    assert shown.pixmap is not None
    assert shown.pixmap.toImage().pixelColor(3, 3).name() == "#0d6a86"
    assert shown.rect.width() <= chat.viewport().width()
    texts = [each.piece.text for each in chat.bubble(1).laid if each.pixmap is None]
    assert "Image elsewhere, which is not fetched" in texts
    assert "https://example.invalid/a.png" in texts


def test_a_hidden_panel_asks_for_nothing(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    release.set()
    opened(qtbot, window, write(tmp_path, "chat.py", HELD))
    run(window)
    settled(qtbot, window, "done")
    assert not rows(window)
    show_messages(window)
    wait(qtbot, lambda: len(rows(window)) == 2)


def test_tasks_and_why_show_the_inner_node_that_is_selected(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    opened(qtbot, window, write(tmp_path, "nested.py", NESTED))
    expand(window, "document")
    expand(window, "document|desk")
    run(window)
    settled(qtbot, window, "interrupted")
    tasks, why = window.panels.tasks, window.panels.why
    canvas = window.panels.graph.canvas
    press(window, Qt.Key.Key_5, CONTROL)

    canvas.select("document|read")
    wait(qtbot, lambda: tasks.summary.text() == "Inside document: 1 task: 1 wrote")
    (task,) = tasks.model.root.children
    assert task.cells[:2] == ("read", "→ log")
    press(window, Qt.Key.Key_6, CONTROL)
    assert why.sentence.text().startswith("read")
    assert window.panels.selection.node == "document|read"

    canvas.select("document|desk|sign")
    wait(qtbot, lambda: tasks.summary.text() == "Inside document / desk: 1 task: 1 interrupted")
    # Shown again, a panel still shows what is selected.
    press(window, Qt.Key.Key_5, CONTROL)
    assert tasks.task is not None
    assert tasks.task.name == "sign"
    tasks.tree.select_item(tasks.model.root.children[0].children[0])
    assert window.panels.selection.node == "document|desk|sign"

    canvas.select("document")
    wait(qtbot, lambda: tasks.summary.text() == "2 tasks: 2 interrupted")
    assert tasks.task is not None
    assert tasks.task.name == "document"


def test_the_messages_of_a_subgraph_are_those_of_its_own_state(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    body = f"""{HEAD}

class Thoughts(MessagesState):
    thoughts: Annotated[list[Any], operator.add]


def ask(state: Thoughts):
    get_stream_writer()({{"thinks": "hard"}})
    return {{"thoughts": [HumanMessage("inside", id="x"), AIMessage("of it", id="y")]}}


inner = StateGraph(Thoughts).add_node(ask).add_edge(START, "ask").compile()
graph = StateGraph(MessagesState).add_node("agent", inner).add_edge(START, "agent").compile()
"""
    opened(qtbot, window, write(tmp_path, "inner.py", body))
    run(window)
    settled(qtbot, window, "done")
    look_at(window, 0)
    wait(qtbot, lambda: at_step(window, 0))
    double_click(window.panels.graph, "agent")
    shown = inside(qtbot, window)
    tabs = shown.findChild(QTabWidget)
    assert isinstance(tabs, QTabWidget)
    tabs.setCurrentWidget(shown.messages)
    model, box = shown.messages.model, shown.messages.channel_box
    wait(qtbot, lambda: [box.itemText(place) for place in range(box.count())] != [])
    box.setCurrentText("thoughts")
    box.activated.emit(box.currentIndex())
    wait(qtbot, lambda: model.rowCount() == 2 and model.entry(1).author is not None)
    assert plain_text(model.entry(1)) == "of it"
    assert origin_of(model.entry(1)) == "ask · step 1"
    # What its tasks streamed is known there as well.
    row = shown.moment.row_at_step(0)
    assert row is not None
    shown.moment.look_at(row)
    tabs.setCurrentWidget(shown.tasks)
    wait(qtbot, lambda: bool(shown.tasks.model.root.children))
    (task,) = shown.tasks.model.root.children
    (said,) = [item for item in task.children if item.key == "outputs"]
    assert said.children[0].cells[1] == "{'thinks': 'hard'}"
    shown.close()
