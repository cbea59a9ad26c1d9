"""What channels that hold one value or none have in common."""

from typing import Any, Generic, Self

from runtime.channels.base import BaseChannel, Value
from runtime.constants import MISSING
from runtime.errors import EmptyChannelError


class Cell(Generic[Value], BaseChannel[Value, Value, Any]):
    """A channel with one ``value``, ``MISSING`` while it is empty."""

    __slots__ = ("value",)

    finishes = False
    consumes = False

    def __init__(self, typ: Any, key: str = "") -> None:
        super().__init__(typ, key)
        self.value: Any = MISSING

    @property
    def ValueType(self) -> Any:
        return self.typ

    @property
    def UpdateType(self) -> Any:
        return self.typ

    def empty(self) -> Self:
        """A channel of the same rule without a value."""
        return self.__class__(self.typ, self.key)

    def copy(self) -> Self:
        channel = self.empty()
        channel.value = self.value
        return channel

    def from_checkpoint(self, checkpoint: Any) -> Self:
        channel = self.empty()
        if checkpoint is not MISSING:
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


class GuardedCell(Cell[Value]):
    """A cell that takes one write a superstep while ``guard`` is set, else the last."""

    __slots__ = ("guard",)

    def __init__(self, typ: Any, guard: bool = True) -> None:
        super().__init__(typ)
        self.guard = guard

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and getattr(other, "guard", None) == self.guard

    __hash__ = None  # type: ignore[assignment]

    def empty(self) -> Self:
        channel = self.__class__(self.typ, self.guard)
        channel.key = self.key
        return channel
