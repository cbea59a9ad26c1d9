"""Values that graphs, nodes and callers exchange: commands, interrupts, snapshots, policies."""

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from inspect import get_annotations
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    final,
)

from xxhash import xxh3_128_hexdigest

from runtime.constants import NS_SEPARATOR, OVERWRITE
from runtime.isolation import isolate
from runtime.scope import current_scope
from runtime.stream_parts import (
    CheckpointPayload,
    CheckpointStreamPart,
    CheckpointTask,
    CustomStreamPart,
    DebugPayload,
    DebugStreamPart,
    MessagesStreamPart,
    StreamPart,
    TaskPayload,
    TaskResultPayload,
    TasksStreamPart,
    UpdatesStreamPart,
    ValuesStreamPart,
)
from runtime.warnings import (
    LangGraphDeprecatedSinceV10,
    LangGraphDeprecatedSinceV11,
    warn_deprecated,
)

if TYPE_CHECKING:
    from runtime.checkpoint.base import BaseCheckpointSaver, CheckpointMetadata

__all__ = [
    "All",
    "CacheKey",
    "CachePolicy",
    "CheckpointPayload",
    "CheckpointStreamPart",
    "CheckpointTask",
    "Checkpointer",
    "Command",
    "CustomStreamPart",
    "DebugPayload",
    "DebugStreamPart",
    "Durability",
    "GraphOutput",
    "Interrupt",
    "MessagesStreamPart",
    "Overwrite",
    "PregelExecutableTask",
    "PregelTask",
    "RetryPolicy",
    "Send",
    "StateSnapshot",
    "StateUpdate",
    "StreamMode",
    "StreamPart",
    "StreamWriter",
    "TaskPayload",
    "TaskResultPayload",
    "TasksStreamPart",
    "TimeoutPolicy",
    "TracePolicy",
    "UpdatesStreamPart",
    "ValuesStreamPart",
    "default_cache_key",
    "default_retry_on",
    "ensure_valid_checkpointer",
    "interrupt",
    "omit_payload",
]

All = Literal["*"]
Durability = Literal["sync", "async", "exit"]
StreamMode = Literal[
    "values", "updates", "checkpoints", "tasks", "debug", "messages", "custom", "tools"
]
StreamWriter: TypeAlias = Callable[[Any], None]
Checkpointer: TypeAlias = "bool | BaseCheckpointSaver[Any] | None"
N = TypeVar("N", bound=Hashable)
OutputT = TypeVar("OutputT")
KeyFunction: TypeAlias = Callable[..., str | bytes]


def ensure_valid_checkpointer(checkpointer: Any) -> "Checkpointer":
    """``checkpointer`` itself, or ``TypeError`` where it is neither a saver, a bool nor None."""
    from runtime.checkpoint.base import BaseCheckpointSaver

    if checkpointer is None or isinstance(checkpointer, (bool, BaseCheckpointSaver)):
        return checkpointer
    raise TypeError(
        "Invalid checkpointer provided. Expected an instance of `BaseCheckpointSaver`, "
        f"`True`, `False`, or `None`. Received {type(checkpointer).__name__}. "
        "Pass a proper saver (e.g., InMemorySaver, AsyncPostgresSaver)."
    )


def default_retry_on(error: BaseException) -> bool:
    """Whether a retry may help: connection errors and server errors, not errors of the program."""
    if isinstance(error, ConnectionError):
        return True
    response = getattr(error, "response", None)
    status = getattr(response, "status_code", None)
    if isinstance(status, int) and type(error).__module__.split(".")[0] in ("httpx", "requests"):
        return 500 <= status < 600
    return not isinstance(
        error,
        (
            ValueError,
            TypeError,
            ArithmeticError,
            ImportError,
            LookupError,
            NameError,
            SyntaxError,
            RuntimeError,
            ReferenceError,
            StopIteration,
            StopAsyncIteration,
            OSError,
        ),
    )


class RetryPolicy(NamedTuple):
    """How a failed task is tried again; intervals are in seconds.

    ``max_attempts`` counts the first attempt. ``jitter`` adds up to one second at random.
    """

    initial_interval: float = 0.5
    backoff_factor: float = 2.0
    max_interval: float = 128.0
    max_attempts: int = 3
    jitter: bool = True
    retry_on: (
        type[BaseException] | Sequence[type[BaseException]] | Callable[[BaseException], bool]
    ) = default_retry_on

    def matches(self, error: BaseException) -> bool:
        """Whether this policy retries after ``error``."""
        if isinstance(self.retry_on, type):
            return isinstance(error, self.retry_on)
        if isinstance(self.retry_on, Sequence):
            return isinstance(error, tuple(self.retry_on))
        if not callable(self.retry_on):
            raise TypeError(
                "retry_on must be an Exception class, a list or tuple of Exception classes, or a "
                "callable"
            )
        return bool(self.retry_on(error))


def _seconds(value: float | timedelta | None, name: str) -> float | None:
    if value is None:
        return None
    seconds = value.total_seconds() if isinstance(value, timedelta) else float(value)
    if seconds <= 0:
        raise ValueError(f"{name} must be greater than 0")
    return seconds


