"""Which executions would repeat what another branch of the thread has recorded.

Behind every fork on the way to the head, another branch may have run a node more often than the
branch of the head has. So many executions of it, and no more, repeat something.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from runtime.checkpoint.base import StoredCheckpoint
from runtime.constants import NS_SEPARATOR, SUBSTITUTED
from runtime.debug.browsing import Browser, NotFound
from runtime.debug.opened import OpenGraph
from runtime.debug.recorded import planned_tasks
from runtime.debug.stored import rule_of_row

Counts = Counter[str]
DueNodes = Callable[[StoredCheckpoint], Sequence[str]]
RecordedNodes = Callable[[StoredCheckpoint], Sequence[str]]


class RecordedBranches:
    """The checkpoints of one thread in one namespace, and how often ``nodes`` ran in them.

    ``due`` names the tasks due at a checkpoint, ``recorded`` those of which something is recorded
    there; both are asked only where it matters.
    """

    def __init__(
        self,
        rows: Sequence[StoredCheckpoint],
        nodes: Collection[str],
        due: DueNodes,
        recorded: RecordedNodes,
    ) -> None:
        self._by_id = {row.checkpoint_id: row for row in rows}
        self._nodes = nodes
        self._due = due
        self._recorded = recorded
        self._children: dict[str, list[StoredCheckpoint]] = {}
        for row in rows:
            if row.parent_checkpoint_id is not None:
                self._children.setdefault(row.parent_checkpoint_id, []).append(row)
        self._below: dict[str, Counts] = {}

    def repeatable(self, head_id: str, again: bool) -> Counts:
        """How many executions of each node behind ``head_id`` repeat some of another branch.

        ``again``: what is recorded at the head itself is executed again.
        """
        chain = self._chain(head_id)
        if not chain:
            return Counts()
        self._measure(set(chain))
        found = Counts()
        ours = Counts() if again else self._counted(self._recorded(self._by_id[head_id]))
        after: StoredCheckpoint | None = None
        for checkpoint_id in chain:
            row = self._by_id[checkpoint_id]
            steps_on = after is not None and after.source == "loop"
            if after is not None and steps_on:
                ours += self._executed(row, after)
            others = Counts()
            for child in self._children.get(checkpoint_id, ()):
                if child is not after:
                    others |= self._executed(row, child) + self._below[child.checkpoint_id]
            if not steps_on and (after is not None or again):
                others |= self._counted(self._recorded(row))
            found |= others - ours
            after = row
        return found

    def _chain(self, head_id: str) -> list[str]:
        chain: list[str] = []
        next_id: str | None = head_id
        while next_id in self._by_id and next_id is not None:
            chain.append(next_id)
            parent = self._by_id[next_id].parent_checkpoint_id
            next_id = parent if parent is not None and parent < next_id else None
        return chain

    def _measure(self, chain: set[str]) -> None:
        """Count behind every checkpoint off the chain, from the leaves up."""
        for checkpoint_id in sorted(self._by_id.keys() - chain, reverse=True):
            row = self._by_id[checkpoint_id]
            children = self._children.get(checkpoint_id, ())
            counts = Counts()
            for child in children:
                counts |= self._executed(row, child) + self._below[child.checkpoint_id]
            if not any(child.source == "loop" for child in children):
                counts |= self._counted(self._recorded(row))
            self._below[checkpoint_id] = counts

    def _executed(self, row: StoredCheckpoint, child: StoredCheckpoint) -> Counts:
        if child.source != "loop":
            return Counts()
        instead = child.metadata.get("substituted")
        left_out = instead if isinstance(instead, Mapping) else {}
        return self._counted([name for name in self._due(row) if name not in left_out])

    def _counted(self, names: Sequence[str]) -> Counts:
        return Counts(name for name in names if name in self._nodes)


class Repeats:
    """Counts the executions of one run, and says which of the next ones repeat something."""

    def __init__(self, repeatable: Mapping[str, int] | None = None) -> None:
        self._left = Counts(repeatable or {})

    def took(self, node: str) -> None:
        """A node of the root graph is executed."""
        self._left[node] -= 1

    def repeats(self, namespace: str, node: str) -> bool:
        """Whether executing the node now repeats something; inside a subgraph its node decides."""
        if not namespace:
            return self._left[node] > 0
        # The outermost node executes, and was counted already.
        return self._left[outermost(namespace, node)] >= 0


def outermost(namespace: str, node: str) -> str:
    """The node of the root graph in which a node is."""
    return namespace.split(NS_SEPARATOR)[0] or node


def all_executions(
    thread_id: str,
    nodes: Collection[str],
    opened: OpenGraph,
    browser: Browser,
    limit: int | None = None,
) -> RecordedBranches:
    """What is recorded of ``nodes`` of the root graph in the newest checkpoints of a thread."""

    def recorded(row: StoredCheckpoint) -> list[str]:
        ran = {task_id for task_id, channels in row.written_tasks if SUBSTITUTED not in channels}
        if not ran:
            return []
        saved = browser.saved(thread_id, "", row.checkpoint_id)
        return [task.name for task in planned_tasks(opened.graph, saved) if task.id in ran]

    reader = browser.reader

    def due(row: StoredCheckpoint) -> Sequence[str]:
        return rule_of_row(row, reader, opened).due_nodes()

    rows = reader.list_rows(thread_id, "", limit=limit)
    return RecordedBranches(rows, nodes, due, recorded)


def repeats_at(
    unsafe: Collection[tuple[str, str]],
    opened: OpenGraph,
    browser: Browser,
    thread_id: str,
    checkpoint_id: str | None,
) -> Repeats:
    """What a run from a checkpoint, or from the head, would repeat of the nodes in ``unsafe``."""
    nodes = {outermost(*place) for place in unsafe}
    if not nodes:
        return Repeats()
    try:
        head = checkpoint_id or browser.newest_id(thread_id, "")
    except NotFound:
        return Repeats()
    branches = all_executions(thread_id, nodes, opened, browser)
    return Repeats(branches.repeatable(head, again=checkpoint_id is not None))
