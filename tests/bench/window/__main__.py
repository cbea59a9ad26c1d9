"""``python -m tests.bench.window [--write]``: measures, prints, and writes its section."""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.machine import facts
from tests.bench.sections import write_section

Figures = dict[str, float]


@dataclass(frozen=True)
class Demand:
    """What a figure must be: below ``limit``, or at least that where ``least``."""

    figure: str
    limit: float
    least: bool = False

    def met(self, value: float) -> bool:
        return value >= self.limit if self.least else value < self.limit


def _measures() -> list[tuple[str, Callable[[Path], Figures], tuple[Demand, ...]]]:
    from tests.bench.window import graphs, heavy, long, measures

    return [
        (
            "graph of 300 nodes, 900 edges",
            lambda folder: measures.graph(folder, 300, 900),
            (
                Demand("open s", 1.0),
                Demand("click median ms", 50.0),
                Demand("click p99 ms", 50.0),
                Demand("pan whole fps", 30.0, least=True),
            ),
        ),
        (
            "graph of 2,000 nodes, 5,000 edges",
            lambda folder: measures.graph(folder, 2000, 5000),
            (
                Demand("open s", 5.0),
                Demand("pan whole fps", 30.0, least=True),
                Demand("pan readable fps", 30.0, least=True),
            ),
        ),
        (
            "fan-out of 5,000 Sends of 1 ms, animated",
            lambda folder: measures.sends(folder, 5000, 1.0),
            (Demand("latency p99 ms", 50.0), Demand("slowed %", 10.0)),
        ),
        *(
            (
                title,
                measure,
                (
                    Demand("first rows ms", 300.0),
                    Demand("scroll, p99 ms a frame", 1000.0 / 60.0),
                    Demand("jump by slider, p95 ms", 100.0),
                    Demand("jump by End and Home, p95 ms", 100.0),
                    Demand("jump by step, p95 ms", 100.0),
                    Demand("jump by id, p95 ms", 100.0),
                    Demand("memory over the empty window MB", 300.0),
                ),
            )
            for title, measure in (
                (
                    "thread of 100,000 checkpoints",
                    lambda folder: long.checkpoints(folder, 100_000),
                ),
                ("10,000 threads", lambda folder: long.threads(folder, 10_000)),
            )
        ),
        *(
            (
                f"50 MB state: {kind}",
                lambda folder, kind=kind: heavy.state(folder, kind),
                (
                    Demand("step and look ms", 200.0),
                    Demand("select it ms", 200.0),
                    Demand("open its first part ms", 200.0),
                    Demand("processor of the window from beat to beat, most ms", 50.0),
                ),
            )
            for kind in graphs.HEAVY
        ),
    ]


def _rows(only: str) -> Iterator[str]:
    for title, measure, demands in _measures():
        if only not in title:
            continue
        with tempfile.TemporaryDirectory() as folder:
            figures = measure(Path(folder))
        wanted = {demand.figure: demand for demand in demands}
        for name, value in figures.items():
            demand = wanted.get(name)
            limit = met = ""
            if demand is not None:
                limit = f"{'≥' if demand.least else '<'} {demand.limit:g}"
                met = "yes" if demand.met(value) else "no"
            row = f"| {title} | {name} | {value:,.4g} | {limit} | {met} |"
            sys.stdout.write(f"{row}\n")
            sys.stdout.flush()
            yield row


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.window")
    parser.add_argument("--write", action="store_true", help="write the section of RESULTS.md")
    parser.add_argument("--only", default="", help="measures whose title has this text")
    options = parser.parse_args()
    rows = list(_rows(options.only))
    if options.write:
        machine = "; ".join(f"{name}: {value}" for name, value in facts()[:4])
        write_section(
            "window",
            "\n".join(
                [
                    "## The window",
                    "",
                    "A real window of 1280 x 800 without a display, its graph in a process of its",
                    "own. *click* is from the press on a card until every panel is painted, *pan*",
                    "counts frames that are painted whole, *longest stand* is the longest that the",
                    "event loop did not turn while the graph was opened. *plain* is the same run",
                    "with its checkpoints on SQLite and nobody who watches. *step and look* is",
                    "from the order to step until the next moment is painted in every panel,",
                    "the value selected and open; the graph's process saves and reads it.",
                    "",
                    "| what | figure | measured | demand | met |",
                    "|---|---|---:|---:|---|",
                    *rows,
                    "",
                    machine,
                ]
            ),
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
