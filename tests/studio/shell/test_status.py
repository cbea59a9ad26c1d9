"""The status bar: where checkpoints go, and that a graph's own place is not used."""

from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from studio.shell.window import MainWindow
from tests.studio.shell.desk import child, click, dialog, wait

OWN_SAVER = """
import sqlite3
from runtime.checkpoint.sqlite import SqliteSaver
from runtime.graph import START, MessagesState, StateGraph

builder = StateGraph(MessagesState)
builder.add_node("answer", lambda state: {"messages": []})
builder.add_edge(START, "answer")
connection = sqlite3.connect(PLACE, check_same_thread=False)
graph = builder.compile(checkpointer=SqliteSaver(connection))
"""


def test_an_update_is_seen_though_it_is_over_at_once(qtbot: QtBot, window: MainWindow) -> None:
    window.set_motion(reduced=False)
    header = window.centre.header
    show = partial(header.show_moment, 2, "plan", 0, 1, "", "idle")
    show(updates=1)
    lit = [header.lit]
    assert "(in plan)" in header.text()
    qtbot.waitUntil(lambda: header.lit == "plan")
    show(updates=1)
    lit.append(header.lit)
    window.set_motion(reduced=True)
    show(updates=2)
    lit.append(header.lit)
    assert lit == ["update", "plan", "plan"]


def test_two_databases_of_one_name_are_told_apart(window: MainWindow, tmp_path: Path) -> None:
    label = child(window, QLabel, "status.database")
    assert label.text() == str(Path(tmp_path.name, "store.sqlite"))
    assert str(tmp_path / "store.sqlite") in label.toolTip()


def test_a_checkpointer_of_the_graph_is_not_replaced_without_a_word(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    own = tmp_path / "agent.sqlite"
    file = tmp_path / "agent.py"
    file.write_text(OWN_SAVER.replace("PLACE", repr(str(own))), encoding="utf-8")
    window.opener.open_file(str(file))
    trust = dialog(qtbot, QMessageBox)
    click(next(each for each in trust.buttons() if each.text() == "Trust the folder and open"))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    notice = (
        f"The graph's own checkpointer (SqliteSaver, {own}) is not used: "
        f"checkpoints go to {tmp_path / 'store.sqlite'}."
    )
    assert window.status.currentMessage() == notice
    assert notice in child(window, QLabel, "status.database").toolTip()
