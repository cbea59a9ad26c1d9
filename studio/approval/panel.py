"""The Approvals panel: every question that waits, and every answer that was given."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QPlainTextEdit,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.approvals.records import AnswerRecord, PendingInterrupt
from studio.approval.tables import OUTCOMES, AnswersModel, PendingModel, moment_of
from studio.forms.json_text import dump
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.flat_delegate import FlatDelegate
from studio.language import later, plural, tr
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens, mono_font

WAITING, ANSWERED = range(2)
SCOPES = ("all", "thread", "moment")
_SCOPES = {
    "all": later("All threads"),
    "thread": later("This thread"),
    "moment": later("This checkpoint"),
}
_DETAILS_WIDTH = 360
_NARROW = 640
"""Below this width the answers are listed without what is known of the selected one."""


class ApprovalsPanel(QWidget):
    """``open_requested`` carries a ``PendingInterrupt``, ``revise_requested`` and
    ``checkpoint_requested`` an ``AnswerRecord``; ``scope_changed`` wants other answers."""

    open_requested = Signal(object)
    revise_requested = Signal(object)
    checkpoint_requested = Signal(object)
    refresh_requested = Signal()
    stop_requested = Signal()
    scope_changed = Signal()

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel.approvals")
        self.pending = PendingModel(tokens, self)
        self.answers = AnswersModel(tokens, self)
        self.tabs = QTabBar(self)
        self.tabs.setObjectName("approvals.tabs")
        self.tabs.addTab(tr("Waiting"))
        self.tabs.addTab(tr("Answered"))
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.tabs.setDrawBase(False)
        self.summary = ElidedLabel(parent=self)
        self.summary.setObjectName("approvals.summary")
        self.summary.setProperty("role", "muted")
        self.scope = QComboBox(self)
        self.scope.setObjectName("approvals.scope")
        self.scope.setAccessibleName(tr("Which answers are listed"))
        for name in SCOPES:
            self.scope.addItem(tr(_SCOPES[name]), name)
        self.scope.currentIndexChanged.connect(lambda _: self.scope_changed.emit())
        self.open_button = self._button("approvals.open", tr("Answer…"))
        self.open_button.clicked.connect(self._open)
        self.go_button = self._button("approvals.go", "")
        self.go_button.setToolTip(tr("Go to the checkpoint that asked"))
        self.go_button.setAccessibleName(tr("Go to the checkpoint that asked"))
        self.go_button.clicked.connect(lambda: self._tell(self.checkpoint_requested))
        self.revise_button = self._button("approvals.revise", "")
        self.revise_button.setAccessibleName(tr("Answer otherwise…"))
        self.revise_button.setToolTip(
            tr(
                "Answer otherwise, on a branch from the checkpoint that asked; what was stays"
                " as it is"
            )
        )
        self.revise_button.clicked.connect(lambda: self._tell(self.revise_requested))
        self.stop_button = self._button("approvals.stop", tr("Stop"))
        self.stop_button.clicked.connect(self.stop_requested)
        self.stop_button.hide()
        self.refresh_button = self._button("approvals.refresh", "")
        self.refresh_button.setToolTip(tr("Look through all threads again"))
        self.refresh_button.setAccessibleName(tr("Look through all threads again"))
        self.refresh_button.clicked.connect(self.refresh_requested)
        self.table = self._table(self.pending, "approvals.pending", tr("Pending interrupts"))
        self.table.doubleClicked.connect(lambda _: self._open())
        self.log = self._table(self.answers, "approvals.answers", tr("Answers"))
        self.log.doubleClicked.connect(lambda _: self._tell(self.checkpoint_requested))
        self.details = QPlainTextEdit(self)
        self.details.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.details.setObjectName("approvals.details")
        self.details.setReadOnly(True)
        self.details.setFont(mono_font())
        self.details.setAccessibleName(tr("The selected answer"))
        self._nothing_waits = EmptyState(
            "answer",
            tr("Nothing waits for an answer. Questions of every thread are listed here."),
            tokens,
            parent=self,
        )
        self._no_answers = EmptyState(
            "answer",
            tr(
                "Answers that are given here are written down: who, when, what exactly, and"
                " what became of it."
            ),
            tokens,
            parent=self,
        )
        self._build()
        for table in (self.table, self.log):
            table.selectionModel().currentRowChanged.connect(lambda *_: self._follow())
        self.tabs.currentChanged.connect(lambda _: self._follow())
        self.set_theme(tokens)
        self._follow()

    def _button(self, name: str, title: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(title)
        button.setAutoRaise(not title)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        return button

    def _table(self, model: PendingModel | AnswersModel, name: str, title: str) -> QTreeView:
        table = _Table(self)
        table.setObjectName(name)
        table.setAccessibleName(title)
        table.setModel(model)
        table.entered_row.connect(self._enter)
        return table

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GRID)
        bar.addWidget(self.tabs)
        bar.addWidget(self.summary, 1)
        for widget in (
            self.scope,
            self.go_button,
            self.revise_button,
            self.open_button,
            self.stop_button,
            self.refresh_button,
        ):
            bar.addWidget(widget)
        answered = QSplitter(Qt.Orientation.Horizontal, self)
        answered.setChildrenCollapsible(False)
        answered.addWidget(self.log)
        answered.addWidget(self.details)
        answered.setStretchFactor(0, 1)
        answered.setSizes([2 * _DETAILS_WIDTH, _DETAILS_WIDTH])
        self._pages = QStackedWidget(self)
        for page in (self._nothing_waits, self.table, self._no_answers, answered):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self._pages, 1)
        self.setFocusProxy(self.table)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.details.setVisible(event.size().width() >= _NARROW)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.go_button.setIcon(icon("history", tokens))
        self.revise_button.setIcon(icon("fork", tokens))
        self.refresh_button.setIcon(icon("refresh", tokens))
        self.pending.set_theme(tokens)
        self.answers.set_theme(tokens)
        self._nothing_waits.set_theme(tokens)
        self._no_answers.set_theme(tokens)

    # -- what is shown ----------------------------------------------------------------------

    def show_pending(self, rows: Sequence[PendingInterrupt]) -> None:
        """List what waits; the selected question stays selected."""
        chosen = self.question
        self.pending.show(rows)
        if chosen is not None:
            keys = [(each.thread_id, each.interrupt_id) for each in self.pending.rows]
            key = chosen.thread_id, chosen.interrupt_id
            if key in keys:
                self.table.setCurrentIndex(self.pending.index(keys.index(key), 0))
        self.tabs.setTabText(
            WAITING, tr("Waiting ({count})", count=len(rows)) if rows else tr("Waiting")
        )
        self.tabs.updateGeometry()
        self._select_first(self.table)
        self._follow()

    def show_answers(self, rows: Sequence[AnswerRecord], more: bool) -> None:
        """List what was answered."""
        chosen = self.answer
        self.answers.show(rows)
        ids = [each.id for each in self.answers.rows]
        if chosen is not None and chosen.id in ids:
            self.log.setCurrentIndex(self.answers.index(ids.index(chosen.id), 0))
        self._more = more
        self._select_first(self.log)
        self._follow()

    def show_progress(self, looked_at: int, total: int) -> None:
        """How many threads were looked at; none are left without a ``total``."""
        self.stop_button.setVisible(bool(total))
        self._progress = (
            tr("Looked at {done:,} of {total:,} threads", done=looked_at, total=total)
            if total
            else ""
        )
        self._follow()

    _more = False
    _progress = ""

    @property
    def question(self) -> PendingInterrupt | None:
        """The selected question."""
        row = self.table.currentIndex().row()
        return self.pending.rows[row] if 0 <= row < len(self.pending.rows) else None

    @property
    def answer(self) -> AnswerRecord | None:
        """The selected answer."""
        row = self.log.currentIndex().row()
        return self.answers.rows[row] if 0 <= row < len(self.answers.rows) else None

    @property
    def scope_name(self) -> str:
        """``all``, ``thread`` or ``moment``."""
        return str(self.scope.currentData())

    def _select_first(self, table: QTreeView) -> None:
        if not table.currentIndex().isValid() and table.model().rowCount():
            table.setCurrentIndex(table.model().index(0, 0))

    def _follow(self) -> None:
        """Show the page, the buttons and the words that fit."""
        answered = self.tabs.currentIndex() == ANSWERED
        filled = bool(self.answers.rows if answered else self.pending.rows)
        self._pages.setCurrentIndex(2 * answered + filled)
        self.scope.setVisible(answered)
        for button in (self.go_button, self.revise_button):
            button.setVisible(answered)
        self.open_button.setVisible(not answered)
        record = self.answer
        self.go_button.setEnabled(record is not None)
        self.revise_button.setEnabled(record is not None and record.outcome == "taken")
        self.open_button.setEnabled(self.question is not None)
        self.summary.setText(self._progress or (self._words() if filled else ""))
        self.details.setPlainText("" if record is None else _told(record))

    def _words(self) -> str:
        if self.tabs.currentIndex() == WAITING:
            threads = len({each.thread_id for each in self.pending.rows})
            return plural("in 1 thread", "in {n:,} threads", threads)
        count = len(self.answers.rows)
        if self._more:
            return tr("the newest {count:,} answers", count=count)
        return plural("1 answer", "{n:,} answers", count)

    # -- what is asked for ------------------------------------------------------------------

    def _enter(self) -> None:
        if self.tabs.currentIndex() == WAITING:
            self._open()
        else:
            self._tell(self.checkpoint_requested)

    def _open(self) -> None:
        question = self.question
        if question is not None:
            self.open_requested.emit(question)

    def _tell(self, signal: object) -> None:
        record = self.answer
        if record is not None:
            signal.emit(record)  # type: ignore[attr-defined]


class _Table(QTreeView):
    """A flat table; Enter acts on the selected row."""

    entered_row = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setItemDelegate(FlatDelegate(self))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)

    def setModel(self, model: PendingModel | AnswersModel) -> None:  # type: ignore[override]
        super().setModel(model)
        self._fit()
        model.modelReset.connect(self._fit)

    def _fit(self) -> None:
        """Columns as wide as their titles and the first rows want, within reason."""
        header = self.header()
        for column in range(header.count() - 1):
            self.resizeColumnToContents(column)
            header.resizeSection(column, min(header.sectionSize(column) + GUTTER, 72 * GRID))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.entered_row.emit()
            return
        super().keyPressEvent(event)

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:  # type: ignore[override]
        super().currentChanged(current, previous)


def _told(record: AnswerRecord) -> str:
    """Everything that is known of an answer."""
    lines = [
        tr("{who} answered {asker}", who=record.who, asker=record.asker),
        tr("at {when}", when=moment_of(record.at)),
        tr("Outcome: {outcome}", outcome=tr(OUTCOMES[record.outcome])),
    ]
    if record.note:
        lines.append(record.note)
    lines += [
        tr("Thread: {thread}", thread=record.thread_id),
        tr("Checkpoint: {checkpoint}", checkpoint=record.checkpoint_id),
        tr("SHA-256 of the payload: {digest}", digest=record.digest),
        "",
        tr("Answer:"),
        dump(record.answer),
        "",
        tr("Asked:"),
        dump(record.payload),
    ]
    return "\n".join(lines)
