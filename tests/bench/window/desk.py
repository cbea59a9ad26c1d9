"""A real window without a display, and ways to wait and to measure."""

import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from studio.session.garbage import CycleCollector
from studio.session.making import InChild
from studio.shell.settings import SettingsFile
from studio.shell.theme import ThemeManager
from studio.shell.window import MainWindow

BEAT_MS = 4
_LIMIT_SECONDS = 300.0


def application() -> QApplication:
    known = QApplication.instance()
    if isinstance(known, QApplication):
        return known
    made = QApplication(["bench"])
    made.setStyle("Fusion")
    return made


@contextmanager
def window(folder: Path) -> Iterator[MainWindow]:
    """A window of 1280 x 800 on a database in a folder."""
    app = application()
    database = str(folder / "store.sqlite")
    themes = ThemeManager("light", app)
    settings = SettingsFile(folder / "settings.toml")
    opened = MainWindow(InChild()(database, True), database, settings, themes)
    collector = CycleCollector(app)
    collector.start()
    opened.offers_answers = False
    opened.keeps_settings = False
    opened.resize(1280, 800)
    opened.show()
    settle(0.2)
    try:
        yield opened
    finally:
        collector.stop()
        opened.close()
        if opened.closing is not None:
            opened.closing.join(30)


def settle(seconds: float) -> None:
    """Let the window go on for a while."""
    wait(lambda: False, seconds)


def wait(condition: Callable[[], bool], limit: float = _LIMIT_SECONDS) -> None:
    """Let the window go on until something holds."""
    end = time.perf_counter() + limit
    while not condition() and time.perf_counter() < end:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
        time.sleep(0.0005)


def children_processor() -> float:
    """Seconds of the processor that the processes of this one have used, where that is told."""
    ticks = 0
    for listing in Path("/proc/self/task").glob("*/children"):
        for child in listing.read_text().split():
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, round(share * (len(values) - 1)))]


class Heart:
    """Beats in the window's event loop; what a beat is late is the loop's latency.

    ``busy`` is the processor time of the window's thread from beat to beat: what it is late by its
    own doing, whatever else the machine does.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self.busy: list[float] = []
        self._last = self._worked = 0.0
        self._timer = QTimer()
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.busy.append((worked - self._worked) * 1000.0)
        self._worked = worked
        self.late.append(max(0.0, (now - self._last) * 1000.0 - BEAT_MS))
        self._last = now

    def figures(self) -> dict[str, float]:
        return {
            "latency p99 ms": percentile(self.late, 0.99),
            "latency worst ms": max(self.late, default=0.0),
            "processor from beat to beat p99 ms": percentile(self.busy, 0.99),
        }


def median(values: Sequence[float]) -> float:
    return statistics.median(values)
