"""Actions on breakpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.language import tr
from studio.shell.actions import Action

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


def breakpoint_actions(window: MainWindow) -> list[Action]:
    """On the selected node, and on all."""
    panels = window.panels
    table = panels.breakpoints.model.table

    def node_selected() -> bool:
        return panels.selection.node is not None

    return [
        Action(
            "breakpoint.toggle",
            tr("Toggle breakpoint"),
            panels.toggle_breakpoint,
            shortcut="F9",
            icon="breakpoint",
            color="failed",
            enabled_when=node_selected,
            hint=tr("Pause before the selected node"),
        ),
        Action(
            "breakpoint.condition",
            tr("Conditional breakpoint…"),
            panels.edit_breakpoint,
            shortcut="Shift+F9",
            icon="breakpoint",
            color="failed",
            enabled_when=node_selected,
            hint=tr("Write when to pause before the selected node"),
        ),
        Action(
            "breakpoint.all",
            tr("Breakpoints are enabled"),
            panels.breakpoints.toggle_all,
            shortcut="Ctrl+Shift+F9",
            enabled_when=lambda: len(table) > 0,
            checked_when=lambda: table.any_enabled,
            hint=tr("Disable all breakpoints, or enable all"),
        ),
    ]
