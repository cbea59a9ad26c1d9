"""Qt's view of the breakpoints: those of a person, then those compiled into the graph."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont

from runtime.debug.commands import Breakpoint
from studio.breakpoints.places import CompiledStop, Places
from studio.breakpoints.table import BreakpointTable, title_of, trouble_of
from studio.language import later, tr
from studio.shell.icons import icon
from studio.shell.plain_text import plain
from studio.shell.table_model import TOP, Index, TitledTableModel
from studio.shell.theme import ThemeTokens, mono_font, ui_font

STOP, CONDITION, HITS, NOTE = range(4)
COMPILED = later("compiled into the graph")


class BreakpointModel(TitledTableModel):
    """Kind and place (with the enabled box), condition, hits, and what else there is to say."""

    HEADERS = (later("Stop"), later("Only if"), later("Hits"), "")
    edited = Signal()

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table = BreakpointTable()
        self.places = Places()
        self.hit: str | None = None
        self._stops: tuple[CompiledStop, ...] = ()
        self._counts: dict[str, int] = {}
        self._unclear: dict[str, str] = {}
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._mono = mono_font()
        self._bold = ui_font(weight=QFont.Weight.DemiBold)
        self._muted = QBrush(QColor(tokens.text_muted))
        self._problem = QBrush(QColor(tokens.failed))
        self._hit = QBrush(QColor(tokens.running))
        self._hit_icon = icon("pause", tokens, tokens.running)
        self._on = icon("breakpoint", tokens, tokens.failed)
        self._off = icon("breakpoint-off", tokens, tokens.text_muted)
        self._log = icon("breakpoint-log", tokens, tokens.failed)
        self._graph = icon("breakpoint-graph", tokens, tokens.interrupted)

    def places_changed(self) -> None:
        """More is known of the graph and of what is compiled into it."""
        self.beginResetModel()
        self._stops = self.places.stops
        self.endResetModel()

    def show(self, breakpoints: Iterable[Breakpoint]) -> None:
        self.beginResetModel()
        self.table.replace_all(breakpoints)
        self.endResetModel()

    def append(self, breakpoint: Breakpoint) -> int:
        """List a further breakpoint; returns its row."""
        row = len(self.table)
        self.beginInsertRows(TOP, row, row)
        self.table.append(breakpoint)
        self.endInsertRows()
        self.edited.emit()
        return row

    def remove(self, row: int) -> None:
        self.beginRemoveRows(TOP, row, row)
        self.table.remove(row)
        self.endRemoveRows()
        self.edited.emit()

    def put(self, breakpoint: Breakpoint) -> None:
        """Change the one of the same id."""
        row = self.row_of(breakpoint.id)
        if row is not None and self.table[row] != breakpoint:
            before = self.table[row]
            self.table.put(row, breakpoint)
            if replace(before, enabled=True) != replace(breakpoint, enabled=True):
                self._counts.pop(breakpoint.id, None)
                self._unclear.pop(breakpoint.id, None)
            self.dataChanged.emit(self.index(row, 0), self.index(row, NOTE))
            self.edited.emit()

    def set_all_enabled(self, enabled: bool) -> None:
        if len(self.table):
            self.table.set_all_enabled(enabled)
            self._all_changed()
            self.edited.emit()

    def row_of(self, breakpoint_id: str) -> int | None:
        rows = range(len(self.table))
        return next((row for row in rows if self.table[row].id == breakpoint_id), None)

    def breakpoint(self, row: int) -> Breakpoint | None:
        """A person's own breakpoint in a row."""
        return self.table[row] if 0 <= row < len(self.table) else None

    def stop(self, row: int) -> CompiledStop | None:
        """What is compiled in, in a row."""
        place = row - len(self.table)
        return self._stops[place] if 0 <= place < len(self._stops) else None

    def set_hit(self, breakpoint_id: str | None) -> None:
        """Mark the breakpoint at which the run waits."""
        if breakpoint_id != self.hit:
            self.hit = breakpoint_id
            self._all_changed()

    def set_count(self, breakpoint_id: str, hits: int) -> None:
        """Show how often one was hit."""
        self._counts[breakpoint_id] = hits
        self._unclear.pop(breakpoint_id, None)
        self._row_changed(breakpoint_id)

    def set_unclear(self, breakpoint_id: str, problem: str) -> None:
        """Show why a condition has no value."""
        self._unclear[breakpoint_id] = problem
        self._row_changed(breakpoint_id)

    def begin_anew(self) -> None:
        """Forget what the run before came to."""
        self._counts.clear()
        self._unclear.clear()
        self._all_changed()

    def count(self) -> int:
        return len(self.table) + len(self._stops)

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid() and index.column() == STOP and index.row() < len(self.table):
            return flags | Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        stop = self.stop(row)
        if role == Qt.ItemDataRole.FontRole:
            if column in (CONDITION, HITS):
                return self._mono
            return (
                self._bold if column == NOTE and stop is None and not self._is_said(row) else None
            )
        if stop is not None:
            return self._of_stop(stop, column, role)
        return self._of_breakpoint(self.table[row], column, role)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        kept = self.breakpoint(index.row()) if index.isValid() else None
        if kept is None or role != Qt.ItemDataRole.CheckStateRole or index.column() != STOP:
            return False
        enabled = Qt.CheckState(value) == Qt.CheckState.Checked
        self.put(replace(kept, enabled=enabled))
        return True

    def _of_stop(self, stop: CompiledStop, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return (title_of(stop), "", "", tr(COMPILED))[column]
        if role == Qt.ItemDataRole.DecorationRole and column == STOP:
            return self._graph
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._muted
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr("The graph itself stops here, whichever breakpoints are set")
        return None

    def _of_breakpoint(self, kept: Breakpoint, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.CheckStateRole and column == STOP:
            return Qt.CheckState.Checked if kept.enabled else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(kept, column)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._brush(kept, column)
        if role == Qt.ItemDataRole.DecorationRole:
            if column == STOP:
                return self._off if not kept.enabled else self._log if kept.logs else self._on
            if column == NOTE and kept.id == self.hit:
                return self._hit_icon
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(self._problem_of(kept) or self._text(kept, column)) or None
        return None

    def _text(self, kept: Breakpoint, column: int) -> str:
        if column == NOTE:
            return self._note(kept)
        if column == HITS:
            hits = self._counts.get(kept.id, 0)
            return f"{hits}  {kept.hits}".strip() if hits else kept.hits
        return (title_of(kept), kept.condition)[column]

    def _note(self, kept: Breakpoint) -> str:
        problem = self._problem_of(kept)
        if problem or kept.id == self.hit:
            return problem or tr("waits here")
        if not kept.logs:
            return ""
        message = kept.message
        return tr("logs {message}", message=message) if message else tr("logs where it is")

    def _is_said(self, row: int) -> bool:
        """Whether the note is a plain remark."""
        kept = self.table[row]
        return kept.logs and kept.id != self.hit and not self._problem_of(kept)

    def _problem_of(self, kept: Breakpoint) -> str:
        """Why a breakpoint cannot be used, or will stop nowhere in the open graph."""
        trouble = trouble_of(kept)
        if trouble is not None:
            return trouble.text
        lacking = self.places.lacks(kept.kind, kept.namespace, kept.subject)
        return lacking or self._unclear.get(kept.id, "")

    def _brush(self, kept: Breakpoint, column: int) -> QBrush | None:
        if column == NOTE:
            if self._problem_of(kept):
                return self._problem
            return self._hit if kept.id == self.hit else self._muted
        if not kept.enabled or column == HITS:
            return self._muted
        return None

    def _row_changed(self, breakpoint_id: str) -> None:
        row = self.row_of(breakpoint_id)
        if row is not None:
            self.dataChanged.emit(self.index(row, HITS), self.index(row, NOTE))

    def _all_changed(self) -> None:
        if len(self.table):
            last = self.index(len(self.table) - 1, NOTE)
            self.dataChanged.emit(self.index(0, 0), last)
