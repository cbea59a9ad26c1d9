"""Makes the README's pictures: ``python -m tests.documents.pictures [FOLDER]``.

Pictures of the whole window come from ``pregel-studio --screenshot`` on runs that ``pregel`` made
where a history is needed; dialogs are opened in a window that is led to the place where they open.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton

from studio.approval.interrupt_dialog import InterruptDialog
from studio.editing.edit_dialog import EditStateDialog
from studio.opening.input_dialog import InputDialog
from studio.shell.bars import TOOLS
from studio.shell.panel_places import PLACES
from studio.shell.window import MainWindow
from tests.documents.hands import act, child, dialog, picture, settled, wait, window
from tests.documents.panel_pictures import panel
from tests.documents.readme import PICTURES, ROOT

SIZE = "1440x900"
RESEARCH = "sample_graphs/research.py"
QUESTION = {"question": "Why did checkout latency double on 14 October?", "breadth": 3}
OTHER_QUERIES = {"queries": ["cache metrics", "slowest spans in traces", "database load"]}
THREAD = "research-1"
WAITING = 2
CONTRACTS = """
import operator
from typing import Annotated, TypedDict

from runtime.graph import START, StateGraph
from runtime.types import Send, interrupt


class State(TypedDict, total=False):
    log: Annotated[list[str], operator.add]


def collect(state: State) -> State:
    return {"log": ["lease", "loan", "licence"]}


def each(state: State) -> list[Send]:
    return [Send("contract", {"log": [name]}) for name in state["log"]]


def read(state: State) -> State:
    return {"log": [f"{state['log'][0]}: read"]}


def sign(state: State) -> State:
    return {"log": [interrupt(f"Sign the {state['log'][0]}?")]}


def file_away(state: State) -> State:
    return {"log": ["filed"]}


inner = StateGraph(State).add_node(read).add_node(sign)
inner = inner.add_edge(START, "read").add_edge("read", "sign").compile()
builder = StateGraph(State).add_node(collect).add_node("contract", inner).add_node(file_away)
builder.add_edge(START, "collect").add_conditional_edges("collect", each, ["contract"])
graph = builder.add_edge("contract", "file_away").compile()
"""
QUIET_TURNS = 40


def research_light(path: Path) -> None:
    """The research sample at its question."""
    _screenshot(RESEARCH, path, "--theme", "light")


def research_dark(path: Path) -> None:
    """The same in the dark theme."""
    _screenshot(RESEARCH, path, "--theme", "dark")


def stepping(path: Path) -> None:
    """Paused before the searches, with the rule that makes them due."""
    with tempfile.TemporaryDirectory() as folder, window(Path(folder)) as opened:
        _start_paused(opened)
        act(opened, "run.step_superstep")
        settled(opened, "paused")
        act(opened, "view.why")
        _idle(opened)
        picture(opened, path)


def given_input(path: Path) -> None:
    """The form made from the input schema."""
    with tempfile.TemporaryDirectory() as folder, window(Path(folder)) as opened:
        _open(opened)
        act(opened, "run.step_superstep")
        form = dialog(InputDialog)
        picture(form, path)
        form.reject()


def approving(path: Path) -> None:
    """The question of the review, with its evidence."""
    with tempfile.TemporaryDirectory() as folder, window(Path(folder)) as opened:
        _start_paused(opened)
        act(opened, "run.go")
        settled(opened, "interrupted")
        question = dialog(InterruptDialog)
        picture(question, path)
        question.reject()


def looking_back(path: Path) -> None:
    """A moment in the middle of a finished run."""
    with tempfile.TemporaryDirectory() as folder, window(Path(folder)) as opened:
        _start_paused(opened)
        act(opened, "run.go")
        settled(opened, "interrupted")
        child(dialog(InterruptDialog), QPushButton, "option.0").click()
        settled(opened, "done")
        _idle(opened)
        for _ in range(3):
            act(opened, "history.step_back")
            _idle(opened)
        picture(opened, path)


def editing(path: Path) -> None:
    """The queries of a past checkpoint, changed, with the effect of the change."""
    with tempfile.TemporaryDirectory() as folder:
        database = _database(Path(folder))
        _run_to_the_end(database)
        with window(Path(folder), database=database) as opened:
            _open(opened, THREAD)
            row = opened.moment.row_at_step(1)
            assert row is not None
            opened.moment.look_at(row)
            _idle(opened)
            opened.acts.edit_state("queries")
            edit = dialog(EditStateDialog)
            _idle(opened)
            wait(lambda: edit.editor.current_form is not None, "the form of the channel")
            fields = edit.editor.findChildren(QPlainTextEdit)
            field = next(each for each in fields if each.isVisible())
            field.setPlainText(OTHER_QUERIES["queries"][0])
            wait(child(edit, QPushButton, "fork").isEnabled, "the preview of the edit")
            _idle(opened)
            picture(edit, path)
            edit.done(QDialog.DialogCode.Rejected.value)


def forked(path: Path) -> None:
    """Two branches: the first run, and the one that goes on from the edit."""
    with tempfile.TemporaryDirectory() as folder:
        database = _database(Path(folder))
        _run_to_the_end(database)
        store = ("--db", str(database), "--thread", THREAD)
        rows = json.loads(_pregel("history", *store, "--json"))
        planned = next(row["checkpoint_id"] for row in rows if row["next"][:1] == ["search"])
        values = ("--values", json.dumps(OTHER_QUERIES), "--as-node", "plan")
        _pregel("fork", RESEARCH, planned, *values, *store)
        _pregel("run", RESEARCH, *store, expected=WAITING)
        _screenshot(RESEARCH, path, "--theme", "light", *store)


def expanded(path: Path) -> None:
    """A subgraph drawn in place while three tasks of it wait, and the last barrier unfolded."""
    with tempfile.TemporaryDirectory() as folder, window(Path(folder)) as opened:
        file = Path(folder) / "contracts.py"
        file.write_text(CONTRACTS, encoding="utf-8")
        opened.opener.open_trusted(str(file))
        opened.offers_answers = False
        wait(lambda: opened.moment.thread_id is not None, "the graph")
        _idle(opened)
        control = opened.workspace.run_control
        control.start({"log": []}, "run", lambda: None, lambda _: None)
        settled(opened, "interrupted")
        act(opened, "view.expand_all")
        _idle(opened)
        QTest.mouseClick(opened.panels.graph.folds, Qt.MouseButton.LeftButton)
        picture(opened, path)


ALL: dict[str, Callable[[Path], None]] = {
    "research-light.png": research_light,
    "research-dark.png": research_dark,
    "input.png": given_input,
    "stepping.png": stepping,
    "approving.png": approving,
    "looking-back.png": looking_back,
    "editing.png": editing,
    "expanded.png": expanded,
    "forked.png": forked,
    "panel-history.png": panel("history"),
    "panel-state.png": panel("state"),
    "panel-versions.png": panel("versions"),
    "panel-tasks.png": panel("tasks"),
    "panel-why.png": panel("why"),
    "panel-diff.png": panel("diff"),
    "panel-messages.png": panel("messages"),
    "panel-timeline.png": panel("timeline"),
    "panel-log.png": panel("log"),
    "panel-problems.png": panel("problems"),
    "panel-source.png": panel("source"),
    "panel-breakpoints.png": panel("breakpoints"),
    "panel-approvals.png": panel("approvals"),
    "panel-marks.png": panel("marks"),
    "panel-branches.png": panel("branches"),
    "panel-search.png": panel("search"),
    "panel-watch.png": panel("watch"),
}
"""File name and maker of every picture."""


MARK = "window"
"""Text in a picture's file: what the window had when it was taken."""


