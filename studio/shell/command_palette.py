"""Everything the window can do, found by typing a few letters of its title."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from studio.shell.actions import Action, ActionRegistry
from studio.shell.theme import GUTTER, ROW_HEIGHT, current_theme

_WIDTH = 560
_ROWS = 12


@dataclass(frozen=True, slots=True)
class Match:
    """How well a title fits: lower is better."""

    rank: int
    action: Action


def find(actions: Sequence[Action], typed: str) -> list[Action]:
    """Actions whose title or id has all letters of ``typed`` in order, best first.

    The start of a word counts more than the middle of one, a run of letters more than scattered
    ones; without a text all come in their order.
    """
    needle = typed.casefold().replace(" ", "")
    if not needle:
        return list(actions)
    found = []
    for action in actions:
        ranks = [
            rank
            for rank in (_rank(needle, action.title.casefold()), _rank(needle, action.id))
            if rank is not None
        ]
        if ranks:
            found.append(Match(min(ranks), action))
    return [match.action for match in sorted(found, key=lambda match: match.rank)]


def _rank(needle: str, text: str) -> int | None:
    place = text.find(needle)
    if place >= 0:
        return 0 if place == 0 or not text[place - 1].isalnum() else 10
    rank, position = 20, -1
    for letter in needle:
        following = text.find(letter, position + 1)
        if following < 0:
            return None
        rank += following - position - 1
        position = following
    return rank


class CommandPalette(QDialog):
    """A field and the actions that fit; Return runs the selected one."""

    def __init__(self, actions: ActionRegistry, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("command_palette")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._actions = actions
        self.field = QLineEdit(self)
        self.field.setPlaceholderText("Type what to do")
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._fill)
        self.field.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemActivated.connect(lambda: self._run())
        self.list.itemClicked.connect(lambda: self._run())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GUTTER, GUTTER, GUTTER, GUTTER)
        layout.setSpacing(GUTTER)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        self.setFixedSize(_WIDTH, _ROWS * (ROW_HEIGHT + 4) + 7 * GUTTER)
        self._fill()

    def show_over(self, window: QWidget) -> None:
        """Open near the top of the window."""
        corner = window.mapToGlobal(QPoint((window.width() - self.width()) // 2, 12 * GUTTER))
        self.move(corner)
        self.open()
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            watched is self.field
            and isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
        ):
            return self._key(Qt.Key(event.key()))
        return super().eventFilter(watched, event)

    def _key(self, key: Qt.Key) -> bool:
        rows = self.list.count()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and rows:
            step = 1 if key == Qt.Key.Key_Down else -1
            self.list.setCurrentRow((self.list.currentRow() + step) % rows)
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run()
            return True
        return False

    def _fill(self) -> None:
        tokens = current_theme()
        self.list.clear()
        for action in find(list(self._actions), self.field.text()):
            if action.id == "view.command_palette":
                continue
            qaction = self._actions.qaction(action.id)
            keys = [key.toString(key.SequenceFormat.NativeText) for key in qaction.shortcuts()]
            title = action.title.rstrip("…")
            item = QListWidgetItem(qaction.icon(), f"{title}   {keys[0]}" if keys else title)
            item.setData(Qt.ItemDataRole.UserRole, action.id)
            item.setToolTip(action.hint)
            item.setSizeHint(QSize(0, ROW_HEIGHT + 4))
            if not self._actions.enabled(action.id):
                item.setForeground(QBrush(QColor(tokens.text_disabled)))
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _run(self) -> None:
        if self.list.currentRow() < 0:
            return
        action_id = str(self.list.currentItem().data(Qt.ItemDataRole.UserRole))
        if self._actions.enabled(action_id):
            self.accept()
            self._actions.trigger(action_id)
