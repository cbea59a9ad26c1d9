"""The clock of a run."""

import gc
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar

ResultT = TypeVar("ResultT")


class Took(NamedTuple):
    """Seconds on the wall, and seconds of processor time of all threads.

    Other programs on the machine lengthen the first much more than the second.
    """

    wall: float
    processor: float

    def each(self, times: int) -> "Took":
        """The mean of so many."""
        return Took(self.wall / times, self.processor / times)


def timed(call: Callable[[], ResultT]) -> tuple[Took, ResultT]:
    """What a call took, and its result."""
    gc.collect()
    start = _now()
    result = call()
    return _since(start), result


async def timed_await(call: Callable[[], Awaitable[ResultT]]) -> tuple[Took, ResultT]:
    """The same of an awaited call."""
    gc.collect()
    start = _now()
    result = await call()
    return _since(start), result


def _now() -> Took:
    return Took(time.perf_counter(), time.process_time())


def _since(start: Took) -> Took:
    now = _now()
    return Took(now.wall - start.wall, now.processor - start.processor)
