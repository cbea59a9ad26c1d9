"""What objects, maps and lists share: a header that opens and closes, and a body made late."""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from studio.forms.check import Problem
from studio.forms.field import ElidedLabel, Field, FieldFactory
from studio.forms.icons import quiet_icon
from studio.forms.json_text import dump_line
from studio.forms.presence import ClearButton
from studio.forms.scalars import NULL_TEXT, UNSET_TEXT
from studio.forms.schema import ABSENT, Shape
from studio.language import tr
from studio.shell.theme import GRID, GUTTER

SUMMARY_CHARACTERS = 160


class ContainerField(Field):
    """Base of fields with fields inside.

    The body is made when it is first opened; until then the value is kept as it came.
    """

    wide = True

    def __init__(
        self,
        shape: Shape,
        value: Any,
        factory: FieldFactory,
        parent: QWidget,
        name: str = "",
        required: bool = True,
        expanded: bool = True,
        root: bool = False,
    ) -> None:
        super().__init__(parent)
        self._shape = shape
        self._factory = factory
        self._held: Any = value
        self._built = False
        self._root = root
        self._body = QFrame(self)
        self._body_layout = QVBoxLayout(self._body)
        self._body_layout.setSpacing(GUTTER)
        self._body_layout.setContentsMargins(*((0, 0, 0, 0) if root else (GUTTER + GRID, 0, 0, 0)))
        self._body.setProperty("role", "plain" if root else "nest")
        self._header = QWidget(self)
        self._disclosure = QToolButton(self._header)
        self._disclosure.setProperty("role", "disclosure")
        self._disclosure.setObjectName("disclosure")
        self._disclosure.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._disclosure.setToolTip(shape.description)
        self.set_name(name)
        self._summary = ElidedLabel("type", self._header)
        self._can_clear = not required or shape.nullable
        self._clear = ClearButton(not required, shape.nullable, factory.tokens, self._header)
        self._tools = QHBoxLayout()
        self._tools.setSpacing(GRID)
        line = QHBoxLayout(self._header)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GRID)
        line.addWidget(self._disclosure)
        line.addWidget(self._summary, 1)
        line.addLayout(self._tools)
        if self._can_clear:
            line.addWidget(self._clear)
        self._stack.addWidget(self._header)
        self._stack.addWidget(self._body)
        self._header.setVisible(not root)
        self._disclosure.clicked.connect(self._toggle)
        self._clear.chosen.connect(self.clear)
        self._open = False
        if root and value is ABSENT:
            self._held = factory.schemas.start(shape)
        if expanded or root:
            self.expand()
        self._refresh_header()

    def set_name(self, name: str) -> None:
        """Change the name in the header."""
        self._disclosure.setText(name)
        self._disclosure.setAccessibleName(name or self._shape.kind)

    def add_tool(self, button: QToolButton) -> None:
        """Put a button into the header."""
        self._tools.addWidget(button)

    # What a container of a certain kind says and makes.

    def _fill(self, value: Any) -> None:
        """Make the body for ``value``."""
        raise NotImplementedError

    def _collect(self) -> Any:
        """The value of the body."""
        raise NotImplementedError

    def _empty_body(self) -> None:
        """Forget the fields of the body."""
        raise NotImplementedError

    def _size_text(self, value: Any) -> str:
        raise NotImplementedError

    # The same for all.

    def is_present(self) -> bool:
        return self._built or isinstance(self._held, dict | list)

    def value(self) -> Any:
        return self._collect() if self._built else self._held

    def expand(self) -> None:
        """Open the body; a value that is not there yet is begun only by ``begin``."""
        if not self.is_present():
            return
        if not self._built:
            self._fill(self._held)
            self._built = True
        self._open = True
        self._refresh_header()

    def begin(self) -> None:
        """Give an absent container its first value and open it."""
        if not self.is_present():
            start = self._factory.schemas.start(self._shape)
            self._held = start if isinstance(start, dict | list) else self._bare()
            self.expand()
            self.changed.emit()

    def _bare(self) -> Any:
        return [] if self._shape.kind == "array" else {}

    def _toggle(self) -> None:
        if not self.is_present():
            self.begin()
        elif self._open:
            self._open = False
            self._refresh_header()
        else:
            self.expand()

    def clear(self, without: Any) -> None:
        self._empty_body()
        self._held, self._built, self._open = without, False, False
        self._disclosure.setFocus(Qt.FocusReason.OtherFocusReason)
        self._refresh_header()
        self.changed.emit()

    def _inner_changed(self) -> None:
        self._refresh_header()
        self.changed.emit()

    def _refresh_header(self) -> None:
        self._body.setVisible(self._open)
        if self._root:
            return
        present = self.is_present()
        arrow = "chevron-down" if self._open else "chevron-right"
        tokens = self._factory.tokens
        self._disclosure.setIcon(quiet_icon(arrow if present else "add", tokens))
        self._clear.setVisible(present and self._can_clear)
        if not present:
            self._summary.setText(NULL_TEXT if self._held is None else tr(UNSET_TEXT))
            return
        value = self.value()
        text = self._size_text(value)
        if not self._open and value:
            text = f"{text}   {dump_line(value, SUMMARY_CHARACTERS)}"
        self._summary.setText(text)

    def focus_target(self) -> QWidget:
        return self._disclosure

    def reveal(self, step: str) -> None:
        self.expand()

    def own_problems(self) -> list[Problem]:
        found: list[Problem] = []
        for step in self.steps() if self._built else ():
            child = self.child(step)
            if child is not None:
                found += [
                    Problem((step, *problem.path), problem.message, problem.missing)
                    for problem in child.own_problems()
                ]
        return found

    def _show_here(self, messages: list[str]) -> None:
        super()._show_here(messages)
        if self._problem_label is not None and not self._root:
            self._stack.removeWidget(self._problem_label)
            self._stack.insertWidget(1, self._problem_label)
