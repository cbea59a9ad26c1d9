"""The graph's process ended by itself: what happened, what is left, and how to go on."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from runtime.debug.events import ProcessEnded
from studio.language import tr
from studio.shell.icons import icon, icon_pixmap
from studio.shell.theme import GUTTER, current_theme

_PICTURE = 24


class ProcessEndedDialog(QDialog):
    """Names the task that ran last and offers to go on from the last checkpoint."""

    def __init__(
        self,
        event: ProcessEnded,
        on_resume: Callable[[], None],
        on_details: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("process_ended_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("The graph's process ended"))
        self._on_resume = on_resume
        self._on_details = on_details
        tokens = current_theme()
        picture = QLabel(self)
        picture.setPixmap(icon_pixmap("error", tokens.failed, _PICTURE, self.devicePixelRatioF()))
        self.what = self._label(event.error.message)
        font = self.what.font()
        font.setBold(True)
        self.what.setFont(font)
        self.left = self._label(event.error.remedy)
        self.details = self._button(tr("Show details"))
        self.close_button = self._button(tr("Close"))
        self.resume = self._button(tr("Resume from the last checkpoint"))
        self.resume.setIcon(icon("continue", tokens, tokens.accent_text))
        self.resume.setProperty("role", "primary")
        self.resume.setDefault(True)
        self.details.clicked.connect(self._show_details)
        self.close_button.clicked.connect(self.reject)
        self.resume.clicked.connect(self._resume)
        texts = QVBoxLayout()
        texts.setSpacing(GUTTER)
        texts.addWidget(self.what)
        texts.addWidget(self.left)
        said = QHBoxLayout()
        said.setSpacing(2 * GUTTER)
        said.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        said.addLayout(texts, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(GUTTER)
        buttons.addWidget(self.details)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        buttons.addWidget(self.resume)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(2 * GUTTER)
        layout.addLayout(said)
        layout.addLayout(buttons)

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setMinimumWidth(420)
        return label

    def _button(self, title: str) -> QPushButton:
        button = QPushButton(title, self)
        button.setAutoDefault(False)
        return button

    def _resume(self) -> None:
        self.accept()
        self._on_resume()

    def _show_details(self) -> None:
        self.reject()
        self._on_details()
