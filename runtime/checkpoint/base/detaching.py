"""Making checkpoints independent of others that are about to be removed or replaced."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from runtime.checkpoint.base.rows import WHOLE_VALUE, CheckpointRow, Encoded, ValueRow
from runtime.checkpoint.base.session import ReadSession, merge_chain
from runtime.checkpoint.serde.base import SerializerProtocol

Advance = Callable[[float], None]
"""Told which part of the work is done, up to 1; what it raises breaks the work off."""
_EVERY = 200
"""Checkpoints from one telling to the next."""


@dataclass(slots=True)
class Rewritten:
    """Rows that replace those of the same key."""

    checkpoints: list[CheckpointRow] = field(default_factory=list)
    values: list[ValueRow] = field(default_factory=list)
    referred: list[str] = field(default_factory=list)
    """Those that leave though their parent stays, whose writes may refer to their values."""


def detach(
    session: ReadSession,
    serde: SerializerProtocol,
    thread_id: str,
    checkpoint_ns: str,
    leaving: AbstractSet[str],
    *,
    relink: bool,
    advance: Advance | None = None,
) -> Rewritten:
    """Rows under which no checkpoint needs one of ``leaving`` any more.

    ``relink`` gives checkpoints whose parent leaves the next ancestor that stays.
    """
    rows = session.rows(thread_id, checkpoint_ns)
    values = _Values(session, serde, leaving)
    parents = {row.checkpoint_id: row.parent_checkpoint_id for row in rows}
    referred = [each for each in leaving if parents.get(each) not in leaving]
    rewritten = Rewritten([], values.rewritten, referred)
    for number, row in enumerate(reversed(rows)):
        if advance is not None and number % _EVERY == 0:
            advance(number / len(rows))
        if row.checkpoint_id in leaving:
            continue
        folded = session.folded(row).copy()
        concerned = any(step.checkpoint_id in leaving for step in session.lineage(row))
        for channel, owner in list(folded.owners.items()):
            place = values.place(row, owner, channel)
            if place != owner:
                folded.owners[channel] = place
                concerned = True
        parent = row.parent_checkpoint_id
        while relink and parent is not None and parent in leaving:
            parent = parents.get(parent)
        if concerned or parent != row.parent_checkpoint_id:
            rewritten.checkpoints.append(
                replace(
                    row,
                    state=folded.as_whole(),
                    # Another number than before: whoever remembers the row as it was notices.
                    depth=min(row.depth, 0) - 1,
                    parent_checkpoint_id=parent,
                )
            )
    return rewritten


class _Values:
    """Where larger values lie afterwards, asked for the checkpoints that stay, oldest first.

    A value goes on from the nearest one below it that stays, or that was moved to one that stays;
    what lies between is merged into it. So what stays grows with what was added, not with what is
    there.
    """

    def __init__(
        self, session: ReadSession, serde: SerializerProtocol, leaving: AbstractSet[str]
    ) -> None:
        self._session = session
        self._serde = serde
        self._leaving = leaving
        self._places: dict[tuple[str, str], str] = {}
        self.rewritten: list[ValueRow] = []

    def place(self, row: CheckpointRow, owner: str, channel: str) -> str:
        """The checkpoint that has the value of ``owner`` afterwards; ``row`` uses it."""
        known = self._places.get((owner, channel))
        if known is not None:
            return known
        place = row.checkpoint_id if owner in self._leaving else owner
        chain = self._session.chain(row.thread_id, row.checkpoint_ns, owner, channel)
        own: list[ValueRow] = []
        base: str | None = None
        for link in chain:
            base = self._places.get((link.checkpoint_id, channel))
            if base is not None:
                break
            own.append(link)
        if chain and (place != owner or len(own) > 1 or base != chain[0].base_checkpoint_id):
            tag, value = self._merged(own, whole=base is None)
            level = WHOLE_VALUE if base is None else max(link.level for link in own)
            self.rewritten.append(
                ValueRow(row.thread_id, row.checkpoint_ns, place, channel, base, level, tag, value)
            )
        self._places[owner, channel] = place
        return place

    def _merged(self, links: Sequence[ValueRow], *, whole: bool) -> Encoded:
        if len(links) == 1:
            return links[0].tag, links[0].value
        if whole:
            return self._serde.dumps_typed(merge_chain(links, self._serde))
        # Links that build on another are lists or dicts of what was added.
        oldest = replace(links[-1], base_checkpoint_id=None)
        return self._serde.dumps_typed(merge_chain([*links[:-1], oldest], self._serde))
