"""The question before a node runs again that is unsafe to repeat."""

from collections.abc import Callable, Sequence
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.language import plural, tr
from studio.shell.icons import icon, icon_pixmap
from studio.shell.theme import GUTTER, current_theme

RepeatAnswer = Literal["again", "recorded", "skip"]


class RepeatDialog(QDialog):
    """``on_answer`` is told what a person chose; closing leaves the run paused."""

    def __init__(
        self,
        nodes: Sequence[str],
        on_answer: Callable[[RepeatAnswer], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("repeat_dialog")
        self.setWindowTitle(tr("Unsafe to repeat"))
        self._on_answer = on_answer
        tokens = current_theme()
        sign = QLabel(self)
        sign.setPixmap(icon_pixmap("unsafe", tokens.failed, 32, self.devicePixelRatioF()))
        listed = ", ".join(nodes)
        self.text = QLabel(self)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setMinimumWidth(420)
        self.text.setText(
            plural(
                "{nodes} has run before in this thread and is marked unsafe to repeat. The run is"
                " paused before it. Executing it again repeats all its effects on the outside"
                " world.",
                "{nodes} have run before in this thread and are marked unsafe to repeat. The run is"
                " paused before them. Executing them again repeats all their effects on the"
                " outside world.",
                len(nodes),
                nodes=listed,
            )
        )
        head = QHBoxLayout()
        head.setSpacing(2 * GUTTER)
        head.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.text, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(GUTTER)
        self.again_button = self._button("repeat.again", tr("Execute again"), "again")
        self.again_button.setIcon(icon("rerun", tokens, tokens.failed))
        self.skip_button = self._button("repeat.skip", tr("Skip"), "skip")
        self.skip_button.setIcon(icon("skip", tokens))
        self.skip_button.setToolTip(tr("It writes nothing in this run; its edges go on"))
        self.recorded_button = self._button("repeat.recorded", tr("Pin what it wrote"), "recorded")
        self.recorded_button.setIcon(icon("pin", tokens))
        self.recorded_button.setToolTip(tr("Take its newest recorded output instead"))
        self.stay_button = QPushButton(tr("Stay paused"), self)
        self.stay_button.setObjectName("repeat.stay")
        self.stay_button.clicked.connect(self.reject)
        buttons.addWidget(self.again_button)
        buttons.addStretch(1)
        buttons.addWidget(self.skip_button)
        buttons.addWidget(self.recorded_button)
        buttons.addWidget(self.stay_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(2 * GUTTER)
        layout.addLayout(head)
        layout.addLayout(buttons)
        self.stay_button.setDefault(True)
        self.stay_button.setFocus()
        self.finished.connect(self.deleteLater)

    def _button(self, name: str, title: str, answer: RepeatAnswer) -> QPushButton:
        button = QPushButton(title, self)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._choose(answer))
        return button

    def _choose(self, answer: RepeatAnswer) -> None:
        self.accept()
        self._on_answer(answer)
