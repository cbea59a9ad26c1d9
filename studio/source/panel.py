"""The Source panel: the selected node's function inside its file."""

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedLayout, QVBoxLayout, QWidget

from runtime.debug.description import GraphDescription, NodeDescription
from runtime.debug.views import CheckpointView, Failed, SourceText
from studio.inspector.elided_label import ElidedLabel
from studio.language import later, tr
from studio.shell.empty_state import EmptyState
from studio.shell.theme import GRID, GUTTER, ThemeTokens
from studio.source.code_view import CodeView, Marks
from studio.source.lexing import Lexing

FetchSource = Callable[[str, Callable[[SourceText | Failed], None]], None]
"""``(path, on_text)``"""
NOTHING = later("Select a node to read its function here.")
_LEXING_SECONDS = 0.008
"""Between two looks at what else the window has to do."""


class SourcePanel(QWidget):
    """Code of one file; follows the selected node."""

    def __init__(
        self, fetch_source: FetchSource, tokens: ThemeTokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.source")
        self._fetch_source = fetch_source
        self._nodes: dict[str, NodeDescription] = {}
        self._node: NodeDescription | None = None
        self._path = ""
        self._asked = 0
        self._line = 0
        self._errors: dict[str, dict[int, str]] = {}
        self._lexing = Lexing("")
        self._lex_on = QTimer(self)
        self._lex_on.setInterval(0)
        self._lex_on.timeout.connect(self._lex)
        self.title = QLabel(self)
        self.title.setObjectName("source.title")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setMaximumWidth(40 * GUTTER)
        self.title.setProperty("role", "heading")
        # A path is told by its end.
        self.file = ElidedLabel(parent=self, mode=Qt.TextElideMode.ElideLeft)
        self.file.setObjectName("source.file")
        self.file.setProperty("role", "muted")
        self.code = CodeView(tokens, self)
        self._empty = EmptyState("source", tr(NOTHING), tokens, parent=self)
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID + 2, GUTTER, GRID + 2)
        bar.setSpacing(GUTTER)
        bar.addWidget(self.title)
        bar.addWidget(self.file, 1)
        content = QWidget(self)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.code, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(content)

    @property
    def place(self) -> tuple[str, int] | None:
        """Path and line that are shown; ``None`` while there is no text."""
        return (self._path, self._line) if self._path and self._stack.currentIndex() == 1 else None

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.code.set_theme(tokens)
        self._empty.set_theme(tokens)

    def set_graph(self, graph: GraphDescription | None) -> None:
        """Take over where the functions of another graph stand; its files are read anew."""
        self._nodes = {} if graph is None else {node.name: node for node in graph.nodes}
        self._path = ""
        node = self._node
        self._node = None
        self.show_node(node.name if node is not None else None)

    def show_checkpoint(self, view: CheckpointView | None) -> None:
        """Mark the lines at which tasks of this moment failed."""
        self._errors = {}
        for task in () if view is None else view.tasks:
            if task.error is None:
                continue
            for frame in task.error.frames:
                message = f"{task.name}: {task.error.type}: {task.error.message}"
                self._errors.setdefault(frame.path, {})[frame.line] = message
        self._mark()

    def show_node(self, name: str | None) -> None:
        """Show a node's function and light it."""
        node = self._nodes.get(name or "")
        self._node = node
        if node is None:
            self._say(tr(NOTHING))
        elif node.source is None:
            self._say(tr("{name} has no Python source that could be shown.", name=node.name))
        else:
            self._show(node.source.path, node.source.first_line)

    def show_place(self, path: str, line: int) -> None:
        """Show one line of a file, for example where an error came from."""
        self._node = next(
            (
                node
                for node in self._nodes.values()
                if node.source is not None
                and node.source.path == path
                and node.source.first_line <= line <= node.source.last_line
            ),
            None,
        )
        self._show(path, line)

    def _show(self, path: str, line: int) -> None:
        self._line = line
        if path == self._path:
            self._asked += 1
            self._settle()
            return
        self._asked += 1
        asked = self._asked

        def on_text(reply: SourceText | Failed) -> None:
            if asked == self._asked:
                self._take_text(path, reply)

        self._fetch_source(path, on_text)

    def _take_text(self, path: str, reply: SourceText | Failed) -> None:
        if isinstance(reply, Failed):
            self._path = ""
            self._say(
                tr("{path} cannot be read: {message}", path=path, message=reply.error.message)
            )
            return
        self._path = path
        self.code.show_text(reply.text)
        self._settle()
        self._lexing = Lexing(reply.text)
        self._lex_on.start()

    def _lex(self) -> None:
        if self._lexing.go_on(_LEXING_SECONDS):
            self._lex_on.stop()
            self.code.colors.set_lines(self._lexing.lines)

    def _settle(self) -> None:
        self._stack.setCurrentIndex(1)
        self._mark()
        self._write_header()
        self.code.go_to(self._line)

    def _mark(self) -> None:
        span = None if self._node is None else self._node.source
        errors = self._errors.get(self._path, {})
        asking = [
            node.source
            for node in self._nodes.values()
            if node.source is not None
            and node.source.path == self._path
            and node.source.interrupt_lines
        ]
        first = last = self._line
        if span is not None and span.path == self._path:
            first, last = span.first_line, span.last_line
        self.code.set_marks(
            Marks(
                first,
                last,
                tuple(line for source in asking for line in source.interrupt_lines),
                errors,
                tuple(source.first_statement for source in asking),
                {call.line: call.text for source in asking for call in source.repeated},
            )
        )

    def _write_header(self) -> None:
        span = None if self._node is None else self._node.source
        self.title.setText("" if self._node is None else self._node.name)
        self.title.setVisible(self._node is not None)
        if span is None:
            place = tr("line {line}", line=self._line)
        else:
            place = tr(
                "lines {first_line} to {last_line}",
                first_line=span.first_line,
                last_line=span.last_line,
            )
        self.file.setText(f"{self._path}  ·  {place}")

    def _say(self, sentence: str) -> None:
        self._empty.set_sentence(sentence)
        self._stack.setCurrentIndex(0)
