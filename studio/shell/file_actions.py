"""Actions on files and threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.shell.actions import Action

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


def file_actions(window: MainWindow) -> list[Action]:
    """Open and load again; make, show and delete a thread."""
    control = window.workspace.run_control
    moment = window.workspace.moment
    return [
        Action(
            "file.open",
            "Open…",
            window.opener.choose_file,
            shortcut="Ctrl+O",
            icon="open",
            hint="A Python file that builds a graph",
        ),
        Action(
            "file.reload",
            "Reload graph",
            window.opener.reload,
            shortcut="Ctrl+R",
            icon="refresh",
            enabled_when=lambda: control.can_start,
            hint="Load the open file again after it was changed",
        ),
        Action(
            "thread.refresh",
            "Refresh",
            window.workspace.look_again,
            shortcut="Ctrl+Shift+R",
            icon="refresh",
            enabled_when=lambda: not control.can_stop,
            hint="Read what other programs saved since; coming back to the window does it too",
        ),
        Action("file.quit", "Quit", window.close_later, shortcut="Ctrl+Q"),
        Action(
            "thread.new",
            "New thread",
            window.workspace.new_thread,
            shortcut="Ctrl+N",
            icon="add",
            enabled_when=lambda: control.can_start,
        ),
        Action(
            "thread.open",
            "Open thread…",
            window.acts.ask_for_thread,
            icon="thread",
            enabled_when=lambda: not control.running,
            hint="Show a thread by its id",
        ),
        Action(
            "thread.delete",
            "Delete thread…",
            window.acts.ask_to_delete_thread,
            icon="delete",
            enabled_when=lambda: moment.head is not None and not control.can_stop,
            hint="Remove all checkpoints of the thread shown",
        ),
    ]
