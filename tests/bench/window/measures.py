"""What is measured of the window: each function gives figures, in the unit that its name says."""

import subprocess
import sys
import time
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.shell.window import MainWindow
from tests.bench.window.desk import (
    Heart,
    children_processor,
    median,
    percentile,
    settle,
    wait,
    window,
)
from tests.bench.window.graphs import fan_out, wide

CLICKS = 40
FRAMES = 90

PLAIN = """
import runpy, sys, time
from runtime.checkpoint.sqlite import SqliteSaver
module = runpy.run_path(sys.argv[1])
with SqliteSaver.from_conn_string(sys.argv[2]) as saver:
    graph = module["builder"].compile(checkpointer=saver)
    begin, worked = time.perf_counter(), time.process_time()
    graph.invoke(module["EXAMPLE_INPUT"], {"configurable": {"thread_id": "t"}})
    print(time.perf_counter() - begin, time.process_time() - worked)
"""


def _opened(desk: MainWindow, path: Path) -> dict[str, float]:
    """Until the graph is drawn, and the longest that the event loop stood meanwhile."""
    heart, begin, worked = Heart(), time.perf_counter(), time.process_time()
    heart.start()
    drawn: list[float] = []
    desk.panels.graph.graph_drawn.connect(lambda: drawn.append(0.0))
    desk.opener.open_trusted(str(path))
    wait(lambda: bool(drawn) and desk.moment.thread_id is not None)
    QApplication.processEvents()
    desk.panels.graph.canvas.viewport().repaint()
    heart.stop()
    return {
        "open s": time.perf_counter() - begin,
        "open, processor of the window s": time.process_time() - worked,
        "longest stand ms": max(heart.late),
    }


def graph(folder: Path, nodes: int, edges: int) -> dict[str, float]:
    """Opening a graph, clicking its nodes, panning over it."""
    file = folder / "wide.py"
    file.write_text(wide(nodes, edges))
    with window(folder) as desk:
        figures = _opened(desk, file)
        settle(1.0)
        figures |= {f"click {name}": value for name, value in _clicks(desk).items()}
        panel = desk.panels.graph
        for name, zoom in (("whole", panel.fit), ("readable", panel.canvas.zoom_reset)):
            zoom()
            QApplication.processEvents()
            figures[f"pan {name} fps"] = _pan(desk)
    return figures


def _clicks(desk: MainWindow) -> dict[str, float]:
    """From the click on a card until every panel is painted anew."""
    panel = desk.panels.graph
    canvas = panel.canvas
    panel.fit()
    taken: list[float] = []
    worked: list[float] = []
    paths = [path for path in panel.scene.nodes if path.startswith("node")]
    for path in paths[:: max(1, len(paths) // CLICKS)]:
        spot: QPoint = canvas.mapFromScene(panel.scene.nodes[path].center())
        begin, before = time.perf_counter(), time.thread_time()
        QTest.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=spot)
        QApplication.processEvents()
        QApplication.processEvents()
        taken.append((time.perf_counter() - begin) * 1000.0)
        worked.append((time.thread_time() - before) * 1000.0)
        assert desk.panels.selection.node == path
    return {
        "median ms": median(taken),
        "p99 ms": percentile(taken, 0.99),
        "p99, processor ms": percentile(worked, 0.99),
    }


def _pan(desk: MainWindow) -> float:
    """Frames a second while the drawing is dragged, everything that comes into sight painted."""
    canvas = desk.panels.graph.canvas
    if canvas.fitted:
        canvas.zoom_by(1.5)
    canvas.look_at(desk.panels.graph.scene.content_rect().center())
    bars = canvas.horizontalScrollBar(), canvas.verticalScrollBar()
    taken: list[float] = []
    for frame in range(FRAMES):
        begin = time.perf_counter()
        by = 24 if frame < FRAMES // 2 else -24
        bars[0].setValue(bars[0].value() + by)
        bars[1].setValue(bars[1].value() + by)
        canvas.viewport().repaint()
        QApplication.processEvents()
        taken.append(time.perf_counter() - begin)
    return 1.0 / median(taken)


def sends(folder: Path, count: int, milliseconds: float) -> dict[str, float]:
    """A fan-out that is animated: the loop's latency, and the same run with nobody who watches."""
    file = folder / "fan.py"
    file.write_text(fan_out(count, milliseconds))
    plain = min(_plain(folder, file, number) for number in range(2))
    with window(folder) as desk:
        _opened(desk, file)
        settle(1.0)
        desk.animate(True)
        heart, run = Heart(), desk.moment.run
        times: dict[str, float] = {}

        def told(events: object) -> None:
            if "end" not in times and run.status in ("done", "failed"):
                times["end"] = time.perf_counter()

        desk.moment.told.connect(told)
        heart.start()
        begin, worked = time.perf_counter(), children_processor()
        example = desk.workspace.graph.example_input if desk.workspace.graph else None
        desk.workspace.run_control.start(example, "run", lambda: None, lambda _: None)
        wait(lambda: "end" in times)
        settle(1.0)
        heart.stop()
        watched = times["end"] - begin
        spent = children_processor() - worked
    return {
        "plain s": plain[0],
        "watched s": watched,
        "slowed %": (watched / plain[0] - 1.0) * 100.0,
        "processor of the graph's process, more %": (spent / plain[1] - 1.0) * 100.0,
        **heart.figures(),
    }


def _plain(folder: Path, file: Path, number: int) -> tuple[float, float]:
    """Seconds, and seconds of the processor."""
    done = subprocess.run(
        [sys.executable, "-c", PLAIN, str(file), str(folder / f"plain{number}.sqlite")],
        capture_output=True,
        text=True,
        check=True,
    )
    seconds, processor = done.stdout.split()[-2:]
    return float(seconds), float(processor)
