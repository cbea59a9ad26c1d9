"""The button that takes an optional value away, beside the field that holds it."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from studio.forms.check import Problem
from studio.forms.field import Field
from studio.forms.icons import quiet_icon
from studio.forms.schema import ABSENT
from studio.language import tr
from studio.shell.theme import GRID, ThemeTokens


class ClearButton(QToolButton):
    """Takes a value away: to "not set", to null, or asks which of both."""

    chosen = Signal(object)
    """``ABSENT`` or ``None``."""

    def __init__(self, absent: bool, nullable: bool, tokens: ThemeTokens, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("clear_value")
        self.setIcon(quiet_icon("close", tokens))
        self.setAutoRaise(True)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)
        if absent and nullable:
            menu = QMenu(self)
            menu.addAction(tr("Not set"), lambda: self.chosen.emit(ABSENT))
            menu.addAction("null", lambda: self.chosen.emit(None))
            self.setMenu(menu)
            self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            self.setToolTip(tr("Take the value away"))
        else:
            without: Any = ABSENT if absent else None
            self.setToolTip(tr("Take the value away") if absent else tr("Set to null"))
            self.clicked.connect(lambda: self.chosen.emit(without))


class PresenceField(Field):
    """An optional or nullable field with its clear button."""

    def __init__(
        self, inner: Field, absent: bool, nullable: bool, tokens: ThemeTokens, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._inner = inner
        self._button = ClearButton(absent, nullable, tokens, self)
        line = QHBoxLayout()
        line.setSpacing(GRID)
        line.addWidget(inner, 1)
        line.addWidget(self._button, 0, Qt.AlignmentFlag.AlignTop)
        self._stack.addLayout(line)
        inner.changed.connect(self._changed)
        self._button.chosen.connect(self.clear)
        self._show_button()

    def _changed(self) -> None:
        self._show_button()
        self.changed.emit()

    def _show_button(self) -> None:
        value = self._inner.value()
        self._button.setVisible(value is not ABSENT and value is not None)

    def value(self) -> Any:
        return self._inner.value()

    def clear(self, without: Any) -> None:
        self._inner.focus_target().setFocus(Qt.FocusReason.OtherFocusReason)
        self._inner.clear(without)

    def own_problems(self) -> list[Problem]:
        return self._inner.own_problems()

    def focus_target(self) -> QWidget:
        return self._inner.focus_target()

    def child(self, step: str) -> Field | None:
        return self._inner.child(step)

    def steps(self) -> Sequence[str]:
        return self._inner.steps()

    def reveal(self, step: str) -> None:
        self._inner.reveal(step)

    def set_problems(self, problems: Sequence[Problem]) -> None:
        self._inner.set_problems(problems)

    def problem_text(self) -> str:
        return self._inner.problem_text()
