"""One measured run: `python -m tests.bench.child NAME SIDE SIZE FOLDER [POSTGRES_URL]`."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from tests.bench.engines import Engine, Side
from tests.bench.growth import GROWTHS
from tests.bench.workload import Run
from tests.bench.workloads import WORKLOADS


def main(arguments: list[str]) -> None:
    name, side, size, folder, *postgres = arguments
    run = Run(int(size), Path(folder), "".join(postgres))
    engine = Engine(cast(Side, side))
    figures: Sequence[float] = (
        WORKLOADS[name].measure(engine, run)
        if name in WORKLOADS
        else [GROWTHS[name].measure(engine, run)]
    )
    json.dump({"figures": figures, "facts": run.facts}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
