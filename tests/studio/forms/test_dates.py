"""Dates are written as text or chosen in a calendar."""

from typing import Any

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCalendarWidget, QLineEdit, QToolButton
from pytestqt.qtbot import QtBot

from studio.forms import SchemaForm


def shown(qtbot: QtBot, form: str, value: Any) -> SchemaForm:
    schema = {
        "type": "object",
        "properties": {"when": {"type": "string", "format": form}},
        "required": ["when"],
    }
    made = SchemaForm(schema, {"when": value})
    qtbot.addWidget(made)
    made.show()
    return made


def calendar_of(qtbot: QtBot, form: SchemaForm) -> QCalendarWidget:
    button = form.findChild(QToolButton, "field.calendar")
    assert isinstance(button, QToolButton)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    found: list[QCalendarWidget] = []

    def look() -> bool:
        popup = QApplication.activePopupWidget()
        found[:] = [] if popup is None else popup.findChildren(QCalendarWidget, "field.days")
        return bool(found)

    qtbot.waitUntil(look)
    return found[0]


@pytest.mark.parametrize(
    ("form", "before", "after"),
    [
        ("date", "2026-11-03", "2027-02-28"),
        ("date", "", "2027-02-28"),
        ("date-time", "2026-11-03T12:30:00+01:00", "2027-02-28T12:30:00+01:00"),
        ("date-time", "nothing", "2027-02-28T00:00:00"),
    ],
)
def test_a_day_is_chosen_in_a_calendar(qtbot: QtBot, form: str, before: str, after: str) -> None:
    made = shown(qtbot, form, before)
    calendar = calendar_of(qtbot, made)
    with qtbot.waitSignal(made.changed):
        calendar.setSelectedDate(QDate(2027, 2, 28))
        calendar.setFocus()
        QTest.keyClick(calendar.focusWidget(), Qt.Key.Key_Return)
    assert made.value() == {"when": after}
    assert made.is_valid()


@pytest.mark.parametrize(
    ("form", "wrong", "right"),
    [
        ("date", "2026-02-30", "2026-02-28"),
        ("date-time", "2026-02-28T25:00:00", "2026-02-28T23:00:00Z"),
        ("time", "24:61", "23:59:01.5"),
    ],
)
def test_text_that_is_no_date_is_a_problem_beside_the_field(
    qtbot: QtBot, form: str, wrong: str, right: str
) -> None:
    made = shown(qtbot, form, wrong)
    assert [problem.path for problem in made.problems()] == [("when",)]
    assert made.value() == {"when": wrong}, "what was typed stays"
    editor = made.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    editor.setFocus()
    editor.selectAll()
    QTest.keyClicks(editor, right)
    assert made.is_valid()
    assert made.value() == {"when": right}
