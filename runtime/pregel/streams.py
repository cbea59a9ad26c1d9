"""What a run tells its caller while it goes: chunks of the stream modes that were asked for.

Every payload is made of copies. Modes that nobody asked for cost nothing.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from runtime.checkpoint.base import clock
from runtime.constants import (
    CONF,
    ERROR,
    INTERRUPT,
    MISSING,
    NS_SEPARATOR,
    RETURN,
)
from runtime.isolation import isolate
from runtime.pregel.config import public_configurable, stable_namespace
from runtime.pregel.message_stream import (
    SeenMessages,
    langchain_handler,
    note_input,
    stream_result,
)
from runtime.types import Interrupt

if TYPE_CHECKING:
    from runtime.pregel.loop import Loop
    from runtime.pregel.task import Task

Chunk = tuple[tuple[str, ...], str, Any]
"""``(namespace, mode, payload)``."""
Keys = str | Sequence[str]


def updates_payload(writes: Sequence[tuple[str, Any]], keys: Keys) -> Any:
    """What one task wrote to the output keys: a dictionary, a list of them, or ``None``."""
    for channel, value in writes:
        if channel == RETURN:
            return isolate(value)
    if isinstance(keys, str):
        values = [isolate(value) for channel, value in writes if channel == keys]
        return values[-1] if len(values) == 1 else (values or None)
    wanted = [(channel, isolate(value)) for channel, value in writes if channel in keys]
    if not wanted:
        return None
    counts = Counter(channel for channel, _ in wanted)
    if max(counts.values()) > 1:
        return [{channel: value} for channel, value in wanted]
    return dict(wanted)


def result_payload(writes: Sequence[tuple[str, Any]], keys: Keys) -> dict[str, Any]:
    """What one task wrote to the stream channels; several writes to one as ``$writes``."""
    names = (keys,) if isinstance(keys, str) else keys
    told = [write for write in writes if write[0] in names or write[0] == RETURN]
    payload = {channel: isolate(value) for channel, value in told}
    if len(payload) == len(told):
        return payload
    grouped: dict[str, list[Any]] = {}
    for channel, value in told:
        grouped.setdefault(channel, []).append(isolate(value))
    return {
        channel: values[0] if len(values) == 1 else {"$writes": values}
        for channel, values in grouped.items()
    }


class Streams:
    """Collects chunks for one run; subgraphs hand theirs to the run around them."""

    def __init__(
        self,
        modes: Iterable[str],
        output_keys: Keys,
        stream_keys: Keys,
        *,
        outer: "Streams | None" = None,
        namespace: tuple[str, ...] = (),
        subgraphs: bool = False,
    ) -> None:
        self._own = frozenset(modes)
        self.modes: frozenset[str] = self._own if outer is None else self._own | outer.modes
        self.output_keys = output_keys
        self.stream_keys = stream_keys
        self.namespace = namespace
        self.subgraphs = subgraphs
        self.chunks: deque[Chunk] = deque()
        self.seen_messages: SeenMessages = SeenMessages() if outer is None else outer.seen_messages
        self.callback_handler: Any = None
        if "messages" in self.modes and outer is None:
            self.callback_handler = langchain_handler(self)
        self.notify: Callable[[], None] | None = None
        """Called after a chunk that a running task made, from its thread."""
        self._outer = outer

    def emit(self, mode: str, payload: Any) -> None:
        """Add one chunk."""
        self.pass_on(self.namespace, mode, payload, inside=False)

    def pass_on(
        self, namespace: tuple[str, ...], mode: str, payload: Any, *, inside: bool = True
    ) -> None:
        """Take a chunk; ``inside``: from a run inside one of the tasks."""
        if mode in self._own:
            self.chunks.append((namespace, mode, payload))
            if inside and self.notify is not None:
                self.notify()
        if self._outer is not None:
            self._outer.pass_on(namespace, mode, payload)

    @property
    def live(self) -> bool:
        """Whether chunks should reach the caller while tasks still run."""
        return not self._own.isdisjoint(("custom", "messages"))

    # -- events of the loop -----------------------------------------------------------------

    def values(self, loop: "Loop") -> None:
        """All output keys as they are now."""
        if "values" not in self.modes:
            return
        self.emit("values", self.read_output(loop))

    def values_after(self, loop: "Loop", tasks: "Sequence[Task]") -> None:
        """All output keys, where one of ``tasks`` wrote one."""
        if "values" not in self.modes:
            return
        keys = (self.output_keys,) if isinstance(self.output_keys, str) else self.output_keys
        if any(channel in keys for task in tasks for channel, _ in task.writes):
            self.values(loop)

    def read_output(self, loop: "Loop") -> Any:
        """The output keys' values: a dictionary, or the bare value of a single key."""
        return read_keys(loop, self.output_keys)

    def started(self, loop: "Loop", tasks: "Sequence[Task]") -> None:
        """The tasks of a superstep, those that finished earlier included."""
        shown = [task for task in tasks if not task.node.hidden]
        if "messages" in self.modes:
            for task in tasks:
                note_input(self, task)
        if self._wants_tasks:
            for task in shown:
                self._task_started(loop, task)
        for task in shown:
            if task.finished and task.recorded and loop.parent is not None:
                # What finished before a question in a subgraph is told again.
                self.finished(loop, task)
            elif task.finished:
                self.taken(task)

    def taken(self, task: "Task") -> None:
        """A task that did not run: its writes were recorded, or in the cache."""
        if "updates" in self.modes:
            update = updates_payload(task.writes, self.output_keys)
            self.emit("updates", {task.name: update, "__metadata__": {"cached": True}})

    def call_started(self, loop: "Loop", task: "Task") -> None:
        """A running task called ``task``; what it returned earlier is not told again."""
        if self._wants_tasks:
            self._task_started(loop, task)
            if self.notify is not None:
                self.notify()

    def finished(self, loop: "Loop", task: "Task") -> None:
        """One task ended: wrote, asked or failed."""
        if task.node.hidden and not task.interrupts:
            return
        if "messages" in self.modes and task.error is None and not task.node.hidden:
            stream_result(self, task)
        if task.interrupts:
            self.interrupted(loop, task.interrupts)
            if "values" in self.modes:
                value = self.read_output(loop)
                base = value if isinstance(value, dict) else {}
                self.emit("values", {**base, INTERRUPT: task.interrupts})
        elif task.error is None and "updates" in self.modes:
            self.emit("updates", {task.name: updates_payload(task.writes, self.output_keys)})
        if self._wants_tasks and not task.node.hidden:
            finished = task.error is None and not task.interrupts
            self._task_event(
                loop,
                "task_result",
                {
                    "id": task.id,
                    "name": task.name,
                    "error": task.error,
                    "result": result_payload(task.writes, self.stream_keys) if finished else {},
                    "interrupts": [
                        {"value": isolate(question.value), "id": question.id}
                        for question in task.interrupts
                    ],
                },
            )

    def _task_started(self, loop: "Loop", task: "Task") -> None:
        payload: dict[str, Any] = {
            "id": task.id,
            "name": task.name,
            "input": loop.copy_input(task),
            "triggers": tuple(task.triggers),
        }
        metadata = {**loop.config.own_metadata, **(task.node.metadata or {})}
        tags = [*loop.config.tags, *task.node.tags]
        if tags:
            metadata["tags"] = tags
        if metadata:
            payload["metadata"] = metadata
        self._task_event(loop, "task", payload)

    def interrupted(self, loop: "Loop", interrupts: tuple[Interrupt, ...]) -> None:
        """Questions of one task, or none at a static interrupt."""
        self.emit("updates", {INTERRUPT: interrupts})

    def custom(self, loop: "Loop", value: Any) -> None:
        """A value that a running task wrote to the custom stream."""
        # The task may go on to change what it told.
        self.emit("custom", isolate(value))
        if self.notify is not None:
            self.notify()

    def checkpoint(self, loop: "Loop") -> None:
        """The checkpoint that the planned tasks start from."""
        if self.modes.isdisjoint(("checkpoints", "debug")):
            return
        payload = checkpoint_payload(loop, self.stream_keys)
        if "checkpoints" in self.modes:
            self.emit("checkpoints", payload)
        if "debug" in self.modes:
            self._debug(loop.step - 1, "checkpoint", payload)

    @property
    def _wants_tasks(self) -> bool:
        return not self.modes.isdisjoint(("tasks", "debug"))

    def _task_event(self, loop: "Loop", kind: str, payload: dict[str, Any]) -> None:
        if "tasks" in self.modes:
            self.emit("tasks", payload)
        if "debug" in self.modes:
            self._debug(loop.step, kind, payload)

    def _debug(self, step: int, kind: str, payload: dict[str, Any]) -> None:
        self.emit(
            "debug",
            {
                "step": step,
                "timestamp": clock.now(),
                "type": kind,
                "payload": payload,
            },
        )


