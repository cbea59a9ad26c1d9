"""The question before a thread is deleted: it says what is lost."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from runtime.debug.upkeep.commands import PreviewPrune, PruneRule, ReadAnnotations
from runtime.debug.upkeep.views import AnnotationList, PrunePreview
from runtime.debug.views import Failed
from studio.language import plural, tr
from studio.threads.rows import size_text

Count = Callable[[PreviewPrune, Callable[[PrunePreview | Failed], None]], None]
Notes = Callable[[ReadAnnotations, Callable[[AnnotationList | Failed], None]], None]
_ALL = PruneRule("newest", count=1 << 60)
"""Keeps everything: counting is all that is wanted."""


class DeleteQuestion(QMessageBox):
    """``agreed`` is called once, and only by a click on Delete."""

    def __init__(
        self,
        thread_id: str,
        count: Count,
        notes: Notes,
        agreed: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("delete_thread_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle(tr("Delete thread"))
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(tr("Delete the thread {thread_id}?", thread_id=thread_id))
        self._stored: PrunePreview | None = None
        self._notes = 0
        self._alive = True
        self._agreed = agreed
        self._delete = self.addButton(tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        self.setDefaultButton(self.addButton(QMessageBox.StandardButton.Cancel))
        self.finished.connect(lambda _: self._answered())
        self._tell()
        count(PreviewPrune(thread_id, _ALL), self._counted)
        notes(ReadAnnotations(thread_id), self._read)

    def _answered(self) -> None:
        self._alive = False
        if self.clickedButton() is self._delete:
            self._agreed()

    def _counted(self, found: PrunePreview | Failed) -> None:
        if self._alive and isinstance(found, PrunePreview):
            self._stored = found
            self._tell()

    def _read(self, found: AnnotationList | Failed) -> None:
        if self._alive and isinstance(found, AnnotationList):
            self._notes = len(found.annotations)
            self._tell()

    def _tell(self) -> None:
        lines = [self._checkpoints()]
        if self._notes:
            lines.append(
                plural(
                    "So is 1 name, note or bookmark of it.",
                    "So are {n:,} names, notes and bookmarks of it.",
                    self._notes,
                )
            )
        lines.append(tr("This cannot be undone."))
        self.setInformativeText("\n".join(lines))

    def _checkpoints(self) -> str:
        stored = self._stored
        if stored is None:
            return tr("All its checkpoints are removed from the database.")
        if not stored.total_bytes:
            return plural(
                "1 checkpoint is removed from the database.",
                "{n:,} checkpoints are removed from the database.",
                stored.total,
            )
        return plural(
            "1 checkpoint is removed from the database, about {size}.",
            "{n:,} checkpoints are removed from the database, about {size}.",
            stored.total,
            size=size_text(stored.total_bytes),
        )
