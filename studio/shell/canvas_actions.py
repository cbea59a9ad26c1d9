"""Actions on the drawing of the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.graph.node_item import HeatKind
from studio.language import tr
from studio.shell.actions import Action

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


def canvas_actions(window: MainWindow) -> list[Action]:
    """Zoom, what is shown of the graph, and what is found in it."""
    graph = window.panels.graph
    canvas = graph.canvas

    def heat(kind: HeatKind | None, title: str) -> Action:
        return Action(
            f"view.heat_{kind or 'off'}",
            title,
            lambda: graph.show_heat(kind),
            icon="heat" if kind else "",
            checked_when=lambda: graph.heat == kind,
        )

    return [
        Action(
            "view.fit",
            tr("Fit graph"),
            graph.fit,
            shortcut="Ctrl+Shift+F",
            icon="fit",
            hint=tr("Show the whole graph"),
        ),
        Action(
            "view.zoom_in", tr("Zoom in"), canvas.zoom_in, shortcut="Ctrl++; Ctrl+=", icon="zoom-in"
        ),
        Action(
            "view.zoom_out", tr("Zoom out"), canvas.zoom_out, shortcut="Ctrl+-", icon="zoom-out"
        ),
        Action("view.zoom_reset", tr("Original size"), canvas.zoom_reset, shortcut="Ctrl+0"),
        Action(
            "view.channels",
            tr("Show channels in the graph"),
            lambda: graph.show_channels(not graph.channels_shown),
            icon="channel",
            checked_when=lambda: graph.channels_shown,
        ),
        Action(
            "view.find_node",
            tr("Find a node…"),
            graph.find_node,
            shortcut="Ctrl+G",
            icon="search",
            enabled_when=lambda: graph.model is not None,
            hint=tr("Go to a node by a part of its name; / in the graph does it too"),
        ),
        Action(
            "view.zoom_selection",
            tr("Zoom to the selected node"),
            canvas.zoom_to_selection,
            shortcut="Ctrl+Shift+G",
            icon="zoom-in",
            enabled_when=lambda: window.panels.selection.node is not None,
            hint=tr("As large as life, an expanded one as large as it fits; Z in the graph"),
        ),
        Action(
            "view.expand",
            tr("Expand or collapse the subgraph"),
            lambda: graph.toggle_expanded(window.panels.selection.node or ""),
            shortcut="Ctrl+Shift+E",
            icon="expand",
            enabled_when=lambda: graph.can_expand(window.panels.selection.node),
            hint=tr("Draw it inside of the graph, or as one card again; E in the graph"),
        ),
        Action(
            "view.expand_all",
            tr("Expand all subgraphs"),
            lambda: graph.set_all_expanded(True),
            enabled_when=lambda: graph.has_subgraphs,
        ),
        Action(
            "view.collapse_all",
            tr("Collapse all subgraphs"),
            lambda: graph.set_all_expanded(False),
            enabled_when=lambda: bool(graph.arrangement.expanded),
        ),
        Action(
            "view.reset_positions",
            tr("Reset moved nodes"),
            graph.reset_positions,
            enabled_when=lambda: bool(graph.arrangement.moved),
            hint=tr("Put every node that was moved by hand back to where it was laid out"),
        ),
        Action(
            "view.minimap",
            tr("Minimap"),
            lambda: graph.controls.set_minimap_wanted(not graph.controls.minimap_wanted),
            icon="minimap",
            checked_when=lambda: graph.controls.minimap_wanted,
            hint=tr("A map of the whole graph, where it does not fit"),
        ),
        Action(
            "view.legend",
            tr("Legend of the graph"),
            lambda: graph.show_legend(not graph.controls.legend_shown),
            icon="legend",
            checked_when=lambda: graph.controls.legend_shown,
        ),
        heat(None, tr("No heat on nodes")),
        heat("runs", tr("Heat by runs")),
        heat("time", tr("Heat by time")),
        heat("errors", tr("Heat by errors")),
    ]
