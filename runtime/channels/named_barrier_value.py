"""Channels of join edges: available once every named source has reported."""

from collections.abc import Sequence
from typing import Any, Generic, Self

from runtime.channels.base import BaseChannel, Value
from runtime.constants import MISSING
from runtime.errors import EmptyChannelError, InvalidUpdateError


class NamedBarrierValue(Generic[Value], BaseChannel[Value, Value, set[Value]]):
    """Collects names until all are seen; consuming it starts the next round."""

    __slots__ = ("names", "seen")

    idle_update = "never"
    finishes = False

    def __init__(self, typ: type[Value], names: set[Value]) -> None:
        super().__init__(typ)
        self.names = names
        self.seen: set[Value] = set()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NamedBarrierValue) and other.names == self.names

    __hash__ = None  # type: ignore[assignment]

    @property
    def ValueType(self) -> Any:
        return self.typ

    @property
    def UpdateType(self) -> Any:
        return self.typ

    def from_checkpoint(self, checkpoint: Any) -> Self:
        channel = self.__class__(self.typ, self.names)
        channel.key = self.key
        if checkpoint is not MISSING:
            channel.seen = set(checkpoint)
        return channel

    def checkpoint(self) -> set[Value]:
        return self.seen

    def get(self) -> Value:
        if self.seen != self.names:
            raise EmptyChannelError(self.key)
        return None  # type: ignore[return-value]

    def is_available(self) -> bool:
        return self.seen == self.names

    def update(self, values: Sequence[Value]) -> bool:
        seen = _collected(self.key, self.names, self.seen, values)
        changed = seen is not self.seen
        self.seen = seen
        return changed

    def consume(self) -> bool:
        if self.seen == self.names:
            self.seen = set()
            return True
        return False


class NamedBarrierValueAfterFinish(Generic[Value], BaseChannel[Value, Value, Any]):
    """As ``NamedBarrierValue``, but available only when the run is about to end."""

    __slots__ = ("finished", "names", "seen")

    idle_update = "never"

    def __init__(self, typ: type[Value], names: set[Value]) -> None:
        super().__init__(typ)
        self.names = names
        self.seen: set[Value] = set()
        self.finished = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NamedBarrierValueAfterFinish) and other.names == self.names

    __hash__ = None  # type: ignore[assignment]

    @property
    def ValueType(self) -> Any:
        return self.typ

    @property
    def UpdateType(self) -> Any:
        return self.typ

    def from_checkpoint(self, checkpoint: Any) -> Self:
        channel = self.__class__(self.typ, self.names)
        channel.key = self.key
        if checkpoint is not MISSING:
            seen, channel.finished = checkpoint
            channel.seen = set(seen)
        return channel

    def checkpoint(self) -> tuple[set[Value], bool]:
        return self.seen, self.finished

    def get(self) -> Value:
        if not self.is_available():
            raise EmptyChannelError(self.key)
        return None  # type: ignore[return-value]

    def is_available(self) -> bool:
        return self.finished and self.seen == self.names

    def update(self, values: Sequence[Value]) -> bool:
        seen = _collected(self.key, self.names, self.seen, values)
        changed = seen is not self.seen
        self.seen = seen
        return changed

    def consume(self) -> bool:
        if self.is_available():
            self.finished = False
            self.seen = set()
            return True
        return False

    def finish(self) -> bool:
        if not self.finished and self.seen == self.names:
            self.finished = True
            return True
        return False


def _collected(
    key: str, names: set[Value], seen: set[Value], values: Sequence[Value]
) -> set[Value]:
    """``seen`` with ``values`` added; ``seen`` itself where nothing is new."""
    for value in values:
        if value not in names:
            raise InvalidUpdateError(f"At key '{key}': Value {value} not in {names}")
    added = set(values) - seen
    return seen | added if added else seen
