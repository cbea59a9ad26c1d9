"""Configs as addresses of checkpoints."""

from typing import Any

from runtime.checkpoint.base.checkpoint import Config


def address(config: Config) -> tuple[str, str, str | None]:
    """Thread, namespace and checkpoint id (``None``: the newest) of a config.

    ``KeyError`` without a thread id.
    """
    configurable = config["configurable"]
    thread_id = configurable["thread_id"]
    if thread_id is None:
        raise ValueError("thread_id is None: a saver needs a thread to save to")
    return str(thread_id), configurable.get("checkpoint_ns", ""), configurable.get("checkpoint_id")


def config_of(thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> dict[str, Any]:
    """The config that addresses a checkpoint."""
    return {
        "configurable": {
            "thread_id": thread_id,
            "checkpoint_ns": checkpoint_ns,
            "checkpoint_id": checkpoint_id,
        }
    }