def read_keys(loop: "Loop", keys: Keys) -> Any:
    """A dictionary of what has a value; for a single key the bare value, ``None`` when empty."""
    if isinstance(keys, str):
        value = loop.state.read_one(keys)
        return None if value is MISSING else value
    return loop.state.read(keys)


def checkpoint_payload(loop: "Loop", stream_keys: Keys) -> dict[str, Any]:
    """A checkpoint with its tasks, as the modes ``checkpoints`` and ``debug`` show it."""
    parent_id = loop.parent_checkpoint_id
    return {
        "config": _config(loop, loop.checkpoint_id),
        "parent_config": None if parent_id is None else _config(loop, parent_id),
        "values": read_keys(loop, stream_keys),
        "metadata": dict(loop.metadata or {}),
        "next": [task.name for task in loop.tasks],
        "tasks": [_checkpoint_task(loop, task, stream_keys) for task in loop.tasks],
    }


def _config(loop: "Loop", checkpoint_id: str) -> dict[str, Any]:
    configurable = public_configurable(loop.config.configurable)
    configurable.pop("checkpoint_map", None)
    configurable["checkpoint_ns"] = loop.checkpoint_ns
    configurable["checkpoint_id"] = checkpoint_id
    if loop.parent is not None:
        configurable["checkpoint_map"] = {
            **loop.checkpoint_map(),
            loop.checkpoint_ns: checkpoint_id,
        }
    return {CONF: configurable}


