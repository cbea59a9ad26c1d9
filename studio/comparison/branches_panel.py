"""The Branches panel: two branches, or two threads, side by side from their fork."""

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QMenu,
    QPushButton,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.comparing.commands import CompareBranches
from runtime.debug.comparing.views import BranchesCompared, CheckpointAddress
from runtime.debug.views import CheckpointRow, Failed
from studio.comparison.branches_model import (
    CHANNELS,
    MARK,
    RAN,
    TOOK,
    BranchesModel,
    HalfDelegate,
    side_of,
)
from studio.comparison.picker import CheckpointPicker
from studio.comparison.requests import ComparisonRequests, address_of
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.tables import flat_table
from studio.language import plural, tr
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens

PAGE = 500
ROOM_FOR_TIMES = 720


class BranchesPanel(QWidget):
    """``first`` and ``second`` are the ends of the branches that are shown."""

    moment_wanted = Signal(object)
    """The ``CheckpointAddress`` that a person went to."""
    diff_wanted = Signal(object, object)
    """The addresses of both checkpoints of a row."""
    choose_wanted = Signal()
    """The empty panel's button."""

    def __init__(
        self, requests: ComparisonRequests, tokens: ThemeTokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.branches")
        self._requests = requests
        self._tokens = tokens
        self._asked = 0
        self._moving = False
        self.first: CheckpointRow | None = None
        self.second: CheckpointRow | None = None
        self.first_label, self.second_label = (ElidedLabel(parent=self) for _ in range(2))
        self.first_label.setObjectName("branches.first")
        self.second_label.setObjectName("branches.second")
        for label in (self.first_label, self.second_label):
            label.setProperty("role", "heading")
        self.said = ElidedLabel(parent=self)
        self.said.setObjectName("branches.said")
        self.said.setProperty("role", "muted")
        self.swap = self._button("branches.swap", tr("Swap the branches"))
        self.swap.clicked.connect(lambda: self.compare(self.second, self.first))
        self.next = QPushButton(tr("Next difference"), self)
        self.next.setObjectName("branches.next_button")
        self.next.setEnabled(False)
        self.next.clicked.connect(self.go_to_next_difference)
        self.model = BranchesModel(tokens, self)
        self.table = flat_table(self.model, (52, 120, 120, 68, 40, 52, 120, 120, 68), RAN, self)
        self.table.setObjectName("branches.table")
        self.table.setAccessibleName(tr("Supersteps of both branches"))
        for column in (RAN, CHANNELS, MARK + 1 + RAN, MARK + 1 + CHANNELS):
            self.table.header().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.table.setItemDelegate(HalfDelegate(self.table, names=-1))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setAllColumnsShowFocus(False)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._context_menu)
        self.table.selectionModel().currentChanged.connect(self._current_changed)
        self.empty = EmptyState(
            "branches",
            tr("Two branches stand side by side here, superstep by superstep from their fork."),
            tokens,
            tr("Compare branches…"),
            self.choose_wanted.emit,
            self,
        )
        self._build()
        self.set_theme(tokens)

    def sizeHint(self) -> QSize:
        return QSize(800, 240)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Both branches get the same room; where there is little, times are left out."""
        super().resizeEvent(event)
        for column in (TOOK, MARK + 1 + TOOK):
            self.table.setColumnHidden(column, event.size().width() < ROOM_FOR_TIMES)

    def _button(self, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        return button

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GUTTER)
        bar.addWidget(self.first_label, 3)
        bar.addWidget(self.swap)
        bar.addWidget(self.second_label, 3)
        bar.addWidget(self.said, 5)
        bar.addWidget(self.next)
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.table, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(content)
        self.setFocusProxy(self.table)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.model.set_theme(tokens)
        self.table.viewport().update()
        self.swap.setIcon(icon("swap", tokens))
        self.empty.set_theme(tokens)

    def choose_second(self, first: CheckpointRow, likely: str | None = None) -> None:
        """Let a person choose the branch that stands beside the one that ends at ``first``."""
        picker = CheckpointPicker(
            tr("Compare the branch with…"),
            tr("Compare"),
            self._requests,
            first.thread_id,
            self._tokens,
            self.window(),
            ends_only=True,
            chosen=likely,
        )
        picker.chosen.connect(lambda second: self.compare(first, second))
        picker.open()

    def compare(self, first: CheckpointRow | None, second: CheckpointRow | None) -> None:
        """Show the branches that end at these checkpoints."""
        if first is None or second is None:
            return
        self._asked += 1
        self.first, self.second = first, second
        self._moving = True
        self.model.clear()
        self._moving = False
        threads = first.thread_id != second.thread_id
        self.first_label.setText(_named(first, threads))
        self.second_label.setText(_named(second, threads))
        self.said.setText(tr("Comparing…"))
        self.next.setEnabled(False)
        self._stack.setCurrentIndex(1)
        self._ask(0)

    def _ask(self, offset: int) -> None:
        assert self.first is not None
        assert self.second is not None
        asked = self._asked

        def on_page(reply: BranchesCompared | Failed) -> None:
            if asked == self._asked:
                self._take(reply)

        command = CompareBranches(address_of(self.first), address_of(self.second), offset, PAGE)
        self._requests.branches(command, on_page)

    def _take(self, page: BranchesCompared | Failed) -> None:
        if isinstance(page, Failed):
            self.said.setText(page.error.message)
            return
        self.model.add(page)
        if self.model.count() < page.total:
            self._ask(self.model.count())
        elif page.more:
            self._ask(max(0, page.total - 1))
        self._tell(page)

    def _tell(self, page: BranchesCompared) -> None:
        if page.more and not page.total:
            return
        steps = plural("1 superstep", "{n:,} supersteps", page.total)
        begin = tr("two threads, {steps}", steps=steps)
        if page.fork is not None:
            begin = tr("forked at step {step}, {steps} since", step=page.fork.step, steps=steps)
        self.next.setEnabled(page.first_difference is not None)
        if page.first_difference is not None:
            self.said.setText(self._difference_text(page, begin))
        elif page.more:
            self.said.setText(tr("{begin}; looking for the first difference…", begin=begin))
        else:
            self.said.setText(tr("{begin}; no difference", begin=begin))

    def _difference_text(self, page: BranchesCompared, begin: str) -> str:
        number = (page.first_difference or 0) + 1
        if page.differing:
            return tr(
                "{begin}; they differ from row {number} on, first in {channels}",
                begin=begin,
                number=number,
                channels=", ".join(page.differing),
            )
        return tr("{begin}; they differ from row {number} on", begin=begin, number=number)

    @property
    def has_differences(self) -> bool:
        """Whether two branches are shown that differ."""
        return self.next.isEnabled()

    def go_to_next_difference(self) -> None:
        """Select the next row that differs, from the first one after the last."""
        current = self.table.currentIndex()
        found = self.model.next_difference(current.row())
        if found is None:
            found = self.model.next_difference(-1)
        if found is not None:
            self.table.setCurrentIndex(self.model.index(found, max(0, current.column())))
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def _address(self, index: QModelIndex) -> CheckpointAddress | None:
        step = self.model.step(index)
        end = self.first if side_of(index.column()) == "first" else self.second
        if step is None or end is None:
            return None
        return CheckpointAddress(end.thread_id, step.checkpoint_id, end.checkpoint_ns)

    def _current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        self.table.viewport().update()
        address = self._address(current)
        if address is not None and not self._moving:
            self.moment_wanted.emit(address)

    def _context_menu(self, position: QPoint) -> None:
        index = self.table.indexAt(position)
        address = self._address(index)
        if not index.isValid():
            return
        both = [self._address(self.model.index(index.row(), column)) for column in (0, MARK + 1)]
        menu = QMenu(self)
        menu.setObjectName("branches.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        compare = menu.addAction(icon("diff", self._tokens), tr("Compare the states of this row"))
        compare.setEnabled(None not in both)
        compare.triggered.connect(lambda: self.diff_wanted.emit(*both))
        copy = menu.addAction(icon("copy", self._tokens), tr("Copy checkpoint id"))
        copy.setEnabled(address is not None)
        copy.triggered.connect(lambda: _copy(address))
        menu.popup(self.table.viewport().mapToGlobal(position))


def _named(end: CheckpointRow, threads: bool) -> str:
    """What a branch is called: by its thread where that tells it from the other."""
    if threads:
        return tr("{thread}, to step {step}", thread=end.thread_id, step=end.step)
    return tr("To step {step}", step=end.step)


def _copy(address: CheckpointAddress | None) -> None:
    if address is not None:
        QGuiApplication.clipboard().setText(address.checkpoint_id)
