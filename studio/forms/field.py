"""What all fields of a form share: a value, a signal, a place for problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QLayout, QSizePolicy, QVBoxLayout, QWidget

from studio.forms.check import Problem
from studio.forms.schema import Schema, Schemas
from studio.shell.theme import GRID, ThemeTokens

PROBLEM_MARK = "✕"


def plain_label(text: str, role: str, parent: QWidget) -> QLabel:
    """A label that never reads its text as markup."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    label.setProperty("role", role)
    return label


class ElidedLabel(QLabel):
    """A plain label that takes the room it gets and ends in an ellipsis."""

    def __init__(self, role: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        area = self.contentsRect()
        mode = Qt.TextElideMode.ElideRight
        text = self.fontMetrics().elidedText(self.text(), mode, area.width())
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


def set_flag(widget: QWidget, name: str, value: bool | str) -> None:
    """Set a dynamic property that the style sheet reads, and restyle when it changed."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def clear_layout(layout: QLayout) -> None:
    """Delete every widget of a layout, also those of layouts inside."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            clear_layout(inner)


class Field(QWidget):
    """One editor of one JSON value, which it gets when it is made.

    ``changed`` fires after each edit by a person.
    """

    changed = Signal()
    wide = False
    """Takes the whole width of a form and shows its name itself."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._problem_label: QLabel | None = None
        self._stack = QVBoxLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.setSpacing(GRID // 2)

    def value(self) -> Any:
        """The JSON value as it stands, or ``ABSENT``; text that does not parse comes as text."""
        raise NotImplementedError

    def clear(self, without: Any) -> None:
        """Take the value away; ``without`` is ``ABSENT`` or ``None`` (null)."""
        raise NotImplementedError

    def own_problems(self) -> list[Problem]:
        """What the schema cannot see, such as text that is not JSON. Paths start here."""
        return []

    def focus_target(self) -> QWidget:
        """The widget that takes the keyboard."""
        return self

    def child(self, step: str) -> Field | None:
        """The field one step deeper, as far as it is on the screen."""
        return None

    def reveal(self, step: str) -> None:
        """Bring the field one step deeper onto the screen."""

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show problems here, or further down where their paths lead."""
        deeper: dict[str, list[Problem]] = {}
        here: list[str] = []
        for problem in problems:
            step = problem.path[0] if problem.path else ""
            if problem.path and self.child(step) is not None:
                rest = Problem(problem.path[1:], problem.message, problem.missing)
                deeper.setdefault(step, []).append(rest)
            else:
                place = " / ".join(problem.path)
                here.append(f"{place}: {problem.message}" if place else problem.message)
        for step in self.steps():
            child = self.child(step)
            if child is not None:
                child.set_problems(deeper.get(step, ()))
        self._show_here(here)

    def steps(self) -> Sequence[str]:
        """Steps for which ``child`` gives a field."""
        return ()

    def problem_text(self) -> str:
        """What is shown below this field, without the mark."""
        if self._problem_label is None or self._problem_label.isHidden():
            return ""
        return self._problem_label.text().removeprefix(f"{PROBLEM_MARK} ")

    def _show_here(self, messages: list[str]) -> None:
        set_flag(self.focus_target(), "invalid", bool(messages))
        if not messages:
            if self._problem_label is not None:
                self._problem_label.hide()
            return
        if self._problem_label is None:
            self._problem_label = plain_label("", "problem", self)
            self._problem_label.setObjectName("problem")
            self._problem_label.setWordWrap(True)
            self._stack.addWidget(self._problem_label)
        self._problem_label.setText("\n".join(f"{PROBLEM_MARK} {text}" for text in messages))
        self._problem_label.show()


class FieldFactory(Protocol):
    """Makes fields of any shape; containers use it for what is inside them."""

    @property
    def schemas(self) -> Schemas: ...

    @property
    def tokens(self) -> ThemeTokens: ...

    def make(
        self,
        schema: Schema | bool,
        value: Any,
        parent: QWidget,
        name: str = "",
        required: bool = True,
        expanded: bool = True,
    ) -> Field:
        """A field for ``value``; one that edits JSON where the value does not fit the schema."""
        ...
