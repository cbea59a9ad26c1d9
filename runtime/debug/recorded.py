"""Tasks of stored checkpoints, planned again by the engine, and who asks inside subgraphs."""

from dataclasses import dataclass
from typing import Any

from runtime.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from runtime.constants import INTERRUPT
from runtime.debug.description import SourceSpan
from runtime.debug.opened import AnyGraph, OpenGraph
from runtime.debug.sources import source_facts
from runtime.pregel.config import RunConfig
from runtime.pregel.snapshot import planned, recorded_loop
from runtime.pregel.task import Task
from runtime.types import Interrupt


def planned_tasks(graph: AnyGraph, saved: CheckpointTuple) -> list[Task]:
    """Tasks due at a stored checkpoint in the order of the fold, with what is recorded of them.

    Raises what the plan phase raises.
    """
    run = RunConfig(configurable=dict(saved.config["configurable"]))
    tasks = []
    for task in planned(recorded_loop(graph, run, saved)):
        if task.name not in graph.nodes and task.index is None:
            # Told with the channels that the graph lacks.
            continue
        if task.error is not None:
            raise task.error
        tasks.append(task)
    return sorted(tasks, key=_fold_order)


def _fold_order(task: Task) -> tuple[int, str]:
    return (-1, task.name) if task.index is None else (task.index, "")


@dataclass(frozen=True, slots=True)
class Asker:
    """The node inside a subgraph that asks: names from the outermost graph inwards."""

    path: tuple[str, ...]
    source: SourceSpan | None


def askers_within(
    saver: BaseCheckpointSaver[Any],
    opened: OpenGraph | None,
    thread_id: str,
    checkpoint_ns: str,
    node: str,
    task_id: str,
) -> dict[str, Asker]:
    """By its id, who asks each question that a task passes on from its subgraph."""
    inside = f"{node}:{task_id}"
    namespace = f"{checkpoint_ns}|{inside}" if checkpoint_ns else inside
    graph = None if opened is None else opened.graph_at(namespace)
    if graph is None:
        return {}
    where = {"thread_id": thread_id, "checkpoint_ns": namespace}
    saved = saver.get_tuple({"configurable": where})
    if saved is None:
        return {}
    try:
        names = {task.id: task.name for task in planned_tasks(graph, saved)}
    except Exception:  # noqa: BLE001 - a graph that changed since may not plan its old step
        return {}
    found: dict[str, Asker] = {}
    for inner_id, channel, questions in saved.pending_writes or ():
        name = names.get(inner_id)
        if channel != INTERRUPT or name is None:
            continue
        deeper = askers_within(saver, opened, thread_id, namespace, name, inner_id)
        source = source_facts(graph.nodes[name].bound.action).span
        for question in questions if isinstance(questions, (list, tuple)) else ():
            if isinstance(question, Interrupt):
                below = deeper.get(question.id)
                found[question.id] = (
                    Asker((name,), source)
                    if below is None
                    else Asker((name, *below.path), below.source)
                )
    return found
