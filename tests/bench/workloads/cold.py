"""Import and first superstep of a process that has imported nothing before."""

import subprocess
import sys
from pathlib import Path

from tests.bench.engines import Engine
from tests.bench.workload import Run, Workload

_PROGRAM = Path(__file__).parent / "cold_program.py"


def measure(engine: Engine, run: Run) -> float:
    """The median of ``size`` processes; the first, which may have to compile, is left out."""
    took = [
        float(
            subprocess.run(
                [sys.executable, str(_PROGRAM), engine.root],
                stdout=subprocess.PIPE,
                check=True,
                env={"PYTHONPATH": ":".join(filter(None, sys.path))},
            ).stdout
        )
        for _ in range(run.size + 1)
    ]
    return sorted(took[1:])[run.size // 2]


WORKLOADS = [
    Workload("cold", "import and first superstep of a cold process", 8, measure, 5, quick_size=3)
]
