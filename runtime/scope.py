"""Where user code meets the engine: the task that runs in the current context.

The engine puts its task here before it calls a node; ``interrupt``, ``get_config`` and the other
free functions find it. Nothing here knows the engine.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from runtime.runtime import Runtime


class Scope(Protocol):
    """What a running task offers to the code inside it."""

    def interrupt(self, value: Any) -> Any:
        """The next resume value, or raise ``GraphInterrupt`` with ``value``."""

    @property
    def config(self) -> dict[str, Any]:
        """The task's RunnableConfig."""

    @property
    def runtime(self) -> "Runtime[Any]":
        """Context, store and writer of the run."""

    @property
    def stream_writer(self) -> Callable[[Any], None]:
        """Writes to the custom stream; does nothing when nobody listens."""


CURRENT: ContextVar[Scope | None] = ContextVar("runtime_current_task", default=None)


def current_scope(what: str) -> Scope:
    """The running task; ``RuntimeError`` naming ``what`` outside of one."""
    scope = CURRENT.get()
    if scope is None:
        raise RuntimeError(f"Called {what} outside of a runnable context")
    return scope
