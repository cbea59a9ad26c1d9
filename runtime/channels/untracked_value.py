"""A channel that lives in memory only."""

from collections.abc import Sequence
from typing import Any, Generic, Self

from runtime.channels.base import Value
from runtime.channels.cell import GuardedCell
from runtime.constants import MISSING
from runtime.errors import InvalidUpdateError


class UntrackedValue(GuardedCell[Value], Generic[Value]):
    """Keeps the last value within a run and is never checkpointed."""

    __slots__ = ()

    idle_update = "never"

    def from_checkpoint(self, checkpoint: Any) -> Self:
        return self.empty()

    def checkpoint(self) -> Any:
        return MISSING

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
