"""Actions on marks of the selected node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.language import tr
from studio.shell.actions import Action

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


def mark_actions(window: MainWindow) -> list[Action]:
    """Pin its output, skip it once, say that it is unsafe to repeat."""
    acts = window.mark_acts

    def node_selected() -> bool:
        return window.panels.selection.node is not None

    return [
        Action(
            "mark.pin",
            tr("Pin output"),
            acts.pin,
            shortcut="Ctrl+Alt+P",
            icon="pin",
            enabled_when=node_selected,
            checked_when=lambda: acts.is_marked("pin"),
            hint=tr("Take the recorded output of the selected node instead of executing it"),
        ),
        Action(
            "mark.pin_edited",
            tr("Pin an edited output…"),
            acts.pin_edited,
            shortcut="Ctrl+Alt+Shift+P",
            icon="edit",
            enabled_when=node_selected,
            hint=tr("Write what is taken instead of executing the selected node"),
        ),
        Action(
            "mark.skip",
            tr("Skip in the next run"),
            acts.toggle_skip,
            shortcut="Ctrl+Alt+K",
            icon="skip",
            enabled_when=node_selected,
            checked_when=lambda: acts.is_marked("skip"),
            hint=tr("The selected node is not executed once; its edges go on"),
        ),
        Action(
            "mark.unsafe",
            tr("Unsafe to repeat"),
            acts.toggle_unsafe,
            shortcut="Ctrl+Alt+U",
            icon="unsafe",
            color="failed",
            enabled_when=node_selected,
            checked_when=lambda: acts.is_marked("unsafe"),
            hint=tr("Before the selected node is executed again, ask"),
        ),
    ]
