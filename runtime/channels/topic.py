"""A channel that collects values."""

from collections.abc import Iterator, Sequence
from typing import Any, Generic, Self

from runtime.channels.base import BaseChannel, Value
from runtime.constants import MISSING
from runtime.errors import EmptyChannelError


def _flatten(values: Sequence[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, list):
            yield from value
        else:
            yield value


class Topic(Generic[Value], BaseChannel[Sequence[Value], Any, list[Value]]):
    """The writes of the last superstep, lists flattened; of all supersteps with ``accumulate``."""

    __slots__ = ("accumulate", "values")

    idle_update = "filled"
    finishes = False
    consumes = False

    def __init__(self, typ: type[Value], accumulate: bool = False) -> None:
        super().__init__(typ)
        self.accumulate = accumulate
        self.values: list[Value] = []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Topic) and other.accumulate == self.accumulate

    __hash__ = None  # type: ignore[assignment]

    @property
    def ValueType(self) -> Any:
        return Sequence[self.typ]  # type: ignore[name-defined]

    @property
    def UpdateType(self) -> Any:
        return self.typ | list[self.typ]  # type: ignore[name-defined]

    def from_checkpoint(self, checkpoint: Any) -> Self:
        channel = self.__class__(self.typ, self.accumulate)
        channel.key = self.key
        if checkpoint is not MISSING:
            # Older checkpoints hold a pair whose second part is the list.
            channel.values = list(checkpoint[1] if isinstance(checkpoint, tuple) else checkpoint)
        return channel

    def checkpoint(self) -> list[Value]:
        return self.values

    def get(self) -> Sequence[Value]:
        if not self.values:
            raise EmptyChannelError(self.key)
        return list(self.values)

    def is_available(self) -> bool:
        return bool(self.values)

    def update(self, values: Sequence[Any]) -> bool:
        before = self.values
        added = list(_flatten(values))
        if self.accumulate:
            if added:
                self.values = before + added
            return bool(added)
        if not before and not added:
            return False
        self.values = added
        return True
