"""Which nodes a timeout can stop: those that are awaited."""

import sys
from collections.abc import Mapping
from typing import Any

from runtime.pregel.callable import NodeFunction, is_graph, is_runnable
from runtime.types import TimeoutPolicy


def check_timeout(
    bound: NodeFunction, policy: TimeoutPolicy | None, kind: str = "Node"
) -> TimeoutPolicy | None:
    """``policy`` itself; ``ValueError`` where it cannot stop what ``bound`` runs."""
    if policy is None or gives_way(bound.action):
        return policy
    raise ValueError(
        "Node timeouts are only supported for async nodes because sync Python execution cannot be "
        f"safely cancelled in-process. {kind} '{bound.name}' is sync."
    )


def gives_way(action: Any) -> bool:
    """Whether ``action`` can be awaited, so that it can be cancelled at its next ``await``."""
    if isinstance(action, Mapping):
        return any(gives_way(part) for part in action.values())
    if is_graph(action):
        return True
    if not is_runnable(action):
        return NodeFunction(action).is_async
    inner = getattr(action, "steps", None) or getattr(action, "bound", None)
    if inner is not None:
        return any(gives_way(part) for part in (inner if isinstance(inner, list) else [inner]))
    if hasattr(action, "func"):
        return hasattr(action, "afunc")
    # LangChain's default for `ainvoke` is `invoke` in a thread.
    base = getattr(sys.modules.get("langchain_core.runnables"), "Runnable", None)
    given = getattr(type(action), "ainvoke", None)
    return given is not None and given is not getattr(base, "ainvoke", None)
