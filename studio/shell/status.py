"""The status bar: progress at the left, what is open and how the run stands at the right."""

import os
from pathlib import PurePath

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from studio.language import later, tr
from studio.process.interpreter_dialog import interpreter_name
from studio.session.run_state import STATUS_WORDS, RunStatus, Wish
from studio.shell.icons import icon_pixmap
from studio.shell.theme import GUTTER, ThemeTokens

STATUS_STATES = {
    "idle": "idle",
    "running": "running",
    "paused": "due",
    "interrupted": "interrupted",
    "failed": "failed",
    "done": "wrote",
    "stopped": "skipped",
}
STOPPED_BY_ITSELF = later("Stopped by the graph")
WANTED_WORDS = {"pause": later("Pausing"), "stop": later("Stopping")}

NOTICE_MS = 20_000
MEMORY = "memory"
"""In place of a database's address: nothing is written."""


class StatusBar(QStatusBar):
    """``progress`` says what is being done; errors go to the Problems panel instead."""

    def __init__(self, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._status = "idle"
        self._place = ""
        self._database = QLabel(self)
        self._picture = QLabel(self)
        self._words = QLabel(self)
        self._words.setObjectName("status.run")
        self._database.setObjectName("status.database")
        self._interpreter = QLabel(self)
        self._interpreter.setObjectName("status.interpreter")
        for label in (self._database, self._interpreter, self._words):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setContentsMargins(0, 0, GUTTER, 0)
        self._database.setContentsMargins(0, 0, GUTTER, 0)
        self._interpreter.setContentsMargins(0, 0, GUTTER, 0)
        for widget in (self._interpreter, self._database, self._picture, self._words):
            self.addPermanentWidget(widget)
        self.setSizeGripEnabled(False)
        self.set_theme(tokens)

    def show_database(self, database: str) -> None:
        """The address, or the file with its folder; the whole path is in the tooltip."""
        if database == MEMORY:
            self._database.setText(tr("memory"))
            self._place = tr("Checkpoints are kept in memory and end with the window")
        elif "://" not in database:
            database = os.path.abspath(database)
            self._place = tr("Checkpoints are kept in {database}", database=database)
            path = PurePath(database)
            self._database.setText(str(PurePath(path.parent.name, path.name)))
        else:
            self._database.setText(database)
            self._place = tr("Checkpoints are kept in {database}", database=database)
        self._database.setToolTip(self._place)

    def show_interpreter(self, path: str) -> None:
        """The Python that runs the graph."""
        self._interpreter.setText(interpreter_name(path) if path else "")
        self._interpreter.setToolTip(tr("The graph runs in {path}", path=path) if path else "")

    def show_notice(self, notice: str) -> None:
        """What is otherwise than the graph's file has it; it stays with the database's name."""
        self.showMessage(notice, NOTICE_MS)
        self._database.setToolTip("\n".join(filter(None, (self._place, notice))))

    def show_run(self, status: RunStatus, wanted: Wish = "", asks: bool = True) -> None:
        """How the run stands; ``wanted`` is what it was asked and has not done yet, ``asks``
        whether an interrupted one waits for an answer."""
        self._status = status
        words = STATUS_WORDS[status] if asks or status != "interrupted" else STOPPED_BY_ITSELF
        self._words.setText(tr(WANTED_WORDS.get(wanted) or words))
        self._draw()

    def progress(self, text: str) -> None:
        """Say what is being done; an empty text clears it."""
        self.showMessage(text)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self._draw()

    def _draw(self) -> None:
        state = STATUS_STATES[self._status]
        self._picture.setPixmap(
            icon_pixmap(f"state-{state}", self._tokens.state(state), 14, self.devicePixelRatioF())
        )
