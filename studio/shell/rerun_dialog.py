"""Executing again from an old checkpoint: an explicit act that says what will run."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from runtime.debug.commands import RunMode
from runtime.debug.marks.views import CostRead
from runtime.debug.views import CheckpointRow, ContinuePreview, ErrorView
from studio.graph.marks import KindsOfMarks
from studio.language import tr
from studio.shell.icons import icon
from studio.shell.rerun_cost import RerunCost
from studio.shell.theme import GUTTER, current_theme


class RerunDialog(QDialog):
    """Waits for the preview, then names what executes, what is kept and whether it forks."""

    def __init__(
        self,
        row: CheckpointRow,
        on_confirmed: Callable[[CheckpointRow, RunMode], None],
        marks: KindsOfMarks,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("rerun_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Run again from here"))
        self._row = row
        self._on_confirmed = on_confirmed
        self._mode: RunMode = "run"
        self.text = QLabel(tr("Looking up what would execute…"), self)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setWordWrap(True)
        self.text.setMinimumWidth(600)
        self._marks = marks
        self.cost = RerunCost(marks, self)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        self.cancel_button = self._button(tr("Cancel"), buttons)
        self.step_button = self._button(tr("Step one superstep"), buttons)
        self.run_button = self._button(tr("Run again"), buttons)
        self.run_button.setIcon(icon("rerun", current_theme(), current_theme().accent_text))
        self.run_button.setProperty("role", "primary")
        self.cancel_button.clicked.connect(self.reject)
        for button, mode in ((self.run_button, "run"), (self.step_button, "step_superstep")):
            button.setEnabled(False)
            button.clicked.connect(lambda _=False, chosen=mode: self._choose(chosen))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2 * GUTTER, 2 * GUTTER, 2 * GUTTER, 2 * GUTTER)
        layout.setSpacing(2 * GUTTER)
        layout.addWidget(self.text)
        layout.addWidget(self.cost)
        layout.addLayout(buttons)

    def _button(self, title: str, row: QHBoxLayout) -> QPushButton:
        button = QPushButton(title, self)
        button.setAutoDefault(False)
        row.addWidget(button)
        return button

    def show_preview(self, preview: ContinuePreview) -> None:
        """Say what would happen and allow it, if anything would."""
        parts = []
        instead = [name for name in preview.executes if self._is_replaced(name)]
        executes = tuple(name for name in preview.executes if name not in instead)
        if executes:
            names = "\n".join(f"    {name}" for name in _counted(executes))
            parts.append(
                tr(
                    "From step {step} these tasks execute again, with all their effects on"
                    " the outside world:\n\n{names}",
                    step=self._row.step,
                    names=names,
                )
            )
        elif not instead:
            parts.append(tr("Nothing is due at this checkpoint: there is nothing to execute."))
        if instead:
            names = ", ".join(_counted(tuple(instead)))
            parts.append(tr("Marked, so not executed: {names}.", names=names))
        if preview.keeps:
            kept = ", ".join(_counted(preview.keeps))
            parts.append(tr("Recorded writes are taken over without running: {kept}.", kept=kept))
        if preview.executes and preview.forks:
            parts.append(tr("The run goes on in a new branch; the recorded one stays as it is."))
        self.text.setText("\n\n".join(parts))
        self.run_button.setEnabled(bool(preview.executes))
        self.step_button.setEnabled(bool(preview.executes))
        # Only now: Return that was meant for something before must not press anything.
        for button in (self.run_button, self.step_button, self.cancel_button):
            button.setAutoDefault(True)
        (self.run_button if preview.executes else self.cancel_button).setFocus()
        self.adjustSize()

    def _is_replaced(self, node: str) -> bool:
        return bool({"pin", "skip"} & set(self._marks.get(node, ())))

    def show_cost(self, read: CostRead) -> None:
        """Say what ran from here the last time, as far as it is read."""
        self.cost.add(read)
        self.adjustSize()

    def show_error(self, error: ErrorView) -> None:
        self.text.setText(
            tr("This checkpoint cannot be continued: {message}", message=error.message)
        )
        self.adjustSize()

    def _choose(self, mode: RunMode) -> None:
        self.accept()
        self._on_confirmed(self._row, mode)


def _counted(names: tuple[str, ...]) -> list[str]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return [
        name if count == 1 else tr("{name}, {count} times", name=name, count=count)
        for name, count in counts.items()
    ]
