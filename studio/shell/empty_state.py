"""What a panel shows while it has nothing to show."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from studio.shell.icons import icon_pixmap
from studio.shell.theme import GUTTER, ThemeTokens

_ICON_PIXELS = 32
_ROOM_FOR_PICTURE = 144
_TEXT_WIDTH = 320


class EmptyState(QWidget):
    """An icon, one sentence of what will appear here, and the action that fills it."""

    def __init__(
        self,
        icon_name: str,
        sentence: str,
        tokens: ThemeTokens,
        action_title: str = "",
        on_action: Callable[[], None] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("empty_state")
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self._icon_name = icon_name
        self._picture = QLabel(self)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence = QLabel(sentence, self)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setProperty("role", "muted")
        self._sentence.setMaximumWidth(_TEXT_WIDTH)
        self.button = QPushButton(action_title, self)
        self.button.setVisible(bool(action_title))
        if on_action is not None:
            self.button.clicked.connect(lambda: on_action())

        layout = QVBoxLayout(self)
        layout.setContentsMargins(GUTTER, GUTTER, GUTTER, GUTTER)
        layout.setSpacing(GUTTER)
        layout.addStretch(2)
        layout.addWidget(self._picture)
        layout.addLayout(_centred(self._sentence))
        layout.addLayout(_centred(self.button))
        layout.addStretch(3)
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        ratio = self.devicePixelRatioF()
        self._picture.setPixmap(
            icon_pixmap(self._icon_name, tokens.border_strong, _ICON_PIXELS, ratio)
        )

    def set_sentence(self, sentence: str) -> None:
        """Change what the panel says will appear here."""
        self._sentence.setText(sentence)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._picture.setVisible(event.size().height() >= _ROOM_FOR_PICTURE)


def _centred(widget: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(widget, 100 if isinstance(widget, QLabel) else 0)
    row.addStretch(1)
    return row
