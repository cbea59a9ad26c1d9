"""Names of nodes in the open graph and its subgraphs: ``outer|inner``, from the outermost inwards.

A node's own name holds no ``|``, which the namespaces of checkpoints use the same way.
"""

from __future__ import annotations

SEPARATOR = "|"


def join_path(prefix: str, name: str) -> str:
    """The path of a node of the graph at ``prefix``; ``""`` is the open graph itself."""
    return f"{prefix}{SEPARATOR}{name}" if prefix else name


def prefix_of(path: str) -> str:
    """The graph that a node belongs to, as the path of the node that it is inside of."""
    return path.rpartition(SEPARATOR)[0]


def name_of(path: str) -> str:
    """A node's own name."""
    return path.rpartition(SEPARATOR)[2]


def outermost(path: str) -> str:
    """The node of the open graph that a path begins with."""
    return path.partition(SEPARATOR)[0]


def prefix_of_namespace(checkpoint_ns: str) -> str:
    """``outer|inner`` for the namespace ``outer:task|inner:task``; numbers of calls fall away."""
    if not checkpoint_ns:
        return ""
    parts = checkpoint_ns.split(SEPARATOR)
    return SEPARATOR.join(part.partition(":")[0] for part in parts if not part.isdigit())
