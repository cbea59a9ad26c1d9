"""Large graphs are laid out in a child process, and a failure there still gives a picture."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from runtime.drawing.boxes import drawing_of, on_grid
from runtime.drawing.layout import Layout, LayoutError, LayoutRequest
from runtime.drawing.layout.graphlay import GraphlayEngine
from runtime.drawing.layout.plain import PlainEngine
from studio.graph.arranger import Arranger
from tests.studio.graph.conftest import MakePanel
from tests.studio.graph.samples import agent, large

ROOT = Path(__file__).resolve().parents[3]


def request_of(nodes: int, edges: int) -> LayoutRequest:
    return drawing_of(large(nodes, edges), lambda t: 7.0 * len(t), lambda t: 7.0 * len(t)).request


FOR_EVER = 60_000


def busy(arranger: Arranger) -> bool:
    return arranger.busy


def test_a_small_graph_is_there_at_once(qtbot: QtBot) -> None:
    arranger = Arranger()
    found: list[Layout] = []
    request = request_of(20, 30)
    arranger.arrange(request, found.append)
    assert found == [on_grid(GraphlayEngine().arrange(request), request)]
    assert not arranger.busy


def test_a_large_graph_comes_later_and_is_kept(qtbot: QtBot) -> None:
    arranger = Arranger()
    arranger.patience_ms = FOR_EVER
    found: list[Layout] = []
    request = request_of(200, 320)
    arranger.arrange(request, found.append)
    assert found == []
    assert busy(arranger)
    qtbot.waitUntil(lambda: bool(found))
    assert not busy(arranger)
    assert len(found[0].centres) == len(request.boxes)
    arranger.arrange(request, found.append)
    assert found[1] is found[0]


def test_a_new_request_drops_the_one_before(qtbot: QtBot) -> None:
    arranger = Arranger()
    arranger.patience_ms = FOR_EVER
    dropped: list[Layout] = []
    found: list[Layout] = []
    arranger.arrange(request_of(300, 900), dropped.append)
    arranger.arrange(request_of(180, 310), found.append)
    qtbot.waitUntil(lambda: bool(found))
    assert dropped == []


def test_a_program_that_ends_leaves_no_process(tmp_path: Path) -> None:
    script = tmp_path / "ends.py"
    script.write_text(
        "from PySide6.QtCore import QTimer\n"
        "from PySide6.QtWidgets import QApplication\n"
        "from studio.graph.arranger import Arranger\n"
        "from tests.studio.graph.test_arranger import request_of\n"
        "application = QApplication([])\n"
        "arranger = Arranger()\n"
        "arranger.arrange(request_of(300, 900), print)\n"
        "assert arranger.busy\n"
        "QTimer.singleShot(0, application.quit)\n"
        "application.exec()\n"
        "assert not arranger.busy\n",
        encoding="utf-8",
    )
    ended = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def test_without_an_interpreter_the_plain_engine_draws(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/no/such/python")
    arranger = Arranger()
    found: list[Layout] = []
    request = request_of(200, 320)
    arranger.arrange(request, found.append)
    qtbot.waitUntil(lambda: bool(found))
    assert found == [on_grid(PlainEngine().arrange(request), request)]


def test_a_request_that_the_library_refuses_is_drawn_plainly(qtbot: QtBot) -> None:
    class Refusing:
        def arrange(self, request: LayoutRequest) -> Layout:
            raise LayoutError("too many edges")

    found: list[Layout] = []
    request = request_of(5, 8)
    Arranger(engine=Refusing()).arrange(request, found.append)
    assert found == [on_grid(PlainEngine().arrange(request), request)]


def test_the_panel_says_so_while_it_waits(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel = make_panel()
    panel.set_graph(large(200, 320))
    assert not panel.canvas.isVisible()
    qtbot.waitUntil(panel.canvas.isVisible)
    assert len(panel.scene.nodes) == 202


def test_a_small_graph_may_be_opened_meanwhile(qtbot: QtBot, make_panel: MakePanel) -> None:
    panel = make_panel()
    panel.set_graph(large(200, 320))
    panel.set_graph(agent())
    assert panel.canvas.isVisible()
    assert "classify" in panel.scene.nodes
