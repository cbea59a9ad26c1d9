"""What stands in the middle of the window before a graph is open."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
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
from studio.opening.sample_card import WIDTH, SampleCard
from studio.opening.samples import samples
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens, ui_font

COLUMNS = 3
_WIDTH = COLUMNS * WIDTH + (COLUMNS - 1) * GUTTER
MOST_THREADS = 4
MOST_RECENT = 4
WORDS = {
    "idle": later("ended"),
    "running": later("running"),
    "waiting": later("waits for an answer"),
    "failed": later("failed"),
    "damaged": later("cannot be read"),
}


class Welcome(QScrollArea):
    """Open something of one's own, go on with something recent, or start with a sample.

    ``open_wanted`` and ``database_wanted`` want to ask for a file; ``target_wanted`` carries one,
    ``store_wanted`` a database, ``thread_wanted`` a thread of the open one.
    """

    open_wanted = Signal()
    database_wanted = Signal()
    tour_wanted = Signal()
    target_wanted = Signal(str)
    store_wanted = Signal(str)
    thread_wanted = Signal(str)

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self.setObjectName("welcome")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        page = QWidget(self)
        page.setBackgroundRole(QPalette.ColorRole.Base)
        content = QWidget(page)
        content.setFixedWidth(_WIDTH)
        self._content = content
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 2 * GUTTER, 0, 2 * GUTTER)
        column.setSpacing(GUTTER)
        title = QLabel(tr("Open a graph"), content)
        title.setFont(ui_font(20))
        column.addWidget(title)
        column.addWidget(
            _muted(
                tr("A Python file that builds a StateGraph. Drop it here or choose it."), content
            )
        )
        self.open_button = self._button(tr("Open your own…"), "welcome.open", self.open_wanted.emit)
        self.open_button.setProperty("role", "primary")
        row = QHBoxLayout()
        row.setSpacing(GUTTER)
        row.addWidget(self.open_button)
        row.addWidget(
            self._button(tr("Open a database…"), "welcome.database", self.database_wanted.emit)
        )
        row.addStretch(1)
        row.addWidget(self._button(tr("Tour of 60 seconds"), "welcome.tour", self.tour_wanted.emit))
        column.addLayout(row)
        self._recent = _Links(tr("Recent"), content)
        column.addWidget(self._recent)
        self.cards = [SampleCard(sample, tokens, content) for sample in samples()]
        if self.cards:
            column.addSpacing(GUTTER)
            column.addWidget(_heading(tr("Samples"), content))
            column.addLayout(self._grid())
        self._threads = _Links(tr("Threads of the database"), content)
        column.addWidget(self._threads)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(content)
        middle.addStretch(1)
        outer = QVBoxLayout(page)
        outer.addStretch(2)
        outer.addLayout(middle)
        outer.addStretch(3)
        self.setWidget(page)
        self.show_recent((), ())
        self.show_threads(())

    def _button(self, text: str, name: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self._content)
        button.setObjectName(name)
        button.clicked.connect(lambda: act())
        return button

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(GUTTER)
        for place, card in enumerate(self.cards):
            card.clicked.connect(lambda _=False, path=card.sample.path: self._want(path))
            grid.addWidget(card, place // COLUMNS, place % COLUMNS)
        return grid

    def _want(self, path: str) -> None:
        self.target_wanted.emit(path)

    def show_recent(self, files: Sequence[str], databases: Sequence[str]) -> None:
        """Offer files and databases that were open before, each with its folder."""
        known = {card.sample.path for card in self.cards}
        rows = [
            _Link(f"recent.{file}", Path(file).name, str(Path(file).parent), "graph", file)
            for file in files
            if file not in known and Path(file).exists()
        ][:MOST_RECENT]
        shown = [_Link(f"recent.{each}", *_parts_of(each), "state", each) for each in databases]
        self._recent.show_links(
            [(link, self.target_wanted.emit) for link in rows]
            + [(link, self.store_wanted.emit) for link in shown[:MOST_RECENT]],
            self._tokens,
        )

    def show_threads(self, threads: Sequence[ThreadRow]) -> None:
        """Offer the most recently changed threads; no graph is needed to look at them."""
        links = []
        for thread in threads[:MOST_THREADS]:
            number = plural("1 checkpoint", "{n} checkpoints", thread.checkpoints)
            said = f"{tr(WORDS[thread.status])}, {number}"
            name = thread.thread_id
            links.append((_Link(f"thread.{name}", name, said, "thread", name), self._open_thread))
        self._threads.show_links(links, self._tokens)

    def _open_thread(self, thread_id: str) -> None:
        self.thread_wanted.emit(thread_id)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        for card in self.cards:
            card.set_theme(tokens)
        self._recent.set_theme(tokens)
        self._threads.set_theme(tokens)


class _Link:
    """Something to open: the widget's name, what is shown, and what is opened."""

    def __init__(self, name: str, title: str, said: str, picture: str, opened: str) -> None:
        self.name = name
        self.title = title
        self.said = said
        self.picture = picture
        self.opened = opened


class _Links(QWidget):
    """A heading and lines below it; hidden while there is none."""

    def __init__(self, heading: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._buttons: list[tuple[QPushButton, str]] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(2 * GUTTER)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GUTTER, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(_heading(heading, self))
        column.addLayout(self._grid)

    def show_links(
        self, links: Sequence[tuple[_Link, Callable[[str], None]]], tokens: ThemeTokens
    ) -> None:
        clear_layout(self._grid)
        self._buttons = []
        for row, (link, act) in enumerate(links):
            button = QPushButton(link.title.replace("&", "&&"), self)
            button.setObjectName(link.name)
            button.setProperty("role", "link")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.setToolTip(link.opened)
            button.clicked.connect(lambda _=False, go=act, what=link.opened: go(what))
            self._buttons.append((button, link.picture))
            self._grid.addWidget(button, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(_muted(link.said, self), row, 1)
        self.setVisible(bool(links))
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        for button, picture in self._buttons:
            button.setIcon(icon(picture, tokens, tokens.accent))
            button.setIconSize(QSize(16, 16))


def _parts_of(database: str) -> tuple[str, str]:
    """How a database is called, and where it is."""
    if "://" in database:
        return database.rpartition("/")[2] or database, database
    return Path(database).name, str(Path(database).parent)


def _heading(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setProperty("role", "heading")
    return label


def _muted(text: str, parent: QWidget) -> QLabel:
    label = QLabel(text, parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setProperty("role", "muted")
    label.setContentsMargins(0, 4, 0, 4)
    return label
