"""Fields of single values: text, numbers, truth, choices, and JSON for everything else."""

import json
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSizePolicy, QWidget

from studio.forms.check import Problem, same
from studio.forms.field import Field, plain_label
from studio.forms.json_text import JsonError, dump, parse
from studio.forms.schema import ABSENT, Absent
from studio.forms.text_edit import GrowingTextEdit, JsonTextEdit
from studio.language import later, tr
from studio.shell.theme import mono_font

UNSET_TEXT = later("not set")
EMPTY_TEXT = later("empty text")
NULL_TEXT = "null"


def placeholder(without: Any, required: bool) -> str:
    """What an empty text box says about its missing value."""
    if without is None:
        return NULL_TEXT
    return "" if required else tr(UNSET_TEXT)


class TypedField(Field):
    """Base of the fields that are typed into: without a value until the first key."""

    def __init__(self, value: Any, required: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._required = required
        self._present = value is not ABSENT and value is not None
        self._without: Any = None if value is None else ABSENT

    def _typed(self) -> None:
        self._present = True
        self.changed.emit()


class TextField(TypedField):
    """A string; the box grows with its lines.

    An optional one that had no value has none again when all that was typed is deleted; one that
    had a value is an empty text then, and says so.
    """

    def __init__(self, value: Any, required: bool, parent: QWidget | None = None) -> None:
        super().__init__(value, required, parent)
        self._had_value = self._present
        self._editor = GrowingTextEdit(self)
        self._editor.setPlainText(value if self._present else "")
        self._editor.moveCursor(QTextCursor.MoveOperation.End)
        self._say_what_empty_means()
        self._editor.textChanged.connect(self._edited)
        self._stack.addWidget(self._editor)

    def _edited(self) -> None:
        optional = not self._required or self._without is None
        empties = optional and not self._had_value and not self._editor.toPlainText()
        self._present = not empties
        self._say_what_empty_means()
        self.changed.emit()

    def _say_what_empty_means(self) -> None:
        without = placeholder(self._without, self._required)
        self._editor.setPlaceholderText(tr(EMPTY_TEXT) if self._present else without)

    def value(self) -> Any:
        return self._editor.toPlainText() if self._present else self._without

    def clear(self, without: Any) -> None:
        self._editor.blockSignals(True)
        self._editor.setPlainText("")
        self._editor.blockSignals(False)
        self._present, self._had_value, self._without = False, False, without
        self._say_what_empty_means()
        self.changed.emit()

    def focus_target(self) -> QWidget:
        return self._editor


class NumberField(TypedField):
    """A number in a line of text, of any size; text that is no number stays as it is."""

    def __init__(self, value: Any, required: bool, parent: QWidget | None = None) -> None:
        super().__init__(value, required, parent)
        self._given = value
        self._editor = QLineEdit(self)
        self._editor.setFont(mono_font())
        self._editor.setText(json.dumps(value) if self._present else "")
        self._given_text = self._editor.text()
        self._editor.setPlaceholderText(placeholder(self._without, required))
        self._editor.textEdited.connect(self._typed)
        self._stack.addWidget(self._editor)

    def value(self) -> Any:
        text = self._editor.text().strip()
        if not text:
            return self._without
        if text == self._given_text:
            return self._given
        try:
            number = json.loads(text)
        except ValueError:
            return text
        is_number = isinstance(number, int | float) and not isinstance(number, bool)
        return number if is_number else text

    def clear(self, without: Any) -> None:
        self._editor.clear()
        self._editor.setPlaceholderText(placeholder(without, self._required))
        self._present, self._without = False, without
        self.changed.emit()

    def focus_target(self) -> QWidget:
        return self._editor


class JsonField(TypedField):
    """Any value as JSON text; text that is no JSON stays as it is and counts as a problem."""

    def __init__(self, value: Any, required: bool, parent: QWidget | None = None) -> None:
        super().__init__(value, required, parent)
        self._editor = JsonTextEdit(self)
        if value is None and required:
            self._present = True
        self._editor.setPlainText(dump(value) if self._present else "")
        self._editor.setPlaceholderText(placeholder(self._without, required) or "JSON")
        self._editor.textChanged.connect(self._edited)
        self._stack.addWidget(self._editor)
        self._parsed: Any = value
        self._error: JsonError | None = None
        self._stale = False

    def _edited(self) -> None:
        self._stale = True
        self._typed()

    def _read(self) -> None:
        if self._stale:
            self._stale = False
            text = self._editor.toPlainText()
            try:
                self._parsed, self._error = parse(text), None
            except JsonError as error:
                self._parsed, self._error = text, error

    def value(self) -> Any:
        if not self._present or not self._editor.toPlainText().strip():
            return self._without
        self._read()
        return self._parsed

    def own_problems(self) -> list[Problem]:
        if self.value() in (ABSENT, None) or self._error is None:
            return []
        return [Problem((), tr("Not JSON. {error}", error=self._error))]

    def clear(self, without: Any) -> None:
        self._editor.blockSignals(True)
        self._editor.setPlainText("")
        self._editor.blockSignals(False)
        self._editor.setPlaceholderText(placeholder(without, self._required) or "JSON")
        self._present, self._without, self._error = False, without, None
        self.changed.emit()

    def focus_target(self) -> QWidget:
        return self._editor


class QuietComboBox(QComboBox):
    """A combo box that leaves the wheel to the page unless it has the keyboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(16)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ChoiceField(Field):
    """One of a few values; a missing value and null are entries of their own."""

    def __init__(
        self,
        choices: tuple[Any, ...],
        value: Any,
        required: bool,
        nullable: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._values: list[Any] = []
        if not required or value is ABSENT:
            self._values.append(ABSENT)
        if nullable and None not in choices:
            self._values.append(None)
        self._values.extend(choices)
        self._editor = QuietComboBox(self)
        for choice in self._values:
            self._editor.addItem(_choice_text(choice, required))
        for index, choice in enumerate(self._values):
            if choice is value or (choice is not ABSENT and same(choice, value)):
                self._editor.setCurrentIndex(index)
                break
        self._editor.activated.connect(lambda _: self.changed.emit())
        self._editor.currentIndexChanged.connect(lambda _: self.changed.emit())
        self._stack.addWidget(self._editor)

    def value(self) -> Any:
        return self._values[self._editor.currentIndex()]

    def clear(self, without: Any) -> None:
        for index, choice in enumerate(self._values):
            if choice is without:
                self._editor.setCurrentIndex(index)

    def focus_target(self) -> QWidget:
        return self._editor


def _choice_text(choice: Any, required: bool) -> str:
    if isinstance(choice, Absent):
        return tr("choose…") if required else tr(UNSET_TEXT)
    return choice if isinstance(choice, str) else json.dumps(choice, ensure_ascii=False)


class BooleanField(Field):
    """A check box that says its value in words; it always has one."""

    toggled = Signal(bool)

    def __init__(self, value: Any, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = QCheckBox(self)
        self._editor.setChecked(value is True)
        self._editor.setText(json.dumps(value is True))
        self._editor.toggled.connect(self._switched)
        self._stack.addWidget(self._editor)

    def _switched(self, on: bool) -> None:
        self._editor.setText(json.dumps(on))
        self.changed.emit()

    def value(self) -> Any:
        return self._editor.isChecked()

    def clear(self, without: Any) -> None:
        self._editor.setChecked(False)

    def focus_target(self) -> QWidget:
        return self._editor


class NullField(Field):
    """The one value ``null``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = plain_label(NULL_TEXT, "type", self)
        self._stack.addWidget(self._label)

    def value(self) -> Any:
        return None

    def clear(self, without: Any) -> None:
        self.changed.emit()
