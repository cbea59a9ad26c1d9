"""Edits of a stored state: what one would do, and doing it.

A preview is the engine's own update without saving, so that it cannot differ from the commit.
"""

from typing import Any

from runtime.channels.binop import BinaryOperatorAggregate
from runtime.checkpoint.base import CheckpointTuple
from runtime.constants import INPUT, MISSING
from runtime.debug.browsing import Browser
from runtime.debug.commands import StateEdit
from runtime.debug.declared import Misfit
from runtime.debug.marks.repeats import all_executions
from runtime.debug.natural import as_text, from_natural
from runtime.debug.opened import AnyGraph, OpenGraph, declared_types, is_internal
from runtime.debug.preview import preview
from runtime.debug.recorded import planned_tasks
from runtime.debug.showing import handle
from runtime.debug.views import ChannelChange, ContinuePreview, EditPreview, FieldProblem
from runtime.graph.message import add_messages, as_messages
from runtime.pregel.config import RunConfig
from runtime.pregel.loop import Loop
from runtime.pregel.snapshot import planned, recorded_loop
from runtime.pregel.state_update import infer_node, updated_loop
from runtime.types import Overwrite, StateUpdate

TEXT_LENGTH = 20_000
_LOOKED_AT = 2_000
"""Checkpoints among which it is looked for what ran before."""


class EditRefused(ValueError):
    """The edit does not fit; ``problems`` say where."""

    def __init__(self, problems: tuple[FieldProblem, ...]) -> None:
        super().__init__(
            "; ".join(": ".join(filter(None, (each.channel, each.message))) for each in problems)
        )
        self.problems = problems


