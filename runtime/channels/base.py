"""A channel: a named cell of state with one rule for folding the writes of a superstep."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Literal, Self, TypeVar

from runtime.constants import MISSING
from runtime.errors import EmptyChannelError, InvalidUpdateError

__all__ = ["MISSING", "BaseChannel", "EmptyChannelError", "InvalidUpdateError"]

Value = TypeVar("Value")
Update = TypeVar("Update")
Checkpoint = TypeVar("Checkpoint")


class BaseChannel(Generic[Value, Update, Checkpoint], ABC):
    """Base of all channels. ``typ`` is the declared type, ``key`` the name in the graph."""

    __slots__ = ("key", "typ")

    idle_update: ClassVar[Literal["never", "filled", "always"]] = "always"
    """When ``update([])`` may change the channel in a superstep that does not write it."""
    finishes: ClassVar[bool] = True
    """Whether ``finish()`` may change the channel."""
    consumes: ClassVar[bool] = True
    """Whether ``consume()`` may change the channel."""

    def __init__(self, typ: Any, key: str = "") -> None:
        self.typ = typ
        self.key = key

    @property
    @abstractmethod
    def ValueType(self) -> Any:
        """Type of the value that is read."""

    @property
    @abstractmethod
    def UpdateType(self) -> Any:
        """Type of a write."""

    def copy(self) -> Self:
        """A channel with the same value that changes independently."""
        return self.from_checkpoint(self.checkpoint())

    def checkpoint(self) -> Checkpoint | Any:
        """What is stored of the channel; ``MISSING`` when it is empty."""
        try:
            return self.get()
        except EmptyChannelError:
            return MISSING

    @abstractmethod
    def from_checkpoint(self, checkpoint: Checkpoint | Any) -> Self:
        """A new channel of the same rule holding what ``checkpoint()`` gave."""

    @abstractmethod
    def get(self) -> Value:
        """The value; ``EmptyChannelError`` when there is none."""

    def is_available(self) -> bool:
        """Whether ``get`` would give a value."""
        try:
            self.get()
        except EmptyChannelError:
            return False
        return True

    @abstractmethod
    def update(self, values: Sequence[Update]) -> bool:
        """Fold the writes of one superstep, in order; whether the channel changed.

        Raises ``InvalidUpdateError`` where the writes do not fit the rule.
        """

    def is_quiet(self) -> bool:
        """Whether ``update`` runs no code but this package's."""
        return type(self).__module__.startswith("runtime.channels.")

    def consume(self) -> bool:
        """Told that a node triggered by the channel ran; whether the channel changed."""
        return False

    def finish(self) -> bool:
        """Told that the run is about to end; whether the channel changed."""
        return False
