"""The loop: one run of a graph on one namespace, superstep by superstep.

    enter   the checkpoint is loaded, the input becomes writes
    plan    which tasks are due
    execute (outside: an executor runs the tasks; ``keep`` saves each, ``show`` tells of it)
    update  the barrier folds the writes, a checkpoint is saved

The loop holds the state of the run and does no input or output of its own: what is to be saved goes
to ``persistence``, what is to be streamed to ``streams``. Drivers, one sync and one async, move it.
"""

import threading
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from runtime.checkpoint.base import CheckpointTuple
from runtime.constants import (
    ERROR,
    ERROR_SOURCE_NODE,
    INTERRUPT,
    MISSING,
    NULL_TASK_ID,
    PREVIOUS,
    RESUME,
)
from runtime.errors import (
    GraphBubbleUp,
)
from runtime.isolation import isolate
from runtime.pregel import recorded
from runtime.pregel.caching import keep_writes, take_cached
from runtime.pregel.called_tasks import CalledTasks
from runtime.pregel.checkpoint_line import CheckpointLine, Source
from runtime.pregel.config import RunConfig
from runtime.pregel.entering import enter
from runtime.pregel.error_handling import due_error_handlers
from runtime.pregel.joins import report_unfired_joins
from runtime.pregel.langchain import apart, join_callbacks, managed
from runtime.pregel.observe import Observer
from runtime.pregel.persistence import Persistence
from runtime.pregel.plan import plan_tasks
from runtime.pregel.resuming import Answers
from runtime.pregel.state import ThreadState, restore
from runtime.pregel.streams import Streams
from runtime.pregel.task import Task
from runtime.pregel.travelling import Replay, Travel
from runtime.pregel.update import CallerWrites, apply_writes, in_fold_order
from runtime.runtime import RunControl

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

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
        travel: Travel | None = None,
        replay: Replay | None = None,
    ) -> None:
        self.graph = graph
        self.config = config
        self.streams = streams
        self.checkpoint_ns = checkpoint_ns
        self.interrupt_before = interrupt_before
        self.interrupt_after = interrupt_after
        self.context = context
        self.store = store
        self.control = control
        self.observer = observer
        self.run_id: UUID | None = None
        """What callback handlers know the run by; made when first asked for."""
        self.event_loop: AbstractEventLoop | None = None
        """Where coroutines of an async run are awaited."""
        self.chain: Any = None
        """LangChain's manager of this run, where its handlers are told."""
        self.travel = travel
        self.replay = replay
        self.parent = config.parent
        self.thread_id = config.thread_id or ""
        self.status: Status = "input"
        self.went_on = False
        self.is_leaf = is_leaf
        self.stand_at(saved, persistence)
        outer_answers: Answers | None = None if self.parent is None else self.parent.loop.answers
        self.answers: Answers = Answers(
            outer_answers, None if self.parent is None else self.parent.path
        )
        self.resuming = False
        self._lock = threading.Lock()
        self._running = 0
        self.calls = CalledTasks(config.max_concurrency)
        self._first = True

    def stand_at(
        self, saved: CheckpointTuple | None, persistence: Persistence | None = None
    ) -> None:
        """Take ``saved`` for the present checkpoint; without one the thread has none."""
        self.saved = saved
        self.tasks: list[Task] = []
        self.state: ThreadState = restore(self.graph.layout, saved.checkpoint if saved else None)
        self.previous: Any = self.state.values.get(PREVIOUS)
        self._began = self.state.newest
        self.line = CheckpointLine(
            self.graph,
            self.config,
            self.checkpoint_ns,
            saved,
            persistence,
            branches=not self.is_leaf,
        )
        self.step = self.line.step + 1
        self.stop = self.step + self.config.recursion_limit + 1
        self.pending: list[tuple[str, str, Any]] = list(saved.pending_writes or ()) if saved else []

    # -- identity ---------------------------------------------------------------------------

    @property
    def persistence(self) -> Persistence | None:
        """Where what is to be saved goes, or ``None``."""
        return self.line.persistence

    @persistence.setter
    def persistence(self, persistence: Persistence | None) -> None:
        self.line.persistence = persistence

    @property
    def checkpoint_id(self) -> str:
        """Id of the checkpoint that the next superstep starts from; made when first asked for."""
        return self.line.checkpoint_id

    @property
    def parent_checkpoint_id(self) -> str | None:
        """Id of the checkpoint before ``checkpoint_id``."""
        return self.line.parent_id

    @property
    def metadata(self) -> Mapping[str, Any] | None:
        """Source and step of the present checkpoint."""
        return self.line.metadata

    @property
    def created_at(self) -> str:
        """When the present checkpoint was made, ISO 8601 in UTC."""
        return self.line.created_at

    @property
    def wants_custom(self) -> bool:
        """Whether anybody listens to the custom stream."""
        return self.observer is not None or (
            self.streams is not None and "custom" in self.streams.modes
        )

    def enter(self, given: Any) -> None:
        """Apply the caller's input, or get ready to go on where the thread stopped."""
        enter(self, given)

    def begins_quietly(self) -> bool:
        """Whether the input may be saved with the checkpoint after it: nobody's code runs before.

        Nobody watches or listens either.
        """
        return (
            not self.resuming
            and self.streams is None
            and self.observer is None
            and not self.callbacks
            and self.graph.begins_quietly()
        )

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
            recorded.match(tasks, self.pending)
        if self.streams is not None and self.persistence is not None:
            self.streams.checkpoint(self)
        if not tasks:
            self.status = "done"
            if self.graph.joins:
                report_unfired_joins(self)
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
            recorded.leave_unanswered(self, tasks)
        return tasks

    def _stops_at(self, nodes: Nodes, tasks: Sequence[Task]) -> bool:
        """Static interrupts stop only where something changed since the last stop."""
        seen = self.state.seen.get(INTERRUPT, {})
        if not any(
            version > seen.get(channel, 0) for channel, version in self.state.versions.items()
        ):
            return False
        return any(not task.node.hidden if nodes == "*" else task.name in nodes for task in tasks)

    # -- execute ----------------------------------------------------------------------------

    def take_answer(self, task: Task, question: str, asked: Any) -> Any:
        """The answer to ``question`` of ``task``, or ``MISSING``; as ``Answers.take``."""
        answer, was_plain = self.answers.take(question, task.path, asked)
        if was_plain:
            outermost: Loop = self
            while outermost.parent is not None:
                outermost = outermost.parent.loop
            outermost.forget_plain_answer()
        return answer

    def forget_plain_answer(self) -> None:
        """The plain answer was given to a question: a restart must not give it to another."""
        with self._lock:
            self.line.record_writes(NULL_TASK_ID, [(RESUME, None)], "")

    def save_writes(self, task: Task, writes: Sequence[tuple[str, Any]]) -> None:
        """Record writes of a running task at once."""
        if self.persistence is not None:
            self.persistence.save_now(
                self.line.writes_record(task.id, writes, task.path_text, task.name)
            )

    def keep(self, task: Task) -> None:
        """Save what a task did, in the thread that ran it, before that thread does anything else.

        The last task of a superstep shares the transaction of the checkpoint that follows, where
        nobody's code but the engine's runs in between.
        """
        if self.persistence is None and self.graph.cache is None:
            task.finished = task.error is None and not (task.waiting or task.interrupts)
            return
        is_call = task.path[-1] is True
        with self._lock:
            if not is_call:
                self._running -= 1
            last = self._running == 0 and not is_call
        if task.error is None:
            if task.waiting:
                return
            saved = task.saved_writes()
            task.finished = not task.interrupts
            keep_writes(self, task)
        elif isinstance(task.error, GraphBubbleUp):
            return
        else:
            saved = [(ERROR, task.error)]
            if task.handled:
                saved.append((ERROR_SOURCE_NODE, task.name))
        if self.persistence is None:
            return
        record = self.line.writes_record(task.id, saved, task.path_text, task.name)
        if last and task.finished and not self.calls.futures and self._folds_quietly():
            self.persistence.add(record)
        else:
            self.persistence.save_now(record)

    def _folds_quietly(self) -> bool:
        """Whether no code but the engine's runs between the last task and the next checkpoint."""
        loud = self.graph.loud_channels
        return (
            self.streams is None
            and self.observer is None
            and not (loud and any(name in loud for task in self.tasks for name, _ in task.writes))
        )

    def show(self, task: Task) -> None:
        """Tell of a task that ended, in the driver's thread."""
        if task.waiting or isinstance(task.error, GraphBubbleUp):
            return
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
            tasks.extend(due_error_handlers(self))
        return self._about_to_run(tasks)

    def error_handlers(self) -> list[Task]:
        """The error handlers to run now, for tasks of this superstep that failed."""
        if not self.graph.node_error_handler_map:
            return []
        return self._about_to_run(due_error_handlers(self))

    def _about_to_run(self, tasks: list[Task]) -> list[Task]:
        self._running = len(tasks)
        return tasks

    @cached_property
    def callbacks(self) -> Any:
        """Callbacks of the run's tasks: the caller's, and the one that streams messages."""
        given = self.config.callbacks
        if self.observer is not None:
            # What watches the run hears of models alone; nobody is told of nodes for it.
            given = apart(given, self.observer.model_callbacks())
        handler = None if self.streams is None else self.streams.callback_handler
        callbacks = given if handler is None else join_callbacks(given, [handler])
        return managed(callbacks, is_async=self.event_loop is not None)

    def watched(self, callbacks: Any) -> Any:
        """Callbacks for what a task calls, with those of the observer."""
        watching = [] if self.observer is None else self.observer.model_callbacks()
        if not watching:
            return callbacks
        joined = join_callbacks(callbacks, watching)
        return managed(joined, is_async=self.event_loop is not None)

    def emit_custom(self, task: Task, value: Any) -> None:
        """Pass on what a task wrote to the custom stream."""
        if self.streams is not None:
            self.streams.custom(self, value)
        if self.observer is not None:
            self.observer.task_output(self, task, value)

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
        if self.streams is not None and self.parent is None:
            self.streams.values_after(self, done)

    # -- update -----------------------------------------------------------------------------

    def update(self) -> bool:
        """The barrier. Returns whether the run goes on: not after a static interrupt."""
        tasks = self.tasks
        if len(tasks) > 1 or not self.calls.idle:
            tasks = in_fold_order([*tasks, *self.calls.take()])
        if self.observer is not None:
            self.observer.barrier_reached(self, tasks)
        try:
            apply_writes(
                self.state,
                tasks,
                self.graph.trigger_to_nodes,
                self.graph.finishing,
                self if self.observer is not None else None,
            )
        except Exception as error:
            self._record_refusal(tasks, error)
            raise
        if self.streams is not None:
            self.streams.values_after(self, tasks)
        if self.observer is not None or self.pending:
            self.line.note_substituted(tasks)
        self.pending = []
        self.resuming = False
        self.answers.forget()
        self.next_checkpoint("loop")
        if self.interrupt_after and self._stops_at(self.interrupt_after, tasks):
            self.status = "interrupt_after"
            return False
        return True

    def _record_refusal(self, tasks: Sequence[Task], error: Exception) -> None:
        """Have snapshots say what the barrier refused: an error of the tasks that wrote it."""
        refused = self.state.refused
        for task in tasks:
            if any(name == refused for name, _ in task.writes):
                self.line.record_writes(task.id, [(ERROR, error)], task.path_text)

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
        self.line.advance(self.state, source, self.step, self.checkpoint_map())
        self.step += 1
        if self.observer is not None and self.persistence is not None:
            self.persistence.flush(wait=True)
            self.observer.checkpoint_saved(self, self.checkpoint_id)

    def checkpoint_map(self) -> dict[str, str]:
        """Checkpoint ids of the ancestors, by namespace."""
        if self.parent is None:
            recorded = self.saved is not None and self.checkpoint_ns
            return dict(self.saved.metadata.get("parents", {})) if self.saved and recorded else {}
        outer = self.parent.loop
        return {**outer.checkpoint_map(), outer.checkpoint_ns: outer.checkpoint_id}

    # -- ending -----------------------------------------------------------------------------

    def output(self, names: str | Sequence[str]) -> Any:
        """What the caller gets: values of ``names``, ``None`` when none has one.

        A run that stopped before it wrote any of them gives ``None`` as well.
        """
        if not (self.went_on or self.status == "interrupt"):
            keys = (names,) if isinstance(names, str) else names
            if not any(self.state.versions.get(name, 0) > self._began for name in keys):
                return None
        if isinstance(names, str):
            value = self.state.read_one(names)
            return None if value is MISSING else value
        return self.state.read(names) or None

    def copy_input(self, task: Task) -> Any:
        """The task's input, safe to hand to somebody else."""
        return isolate(task.input)