@dataclass(frozen=True, kw_only=True)
class TimeoutPolicy:
    """Limits of one attempt of a node, in seconds or as timedelta; checked where it is used."""

    run_timeout: float | timedelta | None = None
    idle_timeout: float | timedelta | None = None
    refresh_on: Literal["auto", "heartbeat"] = "auto"

    @classmethod
    def coerce(cls, value: "float | timedelta | TimeoutPolicy | None") -> "TimeoutPolicy | None":
        """Limits in seconds, each greater than 0, else ``ValueError``; nothing set is ``None``.

        A number or timedelta is a run timeout.
        """
        if value is None:
            return None
        policy = value if isinstance(value, TimeoutPolicy) else cls(run_timeout=value)
        if policy.refresh_on not in ("auto", "heartbeat"):
            raise ValueError("refresh_on must be 'auto' or 'heartbeat'")
        run_timeout = _seconds(policy.run_timeout, "run_timeout")
        idle_timeout = _seconds(policy.idle_timeout, "idle_timeout")
        if run_timeout is None and idle_timeout is None:
            return None
        return replace(policy, run_timeout=run_timeout, idle_timeout=idle_timeout)


def default_cache_key(*args: Any, **kwargs: Any) -> bytes:
    """A key from the encoded arguments."""
    from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer

    return JsonPlusSerializer().dumps_typed([list(args), kwargs])[1]


@dataclass(frozen=True, kw_only=True)
class CachePolicy:
    """When a node's writes may be taken from the cache; ``ttl`` is in seconds."""

    key_func: KeyFunction = default_cache_key
    ttl: int | None = None


@dataclass(frozen=True, kw_only=True)
class TracePolicy:
    """What tracing may see of a node's inputs and outputs."""

    process_inputs: Callable[[Any], Any] | None = None
    process_outputs: Callable[[Any], Any] | None = None


def omit_payload(_value: Any) -> dict[str, Any]:
    """For ``TracePolicy``: show nothing."""
    return {}


_PLACEHOLDER_ID = "placeholder-id"


@final
@dataclass(init=False, slots=True)
class Interrupt:
    """A question that a node asked: ``value`` is the payload, ``id`` addresses the answer."""

    value: Any
    id: str

    def __init__(self, value: Any, id: str = _PLACEHOLDER_ID, **deprecated: Any) -> None:
        self.value = value
        namespace = deprecated.pop("ns", None)
        for name in ("when", "resumable", "interrupt_id"):
            deprecated.pop(name, None)
        if deprecated:
            raise TypeError(f"Interrupt got unexpected arguments {sorted(deprecated)}")
        if namespace is not None and id == _PLACEHOLDER_ID:
            id = xxh3_128_hexdigest(NS_SEPARATOR.join(namespace).encode())
        self.id = id

    def __hash__(self) -> int:
        return hash((type(self), self.id))

    @classmethod
    def from_ns(cls, value: Any, ns: str) -> "Interrupt":
        """The interrupt of the task whose checkpoint namespace is ``ns``."""
        return cls(value, xxh3_128_hexdigest(ns.encode()))

    @property
    def interrupt_id(self) -> str:
        """Deprecated name of ``id``."""
        warn_deprecated(
            LangGraphDeprecatedSinceV10("`interrupt_id` is deprecated. Use `id` instead.")
        )
        return self.id


class StateUpdate(NamedTuple):
    """One update of ``bulk_update_state``."""

    values: dict[str, Any] | None
    as_node: str | None = None
    task_id: str | None = None


class PregelTask(NamedTuple):
    """A task as a snapshot shows it."""

    id: str
    name: str
    path: tuple[str | int | tuple[Any, ...], ...]
    error: Exception | str | None = None
    interrupts: tuple[Interrupt, ...] = ()
    state: "dict[str, Any] | StateSnapshot | None" = None
    result: Any | None = None


@dataclass(slots=True)
class PregelExecutableTask:
    """A task as an executor takes it: what to run, on what, under which policies."""

    name: str
    input: Any
    proc: Any
    writes: deque[tuple[str, Any]]
    config: dict[str, Any]
    triggers: Sequence[str]
    retry_policy: Sequence[RetryPolicy]
    cache_key: "CacheKey | None"
    id: str
    path: tuple[str | int | tuple[Any, ...], ...]
    writers: Sequence[Any] = ()
    subgraphs: Sequence[Any] = ()
    timeout: TimeoutPolicy | None = None


class CacheKey(NamedTuple):
    """Where a task's writes lie in the cache; ``ttl`` is in seconds."""

    ns: tuple[str, ...]
    key: str
    ttl: int | None


class StateSnapshot(NamedTuple):
    """A thread at one checkpoint: values, the tasks that are due, and their questions."""

    values: Any
    next: tuple[str, ...]
    config: dict[str, Any]
    metadata: "CheckpointMetadata | None"
    created_at: str | None
    parent_config: dict[str, Any] | None
    tasks: tuple[PregelTask, ...]
    interrupts: tuple[Interrupt, ...]


