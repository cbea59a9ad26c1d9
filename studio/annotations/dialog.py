"""The dialog that notes something of a checkpoint or a thread."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from runtime.debug.upkeep.views import AnnotationView
from studio.annotations.colours import COLOUR_TITLES, swatch
from studio.inspector.elided_label import ElidedLabel
from studio.language import tr
from studio.shell.theme import GRID, GUTTER, ThemeTokens


class AnnotationDialog(QDialog):
    """Name, colour, bookmark and note; ``save`` gets what is noted when a person agrees."""

    def __init__(
        self,
        annotation: AnnotationView,
        subject: str,
        save: Callable[[AnnotationView], None],
        tokens: ThemeTokens,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("annotation_dialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._annotation = annotation
        self._save = save
        of_checkpoint = bool(annotation.checkpoint_id)
        self.setWindowTitle(tr("Annotate checkpoint") if of_checkpoint else tr("Annotate thread"))
        self.subject = ElidedLabel(parent=self)
        self.subject.setText(subject)
        self.subject.setProperty("role", "muted")
        self.name = QLineEdit(annotation.name, self)
        self.name.setObjectName("annotation.name")
        self.name.setMaxLength(200)
        self.name.setPlaceholderText(tr("A name to find it by"))
        self.bookmark = QCheckBox(tr("Bookmark"), self)
        self.bookmark.setObjectName("annotation.bookmark")
        self.bookmark.setChecked(annotation.bookmarked)
        self.note = QPlainTextEdit(annotation.note, self)
        self.note.setObjectName("annotation.note")
        self.note.setTabChangesFocus(True)
        self.note.setPlaceholderText(tr("What you want to remember of it"))
        self.colours = QButtonGroup(self)
        self.colours.setExclusive(True)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        for number, name in enumerate(("", *COLOUR_TITLES)):
            button = QToolButton(self)
            button.setObjectName(f"annotation.colour.{name or 'none'}")
            title = tr(COLOUR_TITLES[name]) if name else tr("No colour")
            button.setToolTip(title)
            button.setAccessibleName(title)
            button.setIcon(swatch(name, tokens))
            button.setCheckable(True)
            button.setChecked(name == annotation.colour)
            self.colours.addButton(button, number)
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.bookmark)
        self.bookmark.setVisible(of_checkpoint)
        self.buttons = QDialogButtonBox(self)
        self.buttons.addButton(tr("Save"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.setSpacing(GUTTER)
        form.addRow(tr("Name"), self.name)
        form.addRow(tr("Colour"), row)
        form.addRow(tr("Note"), self.note)
        column = QVBoxLayout(self)
        column.setSpacing(GUTTER)
        column.addWidget(self.subject)
        column.addLayout(form, 1)
        column.addWidget(self.buttons)
        self.resize(480, 320)
        self.name.setFocus()

    def accept(self) -> None:
        name = ("", *COLOUR_TITLES)[max(0, self.colours.checkedId())]
        self._save(
            replace(
                self._annotation,
                name=self.name.text().strip(),
                note=self.note.toPlainText().strip(),
                colour=name,
                bookmarked=self.bookmark.isChecked(),
            )
        )
        super().accept()
