"""Long threads and many threads: until they are there, scrolling, jumping, and their memory."""

import gc
import random
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication

from runtime.checkpoint.base import CheckpointChanges, TaskWrites
from runtime.checkpoint.base.id import new_checkpoint_id
from runtime.checkpoint.sql import SqlSaver
from studio.shell.window import MainWindow
from tests.bench.window.desk import median, percentile, settle, wait, window

FRAMES = 120
JUMPS = 30
_BATCH = 500


def long_thread(path: Path, count: int, forks: int = 200) -> str:
    """A store with one thread: a run that was forked now and then, each superstep with writes."""
    chance = random.Random(1)
    ids: list[str] = []
    steps: list[int] = []
    with SqlSaver(path) as saver:
        records: list[CheckpointChanges | TaskWrites] = []
        for number in range(count):
            forked = number > 10 and chance.random() < forks / count
            if forked:
                # Its parent has to be there.
                saver.commit(records)
                records = []
            parent = len(ids) - (chance.randrange(2, min(500, len(ids))) if forked else 1)
            steps.append(steps[parent] + 1 if ids else -1)
            step = steps[-1]
            ids.append(new_checkpoint_id(step))
            records.append(
                CheckpointChanges(
                    "long",
                    "",
                    ids[-1],
                    ids[parent] if number else None,
                    f"2026-01-{1 + number * 27 // count:02d}T10:00:00+00:00",
                    {"source": "update" if forked else "loop", "step": step, "parents": {}},
                    versions={"n": number + 1, "branch:to:work": number + 1},
                    seen={"work": {"branch:to:work": number}},
                    values={"n": number, "text": f"what step {number} said " * 4},
                )
            )
            records.append(TaskWrites("long", "", ids[-1], f"task {number}", [("n", number)]))
            if len(records) >= _BATCH:
                saver.commit(records)
                records = []
        saver.commit(records)
    return "long"


def many_threads(path: Path, count: int) -> None:
    """A store with many threads of a few checkpoints, some of which wait or have failed."""
    chance = random.Random(2)
    with SqlSaver(path) as saver:
        records: list[CheckpointChanges | TaskWrites] = []
        for number in range(count):
            thread, parent = f"customer-{number:05d}", None
            for step in range(chance.randrange(1, 6)):
                checkpoint_id = new_checkpoint_id(step)
                records.append(
                    CheckpointChanges(
                        thread,
                        "",
                        checkpoint_id,
                        parent,
                        "2026-01-01T10:00:00+00:00",
                        {"source": "loop", "step": step, "parents": {}},
                        versions={"n": step + 1},
                        seen={"work": {}},
                        values={"n": number, "text": "x" * chance.randrange(2000)},
                    )
                )
                parent = checkpoint_id
            for mark, every in (("__interrupt__", 10), ("__error__", 17)):
                if number % every == 0 and parent is not None:
                    records.append(TaskWrites(thread, "", parent, mark, [(mark, "?")]))
            if len(records) >= _BATCH:
                saver.commit(records)
                records = []
        saver.commit(records)


def checkpoints(folder: Path, count: int) -> dict[str, float]:
    """One long thread in the history."""
    long_thread(folder / "store.sqlite", count)
    with window(folder) as desk:
        settle(0.5)
        empty = _memory()
        history = desk.panels.history
        begin = time.perf_counter()
        desk.moment.open_thread("long")
        wait(lambda: history.model.rowCount() > 0)
        history.list.viewport().repaint()
        figures = {"first rows ms": _since(begin)}
        wait(lambda: history.model.rowCount() == count and history.model.outlined)
        history.list.viewport().repaint()
        figures["all rows in their place ms"] = _since(begin)
        settle(0.5)
        figures |= _scrolled(history.list, lambda row: history.model.shown(row) is not None)
        figures |= _jumps(desk, count)
        gc.collect()
        figures["memory over the empty window MB"] = _memory() - empty
    return figures


