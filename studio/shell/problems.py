"""The Problems panel: what went wrong, where, and what can be done. Stays until dismissed."""

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.events import Event, InputMutated
from runtime.debug.views import ErrorFrame, ErrorView
from studio.language import tr
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.plain_text import plain
from studio.shell.table_model import Index
from studio.shell.theme import GRID, GUTTER, ThemeTokens, mono_font


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that went wrong; ``title`` says what was being done."""

    title: str
    error: ErrorView
    at: str
    is_warning: bool = False

    @property
    def frame(self) -> ErrorFrame | None:
        """Innermost place in the user's own code."""
        return self.error.frames[-1] if self.error.frames else None

    @property
    def headline(self) -> str:
        """One line: what, and the first line of why."""
        message = self.error.message.strip().splitlines()
        return f"{self.title}: {message[0] if message else self.error.type}"

    @property
    def line(self) -> str:
        """The headline with its place, the file named once."""
        frame = self.frame
        if frame is None:
            return self.headline
        file = _file_name(frame.path)
        if not self.title.startswith(file):
            return f"{self.headline}  ({file}:{frame.line})"
        return f"{file}:{frame.line} {self.headline.removeprefix(file).lstrip()}"

    @property
    def details(self) -> str:
        """Everything that is known, as plain text."""
        error = self.error
        parts = []
        for frame in error.frames:
            # As Python writes it, in every language: editors find the place by it.
            parts.append(f'File "{frame.path}", line {frame.line}, in {frame.function}')
            if frame.text:
                parts.append(f"    {frame.text.strip()}")
        what = f"{error.type}: {error.message}" if error.type else error.message
        parts.append(
            tr("In node {node}: {what}", node=error.node, what=what) if error.node else what
        )
        if error.remedy and error.remedy.rstrip(".") not in error.message:
            parts.append("\n" + tr("What helps: {remedy}", remedy=error.remedy))
        if error.traceback:
            parts.append(f"\n{error.traceback.rstrip()}")
        return "\n".join(parts)


class ProblemsModel(QAbstractListModel):
    """Newest first."""

    def __init__(self, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._problems: list[Problem] = []

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._problems)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._problems):
            return None
        problem = self._problems[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{problem.at}  {problem.line}"
        if role == Qt.ItemDataRole.DecorationRole:
            if problem.is_warning:
                return icon("problems", self._tokens, self._tokens.running)
            return icon("error", self._tokens, self._tokens.failed)
        if role == Qt.ItemDataRole.ForegroundRole:
            return QBrush(QColor(self._tokens.text))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(problem.headline)
        return None

    def problem(self, row: int) -> Problem:
        return self._problems[row]

    def add(self, problem: Problem) -> None:
        self.beginInsertRows(QModelIndex(), 0, 0)
        self._problems.insert(0, problem)
        self.endInsertRows()

    def remove(self, row: int) -> None:
        self.beginRemoveRows(QModelIndex(), row, row)
        del self._problems[row]
        self.endRemoveRows()

    def clear(self) -> None:
        self.beginResetModel()
        self._problems.clear()
        self.endResetModel()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        if self._problems:
            self.dataChanged.emit(self.index(0), self.index(len(self._problems) - 1))


class ProblemsPanel(QWidget):
    """List of problems and, beside it, the selected one with its frames.

    ``count_changed`` carries how many there are, ``frame_wanted`` an
    ``ErrorFrame`` to show, ``editor_wanted`` one to open in the editor.
    """

    count_changed = Signal(int)
    frame_wanted = Signal(object)
    editor_wanted = Signal(object)

    def __init__(self, tokens: ThemeTokens, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panel.problems")
        self.model = ProblemsModel(tokens, self)
        self.list = QListView(self)
        self.list.setModel(self.model)
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(tr("Problems"))
        self.list.selectionModel().currentChanged.connect(self._show_current)
        self.list.activated.connect(lambda: self._go_to_source())
        self.details = QPlainTextEdit(self)
        self.details.setReadOnly(True)
        self.details.setFont(mono_font())
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.details.setAccessibleName(tr("Details of the problem"))
        self.show_source = QPushButton(tr("Show source"), self)
        self.show_source.clicked.connect(lambda: self._go_to_source())
        self.open_editor = QPushButton(tr("Open in editor"), self)
        self.open_editor.setObjectName("problems.editor")
        self.open_editor.clicked.connect(lambda: self._open_in_editor())
        self.dismiss = QPushButton(tr("Dismiss"), self)
        self.dismiss.clicked.connect(lambda: self._dismiss())
        self.dismiss_all = QPushButton(tr("Dismiss all"), self)
        self.dismiss_all.clicked.connect(lambda: self._dismiss_all())

        buttons = QHBoxLayout()
        buttons.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        buttons.setSpacing(GUTTER)
        buttons.addWidget(self.show_source)
        buttons.addWidget(self.open_editor)
        buttons.addStretch(1)
        buttons.addWidget(self.dismiss)
        buttons.addWidget(self.dismiss_all)
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.details, 1)
        column.addLayout(buttons)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self.list)
        split.addWidget(right)
        split.setSizes([400, 500])
        split.setChildrenCollapsible(False)
        self._empty = EmptyState(
            "problems",
            tr("Errors of files, databases and nodes will appear here and stay until dismissed."),
            tokens,
            parent=self,
        )
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(split)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)

    def apply(self, event: Event) -> None:
        """Take over an event that tells of a problem, without drawing attention to it."""
        if isinstance(event, InputMutated):
            self.add(
                tr("{name} changed its input", name=event.name), event.warning, is_warning=True
            )

    def add(self, title: str, error: ErrorView, *, is_warning: bool = False) -> None:
        """Put a problem on top and select it."""
        time = datetime.now().strftime("%H:%M:%S")
        self.model.add(Problem(title, error, time, is_warning))
        self.list.setCurrentIndex(self.model.index(0))
        self._changed()

    def resolve(self, title: str) -> None:
        """Take away the problems of a title: what they tell of is no longer so."""
        rows = [
            row for row in range(self.model.rowCount()) if self.model.problem(row).title == title
        ]
        for row in reversed(rows):
            self.model.remove(row)
        if rows:
            self._changed()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.model.set_theme(tokens)
        self._empty.set_theme(tokens)

    def _current(self) -> Problem | None:
        row = self.list.currentIndex().row()
        return self.model.problem(row) if 0 <= row < self.model.rowCount() else None

    def _show_current(self) -> None:
        problem = self._current()
        self.details.setPlainText(problem.details if problem else "")
        has_place = problem is not None and problem.frame is not None
        self.show_source.setEnabled(has_place)
        self.open_editor.setEnabled(has_place)

    def _go_to_source(self) -> None:
        problem = self._current()
        if problem is not None and problem.frame is not None:
            self.frame_wanted.emit(problem.frame)

    def _open_in_editor(self) -> None:
        problem = self._current()
        if problem is not None and problem.frame is not None:
            self.editor_wanted.emit(problem.frame)

    def _dismiss(self) -> None:
        row = self.list.currentIndex().row()
        if row >= 0:
            self.model.remove(row)
            self._changed()

    def _dismiss_all(self) -> None:
        self.model.clear()
        self._changed()

    def _changed(self) -> None:
        count = self.model.rowCount()
        self._stack.setCurrentIndex(1 if count else 0)
        self._show_current()
        self.count_changed.emit(count)


def _file_name(path: str) -> str:
    return path.replace("\\", "/").rsplit("/", 1)[-1]
