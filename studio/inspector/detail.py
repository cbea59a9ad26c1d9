"""The pane under a tree: one value in full, as text, page by page."""

import json
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.values import TextPage, ValueHandle, ValuePreview
from runtime.debug.views import ErrorView, Failed, JsonValue
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.items import CONTAINERS, type_text
from studio.inspector.requests import ValueRequests
from studio.shell.theme import GRID, GUTTER, ThemeTokens, mono_font
from studio.shell.wrapping import WrappingTextEdit

TEXT_PAGE = 65_536
JSON_LIMIT = 200_000
"""Characters of JSON that are shown at once; above it the one-line preview stands."""
PAGED = frozenset({"str", "bytes"})


@dataclass(frozen=True, slots=True)
class TracebackLine:
    """One line of a traceback; ``path`` and ``line`` lead to the user's own source."""

    text: str
    path: str = ""
    line: int = 0


def error_lines(error: ErrorView) -> list[TracebackLine]:
    """What happened, where in the user's own source, what helps; then the whole traceback."""
    lines = [TracebackLine(text) for text in f"{error.type}: {error.message}".splitlines()]
    for frame in error.frames:
        place = f'  File "{frame.path}", line {frame.line}, in {frame.function}'
        lines.append(TracebackLine(place, frame.path, frame.line))
        if frame.text:
            lines.append(TracebackLine(f"    {frame.text.strip()}", frame.path, frame.line))
    if error.remedy:
        lines += [TracebackLine(""), TracebackLine(error.remedy)]
    if error.traceback:
        lines += [TracebackLine(""), *traceback_lines(error)]
    return lines


def traceback_lines(error: ErrorView) -> list[TracebackLine]:
    """The traceback, with the lines that stand for the user's own frames marked."""
    places = {(frame.path, frame.line): frame for frame in error.frames}
    lines = []
    own = None
    for text in error.traceback.splitlines():
        if text.startswith('  File "'):
            own = next((frame for place, frame in places.items() if _names(text, place)), None)
        elif not text.startswith("    "):
            own = None
        if own is None:
            lines.append(TracebackLine(text))
        else:
            lines.append(TracebackLine(text, own.path, own.line))
    return lines


def _names(text: str, place: tuple[str, int]) -> bool:
    path, line = place
    return text.startswith(f'  File "{path}", line {line},') or text == (
        f'  File "{path}", line {line}'
    )


class DetailPane(QWidget):
    """Heading and read-only text. Long values come page by page."""

    open_source = Signal(str, int)
    """Path and line of a frame that was clicked."""

    def __init__(
        self, requests: ValueRequests, tokens: ThemeTokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("detail")
        self._requests = requests
        self._generation = 0
        self._handle: ValueHandle | None = None
        self._shown = 0
        self._lines: list[TracebackLine] = []
        self._heading = ElidedLabel(parent=self)
        self._heading.setProperty("role", "muted")
        self._heading.setObjectName("detail.heading")
        self.more_button = QPushButton("Show more", self)
        self.more_button.clicked.connect(self._ask_text)
        self.text = _ClickableText(self)
        self.text.line_clicked.connect(self._line_clicked)
        top = QHBoxLayout()
        top.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        top.addWidget(self._heading, 1)
        top.addWidget(self.more_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.text, 1)
        self.set_theme(tokens)
        self.clear()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.text.setFont(mono_font())
        if self._lines:
            self._write_lines()

    def clear(self) -> None:
        self._begin("Select a value to see it in full")

    def show_value(self, title: str, preview: ValuePreview, handle: ValueHandle | None) -> None:
        """Show one value: text paged, containers as JSON, the rest as its preview."""
        self._begin(f"{title}    {type_text(preview)}")
        self.text.setPlainText(preview.text)
        self._to_top()
        if handle is None or preview.size == 0:
            return
        self._handle = handle
        if preview.kind in PAGED and preview.handle is not None:
            self._ask_text()
        elif preview.kind in CONTAINERS or preview.kind == "opaque":
            generation = self._generation

            def on_json(reply: JsonValue | Failed) -> None:
                if generation == self._generation and isinstance(reply, JsonValue):
                    text = json.dumps(reply.value, ensure_ascii=False, indent=2)
                    self.text.setPlainText(text)
                    self._to_top()

            self._requests.json(handle, JSON_LIMIT, on_json)

    def show_error(self, title: str, error: ErrorView) -> None:
        """Show a traceback; the user's own frames stand out and can be clicked."""
        self._begin(title)
        self._lines = error_lines(error)
        self._write_lines()

    def show_text(self, title: str, text: str) -> None:
        self._begin(title)
        self.text.setPlainText(text)

    def _begin(self, heading: str) -> None:
        self._generation += 1
        self._handle = None
        self._shown = 0
        self._lines = []
        self._heading.setText(heading)
        self.more_button.hide()
        self.text.clear()

    def _ask_text(self) -> None:
        if self._handle is None:
            return
        generation = self._generation
        self.more_button.setEnabled(False)

        def on_page(page: TextPage | Failed) -> None:
            if generation == self._generation:
                self._take_text(page)

        self._requests.text(self._handle, self._shown, TEXT_PAGE, on_page)

    def _take_text(self, page: TextPage | Failed) -> None:
        if isinstance(page, Failed):
            self._heading.setText(f"cannot be read: {page.error.message}")
            return
        if page.offset == 0:
            self.text.clear()
        cursor = QTextCursor(self.text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(page.text)
        if page.offset == 0:
            self._to_top()
        self._shown = page.offset + len(page.text)
        rest = page.total - self._shown
        self.more_button.setVisible(rest > 0 and bool(page.text))
        self.more_button.setEnabled(True)
        self.more_button.setText(f"Show more ({rest:,} left)")

    def _to_top(self) -> None:
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.text.verticalScrollBar().setValue(0)

    def _write_lines(self) -> None:
        self.text.clear()
        own = QTextCharFormat()
        own.setForeground(QColor(self._tokens.failed))
        own.setBackground(QColor(self._tokens.selection))
        other = QTextCharFormat()
        other.setForeground(QColor(self._tokens.text_muted))
        plain = QTextCharFormat()
        plain.setForeground(QColor(self._tokens.text))
        cursor = QTextCursor(self.text.document())
        for number, line in enumerate(self._lines):
            if number:
                cursor.insertText("\n", plain)
            is_frame = line.text.startswith("  ")
            cursor.insertText(line.text, own if line.path else other if is_frame else plain)
        self._to_top()

    def _line_clicked(self, number: int) -> None:
        if number < len(self._lines) and self._lines[number].path:
            line = self._lines[number]
            self.open_source.emit(line.path, line.line)


class _ClickableText(WrappingTextEdit):
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


def copy_to_clipboard(text: str) -> None:
    """Put text on the clipboard."""
    QGuiApplication.clipboard().setText(text)
