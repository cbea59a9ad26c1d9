"""Two runs on one thread: whoever saves second is refused.

A run that goes on from a checkpoint claims to make its only child. The claim is checked in the
transaction that saves the child: SQLite lets one transaction write at a time, and PostgreSQL's wait
for each other by a lock on the thread and namespace. What is refused is left out of the
transaction, with everything that builds on it; the submissions of other runs are saved.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from xxhash import xxh3_64_intdigest

from runtime.checkpoint.sql.statements import Statements
from runtime.errors import ConflictError

if TYPE_CHECKING:
    from runtime.checkpoint.sql.writer import Rows

_MOST_REFUSED = 1024
"""Refused checkpoints that are remembered, so that what builds on them is refused too."""

_Key = tuple[str, str, str | None]
"""Thread, namespace, checkpoint id."""


class Claim(NamedTuple):
    """A checkpoint that has to be the only child of its parent."""

    thread_id: str
    checkpoint_ns: str
    parent_checkpoint_id: str | None
    checkpoint_id: str


class Loss(NamedTuple):
    """A claim, and the child that was there before."""

    claim: Claim
    other: str


class Conflicts:
    """Checks claims. To be used by one transaction at a time."""

    def __init__(self, statements: Statements) -> None:
        self._statements = statements
        self._locks = statements.dialect.name == "postgresql"
        self._refused: dict[_Key, Loss] = {}

    def among(self, cursor: Any, batch: "Sequence[Rows]") -> dict[int, ConflictError]:
        """The submissions of ``batch`` that are not to be saved, by their place."""
        if self._locks:
            self._lock(cursor, batch)
        if not self._refused and not any(rows.sole for rows in batch):
            return {}
        refused: dict[int, ConflictError] = {}
        made: set[_Key] = set()
        children: dict[_Key, str] = {}
        for place, rows in enumerate(batch):
            loss = self._built_on_refused(rows) or self._lost(cursor, rows, made, children)
            if loss is not None:
                refused[place] = ConflictError(*loss.claim, loss.other)
                self._remember(rows, loss)
                continue
            for thread_id, checkpoint_ns, checkpoint_id, parent, *_ in rows.checkpoints:
                made.add((thread_id, checkpoint_ns, checkpoint_id))
                children.setdefault((thread_id, checkpoint_ns, parent), checkpoint_id)
        return refused

    def _lock(self, cursor: Any, batch: "Sequence[Rows]") -> None:
        """Let nobody else add to these histories until the transaction ends."""
        histories = {(row[0], row[1]) for rows in batch for row in rows.checkpoints}
        if not histories:
            return
        # All programs take them in the same order, so that none waits for one that waits for it.
        numbers = sorted(
            xxh3_64_intdigest(f"{len(thread_id)} {thread_id}{checkpoint_ns}".encode()) - (1 << 63)
            for thread_id, checkpoint_ns in histories
        )
        statement = self._statements.lock_histories
        cursor.execute(statement.text, statement.one(numbers=numbers))

    def _built_on_refused(self, rows: "Rows") -> Loss | None:
        if not self._refused:
            return None
        bases = [(row[0], row[1], row[3]) for row in rows.checkpoints]
        bases += [(row[0], row[1], row[2]) for row in rows.writes]
        return next((self._refused[base] for base in bases if base in self._refused), None)

    def _lost(
        self, cursor: Any, rows: "Rows", made: set[_Key], children: dict[_Key, str]
    ) -> Loss | None:
        own = {(row[0], row[1], row[2]) for row in rows.checkpoints} if len(rows.sole) > 1 else ()
        for claim in rows.sole:
            parent = (claim.thread_id, claim.checkpoint_ns, claim.parent_checkpoint_id)
            other = children.get(parent)
            if other is None and parent not in made and parent not in own:
                other = self._stored(cursor, claim)
            if other is not None and other != claim.checkpoint_id:
                return Loss(claim, other)
        return None

    def _stored(self, cursor: Any, claim: Claim) -> str | None:
        if claim.parent_checkpoint_id is None:
            statement = self._statements.other_checkpoint
        else:
            statement = self._statements.other_child
        given = statement.one(
            thread_id=claim.thread_id,
            checkpoint_ns=claim.checkpoint_ns,
            parent=claim.parent_checkpoint_id,
            checkpoint_id=claim.checkpoint_id,
        )
        cursor.execute(statement.text, given)
        found = cursor.fetchone()
        return None if found is None else str(found[0])

    def _remember(self, rows: "Rows", loss: Loss) -> None:
        for row in rows.checkpoints:
            self._refused[row[0], row[1], row[2]] = loss
        while len(self._refused) > _MOST_REFUSED:
            del self._refused[next(iter(self._refused))]
