"""Commands go out, replies and events come back in the window's thread, in order, in batches."""

import threading
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QThread, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from runtime.debug.commands import ListThreads, OpenTarget, ReadCheckpoint, Start
from runtime.debug.events import Event, RunEnded, RunStarted
from runtime.debug.local import LocalSession
from runtime.debug.views import ErrorView, Reply, RunAccepted, TargetOpened
from studio.session.bridge import SessionBridge
from studio.session.living import while_alive

COUNTER = Path(__file__).resolve().parents[3] / "sample_graphs" / "counter.py"


@pytest.fixture
def bridge(qapp: QApplication) -> Iterator[SessionBridge]:
    bridge = SessionBridge(LocalSession(None), qapp)
    yield bridge
    bridge.close().join(30)
    bridge.setParent(None)
    bridge.deleteLater()


def test_replies_come_in_this_thread_and_in_order(qtbot: QtBot, bridge: SessionBridge) -> None:
    told: list[tuple[str, bool]] = []
    here = QThread.currentThread()

    def hear(reply: Reply) -> None:
        told.append((type(reply).__name__, QThread.currentThread() is here))

    bridge.request(OpenTarget(str(COUNTER)), hear)
    qtbot.waitUntil(lambda: bridge.idle)
    bridge.request(Start("t", {"count": 0}), hear)
    bridge.request(ListThreads(), hear)
    assert told == [("TargetOpened", True)]
    qtbot.waitUntil(lambda: len(told) == 3)
    assert told[1:] == [("RunAccepted", True), ("ThreadPage", True)]


def test_events_come_in_batches_and_the_timer_rests(qtbot: QtBot, bridge: SessionBridge) -> None:
    batches: list[list[Event]] = []
    threads: set[int] = set()

    def listen(events: Sequence[Event]) -> None:
        threads.add(threading.get_ident())
        batches.append(list(events))

    undo = bridge.subscribe(listen)
    bridge.request(OpenTarget(str(COUNTER)))
    qtbot.waitUntil(lambda: bridge.idle)
    bridge.request(Start("t", {"count": 0}))
    qtbot.waitUntil(lambda: any(isinstance(each, RunEnded) for each in chain(*batches)))
    events = list(chain(*batches))
    assert isinstance(events[0], RunStarted)
    assert [event.sequence for event in events] == sorted(event.sequence for event in events)
    assert len(batches) < len(events)
    assert threads == {threading.get_ident()}
    timer = bridge.findChild(QTimer)
    assert timer is not None
    qtbot.waitUntil(lambda: not timer.isActive())

    undo()
    heard = len(batches)
    bridge.request(Start("t", {"count": 0}))
    qtbot.waitUntil(lambda: bridge.idle)
    assert len(batches) == heard


def test_refusals_go_to_whoever_asked_or_to_the_signal(qtbot: QtBot, bridge: SessionBridge) -> None:
    refused: list[ErrorView] = []
    bridge.request(Start("t", {}), on_failed=refused.append)
    qtbot.waitUntil(lambda: bool(refused))
    assert "No graph is open" in refused[0].message
    with qtbot.waitSignal(bridge.failed) as told:
        bridge.request(ReadCheckpoint("t"))
    assert isinstance(told.args, list)
    assert isinstance(told.args[0], ErrorView)


def test_a_closed_bridge_is_silent(qtbot: QtBot, qapp: QApplication) -> None:
    bridge = SessionBridge(LocalSession(None), qapp)
    told: list[Reply] = []
    bridge.request(OpenTarget(str(COUNTER)), told.append)
    closing = bridge.close()
    bridge.request(ListThreads(), told.append)
    closing.join(30)
    QApplication.processEvents()
    assert told == []
    bridge.setParent(None)
    bridge.deleteLater()


def test_types_of_replies(qtbot: QtBot, bridge: SessionBridge) -> None:
    replies: list[Reply] = []
    bridge.request(OpenTarget(str(COUNTER)), replies.append)
    qtbot.waitUntil(lambda: bool(replies))
    bridge.request(Start("t", {"count": 0}), replies.append)
    qtbot.waitUntil(lambda: len(replies) == 2)
    opened, accepted = replies
    assert isinstance(opened, TargetOpened)
    assert isinstance(accepted, RunAccepted)
    assert accepted.thread_id == "t"


def test_a_listener_that_fails_costs_itself_only(
    qtbot: QtBot, bridge: SessionBridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures: list[str] = []
    monkeypatch.setattr("sys.excepthook", lambda kind, error, trace: failures.append(str(error)))

    def fails(_: object) -> None:
        raise RuntimeError("gone")

    ended: list[Event] = []
    bridge.subscribe(fails)
    bridge.subscribe(lambda events: ended.extend(e for e in events if isinstance(e, RunEnded)))
    bridge.request(OpenTarget(str(COUNTER)), fails)
    qtbot.waitUntil(lambda: bridge.idle)
    bridge.request(Start("t", {"count": 0}), fails)
    qtbot.waitUntil(lambda: bool(ended))
    assert failures.count("gone") >= 3


def test_an_answer_does_not_reach_who_is_gone(qtbot: QtBot, bridge: SessionBridge) -> None:
    asker, other = QObject(), QObject()
    told: list[str] = []
    bridge.request(OpenTarget(str(COUNTER)))
    qtbot.waitUntil(lambda: bridge.idle)
    bridge.request(ListThreads(), while_alive(asker, lambda _: told.append("asker")))
    bridge.request(ListThreads(), while_alive(other, lambda _: told.append("other")))
    delete(asker)
    qtbot.waitUntil(lambda: bridge.idle)
    assert told == ["other"]
