"""A state of 50 MB: a step, and everything that a window shows of it until it is painted."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from runtime.debug.events import CheckpointSaved, RunPaused
from studio.inspector.items import TreeItem
from studio.shell.window import MainWindow
from tests.bench.window.desk import Heart, children_processor, median, settle, wait, window
from tests.bench.window.graphs import HEAVY, heavy

STEPS = 8


def state(folder: Path, kind: str) -> dict[str, float]:
    """Steps beside the value with it selected and open; looking at it again after opening."""
    file = folder / "heavy.py"
    file.write_text(heavy(HEAVY[kind]))
    with window(folder) as desk:
        drawn: list[float] = []
        desk.panels.graph.graph_drawn.connect(lambda: drawn.append(0.0))
        desk.opener.open_trusted(str(file))
        wait(lambda: bool(drawn) and desk.moment.thread_id is not None)
        graph = desk.workspace.graph
        assert graph is not None
        control = desk.workspace.run_control
        stepper = _Stepper(desk)
        example = graph.example_input
        stepper.step(lambda: control.start(example, "step_superstep", lambda: None, lambda _: None))
        heart = Heart()
        heart.start()
        made = stepper.step(lambda: control.go_on("step_superstep", None))
        figures = {"the step that makes it ms": made}
        name = "messages" if kind == "50,000 messages" else "value"
        figures["select it ms"] = _selected(desk, name)
        if kind != "one text":
            figures["open its first part ms"] = _expanded(desk, name)
        stepper.step(lambda: control.go_on("step_superstep", None))
        worked = time.process_time() + children_processor()
        taken = [stepper.step(lambda: control.go_on("step_superstep", None)) for _ in range(STEPS)]
        worked = time.process_time() + children_processor() - worked
        figures["step and look ms"] = median(taken)
        figures["step and look, slowest ms"] = max(taken)
        figures["step and look, processor of both processes ms"] = worked * 1000.0 / STEPS
        settle(0.2)
        heart.stop()
        figures["processor of the window from beat to beat, most ms"] = max(heart.busy)
    return figures


class _Stepper:
    """Steps, and waits until the moment after it is painted in every panel in sight."""

    def __init__(self, desk: MainWindow) -> None:
        self._desk = desk
        self._paused = False
        self._saved = self._shown = ""
        desk.workspace.bridge.subscribe(self._hear)
        desk.moment.view_loaded.connect(self._show)

    def _hear(self, events: object) -> None:
        for event in events if isinstance(events, (list, tuple)) else ():
            if isinstance(event, CheckpointSaved):
                self._saved = event.row.checkpoint_id
            elif isinstance(event, RunPaused):
                self._paused = True

    def _show(self, view: object) -> None:
        self._shown = getattr(getattr(view, "row", None), "checkpoint_id", "")

    def step(self, go: Callable[[], None]) -> float:
        """Milliseconds."""
        self._paused = False
        settle(0.3)
        begin = time.perf_counter()
        go()
        wait(lambda: self._paused and self._shown == self._saved, 20)
        QApplication.processEvents()
        self._desk.repaint()
        return (time.perf_counter() - begin) * 1000.0


def _selected(desk: MainWindow, name: str) -> float:
    """Until the detail below the tree says what the value is."""
    panel = desk.panels.state
    begin = time.perf_counter()
    panel.select_channel(name)
    wait(lambda: panel.detail.described is not None, 20)
    QApplication.processEvents()
    desk.repaint()
    return (time.perf_counter() - begin) * 1000.0


def _expanded(desk: MainWindow, name: str) -> float:
    """Until the first children stand there, within ranges where there are many."""
    panel = desk.panels.state
    item = next(each for each in panel.model.root.children if each.key == name)
    begin = time.perf_counter()
    while item.kind in ("channel", "range"):
        panel.tree.expand(panel.model.index_of(item))
        wait(partial(_filled, item), 20)
        item = item.children[0]
    QApplication.processEvents()
    desk.repaint()
    return (time.perf_counter() - begin) * 1000.0


def _filled(item: TreeItem) -> bool:
    return bool(item.children) and not item.loading
