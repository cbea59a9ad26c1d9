"""A cycle with a Qt object is destroyed in the window's thread, whichever thread collects."""

import gc
import threading
import weakref
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.session.garbage import CycleCollector


class Widget(QObject):
    """One that refers to itself, as most widgets do by their slots."""

    def __init__(self, destroyed_in: list[int]) -> None:
        super().__init__()
        self.itself = self
        self.destroyed.connect(
            lambda: destroyed_in.append(threading.get_ident()), Qt.ConnectionType.DirectConnection
        )


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[CycleCollector]:
    """A collector of its own; that of all tests does not interfere with it."""
    collector = CycleCollector(qapp)
    collector.start()
    yield collector
    collector.stop()
    collector.setParent(None)
    collector.deleteLater()


def in_a_thread_of_a_run(node: Callable[[], object]) -> None:
    thread = threading.Thread(target=node)
    thread.start()
    thread.join()


def test_a_node_that_collects_destroys_no_widget(qtbot: QtBot, collector: CycleCollector) -> None:
    destroyed_in: list[int] = []
    Widget(destroyed_in)
    in_a_thread_of_a_run(gc.collect)
    assert destroyed_in == []
    qtbot.waitUntil(lambda: bool(destroyed_in))
    assert destroyed_in == [threading.get_ident()]


def test_a_node_that_allocates_destroys_no_widget(qtbot: QtBot, collector: CycleCollector) -> None:
    destroyed_in: list[int] = []

    def allocate() -> None:
        gc.enable()  # as libraries do that switch it off for a while
        kept = [[number] for number in range(200_000)]
        gc.disable()
        assert len(kept) == 200_000

    Widget(destroyed_in)
    in_a_thread_of_a_run(allocate)
    assert destroyed_in == []
    qtbot.waitUntil(lambda: bool(destroyed_in))
    assert destroyed_in == [threading.get_ident()]


def test_what_is_due_is_collected(qtbot: QtBot, collector: CycleCollector) -> None:
    class Node:
        itself: "Node"

    node = Node()
    node.itself = node
    there = weakref.ref(node)
    del node
    kept = [[number] for number in range(gc.get_threshold()[0] + 1)]
    qtbot.waitUntil(lambda: there() is None)
    assert kept


def test_python_collects_again_afterwards(qapp: QApplication) -> None:
    was_enabled, callbacks = gc.isenabled(), list(gc.callbacks)
    collector = CycleCollector()
    collector.start()
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled() == was_enabled
    assert gc.callbacks == callbacks
