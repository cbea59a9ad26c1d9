"""What a checkpoint holds for parts of a graph that are no longer there.

A thread may wait while its graph changes. A node that was due and is gone is an error that names
it when the thread goes on, and shows in its snapshots; new input discards it like any task that
was still to run. A state key that is gone keeps its stored value and is reported.
"""

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from runtime.constants import BRANCH_PREFIX, JOIN_PREFIX
from runtime.errors import InvalidUpdateError
from runtime.pregel.callable import NodeFunction
from runtime.pregel.node import PregelNode, pass_through
from runtime.pregel.state import ThreadState

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop

_log = logging.getLogger(__name__)


def obsolete_triggers(state: ThreadState) -> list[str]:
    """Stored channels that only nodes of an earlier graph read."""
    return [name for name in state.unknown if name.startswith((BRANCH_PREFIX, JOIN_PREFIX))]


def removed_nodes(state: ThreadState) -> list[str]:
    """Names of nodes that are due and that the graph lacks, sorted."""
    names = []
    for channel in state.unknown:
        if channel.startswith(BRANCH_PREFIX):
            name = channel[len(BRANCH_PREFIX) :]
            if state.versions.get(channel, 0) > state.seen.get(name, {}).get(channel, 0):
                names.append(name)
    return sorted(names)


def removed_node(name: str) -> PregelNode:
    """Stands for a node that the graph lacks; it never runs."""
    return PregelNode(
        channels=[], triggers=[BRANCH_PREFIX + name], bound=NodeFunction(pass_through, name)
    )


def unknown_node(name: str, known: Iterable[str]) -> InvalidUpdateError:
    """The error of going on with a node that the graph lacks."""
    error = InvalidUpdateError(
        f"The thread is to run the unknown node '{name}'. "
        f"Nodes of this graph: {', '.join(sorted(known))}"
    )
    error.remedy = (
        "Edit the state as another node, or fork from an earlier step; or name the node as before."
    )
    return error


def report_removed_keys(loop: "Loop") -> None:
    """Log the state keys that the checkpoint has and the graph lacks."""
    obsolete = obsolete_triggers(loop.state)
    keys = [
        name for name in loop.state.unknown if name not in obsolete and not name.startswith("__")
    ]
    if keys:
        _log.warning(
            "Thread '%s' holds values of state keys that this graph lacks: %s. "
            "They are kept, and nodes do not see them",
            loop.thread_id,
            ", ".join(repr(key) for key in sorted(keys)),
        )
