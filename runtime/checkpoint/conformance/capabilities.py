"""What a saver can do, told by the methods for coroutines that its class has of its own."""

from dataclasses import dataclass
from enum import Enum
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver


class Capability(Enum):
    """A part of the contract; its method is ``a`` and the value."""

    PUT = "put"
    PUT_WRITES = "put_writes"
    GET_TUPLE = "get_tuple"
    LIST = "list"
    DELETE_THREAD = "delete_thread"
    DELETE_FOR_RUNS = "delete_for_runs"
    COPY_THREAD = "copy_thread"
    PRUNE = "prune"
    DELTA_CHANNEL_HISTORY = "delta_channel_history"

    @property
    def method(self) -> str:
        """The method that a saver needs for it."""
        if self is Capability.DELTA_CHANNEL_HISTORY:
            return "aget_delta_channel_history"
        return f"a{self.value}"


BASE_CAPABILITIES = frozenset(
    {
        Capability.PUT,
        Capability.PUT_WRITES,
        Capability.GET_TUPLE,
        Capability.LIST,
        Capability.DELETE_THREAD,
    }
)
"""What every saver needs."""
EXTENDED_CAPABILITIES = frozenset(Capability) - BASE_CAPABILITIES
"""What a saver may leave out."""
ALL_CAPABILITIES = BASE_CAPABILITIES | EXTENDED_CAPABILITIES


@dataclass(frozen=True, slots=True)
class DetectedCapabilities:
    """What a saver has, and what it lacks."""

    detected: frozenset[Capability]
    missing: frozenset[Capability]

    @classmethod
    def from_instance(cls, saver: BaseCheckpointSaver[Any]) -> "DetectedCapabilities":
        """By the methods that are not the interface's own."""
        detected = frozenset(
            capability
            for capability in Capability
            if getattr(type(saver), capability.method)
            is not getattr(BaseCheckpointSaver, capability.method)
        )
        return cls(detected, ALL_CAPABILITIES - detected)
