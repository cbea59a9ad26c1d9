"""The State panel: every channel of the moment as an expandable, typed tree."""

import json
from typing import Any

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.description import GraphDescription
from runtime.debug.values import TextPage
from runtime.debug.views import ChannelView, CheckpointView, Failed, JsonValue
from studio.inspector.detail import PAGED, DetailPane, copy_to_clipboard
from studio.inspector.items import CONTAINERS, TreeItem
from studio.inspector.requests import FetchChildren, ValueRequests
from studio.inspector.state_rows import COLUMNS, StateRows
from studio.inspector.tree_model import ValueTreeModel
from studio.inspector.tree_view import ValueTreeView
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens, mono_font, ui_font

COPY_LIMIT = 4_000_000
"""Characters that are copied at most."""
_MARK_PIXELS = 12


class StateModel(ValueTreeModel):
    """Channels; changed ones are bold, with a dot before the name."""

    def __init__(
        self, fetch_children: FetchChildren, tokens: ThemeTokens, parent: QObject | None = None
    ) -> None:
        super().__init__(COLUMNS, fetch_children, tokens, parent, mono=(1,), muted=(2, 3))

    def set_theme(self, tokens: ThemeTokens) -> None:
        super().set_theme(tokens)
        self._bold = ui_font(weight=QFont.Weight.DemiBold)
        self._bold_mono = mono_font(weight=QFont.Weight.DemiBold)
        self._changed_back = QBrush(QColor(tokens.changed))
        self._dot = _mark(QColor(tokens.running))
        self._blank = _mark(QColor(Qt.GlobalColor.transparent))

    def font(self, item: TreeItem, column: int) -> QFont | None:
        if _changed(item) and column in (0, 3):
            return self._bold
        if item.kind == "channel" and item.preview is None and column == 1:
            return self._note_font
        return super().font(item, column)

    def brush(self, item: TreeItem, column: int) -> QBrush:
        if item.kind == "channel" and item.preview is None and column == 1:
            return self._muted_brush
        if _changed(item) and column == 3:
            return self._text_brush
        return super().brush(item, column)

    def decoration(self, item: TreeItem, column: int, role: int) -> Any:
        # The room of the dot stays free where there is none, so that names of a level line up.
        if role == Qt.ItemDataRole.DecorationRole and column == 0:
            return self._dot if _changed(item) else self._blank
        if item.kind != "channel":
            return None
        if role == Qt.ItemDataRole.BackgroundRole and _changed(item):
            return self._changed_back
        return None


def _mark(color: QColor) -> QIcon:
    """A round dot, drawn twice as large as it is shown, for fine screens."""
    pixmap = QPixmap(2 * _MARK_PIXELS, 2 * _MARK_PIXELS)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(QPointF(_MARK_PIXELS, _MARK_PIXELS), _MARK_PIXELS / 2, _MARK_PIXELS / 2)
    painter.end()
    pixmap.setDevicePixelRatio(2.0)
    return QIcon(pixmap)


def _changed(item: TreeItem) -> bool:
    return isinstance(item.subject, ChannelView) and item.subject.changed


