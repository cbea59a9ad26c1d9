"""What a node returned, as writes: state keys, and the commands in it."""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from runtime.constants import END, ROOT, START, TASKS
from runtime.errors import ErrorCode, InvalidUpdateError, create_error_message
from runtime.graph.branch import trigger_channel
from runtime.isolation import isolate
from runtime.pregel.execute import check_parent
from runtime.types import Command, Send, attribute_names, written_attributes

if TYPE_CHECKING:
    from runtime.pregel.task import Task

Writes = list[tuple[str, Any]]


@lru_cache(maxsize=1024)
def _names_of(cls: Hashable) -> tuple[str, ...]:
    return attribute_names(cast("type", cls))


def _has_command(result: Any) -> bool:
    return isinstance(result, (list, tuple)) and any(isinstance(part, Command) for part in result)


class UpdateWriter:
    """Writes the state keys of a node's result and follows the commands in it.

    ``keys`` are the keys that may be written; others are dropped. ``targets`` are the nodes that a
    ``goto`` may name.
    """

    __slots__ = ("keys", "source", "targets")

    def __init__(self, source: str, keys: Sequence[str], targets: Mapping[str, str]) -> None:
        self.source = source
        self.keys = frozenset(keys)
        self.targets = targets

    def __call__(self, result: Any, task: "Task", writes: Writes) -> None:
        if result is None:
            return
        if type(result) is dict:
            keys = self.keys
            for key, value in result.items():
                if key in keys:
                    writes.append((key, isolate(value)))
            return
        commands = self._commands(result)
        for command in commands:
            check_parent(command)
        writes.extend(
            (key, isolate(value)) for key, value in self.updates(result) if key in self.keys
        )
        for command in commands:
            for target in command.targets():
                self._goto(target, writes)

    @staticmethod
    def _commands(result: Any) -> list[Command[Any]]:
        if isinstance(result, Command):
            return [result]
        if isinstance(result, Send):
            return [Command(goto=result)]
        if isinstance(result, (list, tuple)):
            return [part for part in result if isinstance(part, Command)]
        return []

    def updates(self, result: Any) -> list[tuple[str, Any]]:
        """The (key, value) pairs of a node's result."""
        if result is None or isinstance(result, Send):
            return []
        if isinstance(result, dict):
            return list(result.items())
        if isinstance(result, Command):
            return result.updates()
        if _has_command(result):
            return [pair for part in result for pair in self.updates(part)]
        names = _names_of(cast("Hashable", type(result)))
        if names and not isinstance(result, type):
            return written_attributes(result, names)
        raise InvalidUpdateError(
            create_error_message(
                message=f"Expected dict, got {result}",
                error_code=ErrorCode.INVALID_GRAPH_NODE_RETURN_VALUE,
            )
        )

    def _goto(self, target: Any, writes: Writes) -> None:
        if isinstance(target, Send):
            if target.node == END:
                raise InvalidUpdateError("Cannot send a packet to the END node")
            self._check(target.node)
            writes.append((TASKS, target.isolated()))
        elif target not in (END, START):
            self._check(target)
            writes.append((trigger_channel(target), None))

    def _check(self, target: Any) -> None:
        if not isinstance(target, Hashable) or target not in self.targets:
            raise InvalidUpdateError(
                f"Node '{self.source}' goes to the unknown node {target!r}. "
                f"Nodes of this graph: {', '.join(sorted(self.targets))}"
            )


class RootWriter(UpdateWriter):
    """As ``UpdateWriter`` for a state that is one value without keys."""

    __slots__ = ()

    def __call__(self, result: Any, task: "Task", writes: Writes) -> None:
        commands = self._commands(result)
        for command in commands:
            check_parent(command)
        writes.extend((key, isolate(value)) for key, value in self.updates(result))
        for command in commands:
            for target in command.targets():
                self._goto(target, writes)

    def updates(self, result: Any) -> list[tuple[str, Any]]:
        if isinstance(result, Command):
            return [(ROOT, result.update)] if result.update is not None else []
        if _has_command(result):
            return [pair for part in result for pair in self.updates(part)]
        return [] if result is None else [(ROOT, result)]


class FixedWriter:
    """Writes the same whatever the node returned: edges and reports to join edges."""

    __slots__ = ("writes",)

    def __init__(self) -> None:
        self.writes: Writes = []

    def __call__(self, result: Any, task: "Task", writes: Writes) -> None:
        writes.extend(self.writes)
