"""Making checkpoints independent of others that are about to be removed or replaced."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from runtime.checkpoint.base.rows import WHOLE_VALUE, CheckpointRow, ValueRow
from runtime.checkpoint.base.session import ReadSession, merge_chain
from runtime.checkpoint.serde.base import SerializerProtocol


@dataclass(slots=True)
class Rewritten:
    """Rows that replace those of the same key."""

    checkpoints: list[CheckpointRow] = field(default_factory=list)
    values: list[ValueRow] = field(default_factory=list)


def detach(
    session: ReadSession,
    serde: SerializerProtocol,
    thread_id: str,
    checkpoint_ns: str,
    leaving: AbstractSet[str],
    *,
    relink: bool,
) -> Rewritten:
    """Rows under which no checkpoint needs one of ``leaving`` any more.

    ``relink`` gives checkpoints whose parent leaves the next ancestor that stays.
    """
    rows = session.rows(thread_id, checkpoint_ns)
    rewritten = Rewritten()
    parents = {row.checkpoint_id: row.parent_checkpoint_id for row in rows}
    moved: dict[tuple[str, str], str] = {}
    for row in reversed(rows):
        if row.checkpoint_id in leaving:
            continue
        folded = session.folded(row).copy()
        concerned = any(step.checkpoint_id in leaving for step in session.lineage(row))
        for channel, owner in list(folded.owners.items()):
            known = moved.get((owner, channel))
            if known is None:
                chain = session.chain(thread_id, checkpoint_ns, owner, channel)
                if not any(link.checkpoint_id in leaving for link in chain):
                    continue
                known = moved[owner, channel] = row.checkpoint_id
                tag, value = serde.dumps_typed(merge_chain(chain, serde))
                rewritten.values.append(
                    ValueRow(
                        thread_id,
                        checkpoint_ns,
                        known,
                        channel,
                        None,
                        WHOLE_VALUE,
                        tag,
                        value,
                    )
                )
            folded.owners[channel] = known
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
