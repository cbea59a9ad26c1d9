"""``python -m tests.bench.soak [--minutes 30] [--write]``: a loop watched for long.

Memory, open files and threads of the window's process and of the graph's, every ten seconds. What
is reported of memory is the slope of a straight line through what was measured after the first
sixth, which are the first five of thirty minutes, and through the last third: what is kept of the
newest supersteps fills up until then.
"""

import argparse
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from studio.shell.window import MainWindow
from tests.bench.machine import facts
from tests.bench.sections import write_section
from tests.bench.window.desk import settle, wait, window

_SAMPLE_SECONDS = 10.0
_FLAT_KB_A_MINUTE = 100.0

LOOP = """
import time
from typing import TypedDict
from runtime.graph import START, StateGraph

class State(TypedDict, total=False):
    round: int
    notes: list

def think(state):
    time.sleep({pause!r})
    return {{"round": state.get("round", 0) + 1}}

def act(state):
    time.sleep({pause!r})
    return {{"notes": [f"round {{state['round']}}: " + "x" * 200]}}

builder = StateGraph(State).add_node(think).add_node(act)
builder.add_edge(START, "think").add_edge("think", "act").add_edge("act", "think")
graph = builder.compile().with_config(recursion_limit=100_000_000)
EXAMPLE_INPUT = {{"round": 0, "notes": []}}
"""


@dataclass(frozen=True)
class Sample:
    """One look at both processes; memory in KB."""

    minute: float
    supersteps: int
    window_kb: float
    child_kb: float
    files: int
    threads: int
    child_files: int
    child_threads: int


def _status(pid: int, field: str) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(field):
            return float(line.split()[1])
    return 0.0


def _files(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def _sample(desk: MainWindow, child: int, since: float) -> Sample:
    own = os.getpid()
    head = desk.moment.head
    return Sample(
        (time.perf_counter() - since) / 60.0,
        0 if head is None else head.step,
        _status(own, "VmRSS"),
        _status(child, "VmRSS"),
        _files(own),
        threading.active_count(),
        _files(child),
        int(_status(child, "Threads")),
    )


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Of the straight line nearest to the points."""
    return statistics.linear_regression(*zip(*points, strict=True)).slope


def watch(minutes: float, pause: float) -> list[Sample]:
    """Run the loop in a window that shows and animates it, and look at it every few seconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "loop.py"
        file.write_text(LOOP.format(pause=pause))
        with window(folder) as desk:
            desk.opener.open_trusted(str(file))
            wait(lambda: desk.workspace.graph is not None and desk.moment.thread_id is not None)
            desk.animate(True)
            graph = desk.workspace.graph
            assert graph is not None
            desk.workspace.run_control.start(graph.example_input, "run", lambda: None, _refused)
            begin = time.perf_counter()
            children = [
                int(child)
                for listing in Path("/proc/self/task").glob("*/children")
                for child in listing.read_text().split()
            ]
            samples: list[Sample] = []
            while time.perf_counter() - begin < minutes * 60.0:
                settle(min(_SAMPLE_SECONDS, minutes * 6.0))
                samples.append(_sample(desk, children[0], begin))
                sys.stderr.write(f"{samples[-1]}\n")
            desk.workspace.run_control.stop()
            wait(lambda: desk.moment.run.status != "running", 30)
            return samples


def _refused(error: object) -> None:
    raise AssertionError(error)


def rows(samples: Sequence[Sample]) -> list[str]:
    """The table of what was measured."""
    later = [each for each in samples if each.minute >= samples[-1].minute / 6.0]
    minutes = later[-1].minute - later[0].minute
    steps = later[-1].supersteps - later[0].supersteps
    end = samples[-1].minute
    found: list[str] = []
    for title, memory in (
        ("the window's process", [each.window_kb for each in later]),
        ("the graph's process", [each.child_kb for each in later]),
    ):
        rising = slope([(each.minute, kb) for each, kb in zip(later, memory, strict=True)])
        a_step = (memory[-1] - memory[0]) / max(1, steps) * 1024.0
        last = [each for each in zip(later, memory, strict=True) if each[0].minute >= end * 2 / 3]
        at_last = slope([(each.minute, kb) for each, kb in last])
        met = "yes" if at_last < _FLAT_KB_A_MINUTE else "no"
        found.append(
            f"| memory of {title} | {memory[0] / 1024:,.1f} MB, then {rising:+,.0f} KB a minute "
            f"({a_step:+,.0f} bytes a superstep), in the last third {at_last:+,.0f} KB a minute "
            f"| flat | {met} |"
        )
    for title, counts in (
        ("open files, window", [each.files for each in later]),
        ("threads, window", [each.threads for each in later]),
        ("open files, graph", [each.child_files for each in later]),
        ("threads, graph", [each.child_threads for each in later]),
    ):
        most, least = max(counts), min(counts)
        span = str(most) if most == least else f"{least} to {most}"
        met = "yes" if counts[-1] <= counts[0] else "no"
        found.append(f"| {title} | {span} | constant | {met} |")
    found.append(
        f"| watched | {samples[-1].minute:.0f} minutes, "
        f"{samples[-1].supersteps:,} supersteps, {steps / max(minutes, 0.01) / 60:.1f} a second |"
        " |  |"
    )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=0.05, help="seconds that a node takes")
    parser.add_argument("--write", action="store_true", help="write the section of RESULTS.md")
    options = parser.parse_args()
    table = rows(watch(options.minutes, options.pause))
    sys.stdout.write("\n".join(table) + "\n")
    if options.write:
        machine = "; ".join(f"{name}: {value}" for name, value in facts()[:4])
        write_section(
            "soak",
            "\n".join(
                [
                    "## A loop watched for long",
                    "",
                    "A run that does not end, in an animated window, both processes looked at",
                    "every ten seconds; slopes are those after the first sixth of the time and in",
                    "its last third. Each superstep is a checkpoint on disk and a row of the",
                    "history; rows, times and lines of the log are kept up to a limit.",
                    "",
                    "| what | measured | demand | met |",
                    "|---|---|---|---|",
                    *table,
                    "",
                    machine,
                ]
            ),
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
