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
            "diff.copy_unified",
            tr("Copy as unified diff"),
            lambda: panels.diff.copy_as("unified"),
            icon="copy",
            enabled_when=lambda: panels.diff.has_differences,
            hint=tr("All channels that Diff lists, with whole values"),
        ),
        Action(
            "diff.copy_patch",
            tr("Copy as JSON Patch (RFC 6902)"),
            lambda: panels.diff.copy_as("patch"),
            icon="copy",
            enabled_when=lambda: panels.diff.has_differences,
            hint=tr("What leads from the one state to the other"),
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
            "branches.next",
            tr("Next difference"),
            panels.next_difference,
            shortcut="F8",
            icon="chevron-down",
            enabled_when=lambda: panels.branches.has_differences,
            hint=tr("Of the two branches that are compared"),
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
