"""Finds nodes by their names: a field over the canvas."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from studio.graph.paths import name_of
from studio.language import tr
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens


class NodeFinder(QFrame):
    """Type a part of a name; Enter goes on to the next node, Shift+Enter back, Escape closes.

    ``found`` carries the paths that match (``None`` once it closes), ``node_wanted`` the one to
    go to.
    """

    found = Signal(object)
    node_wanted = Signal(str)
    closed = Signal()

    def __init__(
        self, paths: Callable[[], Sequence[str]], tokens: ThemeTokens, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("graph.finder")
        self._paths = paths
        self._matches: list[str] = []
        self._place = 0
        self.field = _Field(self)
        self.field.setObjectName("graph.finder.field")
        self.field.setPlaceholderText(tr("Find a node"))
        self.field.setClearButtonEnabled(True)
        self.field.setFixedWidth(52 * GRID)
        self.count = QLabel(self)
        self.count.setObjectName("graph.finder.count")
        self.count.setProperty("role", "muted")
        self.count.setMinimumWidth(12 * GRID)
        row = QHBoxLayout(self)
        row.setContentsMargins(GRID, GRID, GRID, GRID)
        row.setSpacing(GRID)
        row.addWidget(self.field)
        row.addWidget(self.count)
        self._buttons: list[tuple[QToolButton, str]] = []
        for name, tip, picture, run in (
            ("back", tr("The one before  (Shift+Enter)"), "chevron-up", lambda: self.go(-1)),
            ("on", tr("The next one  (Enter)"), "chevron-down", lambda: self.go(1)),
            ("close", tr("Close  (Escape)"), "close", self.close_up),
        ):
            button = QToolButton(self)
            button.setObjectName(f"graph.finder.{name}")
            button.setToolTip(tip)
            button.setAutoRaise(True)
            button.clicked.connect(lambda _=False, run=run: run())
            row.addWidget(button)
            self._buttons.append((button, picture))
        self.field.textChanged.connect(self._search)
        self.field.stepped.connect(self.go)
        self.field.left.connect(self.close_up)
        self.set_theme(tokens)
        self.hide()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.setStyleSheet(
            f"QFrame#graph\\.finder {{ background: {tokens.surface};"
            f" border: 1px solid {tokens.border_strong}; border-radius: 6px; }}"
        )
        for button, picture in self._buttons:
            button.setIcon(icon(picture, tokens, tokens.text_muted))

    def open_up(self) -> None:
        """Show the field and take the keyboard."""
        self.show()
        self.place()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._search(self.field.text())

    def close_up(self) -> None:
        """Hide; the node that was found last stays selected."""
        if self.isVisible():
            # First the keyboard: hiding whoever has it would hand it on to the next node.
            self.closed.emit()
            self.hide()
            self.found.emit(None)

    def place(self) -> None:
        """Stand in the upper right corner."""
        parent = self.parentWidget()
        if parent is not None:
            self.adjustSize()
            self.move(max(GUTTER, parent.width() - self.width() - GUTTER), GUTTER)

    def go(self, by: int) -> None:
        """To another of the nodes found."""
        if self._matches:
            self._place = (self._place + by) % len(self._matches)
            self._tell()

    def _search(self, text: str) -> None:
        words = text.casefold().split()
        self._matches = []
        if words:
            hits = [
                path
                for path in self._paths()
                if not name_of(path).startswith("__")
                and all(word in path.casefold() for word in words)
            ]
            whole = text.strip().casefold()
            self._matches = sorted(
                hits,
                key=lambda path: (
                    name_of(path).casefold() != whole,
                    not name_of(path).casefold().startswith(words[0]),
                ),
            )
        self._place = 0
        self.found.emit(frozenset(self._matches) if words else None)
        self._tell()

    def _tell(self) -> None:
        if not self.field.text().strip():
            self.count.setText("")
        elif not self._matches:
            self.count.setText(tr("none"))
        else:
            self.count.setText(
                tr("{place} of {total}", place=self._place + 1, total=len(self._matches))
            )
            self.node_wanted.emit(self._matches[self._place])


class _Field(QLineEdit):
    stepped = Signal(int)
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.stepped.emit(-1 if back else 1)
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
