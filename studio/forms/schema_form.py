"""The form of a JSON Schema with the raw JSON behind a second tab."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from studio.forms.appearance import form_stylesheet
from studio.forms.check import Problem, check
from studio.forms.factory import Fields
from studio.forms.field import Field, plain_label
from studio.forms.json_editor import JsonEditor
from studio.forms.json_text import JsonError
from studio.forms.schema import ABSENT, Schema, Schemas
from studio.language import tr
from studio.shell.theme import GRID, GUTTER, ThemeTokens, current_theme

FormMode = Literal["form", "json"]
_MODES: tuple[FormMode, ...] = ("form", "json")
_NO_SCHEMA: Schema = {}
JSON_LINES = 5
"""As many lines of JSON can be read, however small the form is."""


@dataclass(frozen=True, slots=True)
class FormState:
    """What a form holds: a value in its fields, or the text of its JSON page."""

    mode: FormMode
    content: Any


class SchemaForm(QWidget):
    """Edits a JSON value under a schema; see the package's docstring.

    ``changed`` fires with each edit by a person, also while the value is not valid.
    """

    changed = Signal()
    switched = Signal()
    """Another page is in front."""

    def __init__(
        self,
        schema: Schema | None,
        value: Any = ABSENT,
        tokens: ThemeTokens | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._follows = tokens is None or tokens is current_theme()
        tokens = tokens or current_theme()
        self._tokens = tokens
        self._schema: Schema = _NO_SCHEMA
        self._root: Field | None = None
        self._value: Any = None
        self._outer: list[tuple[Problem, Any]] = []
        self._touched = False
        self._revealed = False
        self._in_step = True
        self._tabs = QTabBar(self)
        self._tabs.setObjectName("form_mode")
        self._tabs.addTab(tr("Form"))
        self._tabs.addTab("JSON")
        self._tabs.setExpanding(False)
        self._tabs.setDrawBase(False)
        self._note = plain_label("", "problem", self)
        self._note.setObjectName("form_note")
        self._note.setWordWrap(True)
        self._note.hide()
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._json = JsonEditor(tokens, self)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._scroll)
        self._pages.addWidget(self._json)
        head = QHBoxLayout()
        head.addWidget(self._tabs)
        head.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GRID)
        layout.addLayout(head)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self._note)
        self.setStyleSheet(form_stylesheet(tokens))
        self._tabs.currentChanged.connect(self._switch)
        self._json.changed.connect(self._edited)
        self.set_schema(schema, value)

    def set_schema(self, schema: Schema | None, value: Any = ABSENT) -> None:
        """Edit ``value`` under another schema; ``None`` takes any JSON.

        Without ``value`` the form starts from the schema's defaults.
        """
        self._schema = schema if schema is not None else _NO_SCHEMA
        schemas = Schemas(self._schema)
        shape = schemas.shape(self._schema)
        free = shape.kind == "any"
        self._tabs.setVisible(not free)
        given = schemas.start(shape) if value is ABSENT and free else value
        self.set_value(given)
        if free:
            self._tabs.setCurrentIndex(_MODES.index("json"))

    def set_value(self, value: Any) -> None:
        """Show ``value``. Not an edit: ``changed`` stays silent and old problems are forgotten."""
        self._outer, self._touched, self._revealed = [], False, False
        self._build(value)
        self._json.set_value(self.value() if self.mode() == "form" else self._form_value())
        self._in_step = True
        self._value = self._form_value()
        self._show_problems()

    def state(self) -> FormState:
        """What stands in the page in front, also where it does not parse."""
        mode = self.mode()
        return FormState(mode, self._json.text() if mode == "json" else self._form_value())

    def restore(self, state: FormState, path: Sequence[str] = ()) -> None:
        """Show a former state, with the keyboard at ``path``. Not an edit: nothing is told."""
        if state.mode == "json":
            self._turn_to("json")
            self._json.set_text(state.content)
            self._in_step = False
        else:
            self._build(state.content)
            self._turn_to("form")
            self._in_step = False
            self._value = self._form_value()
        self._outer, self._touched = [], True
        self._show_problems()
        self.go_to(path)

    def _turn_to(self, mode: FormMode) -> None:
        """Bring a page to the front as it is."""
        index = _MODES.index(mode)
        self._tabs.blockSignals(True)
        self._tabs.setCurrentIndex(index)
        self._tabs.blockSignals(False)
        self._pages.setCurrentIndex(index)
        self.setFocusProxy(self.first_field())

    def go_to(self, path: Sequence[str]) -> None:
        """Give the keyboard to the field at ``path``, as deep as there is one."""
        if self.mode() == "json" or self._root is None:
            self._json.editor.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        field = self._root
        for step in path:
            field.reveal(step)
            deeper = field.child(step)
            if deeper is None:
                break
            field = deeper
        target = field.focus_target()
        target.setFocus(Qt.FocusReason.OtherFocusReason)
        self._scroll.ensureWidgetVisible(target)

    def value(self) -> Any:
        """The JSON value as it stands.

        What a field cannot parse comes as its text. While the JSON text does not parse this is
        the last value that did. Ask ``is_valid`` before using it.
        """
        if self.mode() == "json" and not self._in_step:
            try:
                self._value = self._json.value()
            except JsonError:
                return self._value
            return self._value
        return self._form_value()

    def problems(self) -> list[Problem]:
        """Why the value does not fit: own findings first, then those set from outside."""
        return [*self._inner_problems(), *(problem for problem, _ in self._outer)]

    def is_valid(self) -> bool:
        """Whether the value parses and fits the schema, as far as this side can tell."""
        return not self._inner_problems()

    def set_problems(self, problems: Sequence[Problem]) -> None:
        """Show problems found elsewhere; each goes away when the value at its path changes."""
        value = self.value()
        self._outer = [(problem, _value_at(value, problem.path)) for problem in problems]
        self._show_problems()

    def reveal_problems(self) -> bool:
        """Show all problems, missing values included, and focus the first. True if any."""
        self._touched = self._revealed = True
        problems = self.problems()
        if self.mode() == "json":
            if self._json.error() is not None:
                self._json.go_to_error()
            self._show_problems()
            return bool(problems)
        if problems:
            self.go_to(problems[0].path)
        self._show_problems()
        return bool(problems)

    def mode(self) -> FormMode:
        """Which page is in front."""
        return _MODES[self._pages.currentIndex()]

    def set_mode(self, mode: FormMode) -> None:
        """Bring a page to the front; the form stays back while the JSON does not parse."""
        self._tabs.setCurrentIndex(_MODES.index(mode))

    def first_field(self) -> QWidget:
        """The widget that takes the keyboard first; ``setFocus`` of the form goes there."""
        if self.mode() == "json" or self._root is None:
            return self._json.editor
        return self._root.focus_target()

    def full_height(self) -> int:
        """Pixels at which the whole form is seen without scrolling, tabs included."""
        body = self._scroll.widget()
        if body is None:
            return 0
        # A field that grew tells its height upwards by one event for each level; do not wait.
        for inner_widget in reversed(body.findChildren(QWidget)):
            if (layout := inner_widget.layout()) is not None:
                layout.activate()
        inner = body.sizeHint().height()
        tabs = self._tabs.sizeHint().height() if self._tabs.isVisibleTo(self) else 0
        if self.mode() == "json":
            inner = max(inner, JSON_LINES * self._json.editor.fontMetrics().lineSpacing())
        return inner + tabs + 2 * GRID

    def set_theme(self, tokens: ThemeTokens) -> None:
        """Take the colours of another theme; value and problems stay."""
        self._tokens = tokens
        self.setStyleSheet(form_stylesheet(tokens))
        self._json.set_theme(tokens)
        self._build(self._form_value())
        self._show_problems()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            QTimer.singleShot(0, self, self._follow_theme)  # the tokens change after the palette

    def _follow_theme(self) -> None:
        if self._tokens is not current_theme() and self._follows:
            self.set_theme(current_theme())

    def _build(self, value: Any) -> None:
        body = QWidget()
        body.setObjectName("form_body")
        layout = QVBoxLayout(body)
        layout.setContentsMargins(GRID, GUTTER, GUTTER, GUTTER)
        fields = Fields(Schemas(self._schema), self._tokens)
        self._root = fields.make_root(self._schema, value, body)
        self._root.changed.connect(self._edited)
        layout.addWidget(self._root)
        layout.addStretch(1)
        self._scroll.setWidget(body)
        self.setFocusProxy(self.first_field())

    def _form_value(self) -> Any:
        value = self._root.value() if self._root is not None else None
        return None if value is ABSENT else value

    def _switch(self, index: int) -> None:
        if self._pages.currentIndex() == index:
            return
        if _MODES[index] == "json":
            if not self._in_step:
                self._json.set_value(self._form_value())
        else:
            if self._json.error() is not None:
                self._tabs.setCurrentIndex(_MODES.index("json"))
                self._json.go_to_error()
                return
            if not self._in_step:
                self._build(self._json.value())
        self._in_step = True
        self._value = self._form_value()
        self._pages.setCurrentIndex(index)
        self.switched.emit()
        self.setFocusProxy(self.first_field())
        self._show_problems()

    def _edited(self) -> None:
        self._touched = True
        self._in_step = False
        value = self.value()
        self._outer = [
            (problem, before)
            for problem, before in self._outer
            if _value_at(value, problem.path) == before
        ]
        self._show_problems()
        self.changed.emit()

    def _inner_problems(self) -> list[Problem]:
        if self.mode() == "json":
            error = self._json.error()
            if error is not None:
                return [Problem((), tr("Not JSON. {error}", error=error))]
            return check(self.value(), self._schema)
        own = self._root.own_problems() if self._root is not None else []
        broken = {problem.path for problem in own}
        found = check(self._form_value(), self._schema)
        return [*own, *(problem for problem in found if problem.path not in broken)]

    def _show_problems(self) -> None:
        shown = [
            problem
            for problem in (self._inner_problems() if self._touched else ())
            if self._revealed or not problem.missing
        ]
        shown += [problem for problem, _ in self._outer]
        if self.mode() == "json":
            self._note.setText("" if self._json.error() else _as_lines(shown))
            self._note.setVisible(bool(self._note.text()))
        else:
            self._note.hide()
            if self._root is not None:
                self._root.set_problems(shown)


NOTED_PROBLEMS = 4


def _as_lines(problems: Sequence[Problem]) -> str:
    lines = []
    for problem in problems[:NOTED_PROBLEMS]:
        place = " / ".join(problem.path)
        lines.append(f"✕ {place}: {problem.message}" if place else f"✕ {problem.message}")
    if len(problems) > NOTED_PROBLEMS:
        lines.append(tr("and {count} more", count=len(problems) - NOTED_PROBLEMS))
    return "\n".join(lines)


def _value_at(value: Any, path: Sequence[str]) -> Any:
    """The value that ``path`` leads to, or ``ABSENT``."""
    for step in path:
        if isinstance(value, dict):
            value = value.get(step, ABSENT)
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return ABSENT
    return value