def furniture() -> str:
    """The tabs and tools that a picture shows."""
    return "\n".join([*(place.title for place in PLACES), *filter(None, TOOLS)])


def mark(path: Path) -> None:
    """Write into the file of a picture what the window has."""
    image = QImage(str(path))
    image.setText(MARK, furniture())
    if not image.save(str(path)):
        raise OSError(f"{path} cannot be written")


def _screenshot(target: str, path: Path, *options: str) -> None:
    command = ["-m", "studio.main", target, "--screenshot", str(path), "--size", SIZE, *options]
    _called(command, 0)


def _pregel(*arguments: str, expected: int = 0) -> str:
    return _called(["-m", "runtime.cli.main", *arguments], expected)


def _called(arguments: list[str], expected: int) -> str:
    ended = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if ended.returncode != expected:
        raise RuntimeError(f"{arguments} ended with {ended.returncode}: {ended.stderr}")
    return ended.stdout


def _database(folder: Path) -> Path:
    """A file whose folder looks in the status bar as a person's would."""
    place = folder / "pregel-studio"
    place.mkdir()
    return place / "checkpoints.sqlite"


def _run_to_the_end(database: Path) -> None:
    store = ("--db", str(database), "--thread", THREAD)
    _pregel("run", RESEARCH, "--input", json.dumps(QUESTION), *store, expected=WAITING)
    _pregel("resume", RESEARCH, "--answer", '"approve"', *store)


def _open(opened: MainWindow, thread: str | None = None) -> None:
    opened.opener.open_trusted(str(ROOT / RESEARCH), thread)
    wait(lambda: opened.moment.thread_id is not None, "the sample")
    _idle(opened)


def _idle(opened: MainWindow) -> None:
    quiet = 0

    def is_quiet() -> bool:
        nonlocal quiet
        quiet = quiet + 1 if opened.workspace.bridge.idle else 0
        return quiet > QUIET_TURNS

    wait(is_quiet, "the session's replies")


def _start_paused(opened: MainWindow) -> None:
    _open(opened)
    act(opened, "run.step_superstep")
    child(dialog(InputDialog), QPushButton, "input.paused").click()
    settled(opened, "paused")


def main(arguments: list[str]) -> int:
    """Make every picture anew in a folder, by default the one that the README shows."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder = Path(arguments[0]) if arguments else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in ALL.items():
        make(folder / name)
        mark(folder / name)
        sys.stdout.write(f"{folder / name}\n")
    for left in folder.glob("*.png"):
        if left.name not in ALL:
            left.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
