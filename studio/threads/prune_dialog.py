"""The dialog that removes checkpoints of a thread by a rule, after saying what would go."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from PySide6.QtCore import QDateTime, Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDateTimeEdit,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QProgressBar,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.events import Event, PruneAdvanced
from runtime.debug.upkeep.commands import (
    CancelPrune,
    PreviewPrune,
    PruneRule,
    PruneStrategy,
    PruneThread,
)
from runtime.debug.upkeep.views import PrunePreview, ThreadPruned
from runtime.debug.views import Failed
from studio.inspector.elided_label import ElidedLabel
from studio.language import plural, tr
from studio.shell.theme import GUTTER
from studio.threads.rows import size_text

_STRATEGIES: tuple[PruneStrategy, ...] = ("newest", "heads", "annotated", "older")
_FINE = 1000
"""Steps of the bar that shows how far the work is."""


@dataclass(frozen=True, slots=True)
class PruneCalls:
    """Ways to the session. ``follow`` has what it tells heard, and returns the undo."""

    preview: Callable[[PreviewPrune, Callable[[PrunePreview | Failed], None]], None]
    prune: Callable[[PruneThread, Callable[[ThreadPruned | Failed], None]], None]
    cancel: Callable[[CancelPrune], None]
    follow: Callable[[Callable[[Sequence[Event]], None]], Callable[[], None]]


class PruneDialog(QDialog):
    """Which checkpoints stay, and how many go. ``done`` is called when some went.

    While they go, Cancel and Escape break the work off; the dialog stays and says what is left.
    """

    def __init__(
        self,
        thread_id: str,
        calls: PruneCalls,
        done: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("prune_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Prune thread"))
        self._thread_id = thread_id
        self._calls = calls
        self._job = ""
        """The work that is under way."""
        self._told = done
        self._asked = 0
        self._alive = True
        name = ElidedLabel(parent=self)
        name.setText(thread_id)
        name.setProperty("role", "muted")
        self.count = QSpinBox(self)
        self.count.setObjectName("prune.count")
        self.count.setAccessibleName(tr("Keep the newest"))
        self.count.setRange(1, 10_000_000)
        self.count.setValue(100)
        self.moment = QDateTimeEdit(QDateTime.currentDateTime().addDays(-30), self)
        self.moment.setObjectName("prune.moment")
        self.moment.setAccessibleName(tr("Remove what was saved before"))
        self.moment.setCalendarPopup(True)
        self.moment.setDisplayFormat("yyyy-MM-dd HH:mm")
        self.strategies = QButtonGroup(self)
        grid = QGridLayout()
        grid.setSpacing(GUTTER)
        for number, (title, field) in enumerate(
            (
                (tr("Keep the newest"), self.count),
                (tr("Keep only the ends of branches"), None),
                (tr("Keep only what has a name or a bookmark"), None),
                (tr("Remove what was saved before"), self.moment),
            )
        ):
            button = QRadioButton(title, self)
            button.setObjectName(f"prune.{_STRATEGIES[number]}")
            self.strategies.addButton(button, number)
            grid.addWidget(button, number, 0, 1, 1 if field else 2)
            if field is not None:
                grid.addWidget(field, number, 1)
        self.strategies.button(0).setChecked(True)
        self.keep = QCheckBox(tr("Keep what has a name or a bookmark"), self)
        self.keep.setObjectName("prune.keep_annotated")
        self.keep.setChecked(True)
        self.effect = QLabel(self)
        self.effect.setObjectName("prune.effect")
        self.effect.setTextFormat(Qt.TextFormat.PlainText)
        self.effect.setWordWrap(True)
        self.effect.setMinimumHeight(2 * self.effect.fontMetrics().lineSpacing())
        explained = QLabel(
            tr(
                "The newest checkpoint always stays. What stays reads as before; checkpoints of "
                "subgraphs go with those they belong to. This cannot be undone."
            ),
            self,
        )
        explained.setWordWrap(True)
        explained.setProperty("role", "muted")
        self.progress = QProgressBar(self)
        self.progress.setObjectName("prune.progress")
        self.progress.setAccessibleName(tr("Progress"))
        self.progress.setTextVisible(False)
        self.progress.hide()
        self.buttons = QDialogButtonBox(self)
        self.remove = self.buttons.addButton(
            tr("Prune"), QDialogButtonBox.ButtonRole.DestructiveRole
        )
        self.remove.setObjectName("prune.remove")
        self.remove.clicked.connect(self._remove)
        cancel = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        cancel.setDefault(True)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setSpacing(GUTTER)
        column.addWidget(name)
        column.addLayout(grid)
        column.addWidget(self.keep)
        column.addWidget(self.effect)
        column.addWidget(self.progress)
        column.addStretch(1)
        column.addWidget(explained)
        column.addWidget(self.buttons)
        self.strategies.idToggled.connect(lambda _, on: self._changed() if on else None)
        self.count.valueChanged.connect(lambda _: self._changed())
        self.moment.dateTimeChanged.connect(lambda _: self._changed())
        self.keep.toggled.connect(lambda _: self._changed())
        self.finished.connect(lambda _: self._end())
        self._unfollow = calls.follow(self._follow)
        self.resize(460, 340)
        self._changed()

    @property
    def rule(self) -> PruneRule:
        """What stays."""
        moment = self.moment.dateTime().toSecsSinceEpoch()
        return PruneRule(
            _STRATEGIES[self.strategies.checkedId()],
            count=self.count.value(),
            before=(datetime.fromtimestamp(0).astimezone() + timedelta(seconds=moment)).isoformat(),
            keep_annotated=self.keep.isChecked(),
        )

    def _end(self) -> None:
        self._alive = False
        self._unfollow()

    def reject(self) -> None:
        """Close; while checkpoints go, break that off first."""
        if not self._job:
            super().reject()
            return
        self.effect.setText(tr("Cancelling…"))
        self._calls.cancel(CancelPrune(self._job))

    def _follow(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, PruneAdvanced) and event.job == self._job:
                self.progress.setRange(0, _FINE)
                self.progress.setValue(round(event.done * _FINE))

    def _changed(self) -> None:
        rule = self.rule
        self.count.setEnabled(rule.strategy == "newest")
        self.moment.setEnabled(rule.strategy == "older")
        self.keep.setEnabled(rule.strategy != "annotated")
        self.remove.setEnabled(False)
        self.effect.setText(tr("Counting…"))
        self._asked += 1
        asked = self._asked

        def then(found: PrunePreview | Failed) -> None:
            if self._alive and asked == self._asked:
                self._show(found)

        self._calls.preview(PreviewPrune(self._thread_id, rule), then)

    def _show(self, found: PrunePreview | Failed) -> None:
        if isinstance(found, Failed):
            self.effect.setText(f"{found.error.message} {found.error.remedy}".strip())
            return
        if not found.going:
            self.effect.setText(tr("Nothing goes: all {total:,} stay.", total=found.total))
            return
        self.remove.setEnabled(True)
        if found.total_bytes:
            told = plural(
                "1 checkpoint of {total:,} goes, about {size} of {whole}.",
                "{n:,} checkpoints of {total:,} go, about {size} of {whole}.",
                found.going,
                total=found.total,
                size=size_text(found.going_bytes),
                whole=size_text(found.total_bytes),
            )
        else:
            told = plural(
                "1 checkpoint of {total:,} goes.",
                "{n:,} checkpoints of {total:,} go.",
                found.going,
                total=found.total,
            )
        self.effect.setText(told)

    def _remove(self) -> None:
        self._asked += 1
        self._job = uuid4().hex
        self._set_pruning(True)
        self.progress.setRange(0, 0)
        self.effect.setText(tr("Pruning…"))
        done = self._told

        def then(found: ThreadPruned | Failed) -> None:
            if not isinstance(found, Failed) and found.removed:
                done()
            if not self._alive:
                return
            self._job = ""
            self._set_pruning(False)
            if isinstance(found, Failed):
                self.effect.setText(f"{found.error.message} {found.error.remedy}".strip())
            elif found.cancelled:
                self.effect.setText(_left(found))
            else:
                self.accept()

        self._calls.prune(PruneThread(self._thread_id, self.rule, self._job), then)

    def _set_pruning(self, pruning: bool) -> None:
        rule = self.rule
        self.progress.setVisible(pruning)
        self.remove.setEnabled(not pruning)
        for button in self.strategies.buttons():
            button.setEnabled(not pruning)
        self.count.setEnabled(not pruning and rule.strategy == "newest")
        self.moment.setEnabled(not pruning and rule.strategy == "older")
        self.keep.setEnabled(not pruning and rule.strategy != "annotated")


def _left(found: ThreadPruned) -> str:
    """What became of the thread when the work was broken off."""
    if not found.removed:
        return tr("Cancelled. Nothing was removed: all {total:,} stay.", total=found.staying)
    return plural(
        "Cancelled. 1 checkpoint was removed, {staying:,} stay.",
        "Cancelled. {n:,} checkpoints were removed, {staying:,} stay.",
        found.removed,
        staying=found.staying,
    )
