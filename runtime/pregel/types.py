"""Some public types under the name of a module that LangGraph has deprecated."""

from typing import Any

from runtime import types
from runtime.warnings import LangGraphDeprecatedSinceV10, warn_deprecated

_NAMES = frozenset(
    {
        "All",
        "CachePolicy",
        "PregelExecutableTask",
        "PregelTask",
        "RetryPolicy",
        "StateSnapshot",
        "StateUpdate",
        "StreamMode",
        "StreamWriter",
        "default_retry_on",
    }
)


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    warn_deprecated(
        LangGraphDeprecatedSinceV10(
            "Importing from runtime.pregel.types is deprecated. Please use 'from runtime.types "
            "import ...' instead."
        )
    )
    return getattr(types, name)
