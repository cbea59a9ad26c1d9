"""The bytes that a growing list of messages takes on disk."""

from tests.bench.engines import Engine
from tests.bench.workload import Growth, Run
from tests.bench.workloads import messages


def messages_on_disk(engine: Engine, run: Run) -> float:
    """Bytes on disk for a byte of message, after ``size`` supersteps."""
    return messages.talk_and_weigh(engine, run)[1]


GROWTHS = [
    Growth(
        "growth-disk",
        "bytes on disk for a byte of message, after this many supersteps",
        "",
        "at most 3 at 2,000",
        messages_on_disk,
        (500, 1_000, 2_000, 4_000),
        (200, 400),
    )
]
