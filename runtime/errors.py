"""Exceptions and control flow signals of the runtime."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from runtime.types import Command, Interrupt


class ErrorCode(Enum):
    """Codes of errors that have a page of their own in LangGraph's documentation."""

    GRAPH_RECURSION_LIMIT = "GRAPH_RECURSION_LIMIT"
    INVALID_CONCURRENT_GRAPH_UPDATE = "INVALID_CONCURRENT_GRAPH_UPDATE"
    INVALID_GRAPH_NODE_RETURN_VALUE = "INVALID_GRAPH_NODE_RETURN_VALUE"
    MULTIPLE_SUBGRAPHS = "MULTIPLE_SUBGRAPHS"
    INVALID_CHAT_HISTORY = "INVALID_CHAT_HISTORY"


def create_error_message(*, message: str, error_code: ErrorCode) -> str:
    """``message`` with the address of the documentation page for ``error_code``."""
    return (
        f"{message}\nFor troubleshooting, visit: "
        f"https://docs.langchain.com/oss/python/langgraph/errors/{error_code.value}"
    )


class EmptyChannelError(Exception):
    """A channel without a value was read."""


class GraphRecursionError(RecursionError):
    """The run used up its ``recursion_limit`` of supersteps."""


class InvalidUpdateError(Exception):
    """A channel cannot take the writes of this superstep, or a node returned what it may not."""

    remedy: str
    """What helps; only there where something is known."""


class EmptyInputError(Exception):
    """The graph was called without any input to work on."""


class TaskNotFound(Exception):
    """A task was asked for that the checkpoint does not plan."""


class ConflictError(Exception):
    """Another run has gone on from the same checkpoint: this one's next checkpoint was refused.

    ``parent_checkpoint_id`` is the checkpoint that both went on from (``None``: both began the
    thread), ``checkpoint_id`` what was refused, ``other_checkpoint_id`` what was saved before it.
    """

    def __init__(
        self,
        thread_id: str,
        checkpoint_ns: str,
        parent_checkpoint_id: str | None,
        checkpoint_id: str,
        other_checkpoint_id: str,
    ) -> None:
        place = f" (namespace {checkpoint_ns!r})" if checkpoint_ns else ""
        origin = "began it" if parent_checkpoint_id is None else f"left {parent_checkpoint_id}"
        super().__init__(
            f"Two runs on thread {thread_id!r}{place} {origin}: {other_checkpoint_id} was saved "
            f"first, and {checkpoint_id} was not saved. Run again to go on from the newest "
            "checkpoint, or address a checkpoint to make a branch"
        )
        self.thread_id = thread_id
        self.checkpoint_ns = checkpoint_ns
        self.parent_checkpoint_id = parent_checkpoint_id
        self.checkpoint_id = checkpoint_id
        self.other_checkpoint_id = other_checkpoint_id

    def __reduce__(self) -> tuple[type, tuple[str, str, str | None, str, str]]:
        return type(self), (
            self.thread_id,
            self.checkpoint_ns,
            self.parent_checkpoint_id,
            self.checkpoint_id,
            self.other_checkpoint_id,
        )


class GraphBubbleUp(Exception):
    """Base of exceptions that steer the graph; nodes should let them pass."""


class GraphInterrupt(GraphBubbleUp):
    """A node asked to be interrupted. The root graph ends its run with it, and does not raise."""

    def __init__(self, interrupts: "Sequence[Interrupt]" = ()) -> None:
        super().__init__(interrupts)

    @property
    def interrupts(self) -> "tuple[Interrupt, ...]":
        """What is asked."""
        return tuple(self.args[0])


class NodeInterrupt(GraphInterrupt):
    """Deprecated way of a node to interrupt itself; use ``runtime.types.interrupt``."""

    def __init__(self, value: Any, id: str | None = None) -> None:
        from runtime.types import Interrupt
        from runtime.warnings import LangGraphDeprecatedSinceV10, warn_deprecated

        warn_deprecated(
            LangGraphDeprecatedSinceV10(
                "NodeInterrupt is deprecated. Please use `runtime.types.interrupt` instead."
            )
        )
        super().__init__([Interrupt(value) if id is None else Interrupt(value, id)])


class GraphDrained(GraphBubbleUp):
    """The run stopped before its next superstep because draining was asked for."""

    def __init__(self, reason: str = "shutdown") -> None:
        super().__init__(f"Graph drained: {reason}")
        self.reason = reason


class ParentCommand(GraphBubbleUp):
    """Carries a ``Command`` for the parent graph out of a subgraph."""

    args: "tuple[Command[Any], ...]"

    def __init__(self, command: "Command[Any]", *further: "Command[Any]") -> None:
        super().__init__(command, *further)

    @property
    def command(self) -> "Command[Any]":
        """What the parent's task is to do."""
        return self.args[0]

    @property
    def commands(self) -> "tuple[Command[Any], ...]":
        """All of them, where parallel tasks of the subgraph had one each."""
        return self.args


class NodeTimeoutError(Exception):
    """A node ran or idled longer than its ``TimeoutPolicy`` allows; times are in seconds."""

    def __init__(
        self,
        node: str,
        elapsed: float,
        *,
        kind: Literal["idle", "run"],
        idle_timeout: float | None = None,
        run_timeout: float | None = None,
    ) -> None:
        limit = idle_timeout if kind == "idle" else run_timeout
        how = " without making progress" if kind == "idle" else ""
        super().__init__(
            f"Node '{node}' exceeded its {kind} timeout of {limit or 0:.3f}s{how} "
            f"(elapsed: {elapsed:.3f}s)."
        )
        self.node = node
        self.elapsed = elapsed
        self.kind = kind
        self.idle_timeout = idle_timeout
        self.run_timeout = run_timeout

    @property
    def timeout(self) -> float | None:
        """The limit that was exceeded, in seconds."""
        return self.idle_timeout if self.kind == "idle" else self.run_timeout


class NodeCancelledError(Exception):
    """The node itself raised ``CancelledError``; the run was not cancelled."""

    def __init__(self, node: str, message: str | None = None) -> None:
        super().__init__(message or f"Node '{node}' raised asyncio.CancelledError")
        self.node = node


@dataclass(frozen=True, slots=True)
class NodeError:
    """What an error handler is told: which node failed, and how."""

    node: str
    error: BaseException
