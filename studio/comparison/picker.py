"""The dialog that finds one checkpoint among all threads and namespaces."""

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.views import CheckpointRow, Failed, ThreadPage
from studio.comparison.picker_model import NEXT, PickerModel
from studio.comparison.requests import ComparisonRequests
from studio.history.threads_model import ThreadsModel
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.tables import flat_table
from studio.language import plural, tr
from studio.session.living import while_alive
from studio.shell.table_model import TOP
from studio.shell.theme import GRID, GUTTER, ThemeTokens

MOST_THREADS = 20_000


class CheckpointPicker(QDialog):
    """Threads at the left, the checkpoints of the chosen one at the right, a field over each.

    ``chosen`` carries the ``CheckpointRow``.
    """

    chosen = Signal(object)

    def __init__(
        self,
        title: str,
        verb: str,
        requests: ComparisonRequests,
        thread_id: str,
        tokens: ThemeTokens,
        parent: QWidget,
        ends_only: bool = False,
        chosen: str | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("checkpoint_picker")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._wanted_thread: str | None = thread_id
        self._wanted = chosen
        self.thread_field = QLineEdit(self)
        self.thread_field.setObjectName("picker.thread_field")
        self.thread_field.setPlaceholderText(tr("Find a thread"))
        self.thread_field.setClearButtonEnabled(True)
        self._threads = ThreadsModel(requests.list_threads, tokens, self)
        self._found_threads = QSortFilterProxyModel(self)
        self._found_threads.setSourceModel(self._threads)
        self._found_threads.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.thread_list = QListView(self)
        self.thread_list.setObjectName("picker.threads")
        self.thread_list.setAccessibleName(tr("Threads"))
        self.thread_list.setUniformItemSizes(True)
        self.thread_list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.thread_list.setModel(self._found_threads)
        self.field = QLineEdit(self)
        self.field.setObjectName("picker.field")
        self.field.setPlaceholderText(tr("Find by step, node, name, metadata or id"))
        self.field.setClearButtonEnabled(True)
        self.ends = QCheckBox(tr("Only ends of branches"), self)
        self.ends.setObjectName("picker.ends")
        self.ends.setChecked(ends_only)
        self.model = PickerModel(requests, while_alive(self, self._paged), self)
        self.model.set_filter("", ends_only)
        self.table = flat_table(self.model, (52, 64, 160, 84, 84, 76, 150), NEXT, self)
        self.table.setObjectName("picker.checkpoints")
        self.table.setAccessibleName(tr("Checkpoints"))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.said = ElidedLabel(parent=self)
        self.said.setObjectName("picker.said")
        self.said.setProperty("role", "muted")
        self.choose_button = QPushButton(verb, self)
        self.choose_button.setObjectName("picker.choose")
        self.choose_button.setProperty("role", "primary")
        self.choose_button.setDefault(True)
        self.cancel_button = QPushButton(tr("Cancel"), self)
        self.cancel_button.setAutoDefault(False)
        self._lay_out()
        self._connect()
        self._refresh()
        requests.list_threads(0, while_alive(self, self._take_threads))

    def _lay_out(self) -> None:
        threads, checkpoints = QWidget(self), QWidget(self)
        left, right = QVBoxLayout(threads), QVBoxLayout(checkpoints)
        for column in (left, right):
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(GRID)
        left.addWidget(self.thread_field)
        left.addWidget(self.thread_list)
        above = QHBoxLayout()
        above.setSpacing(GUTTER)
        above.addWidget(self.field, 1)
        above.addWidget(self.ends)
        right.addLayout(above)
        right.addWidget(self.table)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.setChildrenCollapsible(False)
        split.addWidget(threads)
        split.addWidget(checkpoints)
        split.setSizes([240, 640])
        below = QHBoxLayout()
        below.setSpacing(GUTTER)
        below.addWidget(self.said, 1)
        below.addWidget(self.cancel_button)
        below.addWidget(self.choose_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        column.setSpacing(GUTTER)
        column.addWidget(split, 1)
        column.addLayout(below)
        self.resize(940, 520)
        self.field.setFocus()

    def _connect(self) -> None:
        self.thread_field.textChanged.connect(self._filter_threads)
        self._threads.rowsInserted.connect(lambda *_: self._seek_threads())
        self.thread_list.selectionModel().currentChanged.connect(self._thread_chosen)
        self.field.textChanged.connect(lambda _: self._filter())
        self.ends.toggled.connect(lambda _: self._filter())
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._refresh())
        self.table.doubleClicked.connect(lambda _: self._choose())
        self.choose_button.clicked.connect(self._choose)
        self.cancel_button.clicked.connect(self.reject)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down in the field go through what is found."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and self.field.hasFocus():
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            row = min(max(0, self.table.currentIndex().row() + step), self.model.count() - 1)
            self.table.setCurrentIndex(self.model.index(row, 0))
        else:
            super().keyPressEvent(event)

    def _take_threads(self, page: ThreadPage | Failed) -> None:
        if isinstance(page, Failed):
            self.said.setText(page.error.message)
            return
        self._threads.show(page)
        row = None if self._wanted_thread is None else self._threads.row_of(self._wanted_thread)
        if row is not None:
            index = self._found_threads.mapFromSource(self._threads.index(row, 0))
            self.thread_list.setCurrentIndex(index)
        elif self._wanted_thread is not None:
            self.model.show_thread(self._wanted_thread)

    def _filter_threads(self, text: str) -> None:
        self._found_threads.setFilterFixedString(text)
        self._seek_threads()

    def _seek_threads(self) -> None:
        """A thread is sought that may be on a further page."""
        if self.thread_field.text() and self._threads.rowCount() < MOST_THREADS:
            self._threads.fetchMore(TOP)

    def _thread_chosen(self, current: QModelIndex, previous: QModelIndex) -> None:
        thread = self._threads.thread_at(self._found_threads.mapToSource(current).row())
        if current.isValid() and thread is not None:
            self.model.show_thread(thread.thread_id)
            self._refresh()

    def _filter(self) -> None:
        self.model.set_filter(self.field.text(), self.ends.isChecked())
        self._paged()

    def _paged(self) -> None:
        """Something is listed: what is wanted is selected, else the first."""
        if not self.table.currentIndex().isValid() and self.model.count():
            wanted = None if self._wanted is None else self.model.position(self._wanted)
            self.table.setCurrentIndex(self.model.index(wanted or 0, 0))
        self._refresh()

    def _refresh(self) -> None:
        self.choose_button.setEnabled(self.table.currentIndex().isValid())
        said = plural("1 checkpoint", "{n:,} checkpoints", self.model.count())
        if self.model.loading:
            said = tr("{checkpoints}, more are read…", checkpoints=said)
        self.said.setText(said)

    def _choose(self) -> None:
        row = self.model.row(self.table.currentIndex().row())
        if row is not None:
            found: CheckpointRow = row
            self.accept()
            self.chosen.emit(found)