def recorded_error(pending: Iterable[tuple[str, str, Any]], task_id: str) -> Any:
    """What is recorded of a task's failure, as text; ``None`` without."""
    found = None
    for owner, channel, value in pending:
        if owner == task_id and channel == ERROR:
            found = value if isinstance(value, str) else repr(value)
    return found


def _checkpoint_task(loop: "Loop", task: "Task", stream_keys: Keys) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": task.id, "name": task.name}
    error = recorded_error(loop.pending, task.id)
    if task.finished:
        result = result_payload(task.writes, stream_keys)
        if result:
            entry["result"] = result
    elif error is not None:
        entry["error"] = error
    if "error" not in entry:
        entry["interrupts"] = tuple(
            {"value": isolate(question.value), "id": question.id} for question in task.interrupts
        )
    inner = task.node.subgraphs
    entry["state"] = inner_config(task, inner[0]) if inner else None
    return entry


def inner_config(task: "Task", inner: Any) -> dict[str, Any] | None:
    """Where the state of the graph ``inner`` inside ``task`` is saved; ``None`` where it is not."""
    if inner.checkpointer is False:
        return None
    namespace = task.checkpoint_ns
    if inner.checkpointer is True:
        namespace = stable_namespace(namespace)
    return {CONF: {"thread_id": task.loop.thread_id, "checkpoint_ns": namespace}}


def chunk_shape(chunk: Chunk, *, several_modes: bool, subgraphs: bool) -> Any:
    """A chunk as ``stream`` yields it (version v1)."""
    namespace, mode, payload = chunk
    if several_modes:
        return (namespace, mode, payload) if subgraphs else (mode, payload)
    return (namespace, payload) if subgraphs else payload


def split_namespace(checkpoint_ns: str) -> tuple[str, ...]:
    """A checkpoint namespace as the tuple that streams show."""
    return tuple(checkpoint_ns.split(NS_SEPARATOR)) if checkpoint_ns else ()


Payload = Mapping[str, Any]
