"""What stands in the middle of the window before a graph is open."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from studio.opening.samples import Sample, samples
from studio.shell.icons import icon
from studio.shell.theme import GUTTER, ThemeTokens, ui_font

_WIDTH = 560


class Welcome(QScrollArea):
    """Open a file, drop one here, or start with a sample."""

    def __init__(
        self,
        tokens: ThemeTokens,
        on_open: Callable[[], None],
        on_target: Callable[[str], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        page = QWidget(self)
        page.setBackgroundRole(QPalette.ColorRole.Base)
        content = QWidget(page)
        content.setFixedWidth(_WIDTH)
        column = QVBoxLayout(content)
        column.setSpacing(GUTTER)
        title = QLabel("Open a graph", content)
        title.setFont(ui_font(20))
        column.addWidget(title)
        column.addWidget(
            _muted("A Python file that builds a StateGraph. Drop it here or choose it.", content)
        )
        self.open_button = QPushButton("Open file…", content)
        self.open_button.setObjectName("welcome.open")
        self.open_button.setProperty("role", "primary")
        self.open_button.clicked.connect(lambda: on_open())
        row = QHBoxLayout()
        row.addWidget(self.open_button)
        row.addStretch(1)
        column.addLayout(row)
        self.links: list[QPushButton] = []
        found = samples()
        if found:
            column.addSpacing(2 * GUTTER)
            heading = QLabel("Samples", content)
            heading.setProperty("role", "heading")
            column.addWidget(heading)
            column.addLayout(self._grid(found, on_target, content))
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(content)
        middle.addStretch(1)
        outer = QVBoxLayout(page)
        outer.addStretch(2)
        outer.addLayout(middle)
        outer.addStretch(3)
        self.setWidget(page)
        self.set_theme(tokens)

    def _grid(
        self, found: list[Sample], on_target: Callable[[str], None], parent: QWidget
    ) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(2 * GUTTER)
        grid.setVerticalSpacing(GUTTER)
        grid.setColumnStretch(1, 1)
        for row, sample in enumerate(found):
            link = QPushButton(sample.name, parent)
            link.setObjectName(f"sample.{sample.name}")
            link.setProperty("role", "link")
            link.setCursor(Qt.CursorShape.PointingHandCursor)
            link.clicked.connect(lambda _=False, path=sample.path: on_target(path))
            self.links.append(link)
            grid.addWidget(link, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(_muted(sample.sentence, parent), row, 1)
        return grid

    def set_theme(self, tokens: ThemeTokens) -> None:
        for link in self.links:
            link.setIcon(icon("graph", tokens, tokens.accent))


def _muted(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("role", "muted")
    label.setContentsMargins(0, 4, 0, 4)
    return label
