"""Hears the tokens of LangChain's models for whoever watches a run."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from runtime.pregel.model_calls import ModelCalls


@dataclass(slots=True)
class Call:
    """One call of a model, and whether it told any token."""

    namespace: str
    streamed: bool = False


class WatchedCalls(ModelCalls[Call]):
    """``tell`` gets the namespace of a task's inside, a message or a part, and ``whole``."""

    def __init__(self, tell: Callable[..., None]) -> None:
        super().__init__()
        self._tell_on = tell

    def place_of(self, tags: list[str], metadata: dict[str, Any]) -> Call | None:
        namespace = metadata.get("langgraph_checkpoint_ns")
        return Call(namespace) if isinstance(namespace, str) and namespace else None

    def told(self, place: Call, message: Any, *, at_end: bool) -> None:
        if not at_end or not place.streamed:
            place.streamed = True
            self._tell_on(place.namespace, message, whole=at_end)
