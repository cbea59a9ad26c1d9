"""Asks for one expression, such as the one that a run is to go on to."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from studio.expressions.checker import Check
from studio.expressions.field import ExpressionField
from studio.language import tr
from studio.shell.theme import GUTTER


class ExpressionDialog(QDialog):
    """``on_given`` is called with the expression once it is one; what was given last is offered."""

    def __init__(
        self,
        title: str,
        question: str,
        act: str,
        check: Check,
        last: str,
        on_given: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("expression_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._on_given = on_given
        asked = QLabel(question, self)
        asked.setTextFormat(Qt.TextFormat.PlainText)
        asked.setWordWrap(True)
        self.field = ExpressionField(check, "expression", self)
        self.field.line.setPlaceholderText(tr("An expression, such as len(findings) > 3"))
        self.field.set_text(last)
        self.field.line.selectAll()
        self.field.given.connect(self._give)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.button = buttons.addButton(act, QDialogButtonBox.ButtonRole.AcceptRole)
        self.button.setDefault(True)
        buttons.accepted.connect(self._press)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(GUTTER)
        layout.addWidget(asked)
        layout.addWidget(self.field)
        layout.addStretch(1)
        layout.addWidget(buttons)
        self.resize(480, 160)
        self.field.setFocus()

    def _press(self) -> None:
        if self.field.text and not self.field.refuse():
            self._give(self.field.text)

    def _give(self, expression: str) -> None:
        if self.result() != QDialog.DialogCode.Accepted:
            self.accept()
            self._on_given(expression)