class StatePanel(QWidget):
    """Channels, filter and the selected value in full."""

    edit_requested = Signal(str)
    """Name of the channel that a person wants to change."""
    stop_requested = Signal(str, str)
    """Kind of a breakpoint, and the channel that it is to look at."""

    def __init__(
        self, requests: ValueRequests, tokens: ThemeTokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.state")
        self._requests = requests
        self._rows = StateRows()
        self.editable = True
        self.channel_wanted = ""
        """Channel to select once the next moment is shown."""
        self._tokens = tokens
        self.model = StateModel(requests.children, tokens, self)
        self.tree = ValueTreeView(self.model, self)
        self.tree.setObjectName("state.tree")
        self.tree.set_widths((136, 0, 92, 64), stretch=1)
        self.tree.item_selected.connect(self._selected)
        self.tree.item_activated.connect(self._activated)
        self.tree.copy_requested.connect(self.copy_text)
        self.tree.customContextMenuRequested.connect(self._context_menu)
        self.filter = QLineEdit(self)
        self.filter.setObjectName("state.filter")
        self.filter.setPlaceholderText("Filter channels and values")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._filter_changed)
        self.internal = QToolButton(self)
        self.internal.setObjectName("state.internal")
        self.internal.setText("Internal channels")
        self.internal.setToolTip("Show the trigger, barrier and task channels as well")
        self.internal.setCheckable(True)
        self.internal.toggled.connect(self._internal_toggled)
        self.detail = DetailPane(requests, tokens, self)
        self._empty = EmptyState(
            "state", "The channels of the selected checkpoint appear here.", tokens, parent=self
        )
        self._build()
        self.show_checkpoint(None)

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GUTTER)
        bar.addWidget(self.filter, 1)
        bar.addWidget(self.internal)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.addWidget(self.tree)
        splitter.addWidget(self.detail)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 1)
        splitter.setChildrenCollapsible(True)
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(splitter, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(content)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.model.set_theme(tokens)
        self.tree.viewport().update()
        self.detail.set_theme(tokens)
        self._empty.set_theme(tokens)

    def set_graph(self, graph: GraphDescription | None) -> None:
        """Take over types and reducers of the open graph's channels."""
        self._rows.describe(() if graph is None else graph.channels)
        self._show(self._rows.view)

    def show_checkpoint(self, view: CheckpointView | None) -> None:
        """Show another moment; rows that were open stay open."""
        if view is None or view != self._rows.view:
            self._show(view)
        if view is not None and self.channel_wanted:
            wanted, self.channel_wanted = self.channel_wanted, ""
            self.select_channel(wanted)

    def _show(self, view: CheckpointView | None) -> None:
        self._rows.show(view)
        self._stack.setCurrentIndex(0 if view is None else 1)
        count = self._rows.hidden_internal
        self.internal.setText(f"Internal channels ({count})" if count else "Internal channels")
        self._refill()

    @property
    def channel(self) -> str | None:
        """The channel that is current, or that the current value belongs to."""
        item = self.tree.current_item()
        return item.identity[0] if item is not None and item.identity else None

    def select_channel(self, name: str) -> None:
        """Make a channel current, showing internal ones if it is one."""
        for show_internal in (self._rows.show_internal, True):
            self.internal.setChecked(show_internal)
            for item in self.model.root.children:
                if item.key == name:
                    self.tree.select_item(item)
                    return

    def copy_text(self) -> None:
        """Copy the current value as text; containers as JSON."""
        item = self.tree.current_item()
        if item is None or item.preview is None:
            return
        preview = item.preview
        if preview.kind in CONTAINERS:
            self.copy_json()
        elif preview.kind in PAGED and preview.handle is not None:

            def on_text(page: TextPage | Failed) -> None:
                if isinstance(page, TextPage):
                    copy_to_clipboard(page.text)

            self._requests.text(preview.handle, 0, COPY_LIMIT, on_text)
        else:
            copy_to_clipboard(preview.text)

    def copy_json(self) -> None:
        """Copy the current value as indented JSON."""
        item = self.tree.current_item()
        if item is None or item.handle is None:
            return

        def on_json(reply: JsonValue | Failed) -> None:
            if isinstance(reply, JsonValue):
                copy_to_clipboard(json.dumps(reply.value, ensure_ascii=False, indent=2))
            else:
                self.detail.show_text("Not copied", reply.error.message)

        self._requests.json(item.handle, COPY_LIMIT, on_json)

    def _refill(self) -> None:
        self.model.set_rows(self._rows.visible())
        if self.tree.current_item() is None:
            self.detail.clear()

    def _filter_changed(self, text: str) -> None:
        self._rows.filter = text.strip()
        self._refill()

    def _internal_toggled(self, shown: bool) -> None:
        self._rows.show_internal = shown
        self._refill()

    def _selected(self, item: TreeItem | None) -> None:
        if item is None:
            self.detail.clear()
        elif item.preview is None:
            self.detail.show_text(item.title, "" if item.kind == "more" else item.cells[1])
        else:
            self.detail.show_value(item.title, item.preview, item.handle)

    def _activated(self, item: TreeItem) -> None:
        channel = item.identity[0] if item.identity else ""
        if self.editable and channel and not self._rows.internal(channel):
            self.edit_requested.emit(channel)

    def _context_menu(self, position: QPoint) -> None:
        item = self.tree.current_item()
        if item is None or item.kind == "more":
            return
        menu = QMenu(self)
        menu.setObjectName("state.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        edit = menu.addAction(icon("edit", self._tokens), "Edit…", lambda: self._activated(item))
        edit.setEnabled(self.editable and not self._rows.internal(item.identity[0]))
        channel = item.identity[0]
        for kind, title in (("write", "Stop when written"), ("change", "Stop when changed")):
            stop = menu.addAction(icon("breakpoint", self._tokens, self._tokens.failed), title)
            stop.setEnabled(self.editable and not self._rows.internal(channel))
            stop.triggered.connect(lambda _=False, k=kind: self.stop_requested.emit(k, channel))
        menu.addSeparator()
        text = menu.addAction(icon("copy", self._tokens), "Copy value", self.copy_text)
        text.setEnabled(item.preview is not None)
        as_json = menu.addAction("Copy as JSON", self.copy_json)
        as_json.setEnabled(item.handle is not None)
        menu.addAction("Copy name", lambda: copy_to_clipboard(item.cells[0]))
        menu.popup(self.tree.viewport().mapToGlobal(position))
