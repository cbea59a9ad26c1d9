"""Plan: which tasks a checkpoint makes due.

A ``Send`` waiting in the tasks channel gives a PUSH task, in the order of sending. A node gives a
PULL task when one of its trigger channels has a value and a version above the one that the node
has seen. Only nodes triggered by a channel that changed last are looked at, where that is known.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from runtime.constants import MISSING, PULL, PUSH, TASKS
from runtime.errors import InvalidUpdateError
from runtime.isolation import isolate
from runtime.pregel.node import PregelNode
from runtime.pregel.state import ThreadState
from runtime.pregel.task import Task

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop

_PUSH_TRIGGERS = (PUSH,)


def due_triggers(node: PregelNode, name: str, state: ThreadState) -> list[str]:
    """The trigger channels that make node ``name`` due: available, with an unseen version."""
    seen = state.seen.get(name, {})
    versions = state.versions
    values = state.values
    return [
        channel
        for channel in node.triggers
        if channel in values and versions.get(channel, 0) > seen.get(channel, 0)
    ]


def candidates(
    nodes: Mapping[str, PregelNode],
    trigger_to_nodes: Mapping[str, Sequence[str]],
    updated: Iterable[str] | None,
) -> Iterable[str]:
    """Names of nodes that may be due, sorted: those that ``updated`` channels trigger, or all."""
    if updated is None:
        return sorted(nodes)
    names = {name for channel in updated for name in trigger_to_nodes.get(channel, ())}
    return sorted(names) if len(names) > 1 else names


def read_input(name: str, node: PregelNode, state: ThreadState, loop: "Loop") -> Any:
    """The input of ``node`` at ``state``; ``MISSING`` where its only channel is empty."""
    if isinstance(node.channels, str):
        value = state.read_one(node.channels)
        if value is MISSING:
            return MISSING
    else:
        value = state.read(node.channels)
        managed = loop.graph.managed
        if managed:
            for name in node.channels:
                if name in managed:
                    value[name] = managed[name].get(loop)
    if node.mapper is None:
        return value
    try:
        return node.mapper(value)
    except Exception as error:
        error.add_note(f"Before task with name '{name}' and path '{(PULL, name)}'")
        raise


def plan_tasks(loop: "Loop", names: Iterable[str] | None = None) -> list[Task]:
    """The tasks due at the loop's state: PUSH tasks by index, then PULL tasks by ``names``."""
    graph, state = loop.graph, loop.state
    tasks: list[Task] = []
    sends = state.values.get(TASKS)
    if sends:
        for index, send in enumerate(sends):
            node = graph.nodes.get(send.node)
            if node is None:
                raise InvalidUpdateError(
                    f"A Send names the unknown node '{send.node}'. "
                    f"Nodes of this graph: {', '.join(sorted(graph.nodes))}"
                )
            tasks.append(
                Task(
                    loop,
                    send.node,
                    node,
                    (PUSH, index, False),
                    _PUSH_TRIGGERS,
                    isolate(send.arg),
                    index,
                    send,
                )
            )
    if names is None:
        names = candidates(graph.nodes, graph.trigger_to_nodes, state.updated)
    for name in names:
        node = graph.nodes[name]
        if not due_triggers(node, name, state):
            continue
        task_input = read_input(name, node, state, loop)
        if task_input is not MISSING:
            tasks.append(Task(loop, name, node, (PULL, name), tuple(node.triggers), task_input))
    return tasks
