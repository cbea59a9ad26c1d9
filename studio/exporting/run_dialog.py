"""Asks what goes into the file of an exported run, writes it, and says what it wrote."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLabel,
    QProgressBar,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.commands import CancelExport, ExportRun
from runtime.debug.exported.run_file import SUFFIX
from runtime.debug.views import CheckpointRow, ErrorView, Reply, RunExported
from studio.exporting.rules import RulesEditor, rules_from_text, rules_to_text
from studio.language import plural, tr
from studio.session.bridge import SessionBridge
from studio.shell.settings import SettingsFile
from studio.shell.theme import GUTTER


class ExportRunDialog(QDialog):
    """``row`` is the checkpoint looked at; ``has_graph`` whether the graph's text can go along."""

    def __init__(
        self,
        bridge: SessionBridge,
        settings: SettingsFile,
        row: CheckpointRow,
        has_graph: bool,
        on_done: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("export_run_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Export the run"))
        self._bridge = bridge
        self._settings = settings
        self._row = row
        self._on_done = on_done
        self._command: ExportRun | None = None
        what = self._label(
            tr("One file that opens in any Pregel Studio. Nothing in it can be run or changed.")
        )
        self.whole = QRadioButton(
            tr("The whole thread {thread}", thread=row.thread_id.replace("&", "&&")), self
        )
        self.whole.setObjectName("export.thread")
        self.whole.setChecked(True)
        self.one_branch = QRadioButton(
            tr("Only the branch up to the checkpoint looked at, step {step}", step=row.step), self
        )
        self.one_branch.setObjectName("export.branch")
        self.sources = QCheckBox(tr("The text of the graph's files goes along"), self)
        self.sources.setObjectName("export.sources")
        self.sources.setChecked(has_graph)
        self.sources.setEnabled(has_graph)
        taken_out = QLabel(tr("What is taken out"), self)
        taken_out.setProperty("role", "heading")
        self.rules = RulesEditor(self)
        self.rules.set_rules(rules_from_text(settings.values.redaction))
        self.error = self._label("")
        self.error.setObjectName("export.error")
        self.error.setProperty("role", "error")
        self.error.hide()
        self.rules.changed.connect(self.error.hide)
        self.progress = QProgressBar(self)
        self.progress.setAccessibleName(tr("How far the export is"))
        self.progress.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.button = buttons.addButton(tr("Export…"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.button.setObjectName("export.go")
        self.button.setDefault(True)
        buttons.accepted.connect(self._choose_place)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(GUTTER)
        above: tuple[QWidget, ...] = (what, self.whole, self.one_branch, self.sources, taken_out)
        for widget in above:
            layout.addWidget(widget)
        layout.addWidget(self.rules, 1)
        for widget in (self.error, self.progress, buttons):
            layout.addWidget(widget)
        self.resize(560, 460)

    def reject(self) -> None:
        if self._command is not None:
            self._command = None
            self._bridge.request(CancelExport())
        super().reject()

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _choose_place(self) -> None:
        if self._command is not None:
            return
        kind = tr("Exported runs") + f" (*{SUFFIX})"
        dialog = QFileDialog(self, tr("Export the run"), self._name + SUFFIX, kind)
        dialog.setObjectName("export_place_dialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.fileSelected.connect(self.export_to)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @property
    def _name(self) -> str:
        """A file's name from that of the thread."""
        kept = (each if each.isalnum() or each in "-_." else "-" for each in self._row.thread_id)
        return "".join(kept)[:80] or "run"

    def export_to(self, path: str) -> None:
        """Write the file; the dialog closes when it is whole."""
        rules = self.rules.rules
        self._settings.values.redaction = rules_to_text(rules)
        branch = self._row.checkpoint_id if self.one_branch.isChecked() else None
        path = str(Path(path).absolute())
        self._command = ExportRun(
            path, self._row.thread_id, branch, rules, self.sources.isChecked()
        )
        self.error.hide()
        self.progress.setRange(0, 0)
        self.progress.show()
        self._set_busy(True)
        self._advance()

    def _advance(self) -> None:
        if self._command is not None:
            self._bridge.request(self._command, self._advanced, self._failed)

    def _advanced(self, reply: Reply) -> None:
        if self._command is None or not isinstance(reply, RunExported):
            return
        if reply.more:
            self.progress.setRange(0, max(reply.total, 1))
            self.progress.setValue(reply.done)
            self._advance()
            return
        self._command = None
        self._on_done(_told(reply))
        self.accept()

    def _failed(self, error: ErrorView) -> None:
        if self._command is None:
            return
        self._command = None
        self.progress.hide()
        self._set_busy(False)
        self.error.setText(f"{error.message} {error.remedy}".strip())
        self.error.show()

    def _set_busy(self, busy: bool) -> None:
        for widget in (self.whole, self.one_branch, self.rules, self.button):
            widget.setEnabled(not busy)


def _told(reply: RunExported) -> str:
    name, size = Path(reply.path).name, max(1, reply.size // 1024)
    said = plural(
        "{name}: 1 checkpoint, {size:,} KB", "{name}: {n} checkpoints, {size:,} KB",
        reply.done, name=name, size=size,
    )  # fmt: skip
    if not reply.redacted:
        return said
    return said + "; " + plural("1 place taken out", "{n} places taken out", reply.redacted)
