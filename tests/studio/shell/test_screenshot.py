"""``--screenshot`` renders the real window in a process of its own, without a display."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from runtime.checkpoint.sql import SqlSaver
from runtime.graph import StateGraph
from studio.shell.screenshot import Screenshot
from studio.shell.theme import DARK, LIGHT
from studio.shell.window import MainWindow
from tests.studio.shell.desk import SAMPLES, wait

COUNTER = str(SAMPLES / "counter.py")


def pictured(*arguments: str) -> subprocess.CompletedProcess[str]:
    surroundings = {key: value for key, value in os.environ.items() if key != "QT_QPA_PLATFORM"}
    return subprocess.run(
        [sys.executable, "-m", "studio", *arguments],
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )


def colors(image: QImage, area: QRect) -> set[int]:
    return {
        image.pixel(x, y)
        for x in range(area.left(), area.right(), 3)
        for y in range(area.top(), area.bottom(), 3)
    }


def test_panels_are_filled_in_both_themes(tmp_path: Path) -> None:
    new = tmp_path / "new.sqlite"
    for theme, further in ((LIGHT, ()), (DARK, ("--db", str(new)))):
        out = tmp_path / f"{theme.name}.png"
        ended = pictured(
            str(SAMPLES / "review.py"),
            *("--screenshot", str(out), "--size", "1280x800", "--theme", theme.name, *further),
        )
        assert ended.returncode == 0, ended.stderr
        made = f"{new} did not exist; a new database was made there"
        assert (made in ended.stderr, new.exists()) == (bool(further), bool(further))
        image = QImage(str(out))
        assert (image.width(), image.height()) == (1280, 800)
        for area in (
            QRect(0, 130, 240, 100),  # history
            QRect(260, 110, 580, 420),  # graph
            QRect(870, 140, 400, 200),  # state
            QRect(260, 600, 580, 150),  # timeline
        ):
            assert len(colors(image, area)) > 5, f"{theme.name}: {area} is blank"
        assert image.pixelColor(400, 15).name() == theme.window


def ended(
    qtbot: QtBot, window: MainWindow, out: Path, given: Any, step: int | None
) -> list[str | None]:
    """How the picture of a window ended."""
    ends: list[str | None] = []
    Screenshot(window, out, given, given is not None, step, ends.append)
    window.opener.open_trusted(COUNTER)
    wait(qtbot, lambda: bool(ends))
    return ends


def test_input_and_step_are_followed(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    assert ended(qtbot, window, out, {"count": 41}, 0) == [None]
    assert QImage(str(out)).size() == window.size()
    view = window.moment.view
    assert view is not None
    assert view.row.step == 0
    values = {each.name: each.value for each in view.channels}
    assert values["count"] is not None
    assert values["count"].text == "41"


@pytest.mark.parametrize(
    ("given", "step", "words"), [(None, 77, "no step 77"), ({"count": "many"}, None, "count")]
)
def test_what_cannot_be_followed_is_said(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, given: Any, step: int | None, words: str
) -> None:
    out = tmp_path / "out.png"
    (problem,) = ended(qtbot, window, out, given, step)
    assert problem is not None
    assert words in problem
    assert not out.exists()


def test_a_stored_thread_is_pictured_without_its_graph(tmp_path: Path) -> None:
    database, out = str(tmp_path / "store.sqlite"), tmp_path / "out.png"
    with SqlSaver(database) as saver:
        graph = StateGraph(dict).add_node("n", lambda _: {"seen": "宇宙"})
        app = graph.add_edge("__start__", "n").compile(checkpointer=saver)
        app.invoke({"seen": ""}, {"configurable": {"thread_id": "kept"}})
    shown = pictured("--db", database, "--thread", "kept", "--screenshot", str(out))
    assert shown.returncode == 0, shown.stderr
    image = QImage(str(out))
    assert len(colors(image, QRect(0, 130, 240, 60))) > 5
    out.unlink()
    refused = pictured("--db", database, "--thread", "lost", "--screenshot", str(out))
    assert refused.returncode == 1
    assert "there is no thread lost in the database" in refused.stderr
    assert not out.exists()


def test_what_cannot_be_shown_is_said(tmp_path: Path) -> None:
    broken, out = tmp_path / "broken.py", tmp_path / "out.png"
    broken.write_text("import json\n\nraise ValueError('no such thing')\n")
    refused = pictured(str(broken), "--screenshot", str(out))
    assert refused.returncode == 1
    assert "no such thing" in refused.stderr
    assert f"{broken}:3" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert not out.exists()
