"""A real window on a real session, closed after each test with nothing left behind."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from runtime.debug.child.session import ChildSession
from runtime.debug.session import Session
from studio.session.making import NewSession, in_window
from studio.shell.settings import SettingsFile
from studio.shell.theme import ThemeManager
from studio.shell.window import MainWindow
from tests.studio.shell.desk import HELD, close, release, wait, write


@pytest.fixture
def restored_application(qapp: QApplication) -> Iterator[QApplication]:
    """The application, with style sheet, palette and font as they were afterwards."""
    style_sheet, palette, font = qapp.styleSheet(), qapp.palette(), qapp.font()
    yield qapp
    qapp.setStyleSheet(style_sheet)
    qapp.setPalette(palette)
    qapp.setFont(font)


TRANSPORTS = ("direct", "child")


def in_child(database: str | None, create: bool) -> Session:
    """Graphs run in a process of their own; one that hangs is given up soon."""
    return ChildSession(database, create=create, stop_grace=0.5)


@pytest.fixture
def new_session(request: pytest.FixtureRequest) -> NewSession:
    """Graphs run in this process, or where a parameter of the test says."""
    return in_child if getattr(request, "param", "direct") == "child" else in_window


@pytest.fixture
def make_window(
    qtbot: QtBot, tmp_path: Path, restored_application: QApplication, new_session: NewSession
) -> Iterator[Callable[[], MainWindow]]:
    """Opens windows on one database; all are closed afterwards."""
    themes = ThemeManager("light", restored_application)
    (tmp_path / "settings.toml").write_text("reduced_motion = true\n", encoding="utf-8")
    windows: list[MainWindow] = []

    def make() -> MainWindow:
        database = str(tmp_path / "store.sqlite")
        settings = SettingsFile(tmp_path / "settings.toml")
        window = MainWindow(new_session(database, True), database, settings, themes)
        windows.append(window)
        window.resize(1280, 800)
        with qtbot.waitExposed(window):
            window.show()
        return window

    yield make
    for window in windows:
        close(window)
        window.deleteLater()
    themes.setParent(None)
    themes.deleteLater()


@pytest.fixture
def window(make_window: Callable[[], MainWindow]) -> MainWindow:
    return make_window()


@pytest.fixture
def held(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> Iterator[threading.Event]:
    """Opens a graph whose first node returns once the event is set."""
    release.clear()
    window.opener.open_trusted(write(tmp_path, "held.py", HELD))
    wait(qtbot, lambda: window.moment.thread_id is not None and window.workspace.bridge.idle)
    yield release
    release.set()
