"""What stands in the middle of the window before a graph is open."""

from collections.abc import Callable, Sequence

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

from runtime.debug.views import ThreadRow
from studio.forms.field import clear_layout
from studio.language import later, plural, tr
from studio.opening.samples import Sample, samples
from studio.shell.icons import icon
from studio.shell.theme import GUTTER, ThemeTokens, ui_font

_WIDTH = 560
MOST_THREADS = 6
WORDS = {
    "idle": later("ended"),
    "running": later("running"),
    "waiting": later("waits for an answer"),
    "failed": later("failed"),
    "damaged": later("cannot be read"),
}


class Welcome(QScrollArea):
    """Open a file, drop one here, or start with a sample."""

    def __init__(
        self,
        tokens: ThemeTokens,
        on_open: Callable[[], None],
        on_target: Callable[[str], None],
        on_thread: Callable[[str], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._on_thread = on_thread
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
        title = QLabel(tr("Open a graph"), content)
        title.setFont(ui_font(20))
        column.addWidget(title)
        column.addWidget(
            _muted(
                tr("A Python file that builds a StateGraph. Drop it here or choose it."), content
            )
        )
        self.open_button = QPushButton(tr("Open file…"), content)
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
            heading = QLabel(tr("Samples"), content)
            heading.setProperty("role", "heading")
            column.addWidget(heading)
            column.addLayout(self._grid(found, on_target, content))
        column.addSpacing(2 * GUTTER)
        self._threads_heading = QLabel(tr("Or look at a thread of the database"), content)
        self._threads_heading.setProperty("role", "heading")
        self._thread_links: list[QPushButton] = []
        self._threads = QGridLayout()
        self._threads.setHorizontalSpacing(2 * GUTTER)
        self._threads.setColumnStretch(1, 1)
        column.addWidget(self._threads_heading)
        column.addLayout(self._threads)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(content)
        middle.addStretch(1)
        outer = QVBoxLayout(page)
        outer.addStretch(2)
        outer.addLayout(middle)
        outer.addStretch(3)
        self.setWidget(page)
        self._content = content
        self.show_threads(())
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

    def show_threads(self, threads: Sequence[ThreadRow]) -> None:
        """Offer the most recently changed threads; no graph is needed to look at them."""
        clear_layout(self._threads)
        self._thread_links = []
        self._threads_heading.setVisible(bool(threads))
        for row, thread in enumerate(threads[:MOST_THREADS]):
            link = QPushButton(thread.thread_id.replace("&", "&&"), self._content)
            link.setObjectName(f"thread.{thread.thread_id}")
            link.setProperty("role", "link")
            link.setCursor(Qt.CursorShape.PointingHandCursor)
            link.clicked.connect(lambda _=False, name=thread.thread_id: self._on_thread(name))
            self._thread_links.append(link)
            self._threads.addWidget(link, row, 0, Qt.AlignmentFlag.AlignTop)
            number = plural("1 checkpoint", "{n} checkpoints", thread.checkpoints)
            text = f"{tr(WORDS[thread.status])}, {number}"
            self._threads.addWidget(_muted(text, self._content), row, 1)
        self.set_theme(self._tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        for link in self._thread_links:
            link.setIcon(icon("thread", tokens, tokens.accent))
        for link in self.links:
            link.setIcon(icon("graph", tokens, tokens.accent))


def _muted(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("role", "muted")
    label.setContentsMargins(0, 4, 0, 4)
    return label
