"""What holds for every test of the window: one style, no Qt warning, nothing left alive."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import (
    QAbstractAnimation,
    QCoreApplication,
    QEvent,
    QObject,
    QStandardPaths,
    QThread,
    QTimer,
)
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import getAllValidWrappers

from studio.session.garbage import CycleCollector

HERE = Path(__file__).parent
PATIENCE_MS = 30_000
TOOLTIP = "qtooltip_label"  # Qt keeps its one tooltip label for itself


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.qt_log_level_fail("WARNING"))


class PatientBot(QtBot):
    """Waits as long as a busy machine may need; a test that passes waits no longer for it."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:
        super().waitUntil(callback, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The bot of pytest-qt, more patient."""
    return PatientBot(request)


@pytest.fixture(scope="session", autouse=True)
def application(qapp: QApplication) -> QApplication:
    """The one application, in the style and font that give the same pixels on every machine."""
    # On Linux the XDG folders of the test session already lead away from the user's.
    QStandardPaths.setTestModeEnabled(not sys.platform.startswith("linux"))
    qapp.setStyle("Fusion")
    font = QFont("DejaVu Sans")
    font.setPixelSize(13)
    qapp.setFont(font)
    return qapp


@pytest.fixture(scope="module", autouse=True)
def cycles_are_collected_in_this_thread(application: QApplication) -> Iterator[None]:
    """As in the product: no thread of a run destroys what is left of a window."""
    collector = CycleCollector(application)
    collector.start()
    yield
    collector.stop()
    collector.setParent(None)
    collector.deleteLater()


@pytest.fixture(autouse=True)
def no_leaked_qt_objects(application: QApplication) -> Iterator[None]:
    """Fail a test that leaves a window, a running timer, animation or thread behind."""
    windows_before = application.topLevelWidgets()
    running_before = _running_objects()
    yield
    leaked = _leaks(application, windows_before, running_before)
    if leaked:
        gc.collect()  # what only a reference cycle kept is not a leak
        leaked = _leaks(application, windows_before, running_before)
    assert not leaked, "left alive by the test:\n" + "\n".join(leaked)


def _leaks(
    application: QApplication, windows_before: list[QWidget], running_before: list[QObject]
) -> list[str]:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    left: list[QObject] = [
        window
        for window in application.topLevelWidgets()
        if window not in windows_before and window.objectName() != TOOLTIP
    ]
    left += [running for running in _running_objects() if running not in running_before]
    return [_described(leaked) for leaked in left]


def _running_objects() -> list[QObject]:
    """Every timer, animation and thread that Python knows and that is running."""
    running: list[QObject] = []
    for candidate in getAllValidWrappers():
        if isinstance(candidate, QTimer):
            is_running = candidate.isActive()
        elif isinstance(candidate, QThread):
            is_running = candidate.isRunning() and candidate is not QThread.currentThread()
        elif isinstance(candidate, QAbstractAnimation):
            is_running = candidate.state() == QAbstractAnimation.State.Running
        else:
            continue
        if is_running:
            running.append(candidate)
    return running


def _described(leaked: QObject) -> str:
    title = leaked.windowTitle() if isinstance(leaked, QWidget) else ""
    parent = leaked.parent()
    parent_type = type(parent).__name__ if parent is not None else "none"
    return f"  {type(leaked).__name__} {leaked.objectName()!r} {title!r}, parent: {parent_type}"
