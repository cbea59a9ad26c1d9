"""Several writers of one history: whoever builds on what is no longer so is refused.

A run that goes on from a checkpoint claims to make its only child: where another run, in this
program or another, has saved a child before it, the claim is lost. A checkpoint is stored as the
difference from its parent: where the parent was removed or rewritten meanwhile, it cannot be saved
either.

All this is checked in the transaction that saves: SQLite lets one transaction write at a time, and
PostgreSQL's wait for each other by a lock on the thread. What is refused is left out, with
everything that builds on it; the submissions of other runs are saved.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from xxhash import xxh3_64_intdigest

from runtime.checkpoint.sql.errors import HistoryChangedError
from runtime.checkpoint.sql.statements import Statement, Statements
from runtime.errors import ConflictError

if TYPE_CHECKING:
    from runtime.checkpoint.sql.writer import Rows

_MOST_REMEMBERED = 1024
"""Threads and namespaces of which it is known what was written last."""
_MOST_REFUSED = 1024
"""Refused checkpoints that are remembered, so that what builds on them is refused too."""

_Key = tuple[str, str, str | None]
"""Thread, namespace, checkpoint id."""
Refusal = Callable[[], Exception]
"""Makes the error of one submission."""


class Claim(NamedTuple):
    """What a checkpoint expects of its parent."""

    thread_id: str
    checkpoint_ns: str
    parent_checkpoint_id: str | None
    checkpoint_id: str
    depth: int | None
    """That of the parent's row, where the checkpoint is told as a difference from it."""
    sole: bool
    """The parent may have no other child."""


class Conflicts:
    """Checks submissions. To be used by one transaction at a time."""

    def __init__(self, statements: Statements, place: str) -> None:
        self._statements = statements
        self._place = place
        self._locks = statements.dialect.name == "postgresql"
        self._refused: dict[_Key, Refusal] = {}
        self._newest: dict[tuple[str, str], tuple[str, int]] = {}
        """By thread and namespace what this program wrote last: id and depth of a checkpoint that
        has no child, as long as nobody else has changed the database since."""
        self._version: int | None = None

    def look(self, cursor: Any) -> None:
        """Forget what was written where another program has changed SQLite's file since."""
        cursor.execute("PRAGMA data_version")
        (version,) = cursor.fetchone()
        if version != self._version:
            self._newest.clear()
            self._version = version

    def forget(self) -> None:
        """Another connection is used from now on."""
        self._newest.clear()
        self._version = None

    def learn(self, batch: "Sequence[Rows]") -> None:
        """Remember what was committed; to be asked only after ``look``."""
        for rows in batch:
            if rows.changing or len(self._newest) > _MOST_REMEMBERED:
                self._newest.clear()
            for row in () if rows.changing else rows.checkpoints:
                self._newest[row[0], row[1]] = row[2], row[4]

    def among(self, cursor: Any, batch: "Sequence[Rows]") -> dict[int, Exception]:
        """The submissions of ``batch`` that are not to be saved, by their place."""
        if self._locks:
            self._lock(cursor, batch)
        if not self._refused and not any(rows.claims for rows in batch):
            return {}
        refused: dict[int, Exception] = {}
        made: set[_Key] = set()
        children: dict[_Key, str] = {}
        for place, rows in enumerate(batch):
            refusal = self._built_on_refused(rows) or self._lost(cursor, rows, made, children)
            if refusal is not None:
                refused[place] = refusal()
                self._remember(rows, refusal)
            elif place < len(batch) - 1:
                made |= rows.made
                for thread_id, checkpoint_ns, checkpoint_id, parent, *_ in rows.checkpoints:
                    children.setdefault((thread_id, checkpoint_ns, parent), checkpoint_id)
        return refused

    def _lock(self, cursor: Any, batch: "Sequence[Rows]") -> None:
        """Let nobody else change these threads until the transaction ends."""
        threads = {row[0] for rows in batch for row in rows.checkpoints}
        threads.update(thread_id for rows in batch for thread_id in rows.changing)
        if not threads:
            return
        # All programs take them in the same order, so that none waits for one that waits for it.
        numbers = sorted(xxh3_64_intdigest(thread_id.encode()) - (1 << 63) for thread_id in threads)
        self._one(cursor, self._statements.lock_threads, numbers=numbers)

    def _built_on_refused(self, rows: "Rows") -> Refusal | None:
        if not self._refused:
            return None
        bases = [(row[0], row[1], row[3]) for row in rows.checkpoints]
        bases += [(row[0], row[1], row[2]) for row in rows.writes]
        bases += rows.tasks
        return next((self._refused[base] for base in bases if base in self._refused), None)

    def _lost(
        self, cursor: Any, rows: "Rows", made: set[_Key], children: dict[_Key, str]
    ) -> Refusal | None:
        for claim in rows.claims:
            parent = claim[:3]
            other = children.get(parent) if claim.sole else None
            if other is None and parent not in made and not self._is_newest(claim):
                depth, other = self._stored(cursor, claim)
                if depth != claim.depth:
                    return self._changed(claim.thread_id)
            if other is not None and other != claim.checkpoint_id:
                return partial(ConflictError, *claim[:4], other)
        return None

    def _is_newest(self, claim: Claim) -> bool:
        newest = self._newest.get(claim[:2])
        return (
            newest is not None
            and newest[0] == claim.parent_checkpoint_id
            and claim.depth in (None, newest[1])
        )

    def _stored(self, cursor: Any, claim: Claim) -> tuple[int | None, str | None]:
        """Depth of the parent's row, and another child of it where there may be none."""
        address = {"thread_id": claim.thread_id, "checkpoint_ns": claim.checkpoint_ns}
        parent = claim.parent_checkpoint_id
        if not claim.sole:
            found = self._one(cursor, self._statements.depth, **address, checkpoint_id=parent)
            return (None if found is None else found[0]), None
        address["checkpoint_id"] = claim.checkpoint_id
        if claim.depth is None:
            if parent is None:
                found = self._one(cursor, self._statements.other_checkpoint, **address)
            else:
                found = self._one(cursor, self._statements.other_child, **address, parent=parent)
            return None, None if found is None else found[0]
        found = self._one(cursor, self._statements.depth_and_child, **address, parent=parent)
        return (None, None) if found is None else tuple(found)

    def _changed(self, thread_id: str) -> Refusal:
        return partial(
            HistoryChangedError,
            self._place,
            f"thread {thread_id!r} was thinned out or deleted meanwhile",
            "Nothing was saved; run again to go on from what is left",
        )

    def _one(self, cursor: Any, statement: Statement, **given: Any) -> Any:
        cursor.execute(statement.text, statement.one(**given))
        return cursor.fetchone()

    def _remember(self, rows: "Rows", refusal: Refusal) -> None:
        for row in rows.checkpoints:
            self._refused[row[0], row[1], row[2]] = refusal
        while len(self._refused) > _MOST_REFUSED:
            del self._refused[next(iter(self._refused))]
