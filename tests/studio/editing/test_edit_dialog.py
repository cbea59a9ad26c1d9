"""The edit dialog over a recorded run: keys and clicks, the real engine's previews."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from runtime.debug.commands import StateEdit
from runtime.debug.views import (
    EditPreview,
    ErrorView,
    Failed,
    FieldProblem,
)
from studio.editing.diff_view import DiffView
from studio.editing.edit_dialog import EditStateDialog
from studio.forms import SchemaForm
from tests.studio.editing.recorded import RecordedInquiry

GATHERED = 2
"""Superstep after which all searches have written and ``gather`` is due."""

SHORTCUT_TAKEN = "Keyboard event not accepted"
"""What Qt's test keyboard says of a key that a shortcut took."""

Open = Callable[..., EditStateDialog]


@pytest.fixture(scope="module")
def inquiry() -> Iterator[RecordedInquiry]:
    recorded = RecordedInquiry()
    yield recorded
    recorded.close()


@pytest.fixture
def open_dialog(qtbot: QtBot, inquiry: RecordedInquiry) -> Iterator[Open]:
    """Opens dialogs over one window that is kept until the test ends."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1100, 700)
    window.show()

    def open_it(channel: str, step: int = GATHERED, **callbacks: Any) -> EditStateDialog:
        dialog = EditStateDialog(
            inquiry.view(step),
            inquiry.graph,
            callbacks.get("ask_preview", inquiry.ask_preview),
            callbacks.get("ask_json", inquiry.ask_json),
            window,
            channel,
        )
        dialog.open()
        dialog.activateWindow()
        qtbot.waitUntil(dialog.isActiveWindow)
        return dialog

    yield open_it
    window.close()


def form_of(dialog: EditStateDialog) -> SchemaForm:
    form = dialog.editor.current_form
    assert form is not None
    return form


def retype(editor: QWidget, text: str) -> None:
    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    QTest.keyClicks(editor, text)


def write_json(dialog: EditStateDialog, text: str) -> None:
    form = form_of(dialog)
    form.set_mode("json")
    editor = form.findChild(QPlainTextEdit, "json_text")
    assert isinstance(editor, QPlainTextEdit)
    retype(editor, text)


def click(button: QAbstractButton) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def pick_channel(dialog: EditStateDialog, name: str) -> None:
    items = dialog.channel_list.findItems(name, Qt.MatchFlag.MatchExactly)
    place = dialog.channel_list.visualItemRect(items[0]).center()
    QTest.mouseClick(dialog.channel_list.viewport(), Qt.MouseButton.LeftButton, pos=place)


def wait_for_text(qtbot: QtBot, dialog: EditStateDialog, text: str) -> None:
    qtbot.waitUntil(lambda: text in dialog.effect.text())


def compared(dialog: EditStateDialog, channel: str) -> list[str]:
    view = dialog.effect.findChild(DiffView, f"diff.{channel}")
    assert isinstance(view, DiffView)
    return view.toPlainText().splitlines()


def test_only_channels_of_the_state_are_offered(open_dialog: Open) -> None:
    dialog = open_dialog("question")
    names = [dialog.channel_list.item(i).text() for i in range(dialog.channel_list.count())]
    assert "findings" in names
    assert not any(name.startswith(("branch:", "__")) for name in names)
    assert dialog.channel == "question"
    assert form_of(dialog).value() == "Why did checkout latency double on 14 October?"
    assert not dialog.fork_button.isEnabled()


def test_an_edit_shows_what_it_would_do_before_it_is_done(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog("question")
    retype(form_of(dialog).first_field(), "Why was it slow?")
    qtbot.waitUntil(dialog.fork_button.isEnabled)
    assert compared(dialog, "question") == [
        '- "Why did checkout latency double on 14 October?"',
        '+ "Why was it slow?"',
    ]
    said = dialog.effect.text()
    assert "Creates a fork" in said
    assert "question   version 2 → " in said
    assert "Runs next" in said


def test_the_node_that_an_edit_stands_for_decides_what_runs_next(
    qtbot: QtBot, open_dialog: Open
) -> None:
    dialog = open_dialog("question")
    retype(form_of(dialog).first_field(), "Why?")
    for node, due in (("search", "gather"), ("gather", "review")):
        dialog.node_choice.setFocus()
        QTest.keyClick(dialog.node_choice, Qt.Key.Key_Home)
        for _ in range(dialog.node_choice.findText(node)):
            QTest.keyClick(dialog.node_choice, Qt.Key.Key_Down)
        assert dialog.node_choice.currentText() == node
        wait_for_text(qtbot, dialog, f"Runs next\n{due}")


def test_a_write_through_the_reducer_is_added_to_what_is_there(
    qtbot: QtBot, open_dialog: Open
) -> None:
    dialog = open_dialog("findings")
    before = form_of(dialog).value()
    click(dialog.editor.reduce_button)
    write_json(dialog, '[{"query": "q", "source": "s", "claim": "added", "weight": 0.1}]')
    qtbot.waitUntil(dialog.fork_button.isEnabled)
    lines = compared(dialog, "findings")
    assert [line for line in lines if line.startswith("-")] == []
    assert '+     "claim": "added",' in lines
    click(dialog.editor.replace_button)
    assert form_of(dialog).value() == before
    assert not dialog.fork_button.isEnabled()
    click(dialog.editor.reduce_button)
    assert form_of(dialog).value()[0]["claim"] == "added"


def test_a_replaced_value_does_not_go_through_the_reducer(
    qtbot: QtBot, open_dialog: Open, inquiry: RecordedInquiry
) -> None:
    dialog = open_dialog("findings")
    write_json(dialog, "[]")
    qtbot.waitUntil(dialog.fork_button.isEnabled)
    with qtbot.waitSignal(dialog.commit_requested) as signal:
        click(dialog.fork_button)
    edit, mode = signal.args or [None, None]
    assert isinstance(edit, StateEdit)
    assert mode is None
    row = inquiry.commit(edit)
    dialog.accept()
    channels = {channel.name: channel.value for channel in inquiry.view_of(row).channels}
    findings = channels["findings"]
    assert findings is None or findings.size == 0
    assert row.parent_checkpoint_id == edit.checkpoint_id


@pytest.mark.qt_log_ignore(SHORTCUT_TAKEN)
def test_the_recorded_branch_stays_when_an_edit_forks(
    qtbot: QtBot, open_dialog: Open, inquiry: RecordedInquiry
) -> None:
    before = inquiry.rows()
    dialog = open_dialog("question")
    retype(form_of(dialog).first_field(), "Why at all?")
    qtbot.waitUntil(dialog.continue_button.isEnabled)
    with qtbot.waitSignal(dialog.commit_requested) as signal:
        QTest.keyClick(
            form_of(dialog).first_field(), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
        )
    edit, mode = signal.args or [None, None]
    assert mode == "run"
    assert isinstance(edit, StateEdit)
    assert edit.values == {"question": "Why at all?"}
    row = inquiry.commit(edit)
    dialog.accept()
    assert inquiry.rows() == (row, *before)


def test_a_value_that_does_not_fit_is_refused_in_place(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog("round")
    editor = form_of(dialog).first_field()
    assert isinstance(editor, QLineEdit)
    retype(editor, "two")
    problem = form_of(dialog).findChild(QLabel, "problem")
    assert isinstance(problem, QLabel)
    assert problem.text() == "✕ Must be a whole number."
    assert "Fix the marked values" in dialog.effect.text()
    assert not dialog.fork_button.isEnabled()
    assert editor.text() == "two"
    retype(editor, "2")
    qtbot.waitUntil(dialog.fork_button.isEnabled)


def test_what_the_session_refuses_stands_beside_the_field(qtbot: QtBot, open_dialog: Open) -> None:
    def refuse(edit: StateEdit, then: Callable[[EditPreview], None]) -> None:
        then(EditPreview(problems=(FieldProblem("round", (), "Rounds end at 9."),)))

    dialog = open_dialog("round", ask_preview=refuse)
    editor = form_of(dialog).first_field()
    retype(editor, "12")
    qtbot.waitUntil(lambda: "round: Rounds end at 9." in dialog.effect.text())
    problem = form_of(dialog).findChild(QLabel, "problem")
    assert isinstance(problem, QLabel)
    assert problem.text() == "✕ Rounds end at 9."
    assert not dialog.fork_button.isEnabled()
    assert form_of(dialog).value() == 12


def test_an_answer_to_an_older_text_is_dropped(qtbot: QtBot, open_dialog: Open) -> None:
    waiting: list[Callable[[EditPreview], None]] = []
    dialog = open_dialog("round", ask_preview=lambda edit, then: waiting.append(then))
    editor = form_of(dialog).first_field()
    retype(editor, "2")
    qtbot.waitUntil(lambda: len(waiting) == 1)
    QTest.keyClicks(editor, "0")
    qtbot.waitUntil(lambda: len(waiting) == 2)
    waiting[0](EditPreview(next=("stale",)))
    assert not dialog.fork_button.isEnabled()
    waiting[1](EditPreview(next=("fresh",)))
    assert dialog.fork_button.isEnabled()
    assert "fresh" in dialog.effect.text()


def test_several_channels_are_edited_at_once(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog("round")
    retype(form_of(dialog).first_field(), "7")
    pick_channel(dialog, "question")
    retype(form_of(dialog).first_field(), "Why?")
    qtbot.waitUntil(dialog.fork_button.isEnabled)
    with qtbot.waitSignal(dialog.commit_requested) as signal:
        click(dialog.fork_button)
    edit, _ = signal.args or [None, None]
    assert isinstance(edit, StateEdit)
    assert edit.values == {"question": "Why?", "round": 7}
    dialog.accept()


def test_a_value_typed_back_is_no_edit(open_dialog: Open) -> None:
    dialog = open_dialog("round")
    editor = form_of(dialog).first_field()
    retype(editor, "7")
    retype(editor, "1")
    assert "Change a value" in dialog.effect.text()


def test_a_refused_commit_keeps_what_was_written(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog("question")
    retype(form_of(dialog).first_field(), "Why?")
    qtbot.waitUntil(dialog.fork_button.isEnabled)
    click(dialog.fork_button)
    assert not dialog.isEnabled()
    dialog.reject()
    assert dialog.isVisible()
    dialog.show_failure(ErrorView("DatabaseError", "The database is locked.", remedy="Try again."))
    assert "Not saved. The database is locked. Try again." in dialog.effect.text()
    assert form_of(dialog).value() == "Why?"
    assert dialog.fork_button.isEnabled()


def test_an_unsaved_edit_is_discarded_only_when_confirmed(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog("question")
    retype(form_of(dialog).first_field(), "Why?")
    click(answer_of(dialog, "Keep editing"))
    qtbot.waitUntil(lambda: dialog.findChild(QMessageBox, "discard_edit") is None)
    assert dialog.isVisible()
    assert form_of(dialog).value() == "Why?"
    with qtbot.waitSignal(dialog.rejected):
        click(answer_of(dialog, "Discard"))


def answer_of(dialog: EditStateDialog, word: str) -> QAbstractButton:
    """Press Escape and find a button of the question that appears."""
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    question = dialog.findChild(QMessageBox, "discard_edit")
    assert isinstance(question, QMessageBox)
    return next(button for button in question.buttons() if button.text() == word)


def test_without_an_edit_escape_closes_at_once(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog("question")
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_a_value_that_cannot_be_read_says_why(open_dialog: Open) -> None:
    def fail(handle: object, limit: int, then: Callable[[Failed], None]) -> None:
        then(Failed(ErrorView("TooLarge", "It has 9,000,000 characters.")))

    dialog = open_dialog("question", ask_json=fail)
    assert dialog.editor.message == "This value cannot be edited: It has 9,000,000 characters."
    assert not dialog.fork_button.isEnabled()


def test_a_channel_without_a_value_starts_blank(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog("report")
    retype(form_of(dialog).first_field(), "Done.")
    qtbot.waitUntil(dialog.fork_button.isEnabled)
    assert compared(dialog, "report") == ['+ "Done."']


UNDO = Qt.KeyboardModifier.ControlModifier
REDO = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def undo(dialog: EditStateDialog) -> None:
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Z, UNDO)


def redo(dialog: EditStateDialog) -> None:
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Z, REDO)


def test_what_was_written_is_undone_word_by_word_across_channels(
    qtbot: QtBot, open_dialog: Open
) -> None:
    dialog = open_dialog("question")
    begun = form_of(dialog).value()
    field = form_of(dialog).first_field()
    field.setFocus()
    QTest.keyClicks(field, " And why?")
    pick_channel(dialog, "breadth")
    retype(form_of(dialog).first_field(), "7")
    assert form_of(dialog).value() == 7
    undo(dialog)
    assert form_of(dialog).value() == 3
    assert dialog.channel == "breadth"
    undo(dialog)
    assert dialog.channel == "question"
    assert form_of(dialog).value() == f"{begun} And "
    undo(dialog)
    undo(dialog)
    assert form_of(dialog).value() == begun
    assert not dialog.undo_button.isEnabled()
    qtbot.waitUntil(lambda: "Change a value" in dialog.effect.text())
    for _ in range(4):
        redo(dialog)
    assert not dialog.redo_button.isEnabled()
    assert dialog.channel == "breadth"
    assert form_of(dialog).value() == 7
    qtbot.waitUntil(dialog.fork_button.isEnabled)
    click(dialog.undo_button)
    assert form_of(dialog).value() == 3


def test_text_that_is_no_json_is_undone_and_redone_too(open_dialog: Open) -> None:
    dialog = open_dialog("queries")
    before = form_of(dialog).value()
    write_json(dialog, "[")
    assert not form_of(dialog).is_valid()
    while dialog.history.canUndo():
        undo(dialog)
    assert form_of(dialog).value() == before
    assert form_of(dialog).is_valid()
    while dialog.history.canRedo():
        redo(dialog)
    editor = form_of(dialog).findChild(QPlainTextEdit, "json_text")
    assert isinstance(editor, QPlainTextEdit)
    assert editor.toPlainText() == "["


def test_a_choice_is_undone_too(open_dialog: Open) -> None:
    dialog = open_dialog("findings")
    click(dialog.editor.reduce_button)
    assert dialog.editor.reduce_button.isChecked()
    dialog.node_choice.setCurrentIndex(dialog.node_choice.findData("plan"))
    undo(dialog)
    assert dialog.node_choice.currentData() is None
    undo(dialog)
    assert dialog.editor.replace_button.isChecked()
    redo(dialog)
    redo(dialog)
    assert dialog.editor.reduce_button.isChecked()
    assert dialog.node_choice.currentData() == "plan"


def test_each_channel_is_written_in_its_own_mode(qtbot: QtBot, open_dialog: Open) -> None:
    dialog = open_dialog("findings")
    write_json(dialog, "[]")
    pick_channel(dialog, "question")
    retype(form_of(dialog).first_field(), "Why?")
    qtbot.waitUntil(dialog.continue_button.isEnabled)
    with qtbot.waitSignal(dialog.commit_requested) as signal:
        click(dialog.pause_button)
    assert signal.args is not None
    asked, mode = signal.args
    assert mode == "paused"
    assert (asked.mode, asked.modes) == ("overwrite", {})
    assert set(asked.values) == {"findings", "question"}
