"""Reading rows back: states are folded along their parents, values decoded where they lie."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Self

from runtime.checkpoint.base.kept import KeptValues
from runtime.checkpoint.base.rows import (
    SCALARS,
    CheckpointRow,
    DamagedHistoryError,
    Encoded,
    Folded,
    Inline,
    Pending,
    ValueRow,
    WriteRow,
    decoded,
)
from runtime.checkpoint.serde.base import SerializerProtocol
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.serde.standard import array_header, array_items


class Place(NamedTuple):
    """Where a listing goes on: after this row, in the order newest id, thread, namespace."""

    checkpoint_id: str
    thread_id: str
    checkpoint_ns: str


_NOTHING = Folded()
_LINKS_LOOKED_AT = 64
"""How many are read one by one to find a kept value; beyond that, all at once is quicker."""


class ReadSession(ABC):
    """A consistent view of a store. To be used with ``with``, by one thread."""

    def __init__(self) -> None:
        self._folded: dict[tuple[str, str, str], Folded] = {}
        self._scalars: dict[Encoded, Any] = {}
        self.kept: KeptValues | None = None
        """Where larger values are looked for first; for readers that change nothing in them."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give back what the view holds."""
        self._folded.clear()
        self._scalars.clear()

    @abstractmethod
    def row(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str | None
    ) -> CheckpointRow | None:
        """One checkpoint, the newest where no id is given."""

    @abstractmethod
    def rows(
        self,
        thread_id: str | None,
        checkpoint_ns: str | None,
        *,
        checkpoint_id: str | None = None,
        before: str | None = None,
        after: Place | None = None,
        limit: int | None = None,
    ) -> Sequence[CheckpointRow]:
        """Checkpoints, newest id first; ``None`` does not restrict."""

    @abstractmethod
    def chain(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> Sequence[ValueRow]:
        """The links of a value, newest first; empty where there is no such value."""

    def link(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str, channel: str
    ) -> ValueRow | None:
        """The newest link of a value alone."""
        return next(iter(self.chain(thread_id, checkpoint_ns, checkpoint_id, channel)), None)

    @abstractmethod
    def writes(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> Sequence[WriteRow]:
        """Pending writes in the order in which they were saved."""

    def pending_of(self, rows: Sequence[CheckpointRow]) -> Iterable[Sequence[Pending]]:
        """What ``writes`` says in short, of checkpoints that a listing gave one after another."""
        return [
            [
                (write.task_id, write.channel, write.value)
                for write in self.writes(row.thread_id, row.checkpoint_ns, row.checkpoint_id)
            ]
            for row in rows
        ]

    def written(
        self, thread_id: str, checkpoint_ns: str, checkpoint_id: str
    ) -> Iterable[tuple[str, str]]:
        """Task and channel of every pending write."""
        return [
            (write.task_id, write.channel)
            for write in self.writes(thread_id, checkpoint_ns, checkpoint_id)
        ]

    @abstractmethod
    def has_children(self, thread_id: str, checkpoint_ns: str, checkpoint_id: str) -> bool:
        """Whether a checkpoint is the parent of another."""

    @abstractmethod
    def runs(self, run_ids: Sequence[str]) -> dict[tuple[str, str], set[str]]:
        """Checkpoint ids of runs, by thread and namespace."""

    @abstractmethod
    def newest(self, thread_id: str) -> dict[str, str]:
        """The newest checkpoint id of each namespace of a thread."""

    def lineage(self, row: CheckpointRow) -> Sequence[CheckpointRow]:
        """``row`` and its ancestors back to the first that tells the whole state."""
        rows = [row]
        while not row.state.whole:
            parent = row.parent_checkpoint_id
            found = None if parent is None else self.row(row.thread_id, row.checkpoint_ns, parent)
            if found is None:
                raise _missing(row, f"its parent {parent}")
            if found.depth >= row.depth:
                raise in_circles(row)
            row = found
            rows.append(row)
        return rows

    def folded(self, row: CheckpointRow) -> Folded:
        """The whole state at ``row``; not to be changed."""
        if row.state.whole:
            return _NOTHING.after(row.state)
        key = (row.thread_id, row.checkpoint_ns, row.checkpoint_id)
        known = self._folded.get(key)
        if known is not None:
            return known
        state: Folded | None = None
        for step in reversed(self.lineage(row)):
            key = (step.thread_id, step.checkpoint_ns, step.checkpoint_id)
            found = self._folded.get(key)
            if found is None:
                found = (state or _NOTHING).after(step.state)
                self._folded[key] = found
            state = found
        assert state is not None
        return state

    def value(
        self, row: CheckpointRow, folded: Folded, channel: str, serde: SerializerProtocol
    ) -> Any:
        """The value of one channel; ``KeyError`` where the channel is empty."""
        if channel in folded.inline:
            return decoded(folded.inline[channel], serde.loads_typed)
        if self.kept is not None:
            return self._from_kept(self.kept, row, folded.owners[channel], channel, serde)
        chain = self.chain(row.thread_id, row.checkpoint_ns, folded.owners[channel], channel)
        if not chain:
            raise _missing(row, f"the value of channel {channel!r}")
        return merge_chain(chain, serde)

    def _from_kept(
        self,
        kept: KeptValues,
        row: CheckpointRow,
        owner: str,
        channel: str,
        serde: SerializerProtocol,
    ) -> Any:
        """A larger value as it is kept, or what is kept with the links that came since."""
        place = (row.thread_id, row.checkpoint_ns)
        newer: list[ValueRow] = []
        base: str | None = owner
        known: tuple[Any, int] | None = None
        while base is not None and (known := kept.get((*place, base, channel))) is None:
            link = self.link(*place, base, channel) if len(newer) < _LINKS_LOOKED_AT else None
            if link is None:
                newer = list(self.chain(*place, owner, channel))
                break
            newer.append(link)
            base = link.base_checkpoint_id
        size = sum(len(link.value) for link in newer)
        if known is None:
            if not newer:
                raise _missing(row, f"the value of channel {channel!r}")
            value = merge_chain(newer, serde)
        else:
            value = _grown(known[0], newer, serde) if newer else known[0]
            size += known[1]
        kept.put((*place, owner, channel), value, size)
        return value

    def chains(self, row: CheckpointRow, folded: Folded) -> dict[str, Sequence[ValueRow]]:
        """The links of every larger value."""
        return {
            channel: self.chain(row.thread_id, row.checkpoint_ns, owner, channel)
            for channel, owner in folded.owners.items()
        }

    def values(
        self, row: CheckpointRow, folded: Folded, serde: SerializerProtocol
    ) -> dict[str, Any]:
        """Every channel's value, in the order in which the channels first had a version."""
        inlines, owners = folded.inline, folded.owners
        chains = self.chains(row, folded) if owners and self.kept is None else {}
        channels: Iterable[str] = folded.versions
        if not (inlines.keys() <= folded.versions.keys() >= owners.keys()):
            channels = dict.fromkeys((*channels, *inlines, *owners))
        values: dict[str, Any] = {}
        for channel in channels:
            if channel in inlines:
                values[channel] = self.loaded(inlines[channel], serde)
            elif channel in owners and self.kept is not None:
                values[channel] = self.value(row, folded, channel, serde)
            elif channel in owners:
                chain = chains.get(channel)
                if not chain:
                    raise _missing(row, f"the value of channel {channel!r}")
                values[channel] = merge_chain(chain, serde)
        return values

    def loaded(self, inline: Inline, serde: SerializerProtocol) -> Any:
        """The value of ``inline``; of the same scalar the same."""
        if type(inline) is not tuple:
            return inline
        scalars = self._scalars
        if inline in scalars:
            return scalars[inline]
        value = serde.loads_typed(inline)
        if type(value) in SCALARS:
            scalars[inline] = value
        return value


def merge_chain(chain: Sequence[ValueRow], serde: SerializerProtocol) -> Any:
    """The value of links given newest first."""
    loads = serde.loads_typed
    if len(chain) == 1 and chain[0].base_checkpoint_id is None:
        return loads((chain[0].tag, chain[0].value))
    if chain[-1].base_checkpoint_id is not None:
        raise _damaged(chain[-1])
    if type(serde) is JsonPlusSerializer:
        joined = _joined(chain)
        if joined is not None:
            return loads(joined)
    oldest = chain[-1]
    return _continued(loads((oldest.tag, oldest.value)), chain[:-1], serde)


def _grown(value: Any, newer: Sequence[ValueRow], serde: SerializerProtocol) -> Any:
    """Another value than the kept one, which stays as it is, with the links that came since."""
    if type(value) not in (list, dict):
        raise _damaged(newer[-1])
    return _continued(value.copy(), newer, serde)


def _continued(merged: Any, newer: Sequence[ValueRow], serde: SerializerProtocol) -> Any:
    for link in reversed(newer):
        part = serde.loads_typed((link.tag, link.value))
        if type(part) is not type(merged):
            raise _damaged(link)
        if type(part) is list:
            merged.extend(part)
        elif type(part) is dict:
            merged.update(part)
        else:
            raise _damaged(link)
    return merged


def _joined(chain: Sequence[ValueRow]) -> Encoded | None:
    """The links of a list as the bytes of one; ``None`` where they are not all lists."""
    if any(link.tag != "msgpack" for link in chain):
        return None
    parts = [link.value for link in reversed(chain)]
    try:
        items = list(map(array_items, parts))
    except ValueError:
        return None
    header = array_header(sum(count for count, _ in items))
    bodies = [part[start:] for part, (_, start) in zip(parts, items, strict=True)]
    return "msgpack", b"".join((header, *bodies))


def _missing(row: CheckpointRow, what: str) -> DamagedHistoryError:
    return DamagedHistoryError(
        f"Checkpoint {row.checkpoint_id} of thread {row.thread_id!r} cannot be read: "
        f"{what} is missing from the store"
    )


def in_circles(row: CheckpointRow) -> DamagedHistoryError:
    """What is raised of a checkpoint that builds on itself."""
    return DamagedHistoryError(
        f"Checkpoint {row.checkpoint_id} of thread {row.thread_id!r} cannot be read: "
        "what it builds on is no earlier than itself"
    )


def _damaged(link: ValueRow) -> DamagedHistoryError:
    return DamagedHistoryError(
        f"Channel {link.channel!r} of thread {link.thread_id!r} cannot be read: "
        f"its value at {link.checkpoint_id} does not continue another"
    )
