"""Large writes that are saved before the checkpoint that they lead to."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from runtime.checkpoint.base import TaskWrites
from runtime.checkpoint.sql import SqlSaver
from runtime.checkpoint.sql.statements import Statements
from tests.runtime.checkpoint.making import changes, config

TEXT = "a long text " * 20_000


def saved_before(saver: SqlSaver, *values: Any) -> list[str]:
    """Checkpoints one after another, each step's write saved before what it leads to."""
    first = changes(0, None, {"n": 0})
    saver.submit([first]).result()
    ids = [first.checkpoint_id]
    for step, value in enumerate(values, 1):
        saver.submit([TaskWrites("t", "", ids[-1], f"task {step}", [("value", value)])]).result()
        record = changes(step, ids[-1], {"value": TEXT})
        saver.submit([record]).result()
        ids.append(record.checkpoint_id)
    return ids


def sizes(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT length(value) FROM checkpoint_writes ORDER BY sequence")
        return [size for (size,) in found]


def test_a_large_write_lies_with_the_value_that_it_became(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with SqlSaver(path) as saver:
        ids = saved_before(saver, TEXT, TEXT + "that a reducer cut")
        refers, differs = sizes(path)
        assert refers == 0
        assert differs > len(TEXT)
        for checkpoint_id, text in zip(ids, (TEXT, TEXT + "that a reducer cut"), strict=False):
            found = saver.get_tuple(config(checkpoint_id=checkpoint_id))
            assert found is not None
            assert found.pending_writes is not None
            assert [value for _, _, value in found.pending_writes] == [text]


def test_the_write_stays_when_the_checkpoint_is_removed_that_has_its_value(tmp_path: Path) -> None:
    with SqlSaver(tmp_path / "store.db") as saver:
        first, second = saved_before(saver, TEXT)
        saver.remove_checkpoints("t", "", [second])
        found = saver.get_tuple(config(checkpoint_id=first))
        assert found is not None
        assert found.pending_writes is not None
        assert [value for _, _, value in found.pending_writes] == [TEXT]


@pytest.mark.parametrize(
    "read",
    [
        lambda saver: [row.written_tasks for row in saver.list_rows("t", "")],
        lambda saver: saver.list_rows("t", "", limit=1),
    ],
    ids=["all rows", "the newest row"],
)
def test_a_listing_reads_no_values_of_writes(
    tmp_path: Path, read: Callable[[SqlSaver], Any]
) -> None:
    path = tmp_path / "store.db"
    with SqlSaver(path) as saver:
        ids = saved_before(saver, TEXT, TEXT + "that a reducer cut")
        saver.submit([TaskWrites("t", "", ids[-1], "task", [("value", TEXT)])]).result()
        known = read(saver)
    with SqlSaver(path) as saver:

        @event.listens_for(saver.engine, "connect")
        def limit(connection: Any, _: object) -> None:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 50_000)

        saver.engine.dispose()
        assert read(saver) == known
        with pytest.raises(Exception, match="too big"):
            saver.get_tuple(config())


def test_the_way_along_a_chain_is_found_without_its_values(tmp_path: Path) -> None:
    with SqlSaver(tmp_path / "store.db") as saver:
        recursion, _, read = Statements.of(saver.engine.dialect).chain.text.rpartition("SELECT")
    assert "RECURSIVE" in recursion
    assert not re.search(r"\bvalue\b", recursion)
    assert re.search(r"\bvalue\b", read)
