"""The canvas as a file of each kind, and what cannot be written."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor, QImage
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from runtime.debug.describe import describe
from runtime.debug.description import GraphDescription
from runtime.debug.loading import LoadedGraph, load
from runtime.drawing.mermaid import mermaid_of
from studio.exporting.graph_picture import NotWritten, save_graph
from studio.graph.panel import GraphPanel
from studio.shell.theme import LIGHT
from tests.studio.shell.desk import SAMPLES, write

PAPER = QColor("#ffffff")
ODD = """
from typing import TypedDict
from runtime.graph import END, START, StateGraph


class State(TypedDict):
    n: int


builder = StateGraph(State)
builder.add_node('say "hi" [1]', lambda state: None)
builder.add_node("研究", lambda state: None)
builder.add_edge(START, 'say "hi" [1]')
builder.add_edge(START, "研究")
builder.add_node("both", lambda state: None)
builder.add_edge(['say "hi" [1]', "研究"], "both")
graph = builder.compile()
"""


@pytest.fixture
def panel(qtbot: QtBot) -> GraphPanel:
    made = GraphPanel(LIGHT, lambda: None)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    made.set_graph(described(str(SAMPLES / "research.py")))
    qtbot.waitUntil(lambda: "review" in made.scene.nodes)
    return made


def described(path: str) -> GraphDescription:
    loaded = load(path)
    assert isinstance(loaded, LoadedGraph)
    return describe(loaded)


def saved(panel: GraphPanel, path: Path) -> bytes:
    graph = described(str(SAMPLES / "research.py"))
    save_graph(panel.scene, graph, path, PAPER)
    return path.read_bytes()


def test_an_svg_draws_all_that_is_drawn(panel: GraphPanel, tmp_path: Path) -> None:
    data = saved(panel, tmp_path / "graph.svg")
    renderer = QSvgRenderer(QByteArray(data))
    assert renderer.isValid()
    shown = panel.scene.content_rect()
    assert abs(renderer.viewBoxF().width() - shown.width() - 48) <= 1
    millimetres = re.search(r'width="([\d.]+)mm"', data.decode())
    assert millimetres is not None
    # A browser shows 96 pixels an inch.
    assert abs(float(millimetres[1]) * 96 / 25.4 - shown.width() - 48) <= 1
    words = re.sub(r"<[^>]+>", "", data.decode())
    for name in ("plan", "review", "fan_out"):
        assert name in words


def test_a_png_is_twice_as_large_on_the_paper_of_the_theme(
    panel: GraphPanel, tmp_path: Path
) -> None:
    saved(panel, tmp_path / "graph.png")
    image = QImage(str(tmp_path / "graph.png"))
    assert abs(image.width() - 2 * (panel.scene.content_rect().width() + 48)) <= 2
    assert image.pixelColor(2, 2) == PAPER
    colours = {image.pixel(x, image.height() // 2) for x in range(image.width())}
    assert len(colours) > 5


def test_a_pdf_is_one_page(panel: GraphPanel, tmp_path: Path) -> None:
    data = saved(panel, tmp_path / "graph.pdf")
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") == 1


def test_mermaid_names_every_node_and_edge(panel: GraphPanel, tmp_path: Path) -> None:
    text = saved(panel, tmp_path / "graph.mmd").decode()
    assert text.splitlines()[0] == "flowchart TD"
    assert 'n1["plan"]' in text
    assert 'n1 -. "fan_out" .-> n2' in text


def test_mermaid_takes_any_name(tmp_path: Path) -> None:
    text = mermaid_of(described(write(tmp_path, "odd.py", ODD)))
    assert '["say #34;hi#34; #91;1#93;"]' in text
    assert '["研究"]' in text
    assert '(("&"))' in text
    assert text.count(" --- j0") == 2


@pytest.mark.parametrize(
    ("name", "why"), [("graph.gif", "must end in"), ("none/graph.svg", "There is no folder")]
)
def test_what_cannot_be_written_is_said(
    panel: GraphPanel, tmp_path: Path, name: str, why: str
) -> None:
    with pytest.raises(NotWritten, match=why):
        saved(panel, tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["svg", "png", "pdf", "mmd"])
def test_a_place_that_takes_nothing_is_said(panel: GraphPanel, tmp_path: Path, kind: str) -> None:
    (tmp_path / f"taken.{kind}").mkdir()
    with pytest.raises(NotWritten, match="is a folder"):
        saved(panel, tmp_path / f"taken.{kind}")
