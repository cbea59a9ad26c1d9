"""What a run gives to its nodes besides state: context, store, stream, identity, control."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, cast, runtime_checkable

from runtime.scope import current_scope
from runtime.typing import ContextT

if TYPE_CHECKING:
    from runtime.store.base import BaseStore


def _no_op_stream_writer(_value: Any) -> None:
    return None


def _no_op_heartbeat() -> None:
    return None


class RunControl:
    """Asks a run to stop before its next superstep. Safe from any thread."""

    __slots__ = ("_reason",)

    def __init__(self) -> None:
        self._reason: str | None = None

    def request_drain(self, reason: str = "shutdown") -> None:
        """Let running tasks finish and start none; the run then raises ``GraphDrained``.

        Asked more than once, the newest ``reason`` counts.
        """
        self._reason = reason

    @property
    def drain_requested(self) -> bool:
        """Whether draining was asked for."""
        return self._reason is not None

    @property
    def drain_reason(self) -> str | None:
        """Why, or ``None``."""
        return self._reason


@dataclass(frozen=True, slots=True)
class ExecutionInfo:
    """Identity of the running task. ``node_first_attempt_time`` is a Unix time in seconds."""

    checkpoint_id: str
    checkpoint_ns: str
    task_id: str
    thread_id: str | None = None
    run_id: str | None = None
    node_attempt: int = 1
    node_first_attempt_time: float | None = None

    def patch(self, **overrides: Any) -> "ExecutionInfo":
        """A copy with fields replaced."""
        return replace(self, **overrides)


@runtime_checkable
class BaseUser(Protocol):
    """Who calls the graph, where a server knows."""

    @property
    def is_authenticated(self) -> bool: ...

    @property
    def display_name(self) -> str: ...

    @property
    def identity(self) -> str: ...

    @property
    def permissions(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """Who serves the graph, where a server does."""

    assistant_id: str
    graph_id: str
    user: BaseUser | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime(Generic[ContextT]):
    """Injected into nodes that have a parameter ``runtime``."""

    context: ContextT = field(default=cast("ContextT", None))
    store: "BaseStore | None" = None
    stream_writer: Callable[[Any], None] = field(default=_no_op_stream_writer)
    heartbeat: Callable[[], None] = field(default=_no_op_heartbeat)
    previous: Any = None
    execution_info: ExecutionInfo | None = None
    server_info: ServerInfo | None = None
    control: RunControl | None = None

    def merge(self, other: "Runtime[ContextT]") -> "Runtime[ContextT]":
        """Fields that ``other`` sets win over this one's."""
        return Runtime(
            context=other.context or self.context,
            store=other.store or self.store,
            stream_writer=self.stream_writer
            if other.stream_writer is _no_op_stream_writer
            else other.stream_writer,
            heartbeat=self.heartbeat if other.heartbeat is _no_op_heartbeat else other.heartbeat,
            previous=self.previous if other.previous is None else other.previous,
            execution_info=other.execution_info or self.execution_info,
            server_info=other.server_info or self.server_info,
            control=other.control or self.control,
        )

    def override(self, **overrides: Any) -> "Runtime[ContextT]":
        """A copy with fields replaced."""
        return replace(self, **overrides)

    def patch_execution_info(self, **overrides: Any) -> "Runtime[ContextT]":
        """A copy with fields of ``execution_info`` replaced; ``RuntimeError`` without one."""
        if self.execution_info is None:
            raise RuntimeError("Cannot patch execution_info before it has been set")
        return replace(self, execution_info=self.execution_info.patch(**overrides))

    @property
    def drain_requested(self) -> bool:
        """Whether the run was asked to stop before its next superstep."""
        return self.control is not None and self.control.drain_requested

    @property
    def drain_reason(self) -> str | None:
        """Why draining was asked for."""
        return None if self.control is None else self.control.drain_reason


def server_info_of(configurable: Mapping[str, Any]) -> ServerInfo | None:
    """What a server that runs the graph put into ``configurable`` about itself and the caller."""
    given = [configurable.get(key) for key in ("assistant_id", "graph_id")]
    user = configurable.get("langgraph_auth_user")
    if user is None and all(each is None for each in given):
        return None
    assistant_id, graph_id = ("" if each is None else str(each) for each in given)
    return ServerInfo(assistant_id, graph_id, user if isinstance(user, BaseUser) else None)


DEFAULT_RUNTIME: Runtime[Any] = Runtime()


def get_runtime(context_schema: type[ContextT] | None = None) -> Runtime[ContextT]:
    """The runtime of the current task; ``RuntimeError`` outside of one."""
    return current_scope("get_config").runtime
