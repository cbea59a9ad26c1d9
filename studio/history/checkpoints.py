"""The checkpoints of one thread as the history shows them, without Qt."""

import json
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from runtime.debug.upkeep.outline import BATCH, Line, outline_of
from runtime.debug.upkeep.views import Outline
from runtime.debug.views import CheckpointRow
from studio.history.lanes import MISSING, ROOT, Ancestry, LaneTree, RowLines
from studio.language import later, tr
from studio.session.pages import Pages
from studio.shell.plain_text import one_line

_MOST = sys.maxsize
EDITED = ("update", "fork")
"""Sources of checkpoints that a person made."""
INSTEAD = ("pinned", "skipped")
"""Why nodes of the superstep before were not executed."""


WORDS = {
    "input": later("input"),
    "loop": later("loop"),
    "update": later("update"),
    "fork": later("fork"),
    "interrupted": later("interrupted"),
    "failed": later("failed"),
    "edited": later("edited"),
    "pinned": later("pinned"),
    "skipped": later("skipped"),
}


def word_for(source_or_badge: str) -> str:
    """A source or a badge as a person reads it; a source that is not known as it is."""
    word = WORDS.get(source_or_badge)
    return one_line(source_or_badge) if word is None else tr(word)


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
    noted = row.metadata.get("substituted")
    if isinstance(noted, dict):
        badges += [how for how in INSTEAD if how in noted.values()]
    if row.source in EDITED:
        badges.append("edited")
    following = one_line(", ".join(_counted(row.next))) if row.next else tr("end", "of a run")
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
        tr("checkpoint {id}", id=row.checkpoint_id),
        tr("parent {id}", id=row.parent_checkpoint_id)
        if row.parent_checkpoint_id
        else tr("no parent"),
        tr("saved {time}", time=row.created_at),
        tr("step {step}, source {source}", step=row.step, source=word_for(row.source)),
        tr("next: {nodes}", nodes=line.next),
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


@dataclass(frozen=True, slots=True)
class Branch:
    """The checkpoints from the oldest of a branch to its end, by display position."""

    _way: Ancestry
    _newest: int
    ends_in_head: bool

    def __len__(self) -> int:
        return len(self._way)

    def position(self, number: int) -> int:
        """Where the checkpoint stands that comes after ``number`` others."""
        return self._newest - self._way.at(number)

    def number(self, position: int) -> int:
        """How many come before the checkpoint at a position."""
        return self._way.before(self._newest - position)


Fetch = Callable[[str | None, Callable[[Sequence[CheckpointRow] | None], None]], None]
"""``(before, then)``: the newest checkpoints older than an id, or of all, newest first"""


