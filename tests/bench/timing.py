"""The clock of a run."""

import gc
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

ResultT = TypeVar("ResultT")


def timed(call: Callable[[], ResultT]) -> tuple[float, ResultT]:
    """The seconds that a call took, and its result."""
    gc.collect()
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


async def timed_await(call: Callable[[], Awaitable[ResultT]]) -> tuple[float, ResultT]:
    """The same of an awaited call."""
    gc.collect()
    start = time.perf_counter()
    result = await call()
    return time.perf_counter() - start, result
