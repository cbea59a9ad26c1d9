"""The list of what may stand at the cursor, under the line that is typed in."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from runtime.debug.views import Completion
from studio.shell.table_model import TOP, Index
from studio.shell.theme import GRID, GUTTER, current_theme, mono_font, ui_font

_ROW = 24
_ROWS = 8
_WIDTH = 320


class CompletionModel(QAbstractListModel):
    """One completion a row."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.completions: tuple[Completion, ...] = ()

    def show(self, completions: Sequence[Completion]) -> None:
        self.beginResetModel()
        self.completions = tuple(completions)
        self.endResetModel()

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.completions)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        each = self.completions[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return each.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{each.text}, {each.kind} {each.detail}".rstrip()
        return None


class CompletionPopup(QListView):
    """Floats under its line and never takes the keyboard from it."""

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self.setObjectName("expression.completions")
        self.setWindowFlags(Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.Box)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._line = line
        self.completions = CompletionModel(self)
        self.setModel(self.completions)
        self.setItemDelegate(_CompletionDelegate(self))

    @property
    def chosen(self) -> Completion | None:
        """The completion that is marked."""
        row = self.currentIndex().row()
        return self.completions.completions[row] if row >= 0 else None

    def offer(self, completions: Sequence[Completion], at: int) -> None:
        """Show completions under the character at ``at`` of the line; none hides the list."""
        self.completions.show(completions)
        if not completions:
            self.hide()
            return
        self.setCurrentIndex(self.completions.index(0))
        self._place(at)
        self.show()

    def move_by(self, rows: int) -> None:
        """Mark another one, round and round."""
        count = self.completions.rowCount()
        row = (self.currentIndex().row() + rows) % count
        self.setCurrentIndex(self.completions.index(row))

    def _place(self, at: int) -> None:
        line = self._line
        before = line.fontMetrics().horizontalAdvance(line.text()[:at])
        rows = min(_ROWS, self.completions.rowCount())
        size = QSize(_WIDTH, rows * _ROW + 2 * self.frameWidth())
        corner = line.mapToGlobal(QPoint(min(before, max(0, line.width() - GUTTER)), line.height()))
        room = line.screen().availableGeometry()
        if corner.y() + size.height() > room.bottom():
            corner.setY(line.mapToGlobal(QPoint(0, 0)).y() - size.height())
        corner.setX(max(room.left(), min(corner.x(), room.right() - size.width())))
        self.setGeometry(QRect(corner, size))


class _CompletionDelegate(QStyledItemDelegate):
    """Text at the left, its type or value at the right."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(_WIDTH, _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        popup = self.parent()
        assert isinstance(popup, CompletionPopup)
        each = popup.completions.completions[index.row()]
        tokens = current_theme()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(option.rect, QColor(tokens.selection if chosen else tokens.surface))
        area = option.rect.adjusted(GUTTER, 0, -GUTTER, 0)
        painter.setFont(mono_font())
        painter.setPen(option.palette.color(QPalette.ColorRole.Text))
        middle = Qt.AlignmentFlag.AlignVCenter
        metrics = painter.fontMetrics()
        text = metrics.elidedText(each.text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | middle, text)
        rest = area.adjusted(metrics.horizontalAdvance(text) + 2 * GRID, 0, 0, 0)
        if rest.width() < 8 * GRID:
            return
        painter.setFont(ui_font(11))
        painter.setPen(QColor(tokens.text_muted))
        detail = painter.fontMetrics().elidedText(
            each.detail or each.kind, Qt.TextElideMode.ElideRight, rest.width()
        )
        painter.drawText(rest, Qt.AlignmentFlag.AlignRight | middle, detail)
