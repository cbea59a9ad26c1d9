"""Stores that fail, are slow or are cut off, at each of their calls in turn.

The run fails with the saver's error, which says where; nothing that anybody has seen is lost; the
thread goes on to the end that an undisturbed run has; nothing hangs.

``FAULTS`` says at how many calls of a run a database fails (4), and a serializer at three times as
many, spread at random over all of them: ``FAULTS=1000 pytest THIS_FILE`` is each of them.
"""

import asyncio
import os
import random
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import create_engine, event

from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.postgres.aio import AsyncPostgresSaver
from runtime.checkpoint.sql import SqlSaver, StoreError, StoreLockedError
from runtime.checkpoint.sql.aio import AsyncSqlSaver
from runtime.checkpoint.sqlite.aio import AsyncSqliteSaver
from tests.runtime.durability.activations import Journal, Shown, afinish, compiled, finish
from tests.runtime.durability.faults import (
    CutLine,
    Fault,
    FaultyAwaitedSaver,
    FaultySaver,
    FaultySerializer,
    Kind,
    faulty_sqlite,
)
from tests.runtime.durability.savers import AwaitedSaver, SaverError
from tests.runtime.durability.seeing import Seen, aseen, config_of, seen

FAULTS = int(os.environ.get("FAULTS", "4"))
PROGRAMS = ("fan", "nested", "questions")
pytestmark = pytest.mark.timeout(600 + 10 * FAULTS)


class Stores(NamedTuple):
    """A kind of store that can fail."""

    make: Callable[[ExitStack, Fault], Any]
    """The saver that a run gets."""
    again: Callable[[ExitStack], Any] | None = None
    """Another saver on the same store, which works; else the first goes on."""
    awaited: bool = False
    errors: type[Exception] = SaverError
    recovers: bool = False
    """Whether one failure may pass unnoticed."""
    counted: int | None = None
    """At how many of its calls it fails; at each without it."""
    error: Callable[[], Exception] | None = None


def sqlite(path: Path, *, awaited: bool) -> Stores:
    def make(stack: ExitStack, fault: Fault) -> Any:
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink()
        SqlSaver(path).close()
        engine = faulty_sqlite(path, fault)
        stack.callback(engine.dispose)
        return AsyncSqliteSaver(engine) if awaited else stack.enter_context(SqlSaver(engine))

    return Stores(
        make,
        lambda stack: stack.enter_context(SqlSaver(path)),
        awaited,
        StoreError,
        counted=FAULTS,
        error=lambda: sqlite3.OperationalError("disk I/O error"),
    )


def postgres(url: str, *, awaited: bool) -> Stores:
    def make(stack: ExitStack, fault: Fault) -> Any:
        with SqlSaver(url) as saver:
            saver.delete_thread("t")
        line = CutLine(url, fault)
        stack.callback(line.close)
        if awaited:
            return AsyncPostgresSaver(line.url)
        return stack.enter_context(SqlSaver(line.url))

    return Stores(
        make,
        lambda stack: stack.enter_context(SqlSaver(url)),
        awaited,
        StoreError,
        recovers=True,
        counted=FAULTS,
    )


@pytest.fixture
def stores(kind: str, awaited: bool, tmp_path: Path, request: pytest.FixtureRequest) -> Stores:
    """Each kind of store, for plain runs and for those that are awaited."""
    if kind == "foreign":
        return Stores(
            lambda _, fault: FaultyAwaitedSaver(fault) if awaited else FaultySaver(fault),
            awaited=awaited,
        )
    if kind == "memory":
        return Stores(
            lambda _, fault: InMemorySaver(serde=FaultySerializer(fault)),
            awaited=awaited,
            counted=3 * FAULTS,
        )
    if kind == "sqlite":
        return sqlite(tmp_path / "store.db", awaited=awaited)
    return postgres(request.getfixturevalue("postgres_url"), awaited=awaited)


