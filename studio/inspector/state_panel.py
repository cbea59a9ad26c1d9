"""The State panel: every channel of the moment as an expandable, typed tree."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.description import GraphDescription
from runtime.debug.inspecting.commands import CopyFormat, CopyValue, ReadPaths
from runtime.debug.inspecting.views import PathsRead, StateHit, ValueText
from runtime.debug.values import TextPage
from runtime.debug.views import ChannelView, CheckpointView, Failed
from studio.inspector.detail import PAGED, DetailPane, copy_to_clipboard
from studio.inspector.forms.find_bar import FindControls, FindField
from studio.inspector.items import CONTAINERS, TreeItem
from studio.inspector.pins import Path, PinnedPaths, from_texts, path_text, to_texts
from studio.inspector.requests import FetchChildren, ValueRequests
from studio.inspector.revealing import Revealer
from studio.inspector.state_rows import COLUMNS, StateRows
from studio.inspector.state_search import StateSearch, scope_of
from studio.inspector.tree_model import ValueTreeModel
from studio.inspector.tree_view import ValueTreeView
from studio.language import plural, tr
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon, icon_pixmap
from studio.shell.theme import GRID, GUTTER, ThemeTokens, mono_font, ui_font

COPY_LIMIT = 4_000_000
"""Characters that are copied at most."""
_MARK_PIXELS = 12


class StateModel(ValueTreeModel):
    """Channels; changed ones are bold, with a dot before the name."""

    def __init__(
        self, fetch_children: FetchChildren, tokens: ThemeTokens, parent: QObject | None = None
    ) -> None:
        super().__init__(
            [tr(each) for each in COLUMNS], fetch_children, tokens, parent, mono=(1,), muted=(2, 3)
        )

    def set_theme(self, tokens: ThemeTokens) -> None:
        super().set_theme(tokens)
        self._bold = ui_font(weight=QFont.Weight.DemiBold)
        self._bold_mono = mono_font(weight=QFont.Weight.DemiBold)
        self._changed_back = QBrush(QColor(tokens.changed))
        self._dot = _mark(QColor(tokens.running))
        self._blank = _mark(QColor(Qt.GlobalColor.transparent))
        self._pin = QIcon(icon_pixmap("pin", tokens.accent, _MARK_PIXELS, 2.0))

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
            if item.kind == "pin":
                return self._pin
            return self._dot if _changed(item) else self._blank
        if role == Qt.ItemDataRole.BackgroundRole:
            return self._changed_back if _changed(item) else None
        return super().decoration(item, column, role)


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
    """Channels, pinned paths, what is looked for in them, and the selected value in full."""

    edit_requested = Signal(str)
    """Name of the channel that a person wants to change."""
    stop_requested = Signal(str, str)
    """Kind of a breakpoint, and the channel that it is to look at."""
    pins_changed = Signal(list)
    """The pinned paths as settings keep them."""

    def __init__(
        self, requests: ValueRequests, tokens: ThemeTokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.state")
        self._requests = requests
        self._rows = StateRows()
        self._pins = PinnedPaths()
        self.editable = True
        self.channel_wanted = ""
        """Channel to select once the next moment is shown."""
        self._tokens = tokens
        self.model = StateModel(requests.children, tokens, self)
        self.tree = ValueTreeView(self.model, self)
        self.tree.setObjectName("state.tree")
        self.tree.set_widths((132, 0, 96, 66), stretch=1)
        self.tree.item_selected.connect(self._selected)
        self.tree.item_activated.connect(self._activated)
        self.tree.copy_requested.connect(self.copy_text)
        self.tree.customContextMenuRequested.connect(self._context_menu)
        self._revealer = Revealer(self.tree, self.model, self)
        self.filter = FindField(self)
        self.filter.setObjectName("state.filter")
        self.filter.setPlaceholderText(tr("Find in channels and values"))
        self.filter.setToolTip(
            tr("Lists the channels that have the text anywhere; Return goes from hit to hit")
        )
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._filter_changed)
        self.find_controls = FindControls(self.filter, "state.find", tokens)
        self.search = StateSearch(requests.ask, self)
        self.find_controls.wanted.connect(self._seek)
        self.find_controls.stepped.connect(self.search.step)
        self.search.changed.connect(self._search_changed)
        self.search.arrived.connect(self._go_to_hit)
        self.internal = QToolButton(self)
        self.internal.setObjectName("state.internal")
        self.internal.setText(tr("Internal channels"))
        self.internal.setToolTip(tr("Show the trigger, barrier and task channels as well"))
        self.internal.setCheckable(True)
        self.internal.toggled.connect(self._internal_toggled)
        self.detail = DetailPane(requests, tokens, self)
        self._empty = EmptyState(
            "state", tr("The channels of the selected checkpoint appear here."), tokens, parent=self
        )
        self._build()
        self.show_checkpoint(None)

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GRID)
        bar.addWidget(self.filter, 1)
        bar.addWidget(self.internal)
        hits = QHBoxLayout()
        hits.setContentsMargins(GUTTER, 0, GUTTER, 0)
        hits.setSpacing(GRID)
        for each in self.find_controls.widgets:
            hits.addWidget(each)
        hits.insertStretch(1)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.addWidget(self.tree)
        splitter.addWidget(self.detail)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        splitter.setChildrenCollapsible(True)
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addLayout(hits)
        column.addWidget(splitter, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(content)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.model.set_theme(tokens)
        self.tree.viewport().update()
        self.find_controls.set_theme(tokens)
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
        moved = view is not None and view != self._rows.view
        self._rows.show(view)
        self._stack.setCurrentIndex(0 if view is None else 1)
        count = self._rows.hidden_internal
        self.internal.setText(
            plural("Internal channels ({n})", "Internal channels ({n})", count)
            if count
            else tr("Internal channels")
        )
        self._refill()
        self._read_pins()
        if moved and self.search.text:
            self._seek(self.search.text)

    @property
    def channel(self) -> str | None:
        """The channel that is current, or that the current value belongs to."""
        item = self.tree.current_item()
        return _channel_of(item) if item is not None else None

    def select_channel(self, name: str) -> None:
        """Make a channel current, showing internal ones if it is one."""
        for show_internal in (self._rows.show_internal, True):
            self.internal.setChecked(show_internal)
            item = self._channel_row(name)
            if item is not None:
                self.tree.select_item(item)
                return

    def _channel_row(self, name: str) -> TreeItem | None:
        return next((item for item in self.model.root.children if item.key == name), None)

    # --- copying ---

    def copy_text(self) -> None:
        """Copy the current value as text; containers as JSON."""
        item = self.tree.current_item()
        if item is None or item.preview is None:
            return
        preview = item.preview
        if preview.kind in CONTAINERS:
            self.copy_as("json")
        elif preview.kind in PAGED and preview.handle is not None:
            if (preview.size or 0) > COPY_LIMIT:
                text = plural(
                    "The value has {size:,} characters or bytes; up to {n:,} is copied at once.",
                    "The value has {size:,} characters or bytes; up to {n:,} are copied at once.",
                    COPY_LIMIT,
                    size=preview.size,
                )
                self.detail.show_text(tr("Not copied"), text)
                return

            def on_text(page: TextPage | Failed) -> None:
                if isinstance(page, TextPage):
                    copy_to_clipboard(page.text)

            self._requests.text(preview.handle, 0, COPY_LIMIT, on_text)
        else:
            copy_to_clipboard(preview.text)

    def copy_as(self, form: CopyFormat) -> None:
        """Copy the current value whole; what is too large is refused in words."""
        item = self.tree.current_item()
        if item is None or item.handle is None:
            return

        def on_text(reply: ValueText | Failed) -> None:
            if isinstance(reply, ValueText):
                copy_to_clipboard(reply.text)
            else:
                self.detail.show_text(tr("Not copied"), reply.error.message)

        self._requests.ask(CopyValue(item.handle, form, COPY_LIMIT), on_text)

    # --- pinned paths ---

    def set_pins(self, texts: Sequence[str]) -> None:
        """Take over the paths that settings kept of the open graph."""
        self._pins.paths = from_texts(texts)
        self._refill()
        self._read_pins()

    def toggle_pin(self, path: Path) -> None:
        """Pin a path, or let it go."""
        self._pins.toggle(path)
        self.pins_changed.emit(to_texts(self._pins.paths))
        self._read_pins()
        self._refill()

    def _read_pins(self) -> None:
        where = self._rows.where
        if where is None or not self._pins.paths:
            return
        paths = tuple(self._pins.paths)

        def on_read(reply: PathsRead | Failed) -> None:
            current = where == self._rows.where and paths == tuple(self._pins.paths)
            if current and isinstance(reply, PathsRead):
                self._pins.take(reply.values)
                self._refill()

        self._requests.ask(ReadPaths(*where, paths), on_read)

    # --- rows ---

    def _refill(self) -> None:
        self.model.set_rows([*self._pins.rows(self._rows.where), *self._rows.visible()])
        if self.tree.current_item() is None:
            self.detail.clear()

    def _filter_changed(self, text: str) -> None:
        self._rows.filter = text.strip()
        if not text.strip():
            self._rows.found = frozenset()
        self._refill()

    def _internal_toggled(self, shown: bool) -> None:
        self._rows.show_internal = shown
        self._refill()
        if self.search.text:
            self._seek(self.search.text)

    # --- finding ---

    def _seek(self, text: str) -> None:
        where = self._rows.where
        scope = None if where is None else scope_of(where, self._rows.names)
        self.search.seek(text.strip(), scope)

    def _search_changed(self) -> None:
        search = self.search
        self.find_controls.set_count(search.count_text, found=bool(search.hits))
        if search.channels != self._rows.found:
            visible = [row.key for row in self._rows.visible()]
            self._rows.found = search.channels
            if [row.key for row in self._rows.visible()] != visible:
                self._refill()

    def _go_to_hit(self, hit: StateHit) -> None:
        item = self._channel_row(hit.channel)
        if item is not None:
            self._revealer.reveal(item, hit.path)

    # --- the selected row ---

    def _selected(self, item: TreeItem | None) -> None:
        if item is None:
            self.detail.clear()
        elif item.preview is None:
            text = item.cells[1] if item.kind in ("channel", "pin") else ""
            self.detail.show_text(item.title, text)
        else:
            self.detail.show_value(item.title, item.preview, item.handle)

    def _activated(self, item: TreeItem) -> None:
        channel = _channel_of(item)
        if self.editable and channel and not self._rows.internal(channel):
            self.edit_requested.emit(channel)

    def _context_menu(self, position: QPoint) -> None:
        item = self.tree.current_item()
        if item is None or item.kind in ("more", "problem", "range"):
            return
        menu = QMenu(self)
        menu.setObjectName("state.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        channel = _channel_of(item)
        may_edit = self.editable and not self._rows.internal(channel)
        edit = menu.addAction(
            icon("edit", self._tokens), tr("Edit…"), lambda: self._activated(item)
        )
        edit.setEnabled(may_edit)
        for kind, title in (
            ("write", tr("Stop when written")),
            ("change", tr("Stop when changed")),
        ):
            stop = menu.addAction(icon("breakpoint", self._tokens, self._tokens.failed), title)
            stop.setEnabled(may_edit)
            stop.triggered.connect(lambda _=False, k=kind: self.stop_requested.emit(k, channel))
        menu.addSeparator()
        path = item.keys
        pinned = path in self._pins.paths
        menu.addAction(
            icon("pin", self._tokens),
            tr("Unpin") if pinned else tr("Pin on top"),
            lambda: self.toggle_pin(path),
        )
        menu.addSeparator()
        text = menu.addAction(icon("copy", self._tokens), tr("Copy value"), self.copy_text)
        text.setEnabled(item.preview is not None)
        for form, title in self._copies():
            copy = menu.addAction(title)
            copy.triggered.connect(lambda _=False, wanted=form: self.copy_as(wanted))
            copy.setEnabled(item.handle is not None)
        menu.addAction(tr("Copy name"), lambda: copy_to_clipboard(item.cells[0]))
        menu.addAction(tr("Copy path"), lambda: copy_to_clipboard(path_text(path)))
        menu.popup(self.tree.viewport().mapToGlobal(position))

    def _copies(self) -> list[tuple[CopyFormat, str]]:
        found: list[tuple[CopyFormat, str]] = [
            ("json", tr("Copy as JSON")),
            ("python", tr("Copy as Python")),
        ]
        described = self.detail.described
        if described is not None and "table" in described.forms:
            found.append(("csv", tr("Copy as CSV")))
        return found


def _channel_of(item: TreeItem) -> str:
    """The channel that a row stands for or belongs to."""
    return item.keys[0] if item.keys else ""
