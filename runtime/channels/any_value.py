"""A channel for writers that all write the same value."""

from collections.abc import Sequence
from typing import Any, Generic, Self

from runtime.channels.base import BaseChannel, Value
from runtime.constants import MISSING
from runtime.errors import EmptyChannelError


class AnyValue(Generic[Value], BaseChannel[Value, Value, Value]):
    """Takes the last of several equal values; empty again after a superstep without writes."""

    __slots__ = ("value",)

    idle_update = "filled"
    finishes = False
    consumes = False

    def __init__(self, typ: Any, key: str = "") -> None:
        super().__init__(typ, key)
        self.value: Any = MISSING

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyValue)

    __hash__ = None  # type: ignore[assignment]

    @property
    def ValueType(self) -> Any:
        return self.typ

    @property
    def UpdateType(self) -> Any:
        return self.typ

    def from_checkpoint(self, checkpoint: Any) -> Self:
        channel = self.__class__(self.typ, self.key)
        channel.value = checkpoint
        return channel

    def checkpoint(self) -> Any:
        return self.value

    def get(self) -> Value:
        if self.value is MISSING:
            raise EmptyChannelError(self.key)
        return self.value  # type: ignore[no-any-return]

    def is_available(self) -> bool:
        return self.value is not MISSING

    def update(self, values: Sequence[Value]) -> bool:
        if not values:
            if self.value is MISSING:
                return False
            self.value = MISSING
            return True
        self.value = values[-1]
        return True
