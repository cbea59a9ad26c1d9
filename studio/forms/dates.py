"""The field of a date, a moment or a time of day: its ISO text, and a calendar that writes it."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime, time
from typing import Any

from PySide6.QtCore import QDate, QPoint
from PySide6.QtWidgets import (
    QCalendarWidget,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QToolButton,
    QWidget,
    QWidgetAction,
)

from studio.forms.check import Problem
from studio.forms.icons import quiet_icon
from studio.forms.scalars import TypedField, placeholder
from studio.language import later, tr
from studio.shell.theme import GRID, ThemeTokens, mono_font

_EXAMPLES: Mapping[str, str] = {
    "date": "2026-12-31",
    "date-time": "2026-12-31T23:59:00+00:00",
    "time": "23:59:00",
}
FORMATS = frozenset(_EXAMPLES)
_WRONG: Mapping[str, str] = {
    "date": later("is no date; write it as {example}"),
    "date-time": later("is no moment; write it as {example}"),
    "time": later("is no time of day; write it as {example}"),
}


class DateField(TypedField):
    """Text that is no date stays as it is and counts as a problem."""

    def __init__(
        self, value: Any, form: str, required: bool, tokens: ThemeTokens, parent: QWidget
    ) -> None:
        super().__init__(value, required, parent)
        self._form = form
        self._editor = QLineEdit(self)
        self._editor.setFont(mono_font())
        self._editor.setText(value if self._present else "")
        self._editor.setPlaceholderText(placeholder(self._without, required) or _EXAMPLES[form])
        self._editor.textEdited.connect(self._typed)
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(GRID)
        line.addWidget(self._editor, 1)
        self._stack.addLayout(line)
        self.calendar_button = QToolButton(self)
        self.calendar_button.setObjectName("field.calendar")
        self.calendar_button.setIcon(quiet_icon("calendar", tokens))
        self.calendar_button.setToolTip(tr("Choose the day in a calendar"))
        self.calendar_button.setAccessibleName(tr("Choose the day in a calendar"))
        self.calendar_button.clicked.connect(self._open_calendar)
        self.calendar_button.setVisible(form != "time")
        line.addWidget(self.calendar_button)

    def value(self) -> Any:
        text = self._editor.text().strip()
        return text or self._without

    def own_problems(self) -> list[Problem]:
        value = self.value()
        if not isinstance(value, str) or _read(value, self._form) is not None:
            return []
        return [Problem((), tr(_WRONG[self._form], example=_EXAMPLES[self._form]))]

    def clear(self, without: Any) -> None:
        self._editor.clear()
        self._editor.setPlaceholderText(placeholder(without, self._required))
        self._present, self._without = False, without
        self.changed.emit()

    def focus_target(self) -> QWidget:
        return self._editor

    def _open_calendar(self) -> None:
        menu = QMenu(self)
        calendar = QCalendarWidget(menu)
        calendar.setObjectName("field.days")
        day = _day(self._editor.text())
        if day is not None:
            calendar.setSelectedDate(QDate(day.year, day.month, day.day))
        action = QWidgetAction(menu)
        action.setDefaultWidget(calendar)
        menu.addAction(action)

        def chosen(picked: QDate) -> None:
            self._take(date(picked.year(), picked.month(), picked.day()))
            menu.close()

        calendar.clicked.connect(chosen)
        calendar.activated.connect(chosen)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.calendar_button.mapToGlobal(QPoint(0, self.calendar_button.height())))
        calendar.setFocus()

    def _take(self, day: date) -> None:
        """Write a day; of a moment the time of day stays."""
        text = day.isoformat()
        if self._form == "date-time":
            before = self._editor.text().strip()
            rest = before[10:] if _day(before) is not None and len(before) > 10 else "T00:00:00"
            text += rest
        self._editor.setText(text)
        self._typed()


def _read(text: str, form: str) -> date | time | None:
    with suppress(ValueError):
        if form == "date":
            return date.fromisoformat(text)
        if form == "date-time":
            return datetime.fromisoformat(text)
        return time.fromisoformat(text)
    return None


def _day(text: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(text.strip()[:10])
    return None
