"""Saving a file of the open graph loads the graph again, in the background.

What is open stays until the new graph is there. A run that executes is not disturbed: the graph is
loaded when it rests.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from runtime.debug.views import ErrorView
from studio.language import tr
from studio.process.saving import SavedFiles

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


class Reloader(QObject):
    """Joins the files that are watched with the graph that is open."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._workspace = window.workspace
        self._due = False
        self.files = SavedFiles(self)
        self.files.saved.connect(self._saved)
        self.files.gone.connect(self._gone)
        self._workspace.graph_opened.connect(lambda _: self._opened())
        self._workspace.open_failed.connect(lambda _, error: self._failed(error))
        self._workspace.moment.run_changed.connect(self._reload_if_due)

    def _opened(self) -> None:
        self._due = False
        self.files.watch(self._workspace.files)

    def _failed(self, error: ErrorView) -> None:
        """The mistake may be in a file that was not one of the graph's until now."""
        if self._workspace.reloading:
            files = [*self._workspace.files, *(frame.path for frame in error.frames)]
            self.files.watch(list(dict.fromkeys(files)))

    def _saved(self) -> None:
        if self._window.settings.values.reload_on_save:
            self._due = True
            self._reload_if_due()

    def _reload_if_due(self) -> None:
        if self._due and not self._workspace.run_control.running:
            self._due = False
            self._window.opener.reload_saved()

    def _gone(self, file: str) -> None:
        self._window.show_problem(
            is_gone(file),
            ErrorView(
                type="FileGone",
                message=tr(
                    "{file} was deleted or renamed. The graph that was loaded from it stays.",
                    file=file,
                ),
                remedy=tr("It is loaded again when a file of that name is there again."),
            ),
        )


def is_gone(file: str) -> str:
    """The problem of a file that was deleted or renamed, in a few words."""
    return tr("{name} is gone", name=Path(file).name)


def not_loaded_again(file: str) -> str:
    """The problem of a saved file that has a mistake, in a few words."""
    return tr("{name} was not loaded again; the graph stays as it was", name=Path(file).name)
