"""New input for a graph: a form made from its input schema, with the JSON beside it."""

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import RunMode
from runtime.debug.description import GraphDescription
from runtime.debug.views import ErrorView
from studio.forms import ABSENT, Problem, SchemaForm
from studio.forms.json_text import dump_line
from studio.forms.text_edit import ENTER_GIVES, GrowingTextEdit
from studio.language import later, tr
from studio.session.living import while_alive
from studio.shell.theme import GUTTER, current_theme

KEYS = later(
    "Shift+Enter begins a new line. In a text of several lines and in JSON, Ctrl+Enter runs."
)

PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
LINE = 200
"""Characters of an earlier input that are listed."""

Submit = Callable[[Any, RunMode, Callable[[], None], Callable[[ErrorView], None]], None]
"""``(value, mode, on_accepted, on_refused)``"""


class InputDialog(QDialog):
    """Asks for one input and stays open until the session took it.

    ``earlier`` are inputs that were given before, newest first; the newest is what one begins with.
    """

    def __init__(
        self,
        graph: GraphDescription,
        mode: RunMode,
        submit: Submit,
        parent: QWidget,
        earlier: Sequence[Any] = (),
    ) -> None:
        super().__init__(parent)
        self.setObjectName("input_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Input of {stem}", stem=PurePath(graph.path).stem))
        self._submit = submit
        example: Any = ABSENT if graph.example_input is None else graph.example_input
        self._choices: list[Any] = [*earlier, example]
        self.form = SchemaForm(graph.input_schema, self._choices[0], current_theme(), self)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.pause_button = self._button(
            buttons, tr("Start paused"), "step_task" if mode == "step_task" else "step_superstep"
        )
        self.run_button = self._button(buttons, tr("Run"), "run")
        self.pause_button.setToolTip(
            tr("Save the input and pause before the first superstep  (F10)")
        )
        default = self.run_button if mode == "run" else self.pause_button
        default.setDefault(True)
        default.setText(f"{default.text()}  (Enter)")
        self.setProperty(ENTER_GIVES, True)
        for keys, chosen in (("Ctrl+Return", mode), ("F5", "run"), ("F10", "step_superstep")):
            QShortcut(QKeySequence(keys), self).activated.connect(
                lambda wanted=chosen: self._give(wanted)
            )
        self.run_button.setToolTip(tr("Run to the next breakpoint, interrupt or the end  (F5)"))
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(GUTTER)
        documentation = " ".join(graph.documentation.replace("``", "").split())
        if documentation:
            layout.addWidget(self._hint(documentation))
        self.earlier = QComboBox(self)
        self.earlier.setObjectName("input.earlier")
        self.earlier.setToolTip(tr("Inputs given before  (Up, Down in a line; Ctrl+Up, Ctrl+Down)"))
        for value in earlier:
            self.earlier.addItem(dump_line(value, LINE))
        self.earlier.addItem(
            tr("Nothing filled in") if example is ABSENT else tr("Example of the file")
        )
        self.earlier.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.earlier.currentIndexChanged.connect(self._fill_in)
        recall = QLabel(tr("Earlier inputs"), self)
        recall.setProperty("role", "muted")
        recall.setBuddy(self.earlier)
        for widget in (recall, self.earlier):
            widget.setVisible(bool(earlier))
        for keys, step in (("Ctrl+Up", 1), ("Ctrl+Down", -1)):
            QShortcut(QKeySequence(keys), self).activated.connect(lambda by=step: self._recall(by))
        line = QHBoxLayout()
        line.setSpacing(GUTTER)
        line.addWidget(recall)
        line.addWidget(self.earlier, 1)
        layout.addLayout(line)
        layout.addWidget(self.form, 1)
        layout.addWidget(self._hint(tr(KEYS)))
        layout.addWidget(buttons)
        self.resize(640, max(280, min(640, self.sizeHint().height())))
        self.form.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down recall where a line of text has nothing else to do with them."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down)
            and event.modifiers() in PLAIN
            and _is_one_line(watched)
            and isinstance(watched, QWidget)
            and watched.window() is self
        ):
            self._recall(1 if event.key() == Qt.Key.Key_Up else -1)
            return True
        return super().eventFilter(watched, event)

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

    def _fill_in(self, place: int) -> None:
        self.form.set_value(self._choices[place])
        self.form.setFocus()

    def _recall(self, by: int) -> None:
        """Go to an older input, or with -1 to a newer one."""
        before = self.earlier.currentIndex()
        place = before + by
        if 0 <= place < self.earlier.count():
            # What was typed is found again on the way back.
            self._choices[before] = self.form.value()
            self.earlier.setCurrentIndex(place)

    def _give(self, mode: RunMode) -> None:
        if self.form.is_valid():
            accepted, refused = while_alive(self, self.accept), while_alive(self, self._refused)
            self._submit(self.form.value(), mode, accepted, refused)
        else:
            self.form.reveal_problems()

    def _refused(self, error: ErrorView) -> None:
        self.form.set_problems([Problem((), error.message)])


def _is_one_line(widget: QObject) -> bool:
    """Whether Up and Down lead nowhere in a field."""
    if isinstance(widget, QLineEdit):
        return not isinstance(widget.parent(), QAbstractSpinBox | QComboBox)
    return isinstance(widget, GrowingTextEdit) and widget.document().size().height() == 1
