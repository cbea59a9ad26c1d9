"""A window that a script leads: wait, act through the registry, take a picture."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from runtime.debug.local import LocalSession
from studio.session.run_state import RunStatus
from studio.shell.settings import SettingsFile
from studio.shell.theme import ThemeManager, ThemeMode
from studio.shell.window import MainWindow

WAIT_SECONDS = 60.0
TURN_MS = 5
Kind = TypeVar("Kind", bound=QWidget)


def application() -> QApplication:
    """The one application of this process."""
    running = QApplication.instance()
    return running if isinstance(running, QApplication) else QApplication(["pregel-studio"])


@contextmanager
def window(
    folder: Path, theme: ThemeMode = "light", database: Path | None = None
) -> Iterator[MainWindow]:
    """A window that keeps its settings in ``folder`` and its checkpoints there or in memory."""
    themes = ThemeManager(theme, application())
    place = None if database is None else str(database)
    settings = SettingsFile(folder / "settings.toml")
    settings.values.reduced_motion = True
    opened = MainWindow(LocalSession(place), place or "memory", settings, themes)
    opened.keeps_settings = False
    opened.resize(1440, 900)
    opened.show()
    try:
        yield opened
    finally:
        opened.close()
        if opened.closing is not None:
            opened.closing.join(WAIT_SECONDS)
        opened.deleteLater()
        application().sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        themes.setParent(None)
        themes.deleteLater()


def wait(condition: Callable[[], object], what: str) -> None:
    """Let the window work until ``condition`` holds; raises ``TimeoutError`` with ``what``."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited in vain for {what}")
        QTest.qWait(TURN_MS)


def settled(opened: MainWindow, status: RunStatus) -> None:
    """Wait until the run has a status and everything asked of the session is there."""
    bridge, moment = opened.workspace.bridge, opened.moment
    wait(lambda: moment.run.status == status and bridge.idle, f"a run that is {status}")


def act(opened: MainWindow, action_id: str) -> None:
    """Do what a menu would do."""
    opened.actions_registry.refresh()
    assert opened.actions_registry.trigger(action_id), f"{action_id} is not enabled"


def dialog(kind: type[Kind]) -> Kind:
    """Wait for an open dialog of a kind."""

    def found() -> Kind | None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, kind) and widget.isVisible():
                return widget
        return None

    wait(found, kind.__name__)
    shown = found()
    assert shown is not None
    return shown


def child(parent: QWidget, kind: type[Kind], name: str) -> Kind:
    """The widget of a name."""
    found = parent.findChild(kind, name)
    assert isinstance(found, kind), f"no {kind.__name__} named {name}"
    return found


def picture(widget: QWidget, path: Path) -> None:
    """Save what the widget shows."""
    QTest.qWait(TURN_MS)
    if not widget.grab().save(str(path)):
        raise OSError(f"{path} cannot be written")
