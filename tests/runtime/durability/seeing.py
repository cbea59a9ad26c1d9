"""A thread as it is stored, and how far it got of what an undisturbed run stores."""

import re
from typing import Any, NamedTuple

_TASK_IDS = re.compile(r":[0-9a-f-]{36}")


class Seen(NamedTuple):
    """Everything stored of a thread, without ids and times."""

    history: list[Any]
    """Values, next nodes, metadata and results of the root's checkpoints, oldest first."""
    rows: list[Any]
    """Namespace, values, versions and metadata of all checkpoints, in their order."""
    written: set[str]
    """The activations whose writes are stored, whether or not a checkpoint has taken them."""

    def in_root(self) -> set[str]:
        """The activations whose writes the root's checkpoints hold, or have pending."""
        names: set[str] = set()
        for values, _, _, tasks in self.history:
            names.update(values["log"])
            for _, result, _ in tasks:
                names.update((result or {}).get("log", ()))
        return names

    def without_errors(self) -> "Seen":
        """The same without errors of tasks that ran again and have a result."""
        history = [
            (*rest, [(name, result, None if result else error) for name, result, error in tasks])
            for *rest, tasks in self.history
        ]
        return self._replace(history=history)

    def check_is_part_of(self, whole: "Seen") -> None:
        """Nothing is half written: this is the beginning of the other."""
        assert self.without_errors().history[:-1] == whole.history[: max(0, len(self.history) - 1)]
        if self.history:
            values, _, metadata, _ = self.history[-1]
            expected = whole.history[len(self.history) - 1]
            assert (values, metadata) == (expected[0], expected[2])
        for row in self.rows:
            assert row in whole.rows


def config_of(thread: str) -> dict[str, Any]:
    """Addresses a thread."""
    return {"configurable": {"thread_id": thread}}


def seen(graph: Any, saver: Any, thread: str) -> Seen:
    """Reads every value of every checkpoint."""
    history = list(graph.get_state_history(config_of(thread)))
    return _seen(history, list(saver.list(config_of(thread))))


async def aseen(graph: Any, saver: Any, thread: str) -> Seen:
    """As ``seen``, awaited."""
    history = [each async for each in graph.aget_state_history(config_of(thread))]
    return _seen(history, [each async for each in saver.alist(config_of(thread))])


def _seen(history: list[Any], rows: list[Any]) -> Seen:
    written = {
        name
        for found in rows
        for _, channel, names in found.pending_writes
        if channel == "log"
        for name in names
    }
    return Seen(
        [_entry(each) for each in reversed(history)],
        [_row(each) for each in reversed(rows)],
        written,
    )


def _entry(found: Any) -> Any:
    tasks = [(task.name, task.result, task.error) for task in found.tasks]
    return found.values, found.next, dict(found.metadata or {}), tasks


def _row(found: Any) -> Any:
    return (
        _TASK_IDS.sub("", found.config["configurable"]["checkpoint_ns"]),
        found.checkpoint["channel_values"],
        found.checkpoint["channel_versions"],
        {key: found.metadata.get(key) for key in ("source", "step")},
    )
