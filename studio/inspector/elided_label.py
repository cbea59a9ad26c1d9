"""A line of text that gives way: it is cut with an ellipsis rather than widening its panel."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from studio.shell.plain_text import plain


class ElidedLabel(QLabel):
    """``text()`` is always the whole text; what is cut shows in the tooltip."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._whole = text
        self._mode = mode
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._fit()

    def setText(self, text: str) -> None:
        self._whole = text
        self._fit()

    def text(self) -> str:
        return self._whole

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = self.contentsRect().width()
        shown = QFontMetrics(self.font()).elidedText(self._whole, self._mode, room)
        super().setText(shown)
        self.setToolTip(plain(self._whole) if shown != self._whole else "")
