"""The arguments of a proposed call, edited beside what was proposed."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from runtime.debug.comparing.lines import diff_lines
from studio.editing.diff_view import DiffView
from studio.forms import SchemaForm
from studio.forms.field import plain_label
from studio.forms.json_text import dump
from studio.forms.schema import Schema
from studio.language import tr
from studio.shell.theme import GRID, ThemeTokens

MOST_FORM_HEIGHT = 36 * GRID
MOST_CHANGES = 6
"""Lines of the comparison that are in sight at once."""


class ArgumentsEditor(QWidget):
    """A form where the payload gives a schema, else JSON; below it what was changed."""

    changed = Signal()

    def __init__(
        self,
        arguments: Any,
        schema: Schema | None,
        tokens: ThemeTokens,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._proposed = arguments
        self.form = SchemaForm(schema, arguments, tokens=tokens, parent=self)
        self.form.setObjectName("arguments_form")
        self.form.changed.connect(self._edited)
        self.form.switched.connect(self._fit)
        self._title = plain_label("", "type", self)
        self._title.setObjectName("arguments_changed")
        self.diff = DiffView(tokens, self, MOST_CHANGES)
        self.diff.setObjectName("arguments_diff")
        self.diff.setAccessibleName(tr("What you changed in the arguments"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addWidget(self.form)
        layout.addWidget(self._title)
        layout.addWidget(self.diff)
        self._compare()

    def set_theme(self, tokens: ThemeTokens) -> None:
        self.form.set_theme(tokens)
        self.diff.set_theme(tokens)

    @property
    def is_changed(self) -> bool:
        """Whether anything differs from the proposal."""
        return bool(self.form.value() != self._proposed)

    def value(self) -> Any:
        """The arguments as they stand; ask ``is_valid`` before."""
        return self.form.value()

    def is_valid(self) -> bool:
        """Whether they may be sent; shows what does not fit."""
        return not self.form.reveal_problems()

    def _edited(self) -> None:
        self._compare()
        self.changed.emit()

    def _compare(self) -> None:
        lines = diff_lines(dump(self._proposed), dump(self.form.value()), context=1)
        self.diff.show_lines(lines)
        self.diff.setVisible(bool(lines))
        self._title.setText(
            tr("You change this:") if lines else tr("Nothing is changed; this is the proposal.")
        )
        self._fit()

    def _fit(self) -> None:
        self.form.setFixedHeight(min(self.form.full_height(), MOST_FORM_HEIGHT))
