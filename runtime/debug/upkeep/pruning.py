"""Which checkpoints of a thread a rule lets go."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from runtime.checkpoint.base.upkeep import Annotation
from runtime.checkpoint.line import Line
from runtime.debug.refused import Refused
from runtime.debug.upkeep.commands import PruneRule


def leaving(rule: PruneRule, lines: Sequence[Line], annotations: Iterable[Annotation]) -> set[str]:
    """Ids of the root graph's checkpoints that go, given oldest first."""
    if not lines:
        return set()
    annotated = {each.checkpoint_id for each in annotations if each.name or each.bookmarked}
    kept = {lines[-1].checkpoint_id}
    if rule.keep_annotated or rule.strategy == "annotated":
        kept |= annotated
    if rule.strategy == "newest":
        if rule.count < 1:
            raise Refused("At least one checkpoint stays.", "To remove all, delete the thread.")
        kept.update(line.checkpoint_id for line in lines[-rule.count :])
    if rule.strategy in ("heads", "older"):
        parents = {line.parent_checkpoint_id for line in lines}
        kept.update(line.checkpoint_id for line in lines if line.checkpoint_id not in parents)
    if rule.strategy == "older":
        limit = _moment(rule.before)
        if limit is None or limit.tzinfo is None:
            raise Refused(f"{rule.before!r} is no moment with its offset from UTC.")
        kept.update(line.checkpoint_id for line in lines if not _is_before(line.ts, limit))
    return {line.checkpoint_id for line in lines} - kept


def leaving_inside(
    rows: Iterable[tuple[str, Mapping[str, object]]], newest: str, gone: Collection[str]
) -> set[str]:
    """Those of a subgraph's checkpoints, given with their metadata, whose own ones go.

    The newest of a subgraph that remembers goes on from where it is, so it stays.
    """
    leaves = set()
    for checkpoint_id, metadata in rows:
        parents = metadata.get("parents")
        outer = parents.get("") if isinstance(parents, Mapping) else None
        if outer in gone and checkpoint_id != newest:
            leaves.add(checkpoint_id)
    return leaves


def _is_before(ts: str, limit: datetime) -> bool:
    """What cannot be dated is not old."""
    moment = _moment(ts)
    return moment is not None and moment.tzinfo is not None and moment < limit


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
