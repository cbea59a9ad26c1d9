"""Sizes of threads: asked for once, and now and then of one that grows."""

from collections.abc import Callable
from dataclasses import replace

from pytestqt.qtbot import QtBot

from runtime.debug.upkeep.commands import MeasureThreads
from runtime.debug.upkeep.views import ThreadSizes
from runtime.debug.views import Failed, ThreadRow
from studio.threads.thread_model import ThreadListModel

ROW = ThreadRow("t", "1", "", "", "idle", 1)


def test_a_thread_that_grows_is_not_measured_with_every_checkpoint(qtbot: QtBot) -> None:
    asked: list[tuple[str, ...]] = []

    def measure(command: MeasureThreads, then: Callable[[ThreadSizes | Failed], None]) -> None:
        asked.append(command.thread_ids)
        then(ThreadSizes(dict.fromkeys(command.thread_ids, 1000 * len(asked))))

    model = ThreadListModel(lambda _, __: None, measure)
    assert model.size_of(ROW) is None
    qtbot.waitUntil(lambda: model.size_of(ROW) == 1000)
    for newest in range(2, 100):
        assert model.size_of(replace(ROW, newest_checkpoint_id=str(newest))) == 1000
    assert model.size_of(replace(ROW, thread_id="other")) is None
    qtbot.waitUntil(lambda: asked == [("t",), ("other",)])
    assert model.again.isActive()

    model.again.setInterval(0)  # as if the time were over
    newest_row = replace(ROW, newest_checkpoint_id="99")
    qtbot.waitUntil(lambda: model.size_of(newest_row) not in (None, 1000))
    qtbot.waitUntil(lambda: len(asked) == 3)
    assert asked == [("t",), ("other",), ("t",)]
    assert not model.again.isActive()
    model.size_of(newest_row)
    assert not model.again.isActive()
