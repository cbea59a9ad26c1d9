"""The two engines under comparison, each as one namespace of its public names.

A graph's builder takes an `Engine` and uses nothing else, so that the same code runs on both.
Names are looked up when they are used: a missing module fails the graphs that need it, no others.
"""

from __future__ import annotations

import importlib
from typing import Any

# Public name -> the module below the engine's root that gives it.
MODULES = {
    "AnyValue": "channels",
    "BinaryOperatorAggregate": "channels",
    "EphemeralValue": "channels",
    "LastValue": "channels",
    "Topic": "channels",
    "UntrackedValue": "channels",
    "InMemorySaver": "checkpoint.memory",
    "NodeBuilder": "pregel",
    "Pregel": "pregel",
    "BaseStore": "store.base",
    "CachePolicy": "types",
    "DEFAULT_RUNTIME": "runtime",
    "GraphCallbackHandler": "callbacks",
    "GraphInterruptEvent": "callbacks",
    "InMemoryCache": "cache.memory",
    "InMemoryStore": "store.memory",
    "NamedBarrierValue": "channels",
    "RunControl": "runtime",
    "Runtime": "runtime",
    "StreamWriter": "types",
    "TimeoutPolicy": "types",
    "entrypoint": "func",
    "delete_ui_message": "graph.ui",
    "get_async_graph_callback_manager_for_config": "callbacks",
    "get_runtime": "runtime",
    "get_sync_graph_callback_manager_for_config": "callbacks",
    "push_message": "graph.message",
    "push_ui_message": "graph.ui",
    "ui_message_reducer": "graph.ui",
    "get_store": "config",
    "task": "func",
    "get_config": "config",
    "get_stream_writer": "config",
    "END": "graph",
    "START": "graph",
    "MessagesState": "graph",
    "StateGraph": "graph",
    "add_messages": "graph",
    "REMOVE_ALL_MESSAGES": "graph.message",
    "IsLastStep": "managed",
    "RemainingSteps": "managed",
    "Command": "types",
    "Interrupt": "types",
    "Overwrite": "types",
    "NodeError": "errors",
    "RetryPolicy": "types",
    "Send": "types",
    "StateUpdate": "types",
    "interrupt": "types",
}


class Engine:
    """The public surface below one import root (`langgraph` or `runtime`)."""

    def __init__(self, root: str) -> None:
        self.root = root

    def __getattr__(self, name: str) -> Any:
        if name not in MODULES:
            raise AttributeError(name)
        return getattr(importlib.import_module(f"{self.root}.{MODULES[name]}"), name)

    def __repr__(self) -> str:
        return f"Engine({self.root!r})"

    def compile(self, builder: Any, **options: Any) -> Any:
        """Compile with a saver in memory, unless `checkpointer` says otherwise."""
        options.setdefault("checkpointer", self.InMemorySaver())
        return builder.compile(**options)


ORACLE = Engine("langgraph")
OURS = Engine("runtime")
