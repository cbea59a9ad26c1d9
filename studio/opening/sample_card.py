"""A sample on the welcome page: the picture of its graph, its name, and what it shows."""

from importlib.resources import files
from textwrap import shorten

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from studio.opening.samples import Sample
from studio.shell.theme import GRID, GUTTER, ThemeTokens

WIDTH = 178
PICTURE = QSize(WIDTH - 2 * GUTTER, 108)
LONGEST = 76
"""Letters of the sentence; the tooltip has all of it."""


class SampleCard(QPushButton):
    """A button as large as the card; the whole of it is pressed."""

    def __init__(self, sample: Sample, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.sample = sample
        self.setObjectName(f"sample.{sample.name}")
        self.setProperty("role", "card")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(sample.name)
        self.setAccessibleDescription(sample.sentence)
        self.setToolTip(sample.sentence)
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.MinimumExpanding)
        self._picture = QLabel(self)
        self._picture.setFixedSize(PICTURE)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        name = QLabel(sample.name, self)
        font = name.font()
        font.setBold(True)
        name.setFont(font)
        sentence = QLabel(shorten(sample.sentence, LONGEST, placeholder="…"), self)
        sentence.setProperty("role", "muted")
        sentence.setWordWrap(True)
        sentence.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(GUTTER, GUTTER, GUTTER, GUTTER)
        column.setSpacing(GRID)
        for label in (self._picture, name, sentence):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            column.addWidget(label)
        column.setStretch(2, 1)
        self.set_theme(tokens)

    def sizeHint(self) -> QSize:
        layout = self.layout()
        assert layout is not None
        height = layout.heightForWidth(WIDTH)
        return QSize(WIDTH, max(height, layout.sizeHint().height()))

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._picture.setPixmap(_drawn(self.sample.name, tokens.name, self.devicePixelRatioF()))


def _drawn(name: str, theme: str, ratio: float) -> QPixmap:
    """The picture that ships with a sample; empty where it has none."""
    picture = QPixmap(PICTURE * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    file = files("resources").joinpath("samples", f"{name}-{theme}.svg")
    if not file.is_file():
        return picture
    renderer = QSvgRenderer(QByteArray(file.read_bytes()))
    size = renderer.defaultSize().scaled(PICTURE, Qt.AspectRatioMode.KeepAspectRatio)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    left = (PICTURE.width() - size.width()) / 2
    top = (PICTURE.height() - size.height()) / 2
    renderer.render(painter, QRectF(left, top, size.width(), size.height()))
    painter.end()
    return picture
