"""Actions that write files for others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.exporting.acts import ExportActs
from studio.language import tr
from studio.shell.actions import Action

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


def export_actions(window: MainWindow) -> list[Action]:
    """The graph as a picture, the run as a file."""
    acts = ExportActs(window)
    return [
        Action(
            "export.graph",
            tr("Export the graph…"),
            acts.choose_picture,
            icon="export",
            enabled_when=lambda: window.workspace.graph is not None,
            hint=tr("As it is drawn: SVG, PNG or PDF; or as Mermaid text"),
        ),
        Action(
            "export.run",
            tr("Export the run…"),
            acts.export_run,
            icon="export",
            enabled_when=lambda: (
                window.moment.head is not None and not window.workspace.run_control.can_stop
            ),
            hint=tr("One file that opens elsewhere without code; rules take private things out"),
        ),
    ]