class Checkpoints:
    """Lines by display position: 0 is the newest. Lanes follow from the outline.

    Only lines that somebody looks at are there; ``arrived`` tells the first and the last position
    of those that came. Inside, positions count from the oldest, so that they stay.
    """

    def __init__(self, fetch: Fetch | None, arrived: Callable[[int, int], None]) -> None:
        """Without ``fetch`` everything that is shown is kept."""
        self._fetch = fetch
        self._arrived = arrived
        self._pages: Pages[HistoryLine] = Pages(BATCH, self._read, self._came)
        self._pages.pinned = lambda page: fetch is None or page >= (self._total - 1) // BATCH - 1
        self._clear()

    def _clear(self) -> None:
        self._pages.clear()
        self._total = 0
        self._anchors: list[str] = []
        self._steps: list[tuple[int, int]] = []
        """Where steps do not rise by one: position and step."""
        self._lanes = LaneTree()
        self._newest = ""
        self._marked: str | None = None
        self._path = Ancestry()

    def __len__(self) -> int:
        return self._total

    @property
    def lanes(self) -> int:
        return self._lanes.width

    def show(self, newest_first: Sequence[CheckpointRow]) -> None:
        """Replace everything."""
        marked = self._marked
        self._clear()
        lines = [
            Line(row.checkpoint_id, row.parent_checkpoint_id, row.step, row.created_at)
            for row in reversed(newest_first)
        ]
        self._take(outline_of("", "", lines))
        self._pages.put(0, [_line(row) for row in reversed(newest_first)])
        self.mark_ancestry(marked)

    def set_outline(self, outline: Outline, newest_first: Sequence[CheckpointRow]) -> None:
        """Make room for all checkpoints of a thread, of which some are known."""
        marked = self._marked
        self._clear()
        self._take(outline)
        self._place(newest_first)
        for row in reversed(newest_first):
            if row.checkpoint_id > self._newest:
                self.append_newest(row)
        self.mark_ancestry(marked)

    def _take(self, outline: Outline) -> None:
        self._total = self._pages.total = outline.total
        self._anchors = list(outline.anchors)
        self._steps = [(segment.start, segment.step) for segment in outline.segments]
        self._lanes = LaneTree(
            ((segment.start, segment.parent) for segment in outline.segments), outline.total
        )
        self._newest = outline.newest

    def _place(self, newest_first: Sequence[CheckpointRow]) -> bool:
        """Put rows that stand one after the other where they belong: one is at an anchor."""
        rows = newest_first[::-1]
        for place, row in enumerate(rows):
            page = bisect_left(self._anchors, row.checkpoint_id)
            if page < len(self._anchors) and self._anchors[page] == row.checkpoint_id:
                first = page * BATCH - place
                if first >= 0:
                    known = rows[: self._total - first]
                    self._pages.put(first, [_line(each) for each in known])
                    return True
        return False

    def append_newest(self, row: CheckpointRow) -> None:
        """Put a checkpoint on top."""
        position = self._total
        parent = self._place_of(row.parent_checkpoint_id) if row.parent_checkpoint_id else ROOT
        if row.parent_checkpoint_id and row.parent_checkpoint_id == self._newest:
            parent = position - 1
        if position % BATCH == 0:
            self._anchors.append(row.checkpoint_id)
        if position == 0 or self.step(0) + 1 != row.step:
            self._steps.append((position, row.step))
        self._newest = row.checkpoint_id
        self._total += 1
        self._pages.total = self._total
        self._lanes.append(MISSING if parent is None else parent)
        self._pages.put(position, [_line(row)])
        if row.checkpoint_id == self._marked:
            self.mark_ancestry(self._marked)

    def knows_parent(self, row: CheckpointRow) -> bool:
        """Whether it is known where the parent of a new checkpoint stands."""
        parent = row.parent_checkpoint_id
        return parent in (None, self._newest) or self._place_of(parent or "") is not None

    def change(self, position: int, row: CheckpointRow) -> None:
        """Replace what a checkpoint's row says; its parent stays."""
        self._pages.put(self._total - 1 - position, [_line(row)])

    def mark(self, position: int, interrupted: bool | None, failed: bool | None) -> None:
        """Note whether tasks due at this checkpoint ask or failed; ``None`` leaves it as it is."""
        line = self.line(position)
        if line is None:
            return
        row = line.row
        self.change(
            position,
            replace(
                row,
                interrupted=row.interrupted if interrupted is None else interrupted,
                failed=row.failed if failed is None else failed,
            ),
        )

    def line(self, position: int) -> HistoryLine | None:
        """What a row says, if it is there."""
        return self._pages.get(self._total - 1 - position)

    def want(self, position: int) -> None:
        """Have a row read that somebody looks at."""
        self._pages.want(self._total - 1 - position)

    def ahead(self, position: int) -> None:
        """Have the rows read that come after one that somebody looks at."""
        self._pages.ahead(self._total - 1 - position)

    def step(self, position: int) -> int:
        """The step of a checkpoint, also of one that is not there."""
        place = self._total - 1 - position
        start, step = self._steps[bisect_right(self._steps, (place, _MOST)) - 1]
        return step + place - start

    def at_step(self, step: int, within: Ancestry) -> int | None:
        """The position of a step on a branch."""
        for index in range(len(self._steps) - 1, -1, -1):
            start, first = self._steps[index]
            end = self._steps[index + 1][0] if index + 1 < len(self._steps) else self._total
            place = start + step - first
            if start <= place < end and place in within:
                return self._total - 1 - place
        return None

    def lines(self, position: int) -> RowLines:
        """Lines of a row; the children in it are display positions."""
        newest = self._total - 1
        lines = self._lanes.lines(newest - position)
        return RowLines(
            lines.lane,
            tuple((lane, newest - child) for lane, child in lines.passing),
            lines.down,
            tuple((lane, newest - child) for lane, child in lines.up),
        )

    def is_fork(self, position: int) -> bool:
        """Whether this checkpoint branches off where another child stood already."""
        return self._lanes.is_fork(self._total - 1 - position)

    def mark_ancestry(self, checkpoint_id: str | None) -> None:
        """Remember a checkpoint and everything that it grew from, for ``on_path``."""
        self._marked = checkpoint_id
        self._path = self.ancestry(checkpoint_id)

    def ancestry(self, checkpoint_id: str | None) -> Ancestry:
        """A checkpoint and everything that it grew from; empty where its place is not known."""
        place = None if checkpoint_id is None else self._place_of(checkpoint_id)
        return Ancestry() if place is None else self._lanes.ancestry(place)

    def on_path(self, position: int) -> bool:
        """Whether a checkpoint is the marked one or an ancestor of it."""
        return self._total - 1 - position in self._path

    def branch(self, checkpoint_id: str, head: str | None) -> "Branch | None":
        """The branch of a checkpoint: the head's where that is on it, else the newest one."""
        place = self._place_of(checkpoint_id)
        if place is None:
            return None
        if head is not None:
            way = self.ancestry(head)
            if place in way:
                return Branch(way, self._total - 1, ends_in_head=True)
        way = self._lanes.ancestry(self._lanes.end_of_branch(place))
        return Branch(way, self._total - 1, ends_in_head=False)

    def branch_of(self, checkpoint_id: str, head: str | None) -> tuple[int, bool] | None:
        """The last step of a checkpoint's branch, and whether the head ends it."""
        branch = self.branch(checkpoint_id, head)
        if branch is None:
            return None
        return self.step(branch.position(len(branch) - 1)), branch.ends_in_head

    def position(self, checkpoint_id: str) -> int | None:
        """Where a checkpoint stands, if its row is there."""
        place = self._place_of(checkpoint_id)
        return None if place is None else self._total - 1 - place

    def near(self, checkpoint_id: str) -> int | None:
        """A position on the page of a checkpoint, whether or not its row is there."""
        page = bisect_right(self._anchors, checkpoint_id) - 1
        if page < 0:
            return None
        return self._total - 1 - min(page * BATCH, self._total - 1)

    def around(self, position: int) -> list[CheckpointRow]:
        """The rows that are there of a position's page and of the pages beside it, newest first."""
        page = (self._total - 1 - position) // BATCH
        return [
            line.row
            for number in (page + 1, page, page - 1)
            for line in reversed(self._pages.page(number))
            if line is not None
        ]

    def _place_of(self, checkpoint_id: str) -> int | None:
        """The position from the oldest: ids rise, so it is on one page if it is anywhere."""
        page = bisect_right(self._anchors, checkpoint_id) - 1
        for place, line in enumerate(self._pages.page(page) if page >= 0 else ()):
            if line is not None and line.row.checkpoint_id == checkpoint_id:
                return page * BATCH + place
        return None

    def _read(self, page: int, then: Callable[[Sequence[HistoryLine] | None], None]) -> None:
        if self._fetch is None:
            then(None)
            return
        before = self._anchors[page + 1] if page + 1 < len(self._anchors) else None

        def took(newest_first: Sequence[CheckpointRow] | None) -> None:
            rows = list(newest_first or ())[::-1]
            ids = [row.checkpoint_id for row in rows]
            if page < len(self._anchors) and self._anchors[page] in ids:
                rows = rows[ids.index(self._anchors[page]) :][:BATCH]
                then([_line(row) for row in rows])
            else:
                then(None)

        self._fetch(before, took)

    def _came(self, first: int, last: int) -> None:
        if self._marked is not None and not self._path.starts:
            self.mark_ancestry(self._marked)
        newest = self._total - 1
        self._arrived(max(0, newest - last), newest - first)
