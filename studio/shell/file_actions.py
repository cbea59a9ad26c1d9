"""Actions on files and threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.language import tr
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
            tr("Open…"),
            window.opener.choose_file,
            shortcut="Ctrl+O",
            icon="open",
            hint=tr("A Python file that builds a graph"),
        ),
        Action(
            "file.open_database",
            tr("Open database…"),
            window.opener.choose_database,
            shortcut="Ctrl+Shift+O",
            icon="state",
            hint=tr("Checkpoints of a SQLite file, in a window of its own; no code is run"),
        ),
        Action(
            "file.reload",
            tr("Reload graph"),
            window.opener.reload,
            shortcut="Ctrl+R",
            icon="refresh",
            enabled_when=lambda: control.can_start,
            hint=tr("Load the open file again after it was changed"),
        ),
        Action(
            "thread.refresh",
            tr("Refresh"),
            window.workspace.look_again,
            shortcut="Ctrl+Shift+R",
            icon="refresh",
            enabled_when=lambda: not control.can_stop,
            hint=tr("Read what other programs saved since; coming back to the window does it too"),
        ),
        Action("file.quit", tr("Quit"), window.close_later, shortcut="Ctrl+Q"),
        Action(
            "thread.new",
            tr("New thread"),
            window.workspace.new_thread,
            shortcut="Ctrl+N",
            icon="add",
            enabled_when=lambda: control.can_start,
        ),
        Action(
            "thread.open",
            tr("Open thread…"),
            window.acts.ask_for_thread,
            icon="thread",
            enabled_when=lambda: not control.running,
            hint=tr("Show a thread by its id"),
        ),
        Action(
            "thread.delete",
            tr("Delete thread…"),
            window.acts.ask_to_delete_thread,
            icon="delete",
            enabled_when=lambda: (
                moment.head is not None and not control.can_stop and not window.workspace.recorded
            ),
            hint=tr("Remove all checkpoints of the thread shown"),
        ),
    ]
