"""How many supersteps the recursion limit leaves."""

from typing import TYPE_CHECKING, Annotated

from runtime.managed.base import ManagedValue

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop


class IsLastStepManager(ManagedValue[bool]):
    """Whether this is the last superstep that the recursion limit allows."""

    @staticmethod
    def get(scratchpad: "Loop") -> bool:
        return scratchpad.step == scratchpad.stop - 1


IsLastStep = Annotated[bool, IsLastStepManager]


class RemainingStepsManager(ManagedValue[int]):
    """Supersteps left before the recursion limit, this one included."""

    @staticmethod
    def get(scratchpad: "Loop") -> int:
        return scratchpad.stop - scratchpad.step


RemainingSteps = Annotated[int, RemainingStepsManager]
