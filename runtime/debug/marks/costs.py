"""What the executions after a checkpoint cost when they were recorded: times and tokens."""

from collections.abc import Mapping

from runtime.checkpoint.base import StoredCheckpoint
from runtime.debug.browsing import Browser
from runtime.debug.marks.commands import ReadCost
from runtime.debug.marks.views import CostRead, NodeCost
from runtime.debug.views import TaskView


def read_cost(command: ReadCost, browser: Browser) -> CostRead:
    """One page of the way from a checkpoint to its newest descendant."""
    where = (command.thread_id, command.checkpoint_ns)
    rows = {
        row.checkpoint_id: row
        for row in browser.reader.list_rows(*where)
        if row.checkpoint_id >= command.checkpoint_id
    }
    way = _way(rows, command.checkpoint_id)
    costs: dict[str, NodeCost] = {}
    page = way[: command.limit]
    supersteps = 0
    for place, checkpoint_id in enumerate(page):
        following = way[place + 1] if place + 1 < len(way) else None
        if following is not None and rows[following].source != "loop":
            # What is recorded here belongs to another branch.
            continue
        view = browser.view(*where, checkpoint_id)
        ran = [task for task in view.tasks if task.state == "wrote" and not task.substituted]
        supersteps += bool(ran)
        for task in ran:
            costs[task.name] = _added(costs.get(task.name), task)
    behind = way[len(page) :]
    return CostRead(tuple(costs.values()), supersteps, behind[0] if behind else None)


def _way(rows: Mapping[str, StoredCheckpoint], start: str) -> list[str]:
    """Checkpoints from ``start`` to its newest descendant, oldest first."""
    for newest in sorted(rows, reverse=True):
        way: list[str] = []
        at: str | None = newest
        while at is not None and at >= start:
            way.append(at)
            if at == start:
                return way[::-1]
            row = rows.get(at)
            at = None if row is None else row.parent_checkpoint_id
    return []


def _added(cost: NodeCost | None, task: TaskView) -> NodeCost:
    before = cost or NodeCost(task.name, 0)
    used = task.usage
    return NodeCost(
        task.name,
        before.runs + 1,
        before.timed + (task.duration_ms is not None),
        before.duration_ms + (task.duration_ms or 0.0),
        before.metered + (used is not None),
        before.input_tokens + (0 if used is None else used.input_tokens),
        before.output_tokens + (0 if used is None else used.output_tokens),
    )
