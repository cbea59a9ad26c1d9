"""The Tasks panel: the tasks of the superstep, what each was given, wrote, asked or raised."""

from collections.abc import Callable, Collection
from typing import Any

from PySide6.QtCore import QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QFont
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.events import Event, TaskOutput
from runtime.debug.views import (
    CheckpointView,
    ErrorFrame,
    ErrorView,
    InterruptView,
    TaskView,
)
from studio.inspector.detail import DetailPane
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.items import TreeItem
from studio.inspector.requests import FetchChildren, ValueRequests
from studio.inspector.task_rows import COLUMNS, TaskRows, task_title, whole_text
from studio.inspector.tree_model import ValueTreeModel
from studio.inspector.tree_view import ValueTreeView
from studio.language import tr
from studio.session.streams import StreamedMessage, TaskStreams
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon, state_icon
from studio.shell.theme import GRID, GUTTER, STATES, ThemeTokens, ui_font

STATE_COLUMN = 2
_LABELLED = frozenset({"section", "write", "target", "error", "interrupt", "output"})
"""Kinds of rows whose first column says what the value is."""
STREAM_MS = 100
"""How often rows of what tasks stream are made anew."""


class TasksModel(ValueTreeModel):
    """Tasks; the state column shows glyph, word and colour."""

    def __init__(
        self, fetch_children: FetchChildren, tokens: ThemeTokens, parent: QObject | None = None
    ) -> None:
        super().__init__(
            [tr(each) for each in COLUMNS], fetch_children, tokens, parent, mono=(1,), muted=(2, 3)
        )

    def set_theme(self, tokens: ThemeTokens) -> None:
        super().set_theme(tokens)
        self._bold = ui_font(weight=QFont.Weight.DemiBold)
        self._icons = {state: state_icon(state, tokens) for state in STATES}
        self._state_brushes = {state: QBrush(QColor(tokens.state(state))) for state in STATES}
        self._right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

    def change(self, item: TreeItem, new: TreeItem) -> None:
        """Let a task's row say what ``new`` says."""
        item.cells, item.subject, item.tooltip = new.cells, new.subject, new.tooltip
        self.replace_children(item, new.children)
        self.refresh_row(item)

    def font(self, item: TreeItem, column: int) -> QFont | None:
        if item.kind == "task" and column == 0:
            return self._bold
        return super().font(item, column)

    def brush(self, item: TreeItem, column: int) -> QBrush:
        if isinstance(item.subject, TaskView) and column == STATE_COLUMN:
            return self._state_brushes[item.subject.state]
        if item.kind == "error" and column == 1:
            return self._problem_brush
        if item.kind in _LABELLED and column == 0:
            return self._muted_brush
        return super().brush(item, column)

    def decoration(self, item: TreeItem, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole and column == 3:
            return self._right
        if column != STATE_COLUMN or not isinstance(item.subject, TaskView):
            return None
        return self._icons[item.subject.state] if role == Qt.ItemDataRole.DecorationRole else None


class TasksPanel(QWidget):
    """List of tasks with a pane for tracebacks and long values."""

    task_selected = Signal(str, str)
    """Task id and node name."""
    answer_requested = Signal(str)
    """Id of the interrupt that a person wants to answer."""
    open_source = Signal(str, int)
    """Path and line of a frame."""
    run_requested = Signal(str)
    """Id of the waiting task that is to run next, before the others of its superstep."""

    def __init__(
        self, requests: ValueRequests, tokens: ThemeTokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.tasks")
        self._rows = TaskRows()
        self._inside = ""
        self._said: set[str] = set()
        """Tasks of which there is more to show."""
        self._saying = QTimer(self)
        self._saying.setSingleShot(True)
        self._saying.setInterval(STREAM_MS)
        self._saying.timeout.connect(self._show_said)
        self._tokens = tokens
        self.model = TasksModel(requests.children, tokens, self)
        self.tree = ValueTreeView(self.model, self)
        self.tree.setObjectName("tasks.tree")
        self.tree.set_widths((132, 0, 112, 68), stretch=1)
        self.tree.item_selected.connect(self._selected)
        self.tree.item_activated.connect(self._activated)
        self.tree.customContextMenuRequested.connect(self._context_menu)
        self.may_run: Callable[[], bool] = lambda: False
        """Whether tasks that wait may be run now."""
        self.summary = ElidedLabel(parent=self)
        self.summary.setObjectName("tasks.summary")
        self.summary.setProperty("role", "muted")
        self.answer = QPushButton(tr("Answer…"), self)
        self.answer.setObjectName("tasks.answer")
        self.answer.setToolTip(tr("Answer what a task of this superstep asks"))
        self.answer.clicked.connect(self._answer_first)
        self.detail = DetailPane(requests, tokens, self)
        self.detail.open_source.connect(self.open_source)
        self._empty = EmptyState(
            "tasks",
            tr("The tasks of the superstep that follows the selected checkpoint appear here."),
            tokens,
            parent=self,
        )
        self._build()
        self.set_theme(tokens)
        self.show_checkpoint(None)

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.addWidget(self.summary, 1)
        bar.addWidget(self.answer)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.addWidget(self.tree)
        splitter.addWidget(self.detail)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 1)
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
        self.answer.setIcon(icon("answer", tokens, tokens.interrupted))
        self._empty.set_theme(tokens)

    def show_checkpoint(self, view: CheckpointView | None, inside: str = "") -> None:
        """Show the tasks due at another moment; ``inside`` names the subgraph that has it."""
        self._inside = inside
        self._rows.show(view)
        self._stack.setCurrentIndex(0 if view is None else 1)
        self._refill()

    def apply(self, event: Event) -> None:
        """Take over what the running superstep does, if it is the one that is shown."""
        if self._rows.apply(event):
            self._refill()
            return
        task = self._rows.change(event)
        if task is None:
            return
        for item in self.model.root.children:
            if item.key == task.id:
                self.model.change(item, self._rows.item(task))
        self._tell()

    def show_streams(self, streams: TaskStreams) -> None:
        """Show under each task what it says while it runs; ``streamed`` tells of more."""
        self._rows.streams = streams

    def streamed(self, task_ids: Collection[str]) -> None:
        """There is more of these tasks."""
        self._said.update(task_ids)
        if not self._saying.isActive():
            self._saying.start()

    def _show_said(self) -> None:
        said, self._said = self._said, set()
        for item in self.model.root.children:
            task = self._rows.task(item.key) if item.key in said else None
            if task is not None:
                self.model.change(item, self._rows.item(task))

    def select_node(self, node: str) -> None:
        """Make the first task of a node current, unless another one of its tasks is."""
        current = self.tree.current_item()
        task = None if current is None else _task_of(current)
        if task is not None and task.name == node:
            return
        for item in self.model.root.children:
            if isinstance(item.subject, TaskView) and item.subject.name == node:
                self.tree.select_item(item)
                return

    def select_task(self, task_id: str) -> None:
        """Make one task current."""
        for item in self.model.root.children:
            if item.key == task_id:
                self.tree.select_item(item)

    @property
    def task(self) -> TaskView | None:
        """The selected task, itself or by something under it."""
        item = self.tree.current_item()
        chosen = None if item is None else _task_of(item)
        return None if chosen is None else self._rows.task(chosen.id)

    @property
    def waiting_task(self) -> str | None:
        """Id of the selected task, if it is due and did not run yet."""
        task = self.task
        return task.id if task is not None and task.state == "due" else None

    def _refill(self) -> None:
        self.model.set_rows([self._rows.item(task) for task in self._rows.tasks])
        if self.tree.current_item() is None:
            self.detail.clear()
        self._tell()

    def _tell(self) -> None:
        summary = self._rows.summary()
        if self._inside:
            summary = tr("Inside {node}: {summary}", node=self._inside, summary=summary)
        self.summary.setText(summary)
        self.answer.setVisible(any(task.interrupts for task in self._rows.tasks))

    def _selected(self, item: TreeItem | None) -> None:
        if item is None:
            self.detail.clear()
            return
        task = _task_of(item)
        title = " / ".join([*([task_title(task.name, task.index)] if task else []), *_titles(item)])
        if isinstance(item.subject, ErrorView | ErrorFrame):
            error = task.error if task is not None else None
            if error is not None:
                self.detail.show_error(f"{title}    {error.type}", error)
        elif isinstance(item.subject, TaskOutput | StreamedMessage):
            self.detail.show_text(title, whole_text(item.subject))
        elif item.preview is not None:
            self.detail.show_value(title, item.preview, item.handle)
        elif task is not None and item.kind == "task":
            self._show_task(title, item, task)
        else:
            self.detail.show_text(title, item.cells[1])
        if task is not None:
            self.task_selected.emit(task.id, task.name)

    def _show_task(self, title: str, item: TreeItem, task: TaskView) -> None:
        """What matters most about a task: its error, its question, what it wrote or was given."""
        if task.error is not None:
            self.detail.show_error(f"{title}    {task.error.type}", task.error)
            return
        for kind in ("interrupt", "write", "section"):
            for child in item.children:
                if child.kind == kind and child.preview is not None:
                    heading = f"{title} / {child.cells[0]}"
                    self.detail.show_value(heading, child.preview, child.handle)
                    return
        self.detail.show_text(title, item.cells[1])

    def _activated(self, item: TreeItem) -> None:
        if isinstance(item.subject, ErrorFrame):
            self.open_source.emit(item.subject.path, item.subject.line)
        elif isinstance(item.subject, InterruptView):
            self.answer_requested.emit(item.subject.id)
        else:
            index = self.model.index_of(item)
            self.tree.setExpanded(index, not self.tree.isExpanded(index))

    def _context_menu(self, position: QPoint) -> None:
        task = self.task
        if task is None:
            return
        menu = QMenu(self)
        menu.setObjectName("tasks.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = tr("Run {task} next", task=task_title(task.name, task.index))
        run = menu.addAction(icon("step-task", self._tokens), title)
        run.setEnabled(task.state == "due" and self.may_run())
        run.triggered.connect(lambda: self.run_requested.emit(task.id))
        menu.popup(self.tree.viewport().mapToGlobal(position))

    def _answer_first(self) -> None:
        chosen = self.tree.current_item()
        tasks = self._rows.tasks
        if chosen is not None:
            if isinstance(chosen.subject, InterruptView):
                self.answer_requested.emit(chosen.subject.id)
                return
            current = _task_of(chosen)
            tasks = [task for task in tasks if current and task.id == current.id] + tasks
        for task in tasks:
            if task.interrupts:
                self.answer_requested.emit(task.interrupts[0].id)
                return


def _task_of(item: TreeItem) -> TaskView | None:
    each: TreeItem | None = item
    while each is not None:
        if isinstance(each.subject, TaskView):
            return each.subject
        each = each.parent
    return None


def _titles(item: TreeItem) -> list[str]:
    """First cells from under the task down to this row."""
    titles: list[str] = []
    each: TreeItem | None = item
    while each is not None and each.kind not in ("task", "root"):
        titles.append(each.cells[0])
        each = each.parent
    return titles[::-1]
