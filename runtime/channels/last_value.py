"""Channels that keep the last value they were given."""

from collections.abc import Sequence
from typing import Any, Generic, Self

from runtime.channels.base import Value
from runtime.channels.cell import Cell
from runtime.constants import MISSING
from runtime.errors import (
    EmptyChannelError,
    ErrorCode,
    InvalidUpdateError,
    create_error_message,
)


def one_value_error(key: str) -> InvalidUpdateError:
    """The error of a channel that takes one write a superstep and got several."""
    return InvalidUpdateError(
        create_error_message(
            message=f"At key '{key}': Can receive only one value per step. "
            "Use an Annotated key to handle multiple values.",
            error_code=ErrorCode.INVALID_CONCURRENT_GRAPH_UPDATE,
        )
    )


class LastValue(Cell[Value], Generic[Value]):
    """Keeps the value; takes at most one write a superstep."""

    __slots__ = ()

    idle_update = "never"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LastValue)

    __hash__ = None  # type: ignore[assignment]

    def update(self, values: Sequence[Value]) -> bool:
        if not values:
            return False
        if len(values) != 1:
            raise one_value_error(self.key)
        self.value = values[0]
        return True


class LastValueAfterFinish(Cell[Value], Generic[Value]):
    """Keeps the last value, but shows it only when the run is about to end (deferred nodes)."""

    __slots__ = ("finished",)

    idle_update = "never"
    finishes = True
    consumes = True

    def __init__(self, typ: Any, key: str = "") -> None:
        super().__init__(typ, key)
        self.finished = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LastValueAfterFinish)

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Self:
        return self.from_checkpoint(self.checkpoint())

    def from_checkpoint(self, checkpoint: Any) -> Self:
        channel = self.empty()
        if checkpoint is not MISSING:
            channel.value, channel.finished = checkpoint
        return channel

    def checkpoint(self) -> Any:
        return MISSING if self.value is MISSING else (self.value, self.finished)

    def get(self) -> Value:
        if not self.finished:
            raise EmptyChannelError(self.key)
        return super().get()

    def is_available(self) -> bool:
        return self.value is not MISSING and self.finished

    def update(self, values: Sequence[Value]) -> bool:
        if not values:
            return False
        self.finished = False
        self.value = values[-1]
        return True

    def consume(self) -> bool:
        if self.finished:
            self.finished = False
            self.value = MISSING
            return True
        return False

    def finish(self) -> bool:
        if not self.finished and self.value is not MISSING:
            self.finished = True
            return True
        return False
