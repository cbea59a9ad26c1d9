"""A picture of each panel, on a run that was forked, commented and asks."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from runtime.debug.views import ErrorFrame, ErrorView
from studio.shell.window import MainWindow
from tests.documents.hands import act, settled, wait, window
from tests.documents.readme import ROOT

WIDE, TALL = QSize(760, 260), QSize(520, 420)
RESEARCH = ROOT / "sample_graphs" / "research.py"
SHOWN = "/home/ada/research.py"
"""Where the sample is for whoever looks at a picture."""
ASKED_AT = 3
"""The step at which the first branch asks."""
CHAT = ROOT / "sample_graphs" / "chat.py"
SIZES = {
    "history": QSize(320, 460),
    "state": TALL,
    "versions": TALL,
    "tasks": TALL,
    "why": TALL,
    "diff": TALL,
    "messages": TALL,
    "timeline": WIDE,
    "log": WIDE,
    "problems": WIDE,
    "source": WIDE,
    "breakpoints": WIDE,
    "approvals": WIDE,
    "marks": WIDE,
    "branches": WIDE,
    "search": WIDE,
    "watch": WIDE,
}
"""Every panel that has a dock, and how large its picture is."""


def panel(name: str) -> Callable[[Path], None]:
    """What makes the picture of one panel."""

    def make(path: Path) -> None:
        if not _taken()[name].save(str(path)):
            raise OSError(f"{path} cannot be written")

    return make


@cache
def _taken() -> dict[str, QImage]:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "pregel-studio"
        place.mkdir()
        taken = {"messages": _of_chat(place)}
        with window(Path(folder), database=place / "checkpoints.sqlite") as opened:
            _prepare(opened)
            for name in SIZES:
                if name != "messages":
                    _bring_about(opened, name)
                    taken[name] = _grab(opened, name)
    return taken


def _of_chat(place: Path) -> QImage:
    with window(place, database=place / "chat.sqlite") as opened:
        _run(opened, CHAT, "done")
        return _grab(opened, "messages")


def _prepare(opened: MainWindow) -> None:
    """Two branches that both ask, a mark on a node, breakpoints, watches."""
    opened.offers_answers = False
    _run(opened, RESEARCH, "interrupted")
    row = opened.moment.row_at_step(0)
    assert row is not None
    opened.moment.look_at(row)
    _quiet(opened)
    opened.workspace.run_control.rerun(row)
    wait(lambda: opened.moment.run.status == "running", "the second branch")
    settled(opened, "interrupted")
    _quiet(opened)
    opened.panels.selection.select("review")
    act(opened, "breakpoint.toggle")
    opened.panels.selection.select("search")
    act(opened, "breakpoint.toggle")
    act(opened, "mark.unsafe")
    opened.panels.watch.set_expressions(["len(findings)", "round", "len(queries) > 2"])
    frame = ErrorFrame(SHOWN, 96, "search", "entry = index[query]")
    error = ErrorView("KeyError", "'latency'", frames=(frame,), node="search")
    opened.panels.problems.add("search failed", error)
    _quiet(opened)


def _bring_about(opened: MainWindow, name: str) -> None:
    """What a panel needs to have something to show."""
    if name == "why":
        opened.panels.selection.select("review")
    elif name == "search":
        opened.show_panel("search")
        opened.panels.search.field.setText("latency")
        opened.panels.search.field.returnPressed.emit()
    elif name == "branches":
        ended = [row for row in opened.moment.rows if row.step == ASKED_AT]
        oldest = min(ended, key=lambda row: row.checkpoint_id)
        opened.panels.branches.compare(oldest, opened.moment.head)
    elif name == "source":
        opened.panels.selection.select("review")
    elif name == "diff":
        opened.panels.selection.select(None)


def _grab(opened: MainWindow, name: str) -> QImage:
    dock = opened.docks.docks[name]
    opened.show_panel(name)
    dock.setFloating(True)
    dock.resize(SIZES[name])
    _quiet(opened)
    file = opened.panels.source.file
    file.setText(file.text().replace(str(RESEARCH), SHOWN))
    image = opened.panels.by_name[name].grab().toImage()
    dock.setFloating(False)
    return image


def _run(opened: MainWindow, file: Path, status: str) -> None:
    opened.opener.open_trusted(str(file))
    wait(lambda: opened.moment.thread_id is not None, "the sample")
    _quiet(opened)
    graph = opened.workspace.graph
    assert graph is not None
    opened.workspace.run_control.start(graph.example_input, "run", lambda: None, lambda error: None)
    wait(lambda: opened.moment.run.status == status, f"a run that is {status}")
    _quiet(opened)


def _quiet(opened: MainWindow) -> None:
    turns = 0

    def is_quiet() -> bool:
        nonlocal turns
        turns = turns + 1 if opened.workspace.bridge.idle else 0
        return turns > 40

    wait(is_quiet, "the session's replies")
