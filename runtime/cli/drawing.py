"""The command ``draw``: a graph as SVG, PNG or Mermaid text."""

import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Any

import runtime
from runtime.cli.arguments import Options
from runtime.cli.console import output
from runtime.cli.exits import DONE
from runtime.cli.failure import CommandError
from runtime.cli.targets import load_target
from runtime.debug.describe import describe, open_graph
from runtime.debug.description import GraphDescription
from runtime.debug.loading import LoadedGraph
from runtime.drawing.palette import Theme
from runtime.drawing.svg import Marks, svg_text
from runtime.pregel.config import stable_namespace

_RASTERISER = "studio.graph.picture"
"""Runs in a process of its own: no Qt enters this one."""
_SCALE = "2"
_SECONDS = 60
_THEMES: dict[str, Theme] = {"auto": "auto", "light": "light", "dark": "dark"}


def draw(options: Options) -> int:
    """Draw the graph into a file."""
    suffix = options.output.suffix.lower()
    if suffix not in (".svg", ".png", ".mmd"):
        raise CommandError(f"{options.output}: the picture's name must end in .svg, .png or .mmd.")
    if suffix == ".png" and find_spec("PySide6") is None:
        raise CommandError(
            'a .png needs Qt: pip install "pregel-studio[studio]"; .svg and .mmd work without it.'
        )
    loaded = _addressed(load_target(options.target), options)
    description = describe(loaded)
    if suffix == ".mmd":
        _write(options.output, loaded.graph.get_graph().draw_mermaid().encode())
    else:
        theme = _THEMES[options.theme or ("light" if suffix == ".png" else "auto")]
        if suffix == ".png" and theme == "auto":
            theme = "light"
        svg = svg_text(
            description,
            title=PurePath(description.path).stem,
            theme=theme,
            marks=_marks(loaded, options),
        ).encode()
        _write(options.output, _png(svg) if suffix == ".png" else svg)
    if options.as_json:
        output().json(_json(options.output, description))
    else:
        output().write(str(options.output))
    return DONE


def _addressed(loaded: LoadedGraph, options: Options) -> LoadedGraph:
    """The graph of the namespace that is named: the loaded one or one of its subgraphs."""
    if not options.ns:
        return loaded
    wanted = stable_namespace(options.ns)
    for namespace, graph in loaded.graph.get_subgraphs(namespace=wanted):
        if namespace == wanted:
            return replace(loaded, graph=graph)
    raise CommandError(f"the graph has no subgraph for the namespace {options.ns}.")


def _marks(loaded: LoadedGraph, options: Options) -> Marks | None:
    """The states of the nodes at the end of the thread that is named."""
    if options.thread is None:
        return None
    # Only here, so that a picture without a thread needs no database toolkit.
    from runtime.cli.stores import reading
    from runtime.debug.browsing import Browser

    with reading(options) as saver:
        browser = Browser(saver, saver, open_graph(loaded, saver), {})
        view = browser.view(options.thread, options.ns or "", None)
    states = {node: "wrote" for node, seen in view.versions_seen.items() if seen}
    for state in ("wrote", "due", "interrupted", "failed"):
        states.update({task.name: state for task in view.tasks if task.state == state})
    triggers = [each for explanation in view.explanations for each in explanation.triggers]
    return Marks(
        states,
        {each.channel: len(each.join_reported) for each in triggers if each.join_sources},
    )


def _png(svg: bytes) -> bytes:
    try:
        drawn = subprocess.run(
            [sys.executable, "-m", _RASTERISER, _SCALE],
            input=svg,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
            cwd=_source_folder(),
        )
    except subprocess.TimeoutExpired as error:
        raise CommandError(f"Qt did not draw the picture within {_SECONDS} s.") from error
    if drawn.returncode or not drawn.stdout:
        said = drawn.stderr.decode(errors="replace").strip().splitlines()
        raise CommandError(f"Qt cannot draw the picture: {said[-1] if said else 'it said nothing'}")
    return drawn.stdout


def _source_folder() -> Path:
    """Where the packages of this program lie, installed or not."""
    return Path(runtime.__path__[0]).parent


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error


def _json(path: Path, description: GraphDescription) -> dict[str, Any]:
    return {
        "output": str(path),
        "nodes": [{"name": node.name, "kind": node.kind} for node in description.nodes],
        "edges": [
            {
                "source": edge.source,
                "target": edge.target,
                "kind": edge.kind,
                "label": edge.label,
                "join": edge.join,
                "provenance": edge.provenance,
            }
            for edge in description.edges
        ],
    }
