"""Actions that lead to the lines of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.language import tr
from studio.shell.actions import Action
from studio.source.editor_acts import EditorActs

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


def editor_actions(window: MainWindow) -> list[Action]:
    """Open what is shown, and choose in what."""
    acts = EditorActs(window)
    window.panels.problems.editor_wanted.connect(acts.open_frame)
    return [
        Action(
            "source.open_in_editor",
            tr("Open in editor"),
            acts.open_shown,
            shortcut="F4",
            icon="edit",
            enabled_when=lambda: window.panels.source.place is not None,
            hint=tr("The line that Source shows, in the editor you write with"),
        ),
        Action(
            "source.choose_editor",
            tr("Choose editor…"),
            acts.choose,
            hint=tr("The command that opens a line of a file"),
        ),
    ]
