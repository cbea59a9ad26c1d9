"""Group commit, failures of the database, several processes."""

import gc
import sqlite3
import subprocess
import sys
import weakref
from contextlib import closing
from pathlib import Path

import pytest

from runtime.checkpoint.base import Record, TaskWrites
from runtime.checkpoint.sql import SqlSaver, StoreError
from tests.runtime.checkpoint.making import changes, config


def count(path: Path, table: str) -> int:
    connection = sqlite3.connect(path)
    ((found,),) = connection.execute(f"SELECT count(*) FROM {table}")
    connection.close()
    return int(found)


def test_what_was_submitted_is_there_after_closing(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with SqlSaver(path) as saver:
        parent = None
        for step in range(500):
            record = changes(step, parent, {"n": step})
            saver.submit([TaskWrites("t", "", record.checkpoint_id, "k", [("n", 1)]), record])
            parent = record.checkpoint_id
    assert count(path, "checkpoints") == count(path, "checkpoint_writes") == 500


def test_a_saver_that_is_forgotten_saves_what_was_submitted(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    saver = SqlSaver(path)
    for step in range(200):
        future = saver.submit([changes(step, None, {"n": step})])
    gone = weakref.ref(saver)
    del saver
    gc.collect()
    future.result(timeout=60)
    assert gone() is None
    assert count(path, "checkpoints") == 200


def test_a_process_that_ends_without_closing_saves_what_was_submitted(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    program = (
        "from runtime.checkpoint.sql import SqlSaver\n"
        "from tests.runtime.checkpoint.making import changes\n"
        f"saver = SqlSaver({str(path)!r})\n"
        "for step in range(300):\n"
        "    saver.submit([changes(step, None, {'n': step})])\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
    assert count(path, "checkpoints") == 300


def test_after_a_failure_nothing_is_saved_that_builds_on_what_was_lost(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with SqlSaver(path, busy_timeout=0.05) as saver:
        first = changes(0, None, {"n": 0, "log": ["x" * 300]})
        saver.commit([first])
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        lost = changes(1, first.checkpoint_id, {"n": 1, "log": ["x" * 300, "lost"]})
        with pytest.raises(StoreError):
            saver.commit([lost])
        holder.execute("ROLLBACK")
        holder.close()

        after = changes(2, lost.checkpoint_id, {"n": 2, "log": ["x" * 300, "lost", "after"]})
        after.complete = True
        sound = changes(3, first.checkpoint_id, {"log": ["x" * 300, "sound"]})
        saver.commit([after, sound])

        values = {
            found.metadata["step"]: found.checkpoint["channel_values"]
            for found in saver.list(config())
        }
    assert values == {
        0: {"n": 0, "log": ["x" * 300]},
        2: {"n": 2, "log": ["x" * 300, "lost", "after"]},
        3: {"n": 0, "log": ["x" * 300, "sound"]},
    }


def test_whoever_lost_something_submits_nothing_more(tmp_path: Path) -> None:
    class Run:
        """Where submissions come from."""

    path = tmp_path / "store.db"
    with SqlSaver(path, busy_timeout=0.05) as saver:
        first = changes(0, None, {"n": 0})
        saver.commit([first])
        ours, theirs = Run(), Run()
        with closing(sqlite3.connect(path, isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            lost = TaskWrites("t", "", first.checkpoint_id, "task", [("n", 1)])
            assert isinstance(saver.submit([lost], ours).exception(timeout=30), StoreError)
        following = changes(1, first.checkpoint_id, {"n": 1})
        with pytest.raises(StoreError):
            saver.submit([following], ours)
        saver.submit([changes(0, None, {"n": 0}, thread="other")], theirs).result(timeout=30)
        assert [found.metadata["step"] for found in saver.list(config())] == [0]


def test_a_text_that_the_database_cannot_hold_fails_alone(tmp_path: Path) -> None:
    with SqlSaver(tmp_path / "store.db") as saver:
        with pytest.raises(ValueError, match="keeps no name"):
            saver.commit([changes(0, None, {"n": 0}, thread="lone \ud800")])
        good = changes(0, None, {"n": 0}, thread="nul \0 and 世界")
        saver.commit([good])
        assert saver.list_threads().threads[0].thread_id == "nul \0 and 世界"
        found = saver.get(config("nul \0 and 世界"))
        assert found is not None


def test_processes_share_a_store(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    program = (
        "import sys\n"
        "from runtime.checkpoint.sql import SqlSaver\n"
        "from tests.runtime.checkpoint.making import changes\n"
        f"with SqlSaver({str(path)!r}, busy_timeout=60) as saver:\n"
        "    parent, log = None, []\n"
        "    for step in range(30):\n"
        "        log = [*log, f'{sys.argv[1]} {step} ' * 10]\n"
        "        record = changes(step, parent, {'log': log}, thread=sys.argv[1])\n"
        "        saver.commit([record])\n"
        "        parent = record.checkpoint_id\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, f"process {number}"])
        for number in range(4)
    ]
    assert [process.wait(timeout=100) for process in running] == [0, 0, 0, 0]
    with SqlSaver(path, create=False) as saver:
        assert saver.list_threads().total == 4
        for number in range(4):
            found = saver.get(config(f"process {number}"))
            assert found is not None
            assert found["channel_values"]["log"] == [
                f"process {number} {step} " * 10 for step in range(30)
            ]


def test_a_history_goes_on_in_another_process_by_its_changes(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    log = [{"id": number, "text": "x" * 100} for number in range(100)]
    first = changes(0, None, {"log": log, "n": 1})
    with SqlSaver(path) as saver:
        saver.commit([first])
    with SqlSaver(path) as saver:
        found = saver.get(config())
        assert found is not None
        grown = [*found["channel_values"]["log"], {"id": 100}]
        second = changes(1, first.checkpoint_id, {"log": grown})
        saver.commit([second])
    connection = sqlite3.connect(path)
    sizes = [row[0] for row in connection.execute("SELECT length(value) FROM channel_values")]
    connection.close()
    assert max(sizes) > 10_000
    assert min(sizes) < 20
    with SqlSaver(path) as saver:
        found = saver.get(config())
        assert found is not None
        assert found["channel_values"] == {"log": [*log, {"id": 100}], "n": 1}


def names(what: str, name: str) -> list[Record]:
    """A record with an odd name somewhere."""
    if what == "thread":
        return [changes(0, None, {"a": 1}, thread=name)]
    if what == "namespace":
        return [changes(0, None, {"a": 1}, namespace=name)]
    if what == "channel":
        return [changes(0, None, {name: "x" * 300})]
    return [TaskWrites("t", "", "id", "task", [(name, 1)], name)]


@pytest.mark.parametrize("what", ["thread", "namespace", "channel", "write"])
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_odd_names_are_kept_or_refused_alone(
    what: str, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    target = request.getfixturevalue("postgres_url") if kind == "postgres" else tmp_path / "db"
    with SqlSaver(target) as saver:
        other = saver.submit([changes(0, None, {"a": 1}, thread="other")])
        for name in ("ünï \U0001f30d", "a'b\"; --", " ", "%s %(a)s ?", "nul\0", "\ud800"):
            refused = name == "\ud800" or (name == "nul\0" and kind == "postgres")
            if refused:
                with pytest.raises(ValueError, match="keeps no name"):
                    saver.submit(names(what, name))
            else:
                saver.submit(names(what, name)).result(timeout=30)
                if what == "thread":
                    assert saver.get(config(name)) is not None
                    saver.delete_thread(name)
                    assert saver.get(config(name)) is None
        other.result(timeout=30)
        assert saver.get(config("other")) is not None


def test_what_the_next_checkpoint_stores_too_is_stored_once(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    text = "x" * 1000
    with SqlSaver(path) as saver:
        parent: str | None = None
        for step in range(100):
            record = changes(step, parent, {"items": [text] * (step + 1)})
            record.appending = frozenset({"items"})
            writes = (
                [] if parent is None else [TaskWrites("t", "", parent, "k", [("items", [text])])]
            )
            saver.commit([*writes, record])
            parent = record.checkpoint_id
    connection = sqlite3.connect(path)
    ((values,),) = connection.execute("SELECT sum(length(value)) FROM channel_values")
    ((pending,),) = connection.execute("SELECT sum(length(value)) FROM checkpoint_writes")
    connection.close()
    assert 100 * len(text) <= values <= 101 * len(text)
    assert pending == 0


@pytest.mark.parametrize(("channels", "whole"), [(5, 300), (60, 60), (2_000, 2)])
def test_a_wide_state_is_told_whole_more_seldom(tmp_path: Path, channels: int, whole: int) -> None:
    path = tmp_path / "store.db"
    values = {f"c{number}": number for number in range(channels)}
    with SqlSaver(path) as saver:
        record = changes(0, None, values)
        saver.commit([record])
        for step in range(1, 300):
            record = changes(step, record.checkpoint_id, {"c0": step})
            saver.commit([record])
        found = saver.get_tuple(config())
    connection = sqlite3.connect(path)
    ((counted,),) = connection.execute("SELECT count(*) FROM checkpoints WHERE depth = 0")
    connection.close()
    assert counted == whole
    assert found is not None
    assert found.checkpoint["channel_values"] == {**values, "c0": 299}
