"""What LangChain's models tell while a task calls them: their tokens, or the message at their end.

Handlers are made only where LangChain is in use; nothing of it is imported otherwise.
"""

import sys
from abc import ABC, abstractmethod
from importlib import import_module
from typing import Any, Generic, TypeVar

from runtime.constants import TAG_NOSTREAM

Place = TypeVar("Place")


class ModelCalls(ABC, Generic[Place]):
    """Follows each call from its start to its end; made a LangChain handler by ``as_handler``."""

    run_inline = True

    def __init__(self) -> None:
        self._runs: dict[Any, Place] = {}

    @abstractmethod
    def place_of(self, tags: list[str], metadata: dict[str, Any]) -> Place | None:
        """Where a call is made; ``None`` where nobody wants to hear of it."""

    @abstractmethod
    def told(self, place: Place, message: Any, *, at_end: bool) -> None:
        """A part of a message, or at the end of the call the whole."""

    def on_chat_model_start(
        self,
        serialized: Any,
        messages: Any,
        *,
        run_id: Any,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """A model starts: remember where."""
        if not metadata or TAG_NOSTREAM in (tags or ()):
            return
        place = self.place_of(tags or [], metadata)
        if place is not None:
            self._runs[run_id] = place

    def on_llm_new_token(
        self, token: str, *, chunk: Any = None, run_id: Any, **kwargs: Any
    ) -> None:
        """One token."""
        place = self._runs.get(run_id)
        if place is not None and hasattr(chunk, "message"):
            self._tell(place, chunk.message, run_id, at_end=False)

    def on_llm_end(self, response: Any, *, run_id: Any, **kwargs: Any) -> None:
        """The model is done: a model that does not stream tells its message now."""
        place = self._runs.pop(run_id, None)
        if place is None or not response.generations or not response.generations[0]:
            return
        message = getattr(response.generations[0][0], "message", None)
        if message is not None:
            self._tell(place, message, run_id, at_end=True)

    def on_llm_error(self, error: BaseException, *, run_id: Any, **kwargs: Any) -> None:
        """The model failed."""
        self._runs.pop(run_id, None)

    def tap_output_iter(self, run_id: Any, output: Any) -> Any:
        """LangChain asks its streaming handlers to wrap what a runnable yields."""
        return output

    def tap_output_aiter(self, run_id: Any, output: Any) -> Any:
        """As ``tap_output_iter``."""
        return output

    def _tell(self, place: Place, message: Any, run_id: Any, *, at_end: bool) -> None:
        if message.id is None:
            message.id = f"lc_run--{run_id}"
        self.told(place, message, at_end=at_end)


def as_handler(kind: type[ModelCalls[Any]], *arguments: Any) -> Any:
    """A LangChain callback handler that is a ``kind``; only where LangChain is in use."""
    base = import_module("langchain_core.callbacks").BaseCallbackHandler
    streaming = import_module("langchain_core.tracers._streaming")._StreamingCallbackHandler
    return type(f"{kind.__name__}Handler", (kind, base, streaming), {})(*arguments)


def calls_models() -> bool:
    """Whether the program has anything that calls models and would tell."""
    return "langchain_core.language_models.chat_models" in sys.modules
