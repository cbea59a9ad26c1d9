"""What stands in the middle of the window before a graph is open."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QCommandLinkButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from studio.opening.samples import samples
from studio.shell.icons import icon
from studio.shell.theme import GUTTER, ThemeTokens, ui_font


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
        page = QWidget(self)
        column = QVBoxLayout()
        column.setSpacing(GUTTER)
        title = QLabel("Open a graph", page)
        title.setFont(ui_font(20))
        column.addWidget(title)
        hint = QLabel(
            "A Python file that builds a StateGraph. Drop it here, or choose it; its code runs"
            " when it is opened.",
            page,
        )
        hint.setWordWrap(True)
        hint.setProperty("role", "muted")
        column.addWidget(hint)
        self.open_button = QPushButton("Open file…", page)
        self.open_button.setProperty("role", "primary")
        self.open_button.clicked.connect(lambda: on_open())
        row = QHBoxLayout()
        row.addWidget(self.open_button)
        row.addStretch(1)
        column.addLayout(row)
        self._links: list[QCommandLinkButton] = []
        found = samples()
        if found:
            column.addSpacing(GUTTER)
            heading = QLabel("Samples", page)
            heading.setProperty("role", "heading")
            column.addWidget(heading)
        for sample in found:
            link = QCommandLinkButton(sample.name, sample.sentence, page)
            link.setObjectName(f"sample.{sample.name}")
            link.setIconSize(QSize(16, 16))
            link.clicked.connect(lambda _=False, path=sample.path: on_target(path))
            column.addWidget(link)
            self._links.append(link)
        content = QWidget(page)
        content.setLayout(column)
        content.setMaximumWidth(560)
        outer = QVBoxLayout(page)
        outer.addStretch(2)
        outer.addWidget(content, 0, Qt.AlignmentFlag.AlignHCenter)
        outer.addStretch(3)
        self.setWidget(page)
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        for link in self._links:
            link.setIcon(icon("graph", tokens, tokens.accent))
