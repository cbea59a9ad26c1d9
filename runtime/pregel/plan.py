"""Plan: which tasks a checkpoint makes due.

A ``Send`` waiting in the tasks channel gives a PUSH task, in the order of sending. A node gives a
PULL task when one of its trigger channels has a value and a version above the one that the node
has seen. Only nodes triggered by a channel that changed last are looked at, where that is known.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from runtime.collecting import paused_for
from runtime.constants import MISSING, PULL, PUSH, TASKS
from runtime.isolation import isolate
from runtime.pregel.leftovers import removed_node, removed_nodes, unknown_node
from runtime.pregel.node import PregelNode
from runtime.pregel.state import ThreadState
from runtime.pregel.task import Task
from runtime.types import Send

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop

_PUSH_TRIGGERS = (PUSH,)
_NOTHING: dict[str, int] = {}


def is_due(node: PregelNode, name: str, state: ThreadState) -> bool:
    """Whether a trigger channel of node ``name`` has a value with a version above the one seen."""
    seen = state.seen.get(name, _NOTHING)
    values, versions = state.values, state.versions
    for channel in node.triggers:
        if channel in values and versions.get(channel, 0) > seen.get(channel, 0):
            return True
    return False


def candidates(
    nodes: Mapping[str, PregelNode],
    trigger_to_nodes: Mapping[str, Sequence[str]],
    updated: Iterable[str] | None,
) -> Iterable[str]:
    """Names of nodes that may be due, sorted: those that ``updated`` channels trigger, or all."""
    if updated is None:
        return sorted(nodes)
    found: Sequence[str] = ()
    for channel in updated:
        names = trigger_to_nodes.get(channel)
        if names:
            found = [*found, *names] if found else names
    return sorted(set(found)) if len(found) > 1 else found


def read_input(
    name: str, node: PregelNode, state: ThreadState, loop: "Loop", *, to_show: bool = False
) -> Any:
    """The input of ``node`` at ``state``; ``MISSING`` where its only channel is empty.

    One ``to_show`` is no copy, unless a mapper, which is anybody's code, gets hold of it.
    """
    copied = not to_show or node.mapper is not None
    if isinstance(node.channels, str):
        channel = node.channels
        value = state.read_one(channel) if copied else state.values.get(channel, MISSING)
        if value is MISSING:
            return MISSING
    else:
        value = state.read(node.channels) if copied else state.look(node.channels)
        managed = loop.graph.managed
        if managed:
            for key in node.channels:
                if key in managed:
                    value[key] = managed[key].get(loop)
    if node.mapper is None:
        return value
    try:
        return node.mapper(value)
    except Exception as error:
        error.add_note(f"Before task with name '{name}' and path '{(PULL, name)}'")
        raise


def plan_tasks(
    loop: "Loop", names: Iterable[str] | None = None, *, to_show: bool = False
) -> list[Task]:
    """The tasks due at the loop's state: PUSH tasks by index, then PULL tasks by ``names``.

    Raises where a node is unknown or refuses its input; tasks ``to_show`` have that as their error.
    """
    graph, state = loop.graph, loop.state
    tasks: list[Task] = []
    sends = state.values.get(TASKS)
    if sends:
        with paused_for(len(sends)):
            tasks = [_pushed(loop, index, send, to_show) for index, send in enumerate(sends)]
    if names is None:
        names = candidates(graph.nodes, graph.trigger_to_nodes, state.updated)
    for name in names:
        node = graph.nodes[name]
        if not is_due(node, name, state):
            continue
        failure = None
        try:
            task_input = read_input(name, node, state, loop, to_show=to_show)
        except Exception as error:
            if not to_show:
                raise
            task_input, failure = None, error
        if task_input is not MISSING:
            task = Task(loop, name, node, (PULL, name), tuple(node.triggers), task_input)
            tasks.append(_showing(task, failure, to_show))
    for name in removed_nodes(state) if state.unknown else ():
        node = removed_node(name)
        task = Task(loop, name, node, (PULL, name), tuple(node.triggers), None)
        tasks.append(_showing(task, unknown_node(name, graph.nodes), to_show))
    return tasks


def _pushed(loop: "Loop", index: int, send: Send, to_show: bool) -> Task:
    node = loop.graph.nodes.get(send.node)
    failure: BaseException | None = None
    if node is None:
        failure = unknown_node(send.node, loop.graph.nodes)
        node = removed_node(send.node)
    path = (PUSH, index, False)
    task = Task(loop, send.node, node, path, _PUSH_TRIGGERS, isolate(send.arg), index, send)
    return task if failure is None else _showing(task, failure, to_show)


def _showing(task: Task, failure: BaseException | None, to_show: bool) -> Task:
    if failure is not None and not to_show:
        raise failure
    task.error = failure
    return task
