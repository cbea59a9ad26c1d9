"""Actions that set checkpoints and branches beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studio.language import tr
from studio.shell.actions import Action

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


def comparison_actions(window: MainWindow) -> list[Action]:
    """Choose what is compared with what, and run variants to be compared."""
    moment, panels = window.workspace.moment, window.panels
    return [
        Action(
            "diff.choose",
            tr("Compare with a checkpoint…"),
            panels.choose_base,
            shortcut="Ctrl+Alt+D",
            icon="search",
            enabled_when=lambda: moment.view is not None,
            hint=tr("Of any thread and namespace, found by step, node, name or id"),
        ),
        Action(
            "branches.compare",
            tr("Compare branch with…"),
            panels.compare_branch,
            shortcut="Ctrl+Shift+D",
            icon="branches",
            enabled_when=lambda: moment.looked_at is not None,
            hint=tr("Two branches side by side from their fork, superstep by superstep"),
        ),
        Action(
            "variants.new",
            tr("Variants from here…"),
            window.variants.begin,
            shortcut="Ctrl+Shift+V",
            icon="variants",
            enabled_when=lambda: window.variants.can_begin,
            hint=tr("Many edits of this checkpoint, each run on a branch, in one table"),
        ),
    ]