class Editor:
    """Previews and commits edits of the open graph's checkpoints."""

    def __init__(self, opened: OpenGraph, browser: Browser) -> None:
        self._opened = opened
        self._browser = browser

    def preview(self, edit: StateEdit) -> EditPreview:
        """What the edit would do."""
        saved, graph, run = self._at(edit)
        try:
            values = self._values(edit, graph, saved)
            as_node = self._as_node(edit, graph, run, saved)
        except EditRefused as refused:
            return EditPreview(problems=refused.problems)
        try:
            after = updated_loop(graph, run, saved, [StateUpdate(values, as_node)], None)
            due = tuple(task.name for task in planned(after))
        except Exception as error:  # noqa: BLE001 - reducers and routers are the user's code
            text = f"{type(error).__name__}: {error}"
            return EditPreview(problems=(FieldProblem(_blamed(edit), (), text),))
        keeps = run.checkpoint_id is None
        return EditPreview(
            as_node=as_node,
            changes=self._changes(edit, saved, after),
            next=due,
            dropped=self._recorded(graph, saved, keeps, kept=False),
            kept=self._recorded(graph, saved, keeps, kept=True),
            again=self._again(edit, due, head=keeps),
            forks=self._browser.has_child(edit.thread_id, edit.checkpoint_ns, edit.checkpoint_id),
        )

    def _again(self, edit: StateEdit, due: tuple[str, ...], head: bool) -> tuple[str, ...]:
        """Of the tasks that are due after the edit, those that ran on another branch."""
        if edit.checkpoint_ns or not due:
            return ()
        branches = all_executions(
            edit.thread_id, set(due), self._opened, self._browser, limit=_LOOKED_AT
        )
        left = branches.repeatable(edit.checkpoint_id, again=not head)
        found = []
        for name in due:
            if left[name] > 0:
                left[name] -= 1
                found.append(name)
        return tuple(found)

    def _recorded(
        self, graph: AnyGraph, saved: CheckpointTuple, keeps: bool, kept: bool
    ) -> tuple[str, ...]:
        """Nodes with records at the checkpoint that the edit takes over, or does not."""
        recorded = {task_id for task_id, _, _ in saved.pending_writes or ()}
        names = [
            task.name
            for task in planned_tasks(graph, saved)
            if task.id in recorded and (keeps and task.finished) == kept
        ]
        return tuple(dict.fromkeys(names))

    def commit(self, edit: StateEdit) -> str:
        """Save the edit; gives the id of the new checkpoint. Raises ``EditRefused``."""
        saved, graph, run = self._at(edit)
        values = self._values(edit, graph, saved)
        as_node = self._as_node(edit, graph, run, saved)
        config = {"configurable": dict(run.configurable)}
        new = self._opened.graph.update_state(config, values, as_node)
        return str(new["configurable"]["checkpoint_id"])

    def continuing(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> ContinuePreview:
        """Which tasks would execute from a checkpoint, and which records are kept.

        An older checkpoint is executed again whole; only the newest takes over what is recorded.
        """
        saved = self._browser.saved(thread_id, checkpoint_ns, checkpoint_id)
        graph = self._graph(checkpoint_ns)
        tasks = planned_tasks(graph, saved)
        is_newest = self._is_newest(thread_id, checkpoint_ns, checkpoint_id)
        keeps = [task.name for task in tasks if task.finished and is_newest]
        return ContinuePreview(
            executes=tuple(task.name for task in tasks if not (task.finished and is_newest)),
            keeps=tuple(keeps),
            forks=not is_newest,
        )

    def _graph(self, checkpoint_ns: str) -> AnyGraph:
        graph = self._opened.graph_at(checkpoint_ns)
        if graph is None:
            text = f"The open graph has no subgraph for the namespace {checkpoint_ns}."
            raise EditRefused((FieldProblem("", (), text),))
        return graph

    def _at(self, edit: StateEdit) -> tuple[CheckpointTuple, AnyGraph, RunConfig]:
        """What is edited. At the head the address is left open: what finished there is kept."""
        saved = self._browser.saved(edit.thread_id, edit.checkpoint_ns, edit.checkpoint_id)
        run = _run(saved)
        if self._is_newest(edit.thread_id, edit.checkpoint_ns, edit.checkpoint_id):
            del run.configurable["checkpoint_id"]
        return saved, self._graph(edit.checkpoint_ns), run

    def _is_newest(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> bool:
        return self._browser.newest_id(thread_id, checkpoint_ns) == checkpoint_id

    def _values(
        self, edit: StateEdit, graph: AnyGraph, saved: CheckpointTuple
    ) -> dict[str, Any] | None:
        """The edit's JSON as values of the declared types."""
        values: dict[str, Any] = {}
        problems: list[FieldProblem] = []
        held = saved.checkpoint["channel_values"]
        types = self._opened.types if graph is self._opened.graph else declared_types(graph)
        for name, edited in edit.values.items():
            if name not in types:
                text = f"is no channel that can be edited; there are {', '.join(types)}"
                problems.append(FieldProblem(name, (), text))
                continue
            try:
                value = from_natural(edited, types[name], held.get(name))
            except Misfit as misfit:
                problems += [FieldProblem(name, path, text) for path, text in misfit.problems]
                continue
            folds = isinstance(graph.channels[name], BinaryOperatorAggregate)
            mode = edit.modes.get(name, edit.mode)
            if folds and mode == "overwrite":
                # What the reducer would make messages of has to be messages without it, too.
                value = Overwrite(as_messages(value) if _of_messages(graph, name) else value)
            values[name] = value
        if problems:
            raise EditRefused(tuple(problems))
        return values or None

    def _as_node(
        self, edit: StateEdit, graph: AnyGraph, run: RunConfig, saved: CheckpointTuple
    ) -> str | None:
        if edit.as_node is not None:
            if edit.as_node not in graph.nodes and edit.as_node not in (INPUT, "__end__"):
                text = f"There is no node {edit.as_node}. Nodes: {', '.join(_nodes(graph))}."
                raise EditRefused((FieldProblem("", (), text),))
            return edit.as_node
        if not edit.values:
            return None
        try:
            return infer_node(recorded_loop(graph, run, saved))
        except Exception as error:
            text = f"Choose the node that the edit stands for: {error}"
            raise EditRefused((FieldProblem("", (), text),)) from error

    def _changes(
        self, edit: StateEdit, saved: CheckpointTuple, after: Loop
    ) -> tuple[ChannelChange, ...]:
        held = saved.checkpoint["channel_values"]
        before_versions = recorded_loop(after.graph, _run(saved), saved).state.versions
        changes = []
        for name in self._shown(after.graph):
            old = held.get(name, MISSING)
            new = after.state.channels[name].checkpoint()
            old_version = before_versions.get(name, 0)
            new_version = after.state.versions.get(name, 0)
            if old_version == new_version:
                continue
            place = handle(edit.thread_id, edit.checkpoint_ns, edit.checkpoint_id, "channel", name)
            changes.append(
                ChannelChange(
                    channel=name,
                    before=None if old is MISSING else preview(old, place),
                    after=None if new is MISSING else preview(new),
                    before_version=old_version,
                    after_version=new_version,
                    before_text="" if old is MISSING else as_text(old, TEXT_LENGTH),
                    after_text="" if new is MISSING else as_text(new, TEXT_LENGTH),
                )
            )
        return tuple(changes)

    def _shown(self, graph: AnyGraph) -> list[str]:
        return [name for name in graph.channels if not is_internal(name)]


def _of_messages(graph: AnyGraph, channel: str) -> bool:
    return getattr(graph.channels[channel], "operator", None) is add_messages


def _run(saved: CheckpointTuple) -> RunConfig:
    return RunConfig(configurable=dict(saved.config["configurable"]))


def _blamed(edit: StateEdit) -> str:
    return next(iter(edit.values)) if len(edit.values) == 1 else ""


def _nodes(graph: AnyGraph) -> list[str]:
    """Nodes that an edit may stand for."""
    return [name for name, node in graph.nodes.items() if not node.hidden]
