"""A label that is cut rather than widening its panel."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from studio.inspector.elided_label import ElidedLabel


def shown(label: ElidedLabel) -> str:
    return QLabel.text(label)


def test_the_text_is_cut_to_the_room_and_whole_in_the_tooltip(qtbot: QtBot) -> None:
    label = ElidedLabel("/a/path/with/a/很长的名字/research.py", mode=Qt.TextElideMode.ElideLeft)
    qtbot.addWidget(label)
    label.resize(120, 20)
    label.show()
    assert shown(label).endswith("research.py")
    assert shown(label).startswith("…")
    assert label.toolTip() == label.text() == "/a/path/with/a/很长的名字/research.py"
    assert label.minimumSizeHint().width() == 0
    label.resize(600, 20)
    assert shown(label) == label.text()
    assert label.toolTip() == ""
    label.setText("short")
    assert shown(label) == "short"
