"""The Diff panel: what the moment looked at has otherwise than another checkpoint."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.comparing.commands import CompareValues, WriteComparison, WrittenForm
from runtime.debug.comparing.patch import pointer_to
from runtime.debug.comparing.views import (
    ChangeView,
    ChannelDifference,
    CheckpointAddress,
    CheckpointsCompared,
    ComparisonWritten,
    ValuesCompared,
)
from runtime.debug.views import CheckpointRow, CheckpointView, ErrorView, Failed
from studio.comparison.changes_model import ChangesModel
from studio.comparison.gathering import Gathering
from studio.comparison.picker import CheckpointPicker
from studio.comparison.requests import ComparisonRequests, address_of
from studio.editing.diff_view import DiffView
from studio.forms.appearance import form_stylesheet
from studio.inspector.detail import copy_to_clipboard
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.items import TreeItem
from studio.inspector.tree_view import ValueTreeView
from studio.language import plural, tr
from studio.shell.empty_state import EmptyState
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens

BUSY_MS = 400
"""What takes longer shows how far it is."""
CONTEXT = 2
ALL_LINES = 1_000_000


class DiffPanel(QWidget):
    """Compares the moment looked at with its parent, or with a checkpoint that was chosen.

    That may be any: of another branch, another thread, another namespace.
    """

    pinned = Signal(object)
    """The ``CheckpointRow`` that is compared with from now on, or ``None`` for the parent."""

    def __init__(
        self, requests: ComparisonRequests, tokens: ThemeTokens, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("panel.diff")
        self._requests = requests
        self._tokens = tokens
        self._view: CheckpointView | None = None
        self._base: CheckpointRow | None = None
        self._gathering: Gathering | None = None
        self._told = 0
        """How many texts were asked for; an answer to an earlier question is not shown."""
        self.sentence = ElidedLabel(parent=self)
        self.sentence.setObjectName("diff.sentence")
        self.sentence.setProperty("role", "muted")
        self.choose = self._button("diff.choose", "")
        self.choose.setToolTip(tr("Compare with a checkpoint of any thread and namespace…"))
        self.choose.setAccessibleName(tr("Compare with…"))
        self.choose.clicked.connect(self.choose_base)
        self.pin = self._button("diff.pin", tr("Pin"))
        self.pin.setCheckable(True)
        self.pin.clicked.connect(self._toggle_pin)
        self.copy = self._button("diff.copy", "")
        self.copy.setToolTip(tr("Copy the differences"))
        self.copy.setAccessibleName(tr("Copy the differences"))
        self.copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.copy.setMenu(self._copy_menu())
        self.model = ChangesModel(requests.children, tokens, self)
        self.tree = ValueTreeView(self.model, self)
        self.tree.setObjectName("diff.tree")
        self.tree.setAccessibleName(tr("Changed paths"))
        self.tree.set_widths((176, 108, 0), stretch=2)
        self.tree.item_selected.connect(self._selected)
        self.tree.copy_requested.connect(self._copy_path)
        self.text_title = ElidedLabel(parent=self, mode=Qt.TextElideMode.ElideMiddle)
        self.text_title.setObjectName("diff.text_title")
        self.text_title.setProperty("role", "muted")
        self.all_lines = self._button("diff.all_lines", tr("All lines"))
        self.all_lines.setToolTip(tr("Show also the lines that are alike"))
        self.all_lines.setCheckable(True)
        self.all_lines.toggled.connect(lambda _: self._selected(self.tree.current_item()))
        self.text = DiffView(tokens, self)
        self.text.setObjectName("diff.text")
        self.text.setAccessibleName(tr("Differences of the selected value"))
        self.progress = QLabel(self)
        self.progress.setObjectName("diff.progress")
        self.progress.setProperty("role", "muted")
        self.cancel = QPushButton(tr("Cancel"), self)
        self.cancel.setObjectName("diff.cancel")
        self.cancel.clicked.connect(self._cancelled)
        self._busy = QTimer(self)
        self._busy.setSingleShot(True)
        self._busy.setInterval(BUSY_MS)
        self._busy.timeout.connect(lambda: self._show_progress(True))
        self.nothing = QLabel(self)
        self.nothing.setObjectName("diff.nothing")
        self.nothing.setTextFormat(Qt.TextFormat.PlainText)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setProperty("role", "muted")
        self.nothing.setWordWrap(True)
        self.nothing.setAutoFillBackground(True)
        self.nothing.setBackgroundRole(QPalette.ColorRole.Base)
        self._empty = EmptyState(
            "diff",
            tr("What the selected checkpoint changed against another one appears here."),
            tokens,
            parent=self,
        )
        self._build()
        self.set_theme(tokens)
        self.show_checkpoint(None)

    def _button(self, name: str, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(text)
        if text:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        return button

    def _copy_menu(self) -> QMenu:
        menu = QMenu(self)
        forms: tuple[tuple[WrittenForm, str], ...] = (
            ("unified", tr("Copy as unified diff")),
            ("patch", tr("Copy as JSON Patch (RFC 6902)")),
        )
        for form, title in forms:
            action = QAction(title, menu)
            action.setObjectName(f"diff.copy_{form}")
            action.triggered.connect(lambda _=False, form=form: self.copy_as(form))
            menu.addAction(action)
        return menu

    def _build(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        bar.setSpacing(GRID)
        bar.addWidget(self.sentence, 1)
        bar.addWidget(self.choose)
        bar.addWidget(self.pin)
        bar.addWidget(self.copy)
        self._progress_row = QWidget(self)
        waiting = QHBoxLayout(self._progress_row)
        waiting.setContentsMargins(GUTTER, 0, GUTTER, GRID)
        waiting.addWidget(self.progress, 1)
        waiting.addWidget(self.cancel)
        below = QWidget(self)
        column = QVBoxLayout(below)
        column.setContentsMargins(GUTTER, GRID, GUTTER, GRID)
        column.setSpacing(GRID)
        title = QHBoxLayout()
        title.addWidget(self.text_title, 1)
        title.addWidget(self.all_lines)
        column.addLayout(title)
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
        outer.addWidget(self._progress_row)
        outer.addLayout(self._pages, 1)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(content)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self._tokens = tokens
        self.model.set_theme(tokens)
        self.tree.viewport().update()
        self.text.set_theme(tokens)
        self.setStyleSheet(form_stylesheet(tokens))
        self.pin.setIcon(icon("pin", tokens))
        self.choose.setIcon(icon("search", tokens))
        self.copy.setIcon(icon("copy", tokens))
        self._empty.set_theme(tokens)

    def show_checkpoint(self, view: CheckpointView | None) -> None:
        """Compare another moment."""
        known, self._view = self._view, view
        self._stack.setCurrentIndex(0 if view is None else 1)
        same = known is not None and view is not None and known.row == view.row
        if not same or known != view:
            self._compare()

    @property
    def base(self) -> CheckpointRow | None:
        """The checkpoint that is pinned, if one is."""
        return self._base

    @property
    def has_differences(self) -> bool:
        """Whether there is something to copy."""
        return self.copy.isEnabled()

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

    def choose_base(self) -> None:
        """Let a person choose what is compared with, from all threads."""
        view = self._view
        if view is None:
            return
        picker = CheckpointPicker(
            tr("Compare with a checkpoint"),
            tr("Compare"),
            self._requests,
            view.row.thread_id,
            self._tokens,
            self.window(),
        )
        picker.chosen.connect(self.set_base)
        picker.open()

    def copy_as(self, form: WrittenForm) -> None:
        """Put the differences of all channels on the clipboard."""
        view, before = self._view, self._before()
        if view is None or before is None:
            return

        def written(reply: ComparisonWritten | Failed) -> None:
            if isinstance(reply, Failed):
                self.sentence.setText(reply.error.message)
            else:
                copy_to_clipboard(reply.text)
                self.sentence.setText(
                    plural(
                        "1 character was copied", "{n:,} characters were copied", len(reply.text)
                    )
                )

        self._requests.written(WriteComparison(before, address_of(view.row), form), written)

    def _copy_path(self) -> None:
        item = self.tree.current_item()
        if item is not None and isinstance(item.subject, ChangeView):
            copy_to_clipboard(pointer_to((self.channel or "", *item.subject.path)))
        elif item is not None:
            copy_to_clipboard(item.cells[0])

    def _toggle_pin(self) -> None:
        self.set_base(self._view.row if self._base is None and self._view is not None else None)

    def _before(self) -> CheckpointAddress | None:
        """What the moment is compared with."""
        if self._base is not None:
            return address_of(self._base)
        row = self._view.row if self._view is not None else None
        if row is None or row.parent_checkpoint_id is None:
            return None
        return CheckpointAddress(row.thread_id, row.parent_checkpoint_id, row.checkpoint_ns)

    def _compare(self) -> None:
        self._give_up()
        self._tell()
        view, before = self._view, self._before()
        self.copy.setEnabled(False)
        if view is None:
            self.model.set_rows([])
            return
        after = address_of(view.row)
        if before is None:
            self._say(tr("The first checkpoint has nothing before it."))
            return
        if before == after:
            self._say(tr("This is the moment that others are compared with. Select another one."))
            return
        self._fresh = True
        self.progress.setText(tr("Comparing…"))
        self._busy.start()
        self._gathering = Gathering(
            before, after, self._requests.checkpoints, self._take, self._failed
        )

    def _give_up(self) -> None:
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self._busy.stop()
        self._show_progress(False)

    def _cancelled(self) -> None:
        self._give_up()
        if self._fresh:
            self._say(tr("The comparison was cancelled."))
        else:
            self.sentence.setText(tr("The comparison was cancelled; it is not complete."))

    def _show_progress(self, on: bool) -> None:
        self._progress_row.setVisible(on)

    def _failed(self, error: ErrorView) -> None:
        self._give_up()
        self._say(error.message)

    def _take(self, found: tuple[ChannelDifference, ...], part: CheckpointsCompared) -> None:
        if self._fresh and (found or not part.more):
            # What was compared before stays until there is something in its place.
            self._fresh = False
            self.model.set_rows([])
        for item in self.model.add_channels(found):
            self.tree.expand(self.model.index_of(item))
            for child in item.children:
                if child.kind == "problem":
                    self.tree.setFirstColumnSpanned(child.row, self.model.index_of(item), True)
        if self.model.rowCount():
            self._pages.setCurrentIndex(0)
            self.copy.setEnabled(True)
            if self.tree.current_item() is None:
                self.tree.setCurrentIndex(self.model.index(0, 0))
        if part.more:
            self.progress.setText(_how_far(part))
            return
        self._give_up()
        if not self.model.rowCount():
            self._say(tr("No channel differs."))

    def _say(self, sentence: str) -> None:
        self.model.set_rows([])
        self._show_text(None)
        self.nothing.setText(sentence)
        self._pages.setCurrentIndex(1)

    def _tell(self) -> None:
        self.pin.setChecked(self._base is not None)
        if self._base is not None:
            self.sentence.setText(self._pinned_sentence(self._base))
            self.pin.setText(tr("Unpin"))
            self.pin.setToolTip(tr("Compare each moment with its parent again"))
        else:
            self.sentence.setText(tr("Against the checkpoint before"))
            self.pin.setText(tr("Pin"))
            self.pin.setToolTip(tr("Compare other moments with this one"))
        self.pin.setEnabled(self._view is not None)

    def _pinned_sentence(self, base: CheckpointRow) -> str:
        here = self._view.row if self._view is not None else base
        if base.thread_id != here.thread_id:
            return tr(
                "Against step {step} of the thread {thread}, which is pinned",
                step=base.step,
                thread=base.thread_id,
            )
        if base.checkpoint_ns != here.checkpoint_ns:
            return tr(
                "Against step {step} of {namespace}, which is pinned",
                step=base.step,
                namespace=base.checkpoint_ns or tr("the whole graph"),
            )
        return tr("Against step {step}, which is pinned", step=base.step)

    # -- the text of what is selected -------------------------------------------------------

    def _selected(self, item: TreeItem | None) -> None:
        subject = item.subject if item is not None else None
        self._show_text(subject if isinstance(subject, ChannelDifference | ChangeView) else None)

    def _show_text(self, subject: ChannelDifference | ChangeView | None) -> None:
        self._told += 1
        told = self._told
        self.all_lines.setVisible(subject is not None)
        self.text.setVisible(subject is not None)
        if subject is None:
            self.text.clear()
            self.text_title.setText("")
            return
        self.text_title.setText(self._title(subject))
        context = ALL_LINES if self.all_lines.isChecked() else CONTEXT
        before, after = (
            None if value is None else value.handle for value in (subject.before, subject.after)
        )

        def compared(reply: ValuesCompared | Failed) -> None:
            if told != self._told:
                return
            if isinstance(reply, Failed):
                self.text.clear()
                self.text_title.setText(reply.error.message)
                return
            self.text.show_lines(reply.lines)
            self.text.setVisible(bool(reply.lines))
            if not reply.lines:
                self.text_title.setText(self._title(subject, tr("the texts are alike")))
            elif reply.cut:
                self.text_title.setText(self._title(subject, tr("only the beginning is compared")))

        self._requests.values(CompareValues(before, after, context), compared)

    def _title(self, subject: ChannelDifference | ChangeView, more: str = "") -> str:
        channel = self.channel or ""
        place = channel + pointer_to(subject.path) if isinstance(subject, ChangeView) else channel
        return f"{place}   {more}" if more else place


def _how_far(part: CheckpointsCompared) -> str:
    if part.parts:
        return tr(
            "Comparing: {done} of {total} channels, {parts:,} values of the next one",
            done=part.next,
            total=part.total,
            parts=part.parts,
        )
    return tr("Comparing: {done} of {total} channels", done=part.next, total=part.total)
