"""The configuration of one run: merged once, read as attributes afterwards."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from runtime.constants import CONF, CONFIG_KEY_TASK, NS_END, NS_SEPARATOR
from runtime.pregel.langchain import join_callbacks
from runtime.scope import CURRENT

if TYPE_CHECKING:
    from runtime.pregel.task import Task

DEFAULT_RECURSION_LIMIT = 10007
_TOP_LEVEL = frozenset(
    {
        "tags",
        "metadata",
        "callbacks",
        "run_name",
        "run_id",
        "recursion_limit",
        "max_concurrency",
        "configurable",
    }
)
_COPIED_TO_METADATA = (
    "thread_id",
    "checkpoint_id",
    "checkpoint_ns",
    "task_id",
    "run_id",
    "assistant_id",
    "graph_id",
)
_HANDED_ON = ("tags", "metadata", "callbacks", "recursion_limit", "max_concurrency")
_OWN_THREAD = ("thread_id", "checkpoint_ns", "checkpoint_id", "checkpoint_map")

Config = Mapping[str, Any]


@dataclass(slots=True)
class RunConfig:
    """A RunnableConfig taken apart. ``parent`` is the task that the run is nested in."""

    tags: list[str] = field(default_factory=list)
    metadata: dict[str, Any] = field(default_factory=dict)
    own_metadata: dict[str, Any] = field(default_factory=dict)
    """``metadata`` without what the engine put there."""
    callbacks: Any = None
    run_name: str | None = None
    run_id: Any = None
    recursion_limit: int = DEFAULT_RECURSION_LIMIT
    given_limit: int | None = None
    """``recursion_limit`` where somebody set it."""
    max_concurrency: int | None = None
    configurable: dict[str, Any] = field(default_factory=dict)
    parent: "Task | None" = None

    @property
    def thread_id(self) -> str | None:
        """The thread, as text."""
        value = self.configurable.get("thread_id")
        return None if value is None else str(value)

    @property
    def checkpoint_id(self) -> str | None:
        """The checkpoint that the caller addressed."""
        return self.configurable.get("checkpoint_id")

    @property
    def checkpoint_ns(self) -> str:
        """The namespace that the caller addressed."""
        return str(self.configurable.get("checkpoint_ns") or "")


def _default_recursion_limit() -> int:
    return int(os.environ.get("LANGGRAPH_DEFAULT_RECURSION_LIMIT", DEFAULT_RECURSION_LIMIT))


def _dictionary(what: str, value: Any) -> Mapping[str, Any]:
    """``value``, or an empty dictionary; ``TypeError`` for anything else."""
    if value is None or isinstance(value, Mapping):
        return value or {}
    raise TypeError(f"{what} is a dictionary, not {type(value).__name__}")


def configurable_of(config: Config | None) -> Mapping[str, Any]:
    """What the caller set under ``configurable``."""
    return _dictionary(f"`{CONF}` of the config", _dictionary("The config", config).get(CONF))


def _at_least_one(key: str, value: Any) -> Any:
    """A limit that is a number and not below 1."""
    if not isinstance(value, (int, float)):
        raise TypeError(f"{key} must be a number, not {type(value).__name__}: {value!r}")
    if value < 1:
        raise ValueError(f"{key} must be at least 1")
    return value


def merge_configs(*configs: Config | None) -> dict[str, Any]:
    """Later wins; ``configurable`` and ``metadata`` merge key by key, tags add up."""
    merged: dict[str, Any] = {}
    for config in configs:
        for key, value in _dictionary("The config", config).items():
            if value is None:
                continue
            if key in (CONF, "metadata"):
                added = _dictionary(f"`{key}` of the config", value)
                merged[key] = {**merged.get(key, {}), **added}
            elif key == "tags":
                if not isinstance(value, Iterable):
                    raise TypeError(f"`tags` of the config is a list, not {type(value).__name__}")
                merged[key] = [*merged.get(key, ()), *value]
            elif key == "callbacks":
                merged[key] = join_callbacks(merged.get(key), value)
            elif key in _TOP_LEVEL:
                merged[key] = value
            else:
                merged[CONF] = {**merged.get(CONF, {}), key: value}
    return merged


def ambient_task(config: Config | None) -> "Task | None":
    """The running task that a call made now belongs to, or ``None`` for a root run."""
    configurable = configurable_of(config)
    if CONFIG_KEY_TASK in configurable:
        task: Task | None = configurable[CONFIG_KEY_TASK]
        return task
    if any(key in configurable for key in _OWN_THREAD):
        return None
    scope = CURRENT.get()
    return scope  # type: ignore[return-value]


def _around() -> Config | None:
    """What a run on a thread of its own takes over from the task that starts it."""
    scope = CURRENT.get()
    if scope is None:
        return None
    config = {key: value for key, value in scope.config.items() if key in _HANDED_ON}
    config["metadata"] = {
        key: value
        for key, value in config.get("metadata", {}).items()
        if key not in _COPIED_TO_METADATA and not key.startswith("langgraph_")
    }
    return config


def resolve_config(*configs: Config | None) -> RunConfig:
    """The configuration of a run; inherits from the running task where there is one."""
    given = configs[-1]
    parent = ambient_task(given)
    if parent is not None and CONFIG_KEY_TASK not in configurable_of(given):
        merged = merge_configs(*configs[:-1], parent.config, given)
    else:
        around = None if parent is not None else _around()
        merged = merge_configs(*configs[:-1], around, given)
    limit = merged.get("recursion_limit")
    limit = _at_least_one("recursion_limit", _default_recursion_limit() if limit is None else limit)
    concurrency = merged.get("max_concurrency")
    if concurrency is not None:
        _at_least_one("max_concurrency", concurrency)
    configurable = merged.get(CONF) or {}
    metadata = dict(merged.get("metadata") or {})
    for key in _COPIED_TO_METADATA:
        if configurable.get(key) and key not in metadata:
            metadata[key] = configurable[key]
    return RunConfig(
        tags=list(merged.get("tags") or ()),
        metadata=metadata,
        own_metadata={
            key: value
            for key, value in (merged.get("metadata") or {}).items()
            if key not in _COPIED_TO_METADATA and not key.startswith("langgraph_")
        },
        callbacks=merged.get("callbacks"),
        run_name=merged.get("run_name"),
        run_id=merged.get("run_id"),
        recursion_limit=limit,
        given_limit=merged.get("recursion_limit"),
        max_concurrency=concurrency,
        configurable=configurable,
        parent=parent,
    )


def unknown_checkpoint(run: RunConfig) -> ValueError:
    """The error for an addressed checkpoint that the thread does not have."""
    return ValueError(
        f"Thread '{run.thread_id}' has no checkpoint '{run.checkpoint_id}'"
        + (f" in namespace '{run.checkpoint_ns}'" if run.checkpoint_ns else "")
    )


def stable_namespace(checkpoint_ns: str) -> str:
    """A namespace without task ids: the path of node names."""
    return NS_SEPARATOR.join(
        part.split(NS_END, 1)[0] for part in checkpoint_ns.split(NS_SEPARATOR) if not part.isdigit()
    )


def public_configurable(configurable: Mapping[str, Any]) -> dict[str, Any]:
    """``configurable`` without the engine's own entries."""
    return {key: value for key, value in configurable.items() if not key.startswith("__pregel_")}
