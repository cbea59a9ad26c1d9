"""Going on from a checkpoint inside a subgraph, and from before subgraphs that keep their state.

A config that addresses a subgraph's checkpoint names, for each level from the root down, a
namespace and a checkpoint. The run enters each level at its checkpoint: the tasks around the
subgraph are the same as then, those beside it keep what they had done, and inside it only what
follows the addressed checkpoint runs. A level whose namespace has changed, because the level around
it became a branch, begins its new namespace with a copy of the old state.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from runtime.constants import CONF, INTERRUPT, NO_WRITES, NS_END, NS_SEPARATOR, RESUME
from runtime.pregel.task import Task, TaskPath, interrupt_id, path_text
from runtime.types import Interrupt

if TYPE_CHECKING:
    from runtime.checkpoint.base import CheckpointTuple
    from runtime.pregel.loop import Loop


@dataclass(slots=True)
class Travel:
    """The way into a subgraph's checkpoint, held by the run of each level on it.

    ``levels`` are (namespace, checkpoint id) pairs, the root's first; ``depth`` is the level of
    the run that holds it. ``path`` is the task to go into, known once the run is entered.
    """

    levels: tuple[tuple[str, str], ...]
    depth: int = 0
    path: TaskPath | None = None
    again: bool = False
    """Whether nothing is answered: the addressed checkpoint's tasks ask again."""

    @property
    def namespace(self) -> str:
        """The namespace that this level's checkpoint is stored under."""
        return self.levels[self.depth][0]

    @property
    def checkpoint_id(self) -> str:
        """This level's checkpoint."""
        return self.levels[self.depth][1]

    def find(self, tasks: Sequence[Task]) -> None:
        """Remember which of the tasks due at this level's checkpoint holds the next level."""
        if self.depth + 1 == len(self.levels):
            return
        name, _, task_id = _last_node(self.levels[self.depth + 1][0]).partition(NS_END)
        for task in tasks:
            if task.name == name and task_id in ("", task.id):
                self.path = task.path

    def into(self, task: Task, call: int) -> "Travel | None":
        """The way on for the ``call``-th graph that runs inside ``task``."""
        if self.path is None or task.path != self.path:
            return None
        if _call_of(self.levels[self.depth + 1][0]) != call:
            return None
        self.path = None
        return replace(self, depth=self.depth + 1)


@dataclass(slots=True)
class Replay:
    """A run that goes on from an old checkpoint of the root graph.

    Subgraphs that keep their state from run to run start from what it was ``before`` that
    checkpoint, each namespace once.
    """

    before: str
    begun: set[str] = field(default_factory=set)

    def begins(self, namespace: str) -> bool:
        """Whether ``namespace`` is entered for the first time."""
        if namespace in self.begun:
            return False
        self.begun.add(namespace)
        return True


def travel_to(saved: "CheckpointTuple") -> Travel | None:
    """The way to a checkpoint of a subgraph; ``None`` where its ancestors are not recorded."""
    namespace = saved.config[CONF].get("checkpoint_ns", "")
    checkpoints = dict(saved.metadata.get("parents", {}))
    if "" not in checkpoints:
        return None
    checkpoints[namespace] = saved.checkpoint["id"]
    names = _nodes_of(namespace)
    around = [each for each in checkpoints if _nodes_of(each) == names[: len(_nodes_of(each))]]
    around.sort(key=lambda each: len(_nodes_of(each)))
    return Travel(tuple((each, checkpoints[each]) for each in around))


def root_configurable(configurable: Mapping[str, Any], checkpoint_id: str | None) -> dict[str, Any]:
    """``configurable`` for the root's run."""
    found = dict(configurable)
    for key in ("checkpoint_ns", "checkpoint_id", "checkpoint_map"):
        found.pop(key, None)
    if checkpoint_id is not None:
        found["checkpoint_id"] = checkpoint_id
    return found


def carry(loop: "Loop", before: Sequence[Task], after: Sequence[Task], *, answers: bool) -> None:
    """Have tasks of a new checkpoint keep what the same tasks of the old one had done or asked.

    ``answers`` given to a task that still waits count; without, such a task is to ask anew.
    """
    by_path = {task.path: task for task in before}
    for task in after:
        old = by_path.get(task.path)
        if old is None or old.name != task.name:
            continue
        if old.finished:
            # Whatever it asked before, it is answered.
            writes = old.writes or [(NO_WRITES, None)]
        elif old.interrupts and (answers or not old.resume):
            writes = [(INTERRUPT, asked_again(old, task))]
            if old.resume:
                writes.append((RESUME, old.resume))
        else:
            continue
        loop.pending.extend((task.id, channel, value) for channel, value in writes)
        loop.line.record_writes(task.id, writes, path_text(task.path))


def asked_again(before: Task, after: Task) -> list[Interrupt]:
    """The questions of ``before`` under the ids that they have as questions of ``after``."""
    index = len(before.resume)
    own, new = (interrupt_id(each.checkpoint_ns, index) for each in (before, after))
    return [
        Interrupt(question.value, new) if question.id == own else question
        for question in before.interrupts
    ]


def _nodes_of(namespace: str) -> list[str]:
    """Names of the nodes on the way to ``namespace``."""
    parts = namespace.split(NS_SEPARATOR) if namespace else []
    return [part.split(NS_END, 1)[0] for part in parts if not part.isdigit()]


def _last_node(namespace: str) -> str:
    """The last ``name:task_id`` or ``name`` of a namespace."""
    return [part for part in namespace.split(NS_SEPARATOR) if not part.isdigit()][-1]


def _call_of(namespace: str) -> int:
    """Which of the graphs that ran inside one task a namespace belongs to."""
    last = namespace.split(NS_SEPARATOR)[-1]
    return int(last) if last.isdigit() else 0
