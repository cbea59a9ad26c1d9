"""Joins the window of variants to the main window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from runtime.debug.views import CheckpointRow
from studio.comparison.requests import address_of
from studio.variants.dialog import VariantsDialog
from studio.variants.runner import VariantRunner
from studio.variants.saving import Saving

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


class VariantActs(QObject):
    """Opens the window of variants; while they run, questions wait until a person looks."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._moment = window.workspace.moment

    @property
    def can_begin(self) -> bool:
        """Whether the moment looked at can be changed."""
        control = self._window.workspace.run_control
        return self._moment.view is not None and control.can_start

    def begin_soon(self) -> None:
        """As ``begin``, once the moment looked at is read."""
        moment = self._moment
        row, view = moment.looked_at, moment.view
        if row is None or (view is not None and view.row.checkpoint_id == row.checkpoint_id):
            self.begin()
            return
        moment.view_loaded.connect(self.begin, Qt.ConnectionType.SingleShotConnection)

    def begin(self) -> None:
        """Write variants of the moment looked at."""
        workspace, moment = self._window.workspace, self._moment
        graph, view = workspace.graph, moment.view
        end = moment.end
        if graph is None or view is None or end is None:
            return
        runner = VariantRunner(workspace.bridge, moment, address_of(end))
        dialog = VariantsDialog(
            view,
            graph,
            runner,
            Saving(workspace.bridge, self),
            self._window.themes.tokens,
            self._window,
            self._window.panels.channel,
            moment.ran_last(view.row),
        )
        dialog.branch_wanted.connect(self._show_branch)
        dialog.comparison_wanted.connect(self._compare)
        dialog.running_changed.connect(self._running)
        dialog.show()

    def _running(self, on: bool) -> None:
        self._window.offers_answers = not on

    def _show_branch(self, head: CheckpointRow) -> None:
        self._window.panels.visitor.go(address_of(head))

    def _compare(self, first: CheckpointRow, second: CheckpointRow) -> None:
        panels = self._window.panels
        panels.branches.compare(first, second)
        self._window.show_panel("branches")
        panels.compare_checkpoints(address_of(first), address_of(second))
