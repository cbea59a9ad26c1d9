"""Forms, used as a person uses them: keys, clicks, tabs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from studio.forms import ABSENT, Problem, SchemaForm
from studio.shell.theme import DARK, LIGHT

FINDING: dict[str, Any] = {
    "type": "object",
    "properties": {
        "claim": {"type": "string", "description": "What was found"},
        "weight": {"type": "number", "minimum": 0, "maximum": 1},
    },
    "required": ["claim", "weight"],
}
INQUIRY: dict[str, Any] = {
    "type": "object",
    "properties": {
        "question": {"type": "string", "description": "What to find out"},
        "breadth": {"type": "integer", "minimum": 1},
        "strict": {"type": "boolean"},
        "depth": {"enum": ["shallow", "deep"]},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "findings": {"type": "array", "items": FINDING},
        "best": {"anyOf": [FINDING, {"type": "null"}], "default": None},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "key": {"anyOf": [{"type": "string"}, {"type": "integer"}, FINDING]},
        "anything": {},
    },
    "required": ["question", "breadth"],
}

Make = Callable[..., SchemaForm]


@pytest.fixture
def make(qtbot: QtBot) -> Iterator[Make]:
    """Makes forms that are on the screen and go away with the test."""
    made: list[SchemaForm] = []  # a window that only a cycle keeps may be freed while it paints

    def make_form(schema: dict[str, Any] | None, value: Any = ABSENT) -> SchemaForm:
        form = SchemaForm(schema, value, LIGHT)
        qtbot.addWidget(form)
        form.resize(640, 800)
        form.show()
        form.activateWindow()
        qtbot.waitUntil(form.isActiveWindow)
        made.append(form)
        return form

    yield make_form
    made.clear()


def part(form: QWidget, name: str) -> QWidget:
    """The field of a property, by its name."""
    found = form.findChild(QWidget, f"field.{name}")
    assert isinstance(found, QWidget), name
    return found


def inside(field: QWidget, kind: type[QWidget], name: str = "") -> Any:
    """The first visible widget of a kind in a field."""
    for found in field.findChildren(kind):
        if found.isVisible() and name in ("", found.objectName()):
            return found
    raise AssertionError(f"no {kind.__name__} {name} in {field.objectName()}")


def shown_problems(form: SchemaForm) -> list[str]:
    labels = [label for label in form.findChildren(QLabel, "problem") if label.isVisible()]
    return [label.text() for label in labels]


def click(qtbot: QtBot, button: QAbstractButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def retype(qtbot: QtBot, editor: QWidget, text: str) -> None:
    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    QTest.keyClicks(editor, text)


def test_a_form_is_filled_with_the_keyboard_alone(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY)
    form.setFocus()
    for keys in ("Why?", "3"):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClicks(focused, keys)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert form.value() == {"question": "Why?", "breadth": 3, "best": None}
    assert form.is_valid()


def test_changed_is_for_people_only(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY)
    with qtbot.assertNotEmitted(form.changed):
        form.set_value({"question": "a", "breadth": 1})
        form.set_mode("json")
        form.set_mode("form")
        form.set_problems([Problem(("breadth",), "Too many.")])
    with qtbot.waitSignal(form.changed):
        QTest.keyClicks(inside(part(form, "question"), QPlainTextEdit), "b")


def test_text_that_is_no_number_stays_and_is_explained(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY, {"question": "a", "breadth": 3})
    editor = inside(part(form, "breadth"), QLineEdit)
    retype(qtbot, editor, "three")
    assert editor.text() == "three"
    assert form.value()["breadth"] == "three"
    assert not form.is_valid()
    assert shown_problems(form) == ["✕ Must be a whole number."]
    assert editor.property("invalid") is True
    retype(qtbot, editor, "4")
    assert shown_problems(form) == []
    assert form.value()["breadth"] == 4
    assert form.is_valid()


@pytest.mark.parametrize("value", [2**80, 0.1, 1e-300, -0.0, 3.0])
def test_a_number_that_nobody_touched_comes_back_as_it_was(make: Make, value: float) -> None:
    form = make({"type": "object", "properties": {"n": {"type": "number"}}}, {"n": value})
    assert repr(form.value()["n"]) == repr(value)


def test_lines_in_a_text_are_kept(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY, {"question": "为什么", "breadth": 1})
    editor = inside(part(form, "question"), QPlainTextEdit)
    before = editor.height()
    QTest.keyClick(editor, Qt.Key.Key_End)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QTest.keyClicks(editor, "and how?")
    assert form.value()["question"] == "为什么\nand how?"
    assert editor.height() > before


def test_missing_values_are_no_mistake_before_the_form_is_sent(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY)
    QTest.keyClicks(inside(part(form, "question"), QPlainTextEdit), "a")
    assert shown_problems(form) == []
    assert not form.is_valid()
    assert form.reveal_problems()
    assert shown_problems(form) == ["✕ A value is required."]
    assert QApplication.focusWidget() is inside(part(form, "breadth"), QLineEdit)


def test_an_optional_value_is_taken_away_to_not_set_or_null(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY, {"question": "a", "breadth": 1, "note": "x", "labels": {"a": "b"}})
    clear = inside(part(form, "note"), QToolButton, "clear_value")
    actions = clear.menu().actions()
    assert [action.text() for action in actions] == ["Not set", "null"]
    actions[1].trigger()
    assert form.value()["note"] is None
    assert not clear.isVisible()
    QTest.keyClicks(inside(part(form, "note"), QPlainTextEdit), "y")
    actions[0].trigger()
    assert "note" not in form.value()
    click(qtbot, inside(part(form, "labels"), QToolButton, "clear_value"))
    assert "labels" not in form.value()
    click(qtbot, inside(part(form, "labels"), QToolButton, "disclosure"))
    assert form.value()["labels"] == {}


def test_truth_and_choices(qtbot: QtBot, make: Make) -> None:
    schema = {**INQUIRY, "required": ["strict"]}
    form = make(schema, {"strict": True})
    box = inside(part(form, "strict"), QCheckBox)
    assert box.text() == "true"
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert box.text() == "false"
    assert form.value()["strict"] is False
    chooser = inside(part(form, "depth"), QComboBox)
    assert chooser.currentText() == "not set"
    QTest.keyClick(chooser, Qt.Key.Key_Down)
    QTest.keyClick(chooser, Qt.Key.Key_Down)
    assert form.value()["depth"] == "deep"


def test_list_items_are_added_moved_and_removed(qtbot: QtBot, make: Make) -> None:
    form = make({"type": "array", "items": {"type": "string"}}, ["a", "b"])
    click(qtbot, inside(form, QAbstractButton, "add_item"))
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClicks(focused, "c")
    assert form.value() == ["a", "b", "c"]
    ups = form.findChildren(QToolButton, "move_up")
    click(qtbot, ups[2])
    assert form.value() == ["a", "c", "b"]
    downs = form.findChildren(QToolButton, "move_down")
    click(qtbot, downs[0])
    assert form.value() == ["c", "a", "b"]
    removers = form.findChildren(QToolButton, "remove_item")
    click(qtbot, removers[2])
    assert form.value() == ["a", "b"]


def test_a_new_item_of_a_list_wants_a_value(qtbot: QtBot, make: Make) -> None:
    form = make({"type": "array", "items": {"type": "integer"}}, [1])
    click(qtbot, inside(form, QAbstractButton, "add_item"))
    assert form.value() == [1, None]
    assert shown_problems(form) == []
    assert form.reveal_problems()
    qtbot.waitUntil(lambda: shown_problems(form) == ["✕ A value is required."])


def test_items_of_a_fixed_place_stay_there(make: Make) -> None:
    pair = [{"type": "integer"}, {"type": "string"}]
    form = make({"type": "array", "prefixItems": pair, "minItems": 2, "maxItems": 2}, [1, "a"])
    assert not any(button.isEnabled() for button in form.findChildren(QToolButton, "remove_item"))
    assert not form.findChildren(QAbstractButton, "add_item")[0].isVisible()


def test_objects_in_lists_open_late_and_keep_what_is_in_them(qtbot: QtBot, make: Make) -> None:
    findings = [{"claim": f"claim {number}", "weight": 0.5, "more": [1]} for number in range(5)]
    form = make(INQUIRY, {"question": "a", "breadth": 1, "findings": findings})
    headers = [
        button
        for button in part(form, "findings").findChildren(QToolButton, "disclosure")
        if button.text().isdecimal()
    ]
    assert len(headers) == 5
    assert form.value()["findings"] == findings
    assert part(form, "findings").findChild(QWidget, "field.claim") is None
    click(qtbot, headers[4])
    claim = inside(part(form, "findings"), QPlainTextEdit)
    assert claim.toPlainText() == "claim 4"
    retype(qtbot, claim, "new")
    assert form.value()["findings"][4] == {"claim": "new", "weight": 0.5, "more": [1]}


def test_free_keys_are_added_renamed_and_removed(qtbot: QtBot, make: Make) -> None:
    form = make({"type": "object", "additionalProperties": {"type": "string"}}, {"a": "1"})
    click(qtbot, inside(form, QAbstractButton, "add_key"))
    key = QApplication.focusWidget()
    assert isinstance(key, QLineEdit)
    QTest.keyClicks(key, "b")
    assert form.value() == {"a": "1", "b": ""}
    retype(qtbot, key, "a")
    assert form.value() == {"a": "1", "a (2)": ""}
    assert not form.is_valid()
    assert [problem.message for problem in form.problems()] == ["The key “a” is used twice."]
    retype(qtbot, key, "c")
    assert form.is_valid()
    click(qtbot, form.findChildren(QToolButton, "remove_key")[0])
    assert form.value() == {"c": ""}


def test_keys_that_the_schema_does_not_name_are_kept_and_edited(qtbot: QtBot, make: Make) -> None:
    form = make(FINDING, {"claim": "a", "weight": 1, "extra": {"deep": [1]}})
    assert form.value() == {"claim": "a", "weight": 1, "extra": {"deep": [1]}}
    rows = form.findChildren(QToolButton, "remove_key")
    click(qtbot, rows[0])
    assert form.value() == {"claim": "a", "weight": 1}


def test_the_shape_of_a_union_is_chosen(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY, {"question": "a", "breadth": 1, "key": 7})
    chooser = inside(part(form, "key"), QComboBox, "variant")
    assert chooser.currentText() == "a whole number"
    QTest.keyClick(chooser, Qt.Key.Key_Up)
    assert form.value()["key"] == ""
    QTest.keyClicks(inside(part(form, "key"), QPlainTextEdit), "seven")
    assert form.value()["key"] == "seven"


def test_a_value_that_does_not_fit_is_shown_as_json_and_not_altered(make: Make) -> None:
    value = {"question": ["not", "a", "text"], "breadth": {"x": 1}, "strict": "yes", "best": 3}
    form = make(INQUIRY, value)
    assert form.value() == value
    assert {problem.path for problem in form.problems()} == {
        ("question",),
        ("breadth",),
        ("strict",),
        ("best",),
    }


def test_a_long_list_is_edited_as_json(make: Make) -> None:
    form = make({"type": "array", "items": {"type": "integer"}}, list(range(500)))
    assert form.value() == list(range(500))
    assert len(form.findChildren(QLineEdit)) == 0


def test_any_value_is_json_and_says_when_it_is_not(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY, {"question": "a", "breadth": 1, "anything": {"a": 1}})
    editor = inside(part(form, "anything"), QPlainTextEdit)
    retype(qtbot, editor, "[1, ")
    assert editor.toPlainText() == "[1, "
    assert form.value()["anything"] == "[1, "
    assert "Not JSON" in shown_problems(form)[0]
    QTest.keyClicks(editor, "2]")
    assert form.value()["anything"] == [1, 2]
    assert shown_problems(form) == []


def test_form_and_json_are_one_value(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY, {"question": "a", "breadth": 1})
    QTest.keyClicks(inside(part(form, "question"), QPlainTextEdit), "b")
    tabs = form.findChild(QTabBar, "form_mode")
    assert isinstance(tabs, QTabBar)
    place = tabs.tabRect(1).center()
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=place)
    assert form.mode() == "json"
    editor = inside(form, QPlainTextEdit, "json_text")
    assert json.loads(editor.toPlainText()) == form.value()
    retype(qtbot, editor, '{"question": "c", "breadth": 2, "new": null}')
    assert form.value() == {"question": "c", "breadth": 2, "new": None}
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(0).center())
    assert form.mode() == "form"
    assert inside(part(form, "question"), QPlainTextEdit).toPlainText() == "c"
    assert form.value() == {"question": "c", "breadth": 2, "new": None}


def test_broken_json_keeps_its_text_and_its_page(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY, {"question": "a", "breadth": 1})
    form.set_mode("json")
    editor = inside(form, QPlainTextEdit, "json_text")
    retype(qtbot, editor, '{"question": }')
    assert not form.is_valid()
    assert form.value()["question"] == "a"
    form.set_mode("form")
    assert form.mode() == "json"
    assert editor.toPlainText() == '{"question": }'
    assert editor.textCursor().positionInBlock() == 13
    message = form.findChild(QLabel, "json_problem")
    assert isinstance(message, QLabel)
    assert message.text().startswith("✕ Line 1, column 14")
    assert editor.property("invalid") is True


def test_on_the_json_page_problems_are_listed_by_place(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY, {"question": "a", "breadth": 1})
    form.set_mode("json")
    retype(qtbot, inside(form, QPlainTextEdit, "json_text"), '{"question": 1}')
    note = form.findChild(QLabel, "form_note")
    assert isinstance(note, QLabel)
    assert note.text() == "✕ question: Must be text."
    assert form.reveal_problems()
    assert "breadth: A value is required." in note.text()


def test_problems_from_outside_stand_beside_their_field_until_it_changes(
    qtbot: QtBot, make: Make
) -> None:
    value = {"question": "a", "breadth": 1, "findings": [{"claim": "c", "weight": 1}]}
    form = make(INQUIRY, value)
    form.set_problems(
        [Problem(("findings", "0", "claim"), "Unknown claim."), Problem((), "Too expensive.")]
    )
    claim = part(part(form, "findings"), "claim")
    assert inside(claim, QLabel, "problem").text() == "✕ Unknown claim."
    assert "✕ Too expensive." in shown_problems(form)
    QTest.keyClicks(inside(claim, QPlainTextEdit), "d")
    assert shown_problems(form) == []


def test_without_a_schema_there_is_json_alone(qtbot: QtBot, make: Make) -> None:
    form = make(None, [1])
    assert form.mode() == "json"
    tabs = form.findChild(QTabBar, "form_mode")
    assert isinstance(tabs, QTabBar)
    assert not tabs.isVisible()
    retype(qtbot, inside(form, QPlainTextEdit, "json_text"), "[2]")
    assert form.value() == [2]


def test_another_theme_keeps_what_was_typed(qtbot: QtBot, make: Make) -> None:
    form = make(INQUIRY, {"question": "a", "breadth": 1})
    retype(qtbot, inside(part(form, "breadth"), QLineEdit), "5")
    form.set_theme(DARK)
    assert form.value()["breadth"] == 5
    assert DARK.border_strong in form.styleSheet()


def test_recursive_schemas_open_as_deep_as_the_value(qtbot: QtBot, make: Make) -> None:
    node: dict[str, Any] = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
        },
        "required": ["name"],
    }
    form = make({"$ref": "#/$defs/Node", "$defs": {"Node": node}}, {"name": "a"})
    click(qtbot, inside(part(form, "next"), QToolButton, "disclosure"))
    inner = part(part(form, "next"), "name")
    QTest.keyClicks(inside(inner, QPlainTextEdit), "b")
    assert form.value() == {"name": "a", "next": {"name": "b"}}


def test_markup_in_names_and_values_is_shown_as_it_is(make: Make) -> None:
    schema = {"type": "object", "properties": {"<b>x</b>": {"type": "string"}}}
    form = make(schema, {"<b>x</b>": "<i>y</i>"})
    formats = {label.textFormat() for label in form.findChildren(QLabel)}
    assert formats == {Qt.TextFormat.PlainText}
    assert form.value() == {"<b>x</b>": "<i>y</i>"}
