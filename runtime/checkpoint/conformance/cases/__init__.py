"""The cases, by capability: coroutines that take a saver and raise where it is wrong.

Each uses threads of its own, so that one saver serves them all.
"""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver
from runtime.checkpoint.conformance.capabilities import Capability
from runtime.checkpoint.conformance.cases import (
    deleting,
    delta,
    listing,
    putting,
    reading,
    thinning,
    writes,
)

Case = Callable[[BaseCheckpointSaver[Any]], Coroutine[Any, Any, None]]

CASES: dict[Capability, Sequence[Case]] = {
    Capability.PUT: putting.CASES,
    Capability.PUT_WRITES: writes.CASES,
    Capability.GET_TUPLE: reading.CASES,
    Capability.LIST: listing.CASES,
    Capability.DELETE_THREAD: deleting.DELETE_THREAD,
    Capability.DELETE_FOR_RUNS: deleting.DELETE_FOR_RUNS,
    Capability.COPY_THREAD: thinning.COPY_THREAD,
    Capability.PRUNE: thinning.PRUNE,
    Capability.DELTA_CHANNEL_HISTORY: delta.CASES,
}
