"""The Diff panel: what the moment looked at has otherwise than another one."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.comparing.lines import diff_lines
from runtime.debug.description import GraphDescription
from runtime.debug.views import CheckpointRow, CheckpointView, Failed
from studio.comparison.changes import Change, line_of, text_of
from studio.comparison.collector import ChannelDifference, Collector
from studio.editing.diff_view import DiffView
from studio.forms.appearance import form_stylesheet
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.items import TreeItem
from studio.inspector.requests import FetchJson
from studio.inspector.state_rows import is_internal
from studio.inspector.tree_model import ValueTreeModel
from studio.inspector.tree_view import ValueTreeView
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens

FetchView = Callable[[CheckpointRow, str, Callable[[CheckpointView | Failed], None]], None]
"""``(row, checkpoint_id, then)``: reads a checkpoint of the thread and namespace of ``row``."""

MARKS = {"added": "+", "removed": "-", "changed": "~", "moved": "↕"}
_TOKENS = {"added": "wrote", "removed": "failed", "changed": "running", "moved": "interrupted"}


class ChangesModel(ValueTreeModel):
    """Channels that differ, their changed paths under them."""

    def __init__(self, tokens: ThemeTokens, parent: QObject | None = None) -> None:
        super().__init__(
            ("Changed", "Before", "After"), lambda *_: None, tokens, parent, mono=(1, 2), muted=()
        )

    def set_theme(self, tokens: ThemeTokens) -> None:
        super().set_theme(tokens)
        self._kinds = {
            kind: QBrush(QColor(str(getattr(tokens, token)))) for kind, token in _TOKENS.items()
        }

    def brush(self, item: TreeItem, column: int) -> QBrush:
        if isinstance(item.subject, Change) and column == 0:
            return self._kinds[item.subject.kind]
        if isinstance(item.subject, ChannelDifference) and column > 0:
            return self._muted_brush
        return super().brush(item, column)


class DiffPanel(QWidget):
    """Compares the moment looked at with its parent, or with a moment that was pinned."""

    pinned = Signal(object)
    """The ``CheckpointRow`` that is compared with from now on, or ``None`` for the parent."""

    def __init__(
        self,
        fetch_view: FetchView,
        fetch_json: FetchJson,
        tokens: ThemeTokens,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.diff")
        self._fetch_view = fetch_view
        self._fetch_json = fetch_json
        self._view: CheckpointView | None = None
        self._base: CheckpointRow | None = None
        self._asked = 0
        self._collector: Collector | None = None
        self._internal: dict[str, Any] = {}
        self.sentence = ElidedLabel(parent=self)
        self.sentence.setObjectName("diff.sentence")
        self.sentence.setProperty("role", "muted")
        self.pin = QToolButton(self)
        self.pin.setObjectName("diff.pin")
        self.pin.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.pin.setCheckable(True)
        self.pin.clicked.connect(self._toggle_pin)
        self.model = ChangesModel(tokens, self)
        self.tree = ValueTreeView(self.model, self)
        self.tree.setObjectName("diff.tree")
        self.tree.set_widths((152, 120, 0), stretch=2)
        self.tree.item_selected.connect(self._selected)
        self.text = DiffView(tokens, self)
        self.text.setObjectName("diff.text")
        self.nothing = QLabel(self)
        self.nothing.setObjectName("diff.nothing")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setProperty("role", "muted")
        self.nothing.setWordWrap(True)
        self.nothing.setAutoFillBackground(True)
        self.nothing.setBackgroundRole(QPalette.ColorRole.Base)
        self._empty = EmptyState(
            "diff",
            "What the selected checkpoint changed against another one appears here.",
            tokens,
            parent=self,
        )
        self._build()
        self.set_theme(tokens)
        self.show_checkpoint(None)

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.addWidget(self.sentence, 1)
        bar.addWidget(self.pin)
        below = QWidget(self)
        column = QVBoxLayout(below)
        column.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        column.addWidget(self.text)
        column.addStretch(1)
        self._split = QSplitter(Qt.Orientation.Vertical, self)
        self._split.addWidget(self.tree)
        self._split.addWidget(below)
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 2)
        content = QWidget(self)
        self._pages = QStackedLayout()
        self._pages.addWidget(self._split)
        self._pages.addWidget(self.nothing)
        outer = QVBoxLayout(content)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(bar)
        outer.addLayout(self._pages, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(content)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.model.set_theme(tokens)
        self.tree.viewport().update()
        self.text.set_theme(tokens)
        self.setStyleSheet(form_stylesheet(tokens))
        self.pin.setIcon(icon("pin", tokens))
        self._empty.set_theme(tokens)

    def set_graph(self, graph: GraphDescription) -> None:
        """Take over which channels are internal."""
        self._internal = {channel.name: channel for channel in graph.channels}

    def show_checkpoint(self, view: CheckpointView | None) -> None:
        """Compare another moment."""
        if self._base and view is not None and self._base.thread_id != view.row.thread_id:
            self._base = None
            self.pinned.emit(None)
        self._view = view
        self._stack.setCurrentIndex(0 if view is None else 1)
        self._compare()

    @property
    def base(self) -> CheckpointRow | None:
        """The checkpoint that is pinned, if one is."""
        return self._base

    @property
    def channel(self) -> str | None:
        """The channel that is selected, itself or by one of its changes."""
        item = self.tree.current_item()
        return item.identity[0] if item is not None and item.identity else None

    def set_base(self, row: CheckpointRow | None) -> None:
        """Compare with this checkpoint from now on; ``None`` means with the parent of each."""
        self._base = row
        self.pinned.emit(row)
        self._compare()

    def _toggle_pin(self) -> None:
        self.set_base(self._view.row if self._base is None and self._view is not None else None)

    def _compare(self) -> None:
        self._asked += 1
        if self._collector is not None:
            self._collector.cancel()
            self._collector = None
        self._tell()
        view = self._view
        if view is None:
            self.model.set_rows([])
            return
        wanted = self._base.checkpoint_id if self._base else view.row.parent_checkpoint_id
        if wanted is None:
            self._say("The first checkpoint has nothing before it.")
            return
        if wanted == view.row.checkpoint_id:
            self._say("This is the moment that others are compared with. Select another one.")
            return
        asked = self._asked

        def on_view(reply: CheckpointView | Failed) -> None:
            if asked != self._asked:
                return
            if isinstance(reply, Failed):
                self._say(reply.error.message)
            else:
                self._collect(reply, view)

        self._fetch_view(view.row, wanted, on_view)

    def _collect(self, before: CheckpointView, after: CheckpointView) -> None:
        hidden = {
            channel.name
            for channel in (*before.channels, *after.channels)
            if is_internal(channel.name, self._internal)
        }
        asked = self._asked

        def on_done(found: list[ChannelDifference]) -> None:
            if asked == self._asked:
                self._show(found)

        self._collector = Collector(before, after, hidden, self._fetch_json, on_done)

    def _show(self, found: list[ChannelDifference]) -> None:
        if not found:
            self._say("No channel differs.")
            return
        self._pages.setCurrentIndex(0)
        self.model.set_rows([_channel_row(each) for each in found])
        self.tree.expandAll()
        if self.tree.current_item() is None:
            self.tree.setCurrentIndex(self.model.index(0, 0))

    def _say(self, sentence: str) -> None:
        self.model.set_rows([])
        self.text.clear()
        self.nothing.setText(sentence)
        self._pages.setCurrentIndex(1)

    def _tell(self) -> None:
        self.pin.setChecked(self._base is not None)
        if self._base is not None:
            self.sentence.setText(f"Against step {self._base.step}, which is pinned")
            self.pin.setText("Unpin")
            self.pin.setToolTip("Compare each moment with its parent again")
        else:
            self.sentence.setText("Against the checkpoint before")
            self.pin.setText("Pin")
            self.pin.setToolTip("Compare other moments with this one")
        self.pin.setEnabled(self._view is not None)

    def _selected(self, item: TreeItem | None) -> None:
        subject = item.subject if item is not None else None
        if isinstance(subject, ChannelDifference | Change):
            lines = diff_lines(text_of(subject.before), text_of(subject.after))
            self.text.show_lines(lines)
        else:
            self.text.clear()


def _channel_row(difference: ChannelDifference) -> TreeItem:
    old, new = difference.versions
    versions = (f"version {old}" if old else "", f"version {new}" if new else "")
    item = TreeItem(
        "channel", difference.channel, (difference.channel, *versions), subject=difference
    )
    if difference.problem:
        text = f"cannot be compared: {difference.problem}"
        item.add(TreeItem("problem", "problem", (text, "", "")))
    for number, change in enumerate(difference.changes):
        path = ".".join(change.path) or "the value"
        cells = (
            f"{MARKS[change.kind]} {path}",
            line_of(change.before),
            line_of(change.after),
        )
        tooltip = f"{difference.channel}: {path} {change.kind}"
        item.add(TreeItem("child", f"{path}/{number}", cells, subject=change, tooltip=tooltip))
    return item
