"""The interrupt dialog, answered with clicks and keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from runtime.debug.description import SourceSpan
from runtime.debug.values import ValuePreview
from runtime.debug.views import ErrorView, InterruptView
from studio.approval.answer_panel import AnswerPanel
from studio.approval.interrupt_dialog import InterruptDialog

REFUND = {
    "action": "refund_order",
    "args": {"order": "A-1042", "amount": 49.9, "message": "Dear <b>Ada</b>\n\n对不起\nBye"},
}
DECISION = {
    "evidence": [
        {"claim": "load grew", "weight": 0.9},
        {"claim": "cache fell", "weight": 0.8},
    ],
    "answer_schema": {
        "type": "object",
        "properties": {
            "decision": {"enum": ["approve", "revise"]},
            "feedback": {"type": "string"},
        },
        "required": ["decision"],
    },
}
SOURCE = SourceSpan("/graphs/review.py", 40, 60, (48,))

SHORTCUT_TAKEN = "Keyboard event not accepted"
"""What Qt's test keyboard says of a key that a shortcut took."""

Open = Callable[..., InterruptDialog]


def asked(key: str, payload: Any, node: str = "approve") -> InterruptView:
    preview = ValuePreview("dict", "dict", str(payload)[:200])
    return InterruptView(key, f"task-{key}", node, preview, payload, SOURCE)


@pytest.fixture
def open_dialog(qtbot: QtBot) -> Iterator[Open]:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1000, 700)
    window.show()

    def open_it(*interrupts: InterruptView) -> InterruptDialog:
        dialog = InterruptDialog(interrupts, "demo", 3, window)
        dialog.open()
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        return dialog

    yield open_it
    window.close()


def button(dialog: InterruptDialog, name: str) -> QAbstractButton:
    """The visible button of a name."""
    for found in dialog.findChildren(QAbstractButton, name):
        if found.isVisible():
            return found
    raise AssertionError(name)


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def free_text(dialog: InterruptDialog) -> QPlainTextEdit:
    editor = dialog.findChild(QPlainTextEdit, "free_answer")
    assert isinstance(editor, QPlainTextEdit)
    return editor


def answering(dialog: InterruptDialog) -> AnswerPanel:
    panel = dialog.page(0).panel
    assert isinstance(panel, AnswerPanel)
    return panel


def texts(dialog: InterruptDialog) -> list[str]:
    return [label.text() for label in dialog.findChildren(QLabel) if label.isVisible()]


def sent(qtbot: QtBot, dialog: InterruptDialog, act: Callable[[], None]) -> Any:
    with qtbot.waitSignal(dialog.answered) as signal:
        act()
    return (signal.args or [None])[0]


@pytest.mark.parametrize(("name", "value"), [("option.0", True), ("option.1", False)])
def test_one_click_answers_with_what_the_button_says(
    qtbot: QtBot, open_dialog: Open, name: str, value: bool
) -> None:
    dialog = open_dialog(asked("i", REFUND))
    assert "sends true" in texts(dialog)
    assert "sends false" in texts(dialog)
    assert sent(qtbot, dialog, lambda: click(button(dialog, name))) == {"i": value}


