"""Every action with its keys, and other keys for whoever wants them."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from studio.language import later, tr
from studio.shell.actions import Action, ActionRegistry, KeysTakenError, keys_from_text
from studio.shell.table_model import TOP, Index, TitledTableModel
from studio.shell.theme import GUTTER

_ID = Qt.ItemDataRole.UserRole


class ShortcutsModel(TitledTableModel):
    """A row for each action; the third column says whether its keys were changed."""

    HEADERS = (later("Action"), later("Keys"), "")

    def __init__(self, actions: ActionRegistry, parent: QWidget) -> None:
        super().__init__(parent)
        self._registry = actions
        self._actions: list[Action] = sorted(actions, key=lambda action: action.title.casefold())
        actions.keys_changed.connect(self._keys_changed)

    def count(self) -> int:
        return len(self._actions)

    def action(self, row: int) -> Action:
        return self._actions[row]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        action = self._actions[index.row()]
        if role == _ID:
            return action.id
        if role == Qt.ItemDataRole.ToolTipRole:
            return action.hint
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(action, index.column())
        return None

    def _text(self, action: Action, column: int) -> str:
        if column == 0:
            return action.title.rstrip("…")
        if column == 1:
            return shown_keys(self._registry.keys(action.id))
        return "" if self._registry.has_usual_keys(action.id) else tr("changed")

    def _keys_changed(self, action_id: str) -> None:
        row = [action.id for action in self._actions].index(action_id)
        self.dataChanged.emit(self.index(row, 1), self.index(row, 2))


class _Filter(QSortFilterProxyModel):
    """Finds in titles and keys alike."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._wanted = ""

    def find(self, text: str) -> None:
        """Show only what has the text."""
        self.beginFilterChange()
        self._wanted = text.strip().casefold()
        self.endFilterChange()

    def filterAcceptsRow(self, row: int, parent: Index = TOP) -> bool:
        model = self.sourceModel()
        texts = [str(model.index(row, column).data()) for column in (0, 1)]
        return any(self._wanted in text.casefold() for text in texts)


class ShortcutsDialog(QDialog):
    """Select an action, press the new keys, take them over."""

    def __init__(self, actions: ActionRegistry, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("shortcuts_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self._registry = actions
        self.model = ShortcutsModel(actions, self)
        self._shown = _Filter(self)
        self._shown.setSourceModel(self.model)
        self.search = QLineEdit(self)
        self.search.setObjectName("shortcuts.search")
        self.search.setPlaceholderText(tr("Find an action or a key"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._shown.find)
        self.table = QTableView(self)
        self.table.setObjectName("shortcuts.table")
        self.table.setAccessibleName(tr("Actions and their keys"))
        self.table.setModel(self._shown)
        self.table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.ResizeToContents)
        self.table.selectionModel().currentChanged.connect(lambda *_: self._selected())
        self.keys = QKeySequenceEdit(self)
        self.keys.setObjectName("shortcuts.keys")
        self.keys.setMaximumSequenceLength(1)
        self.keys.setClearButtonEnabled(True)
        self.keys.keySequenceChanged.connect(lambda _: self._check())
        named = QLabel(tr("&New keys"), self)
        named.setBuddy(self.keys)
        self.said = QLabel(self)
        self.said.setObjectName("shortcuts.said")
        self.said.setWordWrap(True)
        self.take = self._button(tr("Take over"), "shortcuts.take", self._take)
        self.none = self._button(tr("No keys"), "shortcuts.none", lambda: self._set(()))
        self.usual = self._button(tr("Usual keys"), "shortcuts.usual", self._back_to_usual)
        self.all_usual = self._button(
            tr("Usual keys for all"), "shortcuts.all_usual", self._all_back_to_usual
        )
        self.done_button = self._button(tr("Close"), "shortcuts.close", self.accept)
        entry = QHBoxLayout()
        entry.setSpacing(GUTTER)
        entry.addWidget(named)
        entry.addWidget(self.keys, 1)
        for button in (self.take, self.none, self.usual):
            entry.addWidget(button)
        below = QHBoxLayout()
        below.addWidget(self.all_usual)
        below.addStretch(1)
        below.addWidget(self.done_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(GUTTER)
        layout.addWidget(self.search)
        layout.addWidget(self.table, 1)
        layout.addLayout(entry)
        layout.addWidget(self.said)
        layout.addLayout(below)
        self.resize(640, 560)
        self._selected()
        self.search.setFocus()

    def _button(self, title: str, name: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(title, self)
        button.setObjectName(name)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: act())
        return button

    @property
    def action_id(self) -> str | None:
        """The selected action."""
        index: QModelIndex = self.table.currentIndex()
        found = index.data(_ID) if index.isValid() else None
        return found if isinstance(found, str) else None

    def _selected(self) -> None:
        self.keys.clear()
        self._check()

    def _check(self) -> None:
        """Say to whom the keys belong that were pressed."""
        action_id, pressed = self.action_id, self.keys.keySequence()
        owner = None if pressed.isEmpty() else self._registry.action_of_shortcut(pressed)
        text = ""
        if owner is not None and owner != action_id:
            title = self._registry.action(owner).title.rstrip("…")
            text = tr("They belong to {action}; taking them over leaves it without.", action=title)
        self.said.setText(text)
        self.take.setEnabled(action_id is not None and not pressed.isEmpty())
        self.none.setEnabled(action_id is not None and bool(self._registry.keys(action_id)))
        self.usual.setEnabled(
            action_id is not None and not self._registry.has_usual_keys(action_id)
        )
        self.all_usual.setEnabled(bool(self._registry.changed_keys()))

    def _take(self) -> None:
        pressed = self.keys.keySequence()
        owner = self._registry.action_of_shortcut(pressed)
        if owner is not None and owner != self.action_id:
            kept = [key for key in self._registry.keys(owner) if key != pressed]
            self._registry.set_keys(owner, kept)
        self._set((pressed,))

    def _set(self, keys: Sequence[QKeySequence]) -> None:
        action_id = self.action_id
        if action_id is None:
            return
        try:
            self._registry.set_keys(action_id, keys)
        except KeysTakenError as error:
            title = self._registry.action(error.owner).title.rstrip("…")
            self.said.setText(tr("{keys} belongs to {action}.", keys=error.keys, action=title))
            return
        self._selected()

    def _back_to_usual(self) -> None:
        if self.action_id is not None:
            self._set(keys_from_text(self._registry.action(self.action_id).shortcut))

    def _all_back_to_usual(self) -> None:
        changed = list(self._registry.changed_keys())
        for action_id in changed:
            self._registry.set_keys(action_id, ())
        for action_id in changed:
            usual = keys_from_text(self._registry.action(action_id).shortcut)
            self._registry.set_keys(action_id, usual)
        self._selected()


def shown_keys(keys: Sequence[QKeySequence]) -> str:
    """As they are printed on the keyboard of this system."""
    return ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in keys)
