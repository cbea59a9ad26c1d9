"""The window in which many edits of one checkpoint are written, run and compared."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import StateEdit, UpdateMode
from runtime.debug.comparing.views import CheckpointAddress
from runtime.debug.description import GraphDescription
from runtime.debug.views import CheckpointRow, CheckpointView
from studio.comparison.requests import address_of
from studio.forms.appearance import form_stylesheet
from studio.inspector.elided_label import ElidedLabel
from studio.inspector.flat_delegate import FlatDelegate
from studio.language import plural, tr
from studio.shell.icons import icon
from studio.shell.theme import GRID, GUTTER, ThemeTokens
from studio.variants.channel_menu import ChannelMenu
from studio.variants.drafts import (
    MOST_VARIANTS,
    BadValue,
    VariantDraft,
    edit_of,
    read_pasted,
)
from studio.variants.model import VariantsModel
from studio.variants.runner import VariantResult, VariantRunner
from studio.variants.saving import Saving

SHOWN_AT_FIRST = 3
MENU_BUTTONS = 'QToolButton[popupMode="2"] { padding-right: 18px; }'
EDIT_WIDTH, VALUE_WIDTH = 180, 180
RESULT_WIDTHS = (150, 52, 72, 64, 220)


class VariantsDialog(QDialog):
    """Edits of ``view``'s checkpoint, each run on a branch of its own.

    ``branch_wanted`` carries the ``CheckpointRow`` at the end of the variant that was selected,
    ``comparison_wanted`` those of two.
    """

    branch_wanted = Signal(object)
    comparison_wanted = Signal(object, object)
    running_changed = Signal(bool)

    def __init__(
        self,
        view: CheckpointView,
        graph: GraphDescription,
        runner: VariantRunner,
        saving: Saving,
        tokens: ThemeTokens,
        parent: QWidget,
        channel: str | None = None,
        ran_last: str | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("variants_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Variants of step {step}", step=view.row.step))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self._view = view
        self._touched = False
        self._base: CheckpointAddress = address_of(view.row)
        self._saving = saving
        self.runner = runner
        runner.setParent(self)
        channels = [each for each in graph.channels if not each.internal]
        self._present = {each.name: each.value for each in view.channels}
        self.model = VariantsModel(channels, tokens, self)
        self.model.results = self.runner.results.get
        self.table = QTableView(self)
        self.table.setObjectName("variants.table")
        self.table.setAccessibleName(tr("Variants and their results"))
        self.table.setModel(self.model)
        self.table.setItemDelegate(FlatDelegate(self.table, names=-1))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.table.setWordWrap(False)
        self.table.setShowGrid(True)
        self.table.horizontalHeader().setHighlightSections(False)
        self.table.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.node_choice = QComboBox(self)
        self.node_choice.setObjectName("variants.as_node")
        self.node_choice.setAccessibleName(tr("Write as node"))
        self.node_choice.addItem(tr("as the node that ran last"), None)
        for node in graph.nodes:
            if node.kind in ("node", "subgraph"):
                self.node_choice.addItem(tr("as {node}", node=node.name), node.name)
        chosen = self.node_choice.findData(ran_last) if ran_last is not None else -1
        self.node_choice.setCurrentIndex(max(0, chosen))
        self.mode_choice = QComboBox(self)
        self.mode_choice.setObjectName("variants.mode")
        self.mode_choice.setAccessibleName(tr("How a value is written"))
        self.mode_choice.addItem(tr("replace the value"), "overwrite")
        self.mode_choice.addItem(tr("write through the reducer"), "reducer")
        names = list(self.model.channels)
        self.edit_button = ChannelMenu("variants.edited", tr("Edit"), names, self)
        self.show_button = ChannelMenu("variants.shown", tr("Show"), names, self)
        for menu_button in (self.edit_button, self.show_button):
            menu_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            menu_button.chosen.connect(self._columns_chosen)
        self.add_button = self._button("variants.add", tr("Add"), self.add_row)
        self.duplicate_button = self._button(
            "variants.duplicate", tr("Duplicate"), self.duplicate_rows
        )
        self.remove_button = self._button("variants.remove", tr("Remove"), self.remove_rows)
        self.paste_button = self._button("variants.paste", tr("Paste"), self.paste)
        self.paste_button.setToolTip(
            tr("CSV with a head line of channels, JSON lines, or one value a line")
        )
        self.said = ElidedLabel(parent=self)
        self.said.setObjectName("variants.said")
        self.said.setProperty("role", "muted")
        self.progress = QProgressBar(self)
        self.progress.setObjectName("variants.progress")
        self.progress.setTextVisible(False)
        self.progress.setMaximumWidth(160)
        self.run_button = QPushButton(tr("Run"), self)
        self.run_button.setObjectName("variants.run")
        self.run_button.setProperty("role", "primary")
        self.cancel_button = QPushButton(tr("Cancel"), self)
        self.cancel_button.setObjectName("variants.cancel")
        self.compare_button = QPushButton(tr("Compare two rows"), self)
        self.compare_button.setObjectName("variants.compare")
        self.export_button = QPushButton(tr("Export CSV…"), self)
        self.export_button.setObjectName("variants.export")
        self._lay_out()
        self._connect()
        self.set_theme(tokens)
        first = channel if channel in self.model.channels else next(iter(names), None)
        shown = [name for name in names if name != first][:SHOWN_AT_FIRST]
        self._set_columns([first] if first else [], shown or names[:1])
        self.model.add([self._present_draft()])
        self._refresh()
        self._touched = False

    # -- building ---------------------------------------------------------------------------

    def _button(self, name: str, title: str, run: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setText(title)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.clicked.connect(run)
        return button

    def _lay_out(self) -> None:
        above = QHBoxLayout()
        above.setSpacing(GRID)
        for widget in (self.edit_button, self.node_choice, self.mode_choice, self.show_button):
            above.addWidget(widget)
        above.addStretch(1)
        for button in (
            self.add_button,
            self.duplicate_button,
            self.remove_button,
            self.paste_button,
        ):
            above.addWidget(button)
        below = QHBoxLayout()
        below.setSpacing(GUTTER)
        below.addWidget(self.said, 1)
        below.addWidget(self.progress)
        for push in (
            self.compare_button,
            self.export_button,
            self.cancel_button,
            self.run_button,
        ):
            push.setAutoDefault(False)
            below.addWidget(push)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        column.setSpacing(GUTTER)
        column.addLayout(above)
        column.addWidget(self.table, 1)
        column.addLayout(below)
        self.resize(1080, 480)

    def _connect(self) -> None:
        self.model.edited.connect(self._edited)
        self.runner.changed.connect(self._variant_changed)
        self.runner.finished.connect(self._run_finished)
        self.run_button.clicked.connect(self.run_variants)
        self.cancel_button.clicked.connect(self._cancel)
        self.compare_button.clicked.connect(self.compare_rows)
        self.export_button.clicked.connect(self.export)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        for keys, act in (
            (QKeySequence.StandardKey.Paste, self.paste),
            (QKeySequence.StandardKey.Delete, self.remove_rows),
            (QKeySequence(Qt.Modifier.CTRL | Qt.Key.Key_Return), self.run_variants),
            (QKeySequence(Qt.Modifier.CTRL | Qt.Key.Key_D), self.duplicate_rows),
        ):
            shortcut = QShortcut(QKeySequence(keys), self.table)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.setStyleSheet(form_stylesheet(tokens) + MENU_BUTTONS)
        self.model.set_theme(tokens)
        self.table.viewport().update()
        for button, name in (
            (self.edit_button, "edit"),
            (self.show_button, "state"),
            (self.add_button, "add"),
            (self.duplicate_button, "copy"),
            (self.remove_button, "remove"),
            (self.paste_button, "input"),
        ):
            button.setIcon(icon(name, tokens))

    # -- columns and rows -------------------------------------------------------------------

    def _set_columns(self, written: Sequence[str], shown: Sequence[str]) -> None:
        self.edit_button.check(written)
        self.show_button.check(shown)
        self.model.set_columns(written, shown)
        widths = [EDIT_WIDTH] * len(written) + list(RESULT_WIDTHS) + [VALUE_WIDTH] * len(shown)
        for column, width in enumerate(widths):
            self.table.setColumnWidth(column, width)

    def _columns_chosen(self) -> None:
        self._set_columns(self.edit_button.names, self.show_button.names)

    def _present_draft(self) -> VariantDraft:
        """A variant that begins with the present texts and numbers, which are told whole."""
        texts = {}
        for name in self.model.written:
            value = self._present.get(name)
            if value is not None and value.kind in ("int", "float"):
                texts[name] = value.text
        return VariantDraft(texts)

    @property
    def selected_rows(self) -> list[int]:
        """Rows that are selected, in their order."""
        return sorted({index.row() for index in self.table.selectionModel().selectedIndexes()})

    def add_row(self) -> None:
        """One more variant, whose first cell is edited."""
        if self._may_add(1):
            self.model.add([VariantDraft()])
            index = self.model.index(self.model.rowCount() - 1, 0)
            self.table.setCurrentIndex(index)
            self.table.edit(index)

    def duplicate_rows(self) -> None:
        """The selected variants once more."""
        rows = self.selected_rows
        if self._may_add(len(rows)):
            self.model.add([self.model.drafts[row].copied() for row in rows])

    def remove_rows(self) -> None:
        """Take the selected variants out; branches that were run stay in the history."""
        if self.runner.running:
            return
        rows = self.selected_rows
        kept = [row for row in range(self.model.rowCount()) if row not in rows]
        results = {
            new: self.runner.results[old]
            for new, old in enumerate(kept)
            if old in self.runner.results
        }
        self.runner.results.clear()
        self.runner.results.update(results)
        self.model.remove(rows)

    def paste(self) -> None:
        """Take variants from the clipboard; an only, empty one gives way."""
        if self.runner.running or not self.model.written:
            return
        column = self.table.currentIndex().column()
        current = self.model.written[column if 0 <= column < len(self.model.written) else 0]
        text = QGuiApplication.clipboard().text()
        try:
            rows = read_pasted(text, self.model.channels, current)
        except BadValue as bad:
            self.said.setText(str(bad))
            return
        if not self._may_add(len(rows)):
            return
        known = self.model.written
        if self.model.rowCount() == 1 and not self.runner.results:
            known = []
            self.model.remove([0])
        written = list(dict.fromkeys([*known, *(name for row in rows for name in row)]))
        if written != self.model.written:
            self._set_columns(written, self.model.shown)
        self.model.add([VariantDraft(row) for row in rows])
        self.said.setText(plural("1 variant was pasted", "{n:,} variants were pasted", len(rows)))

    def _may_add(self, count: int) -> bool:
        if self.runner.running:
            return False
        if self.model.rowCount() + count <= MOST_VARIANTS:
            return True
        self.said.setText(tr("At most {most} variants are run at once.", most=MOST_VARIANTS))
        return False

    # -- running ----------------------------------------------------------------------------

    def run_variants(self) -> None:
        """Run those that were not run yet; with all run, all again."""
        if self.runner.running or not self._ready_rows():
            return
        edits: list[tuple[int, StateEdit, str]] = []
        mode: UpdateMode = self.mode_choice.currentData()
        for row in self._ready_rows():
            draft = self.model.drafts[row]
            texts = {name: draft.texts.get(name, "") for name in self.model.written}
            edit = edit_of(
                VariantDraft(texts),
                self._base,
                self.model.channels,
                self.node_choice.currentData(),
                mode,
            )
            edits.append((row, edit, tr("variant {number}", number=row + 1)))
        self.progress.setRange(0, len(edits))
        self.progress.setValue(0)
        self.runner.start(edits)
        self._set_running(True)

    def _ready_rows(self) -> list[int]:
        ready = [row for row in range(self.model.rowCount()) if self.model.ready(row)]
        results = self.runner.results
        fresh = [row for row in ready if row not in results or not results[row].status]
        return fresh or ready

    def _set_running(self, on: bool) -> None:
        self.model.locked = on
        self.running_changed.emit(on)
        self._refresh()

    def _cancel(self) -> None:
        self.runner.cancel()
        self.said.setText(tr("Stopping…"))

    def _variant_changed(self, number: int) -> None:
        self.model.show_result(number)
        over = sum(1 for each in self.runner.results.values() if each.duration_ms is not None)
        self.progress.setValue(min(over, self.progress.maximum()))
        self._tell()

    def _run_finished(self) -> None:
        self._set_running(False)
        self._selected()

    def _tell(self) -> None:
        results = self.runner.results.values()
        if not self.runner.running and not results:
            ready = len(self._ready_rows())
            self.said.setText(
                plural(
                    "1 variant, run on a branch of its own",
                    "{n:,} variants, each run on a branch of its own",
                    ready,
                )
            )
            return
        failed = sum(1 for each in results if each.status in ("failed", "refused"))
        over = sum(1 for each in results if each.status not in ("", "forking", "running"))
        self.said.setText(
            tr(
                "{over:,} of {total:,} variants are over, {failed:,} failed",
                over=over,
                total=self.model.rowCount(),
                failed=failed,
            )
        )

    def _edited(self) -> None:
        self._touched = True
        self._refresh()

    def _refresh(self) -> None:
        running = self.runner.running
        self.run_button.setEnabled(not running and bool(self._ready_rows()))
        self.cancel_button.setVisible(running)
        self.progress.setVisible(running)
        for widget in (
            self.edit_button,
            self.node_choice,
            self.mode_choice,
            self.add_button,
            self.paste_button,
        ):
            widget.setEnabled(not running)
        rows = self.selected_rows
        self.duplicate_button.setEnabled(not running and bool(rows))
        self.remove_button.setEnabled(not running and bool(rows))
        self.compare_button.setEnabled(len(self._heads(rows)) == 2)
        self.export_button.setEnabled(not running and bool(self.runner.results))
        self._tell()

    # -- results ----------------------------------------------------------------------------

    def _heads(self, rows: Sequence[int]) -> list[CheckpointRow]:
        """Ends of the branches of variants that were run."""
        results = [self.runner.results.get(row) for row in rows]
        return [each.head for each in results if each is not None and each.head is not None]

    def _selected(self) -> None:
        self._refresh()
        heads = self._heads(self.selected_rows)
        if len(heads) == 1 and not self.runner.running:
            self.branch_wanted.emit(heads[0])

    def compare_rows(self) -> None:
        """Set the two selected variants beside each other."""
        heads = self._heads(self.selected_rows)
        if len(heads) == 2:
            self.comparison_wanted.emit(*heads)

    def export(self) -> None:
        """Ask for a file, and write the table into it."""
        name = tr("variants") + ".csv"
        dialog = QFileDialog(self, tr("Export the variants"), name, "CSV (*.csv)")
        dialog.setObjectName("variants.file")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.export_to)
        dialog.open()

    def export_to(self, path: str) -> None:
        """Write the table into a file, with whole values."""
        rows = range(self.model.rowCount())
        results = [self.runner.results.get(row) or VariantResult() for row in rows]
        self._saving.save(path, self.model, results, self.said.setText)

    @property
    def _unsaved(self) -> bool:
        """Whether something was written that was not run; as it is at first it does not count."""
        results = self.runner.results
        return self._touched and any(
            self.model.ready(row) and (row not in results or not results[row].status)
            for row in range(self.model.rowCount())
        )

    def reject(self) -> None:
        """Close; with something written that was not run, ask first."""
        if not self._unsaved:
            super().reject()
            return
        question = QMessageBox(self)
        question.setObjectName("discard_variants")
        question.setIcon(QMessageBox.Icon.Question)
        question.setWindowTitle(tr("Discard the variants?"))
        question.setText(tr("Some variants were not run. Discard them?"))
        discard = question.addButton(tr("Discard"), QMessageBox.ButtonRole.DestructiveRole)
        question.setDefaultButton(
            question.addButton(tr("Keep editing"), QMessageBox.ButtonRole.RejectRole)
        )
        question.finished.connect(
            lambda _: QDialog.reject(self) if question.clickedButton() is discard else None
        )
        question.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        question.open()

    def done(self, result: int) -> None:
        """Close; what runs goes on as any run, and no other is begun."""
        self.runner.leave()
        self.running_changed.emit(False)
        super().done(result)