def test_the_call_that_is_approved_is_readable(open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", REFUND))
    shown = texts(dialog)
    assert {"approve asks", "refund_order", "order", "A-1042", "49.9"} <= set(shown)
    boxes = [box.toPlainText() for box in dialog.page(0).payload.body.findChildren(QPlainTextEdit)]
    assert boxes == ["Dear <b>Ada</b>\n\n对不起\nBye"]
    assert all(
        label.textFormat() == Qt.TextFormat.PlainText
        for label in dialog.findChildren(QLabel)
        if label.text()
    )


def test_the_raw_payload_is_one_click_away(open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", DECISION))
    assert "answer_schema" not in texts(dialog)
    dialog.page(0).payload.show_json(True)
    editor = dialog.page(0).payload.json.editor
    assert editor.isVisible()
    assert editor.isReadOnly()
    assert '"answer_schema"' in editor.toPlainText()


def test_a_uniform_list_is_read_as_a_table(open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", DECISION))
    assert {"claim", "weight", "load grew", "0.9", "cache fell", "0.8"} <= set(texts(dialog))


def test_a_decision_is_sent_with_the_rest_of_the_form(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", DECISION))
    typing = QApplication.focusWidget()
    assert isinstance(typing, QPlainTextEdit)
    QTest.keyClicks(typing, "cache")
    shown = texts(dialog)
    assert 'Approve sends {"decision": "approve", "feedback": "cache"}' in shown
    assert 'Revise sends {"decision": "revise", "feedback": "cache"}' in shown
    assert button(dialog, "option.0").text() == "Approve with feedback"
    answer = sent(qtbot, dialog, lambda: click(button(dialog, "option.1")))
    assert answer == {"i": {"decision": "revise", "feedback": "cache"}}


@pytest.mark.parametrize("said", ["approve", "revise", 7])
@pytest.mark.parametrize(("name", "decision"), [("option.0", "approve"), ("option.1", "revise")])
def test_a_button_sends_what_it_says_whatever_the_json_decides(
    qtbot: QtBot, open_dialog: Open, name: str, decision: str, said: Any
) -> None:
    dialog = open_dialog(asked("i", DECISION))
    form = answering(dialog).form
    assert form is not None
    tabs = form.findChild(QTabBar, "form_mode")
    assert isinstance(tabs, QTabBar)
    place = tabs.tabRect(1).center()
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=place)
    editor = form.first_field()
    QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(editor, json.dumps({"decision": said, "feedback": "cache"}))
    shown = texts(dialog)
    assert 'Approve sends {"decision": "approve", "feedback": "cache"}' in shown
    assert 'Revise sends {"decision": "revise", "feedback": "cache"}' in shown
    answer = sent(qtbot, dialog, lambda: click(button(dialog, name)))
    assert answer == {"i": {"decision": decision, "feedback": "cache"}}


def test_a_deleted_text_is_not_sent(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", DECISION))
    typing = QApplication.focusWidget()
    assert isinstance(typing, QPlainTextEdit)
    QTest.keyClicks(typing, "no")
    for _ in "no":
        QTest.keyClick(typing, Qt.Key.Key_Backspace)
    assert typing.placeholderText() == "not set"
    assert button(dialog, "option.1").text() == "Revise"
    answer = sent(qtbot, dialog, lambda: click(button(dialog, "option.1")))
    assert answer == {"i": {"decision": "revise"}}


@pytest.mark.qt_log_ignore(SHORTCUT_TAKEN)
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_the_keyboard_alone_answers(qtbot: QtBot, open_dialog: Open, key: Qt.Key) -> None:
    dialog = open_dialog(asked("i", DECISION))
    keys = dialog.findChild(QLabel, "answer_keys")
    assert isinstance(keys, QLabel)
    assert keys.text() == (
        "Enter begins a new line, Ctrl+Enter goes to the buttons, Alt+1 and Alt+2 press them."
    )
    typing = QApplication.focusWidget()
    assert isinstance(typing, QPlainTextEdit)
    type_lines(typing, "cache\nmetrics")
    with qtbot.assertNotEmitted(dialog.answered):
        QTest.keyClick(typing, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is button(dialog, "option.0")
    QTest.keyClick(button(dialog, "option.0"), Qt.Key.Key_Tab)
    answer = sent(qtbot, dialog, lambda: QTest.keyClick(button(dialog, "option.1"), key))
    assert answer == {"i": {"decision": "revise", "feedback": "cache\nmetrics"}}


@pytest.mark.qt_log_ignore(SHORTCUT_TAKEN)
def test_ctrl_enter_uses_the_answer_of_a_form(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", {"schema": {"type": "string"}}))
    typing = QApplication.focusWidget()
    assert isinstance(typing, QPlainTextEdit)
    QTest.keyClicks(typing, "Ada")

    def press() -> None:
        QTest.keyClick(typing, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert sent(qtbot, dialog, press) == {"i": "Ada"}


def test_the_text_box_grows_with_each_line(open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", DECISION))
    typing = QApplication.focusWidget()
    assert isinstance(typing, QPlainTextEdit)
    for line in range(4):
        if line:
            QTest.keyClick(typing, Qt.Key.Key_Return)
        QTest.keyClicks(typing, "word")
        dialog.grab()
        assert typing.visibleRegion().boundingRect().height() == typing.height()


def place(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("typed", ["cache metrics", "cache metrics " * 20, "one\ntwo\nthree\nfour"])
def test_typing_moves_no_button_that_decides(qtbot: QtBot, open_dialog: Open, typed: str) -> None:
    dialog = open_dialog(asked("i", DECISION))
    before = {name: place(button(dialog, name)) for name in ("option.0", "option.1")}
    typing = QApplication.focusWidget()
    assert isinstance(typing, QPlainTextEdit)
    type_lines(typing, typed)
    dialog.grab()
    assert {name: place(button(dialog, name)) for name in before} == before
    at = before["option.1"].center()
    target = dialog.childAt(dialog.mapFromGlobal(at))
    assert target is button(dialog, "option.1")
    answer = sent(qtbot, dialog, lambda: click(target))
    assert answer == {"i": {"decision": "revise", "feedback": typed}}


@pytest.mark.parametrize("typed", ["a word", "long " * 60, "one\ntwo\nthree\nfour"])
def test_another_answer_moves_no_button_that_decides(
    qtbot: QtBot, open_dialog: Open, typed: str
) -> None:
    dialog = open_dialog(asked("i", REFUND))
    names = ("option.0", "option.1", "use_answer")
    before = [place(button(dialog, name)) for name in names]
    type_lines(free_text(dialog), typed)
    dialog.grab()
    assert [place(button(dialog, name)) for name in names] == before


def test_long_options_are_told_in_full_lines(open_dialog: Open) -> None:
    value = {"plan": "the longer way round, with a stop"}
    dialog = open_dialog(asked("i", {"options": [{"label": "now", "value": value}, "no"]}))
    assert 'Now sends {"plan": "the longer way round, with a stop"}' in texts(dialog)
    assert 'No sends "no"' in texts(dialog)


def type_lines(editor: QPlainTextEdit, text: str) -> None:
    """Type as a person does; Return breaks the line."""
    for number, line in enumerate(text.split("\n")):
        if number:
            QTest.keyClick(editor, Qt.Key.Key_Return)
        QTest.keyClicks(editor, line)


def test_typing_never_approves_by_accident(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", REFUND))
    with qtbot.assertNotEmitted(dialog.answered):
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Enter):
            QTest.keyClick(QApplication.focusWidget() or dialog, key)
    assert dialog.isVisible()


def test_shortcuts_press_the_quick_answers(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", {"options": ["ship", "hold"]}))

    def press() -> None:
        QTest.keyClick(dialog, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)

    assert sent(qtbot, dialog, press) == {"i": "hold"}


@pytest.mark.qt_log_ignore(SHORTCUT_TAKEN)
def test_another_answer_goes_as_text_or_as_json(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", "How many?"))
    panel = answering(dialog)
    assert not button(dialog, "use_answer").isEnabled()
    QTest.keyClicks(free_text(dialog), "[7]")
    assert 'sends "[7]"' in texts(dialog)
    click(panel.as_json)
    assert "sends [7]" in texts(dialog)

    def press() -> None:
        QTest.keyClick(panel.as_json, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert sent(qtbot, dialog, press) == {"i": [7]}


@pytest.mark.parametrize(
    ("typed", "words"), [("[1,", "Line 1, column 4"), ("null", "null cannot be an answer")]
)
def test_what_cannot_be_an_answer_is_refused_and_kept(
    qtbot: QtBot, open_dialog: Open, typed: str, words: str
) -> None:
    dialog = open_dialog(asked("i", "How many?"))
    click(answering(dialog).as_json)
    QTest.keyClicks(free_text(dialog), typed)
    with qtbot.assertNotEmitted(dialog.answered):
        click(button(dialog, "use_answer"))
    assert any(words in text for text in texts(dialog))
    assert free_text(dialog).toPlainText() == typed


def test_a_form_is_sent_only_when_it_fits(qtbot: QtBot, open_dialog: Open) -> None:
    schema = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
        "required": ["name", "age"],
    }
    dialog = open_dialog(asked("i", {"text": "Who?", "schema": schema}))
    with qtbot.assertNotEmitted(dialog.answered):
        click(button(dialog, "use_answer"))
    assert texts(dialog).count("✕ A value is required.") == 2
    for keys in ("Ada", "36"):
        typing = QApplication.focusWidget()
        assert typing is not None
        QTest.keyClicks(typing, keys)
        QTest.keyClick(typing, Qt.Key.Key_Tab)
    answer = sent(qtbot, dialog, lambda: click(button(dialog, "use_answer")))
    assert answer == {"i": {"name": "Ada", "age": 36}}


def test_answering_later_sends_nothing(qtbot: QtBot, open_dialog: Open) -> None:
    for act in ("button", "escape"):
        dialog = open_dialog(asked("i", REFUND))
        with (
            qtbot.assertNotEmitted(dialog.answered),
            qtbot.waitSignal(dialog.postponed),
        ):
            if act == "button":
                click(dialog.later_button)
            else:
                QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_several_questions_are_answered_in_one_go(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog(asked("a", REFUND), asked("b", "Go on?", "ask"), asked("c", DECISION, "x"))
    assert dialog.waiting_list.isVisible()
    assert not dialog.send_button.isEnabled()
    click(button(dialog, "option.0"))
    assert dialog.waiting_list.currentRow() == 1
    assert dialog.answers == {"a": True}
    click(button(dialog, "option.1"))
    assert dialog.send_button.text() == "Send 2 of 3"
    assert sent(qtbot, dialog, lambda: click(dialog.send_button)) == {"a": True, "b": False}


def test_a_decision_can_be_changed_until_it_is_sent(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog(asked("a", REFUND), asked("b", "Go on?"))
    click(button(dialog, "option.0"))
    click(button(dialog, "option.0"))
    assert dialog.send_button.text() == "Send 2 answers"
    place = dialog.waiting_list.visualItemRect(dialog.waiting_list.item(0)).center()
    QTest.mouseClick(dialog.waiting_list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert "✓ sends true" in texts(dialog)
    click(button(dialog, "change_answer"))
    assert dialog.answers == {"b": True}
    click(button(dialog, "option.1"))
    assert sent(qtbot, dialog, lambda: click(dialog.send_button)) == {"a": False, "b": True}


def test_a_refused_answer_keeps_what_was_written(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", "How many?"))
    QTest.keyClicks(free_text(dialog), "many words")
    assert sent(qtbot, dialog, lambda: click(button(dialog, "use_answer"))) == {"i": "many words"}
    assert not dialog.isEnabled()
    dialog.reject()
    assert dialog.isVisible()
    dialog.show_failure(ErrorView("Refused", "The thread went on.", remedy="Look at its head."))
    assert "✕ Not sent. The thread went on. Look at its head." in texts(dialog)
    assert free_text(dialog).toPlainText() == "many words"
    answer = sent(qtbot, dialog, lambda: click(button(dialog, "option.0")))
    assert answer == {"i": True}


def test_the_line_that_asks_can_be_shown(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", REFUND))
    assert button(dialog, "show_source").text() == "review.py, line 48"
    with qtbot.waitSignal(dialog.source_requested) as signal:
        click(button(dialog, "show_source"))
    assert signal.args == [SOURCE]


def test_questions_of_one_node_are_told_apart(open_dialog: Open) -> None:
    inner = replace(asked("a", "Sign?", "doc"), index=0, inner=("sign",))
    other = replace(asked("b", "Sign?", "doc"), index=1, inner=("sign",))
    dialog = open_dialog(inner, other)
    assert "doc [0] / sign asks" in texts(dialog)
    listed = [dialog.waiting_list.item(row).text() for row in range(2)]
    assert listed == ["doc [0] / sign", "doc [1] / sign"]


@pytest.mark.parametrize(
    "payload",
    [
        None,
        "",
        [],
        {},
        "很长的文字" * 2000,
        {"a": {"b": {"c": {"d": {"e": {"f": {"g": [1, {"h": None}]}}}}}}},
        [{"row": number, "text": "x" * 30} for number in range(500)],
        list(range(1000)),
        {f"key_{number}": number for number in range(200)},
    ],
)
def test_every_payload_is_shown(open_dialog: Open, payload: Any) -> None:
    dialog = open_dialog(asked("i", payload))
    picture = dialog.grab().toImage()
    assert picture.width() == dialog.width()
    assert dialog.page(0).payload.body.findChildren(QWidget)


MIDDLEWARE = {
    "action_requests": [
        {"name": "send_email", "args": {"to": "ada", "body": "Hello"}, "description": "Check it"},
        {"name": "delete_file", "args": {"path": "/tmp/x"}},
    ],
    "review_configs": [
        {"action_name": "send_email", "allowed_decisions": ["approve", "edit", "reject"]},
        {"action_name": "delete_file", "allowed_decisions": ["approve", "reject"]},
    ],
}


def test_proposed_calls_are_decided_one_by_one(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog(asked("i", MIDDLEWARE))
    assert {"send_email", "delete_file", "Check it"} <= set(texts(dialog))
    assert dialog.findChildren(QAbstractButton, "decision.1.edit") == []
    assert not button(dialog, "use_answer").isEnabled()
    click(button(dialog, "decision.0.edit"))
    editor = QApplication.focusWidget()
    assert editor is not None
    QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(editor, '{"to": "bob", "body": "Hello"}')
    diff = dialog.findChild(QPlainTextEdit, "arguments_diff")
    assert isinstance(diff, QPlainTextEdit)
    assert '-   "to": "ada"' in diff.toPlainText()
    assert '+   "to": "bob"' in diff.toPlainText()
    click(button(dialog, "decision.1.reject"))
    message = QApplication.focusWidget()
    assert message is not None
    QTest.keyClicks(message, "keep it")
    answer = sent(qtbot, dialog, lambda: click(button(dialog, "use_answer")))
    assert answer == {
        "i": {
            "decisions": [
                {
                    "type": "edit",
                    "edited_action": {
                        "name": "send_email",
                        "args": {"to": "bob", "body": "Hello"},
                    },
                },
                {"type": "reject", "message": "keep it"},
            ]
        }
    }


def test_a_response_needs_words(qtbot: QtBot, open_dialog: Open) -> None:
    inbox = {
        "action_request": {"action": "ask_user", "args": {"question": "Which?"}},
        "config": {"allow_respond": True, "allow_ignore": True},
    }
    dialog = open_dialog(asked("i", [inbox]))
    click(button(dialog, "decision.0.respond"))
    click(button(dialog, "use_answer"))
    assert any("Write what ask_user answers." in text for text in texts(dialog))
    message = dialog.findChild(QPlainTextEdit, "message.0")
    assert isinstance(message, QPlainTextEdit)
    QTest.keyClicks(message, "the second")
    answer = sent(qtbot, dialog, lambda: click(button(dialog, "use_answer")))
    assert answer == {"i": [{"type": "response", "args": "the second"}]}


def test_the_whole_digest_is_copied(open_dialog: Open) -> None:
    dialog = open_dialog(replace(asked("i", REFUND), digest="0123456789abcdef" * 4))
    label = dialog.findChild(QLabel, "digest")
    assert isinstance(label, QLabel)
    assert label.text() == "SHA-256 0123456789ab"
    assert label.toolTip().startswith("0123456789abcdef" * 4)
    click(button(dialog, "copy_digest"))
    assert QApplication.clipboard().text() == "0123456789abcdef" * 4
