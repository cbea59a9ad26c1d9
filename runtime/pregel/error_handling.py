"""Error handlers of nodes: tasks of the same superstep, on the input of the node that failed."""

from typing import TYPE_CHECKING

from runtime.constants import ERROR_SOURCE_NODE
from runtime.errors import NodeError
from runtime.pregel import recorded
from runtime.pregel.streams import recorded_error
from runtime.pregel.task import Task

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop


def due_error_handlers(loop: "Loop") -> list[Task]:
    """Handlers that are to run now, each once for a task that failed; they join its tasks."""
    due = []
    names = loop.graph.node_error_handler_map
    for failed in list(loop.tasks):
        if not failed.handled and (ERROR_SOURCE_NODE, failed.name) not in failed.writes:
            continue
        failed.finished = True
        name = names[failed.name]
        path = (*failed.path[:3], "node_error_handler", False)
        handler = Task(loop, name, loop.graph.nodes[name], path, (), failed.input, failed.index)
        if any(task.id == handler.id for task in loop.tasks):
            continue
        error = failed.error
        if error is None:
            error = RuntimeError(recorded_error(loop.pending, failed.id))
        handler.node_error = NodeError(failed.name, error)
        recorded.match([handler], loop.pending)
        if loop.resuming:
            recorded.leave_unanswered(loop, [handler])
        loop.tasks.append(handler)
        if not handler.finished and not handler.waiting:
            due.append(handler)
    return due
