"""Names with a meaning of their own: virtual nodes, reserved channels and reserved writes."""

import sys
from typing import Any, Final

START: Final = sys.intern("__start__")
"""The virtual first node, and the channel that takes a graph's input."""
END: Final = sys.intern("__end__")
"""The virtual last node."""

TAG_HIDDEN: Final = "langsmith:hidden"
"""Nodes with this tag stay out of updates and tasks streams and out of ``"*"`` interrupts."""
TAG_NOSTREAM: Final = "nostream"
"""A chat model with this tag does not stream messages."""

CONF: Final = "configurable"
TASKS: Final = sys.intern("__pregel_tasks")
"""Channel of ``Send`` objects that become tasks of the next superstep."""

INPUT: Final = sys.intern("__input__")
INTERRUPT: Final = sys.intern("__interrupt__")
RESUME: Final = sys.intern("__resume__")
ERROR: Final = sys.intern("__error__")
ERROR_SOURCE_NODE: Final = sys.intern("__error_source_node__")
NO_WRITES: Final = sys.intern("__no_writes__")
SCHEDULED: Final = sys.intern("__scheduled__")
RETURN: Final = sys.intern("__return__")
SUBSTITUTED: Final = sys.intern("__substituted__")
"""Write of a task whose node was not called: ``"pinned"`` or ``"skipped"``."""
PREVIOUS: Final = sys.intern("__previous__")
ROOT: Final = sys.intern("__root__")
PUSH: Final = sys.intern("__pregel_push")
PULL: Final = sys.intern("__pregel_pull")
CACHE_WRITES: Final = "__pregel_ns_writes"
COPY: Final = "__copy__"
OVERWRITE: Final = "__overwrite__"

CONFIG_KEY_CHECKPOINTER: Final = sys.intern("__pregel_checkpointer")
CONFIG_KEY_TASK: Final = sys.intern("__pregel_task")
"""The running task, carried in ``configurable`` so that a nested graph finds its parent."""

NULL_TASK_ID: Final = "00000000-0000-0000-0000-000000000000"
"""Task id of writes that the caller made: a ``Command`` given as input."""

NS_SEPARATOR: Final = "|"
NS_END: Final = ":"

BRANCH_PREFIX: Final = "branch:to:"
JOIN_PREFIX: Final = "join:"

RESERVED_WRITES: Final = frozenset(
    {
        INTERRUPT,
        RESUME,
        ERROR,
        ERROR_SOURCE_NODE,
        NO_WRITES,
        SCHEDULED,
        RETURN,
        INPUT,
        SUBSTITUTED,
    }
)
"""Write keys that never reach a channel."""


RESERVED: Final = frozenset(
    {
        INPUT,
        INTERRUPT,
        RESUME,
        ERROR,
        ERROR_SOURCE_NODE,
        NO_WRITES,
        SUBSTITUTED,
        PUSH,
        PULL,
        CONF,
        TAG_HIDDEN,
        NS_SEPARATOR,
        NS_END,
        "checkpoint_id",
        "checkpoint_map",
        "checkpoint_ns",
        *(
            f"__pregel_{key}"
            for key in (
                "checkpointer",
                "read",
                "replay_state",
                "resume_map",
                "resuming",
                "send",
                "stream",
                "stream_messages_v2",
                "task_id",
                "timed_attempt_observer",
            )
        ),
    }
)
"""Names that neither a node nor a channel may have."""


class Missing:
    """Type of ``MISSING``: "no value", distinct from ``None``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"

    def __reduce__(self) -> str:
        return "MISSING"


MISSING: Final[Any] = Missing()


_OTHER_NAMES: Final = {
    "CACHE_NS_WRITES": CACHE_WRITES,
    "NS_SEP": NS_SEPARATOR,
    "CONFIG_KEY_CACHE": "__pregel_cache",
    "CONFIG_KEY_CALL": "__pregel_call",
    "CONFIG_KEY_CHECKPOINT_ID": "checkpoint_id",
    "CONFIG_KEY_CHECKPOINT_MAP": "checkpoint_map",
    "CONFIG_KEY_CHECKPOINT_NS": "checkpoint_ns",
    "CONFIG_KEY_DURABILITY": "__pregel_durability",
    "CONFIG_KEY_NODE_FINISHED": "__pregel_node_finished",
    "CONFIG_KEY_READ": "__pregel_read",
    "CONFIG_KEY_RESUME_MAP": "__pregel_resume_map",
    "CONFIG_KEY_RESUMING": "__pregel_resuming",
    "CONFIG_KEY_RUNNER_SUBMIT": "__pregel_runner_submit",
    "CONFIG_KEY_RUNTIME": "__pregel_runtime",
    "CONFIG_KEY_SCRATCHPAD": "__pregel_scratchpad",
    "CONFIG_KEY_SEND": "__pregel_send",
    "CONFIG_KEY_STREAM": "__pregel_stream",
    "CONFIG_KEY_TASK_ID": "__pregel_task_id",
    "CONFIG_KEY_THREAD_ID": "thread_id",
}


def __getattr__(name: str) -> Any:
    """Names that ported programs import from here, each with a deprecation warning."""
    if name in ("Send", "Interrupt"):
        from runtime import types

        found: Any = getattr(types, name)
        hint = f"Please use 'from runtime.types import {name}' instead."
    elif name in _OTHER_NAMES:
        found = _OTHER_NAMES[name]
        hint = "This constant is now private and should not be used directly."
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from runtime.warnings import LangGraphDeprecatedSinceV10, warn_deprecated

    warn_deprecated(
        LangGraphDeprecatedSinceV10(f"Importing {name} from {__name__} is deprecated. {hint}")
    )
    return found
