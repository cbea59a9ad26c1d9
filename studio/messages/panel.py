"""The Messages panel: message channels of the moment looked at as a chat, live while nodes run."""

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QPixmap, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import Command
from runtime.debug.messages.commands import ReadMessages, TraceMessages
from runtime.debug.messages.views import MessageBlock, MessagePage, MessagesTraced
from runtime.debug.values import TextPage
from runtime.debug.views import CheckpointView, Failed
from studio.inspector.detail import copy_to_clipboard
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.requests import ValueRequests
from studio.language import later, plural, tr
from studio.messages.entries import Entry
from studio.messages.images import Images
from studio.messages.model import ChatModel
from studio.messages.pieces import plain_text
from studio.messages.view import ChatView
from studio.session.streams import StreamedMessage
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens

PAGE = 50
WHOLE = 100_000
"""Characters of one block that are shown in the chat."""
FRAME_MS = 33
"""How often messages that are being made are drawn anew."""

Ask = Callable[[Any, Callable[[Any], None]], None]
"""``(command, then)``"""


class MessagesPanel(QWidget):
    """Asks for the pages in sight, then for who wrote them; a hidden one is asked nothing."""

    checkpoint_wanted = Signal(str)
    """Id of the checkpoint that was the first to have a message."""
    node_wanted = Signal(str)

    def __init__(
        self,
        read: Ask,
        trace: Ask,
        requests: ValueRequests,
        tokens: ThemeTokens,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.messages")
        self._read = read
        self._trace = trace
        self._requests = requests
        self._tokens = tokens
        self._view: CheckpointView | None = None
        self._page: MessagePage | None = None
        self._asked = 0
        self._late = False
        """Another moment came while nobody saw the panel."""
        self._pages_asked: set[int] = set()
        self._traced: set[tuple[str, str, str]] = set()
        """Thread, namespace and channel of ways that were gone to their end."""
        self._streams: Sequence[StreamedMessage] = ()
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.setInterval(FRAME_MS)
        self._frame.timeout.connect(self._draw_streams)
        self.model = ChatModel(self)
        self.images = Images(requests.text, self.devicePixelRatioF, self)
        self.list = ChatView(self.model, self._find_image, tokens, self)
        self.list.setObjectName("messages.list")
        self.list.setAccessibleName(tr("Messages"))
        self.list.rows_seen.connect(self._seen)
        self.list.whole_wanted.connect(self._read_whole)
        self.list.message_activated.connect(self._go_to)
        self.list.customContextMenuRequested.connect(self._context_menu)
        self.images.arrived.connect(self._refresh)
        self.channel_box = QComboBox(self)
        self.channel_box.setObjectName("messages.channel")
        self.channel_box.setToolTip(tr("The channel whose messages are shown"))
        self.channel_box.setAccessibleName(tr("Channel"))
        self.channel_box.activated.connect(lambda _: self._choose())
        self.summary = ElidedLabel(parent=self)
        self.summary.setObjectName("messages.summary")
        self.summary.setProperty("role", "muted")
        self.to_end = QToolButton(self)
        self.to_end.setObjectName("messages.end")
        self.to_end.setToolTip(tr("Go to the last message and follow"))
        self.to_end.setAccessibleName(tr("Last message"))
        self.to_end.clicked.connect(self._follow)
        self._empty = EmptyState("messages", tr(_NOTHING_YET), tokens, parent=self)
        self._build()
        self.set_theme(tokens)
        self.show_checkpoint(None)

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GUTTER)
        bar.addWidget(self.channel_box)
        bar.addWidget(self.summary, 1)
        bar.addWidget(self.to_end)
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.list, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(content)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.list.set_theme(tokens)
        self.to_end.setIcon(icon("chevron-down", tokens))
        self._empty.set_theme(tokens)

    # --- the moment ---

    def show_checkpoint(self, view: CheckpointView | None) -> None:
        """Show the messages of another moment."""
        before, self._view = self._view, view
        if view is None:
            self._asked += 1
            self._page = None
            self._streams = ()
            self.channel_box.clear()
            self.model.clear()
            self._tell()
            return
        if before is not None and before.row.thread_id != view.row.thread_id:
            self._page = None
            self.model.clear()
        if self.isVisible():
            self._ask_first(self.channel_box.currentText())
        else:
            self._late = True

    def _command(self, channel: str, offset: int | None) -> ReadMessages:
        assert self._view is not None
        row = self._view.row
        return ReadMessages(
            row.thread_id, row.checkpoint_id, row.checkpoint_ns, channel, offset, PAGE
        )

    def _ask_first(self, channel: str) -> None:
        self._late = False
        self._asked += 1
        asked = self._asked

        def read(page: MessagePage | Failed) -> None:
            if asked == self._asked:
                self._begin(page)

        self._read(self._command(channel, None), read)

    def _begin(self, page: MessagePage | Failed) -> None:
        if isinstance(page, Failed):
            self._page = None
            self.model.clear()
            self._empty.set_sentence(page.error.message)
            self._stack.setCurrentIndex(0)
            return
        before, self._page = self._page, page
        self._pages_asked = set()
        self._show_channels(page)
        if before is None or before.channel != page.channel:
            self.model.clear()
        self.model.begin(page)
        self._draw_streams()
        self._tell()
        self._ask_authors(page)

    def _show_channels(self, page: MessagePage) -> None:
        names = [channel.name for channel in page.channels]
        box = self.channel_box
        if [box.itemText(place) for place in range(box.count())] != names:
            box.clear()
            box.addItems(names)
        box.setCurrentIndex(max(0, box.findText(page.channel)))
        box.setVisible(len(names) > 1)

    def _choose(self) -> None:
        if self._view is not None:
            self._ask_first(self.channel_box.currentText())

    def _seen(self, first: int, last: int) -> None:
        """Ask for the pages of rows in sight that are not there."""
        page = self._page
        if page is None:
            return
        for number in sorted({row // PAGE for row in self.model.lacking(range(first, last + 1))}):
            if number not in self._pages_asked:
                self._pages_asked.add(number)
                self._ask_page(page, number)

    def _ask_page(self, shown: MessagePage, number: int) -> None:
        def read(page: MessagePage | Failed) -> None:
            if self._page is shown and isinstance(page, MessagePage):
                self.model.add(page)

        self._read(self._command(shown.channel, number * PAGE), read)

    # --- authors ---

    def _ask_authors(self, shown: MessagePage) -> None:
        """Go back until all is known; where the way was gone before, its newest part is enough."""
        assert self._view is not None
        row = self._view.row
        if not shown.total:
            return
        way = (row.thread_id, row.checkpoint_ns, shown.channel)
        command: Command = TraceMessages(
            row.thread_id, row.checkpoint_id, shown.channel, row.checkpoint_ns
        )

        def traced(part: MessagesTraced | Failed) -> None:
            if self._page is not shown or isinstance(part, Failed):
                return
            self.model.add_authors(part.authors)
            if not part.more:
                self._traced.add(way)
            elif way not in self._traced:
                self._trace(command, traced)

        self._trace(command, traced)

    # --- messages that are being made ---

    def show_streams(self, streams: Sequence[StreamedMessage]) -> None:
        """Messages that tasks are making at the head; drawn at a pace that can be followed."""
        self._streams = streams
        if not self._frame.isActive():
            self._frame.start()

    def _draw_streams(self) -> None:
        if self._view is None or not self.isVisible():
            return
        # What a task has ended with is in the state once its superstep is.
        step = self._view.row.step
        live = [each for each in self._streams if not each.ended or each.step > step]
        self.model.set_streams(live)
        self._tell()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._late and self._view is not None:
            self._ask_first(self.channel_box.currentText())
        self._draw_streams()

    # --- what a person does ---

    def _entry(self, row: int) -> Entry:
        return self.model.entry(row)

    def _go_to(self, row: int) -> None:
        author = self._entry(row).author
        if author is not None:
            self.checkpoint_wanted.emit(author.checkpoint_id)

    def _follow(self) -> None:
        self.list.scrollToBottom()
        bar = self.list.verticalScrollBar()
        bar.setValue(bar.maximum())

    def _read_whole(self, row: int, block: int) -> None:
        message, shown = self._entry(row).message, self._page
        if message is None or block >= len(message.blocks):
            return
        handle = message.blocks[block].handle

        def read(page: TextPage | Failed) -> None:
            if self._page is shown and isinstance(page, TextPage):
                self.model.set_text(row, block, page.text)

        if handle is not None:
            self._requests.text(handle, 0, WHOLE, read)

    def _context_menu(self, position: QPoint) -> None:
        index = self.list.indexAt(position)
        if not index.isValid():
            return
        entry = self._entry(index.row())
        menu = QMenu(self)
        menu.setObjectName("messages.menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = menu.addAction(icon("copy", self._tokens), tr("Copy text"))
        copy.triggered.connect(lambda: copy_to_clipboard(plain_text(entry)))
        author = entry.author
        if author is not None:
            step = tr("Look at step {step}, which brought it", step=author.step)
            go = menu.addAction(icon("history", self._tokens), step)
            go.triggered.connect(lambda: self.checkpoint_wanted.emit(author.checkpoint_id))
        node = author.node if author is not None and author.kind == "node" else ""
        node = entry.stream.node if entry.stream is not None else node
        if node:
            select = menu.addAction(icon("node", self._tokens), tr("Select {node}", node=node))
            select.triggered.connect(lambda: self.node_wanted.emit(node))
        menu.popup(self.list.viewport().mapToGlobal(position))

    # --- what is shown ---

    def _find_image(self, entry: Entry, place: int) -> QPixmap | None:
        block = _block(entry, place)
        if block is None or block.handle is None:
            return None
        message = entry.message
        known = message.id if message is not None else ""
        key = (self._view.row.thread_id, known, place) if self._view and known else block.handle
        return self.images.find(key, block.handle, block.size)

    def _refresh(self) -> None:
        for row in self.list.rows_in_sight():
            self.list.refresh(row)

    def _tell(self) -> None:
        page = self._page
        total = 0 if page is None else page.total
        made = self.model.rowCount() - self.model.messages
        if not total and not made:
            self._empty.set_sentence(tr(_NOTHING_YET if page is None else _NOTHING_HERE))
            self._stack.setCurrentIndex(0)
            return
        self._stack.setCurrentIndex(1)
        parts = [plural("1 message", "{n:,} messages", total)]
        if page is not None and page.new:
            parts.append(plural("1 new in this step", "{n:,} new in this step", page.new))
        if made:
            parts.append(plural("1 being written", "{n:,} being written", made))
        self.summary.setText(" · ".join(parts))


def _block(entry: Entry, place: int) -> MessageBlock | None:
    message = entry.message
    return message.blocks[place] if message is not None and place < len(message.blocks) else None


_NOTHING_YET = later("Messages between people, models and tools appear here as a chat.")
_NOTHING_HERE = later("No channel holds messages at this checkpoint.")
