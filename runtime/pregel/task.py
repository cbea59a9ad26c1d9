"""A task: one activation of a node in one superstep, and the scope that its code runs in."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal

from xxhash import xxh3_128_hexdigest

from runtime.constants import (
    CONFIG_KEY_TASK,
    INTERRUPT,
    MISSING,
    NO_WRITES,
    NS_END,
    NS_SEPARATOR,
    PULL,
    PUSH,
    RESUME,
)
from runtime.errors import GraphBubbleUp, GraphInterrupt, NodeError
from runtime.isolation import isolate
from runtime.runtime import ExecutionInfo, Runtime, server_info_of
from runtime.types import Interrupt, Send, TimeoutPolicy

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.node import PregelNode

TaskPath = tuple[Any, ...]
_MOST_TEXTS = 4096
TaskKind = Literal["PULL", "PUSH"]


def path_text(path: TaskPath | str | int) -> str:
    """A task path as text that sorts like the path."""
    if isinstance(path, (tuple, list)):
        return "~" + ", ".join([part if type(part) is str else path_text(part) for part in path])
    return f"{path:010d}" if isinstance(path, int) else str(path)


_pull_texts: dict[str, str] = {}


def _pull_text(name: str) -> str:
    """The text of a node's path, of which a graph has few."""
    known = _pull_texts.get(name)
    if known is None:
        if len(_pull_texts) > _MOST_TEXTS:
            _pull_texts.clear()
        known = _pull_texts[name] = path_text((PULL, name))
    return known


def _push_text(index: int) -> str:
    """What follows the kind in the path of a ``Send``: its index, and that nobody called it."""
    return f"{index:010d}, {0:010d}"


def derived_id(*parts: str) -> str:
    """A task id from what identifies the task, as 8-4-4-4-12 hexadecimal digits."""
    digest = xxh3_128_hexdigest("\0".join(parts).encode())
    return f"{digest[:8]}-{digest[8:12]}-{digest[12:16]}-{digest[16:20]}-{digest[20:]}"


def interrupt_id(task_ns: str, index: int) -> str:
    """Id of the ``index``-th question of the task whose checkpoint namespace is ``task_ns``."""
    return xxh3_128_hexdigest((task_ns if index == 0 else f"{task_ns}#{index}").encode())


