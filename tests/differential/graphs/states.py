"""State schemas and the way most graphs here are built."""

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from typing_extensions import TypedDict

from tests.differential.engines import Engine


class Log(TypedDict):
    """A plain value beside a list that grows."""

    x: int
    log: Annotated[list[Any], operator.add]


Node = Callable[..., Any]


def graph_of(
    engine: Engine,
    nodes: Mapping[str, Node],
    edges: Iterable[tuple[Any, str]] = (),
    state: Any = Log,
) -> Any:
    """A builder with these nodes and edges."""
    builder = engine.StateGraph(state)
    for name, node in nodes.items():
        builder.add_node(name, node)
    for start, end in edges:
        builder.add_edge(start, end)
    return builder
