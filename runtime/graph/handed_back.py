"""What a subgraph that stands as a node hands back to the graph around it.

A subgraph returns its whole output: keys that it shares with the graph around it come back also
where it did not touch them, and a list comes back with what it was given at the front. A reducer
that appends then has those items twice. That is LangGraph's result, and ours; it is logged. A graph
compiled with ``strict_subgraphs`` takes over only what the subgraph changed or appended.
"""

import logging
import operator
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from runtime.channels.base import BaseChannel
from runtime.channels.binop import BinaryOperatorAggregate
from runtime.constants import MISSING
from runtime.graph.writing import UpdateWriter

if TYPE_CHECKING:
    from runtime.pregel.task import Task

_log = logging.getLogger(__name__)


def appending_keys(channels: Mapping[str, BaseChannel[Any, Any, Any]]) -> frozenset[str]:
    """Keys whose reducer puts one list behind the other."""
    return frozenset(
        key
        for key, channel in channels.items()
        if isinstance(channel, BinaryOperatorAggregate)
        and channel.operator in (operator.add, operator.concat, operator.iadd)
    )


class HandedBackWriter(UpdateWriter):
    """As ``UpdateWriter``, for the result of a compiled graph that stands as a node."""

    __slots__ = ("_appending", "_reported", "_strict")

    def __init__(
        self,
        source: str,
        keys: Sequence[str],
        targets: Mapping[str, str],
        appending: frozenset[str],
        *,
        strict: bool,
    ) -> None:
        super().__init__(source, keys, targets)
        self._appending = appending
        self._strict = strict
        self._reported: set[str] = set()

    def __call__(self, result: Any, task: "Task", writes: list[tuple[str, Any]]) -> None:
        if type(result) is dict:
            if self._strict:
                result = self._changes(result, task.input)
            else:
                self._report(result, task.input)
        super().__call__(result, task, writes)

    def _changes(self, result: dict[str, Any], given: Any) -> dict[str, Any]:
        """The keys that the subgraph changed; of lists that grew, what was appended."""
        changes = {}
        for key, value in result.items():
            before = _value_of(given, key)
            if key in self._appending and _begins_with(value, before):
                value = value[len(before) :]
                if not value:
                    continue
            elif before is not MISSING and _same(value, before):
                continue
            changes[key] = value
        return changes

    def _report(self, result: dict[str, Any], given: Any) -> None:
        for key in self._appending:
            before = _value_of(given, key)
            if key in self._reported or not _begins_with(result.get(key), before) or not before:
                continue
            self._reported.add(key)
            _log.warning(
                "The subgraph '%s' hands back '%s' with the items that it was given, and the "
                "reducer appends them once more. strict_subgraphs=True at compile, or an output "
                "schema of the subgraph without '%s', leaves them out",
                self.source,
                key,
                key,
            )


def _value_of(given: Any, key: str) -> Any:
    if isinstance(given, Mapping):
        return given.get(key, MISSING)
    return getattr(given, key, MISSING)


def _begins_with(value: Any, before: Any) -> bool:
    return (
        isinstance(value, list)
        and isinstance(before, list)
        and len(value) >= len(before)
        and all(_same(after, item) for after, item in zip(value, before, strict=False))
    )


def _same(after: Any, before: Any) -> bool:
    if after is before:
        return True
    try:
        return type(after) is type(before) and bool(after == before)
    except ValueError:
        # Arrays compare item by item.
        return False
