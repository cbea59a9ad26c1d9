"""What a person does with the process that runs the graph."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMessageBox

from runtime.debug.commands import AttachDebugger, RestartProcess
from runtime.debug.events import ProcessEnded
from runtime.debug.interpreters import interpreters_for
from runtime.debug.views import DebuggerListens, Reply
from studio.language import tr
from studio.opening.opener import file_of
from studio.process.ended_dialog import ProcessEndedDialog
from studio.process.interpreter_dialog import InterpreterDialog

if TYPE_CHECKING:
    from studio.shell.window import MainWindow


class ProcessActs(QObject):
    """Methods behind actions and events; dialogs are opened and not waited for."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._workspace = window.workspace
        self._settings = window.settings.values

    def tell_of_end(self, event: ProcessEnded) -> None:
        """Say how the process ended; offer to go on where it ended a run that is shown."""
        if not event.thread_id or event.thread_id != self._workspace.moment.thread_id:
            self._window.show_problem(tr("The graph's process ended"), event.error)
            return
        ProcessEndedDialog(
            event,
            lambda: self._workspace.run_control.go_on(),
            lambda: self._window.show_panel("problems"),
            self._window,
        ).open()

    def choose_interpreter(self) -> None:
        """Ask which Python runs the file opened last, then load it in that one."""
        opener = self._window.opener
        target = opener.failed_target or opener.open_target
        if not target:
            return
        file = str(Path(file_of(target)).resolve())
        InterpreterDialog(
            file,
            interpreters_for(file),
            "" if opener.failed_target else self._workspace.interpreter,
            self._settings.interpreters.get(file, ""),
            lambda path: opener.try_interpreter(target, path),
            self._window,
        ).open()

    def restart(self) -> None:
        """End the process whatever it does; a new one takes its place with the same graph."""
        self._workspace.bridge.request(RestartProcess(), lambda _: self._workspace.look_again())

    def attach_debugger(self) -> None:
        """Have the process wait for a debugger of Python lines, and say where."""
        self._workspace.bridge.request(AttachDebugger(), self._tell_where)

    def _tell_where(self, reply: Reply) -> None:
        if not isinstance(reply, DebuggerListens):
            return
        told = QMessageBox(self._window)
        told.setObjectName("debugger_dialog")
        told.setIcon(QMessageBox.Icon.Information)
        told.setWindowTitle(tr("Attach a debugger"))
        told.setTextFormat(Qt.TextFormat.PlainText)
        told.setText(
            tr(
                "The graph's process waits for a debugger at {host}:{port}",
                host=reply.host,
                port=reply.port,
            )
        )
        told.setInformativeText(
            tr(
                "Attach to it with debugpy, for example in VS Code: Run and Debug, Python"
                " Debugger, Remote Attach. Breakpoints in lines of nodes hold from then on. While"
                " a line is held the whole process stands still and this window waits for it."
            )
        )
        told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        told.finished.connect(lambda _: told.deleteLater())
        told.open()
