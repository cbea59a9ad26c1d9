"""What the actions of the editor do: open the line that is shown, and choose the editor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QInputDialog, QLineEdit

from runtime.debug.views import ErrorFrame, ErrorView
from studio.language import tr
from studio.source.editor import NoEditor, open_in_editor, usual_command

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


class EditorActs:
    """Opens lines of the window's graph in the editor that the settings name."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window

    def open_shown(self) -> None:
        """The line that the Source panel shows."""
        place = self._window.panels.source.place
        if place is not None:
            self.open(*place)

    def open_frame(self, frame: ErrorFrame) -> None:
        """The line of an error."""
        self.open(frame.path, frame.line)

    def open(self, path: str, line: int) -> None:
        """One line; what goes wrong stands among the problems."""
        window = self._window
        try:
            program = open_in_editor(path, line, window.settings.values.editor)
        except NoEditor as error:
            remedy = tr("Name one with Choose editor… in the View menu.")
            window.show_problem(
                tr("No editor was opened"), ErrorView("NoEditor", str(error), remedy=remedy)
            )
            return
        window.status.progress(tr("Line {line} opens in {program}", line=line, program=program))

    def choose(self) -> None:
        """Ask for the command of the editor."""
        values = self._window.settings.values
        dialog = QInputDialog(self._window)
        dialog.setObjectName("editor_dialog")
        dialog.setWindowTitle(tr("Choose editor"))
        dialog.setLabelText(
            tr(
                "Command of the editor; {file} and {line} stand for the place."
                "\nEmpty: one that is found."
            )
        )
        dialog.setTextValue(values.editor or usual_command())
        dialog.setTextEchoMode(QLineEdit.EchoMode.Normal)
        dialog.resize(480, dialog.height())
        dialog.textValueSelected.connect(self._chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _chosen(self, command: str) -> None:
        command = command.strip()
        self._window.settings.values.editor = "" if command == usual_command() else command
        self._window.save_settings()
