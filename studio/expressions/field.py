"""An expression with what is wrong with it, or what it is worth, beside it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from runtime.debug.views import ExpressionChecked
from studio.expressions.checker import Check
from studio.expressions.line import ExpressionLine
from studio.forms.field import set_flag
from studio.inspector.elided_label import ElidedLabel
from studio.language.engine import expression_text
from studio.shell.theme import GRID


class ExpressionField(QWidget):
    """A line and a word on it below; ``said`` may be put elsewhere.

    ``given`` carries the text when a person presses Return and it is an expression.
    """

    given = Signal(str)
    edited = Signal()

    def __init__(
        self,
        check: Check,
        name: str,
        parent: QWidget | None = None,
        *,
        template: bool = False,
    ) -> None:
        super().__init__(parent)
        self.line = ExpressionLine(check, self, template=template)
        self.line.setObjectName(name)
        self.said = ElidedLabel(parent=self)
        self.said.setObjectName(f"{name}.said")
        self.said.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.line.checked.connect(self._told)
        self.line.textEdited.connect(lambda _: self.edited.emit())
        self.line.returnPressed.connect(self._give)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID // 2)
        layout.addWidget(self.line)
        layout.addWidget(self.said)
        self.setFocusProxy(self.line)
        self._told(ExpressionChecked())

    @property
    def text(self) -> str:
        return self.line.text().strip()

    def set_text(self, text: str) -> None:
        """Show an expression; nobody is told."""
        self.line.setText(text)
        self.line.setCursorPosition(0)
        self.line.check_now()

    def refuse(self) -> bool:
        """Whether the text is no expression; it is said then."""
        found = self.line.refusal
        if found.problem:
            set_flag(self.line, "invalid", True)
            self._told(found)
        return bool(found.problem)

    def say(self, text: str, role: str = "muted") -> None:
        """Put a word beside the line."""
        set_flag(self.said, "role", role)
        self.said.setText(text)
        self.said.setVisible(bool(text))

    def _give(self) -> None:
        if self.text and not self.refuse():
            self.given.emit(self.text)

    def _told(self, found: ExpressionChecked) -> None:
        if not self.text:
            self.say("")
        elif found.problem:
            self.say(sentence(found), "error")
        elif found.trouble:
            self.say(found.trouble)
        else:
            self.say(f"= {found.value}" if found.value else "")


def sentence(found: ExpressionChecked) -> str:
    """What is wrong and what helps."""
    return expression_text(found.problem, found.remedy)
