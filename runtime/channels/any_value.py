"""A channel for writers that all write the same value."""

from collections.abc import Sequence
from typing import Generic

from runtime.channels.base import Value
from runtime.channels.cell import Cell
from runtime.constants import MISSING


class AnyValue(Cell[Value], Generic[Value]):
    """Takes the last of several equal values; empty again after a superstep without writes."""

    __slots__ = ()

    idle_update = "filled"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AnyValue)

    __hash__ = None  # type: ignore[assignment]

    def update(self, values: Sequence[Value]) -> bool:
        if not values:
            if self.value is MISSING:
                return False
            self.value = MISSING
            return True
        self.value = values[-1]
        return True
