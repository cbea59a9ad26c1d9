"""The Versions panel: channel versions against ``versions_seen``, as a matrix."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStackedLayout,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.views import CheckpointView
from studio.forms.field import plain_label
from studio.inspector.version_grid import VersionGrid
from studio.language import tr
from studio.shell.empty_state import EmptyState
from studio.shell.icons import state_icon
from studio.shell.table_model import TOP, Index
from studio.shell.theme import GRID, GUTTER, ROW_HEIGHT, ThemeTokens, mono_font, ui_font

CELL_WIDTH = 13 * GRID
"""Enough for a glyph and four digits."""
NAMES_WIDTH = 48 * GRID
VERSION_WIDTH = 12 * GRID
LONGEST_HEADER = 40 * GRID


class VersionsModel(QAbstractTableModel):
    """Cells of a ``VersionGrid``; due ones have glyph, colour and word."""

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.grid = VersionGrid(None)
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.tokens = tokens
        self._mono = mono_font()
        self._mono_bold = mono_font(weight=QFont.Weight.DemiBold)
        self._icon = state_icon("due", tokens)
        self._due = QBrush(QColor(tokens.due))
        self._due_back = QBrush(tokens.color("due", 28))
        self._text = QBrush(QColor(tokens.text))
        self._muted = QBrush(QColor(tokens.text_muted))

    def show(self, grid: VersionGrid) -> None:
        self.beginResetModel()
        self.grid = grid
        self.endResetModel()

    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.grid.channels)

    def columnCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.grid.nodes)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        if orientation == Qt.Orientation.Horizontal:
            return self.grid.nodes[section]
        name, version = self.grid.channels[section], self.grid.versions[section]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr("{name}, version {version}", name=name, version=version)
        return name

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        cell = self.grid.cell(index.row(), index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return cell.tooltip or None
        if role == Qt.ItemDataRole.FontRole:
            return self._mono_bold if cell.due else self._mono
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._due if cell.due else self._text if cell.triggers else self._muted
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if role == Qt.ItemDataRole.BackgroundRole and cell.due:
            return self._due_back
        if role == Qt.ItemDataRole.DecorationRole and cell.due:
            return self._icon
        return None


class NodeHeader(QHeaderView):
    """Node names written upwards, so that columns can be narrow; due nodes are bold."""

    def __init__(self, model: VersionsModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._model = model
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setDefaultSectionSize(CELL_WIDTH)
        self.setMinimumSectionSize(CELL_WIDTH)
        self.setFont(ui_font())

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(ui_font(weight=QFont.Weight.DemiBold))
        widths = [metrics.horizontalAdvance(name) for name in self._model.grid.nodes]
        wanted = max(widths, default=0) + 2 * GUTTER
        return QSize(super().sizeHint().width(), max(ROW_HEIGHT, min(wanted, LONGEST_HEADER)))

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        tokens, name = self._model.tokens, self._model.grid.nodes[logicalIndex]
        is_due = name in self._model.grid.due_nodes
        painter.save()
        painter.fillRect(rect, QColor(tokens.surface_raised))
        painter.setPen(QColor(tokens.border))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        font = ui_font(weight=QFont.Weight.DemiBold if is_due else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(QColor(tokens.due if is_due else tokens.text))
        painter.translate(rect.left(), rect.bottom())
        painter.rotate(-90)
        room = rect.height() - 2 * GUTTER
        text = QFontMetrics(font).elidedText(name, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(
            QRect(GUTTER, 0, room, rect.width()),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft,
            text,
        )
        painter.restore()


class ChannelHeader(QHeaderView):
    """Channel names with their versions, always in sight at the left."""

    def __init__(self, model: VersionsModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._model = model
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setDefaultSectionSize(ROW_HEIGHT)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(mono_font())
        widths = [metrics.horizontalAdvance(name) for name in self._model.grid.channels]
        names = min(max(widths, default=0), NAMES_WIDTH)
        return QSize(names + VERSION_WIDTH + 2 * GUTTER + GRID, super().sizeHint().height())

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        tokens, grid = self._model.tokens, self._model.grid
        painter.save()
        painter.fillRect(rect, QColor(tokens.surface_raised))
        painter.setPen(QColor(tokens.border))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        inner = rect.adjusted(GUTTER, 0, -GUTTER, 0)
        names = inner.adjusted(0, 0, -VERSION_WIDTH, 0)
        font = mono_font()
        painter.setFont(font)
        painter.setPen(QColor(tokens.text))
        metrics = QFontMetrics(font)
        name = grid.channels[logicalIndex]
        text = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, names.width())
        painter.drawText(names, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        painter.setFont(mono_font(weight=QFont.Weight.DemiBold))
        painter.drawText(
            inner,
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight,
            str(grid.versions[logicalIndex]),
        )
        painter.restore()


class VersionsPanel(QWidget):
    """The matrix, with a switch between trigger channels and all channels."""

    node_selected = Signal(str)
    channel_requested = Signal(str)

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel.versions")
        self._view: CheckpointView | None = None
        self.model = VersionsModel(tokens, self)
        self.table = QTableView(self)
        self.table.setTabKeyNavigation(False)
        self.table.setObjectName("versions.table")
        self._node_header = NodeHeader(self.model, self.table)
        self._channel_header = ChannelHeader(self.model, self.table)
        self.table.setHorizontalHeader(self._node_header)
        self.table.setVerticalHeader(self._channel_header)
        self.table.setModel(self.model)
        self.table.setShowGrid(True)
        self.table.setCornerButtonEnabled(False)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.table.clicked.connect(self._cell_clicked)
        self._node_header.sectionClicked.connect(self._node_clicked)
        self._channel_header.sectionClicked.connect(self._channel_clicked)
        legend = tr("Rows: channel and version. Cells: version seen by the node.")
        self.legend = plain_label(legend, "muted", self)
        self.legend.setWordWrap(True)
        self.all_channels = QToolButton(self)
        self.all_channels.setObjectName("versions.all")
        self.all_channels.setText(tr("All channels"))
        self.all_channels.setToolTip(tr("Show channels that trigger no node as well"))
        self.all_channels.setCheckable(True)
        self.all_channels.toggled.connect(self._refill)
        self._empty = EmptyState(
            "versions",
            tr("Channel versions, and what each node has seen of them, appear here."),
            tokens,
            parent=self,
        )
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.addWidget(self.legend, 1)
        bar.addWidget(self.all_channels)
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.table, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(content)
        self.set_theme(tokens)
        self.show_checkpoint(None)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.model.set_theme(tokens)
        self.table.setStyleSheet(
            f"QTableView {{ gridline-color: {tokens.border}; }}"
            "QTableView::item { padding: 0; }"
            f"QTableCornerButton::section {{ background: {tokens.surface_raised}; border: none;"
            f" border-right: 1px solid {tokens.border};"
            f" border-bottom: 1px solid {tokens.border}; }}"
        )
        self.table.viewport().update()
        self._empty.set_theme(tokens)

    def show_checkpoint(self, view: CheckpointView | None) -> None:
        """Show the versions at another moment."""
        self._view = view
        self._stack.setCurrentIndex(0 if view is None else 1)
        self._refill()

    def select_node(self, node: str) -> None:
        """Make a node's column current."""
        if node in self.model.grid.nodes and self.model.rowCount():
            column = self.model.grid.nodes.index(node)
            row = max(self.table.currentIndex().row(), 0)
            self.table.setCurrentIndex(self.model.index(row, column))

    def _refill(self) -> None:
        self.model.show(VersionGrid(self._view, self.all_channels.isChecked()))
        self._node_header.updateGeometry()
        self._channel_header.updateGeometry()
        self.table.updateGeometry()

    def _cell_clicked(self, index: QModelIndex) -> None:
        self._node_clicked(index.column())

    def _node_clicked(self, column: int) -> None:
        self.node_selected.emit(self.model.grid.nodes[column])

    def _channel_clicked(self, row: int) -> None:
        self.channel_requested.emit(self.model.grid.channels[row])
