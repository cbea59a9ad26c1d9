"""Long text and bytes, page by page; what is found far away is shown without what is between."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QShowEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.inspecting.commands import FindText
from runtime.debug.inspecting.views import TextFound
from runtime.debug.values import TextPage, ValueHandle
from runtime.debug.views import Failed
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.forms.find_bar import FindBar
from studio.inspector.forms.hex_dump import WIDTH, hex_dump
from studio.inspector.requests import ValueRequests
from studio.language import tr
from studio.shell.theme import GRID, GUTTER, ThemeTokens, mono_font
from studio.shell.wrapping import WrappingTextEdit

TEXT_PAGE = 65_536
BYTES_PAGE = 16_384
MOST_SHOWN = 16
"""Pages that stand in the box at once; then it begins anew."""
_MOST_MARKED = 500


class TextForm(QWidget):
    """Read-only text with a way to more of it, to find in it and to wrap it."""

    failed = Signal(str)

    def __init__(self, requests: ValueRequests, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self._requests = requests
        self._tokens = tokens
        self._generation = 0
        self._handle: ValueHandle | None = None
        self._bytes = False
        self._first = self._shown = 0
        self._total = 0
        self._offsets: Sequence[int] = ()
        self._at = -1
        self._sought = ""
        self.text = ClickableText(self)
        self.more_button = QPushButton(self)
        self.more_button.setObjectName("detail.more")
        self.more_button.clicked.connect(self._ask_more)
        self.start_button = QPushButton(tr("To the beginning"), self)
        self.start_button.setObjectName("detail.start")
        self.start_button.clicked.connect(lambda: self._go_to(0))
        self._place = ElidedLabel(parent=self)
        self._place.setProperty("role", "muted")
        self.wrap = QToolButton(self)
        self.wrap.setObjectName("detail.wrap")
        self.wrap.setText(tr("Wrap"))
        self.wrap.setToolTip(tr("Break long lines at the edge"))
        self.wrap.setCheckable(True)
        self.wrap.setChecked(True)
        self.wrap.toggled.connect(self._set_wrapped)
        self.find_bar = FindBar("detail.find", tokens, self)
        self.find_bar.controls.wanted.connect(self._seek)
        self.find_bar.controls.stepped.connect(self._step)
        self.find_bar.field.left.connect(self.text.setFocus)
        tools = QHBoxLayout()
        tools.setContentsMargins(GUTTER, 0, GUTTER, GRID)
        tools.setSpacing(GRID)
        tools.addWidget(self.find_bar, 1)
        tools.addWidget(self.wrap)
        self._foot = QWidget(self)
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        foot.setSpacing(GRID)
        foot.addWidget(self._place, 1)
        foot.addWidget(self.start_button)
        foot.addWidget(self.more_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(tools)
        layout.addWidget(self.text, 1)
        layout.addWidget(self._foot)
        self.clear()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.find_bar.controls.set_theme(tokens)
        self.text.setFont(mono_font())
        self._mark()

    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet has given its own font to what stands in a dock by now."""
        super().showEvent(event)
        self.text.setFont(mono_font())

    def clear(self, text: str = "") -> None:
        """Show what is known at once, and nothing more."""
        self._generation += 1
        self._handle = None
        self._bytes = False
        self._first = self._shown = self._total = 0
        self._offsets, self._at, self._sought = (), -1, ""
        self.find_bar.field.clear()
        self.text.setPlainText(text)
        self._to_top()
        self._tell_place()

    def show_pages(self, handle: ValueHandle, *, as_bytes: bool) -> None:
        """Show a text or bytes from the beginning; what stands there stays until it comes."""
        self._handle = handle
        self._bytes = as_bytes
        self._set_wrapped(self.wrap.isChecked())
        self._ask(0)

    @property
    def _page(self) -> int:
        return BYTES_PAGE if self._bytes else TEXT_PAGE

    def _ask(self, offset: int, then: Callable[[], None] | None = None) -> None:
        if self._handle is None:
            return
        generation = self._generation
        self.more_button.setEnabled(False)

        def on_page(page: TextPage | Failed) -> None:
            if generation == self._generation:
                self._take(page)
                if then is not None:
                    then()

        self._requests.text(self._handle, offset, self._page, on_page)

    def _ask_more(self) -> None:
        self._ask(self._shown)

    def _take(self, page: TextPage | Failed) -> None:
        if isinstance(page, Failed):
            self.failed.emit(page.error.message)
            return
        length = (len(page.text) + 1) // 3 if self._bytes else len(page.text)
        shown = hex_dump(page.text, page.offset) if self._bytes else page.text
        follows = page.offset == self._shown and page.offset > self._first
        if not follows or page.offset - self._first >= MOST_SHOWN * self._page:
            self._first = page.offset
            self.text.setPlainText(shown)
            self._to_top()
        else:
            cursor = QTextCursor(self.text.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(f"\n{shown}" if self._bytes else shown)
        self._shown = page.offset + length
        self._total = page.total
        self._tell_place()
        self._mark()

    def _tell_place(self) -> None:
        rest = self._total - self._shown
        self.more_button.setVisible(rest > 0)
        self.more_button.setEnabled(True)
        self.more_button.setText(tr("Show more ({rest:,} left)", rest=rest))
        self.start_button.setVisible(self._first > 0)
        self._foot.setVisible(rest > 0 or self._first > 0)
        self._place.setText(
            tr(
                "{first:,} to {last:,} of {total:,}",
                first=self._first,
                last=self._shown,
                total=self._total,
            )
        )

    def _to_top(self) -> None:
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.text.verticalScrollBar().setValue(0)

    def _set_wrapped(self, wrapped: bool) -> None:
        mode = QPlainTextEdit.LineWrapMode
        wraps = wrapped and not self._bytes
        self.text.setLineWrapMode(mode.WidgetWidth if wraps else mode.NoWrap)

    # --- finding ---

    def _seek(self, text: str) -> None:
        self._sought = text
        self._offsets, self._at = (), -1
        self._mark()
        if not text:
            self.find_bar.controls.set_count("")
            return
        if self._handle is None:
            self._found(text, TextFound(tuple(_places(self.text.toPlainText(), text))))
            return
        self.find_bar.controls.set_count(tr("searching…"))
        generation = self._generation

        def on_found(reply: TextFound | Failed) -> None:
            if generation == self._generation and text == self._sought:
                self._found(text, reply)

        self._requests.ask(FindText(self._handle, text), on_found)

    def _found(self, text: str, reply: TextFound | Failed) -> None:
        if isinstance(reply, Failed):
            self.find_bar.controls.set_count(reply.error.message)
            return
        self._offsets = reply.offsets
        self._more = reply.more
        self._tell_count()
        if self._offsets:
            self._step(1)

    def _tell_count(self) -> None:
        total = len(self._offsets)
        if not total:
            self.find_bar.controls.set_count(tr("not found"))
        elif self._more:
            text = tr("{at:,} of more than {total:,}", at=self._at + 1, total=total)
            self.find_bar.controls.set_count(text, found=True)
        else:
            text = tr("{at:,} of {total:,}", at=self._at + 1, total=total)
            self.find_bar.controls.set_count(text, found=True)

    def _step(self, by: int) -> None:
        if not self._offsets:
            return
        self._at = (self._at + by) % len(self._offsets)
        self._tell_count()
        self._go_to(self._offsets[self._at])

    def _go_to(self, offset: int) -> None:
        if self._handle is None or self._first <= offset < self._shown:
            self._select(offset)
            return
        before = max(0, offset - self._page // 4)
        self._shown = -1
        self._ask(before - before % WIDTH, lambda: self._select(offset))

    def _select(self, offset: int) -> None:
        cursor = self.text.textCursor()
        if self._bytes:
            line, column = divmod(offset - self._first, WIDTH)
            block = self.text.document().findBlockByNumber(line)
            cursor.setPosition(block.position() + 10 + 3 * column + (column >= 8))
        else:
            start = _units(self.text.toPlainText(), offset - self._first)
            cursor.setPosition(start)
            length = _units(self._sought, len(self._sought))
            cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        self.text.setTextCursor(cursor)
        self.text.centerCursor()
        self._mark()

    def _mark(self) -> None:
        """All hits that stand in the box, the current one stronger."""
        form, strong = QTextCharFormat(), QTextCharFormat()
        form.setBackground(QColor(self._tokens.changed))
        strong.setBackground(QColor(self._tokens.running))
        strong.setForeground(QColor(self._tokens.surface))
        marks: list[QTextEdit.ExtraSelection] = []
        if not self._bytes and self._sought:
            whole = self.text.toPlainText()
            for number, offset in enumerate(self._offsets):
                if not self._first <= offset < self._shown and self._handle is not None:
                    continue
                if len(marks) >= _MOST_MARKED:
                    break
                mark = QTextEdit.ExtraSelection()
                start = _units(whole, offset - self._first)
                cursor = QTextCursor(self.text.document())
                cursor.setPosition(start)
                cursor.setPosition(
                    start + _units(self._sought, len(self._sought)),
                    QTextCursor.MoveMode.KeepAnchor,
                )
                # Stubs lack that both can be written.
                setattr(mark, "cursor", cursor)  # noqa: B010
                setattr(mark, "format", strong if number == self._at else form)  # noqa: B010
                marks.append(mark)
        self.text.setExtraSelections(marks)


def _places(whole: str, text: str) -> list[int]:
    folded, sought = whole.casefold(), text.casefold()
    found, start = [], folded.find(sought)
    while start >= 0:
        found.append(start)
        start = folded.find(sought, start + len(sought))
    return found


def _units(text: str, characters: int) -> int:
    """How many of Qt's units the first characters take: some take two."""
    head = text[:characters]
    return len(head) if head.isascii() else len(head.encode("utf-16-le", "surrogatepass")) // 2


class ClickableText(WrappingTextEdit):
    """Read-only text that tells which of its lines was clicked."""

    line_clicked = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setObjectName("detail.text")
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(GUTTER)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            self.line_clicked.emit(self.cursorForPosition(event.position().toPoint()).blockNumber())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Slash:
            form = self.parentWidget()
            if isinstance(form, TextForm):
                form.find_bar.field.setFocus()
                return
        super().keyPressEvent(event)