def _jumps(desk: MainWindow, count: int) -> dict[str, float]:
    """From a wish until the moment looked at is shown: its row, and its state."""
    history, moment = desk.panels.history, desk.moment
    chance = random.Random(3)
    bar = history.list.verticalScrollBar()

    def timed(act: Callable[[], None], there: Callable[[], bool]) -> float:
        begin = time.perf_counter()
        act()
        wait(there)
        history.list.viewport().repaint()
        return _since(begin)

    def viewed() -> bool:
        view, row = moment.view, moment.looked_at
        return view is not None and row is not None and view.row.checkpoint_id == row.checkpoint_id

    def slide() -> None:
        bar.setValue(chance.randrange(bar.maximum()))
        history.list.viewport().repaint()

    def shown() -> bool:
        row = history.list.indexAt(QPoint(20, 20)).row()
        return history.model.shown(row) is not None

    def at(position: int) -> Callable[[], bool]:
        def stands() -> bool:
            line, row = history.model.shown(position), moment.looked_at
            return line is not None and row is not None and viewed() and line.row == row

        return stands

    def key(wanted: Qt.Key) -> Callable[[], None]:
        return lambda: QTest.keyClick(history.list, wanted)

    by_slider = [timed(slide, shown) for _ in range(JUMPS)]
    by_key = []
    for wanted, end in ((Qt.Key.Key_End, count - 1), (Qt.Key.Key_Home, 0)) * (JUMPS // 2):
        by_key.append(timed(key(wanted), at(end)))

    def going(wanted: str) -> Callable[[], None]:
        def go() -> None:
            history.go_to(wanted)

        return go

    def there(each: int) -> Callable[[], bool]:
        return lambda: history.model.shown(each) is not None

    by_step, by_id = [], []
    for number in range(JUMPS):
        step = chance.randrange(count // 2)
        position = history.model.at_step(step)
        if position is None:
            continue
        by_step.append(timed(going(str(step)), at(position)))
        row = moment.looked_at
        if row is None or number % 3:
            continue
        moment.return_to_head()
        wait(viewed)
        # Far away, so that its page is not there any more.
        for each in range(0, count, count // 40):
            wait(there(each))
        by_id.append(timed(going(row.checkpoint_id), at(position)))
    return {
        "jump by slider, p95 ms": percentile(by_slider, 0.95),
        "jump by End and Home, p95 ms": percentile(by_key, 0.95),
        "jump by step, p95 ms": percentile(by_step, 0.95),
        "jump by id, p95 ms": percentile(by_id, 0.95),
    }


def threads(folder: Path, count: int) -> dict[str, float]:
    """Many threads in their list."""
    many_threads(folder / "store.sqlite", count)
    with window(folder) as desk:
        settle(0.5)
        empty = _memory()
        section = desk.panels.threads
        model = section.model

        def listed(act: Callable[[], None]) -> float:
            told: list[object] = []
            connection = model.listed.connect(told.append)
            begin = time.perf_counter()
            act()
            wait(lambda: bool(told))
            section.list.viewport().repaint()
            model.listed.disconnect(connection)
            return _since(begin)

        figures = {"first rows ms": listed(lambda: model.search(section.query))}
        settle(0.5)
        figures |= _scrolled(section.list, lambda row: model.thread_at(row) is not None)
        bar, jumps = section.list.verticalScrollBar(), []
        chance = random.Random(4)
        for _ in range(JUMPS):
            begin = time.perf_counter()
            bar.setValue(chance.randrange(bar.maximum()))
            section.list.viewport().repaint()
            wait(lambda: model.thread_at(section.list.indexAt(QPoint(20, 20)).row()) is not None)
            section.list.viewport().repaint()
            jumps.append(_since(begin))
        figures["jump by slider, p95 ms"] = percentile(jumps, 0.95)
        figures["search by a part of an id ms"] = listed(lambda: section.text.setText("0042"))
        section.text.setText("")
        settle(0.5)
        figures["only those that wait ms"] = listed(lambda: section.status.setCurrentIndex(2))
        section.status.setCurrentIndex(0)
        settle(0.5)
        figures["sorted by size ms"] = listed(lambda: section.order.setCurrentIndex(4))
        gc.collect()
        figures["memory over the empty window MB"] = _memory() - empty
    return figures


def _scrolled(view: QAbstractItemView, there: Callable[[int], bool]) -> dict[str, float]:
    """Frames of a scroll from the top, and how many of them had all their rows."""
    bar = view.verticalScrollBar()
    bar.setValue(0)
    frames: list[float] = []
    whole = 0
    for _ in range(FRAMES):
        begin = time.perf_counter()
        bar.setValue(bar.value() + 240)
        _paint(view)
        frames.append(_since(begin))
        QApplication.processEvents()
        whole += there(view.indexAt(QPoint(20, 20)).row())
        time.sleep(max(0.0, 0.016 - _since(begin) / 1000.0))
    return {
        "scroll, median ms a frame": median(frames),
        "scroll, p99 ms a frame": percentile(frames, 0.99),
        "scroll, frames with their rows %": 100.0 * whole / FRAMES,
    }


def _paint(view: QAbstractItemView) -> None:
    view.viewport().repaint()


def _since(begin: float) -> float:
    return (time.perf_counter() - begin) * 1000.0


def _memory() -> float:
    """Megabytes that this process holds in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6
