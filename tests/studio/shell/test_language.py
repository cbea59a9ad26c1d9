"""The language is chosen in View, by a setting or on the command line, and holds from the start."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from studio.application import _language
from studio.language.catalog import install
from studio.main import parse
from studio.shell.settings import SettingsFile
from studio.shell.window import MainWindow
from tests.studio.shell.desk import SAMPLES


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    """The application speaks Chinese before the window is made."""
    installed = install(qapp, "zh_CN")
    yield
    for translator in installed:
        qapp.removeTranslator(translator)
        translator.deleteLater()


def menu_texts(window: MainWindow) -> dict[str, list[str]]:
    """What stands in the menu bar, menu by menu."""
    found = {}
    for menu in window.menuBar().findChildren(QMenu):
        found[menu.title()] = [each.text() for each in menu.actions() if not each.isSeparator()]
    return found


def test_a_choice_is_kept_and_says_when_it_holds(window: MainWindow, tmp_path: Path) -> None:
    registry = window.actions_registry
    assert registry.qaction("view.language_system").isChecked()
    registry.qaction("view.language_zh_CN").trigger()
    assert "next time" in window.status.currentMessage()
    assert registry.qaction("view.language_zh_CN").isChecked()
    assert not registry.qaction("view.language_system").isChecked()
    assert registry.qaction("view.language_zh_CN").text() == "简体中文"
    window.settings.save()
    kept = SettingsFile(tmp_path / "settings.toml")
    assert kept.values.language == "zh_CN"
    assert _language(parse([]), kept) == "zh_CN"
    assert _language(parse(["--language", "en"]), kept) == "en"
    assert _language(parse(["a.py", "--screenshot", "a.png"]), kept) == "en", "for everyone alike"


@pytest.mark.usefixtures("chinese")
def test_no_menu_keeps_an_english_word(qtbot: QtBot, window: MainWindow) -> None:
    texts = menu_texts(window)
    assert list(texts)[:2] == ["文件(&F)", "运行(&R)"]
    same = {"English", "Python…"}
    for title, entries in texts.items():
        for entry in entries:
            assert entry in same or any("一" <= letter <= "鿿" for letter in entry), (
                f"{title}: {entry}"
            )


@pytest.mark.usefixtures("chinese")
def test_every_menu_stands_in_one_column(window: MainWindow) -> None:
    for menu in window.menuBar().findChildren(QMenu):
        menu.popup(window.pos())
        columns = {menu.actionGeometry(each).x() for each in menu.actions()}
        menu.hide()
        assert len(columns) == 1, menu.title()


def test_the_command_line_decides(tmp_path: Path) -> None:
    pictures = [tmp_path / f"{language}.png" for language in ("en", "zh_CN")]
    for path in pictures:
        command = [sys.executable, "-m", "studio.main", str(SAMPLES / "counter.py")]
        command += ["--screenshot", str(path), "--language", path.stem, "--size", "800x600"]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=100,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    english, chinese = (QImage(str(path)) for path in pictures)
    assert english.size() == chinese.size()
    # The menus differ; the graph, which has names only, does not.
    assert english.copy(0, 0, 400, 30) != chinese.copy(0, 0, 400, 30)
