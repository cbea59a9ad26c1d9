"""Checkpoints by node, channel, source, metadata and expression, from the whole thread."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QVBoxLayout, QWidget

from runtime.debug.commands import CheckpointFilter, FilterCheckpoints
from runtime.debug.upkeep.views import AnnotationView
from runtime.debug.views import CheckpointPage, CheckpointRow, Failed, FilteredPage
from studio.annotations.colours import COLOUR_TITLES
from studio.expressions.checker import Check
from studio.expressions.field import ExpressionField
from studio.history.checkpoints import word_for
from studio.history.history_model import HistoryModel
from studio.history.list_view import HistoryList
from studio.inspector.elided_label import ElidedLabel
from studio.language import tr
from studio.shell.theme import GRID, GUTTER, ThemeTokens

SOURCES = ("input", "loop", "update", "fork")
MOST_ROWS = 5000
"""Further rows are not listed; the search stops."""
SETTLE_MS = 250
"""How long a run or a typing hand rests before the thread is filtered again."""

Find = Callable[[FilterCheckpoints, Callable[[FilteredPage | Failed], None]], None]
"""``(command, then)``"""


class FilteredHistory(QWidget):
    """What to let through, and what is let through. ``row_selected`` carries a
    ``CheckpointRow``."""

    row_selected = Signal(object)

    def __init__(self, find: Find, check: Check, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("history.filter")
        self._find = find
        self._thread_id: str | None = None
        self._rows: list[CheckpointRow] = []
        self._asked = 0
        self._scanned = 0
        self._moving = False
        self._wanted = CheckpointFilter()
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(SETTLE_MS)
        self._again.timeout.connect(self.start)
        self.node = self._box("history.filter.node", tr("any node"))
        self.channel = self._box("history.filter.channel", tr("any channel"))
        self.source = self._box("history.filter.source", tr("any source"))
        for source in SOURCES:
            self.source.addItem(word_for(source), source)
        self.annotation = self._box("history.filter.annotation", tr("any mark"))
        self.annotation.addItem(tr("bookmarked"), "bookmarked")
        self.annotation.addItem(tr("with a name or a note"), "noted")
        for colour, title in COLOUR_TITLES.items():
            self.annotation.addItem(tr(title), colour)
        self.annotated: Callable[[], Sequence[AnnotationView]] = lambda: ()
        """What is noted of the thread's checkpoints."""
        self.metadata = QLineEdit(self)
        self.metadata.setObjectName("history.filter.metadata")
        self.metadata.setPlaceholderText(tr("metadata: key=value"))
        self.metadata.setToolTip(tr("A key of the metadata, key=value, or any text in it"))
        self.metadata.textEdited.connect(lambda _: self._again.start())
        self.expression = ExpressionField(check, "history.filter.expression", self)
        self.expression.line.setPlaceholderText(tr("where an expression holds"))
        self.expression.line.editingFinished.connect(self._changed)
        self.said = ElidedLabel(parent=self)
        self.said.setObjectName("history.filter.said")
        self.said.setProperty("role", "muted")
        self.model = HistoryModel(parent=self)
        self.list = HistoryList(self.model, tokens, self)
        self.list.setObjectName("history.filtered")
        self.list.selectionModel().currentChanged.connect(self._current_changed)
        self._build()

    def _box(self, name: str, anything: str) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName(name)
        box.addItem(anything, "")
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(6)
        box.currentIndexChanged.connect(lambda _: self._changed())
        return box

    def _build(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(GUTTER, 0, GUTTER, GRID)
        grid.setSpacing(GRID)
        grid.addWidget(self.node, 0, 0)
        grid.addWidget(self.channel, 0, 1)
        grid.addWidget(self.source, 1, 0)
        grid.addWidget(self.metadata, 1, 1)
        grid.addWidget(self.annotation, 2, 0)
        grid.addWidget(self.expression, 2, 1)
        grid.addWidget(self.said, 3, 0, 1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(grid)
        column.addWidget(self.list, 1)
        self.setFocusProxy(self.node)

    @property
    def filter(self) -> CheckpointFilter:
        """What is wanted, as far as it can be used."""
        wrong = bool(self.expression.line.refusal.problem)
        return CheckpointFilter(
            node=self._choice(self.node),
            channel=self._choice(self.channel),
            source=self.source.currentData() or "",
            metadata=self.metadata.text().strip(),
            expression="" if wrong else self.expression.text,
            among=self._among(),
        )

    def _among(self) -> tuple[str, ...] | None:
        """The checkpoints that are marked as it is wanted; ``None`` where nothing is."""
        wanted = self.annotation.currentData()
        if not wanted:
            return None
        return tuple(
            sorted(
                each.checkpoint_id
                for each in self.annotated()
                if (wanted == "bookmarked" and each.bookmarked)
                or (wanted == "noted" and (each.name or each.note))
                or wanted == each.colour
            )
        )

    def _choice(self, box: QComboBox) -> str:
        return box.currentText() if box.currentIndex() > 0 else ""

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.list.set_theme(tokens)

    def set_names(self, nodes: Sequence[str], channels: Sequence[str]) -> None:
        """Offer the nodes and channels of another graph."""
        for box, names in ((self.node, nodes), (self.channel, channels)):
            chosen = self._choice(box)
            box.blockSignals(True)
            while box.count() > 1:
                box.removeItem(1)
            box.addItems(list(names))
            box.setCurrentIndex(max(0, box.findText(chosen) if chosen else 0))
            box.blockSignals(False)

    def show_thread(self, thread_id: str | None) -> None:
        """Filter another thread."""
        if thread_id != self._thread_id:
            self._thread_id = thread_id
            self.refresh()

    def refresh(self) -> None:
        """The thread has changed: filter it again soon, if anybody looks."""
        if self.isVisible():
            self._again.start()

    def mark(self, selected: str | None, head: str | None, pinned: str | None) -> None:
        """Mark the moment that is looked at, where the run stands, and what is pinned."""
        self.model.set_selected(selected)
        self.model.set_head(head)
        self.model.set_pinned(pinned)
        position = None if selected is None else self.model.position(selected)
        self._moving = True
        self.list.setCurrentIndex(
            QModelIndex() if position is None else self.model.index(position, 0)
        )
        self._moving = False

    def noted(self) -> None:
        """Something is noted otherwise of a checkpoint."""
        self.model.lines_changed.emit()
        if self.filter.among is not None:
            self.refresh()

    def start(self) -> None:
        """Filter anew from the newest checkpoint."""
        self._again.stop()
        self.stop()
        self._rows, self._scanned = [], 0
        self._wanted = self.filter
        if self._thread_id is None:
            self.said.setText("")
            self.model.show(None)
        else:
            self._ask(FilterCheckpoints(self._thread_id, self._wanted))

    def stop(self) -> None:
        """Ask for no further page."""
        self._asked += 1

    def _changed(self) -> None:
        if self.expression.text and self.expression.refuse():
            return
        if self.isVisible() and self.filter != self._wanted:
            self.start()

    def _ask(self, command: FilterCheckpoints) -> None:
        asked = self._asked

        def then(page: FilteredPage | Failed) -> None:
            if asked != self._asked:
                return
            if isinstance(page, Failed):
                self.said.setText(page.error.message)
                return
            self._scanned += page.scanned
            self._rows += page.rows
            more = page.more and page.oldest is not None and len(self._rows) < MOST_ROWS
            if page.rows or not more:
                self._show(command.thread_id)
            self._tell(more, stopped=page.more and not more)
            if more:
                self._ask(replace(command, before=page.oldest))

        self._find(command, then)

    def _show(self, thread_id: str) -> None:
        # What lies between two rows is not listed, so no line joins them.
        rows = tuple(replace(row, parent_checkpoint_id=None) for row in self._rows)
        selected, head, pinned = self.model.selected, self.model.head, self.model.pinned
        self._moving = True
        self.model.show(CheckpointPage(thread_id, rows, more=False))
        self._moving = False
        self.mark(selected, head, pinned)

    def _tell(self, more: bool, stopped: bool) -> None:
        found, scanned = len(self._rows), self._scanned
        if more:
            said = tr("{n:,} of {all:,} checkpoints, searching…", n=found, all=scanned)
        elif stopped:
            said = tr("{n:,} of {all:,} checkpoints, stopped here", n=found, all=scanned)
        else:
            said = tr("{n:,} of {all:,} checkpoints", n=found, all=scanned)
        self.said.setText(said)

    def _current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if not self._moving and current.isValid():
            self.row_selected.emit(self._rows[current.row()])
