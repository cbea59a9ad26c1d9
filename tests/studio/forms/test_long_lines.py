"""Lines without a break do not hold the window up: words are not looked for in them."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextOption
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from studio.forms.json_editor import JsonEditor
from studio.forms.text_edit import GrowingTextEdit
from studio.shell.theme import LIGHT
from studio.shell.wrapping import LONGEST_LINE

AT_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
ANYWHERE = QTextOption.WrapMode.WrapAnywhere


def paste(qtbot: QtBot, box: QPlainTextEdit, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    QTest.keyClick(box, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert box.toPlainText().endswith(text)


def test_a_long_line_of_json_is_pasted(qtbot: QtBot) -> None:
    editor = JsonEditor(LIGHT)
    qtbot.addWidget(editor)
    editor.resize(400, 300)
    editor.show()
    value = {"k": "x" * 50_000, "last": 1}
    paste(qtbot, editor.editor, json.dumps(value))
    assert editor.value() == value
    assert editor.editor.wordWrapMode() == ANYWHERE
    ranges = editor.editor.document().firstBlock().layout().formats()
    assert ranges
    assert all(each.start + each.length <= LONGEST_LINE for each in ranges)
    editor.set_value({"short": 1})
    assert editor.editor.wordWrapMode() == AT_WORDS


@pytest.mark.parametrize("by", ["set", "pasted", "grown"])
def test_a_text_wraps_at_words_until_a_line_is_too_long(qtbot: QtBot, by: str) -> None:
    box = GrowingTextEdit()
    qtbot.addWidget(box)
    box.resize(300, 100)
    box.show()
    paste(qtbot, box, "some words " * 100)
    assert box.wordWrapMode() == AT_WORDS
    if by == "set":
        box.setPlainText("x" * 50_000)
    elif by == "pasted":
        paste(qtbot, box, "x" * 50_000)
    else:
        for _ in range(10):
            paste(qtbot, box, "more words " * 100)
    assert box.wordWrapMode() == ANYWHERE
