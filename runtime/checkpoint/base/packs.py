"""The writes of tasks, packed: those that are saved together for one checkpoint make one row.

Only small writes that nothing may replace are packed. An item is a channel's name, and the value as
it lies in a row; a pack is a list of tasks, each with its id, its path and its items.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from runtime.checkpoint.base.rows import (
    DamagedHistoryError,
    Inline,
    Pending,
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
    return [
        WriteRow(*address, task_id, index, channel, value, path)
        for task_id, path, items in _opened(address, packed)
        for index, (channel, value) in enumerate(items)
    ]


def _opened(
    address: Address, packed: bytes
) -> Sequence[tuple[str, str, Sequence[tuple[str, Inline]]]]:
    try:
        return [
            (
                as_text(task_id),
                as_text(path),
                [
                    (as_text(channel), as_inline(value))
                    for channel, value in zip(items[::2], items[1::2], strict=True)
                ],
            )
            for task_id, path, items in unpack(packed)
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


def pending(found: Sequence[Sequence[Any]]) -> Sequence[Pending]:
    """The writes that are recorded of one checkpoint's tasks, out of rows as a table has them."""
    if len(found) == 1 and found[0][6] == TAG:
        thread_id, checkpoint_ns, checkpoint_id = found[0][:3]
        tasks = _opened((thread_id, checkpoint_ns, checkpoint_id), found[0][7])
        if len(tasks) == 1:  # nothing is there twice
            ((task_id, _, items),) = tasks
            return [(task_id, channel, value) for channel, value in items]
    return [(write.task_id, write.channel, write.value) for write in listed(found)]
