"""``draw``: pictures of every sample in every form, with and without a thread."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from runtime.debug.describe import describe
from runtime.debug.description import GraphDescription
from runtime.debug.loading import LoadedGraph, load
from tests.runtime.cli.commands import DONE, GRAPHS, SAMPLES, Pregel

SVG = "{http://www.w3.org/2000/svg}"
NAMES = sorted(path.name for path in SAMPLES.glob("*.py") if path.name != "__init__.py")


def description(path: Path) -> GraphDescription:
    loaded = load(str(path))
    assert isinstance(loaded, LoadedGraph)
    return describe(loaded)


def titles(path: Path) -> set[str | None]:
    return {title.text for title in ElementTree.parse(path).iter(f"{SVG}title")}


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_as_svg(pregel: Pregel, tmp_path: Path, name: str) -> None:
    picture = tmp_path / "graph.svg"
    drawn = pregel("draw", SAMPLES / name, "-o", picture)
    assert (drawn.code, drawn.out, drawn.err) == (DONE, f"{picture}\n", "")
    nodes = {node.name for node in description(SAMPLES / name).nodes}
    assert titles(picture) == nodes | {name.removesuffix(".py")}
    assert not pregel.store.exists()


@pytest.mark.parametrize("name", NAMES)
def test_every_sample_as_mermaid(pregel: Pregel, tmp_path: Path, name: str) -> None:
    picture = tmp_path / "graph.mmd"
    assert pregel("draw", SAMPLES / name, "-o", picture).code == DONE
    text = picture.read_text("utf-8")
    assert "graph TD;" in text
    for node in description(SAMPLES / name).nodes:
        assert node.name in text


def test_a_png(pregel: Pregel, tmp_path: Path) -> None:
    picture = tmp_path / "graph.png"
    drawn = pregel("draw", SAMPLES / "research.py", "-o", picture)
    assert drawn.code == DONE, drawn.err
    assert picture.read_bytes().startswith(b"\x89PNG\r\n")
    assert picture.stat().st_size > 5_000


def test_a_png_without_qt_names_the_extra(
    pregel: Pregel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PySide6", None)
    refused = pregel("draw", SAMPLES / "research.py", "-o", tmp_path / "graph.png")
    assert "pregel-studio[studio]" in refused.error
    assert list(tmp_path.iterdir()) == []


def test_the_drawn_graph_as_json(pregel: Pregel, tmp_path: Path) -> None:
    drawn = pregel.json("draw", SAMPLES / "loop.py", "-o", tmp_path / "graph.svg")
    assert drawn["output"] == str(tmp_path / "graph.svg")
    assert {"name": "compile", "kind": "node"} in drawn["nodes"]
    labels = {edge["target"]: edge["label"] for edge in drawn["edges"] if edge["label"]}
    assert labels == {"fix": "has an error", "__end__": "compiles, out of attempts"}


def test_a_thread_marks_its_nodes(pregel: Pregel, tmp_path: Path) -> None:
    graph = SAMPLES / "research.py"
    pregel("run", graph, "--input", '{"question": "w", "breadth": 2}', "--thread", "r")
    plain, marked = tmp_path / "plain.svg", tmp_path / "marked.svg"
    pregel("draw", graph, "-o", plain)
    pregel("draw", graph, "-o", marked, "--thread", "r")
    assert "interrupted" not in plain.read_text("utf-8")
    assert "fill-interrupted" in marked.read_text("utf-8")
    assert "stroke-wrote" in marked.read_text("utf-8")
    assert "thread x" in pregel("draw", graph, "-o", marked, "--thread", "x").error


def test_a_subgraph_by_its_namespace(pregel: Pregel, tmp_path: Path) -> None:
    picture = tmp_path / "inner.svg"
    assert pregel("draw", GRAPHS / "nested.py", "-o", picture, "--ns", "inner").code == DONE
    assert "ask" in titles(picture)
    assert "after" not in titles(picture)
    assert (
        "no subgraph" in pregel("draw", GRAPHS / "nested.py", "-o", picture, "--ns", "other").error
    )


def test_a_picture_that_cannot_be_made(pregel: Pregel, tmp_path: Path) -> None:
    counter = SAMPLES / "counter.py"
    assert ".svg, .png or .mmd" in pregel("draw", counter, "-o", tmp_path / "graph.pdf").error
    assert "cannot be written" in pregel("draw", counter, "-o", tmp_path / "no" / "g.svg").error
    assert list(tmp_path.iterdir()) == []
