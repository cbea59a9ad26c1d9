"""A channel whose checkpoints hold what was written, and only now and then the whole value."""

from collections.abc import Callable, Sequence
from typing import Any, Generic, Self

from runtime.channels.base import Value
from runtime.channels.binop import empty_of, overwritten
from runtime.channels.cell import Cell
from runtime.checkpoint.base import PendingWrite
from runtime.checkpoint.serde.types import _DeltaSnapshot
from runtime.constants import MISSING
from runtime.errors import ErrorCode, InvalidUpdateError, create_error_message
from runtime.isolation import isolate

Reducer = Callable[[Any, Sequence[Any]], Any]


class DeltaChannel(Cell[Value], Generic[Value]):
    """``value = reducer(value, writes)`` for all writes of a superstep at once.

    The reducer has to give the same for one call with all writes as for several calls with parts of
    them. A checkpoint holds nothing of the channel, but for one in ``snapshot_frequency`` updates,
    which holds the whole value; between them the value is made again from the writes of the tasks
    that led there. ``ValueError`` for frequencies below 1.
    """

    __slots__ = ("cut", "reducer", "snapshot_frequency")

    idle_update = "never"

    def __init__(
        self, reducer: Reducer, typ: Any = None, *, snapshot_frequency: int = 1000
    ) -> None:
        if snapshot_frequency <= 0:
            raise ValueError(f"snapshot_frequency must be a positive int, got {snapshot_frequency}")
        super().__init__(list if typ is None else typ)
        self.reducer = reducer
        self.snapshot_frequency = snapshot_frequency
        self.cut = False
        """Whether the last update dropped writes: they alone do not tell the value any more."""

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, DeltaChannel)
            and other.snapshot_frequency == self.snapshot_frequency
            and (other.reducer is self.reducer or other.reducer.__name__ == "<lambda>")
        )

    __hash__ = None  # type: ignore[assignment]

    def empty(self) -> Self:
        channel = self.__class__(self.reducer, self.typ, snapshot_frequency=self.snapshot_frequency)
        channel.key = self.key
        return channel

    def is_quiet(self) -> bool:
        return False

    def from_checkpoint(self, checkpoint: Any) -> Self:
        channel = self.empty()
        if isinstance(checkpoint, _DeltaSnapshot):
            channel.value = checkpoint.value
        elif checkpoint is not MISSING:
            channel.value = checkpoint
        else:
            channel.value = empty_of(self.typ)
        return channel

    def checkpoint(self) -> Any:
        return MISSING

    def update(self, values: Sequence[Any]) -> bool:
        if not values:
            return False
        self.cut = False
        for index, write in enumerate(values):
            overwrites, content = overwritten(write)
            if not overwrites:
                continue
            if any(overwritten(other)[0] for other in values[index + 1 :]):
                raise InvalidUpdateError(
                    create_error_message(
                        message="Can receive only one Overwrite value per super-step.",
                        error_code=ErrorCode.INVALID_CONCURRENT_GRAPH_UPDATE,
                    )
                )
            self.value = isolate(content)
            self.cut = len(values) > 1
            return True
        self._fold(values)
        return True

    def replay_writes(self, writes: Sequence[PendingWrite]) -> None:
        """Fold recorded writes ``(task id, channel, value)`` of several supersteps, in order."""
        waiting: list[Any] = []
        for _, _, write in writes:
            overwrites, content = overwritten(write)
            if overwrites:
                self.value = isolate(content)
                waiting = []
            else:
                waiting.append(write)
        if waiting:
            self._fold(waiting)

    def _fold(self, writes: Sequence[Any]) -> None:
        value = empty_of(self.typ) if self.value is MISSING else self.value
        # A reducer may append in place: the old value belongs to checkpoints that hold it.
        self.value = self.reducer(isolate(value), [isolate(write) for write in writes])
