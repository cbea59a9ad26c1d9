"""Reads a recorded moment: the states of a graph's nodes from the view of one checkpoint."""

from __future__ import annotations

from collections.abc import Iterable

from runtime.debug.views import CheckpointRow, CheckpointView
from studio.graph.anatomy import Anatomy
from studio.graph.moment import Moment, TaskStatus
from studio.graph.paths import join_path, prefix_of_namespace
from studio.graph.progress import mark_cause, output_text, preview_text, read_join
from studio.language.engine import reason_text


def read_view(anatomy: Anatomy, moment: Moment, view: CheckpointView) -> None:
    """Put into ``moment`` what the view says of its graph: the open one, or a subgraph."""
    namespace = view.row.checkpoint_ns
    prefix = prefix_of_namespace(namespace)
    if prefix not in anatomy.graphs:
        return
    if not prefix:
        moment.step = view.row.step + 1
        moment.phase = "plan" if view.tasks else "idle"
        for channel in view.channels:
            status = moment.channels.get(channel.name)
            if status is not None:
                status.version = channel.version
                status.changed = channel.changed
                status.text = channel.value.text if channel.value else ""
    _read_explanations(anatomy, moment, prefix, view)
    for task in view.tasks:
        path = join_path(prefix, task.name)
        node = moment.nodes.get(path)
        if node is None:
            continue
        node.put(
            TaskStatus(
                task.id,
                task.name,
                task.state,
                task.index,
                preview_text(task.input),
                task.duration_ms,
                output_text(task.writes),
                namespace,
                task.substituted,
            )
        )
        if task.error is not None:
            node.message = f"{task.error.type}: {task.error.message}".splitlines()[0]
        elif task.interrupts:
            node.message = task.interrupts[0].payload.text
        moment.taken.update(anatomy.take(prefix, path, task.targets))
        if task.kind == "PUSH":
            _mark_only_router(anatomy, moment, path)
    if not view.tasks and not view.row.next and view.row.step > 0:
        for path in anatomy.ends(prefix):
            moment.nodes[path].state = "wrote"


def count_inner_runs(anatomy: Anatomy, moment: Moment, rows: Iterable[CheckpointRow]) -> None:
    """Count runs of a subgraph's nodes: those due at a checkpoint that has a successor."""
    rows = list(rows)
    moment.inner_runs.update((row.checkpoint_ns, {}) for row in rows)
    followed = {row.parent_checkpoint_id for row in rows if row.source == "loop"}
    for row in rows:
        if row.checkpoint_id in followed:
            prefix = prefix_of_namespace(row.checkpoint_ns)
            for name in row.next:
                path = join_path(prefix, name)
                if path in anatomy.nodes:
                    runs = moment.inner_runs[row.checkpoint_ns]
                    runs[path] = runs.get(path, 0) + 1


def _read_explanations(anatomy: Anatomy, moment: Moment, prefix: str, view: CheckpointView) -> None:
    for explanation in view.explanations:
        path = join_path(prefix, explanation.node)
        node = moment.nodes.get(path)
        if node is not None and explanation.due:
            node.message = reason_text(explanation.sentence)
        seen = view.versions_seen.get(explanation.node, {})
        for trigger in explanation.triggers:
            read_join(moment, prefix, trigger)
            join = moment.joins.get(join_path(prefix, trigger.channel))
            if join is not None:
                join.fired = seen.get(trigger.channel, 0) > 0
            if explanation.due and trigger.due:
                mark_cause(anatomy, moment, prefix, path, trigger)


def _mark_only_router(anatomy: Anatomy, moment: Moment, path: str) -> None:
    """A record does not name who sent; it is certain where one conditional edge leads in."""
    routed = [
        index
        for index, edge in enumerate(anatomy.edges)
        if edge.target == path and edge.kind == "conditional"
    ]
    if len(routed) == 1:
        moment.taken.add(routed[0])
        moment.causes.setdefault(routed[0], "Send")
