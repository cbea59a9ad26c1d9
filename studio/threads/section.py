"""The list of threads above the checkpoint tree: searched, filtered, sorted."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import ListThreads
from runtime.debug.views import Failed, ThreadPage
from studio.annotations.book import AnnotationBook
from studio.history.list_view import EvenList
from studio.inspector.elided_label import ElidedLabel
from studio.language import later, plural, tr
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens
from studio.threads.delegate import HEIGHT, ThreadDelegate
from studio.threads.rows import STATUS_WORDS
from studio.threads.thread_model import PAGE, FindThreads, Measure, ThreadListModel

SETTLE_MS = 200
"""How long a typing hand rests before it is searched."""
_STATUSES = ("", "running", "waiting", "failed", "idle")
_ORDERS = {
    "changed": later("Changed", "order of threads"),
    "created": later("Created"),
    "name": later("Id"),
    "checkpoints": later("Checkpoints"),
    "size": later("Size"),
}
_METADATA = "metadata:"


class ThreadView(EvenList):
    """The list; Return opens the thread that the keyboard is at."""

    chosen = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.chosen.emit(self.currentIndex())
            return
        super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(240, 160)


class ThreadsSection(QWidget):
    """Threads of the database. ``thread_selected`` carries the id of one to show; ``asked`` an
    act's name and the id of the thread that it is meant of."""

    thread_selected = Signal(str)
    asked = Signal(str, str)

    def __init__(
        self,
        find: FindThreads,
        measure: Measure,
        book: AnnotationBook,
        tokens: ThemeTokens,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("threads")
        self._tokens = tokens
        self._book = book
        self.model = ThreadListModel(find, measure, self)
        self.model.annotation_of = book.of_thread
        self.model.listed.connect(self._listed)
        self.model.measured.connect(self._measured)
        book.changed.connect(self.model.noted)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(SETTLE_MS)
        self._again.timeout.connect(self.refresh)
        self.text = QLineEdit(self)
        self.text.setObjectName("threads.text")
        self.text.setClearButtonEnabled(True)
        self.text.setPlaceholderText(tr("Find a thread"))
        self.text.setToolTip(
            tr("Part of an id, a name or a note; metadata:key=value finds what was stored with it")
        )
        self.text.textChanged.connect(lambda _: self._again.start())
        self.text.returnPressed.connect(self._to_list)
        self.hide_button = QToolButton(self)
        self.hide_button.setObjectName("threads.hide")
        title = tr("Hide the list of threads")
        self.hide_button.setToolTip(title)
        self.hide_button.setAccessibleName(title)
        self.status = QComboBox(self)
        self.status.setObjectName("threads.status")
        self.status.setAccessibleName(tr("Status of the threads listed"))
        for status in _STATUSES:
            title = tr(STATUS_WORDS[status]) if status else tr("any status")
            self.status.addItem(title, status)
        self.order = QComboBox(self)
        self.order.setObjectName("threads.order")
        self.order.setAccessibleName(tr("Order of the threads"))
        for order, title in _ORDERS.items():
            self.order.addItem(tr(title), order)
        for box in (self.status, self.order):
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(5)
            box.currentIndexChanged.connect(lambda _: self.refresh())
        self.direction = QToolButton(self)
        self.direction.setObjectName("threads.direction")
        self.direction.setCheckable(True)
        self.direction.toggled.connect(lambda _: self._turned())
        self.said = ElidedLabel(parent=self)
        self.said.setObjectName("threads.said")
        self.said.setProperty("role", "muted")
        self.list = ThreadView(HEIGHT, self)
        self.list.setObjectName("threads.list")
        self.list.setModel(self.model)
        self.delegate = ThreadDelegate(self.model, tokens, self.list)
        self.list.setItemDelegate(self.delegate)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        self.list.clicked.connect(self._chosen)
        self.list.chosen.connect(self._chosen)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.status, 1)
        row.addWidget(self.order, 1)
        row.addWidget(self.direction)
        head = QVBoxLayout()
        head.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        head.setSpacing(GRID)
        top = QHBoxLayout()
        top.setSpacing(GRID)
        top.addWidget(self.text, 1)
        top.addWidget(self.hide_button)
        head.addLayout(top)
        head.addLayout(row)
        head.addWidget(self.said)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.list, 1)
        self.setFocusProxy(self.text)
        self.set_theme(tokens)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.delegate.set_theme(tokens)
        self._name_direction()
        self.hide_button.setIcon(icon("close", tokens, tokens.text_muted))
        self.list.viewport().update()

    @property
    def query(self) -> ListThreads:
        """What is wanted."""
        text = self.text.text().strip()
        metadata = ""
        if text.startswith(_METADATA):
            text, metadata = "", text.removeprefix(_METADATA).strip()
        return ListThreads(
            limit=PAGE,
            text=text,
            status=self.status.currentData(),
            metadata=metadata,
            order=self.order.currentData(),
            descending=not self.direction.isChecked(),
        )

    def refresh(self) -> None:
        """List anew what is wanted, if anybody looks."""
        self._again.stop()
        if self.isVisible():
            if self.query.order == "size" or self.query.status or self.query.metadata:
                self.said.setText(tr("Looking through all threads…"))
            self.model.search(self.query)

    def show_thread(self, thread_id: str | None) -> None:
        """Mark the thread that is shown."""
        self.model.current = thread_id
        row = None if thread_id is None else self.model.row_of(thread_id)
        if row is not None:
            index = self.model.index(row, 0)
            chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.list.selectionModel().setCurrentIndex(index, chosen)
        self.list.viewport().update()

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        self.refresh()

    def _turned(self) -> None:
        self._name_direction()
        self.refresh()

    def _name_direction(self) -> None:
        rising = self.direction.isChecked()
        self.direction.setIcon(icon("chevron-up" if rising else "chevron-down", self._tokens))
        title = tr("Smallest or oldest first") if rising else tr("Largest or newest first")
        self.direction.setToolTip(title)
        self.direction.setAccessibleName(title)

    def _listed(self, page: ThreadPage | Failed) -> None:
        if isinstance(page, Failed):
            self.said.setText(page.error.message)
            return
        wanted = self.model.query
        if wanted.text or wanted.status or wanted.metadata:
            self.said.setText(plural("1 thread found", "{n:,} threads found", page.total))
        else:
            self.said.setText(plural("1 thread", "{n:,} threads", page.total))
        self.show_thread(self.model.current)

    def _measured(self, known: int, seen: int) -> None:
        if known < seen:
            self.said.setText(tr("Measuring, {known:,} of {seen:,}", known=known, seen=seen))
        else:
            count = self.model.rowCount()
            self.said.setText(plural("1 thread", "{n:,} threads", count))

    def _to_list(self) -> None:
        """From the search into the list; the only thread found is opened."""
        self.refresh()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        if self.model.rowCount() and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0, 0))

    def _chosen(self, index: QModelIndex) -> None:
        thread = self.model.thread_at(index.row())
        if thread is not None and thread.thread_id != self.model.current:
            self.thread_selected.emit(thread.thread_id)

    def _menu(self, position: QPoint) -> None:
        index = self.list.indexAt(position)
        thread = self.model.thread_at(index.row()) if index.isValid() else None
        if thread is None:
            return
        menu = QMenu(self)
        menu.setObjectName("threads.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for act, name, title in (
            ("annotate", "note", tr("Name, note and colour…")),
            ("copy_id", "copy", tr("Copy thread id")),
            ("", "", ""),
            ("copy", "add", tr("Copy thread…")),
            ("sizes", "sizes", tr("Size by channel…")),
            ("prune", "prune", tr("Prune…")),
            ("delete", "delete", tr("Delete thread…")),
        ):
            if not act:
                menu.addSeparator()
                continue
            action: QAction = menu.addAction(icon(name, self._tokens), title)
            action.setObjectName(f"threads.menu.{act}")
            action.triggered.connect(
                lambda _=False, act=act, each=thread.thread_id: self.asked.emit(act, each)
            )
        menu.popup(self.list.viewport().mapToGlobal(position))
