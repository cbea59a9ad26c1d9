"""The loop: one run of a graph on one namespace, superstep by superstep.

    enter   the checkpoint is loaded, the input becomes writes
    plan    which tasks are due
    execute (outside: an executor runs the tasks, ``finish`` takes each one back)
    update  the barrier folds the writes, a checkpoint is saved

The loop holds the state of the run and does no input or output of its own: what is to be saved goes
to ``persistence``, what is to be streamed to ``streams``. Drivers, one sync and one async, move it.
"""

import threading
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, cast

from runtime.checkpoint.base import ChannelVersions, CheckpointTuple, get_checkpoint_metadata
from runtime.checkpoint.base.id import new_checkpoint_id
from runtime.checkpoint.base.records import CheckpointChanges, TaskWrites
from runtime.constants import (
    ERROR,
    ERROR_SOURCE_NODE,
    INPUT,
    INTERRUPT,
    MISSING,
    NO_WRITES,
    NULL_TASK_ID,
    PREVIOUS,
    RESUME,
    TASKS,
)
from runtime.errors import (
    EmptyInputError,
    ErrorCode,
    GraphBubbleUp,
    GraphDrained,
    GraphInterrupt,
    GraphRecursionError,
    NodeError,
    ParentCommand,
    create_error_message,
)
from runtime.isolation import isolate
from runtime.pregel.caching import keep_writes, take_cached
from runtime.pregel.config import RunConfig
from runtime.pregel.observe import Observer
from runtime.pregel.persistence import Persistence
from runtime.pregel.plan import plan_tasks
from runtime.pregel.resuming import Answers, command_writes
from runtime.pregel.state import ThreadState, restore
from runtime.pregel.streams import Streams, recorded_error
from runtime.pregel.task import Task, path_text
from runtime.pregel.update import (
    CallerWrites,
    apply_caller_writes,
    apply_writes,
    in_fold_order,
)
from runtime.runtime import RunControl
from runtime.types import Command, Interrupt, Send

if TYPE_CHECKING:
    from runtime.pregel.main import Pregel
    from runtime.store.base import BaseStore

Status = Literal[
    "input",
    "pending",
    "done",
    "interrupt",
    "interrupt_before",
    "interrupt_after",
    "out_of_steps",
    "draining",
]
Nodes = Sequence[str] | Literal["*"]
Source = Literal["input", "loop", "update", "fork"]


