"""Marks that a person puts on nodes: a pinned output, a node that is skipped, one unsafe to repeat.

Pins are plain data. They become values of the declared types when a graph is open; what equals the
recorded output that a pin was made from is that very output again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from runtime.checkpoint.base import CheckpointTuple
from runtime.constants import BRANCH_PREFIX, NS_SEPARATOR, TASKS
from runtime.debug.browsing import Browser, NotFound
from runtime.debug.declared import Misfit
from runtime.debug.marks.commands import ReadPin
from runtime.debug.marks.views import MarkProblem, NodeMark, PinnedSend, PinnedWrite
from runtime.debug.natural import from_natural, to_natural
from runtime.debug.opened import AnyGraph, OpenGraph, declared_types, is_internal
from runtime.debug.recorded import planned_tasks
from runtime.debug.refused import Refused
from runtime.debug.showing import handle, visible_writes
from runtime.debug.stored import is_finished
from runtime.debug.values import ValueHandle
from runtime.debug.views import Substituted
from runtime.pregel.config import stable_namespace
from runtime.types import Command, Send

Place = tuple[str, str, int | None]
"""Namespace, node and the index of a ``Send``, of which ``None`` means any."""


@dataclass(frozen=True, slots=True)
class Instead:
    """What is taken as the node's result, and why."""

    how: Substituted
    result: Any


class NodeMarks:
    """The marks of a session, as values of the open graph."""

    def __init__(
        self,
        marks: Sequence[NodeMark] = (),
        opened: OpenGraph | None = None,
        browser: Browser | None = None,
    ) -> None:
        self.all = tuple(marks)
        self.unsafe = frozenset(
            (mark.namespace, mark.node) for mark in marks if mark.kind == "unsafe"
        )
        self._instead: dict[Place, Instead] = {}
        problems: list[MarkProblem] = []
        self._blocking: list[MarkProblem] = []
        if opened is not None:
            # A node that is skipped once is skipped, also where its output is pinned.
            for mark in sorted(marks, key=lambda mark: mark.kind):
                graph = opened.graph_at(mark.namespace)
                if graph is None or mark.node not in graph.nodes:
                    problems.append(MarkProblem(mark, _lacking(mark)))
                    continue
                try:
                    self._resolve(mark, graph, browser)
                except Misfit as misfit:
                    problem = MarkProblem(mark, _spoken(misfit))
                    problems.append(problem)
                    self._blocking.append(problem)
        self.problems = tuple(problems)

    def instead(self, namespace: str, node: str, index: int | None) -> Instead | None:
        """What a task's node is not called for; ``None`` where it is called."""
        found = self._instead.get((namespace, node, index))
        return found or self._instead.get((namespace, node, None))

    def check(self) -> None:
        """Refuse to run where a pin cannot be used: nothing else may be taken in its stead."""
        for problem in self._blocking:
            raise Refused(
                f"The mark on {problem.mark.node} does not fit the graph: {problem.message}.",
                "Edit the pin, or remove the mark.",
                type="MarkRefused",
            )

    def _resolve(self, mark: NodeMark, graph: AnyGraph, browser: Browser | None) -> None:
        if mark.kind == "unsafe":
            return
        if getattr(graph, "builder", None) is None:
            raise Misfit([((), "only nodes of a StateGraph can be pinned or skipped")])
        place = (mark.namespace, mark.node, mark.index)
        if mark.kind == "skip":
            self._instead[place] = Instead("skipped", None)
        else:
            self._instead[place] = Instead("pinned", _result(mark, graph, browser))


def _lacking(mark: NodeMark) -> str:
    where = f" in {mark.namespace.replace(NS_SEPARATOR, ' / ')}" if mark.namespace else ""
    return f"the graph has no node {mark.node}{where}"


def _spoken(misfit: Misfit) -> str:
    return "; ".join(
        ": ".join(filter(None, (".".join(path), said))) for path, said in misfit.problems
    )


