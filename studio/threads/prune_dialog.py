"""The dialog that removes checkpoints of a thread by a rule, after saying what would go."""

from collections.abc import Callable
from datetime import datetime, timedelta

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

from runtime.debug.upkeep.commands import PreviewPrune, PruneRule, PruneStrategy, PruneThread
from runtime.debug.upkeep.views import PrunePreview, ThreadPruned
from runtime.debug.views import Failed
from studio.inspector.elided_label import ElidedLabel
from studio.language import plural, tr
from studio.shell.theme import GUTTER
from studio.threads.rows import size_text

Preview = Callable[[PreviewPrune, Callable[[PrunePreview | Failed], None]], None]
Prune = Callable[[PruneThread, Callable[[ThreadPruned | Failed], None]], None]
_STRATEGIES: tuple[PruneStrategy, ...] = ("newest", "heads", "annotated", "older")


class PruneDialog(QDialog):
    """Which checkpoints stay, and how many go. ``done`` is called when some went."""

    def __init__(
        self,
        thread_id: str,
        preview: Preview,
        prune: Prune,
        done: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("prune_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Prune thread"))
        self._thread_id = thread_id
        self._preview = preview
        self._prune = prune
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
        self.progress.setRange(0, 0)
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

        self._preview(PreviewPrune(self._thread_id, rule), then)

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
        self.remove.setEnabled(False)
        self.progress.show()
        self.effect.setText(tr("Pruning…"))
        done = self._told

        def then(found: ThreadPruned | Failed) -> None:
            if not isinstance(found, Failed):
                done()
            if not self._alive:
                return
            self.progress.hide()
            if isinstance(found, Failed):
                self.effect.setText(f"{found.error.message} {found.error.remedy}".strip())
            else:
                self.accept()

        self._prune(PruneThread(self._thread_id, self.rule), then)