class Loop:
    """State of one run. ``step`` is the superstep being planned, -1 for the input."""

    def __init__(
        self,
        graph: "Pregel[Any, Any, Any, Any]",
        config: RunConfig,
        *,
        saved: CheckpointTuple | None = None,
        is_leaf: bool = True,
        persistence: Persistence | None = None,
        streams: Streams | None = None,
        checkpoint_ns: str = "",
        interrupt_before: Nodes = (),
        interrupt_after: Nodes = (),
        context: Any = None,
        store: "BaseStore | None" = None,
        control: RunControl | None = None,
        observer: Observer | None = None,
    ) -> None:
        self.graph = graph
        self.config = config
        self.persistence = persistence
        self.streams = streams
        self.checkpoint_ns = checkpoint_ns
        self.interrupt_before = interrupt_before
        self.interrupt_after = interrupt_after
        self.context = context
        self.store = store
        self.control = control
        self.observer = observer
        self.parent = config.parent
        self.thread_id = config.thread_id or ""
        self.status: Status = "input"
        self.tasks: list[Task] = []
        self.state: ThreadState = restore(graph.channels, saved.checkpoint if saved else None)
        self.previous: Any = self.state.values.get(PREVIOUS)
        self.is_leaf = is_leaf
        self.saved = saved
        self._checkpoint_id: str | None = saved.checkpoint["id"] if saved else None
        self._parent_id: str | None = None
        self.metadata: Mapping[str, Any] | None = saved.metadata if saved else None
        self.step = (saved.metadata.get("step", -2) if saved else -2) + 1
        self.stop = self.step + config.recursion_limit + 1
        self.pending: list[tuple[str, str, Any]] = list(saved.pending_writes or ()) if saved else []
        outer_answers: Answers | None = None if self.parent is None else self.parent.loop.answers
        self.answers: Answers = Answers(outer_answers)
        self.resuming = False
        self._ts: str | None = saved.checkpoint["ts"] if saved else None
        self._lock = threading.Lock()
        self.calls: list[Task] = []
        limit = config.max_concurrency
        self._call_slots = threading.Semaphore(limit) if limit else None
        self._first = True
        self._checkpoint_pending = False
        self._run_metadata: dict[str, Any] | None = None

    # -- identity ---------------------------------------------------------------------------

    @property
    def checkpoint_id(self) -> str:
        """Id of the checkpoint that the next superstep starts from; made when first asked for."""
        if self._checkpoint_id is None:
            self._checkpoint_id = new_checkpoint_id(self.step - 1)
        return self._checkpoint_id

    @property
    def parent_checkpoint_id(self) -> str | None:
        """Id of the checkpoint before ``checkpoint_id``."""
        return self._parent_id

    @property
    def created_at(self) -> str:
        """When the present checkpoint was made, ISO 8601 in UTC."""
        if self._ts is None:
            self._ts = datetime.now(UTC).isoformat()
        return self._ts

    @property
    def wants_custom(self) -> bool:
        """Whether anybody listens to the custom stream."""
        return self.observer is not None or (
            self.streams is not None and "custom" in self.streams.modes
        )

    # -- entering ---------------------------------------------------------------------------

    def enter(self, given: Any) -> None:
        """Apply the caller's input, or get ready to go on where the thread stopped."""
        state = self.state
        known = bool(state.versions)
        if self.saved is not None and self.saved.parent_config is not None:
            self._parent_id = self.saved.parent_config["configurable"].get("checkpoint_id")
        self.resuming = known and (
            given is None or isinstance(given, Command) or self._parent_resumes()
        )
        if isinstance(given, Command):
            self._take_command(given)
        if self.observer is not None:
            self.observer.run_started(self)
        if self.resuming:
            self._resume(given)
        else:
            self._take_input(given)
        if self.streams is not None and self.resuming:
            self.streams.values(self)

    def _parent_resumes(self) -> bool:
        """Whether this is a subgraph whose parent goes on from where it was interrupted."""
        return self.parent is not None and self.parent.loop.resuming and self.saved is not None

    def _take_command(self, command: Command[Any]) -> None:
        writes, answers = command_writes(self, command)
        if not writes and not answers:
            raise EmptyInputError("Received empty Command input")
        self.answers.add(answers)
        if writes:
            # Positions address writes: what earlier commands wrote keeps its place.
            earlier = [
                entry[1:]
                for entry in self.pending
                if entry[0] == NULL_TASK_ID and entry[1] != RESUME
            ]
            self.pending = [entry for entry in self.pending if entry[0] != NULL_TASK_ID]
            writes = [*earlier, *writes]
            self.pending.extend((NULL_TASK_ID, channel, value) for channel, value in writes)
            if self.saved is not None and not self._forks(command):
                self._record_writes(NULL_TASK_ID, writes, "")

    def _resume(self, given: Any) -> None:
        state = self.state
        if self._forks(given):
            self._mark_interrupts_seen()
            self.answers.follow_tasks(self.pending, plan_tasks(self))
            self.pending = [entry for entry in self.pending if entry[0] == NULL_TASK_ID]
            if given is None:
                self.pending = []
            state.updated = None
            self.next_checkpoint("fork")
            if self.pending:
                self._record_writes(NULL_TASK_ID, [entry[1:] for entry in self.pending], "")
        self._apply_null_writes()
        self._mark_interrupts_seen()
        self.answers.take_saved(self.pending)

    def _forks(self, given: Any) -> bool:
        """Whether going on from the addressed checkpoint starts a new branch.

        Where nothing goes on from it yet, an edited checkpoint is a new branch already, and
        answers go on with it.
        """
        if self.config.checkpoint_id is None or self.parent is not None:
            return False
        if not self.is_leaf:
            return True
        return given is None and (self.metadata or {}).get("source") != "update"

    def _take_input(self, given: Any) -> None:
        graph, state = self.graph, self.state
        self._apply_null_writes()
        writes = graph.input_writes(given)
        if not writes:
            names = graph.input_channels
            raise EmptyInputError(
                f"Received no input for {names if isinstance(names, str) else list(names)}"
            )
        discarded = plan_tasks(self)
        for task in discarded:
            task.writes = []
        apply_writes(
            state,
            [*in_fold_order(discarded), CallerWrites(INPUT, writes)],
            graph.trigger_to_nodes,
            graph.finishing,
            self if self.observer is not None else None,
        )
        self.pending = []
        self.next_checkpoint("input")

    def _mark_interrupts_seen(self) -> None:
        state = self.state
        seen = dict(state.versions)
        if seen != state.seen.get(INTERRUPT):
            state.seen[INTERRUPT] = seen
            state.changed_seen[INTERRUPT] = dict(seen)

    def _apply_null_writes(self) -> None:
        apply_caller_writes(self.state, self.pending, self.graph.trigger_to_nodes)

    # -- plan -------------------------------------------------------------------------------

    def plan(self) -> list[Task] | None:
        """The tasks of the next superstep, or ``None``: ``status`` says why the run is over."""
        if self.step > self.stop:
            self.status = "out_of_steps"
            return None
        tasks = self.tasks = plan_tasks(self)
        self.status = "pending"
        first, self._first = self._first, False
        if self.pending and tasks:
            self.match_pending(tasks)
        if self.streams is not None and self.persistence is not None:
            self.streams.checkpoint(self)
        if not tasks:
            self.status = "done"
            return None
        if self.control is not None and self.control.drain_requested:
            self.status = "draining"
            return None
        if self.interrupt_before and self._stops_at(self.interrupt_before, tasks):
            self.status = "interrupt_before"
            return None
        take_cached(self, tasks)
        if self.observer is not None:
            self.observer.superstep_planned(self, tasks)
        if self.streams is not None:
            self.streams.started(self, tasks)
        if first and self.resuming:
            self._keep_unanswered(tasks)
        return tasks

    def match_pending(self, tasks: Sequence[Task]) -> None:
        """Give tasks what is recorded of them: finished ones do not run again."""
        by_id = {task.id: task for task in tasks}
        for task_id, channel, value in self.pending:
            task = by_id.get(task_id)
            if task is None:
                continue
            if channel == RESUME:
                task.resume = list(value)
            elif channel == INTERRUPT:
                task.interrupts = tuple(value)
            elif channel != ERROR:
                task.writes.append((channel, value))
                task.finished = task.recorded = True

    def _keep_unanswered(self, tasks: Sequence[Task]) -> None:
        """A resume by ids leaves tasks alone whose question it does not answer."""
        for task in tasks:
            if task.finished or not task.interrupts:
                continue
            if self.answers.partial and not self.answers.addresses(task):
                task.waiting = True
            else:
                task.interrupts = ()

    def _stops_at(self, nodes: Nodes, tasks: Sequence[Task]) -> bool:
        """Static interrupts stop only where something changed since the last stop."""
        seen = self.state.seen.get(INTERRUPT, {})
        if not any(
            version > seen.get(channel, 0) for channel, version in self.state.versions.items()
        ):
            return False
        return any(not task.node.hidden if nodes == "*" else task.name in nodes for task in tasks)

    # -- execute ----------------------------------------------------------------------------

    def take_answer(self, task: Task, question: str) -> Any:
        """The answer to ``question`` of ``task``, or ``MISSING``."""
        answer, was_plain = self.answers.take(question, task.path)
        if was_plain:
            outermost: Loop = self
            while outermost.parent is not None:
                outermost = outermost.parent.loop
            outermost.forget_plain_answer()
        return answer

    def forget_plain_answer(self) -> None:
        """The plain answer was given to a question: a restart must not give it to another."""
        with self._lock:
            self._record_writes(NULL_TASK_ID, [(RESUME, None)], "")

    def save_writes(self, task: Task, writes: Sequence[tuple[str, Any]]) -> None:
        """Record writes of a running task at once."""
        with self._lock:
            self._record_writes(task.id, writes, path_text(task.path))
            if self.persistence is not None:
                self.persistence.flush(wait=False)

    def finish(self, task: Task, *, last: bool) -> None:
        """Take back a task that ran: its writes become pending and are saved.

        ``last`` tasks of a superstep share the transaction of the checkpoint that follows.
        """
        saved: list[tuple[str, Any]]
        if task.waiting or isinstance(task.error, GraphBubbleUp):
            return
        if task.handled:
            saved = [(ERROR, task.error), (ERROR_SOURCE_NODE, task.name)]
        elif task.error is not None:
            saved = [(ERROR, task.error)]
        else:
            saved = task.saved_writes()
            task.finished = not task.interrupts
            keep_writes(self, task)
        if self.persistence is not None:
            with self._lock:
                self._record_writes(task.id, saved, path_text(task.path))
                if not last or task.error is not None or task.interrupts:
                    self.persistence.flush()
        if self.streams is not None and not (task.interrupts and task.path[-1] is True):
            self.streams.finished(self, task)
        if self.observer is not None:
            self.observer.task_finished(self, task, task.seconds)

    def runnable(self) -> list[Task]:
        """The tasks to run: not those that finished earlier, nor those that still wait.

        Where an earlier process stopped between a failure and its handler, the handler.
        """
        tasks = [task for task in self.tasks if not task.finished and not task.waiting]
        if self.pending and self.graph.node_error_handler_map:
            tasks.extend(self.error_handlers())
        return tasks

    def error_handlers(self) -> list[Task]:
        """Tasks of error handlers that are to run now: each once for a task that failed.

        A handler runs in the same superstep, on the input of the node that failed.
        """
        handlers = []
        names = self.graph.node_error_handler_map
        for failed in list(self.tasks):
            source = (ERROR_SOURCE_NODE, failed.name)
            if not failed.handled and source not in failed.writes:
                continue
            failed.finished = True
            name = names[failed.name]
            path = (*failed.path[:3], "node_error_handler", False)
            handler = Task(self, name, self.graph.nodes[name], path, (), failed.input, failed.index)
            if any(task.id == handler.id for task in self.tasks):
                continue
            error = failed.error
            if error is None:
                error = RuntimeError(recorded_error(self.pending, failed.id))
            handler.node_error = NodeError(failed.name, error)
            self.match_pending([handler])
            self.tasks.append(handler)
            if not handler.finished:
                handlers.append(handler)
        return handlers

    @property
    def callbacks(self) -> Any:
        """Callbacks of the run's tasks: the caller's, and the one that streams messages."""
        given = self.config.callbacks
        handler = None if self.streams is None else self.streams.callback_handler
        if handler is None:
            return given
        if given is None:
            return [handler]
        if isinstance(given, (list, tuple)):
            return [*given, handler]
        manager = given.copy()
        manager.add_handler(handler, inherit=True)
        return manager

    def called(self, task: Task) -> None:
        """A running task called another one."""
        with self._lock:
            self.calls.append(task)
        if self.streams is not None:
            self.streams.call_started(self, task)
        if self.observer is not None and task.finished:
            self.observer.task_finished(self, task, 0.0)

    def finish_call(self, task: Task) -> None:
        """Take back a called task, in the thread that ran it."""
        self.finish(task, last=False)
        if self.streams is not None and self.streams.notify is not None:
            self.streams.notify()

    def call_slot(self) -> AbstractContextManager[Any]:
        """Held while a called task runs: bounds them by ``max_concurrency``."""
        return nullcontext() if self._call_slots is None else self._call_slots

    def emit_custom(self, task: Task, value: Any) -> None:
        """Pass on what a task wrote to the custom stream."""
        if self.streams is not None:
            self.streams.custom(self, value)
        if self.observer is not None:
            self.observer.task_output(self, task, value)

    def _record_writes(
        self, task_id: str, writes: Sequence[tuple[str, Any]], task_path: str
    ) -> None:
        if self.persistence is not None:
            if self.graph.untracked:
                writes = saveable(writes, self.graph.untracked)
            self.persistence.add(
                TaskWrites(
                    self.thread_id,
                    self.checkpoint_ns,
                    self.checkpoint_id,
                    task_id,
                    writes,
                    task_path,
                )
            )

    def failure(self) -> BaseException | None:
        """What ends the superstep: its first failed task's error, or commands for the parent."""
        errors = [
            task.error
            for task in in_fold_order(self.tasks)
            if task.error is not None and not task.handled
        ]
        for error in errors:
            if not isinstance(error, ParentCommand):
                return error
        commands = [
            command
            for error in errors
            if isinstance(error, ParentCommand)
            for command in error.commands
        ]
        return ParentCommand(*commands) if commands else None

    def open_interrupts(self) -> tuple[Interrupt, ...]:
        """Questions that tasks of this superstep wait for, in task order, each once."""
        questions = {
            question.id: question
            for task in in_fold_order(self.tasks)
            if not task.finished
            for question in task.interrupts
        }
        return tuple(questions.values())

    def stop_for_interrupts(self) -> None:
        """End the superstep with questions open: finished siblings show in the output only."""
        self.status = "interrupt"
        done = [task for task in in_fold_order(self.tasks) if task.finished]
        if not done:
            return
        apply_writes(
            self.state,
            [CallerWrites(task.name, task.writes) for task in done],
            self.graph.trigger_to_nodes,
        )
        if self.streams is not None:
            self.streams.values_after(self, done)

    # -- update -----------------------------------------------------------------------------

    def update(self) -> bool:
        """The barrier. Returns whether the run goes on: not after a static interrupt."""
        tasks = in_fold_order([*self.tasks, *self.calls])
        self.calls = []
        if self.observer is not None:
            self.observer.barrier_reached(self, tasks)
        apply_writes(
            self.state,
            tasks,
            self.graph.trigger_to_nodes,
            self.graph.finishing,
            self if self.observer is not None else None,
        )
        if self.streams is not None:
            self.streams.values_after(self, tasks)
        self.pending = []
        self.answers.forget()
        self.next_checkpoint("loop")
        if self.interrupt_after and self._stops_at(self.interrupt_after, tasks):
            self.status = "interrupt_after"
            return False
        return True

    def report_channel(
        self,
        name: str,
        before: Any,
        operands: Sequence[tuple[Any, Any]],
        old_version: int,
        new_version: int,
    ) -> None:
        """Tell the observer of one changed channel."""
        assert self.observer is not None
        writers = [
            (writer if isinstance(writer, Task) else None, value) for writer, value in operands
        ]
        after = self.state.channels[name].checkpoint()
        self.observer.channel_updated(self, name, before, writers, after, old_version, new_version)

    def next_checkpoint(self, source: Source) -> None:
        """Close the superstep: the state becomes a new checkpoint, the step counts up."""
        state = self.state
        if self.persistence is None or self.persistence.durability != "exit":
            self._parent_id = self._checkpoint_id
        elif self.saved is not None:
            self._parent_id = self.saved.checkpoint["id"]
        self._checkpoint_id = None
        self._ts = None
        metadata: dict[str, Any] = {
            "source": source,
            "step": self.step,
            "parents": self.checkpoint_map(),
        }
        self.step += 1
        self.metadata = metadata
        if self.persistence is None:
            return
        if self._run_metadata is None:
            self._run_metadata = self._metadata_of_run()
        values: dict[str, Any] = {}
        removed = []
        for name in state.changed:
            value = state.channels[name].checkpoint()
            if value is MISSING:
                removed.append(name)
            else:
                values[name] = value
        changes = CheckpointChanges(
            self.thread_id,
            self.checkpoint_ns,
            self.checkpoint_id,
            self._parent_id,
            self.created_at,
            {**metadata, **self._run_metadata},
            versions={name: state.versions[name] for name in state.changed},
            seen=cast("dict[str, ChannelVersions]", state.changed_seen),
            values=values,
            removed=removed,
            updated_channels=None
            if source in ("fork", "update") or state.updated is None
            else sorted(state.updated),
            appending=self.graph.appending,
        )
        whole = self.whole_checkpoint() if self.persistence.needs_whole_checkpoints else None
        state.changed = set()
        state.changed_seen = {}
        self.persistence.add(changes, whole)
        if self.observer is not None:
            self.persistence.flush(wait=True)
            self.observer.checkpoint_saved(self, self.checkpoint_id)

    def copy_checkpoint(self) -> None:
        """Save the present checkpoint again as its own sibling, source "fork"."""
        assert self.saved is not None
        assert self.persistence is not None
        self.state.updated = None
        parent_id = (self.saved.parent_config or {}).get("configurable", {}).get("checkpoint_id")
        self._checkpoint_id = None
        self._ts = None
        whole = self.whole_checkpoint()
        metadata = {**self.saved.metadata, "source": "fork", "step": self.step}
        self.persistence.add(
            CheckpointChanges(
                self.thread_id,
                self.checkpoint_ns,
                self.checkpoint_id,
                parent_id,
                self.created_at,
                metadata,
                versions=whole["channel_versions"],
                seen=whole["versions_seen"],
                values=whole["channel_values"],
                complete=True,
            ),
            whole if self.persistence.needs_whole_checkpoints else None,
        )

    def whole_checkpoint(self) -> dict[str, Any]:
        """The present state as a full checkpoint dictionary."""
        state = self.state
        values = {}
        for name in state.versions:
            channel = state.channels.get(name)
            if channel is None:
                continue
            value = channel.checkpoint()
            if value is not MISSING:
                values[name] = value
        return {
            "v": 4,
            "id": self.checkpoint_id,
            "ts": self.created_at,
            "channel_values": values,
            "channel_versions": dict(state.versions),
            "versions_seen": {node: dict(versions) for node, versions in state.seen.items()},
            "updated_channels": None if state.updated is None else sorted(state.updated),
        }

    def _metadata_of_run(self) -> dict[str, Any]:
        config = self.config
        found = dict(
            get_checkpoint_metadata(
                {"metadata": config.metadata, "configurable": config.configurable}, {}
            )
        )
        if config.run_id is not None:
            found["run_id"] = str(config.run_id)
        return found

    def checkpoint_map(self) -> dict[str, str]:
        """Checkpoint ids of the ancestors, by namespace."""
        if self.parent is None:
            return {}
        outer = self.parent.loop
        return {**outer.checkpoint_map(), outer.checkpoint_ns: outer.checkpoint_id}

    # -- ending -----------------------------------------------------------------------------

    def ended(self) -> None:
        """The run is over and did not fail: raises where the status is an error to the caller."""
        if self.status == "out_of_steps":
            raise GraphRecursionError(
                create_error_message(
                    message=f"Recursion limit of {self.config.recursion_limit} reached without "
                    "hitting a stop condition. You can increase the limit by setting the "
                    "`recursion_limit` config key.",
                    error_code=ErrorCode.GRAPH_RECURSION_LIMIT,
                )
            )
        if self.status == "draining":
            assert self.control is not None
            raise GraphDrained(self.control.drain_reason or "shutdown")
        if self.status in ("interrupt_before", "interrupt_after"):
            if self.streams is not None:
                self.streams.interrupted(self, ())
            if self.parent is not None:
                raise GraphInterrupt()
        if self.status == "interrupt" and self.parent is not None:
            raise GraphInterrupt(self.open_interrupts())

    def output(self, names: str | Sequence[str]) -> Any:
        """What the caller gets: values of ``names``, ``None`` when none has one."""
        if isinstance(names, str):
            value = self.state.read_one(names)
            return None if value is MISSING else value
        return self.state.read(names) or None

    def copy_input(self, task: Task) -> Any:
        """The task's input, safe to hand to somebody else."""
        return isolate(task.input)


def saveable(writes: Sequence[tuple[str, Any]], untracked: frozenset[str]) -> list[tuple[str, Any]]:
    """``writes`` without those to channels that are never saved, also inside Sends."""
    kept = []
    for channel, value in writes:
        if channel in untracked:
            continue
        if channel == TASKS and isinstance(value.arg, dict):
            argument = {key: each for key, each in value.arg.items() if key not in untracked}
            value = Send(value.node, argument, timeout=value.timeout)
        kept.append((channel, value))
    return kept or [(NO_WRITES, None)]
