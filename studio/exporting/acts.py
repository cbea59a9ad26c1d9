"""What the actions of exporting do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFileDialog

from runtime.debug.views import ErrorView
from studio.exporting.graph_picture import KINDS, NotWritten, save_graph
from studio.exporting.run_dialog import ExportRunDialog
from studio.language import tr

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


class ExportActs:
    """Asks where to, and writes."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def choose_picture(self) -> None:
        """Ask for the file that the drawing goes to; its ending says what kind it is."""
        graph = self._window.workspace.graph
        if graph is None:
            return
        names = {
            ".svg": tr("SVG picture"),
            ".png": tr("PNG picture"),
            ".pdf": tr("PDF page"),
            ".mmd": tr("Mermaid text"),
        }
        dialog = QFileDialog(self._window, tr("Export the graph"), Path(graph.path).stem + ".svg")
        dialog.setObjectName("export_graph_dialog")
        dialog.setNameFilters([f"{names[kind]} (*{kind})" for kind in KINDS])
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("svg")
        dialog.filterSelected.connect(
            lambda chosen: dialog.setDefaultSuffix(chosen.rpartition("*.")[2].rstrip(")"))
        )
        dialog.fileSelected.connect(self.save_picture)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def save_picture(self, path: str) -> None:
        """Write the drawing as it is seen."""
        window = self._window
        graph = window.workspace.graph
        if graph is None:
            return
        paper = QColor(window.themes.tokens.surface)
        try:
            save_graph(window.panels.graph.scene, graph, Path(path), paper)
        except NotWritten as error:
            window.show_problem(
                tr("The graph was not exported"),
                ErrorView("NotWritten", str(error), remedy=tr("Choose another place or name.")),
            )
            return
        window.status.progress(tr("{name} was written", name=Path(path).name))

    def export_run(self) -> None:
        """Ask what goes into the file of the run that is shown."""
        window = self._window
        row = window.moment.looked_at or window.moment.head
        if row is not None:
            ExportRunDialog(
                window.workspace.bridge,
                window.settings,
                row,
                window.workspace.graph is not None,
                window.status.progress,
                window,
            ).open()
