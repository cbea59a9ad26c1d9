"""Reserved write keys, and what serialisation and savers ask of channels and Sends."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from runtime.constants import ERROR, INTERRUPT, RESUME, SCHEDULED, TASKS

__all__ = [
    "ERROR",
    "INTERRUPT",
    "RESUME",
    "SCHEDULED",
    "TASKS",
    "ChannelProtocol",
    "SendProtocol",
    "_DeltaSnapshot",
]


@dataclass(frozen=True, slots=True)
class _DeltaSnapshot:
    """The whole value of a delta channel, as it is stored every so often."""

    value: Any


@runtime_checkable
class ChannelProtocol(Protocol):
    """A channel as far as a saver needs it."""

    @property
    def ValueType(self) -> Any: ...

    @property
    def UpdateType(self) -> Any: ...

    def checkpoint(self) -> Any:
        """The stored form of the value, or ``MISSING`` when the channel is empty."""

    def update(self, values: Sequence[Any]) -> bool:
        """Fold the writes of one superstep; whether the value changed."""

    def get(self) -> Any:
        """The value; ``EmptyChannelError`` when there is none."""


@runtime_checkable
class SendProtocol(Protocol):
    """A ``Send``: which node, with which argument."""

    node: str
    arg: Any
