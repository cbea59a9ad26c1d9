"""Reference cycles are collected in the window's thread alone.

Python collects them in whatever thread happens to allocate. A cycle that holds a Qt object would
then be destroyed by a thread of a run, while the window's thread may be inside that very object.
So automatic collection is off and a timer collects what is due. A collection that a node asks for
finds everything frozen, which Python spares; the window makes up for it soon after.
"""

import gc
import threading

from PySide6.QtCore import QObject, QTimer

TICK_MS = 50
"""So short that the young objects of a tick are looked through before a person notices."""
_OLDEST = 2
_GROWTH = 1.25
"""Old objects are looked through once they have become a quarter more, as Python itself does."""


class CycleCollector(QObject):
    """Collects cycles from ``start`` to ``stop``; made and used in the window's thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window_thread = threading.get_ident()
        self._was_enabled = True
        self._wanted = False
        self._old = 0
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.collect_due)

    def start(self) -> None:
        self._was_enabled = gc.isenabled()
        gc.disable()
        gc.callbacks.append(self._guard)
        self._timer.start()

    def stop(self) -> None:
        """Collect once more, then leave it to whoever did it before."""
        self._timer.stop()
        gc.collect()
        gc.callbacks.remove(self._guard)
        if self._was_enabled:
            gc.enable()

    def collect_due(self) -> None:
        """Collect what has come together."""
        young, middle, old = (
            count > threshold
            for count, threshold in zip(gc.get_count(), gc.get_threshold(), strict=True)
        )
        if self._wanted or (old and self._has_grown()):
            self._wanted = False
            gc.collect()
            self._old = len(gc.get_objects(_OLDEST))
        elif middle:
            gc.collect(1)
        elif young:
            gc.collect(0)

    def _has_grown(self) -> bool:
        return len(gc.get_objects(_OLDEST)) > self._old * _GROWTH

    def _guard(self, phase: str, info: dict[str, int]) -> None:
        """Around each collection, in the thread that collects."""
        if threading.get_ident() == self._window_thread:
            return
        if phase == "stop":
            gc.unfreeze()
            self._wanted = True
        else:
            gc.freeze()
