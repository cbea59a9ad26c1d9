"""Access to the running task's configuration, store and stream from inside a node."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypedDict, cast

from runtime.scope import current_scope

if TYPE_CHECKING:
    from runtime.store.base import BaseStore


class RunnableConfig(TypedDict, total=False):
    """Configuration of one call. Plain dictionaries with these keys are accepted everywhere."""

    tags: list[str]
    metadata: dict[str, Any]
    callbacks: Any
    run_name: str
    run_id: Any
    recursion_limit: int
    max_concurrency: int | None
    configurable: dict[str, Any]


def get_config() -> dict[str, Any]:
    """The RunnableConfig of the running task; ``RuntimeError`` outside of one."""
    return current_scope("get_config").config


def get_store() -> "BaseStore":
    """The store that the graph was compiled with; ``RuntimeError`` outside of a task.

    ``None`` where the graph has no store, as in LangGraph.
    """
    return cast("BaseStore", current_scope("get_config").runtime.store)


def get_stream_writer() -> Callable[[Any], None]:
    """The function that writes to ``stream_mode="custom"``."""
    return current_scope("get_config").stream_writer
