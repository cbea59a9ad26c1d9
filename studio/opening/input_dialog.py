"""New input for a graph: a form made from its input schema, with the JSON beside it."""

from collections.abc import Callable
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from runtime.debug.commands import RunMode
from runtime.debug.description import GraphDescription
from runtime.debug.views import ErrorView
from studio.forms import ABSENT, Problem, SchemaForm
from studio.forms.text_edit import ENTER_GIVES
from studio.shell.theme import GUTTER, current_theme

KEYS = "Shift+Enter begins a new line. In a text of several lines and in JSON, Ctrl+Enter runs."

Submit = Callable[[Any, RunMode, Callable[[], None], Callable[[ErrorView], None]], None]
"""``(value, mode, on_accepted, on_refused)``"""


class InputDialog(QDialog):
    """Asks for one input and stays open until the session took it."""

    def __init__(
        self, graph: GraphDescription, mode: RunMode, submit: Submit, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("input_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Input of {PurePath(graph.path).stem}")
        self._submit = submit
        example: Any = ABSENT if graph.example_input is None else graph.example_input
        self.form = SchemaForm(graph.input_schema, example, current_theme(), self)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.pause_button = self._button(
            buttons, "Start paused", "step_task" if mode == "step_task" else "step_superstep"
        )
        self.run_button = self._button(buttons, "Run", "run")
        self.pause_button.setToolTip("Save the input and pause before the first superstep  (F10)")
        default = self.run_button if mode == "run" else self.pause_button
        default.setDefault(True)
        default.setText(f"{default.text()}  (Enter)")
        self.setProperty(ENTER_GIVES, True)
        for keys, chosen in (("Ctrl+Return", mode), ("F5", "run"), ("F10", "step_superstep")):
            QShortcut(QKeySequence(keys), self).activated.connect(
                lambda wanted=chosen: self._give(wanted)
            )
        self.run_button.setToolTip("Run to the next breakpoint, interrupt or the end  (F5)")
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(GUTTER)
        documentation = " ".join(graph.documentation.replace("``", "").split())
        if documentation:
            layout.addWidget(self._hint(documentation))
        layout.addWidget(self.form, 1)
        layout.addWidget(self._hint(KEYS))
        layout.addWidget(buttons)
        self.resize(640, max(280, min(640, self.sizeHint().height())))
        self.form.setFocus()

    def _hint(self, text: str) -> QLabel:
        hint = QLabel(text, self)
        hint.setTextFormat(Qt.TextFormat.PlainText)
        hint.setWordWrap(True)
        hint.setProperty("role", "muted")
        return hint

    def _button(self, buttons: QDialogButtonBox, title: str, mode: RunMode) -> QPushButton:
        button = buttons.addButton(title, QDialogButtonBox.ButtonRole.ApplyRole)
        button.setObjectName("input.run" if mode == "run" else "input.paused")
        button.clicked.connect(lambda: self._give(mode))
        return button

    def _give(self, mode: RunMode) -> None:
        if self.form.is_valid():
            self._submit(self.form.value(), mode, self.accept, self._refused)
        else:
            self.form.reveal_problems()

    def _refused(self, error: ErrorView) -> None:
        self.form.set_problems([Problem((), error.message)])
