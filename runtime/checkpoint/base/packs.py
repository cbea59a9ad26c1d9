"""The writes of tasks, packed: those that are saved together for one checkpoint make one row.

Only small writes that nothing may replace are packed. An item is a channel's name, and the value as
it lies in a row; a pack is a list of tasks, each with its id, its path and its items.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from runtime.checkpoint.base.rows import (
    DamagedHistoryError,
    Inline,
    WriteRow,
    as_inline,
    as_text,
    pack,
    unpack,
)

PackedTask = tuple[str, str, Sequence[str | Inline]]
"""Task id, task path, and its items: channel and value in turn."""
Address = tuple[str, str, str]
"""Thread, namespace and id of the checkpoint that planned the tasks."""

TAG = "tasks"
"""Tag of a row that holds a pack."""


def pack_tasks(tasks: Sequence[PackedTask]) -> bytes:
    """The bytes of a pack."""
    return pack(list(tasks))


def unpack_tasks(address: Address, packed: bytes) -> Iterable[WriteRow]:
    """The writes in a pack; ``DamagedHistoryError`` where it cannot be read."""
    try:
        return [
            WriteRow(
                *address,
                as_text(task_id),
                place // 2,
                as_text(items[place]),
                as_inline(items[place + 1]),
                as_text(path),
            )
            for task_id, path, items in unpack(packed)
            for place in range(0, len(items), 2)
        ]
    except (TypeError, ValueError, IndexError) as error:
        raise DamagedHistoryError(
            f"Writes of checkpoint {address[2]} of thread {address[0]!r} are damaged: {error}"
        ) from error


def merged(writes: Iterable[WriteRow]) -> Sequence[WriteRow]:
    """``writes`` without those that were saved again: the first of each position counts."""
    first: dict[tuple[str, str, int], WriteRow] = {}
    for write in writes:
        first.setdefault((write.checkpoint_id, write.task_id, write.index), write)
    return list(first.values())


def listed(found: Iterable[Sequence[Any]]) -> Sequence[WriteRow]:
    """Writes out of rows as a table has them, in their order; packs are opened."""
    writes: list[WriteRow] = []
    packs = 0
    for row in found:
        thread_id, checkpoint_ns, checkpoint_id, task_id, index, channel, tag, value, path = row[:9]
        address = (thread_id, checkpoint_ns, checkpoint_id)
        if tag == TAG:
            packs += 1
            writes.extend(unpack_tasks(address, value))
        else:
            writes.append(WriteRow(*address, task_id, index, channel, (tag, value), path))
    return merged(writes) if packs else writes
