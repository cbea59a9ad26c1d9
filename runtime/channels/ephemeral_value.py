"""A channel whose value lasts one superstep."""

from collections.abc import Sequence
from typing import Generic

from runtime.channels.base import Value
from runtime.channels.cell import GuardedCell
from runtime.constants import MISSING
from runtime.errors import InvalidUpdateError


class EphemeralValue(GuardedCell[Value], Generic[Value]):
    """Holds what the superstep before wrote. With ``guard`` it takes one write a superstep."""

    __slots__ = ()

    idle_update = "filled"

    def update(self, values: Sequence[Value]) -> bool:
        if not values:
            if self.value is MISSING:
                return False
            self.value = MISSING
            return True
        if len(values) != 1 and self.guard:
            raise InvalidUpdateError(
                f"At key '{self.key}': EphemeralValue(guard=True) can receive only one value per "
                "step. Use guard=False if you want to store any one of multiple values."
            )
        self.value = values[-1]
        return True
