"""The Watch panel: expressions over channels, their value at every step, and one of them drawn."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import WatchThread
from runtime.debug.views import CheckpointRow, CheckpointView, Failed, WatchPage
from studio.expressions.checker import Check
from studio.expressions.field import ExpressionField
from studio.forms.field import plain_label, set_flag
from studio.inspector.flat_delegate import FlatDelegate
from studio.language import tr
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens
from studio.watch.first import First, FirstSearch
from studio.watch.plot import Plot
from studio.watch.reader import AskPlot, SeriesReader
from studio.watch.watch_model import WatchModel

SETTLE_MS = 120
_WIDTH = 160
_STEP_WIDTH = 112
_AFTER = 90
"""Checkpoints above the moment looked at, of a page of a hundred."""

Ask = Callable[[WatchThread, Callable[[WatchPage | Failed], None]], None]
"""``(command, then)``"""


class WatchPanel(QWidget):
    """``moment_wanted`` carries a ``CheckpointRow``, ``changed`` all expressions as a tuple."""

    moment_wanted = Signal(object)
    changed = Signal(object)

    def __init__(
        self,
        ask: Ask,
        ask_plot: AskPlot,
        first: First,
        check: Check,
        tokens: ThemeTokens,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.watch")
        self._ask = ask
        self._view: CheckpointView | None = None
        self.end_of_branch: Callable[[], CheckpointRow | None] = lambda: None
        """The newest checkpoint of the branch looked at, as far as it is known."""
        self._expressions: list[str] = []
        self._asked = 0
        self._more = False
        self._moving = False
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._read)
        self.expression = ExpressionField(check, "watch.field", self)
        self.field = self.expression.line
        self.field.setPlaceholderText(tr("An expression, such as len(findings) > 3"))
        self.expression.given.connect(lambda _: self._add_typed())
        self.expression.edited.connect(self._field_edited)
        self.search = FirstSearch(first, self)
        self.search.told.connect(self._first_told)
        self.search.found.connect(self.moment_wanted)
        self.first_button = QPushButton(tr("Find first"), self)
        self.first_button.setObjectName("watch.first")
        self.first_button.setToolTip(
            tr(
                "Go to the first checkpoint of the branch looked at where it holds.\n"
                "Found by halving: right where it goes on holding once it holds."
            )
        )
        self.first_button.clicked.connect(self._find_first)
        self.every = QToolButton(self)
        self.every.setObjectName("watch.every")
        self.every.setText(tr("Every"))
        self.every.setCheckable(True)
        self.every.setToolTip(tr("Look at every checkpoint, oldest first, instead of halving"))
        self.add_button = QPushButton(tr("Watch"), self)
        self.add_button.setObjectName("watch.add")
        self.add_button.clicked.connect(self._add_typed)
        self.remove_button = QToolButton(self)
        self.remove_button.setObjectName("watch.remove")
        self.remove_button.setAccessibleName(tr("Remove the expression"))
        self.remove_button.clicked.connect(self.remove_selected)
        self.said = plain_label("", "muted", self)
        self.said.setObjectName("watch.said")
        self.said.setWordWrap(True)
        self.said.setContentsMargins(GUTTER, 0, GUTTER, GRID)
        self.said.hide()
        self.older = QPushButton(tr("Older steps"), self)
        self.older.setObjectName("watch.older")
        self.older.clicked.connect(self._read_older)
        self.model = WatchModel(tokens, self)
        self.table = _Table(self.model, self)
        self.table.remove_requested.connect(self.remove_selected)
        self.table.selectionModel().currentChanged.connect(self._current_changed)
        self.table.header().sectionClicked.connect(self._choose_column)
        self.plot = Plot(tokens, self)
        self.plot.moment_wanted.connect(self._go_to)
        self.reader = SeriesReader(ask_plot, self)
        self.reader.changed.connect(self._draw)
        self.whole = QPushButton(self)
        self.whole.setObjectName("watch.whole")
        self.whole.setToolTip(tr("Evaluate at all checkpoints of the thread, for the plot"))
        self.whole.clicked.connect(self._read_whole)
        self._empty = EmptyState(
            "watch",
            tr("Expressions over channels, and what they are worth at every step, appear here."),
            tokens,
            parent=self,
        )
        self._build()
        self.set_theme(tokens)
        self._tell()

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GRID)
        bar.addWidget(self.expression, 1)
        bar.addWidget(self.add_button)
        bar.addWidget(self.first_button)
        bar.addWidget(self.every)
        bar.addWidget(self.remove_button)
        bar.addWidget(self.older)
        bar.addWidget(self.whole)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self.table)
        split.addWidget(self.plot)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        self._stack = QStackedLayout()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(split)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        # Under the whole bar, for it may be a long sentence.
        column.addWidget(self.expression.said)
        self.expression.said.setContentsMargins(GUTTER, 0, GUTTER, GRID)
        column.addWidget(self.said)
        column.addLayout(self._stack, 1)
        self.setFocusProxy(self.field)

    @property
    def expressions(self) -> tuple[str, ...]:
        return tuple(self._expressions)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.model.set_theme(tokens)
        self.table.viewport().update()
        self.plot.set_theme(tokens)
        self.remove_button.setIcon(icon("remove", tokens))
        self._empty.set_theme(tokens)

    def set_expressions(self, expressions: Sequence[str]) -> None:
        """Watch what was kept, without telling anyone."""
        self._expressions = list(expressions)
        self._read_again()

    def show_checkpoint(self, view: CheckpointView | None) -> None:
        """Another moment is looked at; what is not listed yet is read."""
        before, self._view = self._view, view
        if view is None or before is None or before.row.thread_id != view.row.thread_id:
            self.search.cancel()
        if self.field.text() and not self.search.says(view):
            self.field.check_now()
        if view is None:
            self.model.show(self._expressions, ())
            self._tell()
            return
        same = before is not None and before.row.thread_id == view.row.thread_id
        self.model.look_at(view.row.checkpoint_id)
        if same and self.model.position(view.row.checkpoint_id) is not None:
            self._mark()
        else:
            self._read_again()

    def add(self, expression: str) -> None:
        """Watch a further expression."""
        self._expressions.append(expression)
        self.changed.emit(self.expressions)
        self._read_again()

    def remove_selected(self) -> None:
        """Watch the expression of the selected column no more."""
        column = self.table.currentIndex().column()
        if 0 < column <= len(self._expressions):
            del self._expressions[column - 1]
            self.changed.emit(self.expressions)
            self._read_again()

    def _refuse(self, problem: str) -> None:
        self._say(problem, "error")

    def _say(self, text: str, role: str) -> None:
        set_flag(self.said, "role", role)
        self.said.setText(text)
        self.said.setVisible(bool(text))

    def _add_typed(self) -> None:
        text = self.expression.text
        if text and not self.expression.refuse() and text not in self._expressions:
            self.field.clear()
            self.expression.say("")
            self.add(text)

    def _field_edited(self) -> None:
        self.search.cancel()

    def _find_first(self) -> None:
        """Look for the first checkpoint of what is typed, else of the selected expression."""
        if self.search.running:
            self.search.cancel()
            return
        text = self.expression.text or self._chosen_expression()
        if self._view is None or not text:
            self.expression.say(tr("Type an expression first."))
        elif not self.expression.text or not self.expression.refuse():
            self.field.rest()
            row = self._view.row
            end = self.end_of_branch() or row
            self.search.start(text, row, end, exhaustive=self.every.isChecked())

    def _first_told(self, text: str) -> None:
        self.first_button.setText(tr("Cancel") if self.search.running else tr("Find first"))
        self.expression.say(text)

    def _chosen_expression(self) -> str:
        column = self.table.currentIndex().column()
        return self._expressions[column - 1] if 0 < column <= len(self._expressions) else ""

    def _read_again(self) -> None:
        self._asked += 1
        self._tell()
        if self._view is not None and self._expressions:
            self._settle.start()
        else:
            self.model.show(self._expressions, ())
            self.reader.follow(None, ())

    def _read(self) -> None:
        if self._view is None:
            return
        asked, wanted = self._asked, tuple(self._expressions)

        def on_page(page: WatchPage | Failed) -> None:
            if asked == self._asked:
                self._take(page, wanted, older=False)

        row = self._view.row
        # Far back the list begins somewhat after the moment looked at.
        begin = self.reader.series.newer_than(row.checkpoint_id, _AFTER)
        self._ask(WatchThread(row.thread_id, wanted, row.checkpoint_ns, begin), on_page)
        self.reader.follow(row, wanted)

    def _read_older(self) -> None:
        if not self.model.rows:
            return
        asked, wanted = self._asked, tuple(self.model.expressions)
        last = self.model.rows[-1].row

        def on_page(page: WatchPage | Failed) -> None:
            if asked == self._asked:
                self._take(page, wanted, older=True)

        self._ask(
            WatchThread(last.thread_id, wanted, last.checkpoint_ns, before=last.checkpoint_id),
            on_page,
        )

    def _take(self, page: WatchPage | Failed, wanted: Sequence[str], older: bool) -> None:
        if isinstance(page, Failed):
            self._refuse(page.error.message)
            return
        column = self.table.currentIndex().column()
        self._moving = True
        if older:
            self.model.add(page.rows)
        else:
            self.model.show(wanted, page.rows)
            self.table.fit_columns()
        self._moving = False
        self._more = page.more
        self._tell()
        self._mark(column)

    def _tell(self) -> None:
        self._stack.setCurrentIndex(1 if self._expressions else 0)
        self.older.setVisible(self._more and bool(self.model.rows))
        self.remove_button.setEnabled(bool(self._expressions))

    def _mark(self, column: int | None = None) -> None:
        """Select the moment looked at, and draw the selected expression with it."""
        chosen = self.table.currentIndex().column() if column is None else column
        column = min(max(1, chosen), len(self.model.expressions))
        if not self.model.rows or column == 0:
            self._draw()
            self._tell_chosen(0, 0)
            return
        looked_at = "" if self._view is None else self._view.row.checkpoint_id
        place = self.model.position(looked_at)
        if place is not None:
            self._moving = True
            self.table.setCurrentIndex(self.model.index(place, column))
            self._moving = False
        self._tell_chosen(self.table.currentIndex().row(), column)
        self._draw()

    def _draw(self) -> None:
        """Draw what is known of the thread, and say how far the reading is."""
        looked_at = None if self._view is None else self._view.row.checkpoint_id
        self.plot.show_series(self.reader.series, self._chosen_expression(), looked_at)
        series, running = self.reader.series, self.reader.running
        self.whole.setVisible(bool(series) and not series.complete)
        if running:
            self.whole.setText(tr("{count:,} steps · Cancel", count=len(series)))
        else:
            self.whole.setText(tr("Whole history"))

    def _read_whole(self) -> None:
        if self.reader.running:
            self.reader.cancel()
        else:
            self.reader.read_everything()

    def _go_to(self, checkpoint_id: str) -> None:
        """Look at a checkpoint of the plot, which may not be listed."""
        place = self.model.position(checkpoint_id)
        if place is not None:
            self.moment_wanted.emit(self.model.row(place))
            return
        newer = self.reader.series.newer_than(checkpoint_id)
        if self._view is None or newer is None:
            return
        asked, row = self._asked, self._view.row

        def on_page(page: WatchPage | Failed) -> None:
            if asked == self._asked and not isinstance(page, Failed) and page.rows:
                self.moment_wanted.emit(page.rows[0].row)

        self._ask(WatchThread(row.thread_id, (), row.checkpoint_ns, newer, 1), on_page)

    def _tell_chosen(self, place: int, column: int) -> None:
        """Name the expression that would be removed, and why it has no value here."""
        self.model.choose(column)
        expression = self.model.expressions[column - 1] if column else ""
        self.remove_button.setToolTip(
            tr("Remove {expression}  (Delete)", expression=expression) if column else ""
        )
        problem = self.model.problem(place, column)
        self._say(f"{expression}: {problem}" if problem else "", "muted")

    def _choose_column(self, column: int) -> None:
        row = max(0, self.table.currentIndex().row())
        if column and self.model.rows:
            self.table.setCurrentIndex(self.model.index(row, column))

    def _current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if self._moving or not current.isValid():
            return
        self._mark()
        if current.row() != previous.row():
            self.moment_wanted.emit(self.model.row(current.row()))


class _Table(QTreeView):
    """Cells; Delete removes the column's expression."""

    remove_requested = Signal()

    def __init__(self, model: WatchModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("watch.table")
        self.setRootIsDecorated(False)
        self.setItemsExpandable(False)
        self.setUniformRowHeights(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setItemDelegate(FlatDelegate(self))
        self.setModel(model)
        self.header().setStretchLastSection(True)
        self.header().setSectionsClickable(True)
        self.header().setTextElideMode(Qt.TextElideMode.ElideRight)

    def fit_columns(self) -> None:
        """Give every expression the same width."""
        for column in range(self.model().columnCount()):
            self.setColumnWidth(column, _WIDTH if column else _STEP_WIDTH)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit()
        else:
            super().keyPressEvent(event)
