"""Checkpoints of a thread that a filter lets through, newest first."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from runtime.checkpoint.base import HistoryReader, StoredCheckpoint
from runtime.debug.commands import FilterCheckpoints
from runtime.debug.expressions import BadExpression, Expression
from runtime.debug.expressions.limits import TooCostly
from runtime.debug.reading import ChannelValues
from runtime.debug.views import CheckpointRow, FilteredPage

RowOf = Callable[[StoredCheckpoint], CheckpointRow]


def filter_checkpoints(
    command: FilterCheckpoints, reader: HistoryReader, row_of: RowOf
) -> FilteredPage:
    """One page: at most ``limit`` checkpoints are looked at."""
    wanted = command.filter
    expression = Expression(wanted.expression) if wanted.expression.strip() else None
    values = ChannelValues(reader)
    stored = _looked_at(command, reader)
    looked_at = stored[: command.limit]
    rows = []
    for each in looked_at:
        if not _changed(each, wanted.channel) or wanted.source not in ("", each.source):
            continue
        if not has_metadata(each.metadata, wanted.metadata):
            continue
        if expression is not None and not _holds(expression, values, each):
            continue
        row = row_of(each)
        if wanted.node in ("", *row.next):
            rows.append(row)
    return FilteredPage(
        rows=tuple(rows),
        scanned=len(looked_at),
        oldest=looked_at[-1].checkpoint_id if looked_at else None,
        more=len(stored) > command.limit,
    )


def _looked_at(command: FilterCheckpoints, reader: HistoryReader) -> Sequence[StoredCheckpoint]:
    """The checkpoints of the page, and one more where there are more."""
    where, limit = (command.thread_id, command.checkpoint_ns), command.limit + 1
    if command.filter.among is None:
        return reader.list_rows(*where, before=command.before, limit=limit)
    found: list[StoredCheckpoint] = []
    for each in sorted(set(command.filter.among), reverse=True):
        if len(found) < limit and (command.before is None or each < command.before):
            # Ids sort as text, so the one wanted is the newest before its successor.
            rows = reader.list_rows(*where, before=each + "~", limit=1)
            found += [row for row in rows if row.checkpoint_id == each]
    return found


def has_metadata(metadata: Any, wanted: str) -> bool:
    """Whether metadata has a key, has it with a value, or contains a text."""
    wanted = wanted.strip()
    if not wanted:
        return True
    key, equals, value = (part.strip() for part in wanted.partition("="))
    if equals:
        return key in metadata and _text(metadata[key]).casefold() == value.casefold()
    return wanted in metadata or wanted.casefold() in _text(dict(metadata)).casefold()


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _changed(stored: StoredCheckpoint, channel: str) -> bool:
    if not channel:
        return True
    changed = stored.updated_channels
    return channel in (stored.available if changed is None else changed)


def _holds(expression: Expression, values: ChannelValues, stored: StoredCheckpoint) -> bool:
    try:
        return expression.holds(values.at(stored))
    except TooCostly as error:
        raise BadExpression(str(error)) from error
    except Exception:  # noqa: BLE001 - a channel may be empty, or of another type, there
        return False
