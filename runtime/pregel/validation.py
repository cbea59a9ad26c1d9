"""Checks on a graph of nodes and channels before it runs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from runtime.constants import INPUT, INTERRUPT, TASKS

if TYPE_CHECKING:
    from runtime.pregel.main import Pregel

_RESERVED_NODES = frozenset({INPUT, INTERRUPT, TASKS})


def _names(value: str | Sequence[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def validate_graph(graph: "Pregel[Any, Any, Any, Any]") -> None:
    """``ValueError`` where a name is reserved or a reference leads nowhere."""
    known = {*graph.channels, *graph.managed}
    for name in graph.nodes:
        if name in _RESERVED_NODES:
            raise ValueError(f"Node names {sorted(_RESERVED_NODES)} are reserved: '{name}'")
    subscribed: set[str] = set()
    for name, node in graph.nodes.items():
        subscribed.update(node.triggers)
        for channel in (*node.triggers, *_names(node.channels)):
            if channel not in known:
                raise ValueError(
                    f"Node '{name}' reads channel '{channel}' not in known channels: "
                    f"'{sorted(known)}'"
                )
    for channel in _names(graph.input_channels):
        if channel not in graph.channels:
            raise ValueError(f"Input channel '{channel}' not in known channels: '{sorted(known)}'")
    if not subscribed.intersection(_names(graph.input_channels)):
        raise ValueError(f"Input channel {graph.input_channels!r} is not subscribed to by any node")
    for channel in (*_names(graph.output_channels), *_names(graph.stream_channels or ())):
        if channel not in known:
            raise ValueError(f"Output channel '{channel}' not in known channels: '{sorted(known)}'")
    for nodes in (graph.interrupt_before_nodes, graph.interrupt_after_nodes):
        for name in () if nodes == "*" else nodes:
            if name not in graph.nodes:
                raise ValueError(f"Node {name} not in nodes")
