"""Actions on what was recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.language import tr
from studio.shell.actions import Action

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


def history_actions(window: MainWindow) -> list[Action]:
    """Go through the checkpoints, compare, edit, fork and run again from one."""
    control = window.workspace.run_control
    moment = window.workspace.moment
    return [
        Action(
            "history.step_back",
            tr("Step back"),
            window.acts.step_back,
            short=tr("Back"),
            shortcut="Shift+F10",
            icon="step-back",
            enabled_when=lambda: moment.previous is not None,
            hint=tr("Look at the checkpoint before this one; nothing runs"),
        ),
        Action(
            "history.step_forward",
            tr("Step forward in history"),
            window.acts.step_forward,
            shortcut="Shift+F11",
            icon="chevron-right",
            enabled_when=lambda: moment.following is not None,
            hint=tr("Look at the checkpoint after this one; nothing runs"),
        ),
        Action(
            "history.play",
            tr("Play the history"),
            window.panels.player.toggle,
            shortcut="Ctrl+P",
            icon="play-history",
            enabled_when=lambda: window.panels.player.can_play,
            checked_when=lambda: window.panels.player.playing,
            hint=tr("Show what was recorded superstep by superstep; nothing runs"),
        ),
        Action(
            "history.return_to_head",
            tr("Return to head"),
            moment.return_to_head,
            shortcut="Alt+End",
            icon="head",
            enabled_when=lambda: not moment.follows_head,
        ),
        Action(
            "history.filter",
            tr("Filter checkpoints…"),
            window.filter_history,
            shortcut="Ctrl+Shift+H",
            icon="filter",
            checked_when=window.panels.history.filter_button.isChecked,
            hint=tr("By node, channel, source, metadata and expression"),
        ),
        Action(
            "history.rerun",
            tr("Run again from here…"),
            window.acts.ask_to_rerun,
            short=tr("Run again"),
            icon="rerun",
            enabled_when=lambda: control.can_rerun,
            hint=tr("Execute again from the checkpoint looked at, in a new branch"),
        ),
        Action(
            "history.fork",
            tr("Fork from here…"),
            lambda: window.acts.edit_state(None),
            short=tr("Fork"),
            icon="fork",
            enabled_when=lambda: moment.looked_at is not None and control.can_start,
            hint=tr("Change the state of this checkpoint in a new branch"),
        ),
        Action(
            "state.edit",
            tr("Edit state…"),
            lambda: window.acts.edit_state(window.panels.channel),
            shortcut="Ctrl+E",
            icon="edit",
            enabled_when=lambda: moment.looked_at is not None and control.can_start,
            hint=tr("Save changed channels of this checkpoint as a new one"),
        ),
        Action(
            "diff.pin",
            tr("Compare others with this checkpoint"),
            window.panels.compare_with_this,
            icon="pin",
            enabled_when=lambda: moment.looked_at is not None,
            hint=tr("Pin it: Diff compares whatever is looked at from now on with it"),
        ),
        Action(
            "diff.unpin",
            tr("Compare with the checkpoint before"),
            window.panels.compare_with_parent,
            icon="diff",
            enabled_when=lambda: window.panels.diff.base is not None,
            hint=tr("Unpin: Diff compares each checkpoint with its parent again"),
        ),
    ]
