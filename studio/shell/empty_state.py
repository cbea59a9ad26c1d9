"""What a panel shows while it has nothing to show."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from studio.shell.icons import icon_pixmap
from studio.shell.theme import GRID, GUTTER, ThemeTokens

_ICON_PIXELS = 32


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
        self._icon_name = icon_name
        self._picture = QLabel(self)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence = QLabel(sentence, self)
        self._sentence.setTextFormat(Qt.TextFormat.PlainText)
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setProperty("role", "muted")
        self._sentence.setMaximumWidth(320)
        self.button = QPushButton(action_title, self)
        self.button.setVisible(bool(action_title))
        if on_action is not None:
            self.button.clicked.connect(lambda: on_action())

        layout = QVBoxLayout(self)
        layout.setContentsMargins(GUTTER * 2, GUTTER * 2, GUTTER * 2, GUTTER * 2)
        layout.setSpacing(GUTTER)
        layout.addStretch(2)
        layout.addWidget(self._picture)
        layout.addWidget(self._sentence, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addSpacing(GRID)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
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
