"""The field of expressions: completion by keys and mouse, what is wrong, what it is worth."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton, QVBoxLayout
from pytestqt.qtbot import QtBot

from runtime.debug.commands import CheckExpression
from runtime.debug.expressions import BadExpression, Expression, trouble
from runtime.debug.expressions.completing import complete
from runtime.debug.views import ExpressionChecked
from studio.expressions.checker import Checked
from studio.expressions.field import ExpressionField
from tests.studio.inspector.model_watch import watch_model

STATE: dict[str, Any] = {
    "log": ["a", "b"],
    "order": {"id": "A-1", "lines": [1, 2], "with space": 3},
    "报告": "十二",
    "my-channel": 1,
}


class StateCheck:
    """Answers from ``STATE`` as a session would."""

    def __init__(self) -> None:
        self.asked: list[CheckExpression] = []

    def __call__(self, text: str, cursor: int | None, namespace: str, then: Checked) -> None:
        self.asked.append(CheckExpression(text, checkpoint_ns=namespace, cursor=cursor))
        types = dict.fromkeys(STATE, "Any")
        start, offered = (
            (0, ()) if cursor is None else complete(text, cursor, types, STATE.__getitem__)
        )
        try:
            value = Expression(text).value(STATE.__getitem__)
        except BadExpression as error:
            then(ExpressionChecked(str(error), error.remedy, start=start, completions=offered))
        except Exception as error:  # noqa: BLE001 - as the session tells it
            then(ExpressionChecked(trouble=trouble(error), start=start, completions=offered))
        else:
            then(ExpressionChecked(value=repr(value), start=start, completions=offered))


@pytest.fixture
def check() -> StateCheck:
    return StateCheck()


def make(qtbot: QtBot, check: StateCheck, *, template: bool = False) -> ExpressionField:
    field = ExpressionField(check, "field", template=template)
    watch_model(field.line.popup.completions, field)
    qtbot.addWidget(field)
    field.resize(480, 60)
    with qtbot.waitExposed(field):
        field.show()
    field.line.setFocus()
    qtbot.waitUntil(field.line.hasFocus)
    return field


def offered(qtbot: QtBot, field: ExpressionField) -> list[str]:
    """What the list shows, once it shows."""
    qtbot.waitUntil(field.line.popup.isVisible)
    return [each.text for each in field.line.popup.completions.completions]


def test_a_channel_is_completed_with_the_keyboard(qtbot: QtBot, check: StateCheck) -> None:
    field = make(qtbot, check)
    QTest.keyClicks(field.line, "len(lo")
    assert offered(qtbot, field)[:2] == ["log", "float("]
    QTest.keyClick(field.line, Qt.Key.Key_Down)
    QTest.keyClick(field.line, Qt.Key.Key_Up)
    QTest.keyClick(field.line, Qt.Key.Key_Return)
    assert field.line.text() == "len(log"
    assert not field.line.popup.isVisible()
    QTest.keyClicks(field.line, ") > 1")
    qtbot.waitUntil(lambda: field.said.text() == "= True")
    with qtbot.waitSignal(field.given) as given:
        QTest.keyClick(field.line, Qt.Key.Key_Return)
    assert given.args == ["len(log) > 1"]


def test_keys_fields_and_methods_of_the_value(qtbot: QtBot, check: StateCheck) -> None:
    field = make(qtbot, check)
    QTest.keyClicks(field.line, "order.")
    assert offered(qtbot, field) == ["id", "lines", "get(", "items()", "keys()", "values()"]
    QTest.keyClick(field.line, Qt.Key.Key_Tab)
    assert field.line.text() == "order.id"
    assert field.line.hasFocus()
    field.line.clear()
    QTest.keyClicks(field.line, "order['")
    assert offered(qtbot, field) == ["id']", "lines']", "with space']"]
    popup = field.line.popup
    third = popup.visualRect(popup.completions.index(2)).center()
    QTest.mouseClick(popup.viewport(), Qt.MouseButton.LeftButton, pos=third)
    assert field.line.text() == "order['with space']"
    qtbot.waitUntil(lambda: field.said.text() == "= 3")


def test_what_stands_behind_the_cursor_is_not_doubled(qtbot: QtBot, check: StateCheck) -> None:
    field = make(qtbot, check)
    field.line.setText("order['']")
    field.line.setCursorPosition(7)
    QTest.keyClick(field.line, Qt.Key.Key_L)
    assert offered(qtbot, field) == ["lines']"]
    QTest.keyClick(field.line, Qt.Key.Key_Return)
    assert field.line.text() == "order['lines']"


def test_ctrl_space_offers_everything_and_escape_hides_it(qtbot: QtBot, check: StateCheck) -> None:
    field = make(qtbot, check)
    QTest.keyClick(field.line, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert offered(qtbot, field)[:4] == ["log", "order", "报告", "channel('my-channel')"]
    QTest.keyClick(field.line, Qt.Key.Key_Escape)
    assert not field.line.popup.isVisible()


def test_escape_closes_the_list_and_not_the_dialog(qtbot: QtBot, check: StateCheck) -> None:
    dialog = QDialog()
    layout = QVBoxLayout(dialog)
    field = ExpressionField(check, "field", dialog)
    layout.addWidget(field)
    button = QPushButton("Default", dialog)
    button.setDefault(True)
    layout.addWidget(button)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    field.line.setFocus()
    QTest.keyClicks(field.line, "lo")
    offered(qtbot, field)
    QTest.keyClick(field.line, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    QTest.keyClick(field.line, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_what_is_wrong_is_beside_the_field(qtbot: QtBot, check: StateCheck) -> None:
    field = make(qtbot, check)
    QTest.keyClicks(field.line, "log >")
    qtbot.waitUntil(lambda: field.said.text().startswith("is not an expression"))
    assert field.said.property("role") == "error"
    assert field.line.property("invalid") is True
    with qtbot.assertNotEmitted(field.given):
        QTest.keyClick(field.line, Qt.Key.Key_Return)
    QTest.keyClicks(field.line, " 1")
    qtbot.waitUntil(lambda: "not supported" in field.said.text())
    assert field.said.property("role") == "muted"
    assert field.line.property("invalid") is False
    field.line.selectAll()
    QTest.keyClicks(field.line, "open('x')")
    qtbot.waitUntil(lambda: field.said.text().startswith("calls open, which is not known. Known"))
    field.line.clear()
    field.line.check_now()
    assert field.said.text() == ""


def test_words_of_other_languages(qtbot: QtBot, check: StateCheck) -> None:
    field = make(qtbot, check)
    field.line.setText("报告.")
    field.line.complete()
    assert "startswith(" in offered(qtbot, field)
    field.set_text("报告 == '十二'")
    assert field.said.text() == "= True"


def test_a_message_is_completed_inside_its_braces(qtbot: QtBot, check: StateCheck) -> None:
    field = make(qtbot, check, template=True)
    QTest.keyClicks(field.line, "has lo")
    QTest.qWait(1)
    assert field.line.property("invalid") is not True
    QTest.keyClicks(field.line, " {order.li")
    assert offered(qtbot, field) == ["lines"]
    QTest.keyClick(field.line, Qt.Key.Key_Return)
    QTest.keyClicks(field.line, "} in all")
    assert field.line.text() == "has lo {order.lines} in all"
    assert check.asked[-1].text.startswith("order.l")


def test_leaving_the_field_hides_the_list(qtbot: QtBot, check: StateCheck) -> None:
    field = make(qtbot, check)
    QTest.keyClicks(field.line, "lo")
    offered(qtbot, field)
    field.line.clearFocus()
    assert not field.line.popup.isVisible()
