"""The Log panel: what tasks and runs said, filtered by node and text."""

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QStackedLayout,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.description import GraphDescription
from runtime.debug.events import Event
from studio.inspector.detail import copy_to_clipboard
from studio.inspector.flat_delegate import FlatDelegate
from studio.language import later, tr
from studio.log.lines import LIMIT, LogLine, LogWriter, as_text
from studio.log.log_model import LogModel
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens

LINE_HEIGHT = 5 * GRID
ALL_NODES = later("All nodes")


class LogPanel(QWidget):
    """Lines in order; follows the end until a person scrolls up."""

    node_selected = Signal(str)
    """Node whose line was double-clicked."""

    def __init__(
        self, tokens: ThemeTokens, parent: QWidget | None = None, limit: int = LIMIT
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.log")
        self._writer = LogWriter()
        self._waiting: list[LogLine] = []
        self._nodes: list[str] = []
        self.model = LogModel(tokens, self, limit)
        self._flush = QTimer(self)
        self._flush.setSingleShot(True)
        self._flush.setInterval(0)
        self._flush.timeout.connect(self.flush)
        self.node_box = QComboBox(self)
        self.node_box.setObjectName("log.node")
        self.node_box.setToolTip(tr("Show only what one node said"))
        self.node_box.setMinimumContentsLength(14)
        self.node_box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.node_box.addItem(tr(ALL_NODES))
        self.node_box.currentIndexChanged.connect(self._filter_changed)
        self.filter = QLineEdit(self)
        self.filter.setObjectName("log.filter")
        self.filter.setPlaceholderText(tr("Filter text"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._filter_changed)
        self.clear_button = QToolButton(self)
        self.clear_button.setObjectName("log.clear")
        self.clear_button.setToolTip(tr("Clear the log"))
        self.clear_button.clicked.connect(self.clear)
        self.table = _LogTable(self.model, self)
        self.table.doubleClicked.connect(self._activated)
        self._following = True
        scroll = self.table.verticalScrollBar()
        scroll.valueChanged.connect(self._scrolled)
        scroll.rangeChanged.connect(self._range_changed)
        self._empty = EmptyState(
            "log",
            tr("What nodes print, log and stream while they run appears here."),
            tokens,
            parent=self,
        )
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GUTTER)
        bar.addWidget(self.node_box)
        bar.addWidget(self.filter, 1)
        bar.addWidget(self.clear_button)
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

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.model.set_theme(tokens)
        self.table.viewport().update()
        self.clear_button.setIcon(icon("delete", tokens))
        self._empty.set_theme(tokens)

    def set_graph(self, graph: GraphDescription | None) -> None:
        """Offer the nodes of another graph in the filter."""
        chosen = self.node_box.currentText()
        nodes = () if graph is None else graph.nodes
        self._nodes = [node.name for node in nodes if node.kind in ("node", "subgraph")]
        self.node_box.blockSignals(True)
        self.node_box.clear()
        self.node_box.addItems([tr(ALL_NODES), *self._nodes])
        self.node_box.setCurrentIndex(max(0, self.node_box.findText(chosen)))
        self.node_box.blockSignals(False)
        self._filter_changed()

    def apply(self, event: Event) -> None:
        """Take over what an event says; lines of one turn of the event loop come in together."""
        lines = self._writer.lines(event)
        if lines:
            self._waiting += lines
            self._flush.start()

    def flush(self) -> None:
        """Show the lines that wait."""
        lines, self._waiting = self._waiting, []
        self.model.append(lines)
        self._stack.setCurrentIndex(1 if self.model.kept else 0)
        new = {line.node for line in lines if line.node} - set(self._nodes)
        for node in sorted(new):
            self._nodes.append(node)
            self.node_box.addItem(node)
        if self._following:
            self.table.scrollToBottom()

    def clear(self) -> None:
        """Forget all lines."""
        self._waiting = []
        self.model.clear()
        self._stack.setCurrentIndex(0)

    def show_node(self, node: str | None) -> None:
        """Show only what one node said; ``None`` shows all."""
        self.node_box.setCurrentIndex(max(0, self.node_box.findText(node or tr(ALL_NODES))))

    def _scrolled(self, value: int) -> None:
        # Less than a line from the end is the end: headers and scroll bars move it by some pixels.
        self._following = value > self.table.verticalScrollBar().maximum() - LINE_HEIGHT

    def _range_changed(self, _minimum: int, maximum: int) -> None:
        # The table lays new rows out when it comes to it, so the end may move after a flush.
        if self._following:
            self.table.verticalScrollBar().setValue(maximum)

    def _filter_changed(self) -> None:
        index = self.node_box.currentIndex()
        node = self.node_box.currentText() if index > 0 else ""
        self.model.filter(node, self.filter.text().strip())
        self.table.scrollToBottom()

    def _activated(self, index: QModelIndex) -> None:
        node = self.model.line(index.row()).node
        if node:
            self.node_selected.emit(node)


class _LogTable(QTableView):
    """Lines of one height; copies what is selected."""

    def __init__(self, model: LogModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTabKeyNavigation(False)
        self.setObjectName("log.table")
        self._lines = model
        self.setItemDelegate(FlatDelegate(self, names=1))
        self.setModel(model)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        rows = self.verticalHeader()
        rows.setVisible(False)
        rows.setMinimumSectionSize(LINE_HEIGHT)
        rows.setDefaultSectionSize(LINE_HEIGHT)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(40)
        for column, width in enumerate((52, 148, 72)):
            header.resizeSection(column, width)
        header.setStretchLastSection(True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            rows = sorted({index.row() for index in self.selectedIndexes()})
            copy_to_clipboard(as_text(self._lines.line(row) for row in rows))
        else:
            super().keyPressEvent(event)
