"""The Search panel: a text in all checkpoints of the thread, results as they come."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import SearchThread
from runtime.debug.views import CheckpointRow, Failed, SearchPage
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.tables import flat_table
from studio.language import later, plural, tr
from studio.search.hit_delegate import HitDelegate
from studio.search.hits_model import FOUND, HitsModel
from studio.shell.empty_state import EmptyState
from studio.shell.theme import GRID, GUTTER, ThemeTokens

MOST_HITS = 5000
"""Further hits are not listed; the search stops."""

_SEARCHING = later("{hits:,} found in {done:,} of {total:,} checkpoints, searching…")
_STOPPED = later("{hits:,} found in {done:,} of {total:,} checkpoints, stopped")
_FULL = later("{hits:,} found in {done:,} of {total:,} checkpoints; no more are listed")

Search = Callable[[SearchThread, Callable[[SearchPage | Failed], None]], None]
"""``(command, then)``"""


class SearchPanel(QWidget):
    """Field and results. ``hit_selected`` carries the ``CheckpointRow`` and the channel."""

    hit_selected = Signal(object, str)

    def __init__(self, search: Search, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel.search")
        self._search = search
        self._thread_id: str | None = None
        self._asked = 0
        self._scanned = 0
        self._running = False
        self.total: Callable[[], int] = lambda: 0
        """How many checkpoints the thread has, as far as known."""
        self.field = QLineEdit(self)
        self.field.setObjectName("search.field")
        self.field.setPlaceholderText(tr("Find in all checkpoints of the thread"))
        self.field.setClearButtonEnabled(True)
        self.field.returnPressed.connect(self.start)
        self.regular = self._switch("search.regular", ".*", tr("Regular expression"))
        self.match_case = self._switch("search.match_case", "Aa", tr("Match case"))
        self.button = QPushButton(tr("Search"), self)
        self.button.setObjectName("search.button")
        self.button.clicked.connect(self._toggle)
        self.said = ElidedLabel(parent=self)
        self.said.setObjectName("search.said")
        self.said.setProperty("role", "muted")
        self.model = HitsModel(tokens, self)
        self.table = flat_table(self.model, (48, 76, 108, 124, 200), FOUND, self)
        self.table.setObjectName("search.hits")
        self._delegate = HitDelegate(tokens, self.table)
        self.table.setItemDelegate(self._delegate)
        self.table.selectionModel().currentRowChanged.connect(self._selected)
        self._empty = EmptyState(
            "search",
            tr("Keys and values of every checkpoint of the thread are searched."),
            tokens,
            parent=self,
        )
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GRID)
        bar.addWidget(self.field, 3)
        bar.addWidget(self.match_case)
        bar.addWidget(self.regular)
        bar.addWidget(self.button)
        bar.addSpacing(GRID)
        bar.addWidget(self.said, 2)
        self._stack = QStackedLayout()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addLayout(self._stack, 1)
        self.setFocusProxy(self.field)
        self.show_thread(None)

    def _switch(self, name: str, text: str, tip: str) -> QToolButton:
        switch = QToolButton(self)
        switch.setObjectName(name)
        switch.setText(text)
        switch.setToolTip(tip)
        switch.setCheckable(True)
        switch.toggled.connect(lambda _: self.start() if self.model.rowCount() else None)
        return switch

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.model.set_theme(tokens)
        self._delegate.set_theme(tokens)
        self.table.viewport().update()
        self._empty.set_theme(tokens)

    def show_thread(self, thread_id: str | None) -> None:
        """Search in another thread; what was found in the one before is gone."""
        self._thread_id = thread_id
        self.stop()
        self.model.clear()
        self.said.setText("")
        self.button.setEnabled(thread_id is not None)
        self._stack.setCurrentIndex(0)

    def start(self) -> None:
        """Search anew from the newest checkpoint."""
        text = self.field.text()
        if not text or self._thread_id is None:
            return
        self._asked += 1
        self._scanned = 0
        self.model.clear()
        self._stack.setCurrentIndex(1)
        self._ask(
            SearchThread(
                self._thread_id,
                text,
                regular=self.regular.isChecked(),
                match_case=self.match_case.isChecked(),
            )
        )

    def stop(self) -> None:
        """Ask for no further page."""
        self._asked += 1
        self._set_running(False)

    def _toggle(self) -> None:
        if self._running:
            self.stop()
            self._tell(_STOPPED)
        else:
            self.start()

    def _ask(self, command: SearchThread) -> None:
        asked = self._asked
        self._set_running(True)

        def on_page(page: SearchPage | Failed) -> None:
            if asked != self._asked:
                return
            if isinstance(page, Failed):
                self._set_running(False)
                self.said.setText(page.error.message)
                return
            self._scanned += page.scanned
            self.model.add(page.hits)
            if page.more and page.oldest is not None and self.model.rowCount() < MOST_HITS:
                self._tell(_SEARCHING)
                self._ask(
                    SearchThread(
                        command.thread_id,
                        command.text,
                        command.regular,
                        command.match_case,
                        before=page.oldest,
                    )
                )
            else:
                self._set_running(False)
                self._tell(_FULL if page.more else "")

        self._search(command, on_page)

    def _set_running(self, running: bool) -> None:
        self._running = running
        self.button.setText(tr("Stop") if running else tr("Search"))

    def _tell(self, unfinished: str) -> None:
        hits, done = self.model.rowCount(), self._scanned
        if unfinished:
            total = max(self.total(), done)
            self.said.setText(tr(unfinished, hits=hits, done=done, total=total))
            return
        self.said.setText(
            plural(
                "{hits:,} found in 1 checkpoint",
                "{hits:,} found in {n:,} checkpoints",
                done,
                hits=hits,
            )
        )

    def _selected(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid():
            hit = self.model.hit(current.row())
            row: CheckpointRow = hit.row
            self.hit_selected.emit(row, hit.channel)
