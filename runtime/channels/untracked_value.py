"""A channel that lives in memory only."""

from collections.abc import Sequence
from typing import Any, Generic, Self

from runtime.channels.base import BaseChannel, Value
from runtime.constants import MISSING
from runtime.errors import EmptyChannelError, InvalidUpdateError


class UntrackedValue(Generic[Value], BaseChannel[Value, Value, Value]):
    """Keeps the last value within a run and is never checkpointed."""

    __slots__ = ("guard", "value")

    idle_update = "never"
    finishes = False
    consumes = False

    def __init__(self, typ: type[Value], guard: bool = True) -> None:
        super().__init__(typ)
        self.guard = guard
        self.value: Any = MISSING

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UntrackedValue) and other.guard == self.guard

    __hash__ = None  # type: ignore[assignment]

    @property
    def ValueType(self) -> Any:
        return self.typ

    @property
    def UpdateType(self) -> Any:
        return self.typ

    def copy(self) -> Self:
        channel = self.from_checkpoint(MISSING)
        channel.value = self.value
        return channel

    def from_checkpoint(self, checkpoint: Any) -> Self:
        channel = self.__class__(self.typ, self.guard)
        channel.key = self.key
        return channel

    def checkpoint(self) -> Any:
        return MISSING

    def get(self) -> Value:
        if self.value is MISSING:
            raise EmptyChannelError(self.key)
        return self.value  # type: ignore[no-any-return]

    def is_available(self) -> bool:
        return self.value is not MISSING

    def update(self, values: Sequence[Value]) -> bool:
        if not values:
            return False
        if len(values) != 1 and self.guard:
            raise InvalidUpdateError(
                f"At key '{self.key}': UntrackedValue(guard=True) can receive only one value per "
                "step. Use guard=False if you want to store any one of multiple values."
            )
        self.value = values[-1]
        return True
