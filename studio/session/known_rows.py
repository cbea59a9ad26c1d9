"""The part of a thread's tree of checkpoints that is loaded, and ways through it."""

from collections.abc import Iterable

from runtime.debug.views import CheckpointRow

MOST_ROWS = 2_000
"""Rows that stay in memory; of more, those that came last stay."""


class KnownRows:
    """Rows by id. What lies beyond them is read when somebody comes near."""

    def __init__(self) -> None:
        self._rows: dict[str, CheckpointRow] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def all(self) -> tuple[CheckpointRow, ...]:
        """Every row, in the order in which they came."""
        return tuple(self._rows.values())

    def clear(self) -> None:
        self._rows = {}

    def get(self, checkpoint_id: str | None) -> CheckpointRow | None:
        return None if checkpoint_id is None else self._rows.get(checkpoint_id)

    def parent(self, row: CheckpointRow) -> CheckpointRow | None:
        return self.get(row.parent_checkpoint_id)

    def learn(
        self, rows: Iterable[CheckpointRow], kept: Iterable[CheckpointRow | None]
    ) -> tuple[CheckpointRow, ...]:
        """Take rows over, and let go of the oldest known ones but ``kept``; returns new ones."""
        new = []
        for row in rows:
            if self._rows.pop(row.checkpoint_id, None) is None:
                new.append(row)
            self._rows[row.checkpoint_id] = row
        if len(self._rows) > MOST_ROWS:
            every = list(self._rows.items())
            stays = {row.checkpoint_id: row for row in kept if row is not None}
            self._rows = stays | dict(every[-(MOST_ROWS // 2) :])
        return tuple(new)

    def way_to(self, row: CheckpointRow) -> list[CheckpointRow]:
        """From the oldest ancestor to a row."""
        way = [row]
        while (before := self.parent(way[-1])) is not None:
            way.append(before)
        way.reverse()
        return way

    def input_of(self, row: CheckpointRow | None) -> CheckpointRow | None:
        """Where the newest input before a row was saved."""
        while row is not None and row.source != "input":
            row = self.parent(row)
        return row

    def at_step(self, step: int, head: CheckpointRow | None) -> CheckpointRow | None:
        """The checkpoint of a step on the head's branch, else the newest one of that step."""
        row = head
        while row is not None and row.step != step:
            row = self.parent(row)
        if row is not None:
            return row
        same = [each for each in self._rows.values() if each.step == step]
        return max(same, key=_age, default=None)

    def children(self, row: CheckpointRow) -> list[CheckpointRow]:
        wanted = row.checkpoint_id
        return [each for each in self._rows.values() if each.parent_checkpoint_id == wanted]

    def towards(self, head: CheckpointRow | None, row: CheckpointRow) -> CheckpointRow | None:
        """The child of a row on the way to the head, where all of that is known."""
        at = head
        while at is not None and at.parent_checkpoint_id != row.checkpoint_id:
            at = self.parent(at)
        return at

    def branch(self, row: CheckpointRow, head: CheckpointRow | None) -> list[CheckpointRow]:
        """The branch of a row: the head's where that grew from it, else the newest one."""
        if head is not None:
            way = self.way_to(head)
            if any(each.checkpoint_id == row.checkpoint_id for each in way):
                return way
        newest: dict[str | None, CheckpointRow] = {}
        for each in self._rows.values():
            known = newest.get(each.parent_checkpoint_id)
            if known is None or each.checkpoint_id > known.checkpoint_id:
                newest[each.parent_checkpoint_id] = each
        way = self.way_to(row)
        at = newest.get(row.checkpoint_id)
        while at is not None:
            way.append(at)
            at = newest.get(at.checkpoint_id)
        return way

    def other_end(self, end: CheckpointRow) -> str | None:
        """The end of the newest other branch."""
        parents = {row.parent_checkpoint_id for row in self._rows.values()}
        return max(self._rows.keys() - parents - {end.checkpoint_id}, default=None)


def _age(row: CheckpointRow) -> str:
    return row.checkpoint_id
