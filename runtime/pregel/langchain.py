"""Callbacks and configs where LangChain is in use; nothing of it is imported otherwise."""

import sys
from collections.abc import Iterable, Sequence
from contextvars import Token
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.pregel.task import Task


def join_callbacks(given: Any, more: Any) -> Any:
    """Callbacks of two configs, each a list of handlers or a LangChain manager, every one once."""
    if not given or not more:
        return given or more
    if isinstance(given, (list, tuple)) and isinstance(more, (list, tuple)):
        return [*given, *(handler for handler in more if handler not in given)]
    manager, others = (more, given) if isinstance(given, (list, tuple)) else (given, more)
    joined = manager.copy()
    for handler in _handlers(others):
        joined.add_handler(handler, inherit=True)
    return joined


def apart(callbacks: Any, left_out: Sequence[Any]) -> Any:
    """``callbacks`` without some handlers; ``None`` where no other is left."""
    if not callbacks or not left_out:
        return callbacks
    kept = [handler for handler in _handlers(callbacks) if handler not in left_out]
    if not kept or isinstance(callbacks, (list, tuple)):
        return kept or None
    if len(kept) == len(callbacks.handlers):
        return callbacks
    other = callbacks.copy()
    for handler in left_out:
        other.remove_handler(handler)
    return other


def managed(callbacks: Any, *, is_async: bool) -> Any:
    """``callbacks`` in a manager, which LangChain merges rightly."""
    module = sys.modules.get("langchain_core.callbacks")
    if module is None or not callbacks:
        return callbacks
    kind = module.AsyncCallbackManager if is_async else module.CallbackManager
    if isinstance(callbacks, (list, tuple)):
        return kind(list(callbacks), inheritable_handlers=list(callbacks))
    if isinstance(callbacks, kind):
        return callbacks
    return kind(
        list(callbacks.handlers),
        inheritable_handlers=list(callbacks.inheritable_handlers),
        parent_run_id=callbacks.parent_run_id,
        tags=list(callbacks.tags),
        inheritable_tags=list(callbacks.inheritable_tags),
        metadata=dict(callbacks.metadata),
        inheritable_metadata=dict(callbacks.inheritable_metadata),
    )


def register(kind: type) -> None:
    """Have LangChain take objects of ``kind`` for runnables, where it is in use."""
    module = sys.modules.get("langchain_core.runnables")
    runnable = getattr(module, "Runnable", None)
    if runnable is not None and not issubclass(kind, runnable):
        runnable.register(kind)


def as_runnable(graph: Any) -> Any:
    """``graph`` as one of LangChain's own runnables; ``ImportError`` where LangChain is missing."""
    base: Any = import_module("langchain_core.runnables").Runnable

    class GraphRunnable(base):  # type: ignore[misc]
        @property
        def InputType(self) -> Any:
            return graph.InputType

        def invoke(self, input: Any, config: Any = None, **kwargs: Any) -> Any:
            return graph.invoke(input, config, **kwargs)

        async def ainvoke(self, input: Any, config: Any = None, **kwargs: Any) -> Any:
            return await graph.ainvoke(input, config, **kwargs)

        def astream(self, input: Any, config: Any = None, **kwargs: Any) -> Any:
            return graph.astream(input, config, **kwargs)

        def get_input_schema(self, config: Any = None) -> Any:
            return graph.get_input_schema(config)

        def get_output_schema(self, config: Any = None) -> Any:
            return graph.get_output_schema(config)

        def get_name(self, suffix: str | None = None, *, name: str | None = None) -> str:
            return str(graph.get_name(suffix, name=name))

    return GraphRunnable()


def _handlers(callbacks: Any) -> Iterable[Any]:
    return callbacks if isinstance(callbacks, (list, tuple)) else callbacks.handlers


def enter_langchain(task: "Task") -> "Token[Any] | None":
    """Have LangChain's runnables find the task's config by themselves, where it is in use."""
    module = sys.modules.get("langchain_core.runnables.config")
    if module is None:
        return None
    variable = getattr(module, "var_child_runnable_config", None)
    return None if variable is None else variable.set(task.config)
