"""Paths that are pinned in the State panel, in the whole window, and its settings."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pytestqt.qtbot import QtBot

from studio.shell.window import MainWindow
from tests.studio.shell.desk import close, wait, write
from tests.studio.shell.test_canvas import opened

COUNTING = """
from typing import TypedDict
from runtime.graph import END, START, StateGraph

class State(TypedDict, total=False):
    found: dict

def count(state):
    rounds = state.get("found", {}).get("rounds", 0) + 1
    return {"found": {"notes": ["x"] * rounds, "rounds": rounds}}

def again(state):
    return "count" if state["found"]["rounds"] < 3 else END

builder = StateGraph(State).add_node(count).add_edge(START, "count")
graph = builder.add_conditional_edges("count", again, ["count", END]).compile()
EXAMPLE_INPUT = {"found": {}}
"""


def pinned(window: MainWindow) -> list[tuple[str, str]]:
    rows = window.panels.state.model.root.children
    return [(row.cells[0], row.cells[1]) for row in rows if row.kind == "pin"]


def test_they_follow_the_run_and_are_kept_for_the_graph(
    qtbot: QtBot, make_window: Callable[[], MainWindow], tmp_path: Path
) -> None:
    path = write(tmp_path, "counting.py", COUNTING)
    first = make_window()
    opened(qtbot, first, path)
    first.panels.state.toggle_pin(("found", "rounds"))
    assert list(first.settings.values.pinned_paths.values()) == [['["found", "rounds"]']]
    control = first.workspace.run_control
    control.start({"found": {}}, "run", lambda: None, lambda _: None)
    wait(qtbot, lambda: pinned(first) == [("found.rounds", "3")])
    first.actions_registry.trigger("history.step_back")
    wait(qtbot, lambda: pinned(first) == [("found.rounds", "2")])
    close(first)

    again = make_window()
    opened(qtbot, again, path)
    control = again.workspace.run_control
    control.start({"found": {"rounds": 4}}, "run", lambda: None, lambda _: None)
    wait(qtbot, lambda: pinned(again) == [("found.rounds", "5")])
    again.panels.state.toggle_pin(("found", "rounds"))
    assert again.settings.values.pinned_paths == {}
