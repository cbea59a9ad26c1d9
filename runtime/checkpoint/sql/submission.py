"""Encoded records as rows of the tables, added to those that the writer is about to take.

Small writes of tasks are left to be packed, see ``packs``. Writes that the next checkpoint stores
as they are lie there only.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from runtime.checkpoint.base.checkpoint import WRITES_IDX_MAP
from runtime.checkpoint.base.packs import PackedTask
from runtime.checkpoint.base.records import CheckpointChanges, TaskWrites
from runtime.checkpoint.base.rows import ValueRow
from runtime.checkpoint.deltas import INLINE_BYTES, EncodedCheckpoint, EncodedWrites
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.sql.conflicts import Claim
from runtime.checkpoint.sql.schema import VALUE_TAG
from runtime.checkpoint.sql.writer import Rows

_MOST_NAMES = 4096
_dumps = JsonPlusSerializer().dumps_typed


class Names:
    """Checks names; those used again and again are remembered. ``nul``: they may hold one."""

    def __init__(self, *, nul: bool) -> None:
        self._nul = nul
        self._known: set[str | None] = {None}

    def _check(self, names: Iterable[str | None]) -> None:
        """``ValueError`` for a name that no database keeps."""
        for name in names:
            if name is None:
                continue
            if "\0" in name and not self._nul:
                raise ValueError(f"PostgreSQL keeps no name with a NUL in it: {name!r}")
            try:
                name.encode()
            except UnicodeEncodeError as error:
                raise ValueError(
                    f"A database keeps no name that is no Unicode: {name!r}"
                ) from error
            if len(self._known) >= _MOST_NAMES:
                self._known = {None}
            self._known.add(name)

    def check_checkpoint(self, encoded: EncodedCheckpoint) -> None:
        """Refuse what no database keeps among the names in a checkpoint's rows."""
        packed, values, _ = encoded
        thread_id, checkpoint_ns, checkpoint_id, parent_id, _, _, source, run_id, *_ = packed
        known = self._known
        if not known.issuperset((thread_id, checkpoint_ns, source, run_id)):
            self._check((thread_id, checkpoint_ns, source, run_id))
        # What can be printed is Unicode, and no NUL. Ids are hardly ever used again.
        if not (checkpoint_id.isprintable() and (parent_id is None or parent_id.isprintable())):
            self._check((checkpoint_id, parent_id))
        if values:
            self._check(value.channel for value in values)

    def check_writes(self, record: TaskWrites, encoded: EncodedWrites) -> None:
        """As ``check_checkpoint``, for what a task wrote."""
        known = self._known
        channels = encoded[0][::2]
        names = (record.thread_id, record.checkpoint_ns, record.task_path)
        if not (known.issuperset(names) and known.issuperset(channels)):
            self._check((*names, *channels))
        if not (record.checkpoint_id.isprintable() and record.task_id.isprintable()):
            self._check((record.checkpoint_id, record.task_id))


def add_checkpoint(rows: Rows, record: CheckpointChanges, encoded: EncodedCheckpoint) -> None:
    """Add a checkpoint with its larger values."""
    packed, values, parent_depth = encoded
    thread_id, checkpoint_ns, checkpoint_id, parent_id, *_ = packed
    made = rows.made
    # What these very rows make has no other child, and changes with nobody else.
    if (record.sole_child or parent_depth is not None) and (
        (thread_id, checkpoint_ns, parent_id) not in made
    ):
        rows.claims.append(
            Claim(
                thread_id,
                checkpoint_ns,
                parent_id,
                checkpoint_id,
                parent_depth,
                record.sole_child,
            )
        )
    made.add((thread_id, checkpoint_ns, checkpoint_id))
    rows.checkpoints.append(packed)
    if values:
        rows.values += map(value_tuple, values)
    rows.size += 1 + len(values)


def add_writes(
    rows: Rows, record: TaskWrites, encoded: EncodedWrites, sequence: Iterator[int]
) -> None:
    """Add what a task wrote; ``sequence`` gives places in the order of writes."""
    items, packable = encoded
    if not items:
        return
    rows.size += 1
    address = (record.thread_id, record.checkpoint_ns, record.checkpoint_id)
    if packable:
        task: PackedTask = (record.task_id, record.task_path, items)
        found = rows.tasks.get(address)
        if found is None:
            rows.tasks[address] = (next(sequence), [task])
        else:
            found[1].append(task)
        return
    for index, (channel, value) in enumerate(zip(items[::2], items[1::2], strict=True)):
        rows.writes.append(
            (
                *address,
                record.task_id,
                WRITES_IDX_MAP.get(channel, index),
                channel,
                *(value if type(value) is tuple else _dumps(value)),
                record.task_path,
                next(sequence),
            )
        )


def store_once(rows: Rows, first_value: int, first_write: int) -> None:
    """Let writes that the next checkpoint stores as they are lie there; those from a place on."""
    parents = {row[2]: row[3] for row in rows.checkpoints}
    owners = {
        (*value[:2], parents[value[2]], value[3], *value[6:]): value[2]
        for value in rows.values[first_value:]
    }
    for place in range(first_write, len(rows.writes)):
        write = rows.writes[place]
        if len(write[7]) > INLINE_BYTES:
            owner = owners.get((*write[:3], *write[5:8]))
            if owner is not None:
                rows.writes[place] = (*write[:6], VALUE_TAG + owner, b"", *write[8:])


def value_tuple(row: ValueRow) -> Sequence[Any]:
    """A larger value as a row of its table."""
    return (
        row.thread_id,
        row.checkpoint_ns,
        row.checkpoint_id,
        row.channel,
        row.base_checkpoint_id,
        row.level,
        row.tag,
        row.value,
    )
