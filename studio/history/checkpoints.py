"""The checkpoints of one thread as the history shows them, without Qt."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from runtime.debug.views import CheckpointRow
from studio.history.lanes import LaneTree, RowLines
from studio.shell.plain_text import one_line


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One checkpoint with everything that its row says, worded once."""

    row: CheckpointRow
    step: str
    source: str
    next: str
    time: str
    badges: tuple[str, ...]


def clock_time(created_at: str) -> str:
    """Local time of day of an ISO timestamp; the text itself where it is none."""
    try:
        return datetime.fromisoformat(created_at).astimezone().strftime("%H:%M:%S")
    except ValueError:
        return created_at


def _line(row: CheckpointRow) -> HistoryLine:
    badges = []
    if row.interrupted:
        badges.append("interrupted")
    if row.failed:
        badges.append("failed")
    following = one_line(", ".join(_counted(row.next))) if row.next else "end"
    return HistoryLine(
        row=row,
        step=str(row.step),
        source=row.source,
        next=following,
        time=clock_time(row.created_at),
        badges=tuple(badges),
    )


def tooltip(line: HistoryLine) -> str:
    """Everything that is known of a checkpoint's place in the history."""
    row = line.row
    details = [
        f"checkpoint {row.checkpoint_id}",
        f"parent {row.parent_checkpoint_id or 'none'}",
        f"saved {row.created_at}",
        f"step {row.step}, source {row.source}",
        "next: " + line.next,
    ]
    if row.metadata:
        details.append(json.dumps(row.metadata, ensure_ascii=False, default=str)[:300])
    return "\n".join(details)


def _counted(names: Sequence[str]) -> list[str]:
    """Names in their order, repeated ones once with their number."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return [name if count == 1 else f"{name} ({count})" for name, count in counts.items()]


class Checkpoints:
    """Lines by display position: 0 is the newest. Lanes follow from the parents."""

    def __init__(self) -> None:
        self._oldest_first: list[HistoryLine] = []
        self._lanes = LaneTree()
        self._marked: str | None = None
        self._path: frozenset[int] = frozenset()

    def __len__(self) -> int:
        return len(self._oldest_first)

    @property
    def lanes(self) -> int:
        return self._lanes.width

    def show(self, newest_first: Iterable[CheckpointRow]) -> None:
        """Replace everything."""
        self._oldest_first = [_line(row) for row in newest_first][::-1]
        self._place_again()

    def unknown(self, rows: Iterable[CheckpointRow]) -> list[CheckpointRow]:
        """Those of ``rows`` that are not listed yet."""
        return [row for row in rows if self._lanes.position(row.checkpoint_id) is None]

    def extend_older(self, newest_first: Iterable[CheckpointRow]) -> None:
        """Add a further page of older checkpoints, all of them unknown so far."""
        self._oldest_first[:0] = [_line(row) for row in newest_first][::-1]
        self._place_again()

    def append_newest(self, row: CheckpointRow) -> None:
        self._oldest_first.append(_line(row))
        self._lanes.append(row.checkpoint_id, row.parent_checkpoint_id)
        if row.checkpoint_id == self._marked:
            self.mark_ancestry(self._marked)

    def change(self, position: int, row: CheckpointRow) -> None:
        """Replace what a checkpoint's row says; its parent stays."""
        self._oldest_first[-1 - position] = _line(row)

    def mark(self, position: int, interrupted: bool | None, failed: bool | None) -> None:
        """Note whether tasks due at this checkpoint ask or failed; ``None`` leaves it as it is."""
        row = self.line(position).row
        self.change(
            position,
            replace(
                row,
                interrupted=row.interrupted if interrupted is None else interrupted,
                failed=row.failed if failed is None else failed,
            ),
        )

    def line(self, position: int) -> HistoryLine:
        return self._oldest_first[-1 - position]

    def lines(self, position: int) -> RowLines:
        """Lines of a row; the children in it are display positions."""
        newest = len(self._oldest_first) - 1
        lines = self._lanes.lines(newest - position)
        return RowLines(
            lines.lane,
            tuple((lane, newest - child) for lane, child in lines.passing),
            lines.down,
            tuple((lane, newest - child) for lane, child in lines.up),
        )

    def is_fork(self, position: int) -> bool:
        """Whether this checkpoint branches off where another child stood already."""
        return self._lanes.is_fork(len(self._oldest_first) - 1 - position)

    def mark_ancestry(self, checkpoint_id: str | None) -> None:
        """Remember a checkpoint and everything that it grew from, for ``on_path``."""
        self._marked = checkpoint_id
        position = None if checkpoint_id is None else self._lanes.position(checkpoint_id)
        self._path = frozenset() if position is None else self._lanes.ancestry(position)

    def on_path(self, position: int) -> bool:
        """Whether a checkpoint is the marked one or an ancestor of it."""
        return len(self._oldest_first) - 1 - position in self._path

    def position(self, checkpoint_id: str) -> int | None:
        place = self._lanes.position(checkpoint_id)
        return None if place is None else len(self._oldest_first) - 1 - place

    def _place_again(self) -> None:
        self._lanes = LaneTree(
            (line.row.checkpoint_id, line.row.parent_checkpoint_id) for line in self._oldest_first
        )
        self.mark_ancestry(self._marked)
