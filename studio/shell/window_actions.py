"""All actions of the window, with their keys and the conditions under which they make sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.shell.actions import ActionRegistry
from studio.shell.breakpoint_actions import breakpoint_actions
from studio.shell.comparison_actions import comparison_actions
from studio.shell.editor_actions import editor_actions
from studio.shell.export_actions import export_actions
from studio.shell.file_actions import file_actions
from studio.shell.history_actions import history_actions
from studio.shell.mark_actions import mark_actions
from studio.shell.process_actions import process_actions
from studio.shell.run_actions import run_actions
from studio.shell.thread_actions import thread_actions
from studio.shell.view_actions import view_actions

if TYPE_CHECKING:
    from studio.shell.window import MainWindow

_GROUPS = (
    file_actions,
    export_actions,
    editor_actions,
    process_actions,
    run_actions,
    breakpoint_actions,
    mark_actions,
    history_actions,
    thread_actions,
    comparison_actions,
    view_actions,
)


def register_actions(actions: ActionRegistry, window: MainWindow) -> None:
    """Fill the registry; the acts themselves are methods of the window."""
    for group in _GROUPS:
        for action in group(window):
            actions.add(action)