class Task:
    """One task, with its input, its writes and what became of it.

    ``writes`` are pending until the barrier. ``finished`` tasks do not run (again): their writes
    are complete. ``waiting`` tasks asked something that is not answered yet.
    """

    __slots__ = (
        "_config",
        "_id",
        "active_at",
        "asked",
        "attempt",
        "called_by",
        "calls",
        "chain",
        "error",
        "finished",
        "first_attempt_time",
        "index",
        "input",
        "interrupts",
        "loop",
        "name",
        "node",
        "node_error",
        "path",
        "raised",
        "recorded",
        "resume",
        "seconds",
        "send",
        "subgraph_calls",
        "triggers",
        "waiting",
        "writes",
    )

    def __init__(
        self,
        loop: "Loop",
        name: str,
        node: "PregelNode",
        path: TaskPath,
        triggers: Sequence[str],
        task_input: Any,
        index: int | None = None,
        send: Send | None = None,
    ) -> None:
        self.loop = loop
        self.name = name
        self.node = node
        self.path = path
        self.triggers = triggers
        self.input = task_input
        self.index = index
        self.send = send
        self.writes: list[tuple[str, Any]] = []
        self.error: BaseException | None = None
        self.interrupts: tuple[Interrupt, ...] = ()
        self.finished = False
        self.recorded = False
        self.waiting = False
        self.resume: Sequence[Any] = ()
        self.asked = 0
        self.raised: GraphInterrupt | None = None
        self.attempt = 1
        self.first_attempt_time: float | None = None
        self.seconds = 0.0
        self.active_at = 0.0
        self.subgraph_calls = 0
        self.calls = 0
        self.called_by: Task | None = None
        """The task that called this one."""
        self.chain: Any = None
        """LangChain's manager of this attempt, where its handlers are told."""
        self.node_error: NodeError | None = None
        self._id: str | None = None
        self._config: dict[str, Any] | None = None

    @property
    def kind(self) -> TaskKind:
        """PULL: a trigger channel changed. PUSH: a ``Send``."""
        return "PULL" if self.path[0] == PULL else "PUSH"

    @property
    def path_text(self) -> str:
        """The path as text that sorts like it."""
        if self.send is not None and self.index is not None:
            return f"~{PUSH}, {_push_text(self.index)}"
        return _pull_text(self.name) if self._is_pulled else path_text(self.path)

    @property
    def _is_pulled(self) -> bool:
        """Whether a trigger channel made it due: its path is its node."""
        return self.path[0] == PULL and len(self.path) == 2

    @property
    def id(self) -> str:
        """Same for the same place in the same checkpoint, so that a restart finds its writes."""
        if self._id is None:
            loop = self.loop
            kind: str = PULL if self.path[0] == PULL else PUSH
            if self.send is not None and self.index is not None:
                why = f"~{_push_text(self.index)}"
            elif self._is_pulled:
                why = "\0".join(self.triggers)
            else:
                why = path_text(self.path[1:])
            self._id = derived_id(
                loop.checkpoint_id, loop.checkpoint_ns, str(loop.step), self.name, kind, why
            )
        return self._id

    def identify(self, task_id: str) -> None:
        """Take over an id that was worked out elsewhere."""
        self._id = task_id

    @property
    def checkpoint_ns(self) -> str:
        """Namespace of whatever runs inside the task."""
        caller = self.called_by
        parent = self.loop.checkpoint_ns if caller is None else caller.checkpoint_ns
        own = f"{self.name}{NS_END}{self.id}"
        return f"{parent}{NS_SEPARATOR}{own}" if parent else own

    @property
    def failed(self) -> bool:
        """Whether it ended with an error, not with a signal for the graph around it."""
        return (
            self.error is not None
            and not isinstance(self.error, GraphBubbleUp)
            and not self.handled
        )

    @property
    def handled(self) -> bool:
        """Whether it ended with an error that an error handler of its node takes over."""
        return (
            isinstance(self.error, Exception)
            and not isinstance(self.error, GraphBubbleUp)
            and self.name in self.loop.graph.node_error_handler_map
        )

    @property
    def outermost(self) -> "Task":
        """The task of the superstep that this one was called in; itself, if nobody called it."""
        task = self
        while task.called_by is not None:
            task = task.called_by
        return task

    def restart(self) -> None:
        """Make ready for another attempt."""
        self.writes = []
        self.error = None
        self.interrupts = ()
        self.raised = None
        self.asked = 0
        self.calls = 0
        self.subgraph_calls = 0

    def saved_writes(self) -> list[tuple[str, Any]]:
        """What the saver keeps of the finished task."""
        if self.interrupts:
            return [(INTERRUPT, list(self.interrupts))]
        return self.writes or [(NO_WRITES, None)]

    def interrupt(self, value: Any) -> Any:
        """The next answer, or a pause with ``value`` as the question."""
        index = self.asked
        self.asked += 1
        if index == len(self.resume) and not self.take_answer(value):
            # The node may go on to change what it asked with.
            question = Interrupt(isolate(value), interrupt_id(self.checkpoint_ns, index))
            self.raised = GraphInterrupt((question,))
            raise self.raised
        return isolate(self.resume[index])

    def take_answer(self, asked: Any = MISSING) -> bool:
        """Take and record the answer to the next question; tells whether there is one.

        ``asked`` is what the question says, where that is known before the node comes to it.
        """
        question = interrupt_id(self.checkpoint_ns, len(self.resume))
        answer = self.loop.take_answer(self, question, asked)
        if answer is MISSING:
            return False
        self.resume = [*self.resume, answer]
        self.loop.save_writes(self, [(RESUME, self.resume)])
        return True

    @property
    def config(self) -> dict[str, Any]:
        """The RunnableConfig that the node may ask for; made on demand."""
        if self._config is None:
            loop = self.loop
            run = loop.config
            metadata = {
                **run.metadata,
                **(self.node.metadata or {}),
                "langgraph_step": loop.step,
                "langgraph_node": self.name,
                "langgraph_triggers": tuple(self.triggers),
                "langgraph_path": self.path,
                "langgraph_checkpoint_ns": self.checkpoint_ns,
            }
            configurable = {
                **run.configurable,
                CONFIG_KEY_TASK: self,
                "checkpoint_ns": self.checkpoint_ns,
                "checkpoint_id": None,
                "checkpoint_map": {
                    **run.configurable.get("checkpoint_map", {}),
                    loop.checkpoint_ns: loop.checkpoint_id,
                },
            }
            config: dict[str, Any] = {
                "metadata": metadata,
                "callbacks": loop.watched(
                    loop.callbacks if self.chain is None else self.chain.get_child("seq:step:1")
                ),
                "configurable": configurable,
            }
            tags = [*run.tags, *self.node.tags]
            if tags:
                config["tags"] = tags
            if run.given_limit is not None:
                config["recursion_limit"] = run.given_limit
            if run.max_concurrency is not None:
                config["max_concurrency"] = run.max_concurrency
            self._config = config
        return self._config

    def forget_config(self) -> None:
        """The node has ended: held here, its config would be a cycle that outlives the run."""
        self._config = None

    def tell(self, chain: Any) -> None:
        """Have what the node calls be told below ``chain``."""
        self.chain = chain
        self._config = None

    @property
    def stream_writer(self) -> Callable[[Any], None]:
        """Writes to the custom stream of the run."""
        loop = self.loop
        if not loop.wants_custom:
            return ignore if self.timeout is None else self._only_touch

        def write(value: Any) -> None:
            self.touch()
            loop.emit_custom(self, value)

        return write

    def _only_touch(self, _value: Any) -> None:
        self.touch()

    def touch(self) -> None:
        """The task does something: its idle timeout starts anew, unless only heartbeats count."""
        policy = self.timeout
        if policy is not None and policy.refresh_on == "auto":
            self.active_at = time.monotonic()

    def heartbeat(self) -> None:
        """The node says that it is alive."""
        self.active_at = time.monotonic()

    @property
    def timeout(self) -> TimeoutPolicy | None:
        """Limits of one attempt: those of the Send, else those of the node."""
        if self.send is not None and self.send.timeout is not None:
            return self.send.timeout
        return self.node.timeout

    @property
    def runtime(self) -> Runtime[Any]:
        """What is injected as ``runtime``."""
        loop = self.loop
        return Runtime(
            context=loop.context,
            store=loop.store,
            stream_writer=self.stream_writer,
            heartbeat=self.heartbeat,
            previous=loop.previous,
            execution_info=ExecutionInfo(
                checkpoint_id=loop.checkpoint_id,
                checkpoint_ns=self.checkpoint_ns,
                task_id=self.id,
                thread_id=loop.config.configurable.get("thread_id"),
                run_id=None if loop.config.run_id is None else str(loop.config.run_id),
                node_attempt=self.attempt,
                node_first_attempt_time=self.first_attempt_time,
            ),
            server_info=server_info_of(loop.config.configurable),
            control=loop.control,
        )

    def __repr__(self) -> str:
        return f"Task({self.name}, {self.kind}, step {self.loop.step})"


def ignore(_value: Any) -> None:
    """The stream writer when nobody listens."""
