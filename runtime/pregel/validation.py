"""Checks on a graph of nodes and channels before it runs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from runtime.constants import RESERVED

if TYPE_CHECKING:
    from runtime.pregel.main import Pregel


def _names(value: str | Sequence[str]) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def validate_graph(graph: "Pregel[Any, Any, Any, Any]") -> None:
    """``ValueError`` where a name is reserved or a reference leads nowhere."""
    known = {*graph.channels, *graph.managed}
    for kind, names in (("Channel", known), ("Node", graph.nodes)):
        for name in names:
            if name in RESERVED:
                raise ValueError(f"{kind} name '{name}' is reserved")
    subscribed: set[str] = set()
    for name, node in graph.nodes.items():
        subscribed.update(node.triggers)
        for channel in (*node.triggers, *_names(node.channels)):
            if channel not in known:
                raise ValueError(
                    f"Node {name} reads channel '{channel}' not in known channels: "
                    f"'{sorted(known)}'"
                )
    inputs = graph.input_channels
    for channel in _names(inputs):
        if channel not in graph.channels:
            raise ValueError(f"Input channel '{channel}' not in known channels: '{sorted(known)}'")
    if not subscribed.intersection(_names(inputs)):
        raise ValueError(
            f"Input channel {inputs} is not subscribed to by any node"
            if isinstance(inputs, str)
            else f"None of the input channels {list(inputs)} are subscribed to by any node"
        )
    for channel in (*_names(graph.output_channels), *_names(graph.stream_channels or ())):
        if channel not in known:
            raise ValueError(f"Output channel '{channel}' not in known channels: '{sorted(known)}'")
    for nodes in (graph.interrupt_before_nodes, graph.interrupt_after_nodes):
        for name in () if nodes == "*" else nodes:
            if name not in graph.nodes:
                raise ValueError(f"Node {name} not in nodes")
