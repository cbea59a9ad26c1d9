"""What ``stream(version="v2")`` yields: one dictionary type for each stream mode."""

from typing import TYPE_CHECKING, Any, Generic, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict, TypeVar

from runtime.typing import StateT

if TYPE_CHECKING:
    from runtime.checkpoint.base import CheckpointMetadata
    from runtime.types import Interrupt, StateSnapshot

OutputT = TypeVar("OutputT", default=Any)


class TaskPayload(TypedDict):
    """A task started."""

    id: str
    name: str
    input: Any
    triggers: tuple[str, ...]
    metadata: NotRequired[dict[str, Any]]


class TaskResultPayload(TypedDict):
    """A task ended: with what it wrote, with an error, or with questions."""

    id: str
    name: str
    error: BaseException | None
    interrupts: list[dict[str, Any]]
    result: dict[str, Any]


class CheckpointTask(TypedDict):
    """A task that a checkpoint makes due, and what is recorded of it."""

    id: str
    name: str
    error: NotRequired[str]
    result: NotRequired[Any]
    interrupts: NotRequired[tuple[dict[str, Any], ...]]
    state: "StateSnapshot | dict[str, Any] | None"


class CheckpointPayload(TypedDict, Generic[StateT]):
    """A checkpoint with the tasks that start from it."""

    config: dict[str, Any] | None
    metadata: "CheckpointMetadata"
    values: StateT
    next: list[str]
    parent_config: dict[str, Any] | None
    tasks: list[CheckpointTask]


class _DebugEntry(TypedDict):
    step: int
    timestamp: str


class CheckpointDebugPayload(_DebugEntry, Generic[StateT]):
    """A checkpoint in the mode ``debug``."""

    type: Literal["checkpoint"]
    payload: CheckpointPayload[StateT]


class TaskDebugPayload(_DebugEntry):
    """The start of a task in the mode ``debug``."""

    type: Literal["task"]
    payload: TaskPayload


class TaskResultDebugPayload(_DebugEntry):
    """The end of a task in the mode ``debug``."""

    type: Literal["task_result"]
    payload: TaskResultPayload


DebugPayload: TypeAlias = CheckpointDebugPayload[StateT] | TaskDebugPayload | TaskResultDebugPayload
"""One entry of the mode ``debug``; ``type`` says which."""


class ValuesStreamPart(TypedDict, Generic[OutputT]):
    """The output keys as they are now, and the questions that are open."""

    type: Literal["values"]
    ns: tuple[str, ...]
    data: OutputT
    interrupts: "tuple[Interrupt, ...]"


class UpdatesStreamPart(TypedDict):
    """What a finished task wrote, by node name."""

    type: Literal["updates"]
    ns: tuple[str, ...]
    data: dict[str, Any]


class MessagesStreamPart(TypedDict):
    """A message or a piece of one, with where it comes from."""

    type: Literal["messages"]
    ns: tuple[str, ...]
    data: tuple[Any, dict[str, Any]]


class CustomStreamPart(TypedDict):
    """What a node passed to its stream writer."""

    type: Literal["custom"]
    ns: tuple[str, ...]
    data: Any


class CheckpointStreamPart(TypedDict, Generic[StateT]):
    """A checkpoint."""

    type: Literal["checkpoints"]
    ns: tuple[str, ...]
    data: CheckpointPayload[StateT]


class TasksStreamPart(TypedDict):
    """The start or the end of a task."""

    type: Literal["tasks"]
    ns: tuple[str, ...]
    data: TaskPayload | TaskResultPayload


class DebugStreamPart(TypedDict, Generic[StateT]):
    """An entry of the mode ``debug``."""

    type: Literal["debug"]
    ns: tuple[str, ...]
    data: DebugPayload[StateT]


StreamPart: TypeAlias = (
    ValuesStreamPart[OutputT]
    | UpdatesStreamPart
    | MessagesStreamPart
    | CustomStreamPart
    | CheckpointStreamPart[StateT]
    | TasksStreamPart
    | DebugStreamPart[StateT]
)
"""Any of the parts; ``type`` says which."""