class Send:
    """Run ``node`` in the next superstep with ``arg`` as its input."""

    __slots__ = ("arg", "node", "timeout")

    node: str
    arg: Any
    timeout: TimeoutPolicy | None

    def __init__(
        self, /, node: str, arg: Any, *, timeout: "float | timedelta | TimeoutPolicy | None" = None
    ) -> None:
        self.node = node
        self.arg = arg
        self.timeout = TimeoutPolicy.coerce(timeout)

    def isolated(self) -> "Send":
        """The same with an argument of its own, which nobody else can change."""
        sent = object.__new__(Send)
        sent.node, sent.arg, sent.timeout = self.node, isolate(self.arg), self.timeout
        return sent

    def __hash__(self) -> int:
        return hash((self.node, self.arg, self.timeout))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Send)
            and self.node == other.node
            and self.arg == other.arg
            and self.timeout == other.timeout
        )

    def __repr__(self) -> str:
        timeout = "" if self.timeout is None else f", timeout={self.timeout!r}"
        return f"Send(node={self.node!r}, arg={self.arg!r}{timeout})"


@dataclass(frozen=True, kw_only=True, repr=False)
class Command(Generic[N]):
    """State update, routing and answers in one value, returned by a node or given as input."""

    graph: str | None = None
    update: Any | None = None
    resume: Any | None = None
    goto: Send | Sequence[Send | N] | N = field(default=())

    PARENT: ClassVar[Literal["__parent__"]] = "__parent__"

    def __repr__(self) -> str:
        shown = ((f.name, getattr(self, f.name)) for f in fields(self))
        return f"Command({', '.join(f'{name}={value!r}' for name, value in shown if value)})"

    def updates(self) -> list[tuple[str, Any]]:
        """``update`` as (key, value) pairs."""
        update = self.update
        if isinstance(update, dict):
            return list(update.items())
        if isinstance(update, (list, tuple)) and all(
            isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str)
            for pair in update
        ):
            return list(update)
        if update is None:
            return []
        hints = attribute_names(type(update))
        if hints:
            return written_attributes(update, hints)
        return [("__root__", update)]

    def targets(self) -> list[Any]:
        """``goto`` as a list of node names and Sends."""
        if isinstance(self.goto, (str, Send)):
            return [self.goto]
        return list(self.goto)  # type: ignore[arg-type]


def attribute_names(cls: type) -> tuple[str, ...]:
    """Names of the annotated attributes of ``cls``, bases first; empty for plain types."""
    names: dict[str, None] = {}
    for base in reversed(cls.__mro__):
        for name in get_annotations(base):
            names[name] = None
    return tuple(name for name in names if not name.startswith("__"))


def written_attributes(value: Any, names: Sequence[str]) -> list[tuple[str, Any]]:
    """The (name, value) pairs that an instance given as an update writes.

    A pydantic field left at its default ``None`` is not written.
    """
    given = getattr(value, "model_fields_set", None)
    model_fields = getattr(type(value), "model_fields", {}) if given is not None else {}
    written = []
    for name in names:
        if not hasattr(value, name):
            continue
        content = getattr(value, name)
        if content is None and given is not None and name not in given:
            declared = model_fields.get(name)
            if declared is not None and declared.default is None:
                continue
        written.append((name, content))
    return written


def interrupt(value: Any) -> Any:
    """Ask for an answer: stops the task until the thread is resumed, then returns the answer.

    The node runs again from its first line when it is resumed; its interrupts take the answers in
    order. Needs a checkpointer to be resumable.
    """
    return current_scope("interrupt").interrupt(value)


@dataclass(slots=True)
class Overwrite:
    """A write that replaces the channel's value instead of being folded into it."""

    value: Any
    type: Literal["__overwrite__"] = OVERWRITE


@dataclass(frozen=True)
class GraphOutput(Generic[OutputT]):
    """Result of ``invoke(version="v2")``."""

    value: OutputT
    interrupts: tuple[Interrupt, ...] = ()

    def __getitem__(self, key: str) -> Any:
        warn_deprecated(
            LangGraphDeprecatedSinceV11(
                "Accessing GraphOutput via `result[key]` is deprecated. Use `result.value` to "
                "access the output value directly, or `result.interrupts` for interrupts."
            )
        )
        if key == "__interrupt__":
            return self.interrupts
        if hasattr(self.value, "__getitem__"):
            return self.value[key]
        if not hasattr(self.value, key):
            raise KeyError(key)
        return getattr(self.value, key)

    def __contains__(self, key: object) -> bool:
        warn_deprecated(
            LangGraphDeprecatedSinceV11(
                "Accessing GraphOutput via `key in result` is deprecated. Use `result.value` to "
                "access the output value directly, or `result.interrupts` for interrupts."
            )
        )
        if key == "__interrupt__":
            return bool(self.interrupts)
        if hasattr(self.value, "__contains__"):
            return key in self.value
        return isinstance(key, str) and hasattr(self.value, key)
