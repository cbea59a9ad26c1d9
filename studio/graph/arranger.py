"""Asks the layout engine without ever making the window wait.

A small graph is laid out at once. A large one goes to a child process; if that fails or takes too
long, the plain engine, which needs milliseconds, takes over. Whoever waits for more than a moment
gets the plain layout meanwhile. Layouts are kept by the fingerprint of their request.
"""

from __future__ import annotations

import json
import os
import sys
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, QTimer

import studio
from runtime.drawing.boxes import on_grid
from runtime.drawing.layout import Layout, LayoutEngine, LayoutError, LayoutRequest, layered_engine
from runtime.drawing.layout.plain import PlainEngine

_AT_ONCE_BOXES = 150
_AT_ONCE_EDGES = 300
_TIME_LIMIT_MS = 20_000
_PATIENCE_MS = 200
_HOPELESS_BOXES = 1_000
"""From so many on the engine takes seconds: nobody waits for it first."""
_KEPT = 16

Arranged = Callable[[Layout], None]


class Arranger(QObject):
    """Lays out one request at a time; a new request drops the one before."""

    def __init__(self, parent: QObject | None = None, engine: LayoutEngine | None = None) -> None:
        super().__init__(parent)
        self._engine = engine or layered_engine()
        self._kept: OrderedDict[str, Layout] = OrderedDict()
        self._process: QProcess | None = None
        self._wanted: tuple[str, LayoutRequest, Arranged] | None = None
        self._limit = QTimer(self)
        self._limit.setSingleShot(True)
        self._limit.setInterval(_TIME_LIMIT_MS)
        self._limit.timeout.connect(self._give_up)
        self.patience_ms = _PATIENCE_MS
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.timeout.connect(self._meanwhile)
        application = QCoreApplication.instance()
        assert application is not None
        application.aboutToQuit.connect(self.cancel)

    @property
    def busy(self) -> bool:
        return self._process is not None

    def arrange(self, request: LayoutRequest, arranged: Arranged) -> None:
        """Call ``arranged`` with the layout: before this returns, or later for a large graph, and
        then maybe twice: with a plain one first."""
        self.cancel()
        key = request.fingerprint()
        known = self._kept.get(key)
        if known is not None:
            self._kept.move_to_end(key)
            arranged(known)
        elif len(request.boxes) <= _AT_ONCE_BOXES and len(request.edges) <= _AT_ONCE_EDGES:
            try:
                layout = self._engine.arrange(request)
            except LayoutError:
                layout = PlainEngine().arrange(request)
            arranged(self._keep(key, request, layout))
        else:
            self._start(key, request, arranged)

    def cancel(self) -> None:
        """Drop the request under way, if there is one."""
        self._wanted = None
        process = self._release()
        if process is not None:
            process.kill()
            process.waitForFinished(1000)

    def _keep(self, key: str, request: LayoutRequest, layout: Layout) -> Layout:
        layout = on_grid(layout, request)
        self._kept[key] = layout
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return layout

    def _start(self, key: str, request: LayoutRequest, arranged: Arranged) -> None:
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        root = str(Path(studio.__path__[0]).parent)
        known = environment.value("PYTHONPATH")
        environment.insert("PYTHONPATH", os.pathsep.join(filter(None, (root, known))))
        environment.insert("PYTHONUTF8", "1")
        process.setProcessEnvironment(environment)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        self._process = process
        self._wanted = (key, request, arranged)
        self._limit.start()
        self._patience.start(0 if len(request.boxes) >= _HOPELESS_BOXES else self.patience_ms)
        process.start(sys.executable, ["-m", "runtime.drawing.layout.worker"])
        process.write(json.dumps(request.to_json()).encode())
        process.closeWriteChannel()

    def _release(self) -> QProcess | None:
        """Let go of the process; nothing that it signals later is heard."""
        self._limit.stop()
        self._patience.stop()
        process, self._process = self._process, None
        if process is not None:
            process.finished.disconnect(self._on_finished)
            process.errorOccurred.disconnect(self._on_error)
            process.deleteLater()
        return process

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._on_finished()

    def _on_finished(self) -> None:
        wanted, self._wanted = self._wanted, None
        process = self._release()
        if process is None or wanted is None:
            return
        key, request, arranged = wanted
        try:
            layout = Layout.from_json(json.loads(bytes(process.readAllStandardOutput().data())))
        except (ValueError, KeyError, TypeError):
            layout = PlainEngine().arrange(request)
        arranged(self._keep(key, request, layout))

    def _meanwhile(self) -> None:
        if self._wanted is not None:
            _, request, arranged = self._wanted
            arranged(on_grid(PlainEngine().arrange(request), request))

    def _give_up(self) -> None:
        if self._process is not None:
            self._process.kill()
