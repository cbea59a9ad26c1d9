"""Telling which tasks changed their input in place: each node's changes once a run."""

import threading

from runtime.debug.description import SourceSpan
from runtime.debug.events import InputMutated
from runtime.debug.views import ErrorFrame, ErrorView
from runtime.pregel.callable import is_graph
from runtime.pregel.mutations import Mutation, Noted, told
from runtime.pregel.task import Task

MOST_PARTS = 1_000
"""Parts of an input that are looked at, and entries of each one: a debugger looks at every task."""
_SHARED = "Return a changed copy: `replace(item, name=...)`, `message.model_copy(update=...)`."
_COPIED = "Return what is to be written."


class InputWatch:
    """Looks at the inputs of one run's tasks before and after."""

    def __init__(self, run_id: str) -> None:
        self._run_id = run_id
        self._lock = threading.Lock()
        self._noted: dict[str, Noted] = {}
        self._told: set[tuple[str, tuple[str, ...]]] = set()

    def note(self, task: Task) -> None:
        """The task is about to run."""
        if task.node.hidden or is_graph(task.node.bound.action):
            return
        own = task.kind == "PULL" and task.node.mapper is not None
        noted = Noted(task.input, "state", own=own, most=MOST_PARTS)
        with self._lock:
            self._noted[task.id] = noted

    def mutated(self, task: Task, source: SourceSpan | None) -> InputMutated | None:
        """The task has ended: what it changed, if that was not told before."""
        with self._lock:
            noted = self._noted.pop(task.id, None)
        found = [] if noted is None else noted.mutations()
        if not found:
            return None
        paths = tuple(each.path for each in found)
        with self._lock:
            if (task.name, paths) in self._told:
                return None
            self._told.add((task.name, paths))
        return InputMutated(
            0,
            self._run_id,
            task.loop.checkpoint_ns,
            task.loop.step,
            task.id,
            task.name,
            paths,
            _view(task.name, found, source),
        )


def _view(node: str, found: list[Mutation], source: SourceSpan | None) -> ErrorView:
    frames = () if source is None else (ErrorFrame(source.path, source.first_line, node),)
    contained = all(each.contained for each in found)
    return ErrorView(
        type="",
        message=told(found),
        frames=frames,
        node=node,
        remedy=_COPIED if contained else _SHARED,
    )
