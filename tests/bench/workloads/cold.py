"""Import and first superstep of a process that has imported nothing before."""

import subprocess
import sys
from pathlib import Path
from statistics import median

from tests.bench.engines import Engine
from tests.bench.timing import Took
from tests.bench.workload import Run, Workload

_PROGRAM = Path(__file__).parent / "cold_program.py"


def measure(engine: Engine, run: Run) -> Took:
    """The median of ``size`` processes, after one that may have to compile."""
    took = [_first_superstep(engine.root) for _ in range(run.size + 1)][1:]
    return Took(median(one.wall for one in took), median(one.processor for one in took))


def _first_superstep(root: str) -> Took:
    done = subprocess.run(
        [sys.executable, str(_PROGRAM), root],
        stdout=subprocess.PIPE,
        check=True,
        env={"PYTHONPATH": ":".join(filter(None, sys.path))},
    )
    wall, processor = map(float, done.stdout.split())
    return Took(wall, processor)


WORKLOADS = [
    Workload("cold", "import and first superstep of a cold process", 8, measure, 5, quick_size=3)
]