class Trial:
    """A program with one durability on a kind of store."""

    def __init__(self, stores: Stores, folder: Path, program: str, durability: str) -> None:
        self.stores = stores
        self.folder = folder
        self.program = program
        self.durability = durability
        whole, journal = Fault(), self._journal("whole")
        with ExitStack() as stack:
            saver, error = self._run(stack, whole, journal)
            assert error is None
            self.expected = self._seen(self._sound(stack, saver), journal)
        self.calls = whole.calls
        self.counts = journal.counts()

    def _journal(self, name: str) -> Journal:
        return Journal(self.folder / f"{name}.txt")

    def moments(self, how: Kind) -> Sequence[int]:
        """The calls to fail at."""
        count = self.stores.counted
        if count is None or count >= self.calls:
            return range(1, self.calls + 1)
        chosen = random.Random(f"{self.program} {self.durability} {how}")
        return [1 + int((number + chosen.random()) * self.calls / count) for number in range(count)]

    # -- running, awaited or not

    def _run(
        self, stack: ExitStack, fault: Fault, journal: Journal
    ) -> tuple[Any, Exception | None]:
        """The saver of a run, closed while it still fails, and the run's error."""
        saver = self.stores.make(stack, fault)
        error = None
        try:
            if self.stores.awaited:
                asyncio.run(self._arun(saver, fault, journal))
            else:
                fault.begin()
                self._finish(saver, journal, journal.shown)
                # Not in the way of an error, as in a ``with``.
        except Exception as failed:  # noqa: BLE001 - whatever the store makes of it
            error = failed
        if isinstance(saver, SqlSaver | AsyncSqlSaver):
            saver.close()
        fault.heal()
        return saver, error

    async def _arun(self, saver: Any, fault: Fault, journal: Journal) -> None:
        if isinstance(saver, AsyncSqlSaver):
            await saver.setup()
        fault.begin()
        graph = compiled(self.program, journal, saver)
        await afinish(graph, config_of("t"), self.durability, journal.shown)

    def _sound(self, stack: ExitStack, saver: Any) -> Any:
        return saver if self.stores.again is None else self.stores.again(stack)

    def _finish(self, saver: Any, journal: Journal, shown: Shown | None = None) -> None:
        graph = compiled(self.program, journal, saver)
        if isinstance(saver, AwaitedSaver):
            asyncio.run(afinish(graph, config_of("t"), self.durability, shown))
        else:
            finish(graph, config_of("t"), self.durability, shown)

    def _seen(self, saver: Any, journal: Journal) -> Seen:
        graph = compiled(self.program, journal, saver)
        if isinstance(saver, AwaitedSaver):
            return asyncio.run(aseen(graph, saver, "t"))
        return seen(graph, saver, "t")

    # -- failing

    def fail(self, kind: Kind, at: int) -> bool:
        """Let the store fail at a call, and go on with it; whether the run failed."""
        fault, journal = Fault(kind, at, self.stores.error), self._journal(f"{kind} {at}")
        with ExitStack() as stack:
            saver, error = self._run(stack, fault, journal)
            try:
                self._check(error, self._sound(stack, saver), journal)
            except BaseException as failed:
                failed.add_note(f"{kind} call {at} of {self.calls}; the run's error: {error!r}")
                raise
        return error is not None

    def _check(self, error: Exception | None, saver: Any, journal: Journal) -> None:
        found = self._seen(saver, journal)
        if error is None:
            assert found == self.expected
            return
        assert isinstance(error, self.stores.errors)
        notes = getattr(error, "__notes__", ())
        assert any(note.startswith(("While saving ", "While reading ")) for note in notes)
        if self.durability == "exit":
            self._finish(saver, journal)
            assert self._seen(saver, journal).history[-1][0] == self.expected.history[-1][0]
            return
        finished = found.written if self.durability == "sync" else found.in_root()
        if self.durability == "sync":
            assert journal.finished() <= finished
        found.check_is_part_of(self.expected)
        before = journal.counts()
        self._finish(saver, journal)

        went_on = self._seen(saver, journal).without_errors()
        assert went_on.history == self.expected.history
        if self.durability == "sync":
            assert went_on == self.expected
        else:
            # What a subgraph saved may lie beside, under a checkpoint that was lost.
            went_on.check_is_part_of(self.expected)
        after = journal.counts()
        assert not {name for name in after if after[name] > before[name]} & finished


@pytest.mark.parametrize("kind", ["foreign", "memory", "sqlite", "postgres"])
@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_store_that_fails_at_any_call(
    stores: Stores, tmp_path: Path, program: str, durability: str
) -> None:
    trial = Trial(stores, tmp_path, program, durability)
    how: Kind
    for how in ("before", "after", "down"):
        failed = [trial.fail(how, at) for at in trial.moments(how)]
        assert any(failed) or stores.recovers


@pytest.mark.parametrize("kind", ["foreign", "memory", "sqlite", "postgres"])
@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_a_slow_store(stores: Stores, tmp_path: Path, durability: str) -> None:
    trial = Trial(stores, tmp_path, "nested", durability)
    assert not trial.fail("slow", 0)


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_a_full_disk(tmp_path: Path, durability: str) -> None:
    """The file may grow by so many pages, from none on, and no more."""
    path = tmp_path / "store.db"

    def make(stack: ExitStack, fault: Fault) -> Any:
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink()
        SqlSaver(path).close()
        with closing(sqlite3.connect(path)) as connection:
            ((pages,),) = connection.execute("PRAGMA page_count")
        engine = create_engine(f"sqlite:///{path}")
        if fault.at:
            limit = f"PRAGMA max_page_count={pages + fault.at - 1}"
            event.listen(engine, "connect", lambda connection, _: connection.execute(limit))
        stack.callback(engine.dispose)
        return stack.enter_context(SqlSaver(engine))

    stores = Stores(make, lambda stack: stack.enter_context(SqlSaver(path)), errors=StoreError)
    trial = Trial(stores, tmp_path, "fan", durability)
    failed = [trial.fail("none", pages) for pages in range(1, 16)]
    assert failed[0]
    assert not failed[-1]


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("holding", ["first", "a", "last"])
def test_a_file_that_another_program_holds(tmp_path: Path, durability: str, holding: str) -> None:
    """It is held from the moment on at which a node runs; let go of, the thread goes on."""
    path = tmp_path / "store.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as holder:

        class Holding(Journal):
            def began(self, name: str, state: Any) -> None:
                super().began(name, state)
                if name == holding:
                    holder.execute("BEGIN IMMEDIATE")

        config = config_of("t")
        with SqlSaver(path, busy_timeout=0.05) as saver:
            graph = compiled("fan", Holding(tmp_path / "journal.txt"), saver)
            with pytest.raises(StoreLockedError) as raised:
                graph.invoke({"log": ["input"]}, config, durability=durability)
            assert raised.value.__notes__[0].startswith("While saving ")
        holder.execute("ROLLBACK")
    journal = Journal(tmp_path / "journal.txt")
    with SqlSaver(path) as saver:
        graph = compiled("fan", journal, saver)
        before, found = journal.counts(), seen(graph, saver, "t")
        finish(graph, config)
        assert graph.get_state(config).values["log"][-1] == "last"
        after = journal.counts()
        assert not {name for name in after if after[name] > before[name]} & found.in_root()