def _result(mark: NodeMark, graph: AnyGraph, browser: Browser | None) -> Command[Any]:
    recorded = _recorded(mark.origin, browser)
    types = declared_types(graph)
    writes = []
    for write in mark.writes:
        if write.channel not in types:
            raise Misfit([((write.channel,), f"is no channel; there are {', '.join(types)}")])
        before = _next(recorded, write.channel)
        try:
            value = from_natural(write.value, types[write.channel], before)
        except Misfit as misfit:
            raise Misfit(
                [((write.channel, *path), text) for path, text in misfit.problems]
            ) from misfit
        writes.append((write.channel, value))
    known = set(graph.nodes)
    if lacking := [name for name in (*mark.goto, *_nodes_of(mark)) if name not in known]:
        raise Misfit([((), f"it goes to {lacking[0]}, and there is no such node")])
    sends = [_send(send, _next(recorded, TASKS)) for send in mark.sends]
    return Command(update=writes, goto=[*mark.goto, *sends])


def _nodes_of(mark: NodeMark) -> list[str]:
    return [send.node for send in mark.sends]


def _send(sent: PinnedSend, before: Any) -> Send:
    if isinstance(before, Send) and before.node == sent.node:
        argument = from_natural(sent.input, Any, before.arg)
        return Send(sent.node, argument, timeout=before.timeout)
    return Send(sent.node, sent.input)


def _recorded(origin: ValueHandle | None, browser: Browser | None) -> dict[str, list[Any]]:
    """The recorded writes that a pin was made from, by channel, as far as they are still there."""
    found: dict[str, list[Any]] = {}
    if origin is None or browser is None:
        return found
    try:
        saved = browser.saved(origin.thread_id, origin.checkpoint_ns, origin.checkpoint_id)
    except NotFound:
        return found
    for channel, value in _writes(saved, origin.place[-1]):
        found.setdefault(channel, []).append(value)
    return found


def _next(recorded: dict[str, list[Any]], channel: str) -> Any:
    return recorded[channel].pop(0) if recorded.get(channel) else None


def _writes(saved: CheckpointTuple, task_id: str) -> list[tuple[str, Any]]:
    return [
        (channel, value)
        for written_by, channel, value in saved.pending_writes or ()
        if written_by == task_id
    ]


def read_pin(command: ReadPin, opened: OpenGraph, browser: Browser) -> NodeMark:
    """The recorded output of a task as a pin; raises ``Refused`` where it has none."""
    graph = opened.graph_at(command.checkpoint_ns)
    saved = browser.saved(command.thread_id, command.checkpoint_ns, command.checkpoint_id)
    tasks = [] if graph is None else planned_tasks(graph, saved)
    task = next((task for task in tasks if task.id == command.task_id), None)
    if graph is None or task is None:
        raise Refused("There is no such task at this checkpoint.")
    if getattr(graph, "builder", None) is None:
        raise Refused("Only the output of a node of a StateGraph can be pinned.")
    recorded = _writes(saved, command.task_id)
    if not is_finished([channel for channel, _ in recorded]):
        raise Refused(
            f"No output of {task.name} is recorded at this checkpoint.",
            "Choose a checkpoint at which it wrote.",
        )
    writes = visible_writes(recorded)
    goto, sends = _commanded(graph, task.name, writes)
    place = handle(
        command.thread_id, command.checkpoint_ns, command.checkpoint_id, "task", command.task_id
    )
    return NodeMark(
        "pin",
        task.name,
        stable_namespace(command.checkpoint_ns),
        task.index,
        tuple(
            PinnedWrite(channel, to_natural(value))
            for channel, value in writes
            if not is_internal(channel)
        ),
        goto,
        sends,
        place,
    )


def _commanded(
    graph: Any, node: str, writes: Sequence[tuple[str, Any]]
) -> tuple[tuple[str, ...], tuple[PinnedSend, ...]]:
    """Where commands of the node led: its edges lead there by themselves, and its routers run."""
    builder = graph.builder
    if builder.branches.get(node):
        return (), ()
    fixed = {end for start, end in builder.edges if start == node}
    goto = [
        channel.removeprefix(BRANCH_PREFIX)
        for channel, _ in writes
        if channel.startswith(BRANCH_PREFIX) and channel.removeprefix(BRANCH_PREFIX) not in fixed
    ]
    sent: list[Any] = []
    for channel, value in writes:
        if channel == TASKS:
            sent += value if isinstance(value, list) else [value]
    sends = [PinnedSend(each.node, to_natural(each.arg)) for each in sent if isinstance(each, Send)]
    return tuple(goto), tuple(sends)
