"""Pending interrupts and given answers as tables."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor

from runtime.debug.approvals.records import AnswerOutcome, AnswerRecord, PendingInterrupt
from studio.forms.json_text import dump_line
from studio.language import later, tr
from studio.shell.icons import state_icon
from studio.shell.table_model import Index, TitledTableModel
from studio.shell.theme import ThemeTokens, mono_font

ANSWER_CHARACTERS = 200
SHORT_DIGEST = 12

OUTCOMES: dict[AnswerOutcome, str] = {
    "given": later("given, not known what became of it"),
    "taken": later("taken"),
    "unused": later("not used"),
    "lost": later("came too late"),
}
_STATES: dict[AnswerOutcome, str] = {
    "given": "running",
    "taken": "wrote",
    "unused": "skipped",
    "lost": "failed",
}


def moment_of(iso: str) -> str:
    """A time as people read it, in their own time zone."""
    try:
        found = datetime.fromisoformat(iso)
    except ValueError:
        return iso
    aware = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    return aware.astimezone().strftime("%Y-%m-%d %H:%M")


class PendingModel(TitledTableModel):
    """Every question that waits, whichever thread asks."""

    HEADERS = (
        later("Asks"),
        later("Thread"),
        later("Question"),
        later("Since"),
        later("Digest"),
    )
    ASKER, THREAD, QUESTION, SINCE, DIGEST = range(5)

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self.rows: tuple[PendingInterrupt, ...] = ()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self._changed()

    def show(self, rows: Sequence[PendingInterrupt]) -> None:
        """Replace the rows; what is still there keeps its place in the order of the threads."""
        if tuple(rows) == self.rows:
            return
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def count(self) -> int:
        return len(self.rows)

    def _changed(self) -> None:
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, self.DIGEST))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = self.rows[index.row()], index.column()
        texts = (
            row.asker,
            row.thread_id,
            row.text,
            moment_of(row.asked_at),
            row.digest[:SHORT_DIGEST],
        )
        if role == Qt.ItemDataRole.DisplayRole:
            return texts[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.digest if column == self.DIGEST else texts[column]
        if role == Qt.ItemDataRole.DecorationRole and column == self.ASKER:
            return state_icon("interrupted", self._tokens)
        if role == Qt.ItemDataRole.FontRole and column in (self.QUESTION, self.DIGEST):
            return mono_font()
        if role == Qt.ItemDataRole.AccessibleTextRole and column == self.ASKER:
            return tr("{asker} of thread {thread} waits", asker=row.asker, thread=row.thread_id)
        return None


class AnswersModel(TitledTableModel):
    """Answers, newest first."""

    HEADERS = (
        later("When"),
        later("Who"),
        later("Asked by"),
        later("Answer"),
        later("Became of it"),
        later("Digest"),
        later("Thread"),
    )
    WHEN, WHO, ASKER, ANSWER, OUTCOME, DIGEST, THREAD = range(7)

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self.rows: tuple[AnswerRecord, ...] = ()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, self.THREAD))

    def show(self, rows: Sequence[AnswerRecord]) -> None:
        """Replace the rows."""
        if tuple(rows) == self.rows:
            return
        self.beginResetModel()
        self.rows = tuple(rows)
        self.endResetModel()

    def count(self) -> int:
        return len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = self.rows[index.row()], index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            if role == Qt.ItemDataRole.ToolTipRole and column == self.DIGEST:
                return row.digest
            return self._text(row, column)
        if role == Qt.ItemDataRole.DecorationRole and column == self.OUTCOME:
            return state_icon(_STATES[row.outcome], self._tokens)
        if role == Qt.ItemDataRole.ForegroundRole and column == self.OUTCOME:
            return QColor(self._tokens.state(_STATES[row.outcome]))
        if role == Qt.ItemDataRole.FontRole and column in (self.ANSWER, self.DIGEST):
            return mono_font()
        return None

    def _text(self, row: AnswerRecord, column: int) -> str:
        outcome = tr(OUTCOMES[row.outcome])
        if row.revises:
            outcome = tr("{outcome}, revises an earlier one", outcome=outcome)
        texts = (
            moment_of(row.at),
            row.who,
            row.asker,
            dump_line(row.answer, ANSWER_CHARACTERS),
            outcome,
            row.digest[:SHORT_DIGEST],
            row.thread_id,
        )
        return texts[column]
