"""Managed values: read-only state that the engine computes when it is read."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop

V = TypeVar("V")


class ManagedValue(ABC, Generic[V]):
    """A value computed from the running loop."""

    @staticmethod
    @abstractmethod
    def get(scratchpad: "Loop") -> V:
        """The value for the superstep being planned."""


class ConfiguredManagedValue(NamedTuple):
    """A managed value class with arguments."""

    cls: type[ManagedValue[Any]]
    kwargs: dict[str, Any]


ManagedValueSpec = type[ManagedValue[Any]] | ConfiguredManagedValue

ManagedValueMapping = dict[str, ManagedValueSpec]
"""Managed values by state key."""


def is_managed_value(value: Any) -> bool:
    """Whether ``value`` declares a managed value."""
    return (isinstance(value, type) and issubclass(value, ManagedValue)) or isinstance(
        value, ConfiguredManagedValue
    )
