"""Everything the window can do, found by typing a few letters of its title."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFocusEvent,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from studio.language import tr
from studio.shell.actions import Action, ActionRegistry
from studio.shell.theme import GRID, GUTTER, ROW_HEIGHT, current_theme, ui_font

_WIDTH = 560
_ROWS = 12
_ROW = ROW_HEIGHT + GRID
_ICON = QSize(16, 16)
_ID = Qt.ItemDataRole.UserRole
_KEYS = Qt.ItemDataRole.UserRole + 1


def find(actions: Sequence[Action], typed: str) -> list[Action]:
    """Actions whose title or id has all letters of ``typed`` in order, best first.

    The start of a word counts more than the middle of one, a run of letters more than scattered
    ones; without a text all come in their order.
    """
    needle = typed.casefold().replace(" ", "")
    if not needle:
        return list(actions)
    ranked = []
    for action in actions:
        texts = (action.title.casefold().replace(" ", "\0"), action.id)
        ranks = [rank for text in texts if (rank := _rank(needle, text)) is not None]
        if ranks:
            ranked.append((min(ranks), action))
    return [action for _, action in sorted(ranked, key=lambda pair: pair[0])]


def _rank(needle: str, text: str) -> int | None:
    """Lower is better: letters passed over, fewer where a word starts; ``None``: no match."""
    rank, position = 0, -1
    for letter in needle:
        following = text.find(letter, position + 1)
        if following < 0:
            return None
        starts_word = following == 0 or not text[following - 1].isalnum()
        if following > position + 1:
            rank += 1 if starts_word else following - position
        position = following
    return rank


class _Rows(QStyledItemDelegate):
    """Title at the left, key at the right."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        super().paint(painter, option, index)
        keys = str(index.data(_KEYS) or "")
        if keys:
            rect: QRect = option.rect
            painter.save()
            painter.setPen(QPen(QColor(current_theme().text_muted)))
            painter.setFont(ui_font(12))
            painter.drawText(
                rect.adjusted(0, 0, -GUTTER, 0),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                keys,
            )
            painter.restore()


class CommandPalette(QFrame):
    """A field over the window and the actions that fit; Return runs the selected one."""

    def __init__(self, actions: ActionRegistry, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("command_palette")
        self._actions = actions
        self._before = window.focusWidget()
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(tr("Type what to do"))
        self.field.setAccessibleName(tr("Find an action"))
        self.field.textChanged.connect(self._fill)
        self.field.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setItemDelegate(_Rows(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda _: self._run())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GUTTER, GUTTER, GUTTER, GUTTER)
        layout.setSpacing(GUTTER)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        self._fill()

    def show_over(self, window: QWidget) -> None:
        """Open near the top of the window."""
        width = min(_WIDTH, window.width() - 4 * GUTTER)
        height = min(_ROWS * _ROW + 7 * GUTTER, window.height() - 12 * GUTTER)
        self.setGeometry((window.width() - width) // 2, 9 * GUTTER, width, height)
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    def leave(self) -> None:
        """Close and give the keyboard back."""
        if self.isHidden():
            return
        self.hide()
        if self._before is not None:
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field:
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                return self._key(Qt.Key(event.key()))
            if isinstance(event, QFocusEvent) and event.lostFocus():
                self.leave()
        return super().eventFilter(watched, event)

    def _key(self, key: Qt.Key) -> bool:
        rows = self.list.count()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and rows:
            step = 1 if key == Qt.Key.Key_Down else -1
            self.list.setCurrentRow((self.list.currentRow() + step) % rows)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._run()
        elif key == Qt.Key.Key_Escape:
            self.leave()
        else:
            return False
        return True

    def _fill(self) -> None:
        tokens = current_theme()
        self.list.clear()
        pixmap = QPixmap(self.list.iconSize() if self.list.iconSize().isValid() else _ICON)
        pixmap.fill(Qt.GlobalColor.transparent)
        blank = QIcon(pixmap)
        for action in find(list(self._actions), self.field.text()):
            if action.id == "view.command_palette":
                continue
            qaction = self._actions.qaction(action.id)
            # Titles stand in line, also those without a picture.
            picture = qaction.icon() if not qaction.icon().isNull() else blank
            item = QListWidgetItem(picture, action.title.rstrip("…"))
            item.setData(_ID, action.id)
            keys = [key.toString(_NATIVE) for key in qaction.shortcuts()]
            item.setData(_KEYS, keys[0] if keys else "")
            item.setToolTip(action.hint)
            item.setSizeHint(QSize(0, _ROW))
            if not self._actions.enabled(action.id):
                item.setForeground(QBrush(QColor(tokens.text_disabled)))
            self.list.addItem(item)
        if self.list.count():
            self.list.setCurrentRow(0)
            return
        nothing = QListWidgetItem(tr("Nothing found for “{text}”", text=self.field.text()))
        nothing.setFlags(Qt.ItemFlag.NoItemFlags)
        nothing.setForeground(QBrush(QColor(tokens.text_muted)))
        nothing.setSizeHint(QSize(0, _ROW))
        self.list.addItem(nothing)

    def _run(self) -> None:
        if self.list.currentRow() < 0:
            return
        action_id = self.list.currentItem().data(_ID)
        if action_id is None:
            return
        if self._actions.enabled(action_id):
            self.leave()
            self._actions.trigger(action_id)


_NATIVE = QKeySequence.SequenceFormat.NativeText
