"""Two thousand damaged values and databases: each is read, or refused in words, by every reader.

They are read in processes of their own, whose memory is bounded, which hear of everything that is
imported or executed, and which a case that hangs ends. ``TEST_EFFORT`` reads more, other ones.
"""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.sql import SqlSaver, StoreCorruptError
from runtime.debug.database import Database
from tests.campaign import EFFORT
from tests.runtime.checkpoint.damage import reading
from tests.runtime.checkpoint.damage.mutation import execute
from tests.runtime.checkpoint.damage.store import make_journaled_store, make_store
from tests.runtime.checkpoint.serde.test_hostile import EVERYTHING

BLOBS = 920
FILES = 65
JOURNALS = 15
"""Each for a stranger's data and for the program's own."""
GROWTH = 200 << 20
"""Bytes of memory that reading all of them may take at once."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where canaries tell that their code ran."""
    path = tmp_path_factory.mktemp("canary") / "told.txt"
    os.environ["CANARY_FILE"] = str(path)
    return path


@pytest.fixture(scope="module")
def held(told: Path) -> list[Any]:
    """Something of every kind, and the canaries."""
    from tests.runtime.checkpoint.damage.canary import flock

    return [*flock(), *EVERYTHING]


@pytest.fixture(scope="module")
def sound(held: list[Any], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("sound")
    value, store = folder / "value.bin", folder / "store.sqlite"
    value.write_bytes(JsonPlusSerializer().dumps_typed(held)[1])
    make_store(store, held)
    journaled = folder / "journaled.sqlite"
    make_journaled_store(journaled, held)
    return {"blobs": value, "files": store, "journals": journaled}


def read(kind: str, sound: Path, count: int, whose: str, told: Path) -> list[dict[str, Any]]:
    """What the child reports of each case."""
    told.unlink(missing_ok=True)
    first = 0 if EFFORT == 1 else 1_000_000
    child = subprocess.run(
        [
            *(sys.executable, "-m", reading.__name__),
            *(kind, str(sound), str(first), str(count * EFFORT), whose),
        ],
        env={**os.environ, "CANARY_FILE": str(told)},
        capture_output=True,
        text=True,
    )
    reports = [json.loads(line) for line in child.stdout.splitlines()]
    assert child.returncode == 0, (reports[-1:], child.stderr[-5000:])
    assert len(reports) == count * EFFORT
    return reports


@pytest.mark.parametrize("whose", ["own", "stranger"])
@pytest.mark.parametrize(
    ("kind", "count"), [("blobs", BLOBS), ("files", FILES), ("journals", JOURNALS)]
)
def test_damage_is_read_or_refused_in_words(
    kind: str, count: int, whose: str, sound: dict[str, Path], told: Path
) -> None:
    reports = read(kind, sound[kind], count, whose, told)

    problems = [report for report in reports if report["problem"]]
    assert not problems, "\n\n".join(f"{each['case']}: {each['problem']}" for each in problems[:3])
    assert reports[-1]["memory"] - reports[0]["memory"] < GROWTH
    # To whom the canary is known, it was imported before; nobody else imports it.
    ran = told.read_text().split() if told.exists() else []
    assert set(ran) <= ({"import", "init_subclass"} if whose == "own" else set())


def test_the_child_notices_what_it_is_to_notice(
    sound: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that executes, runs out of memory or fails otherwise is a problem."""
    assert reading.memory_error_in(ValueError()) is False
    wrapped = ValueError("as words")
    wrapped.__cause__ = MemoryError()
    assert reading.memory_error_in(wrapped)

    program = (
        "import sys, contextlib\n"
        "from pathlib import Path\n"
        "from tests.runtime.checkpoint.damage import reading\n"
        "def case(sound, number, own):\n"
        "    if number == 0: import antigravity_of_nobody\n"
        "    if number == 1: bytearray(1 << 40)\n"
        "    if number == 2: raise TypeError('a slip')\n"
        "    if number == 3:\n"
        "        try: bytearray(1 << 40)\n"
        "        except MemoryError as error: raise ValueError('hidden') from error\n"
        "reading.blob_case = case\n"
        "reading.main('blobs', Path('x'), 0, 5, False)\n"
    )
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    problems = [json.loads(line)["problem"] for line in child.stdout.splitlines()]
    assert "executed: [\"import 'antigravity_of_nobody'\"]" in problems[0]
    assert ["MemoryError" in problem for problem in problems] == [False, True, False, True, False]
    assert "a slip" in problems[2]
    assert problems[4] == ""


# -- hostile hands --------------------------------------------------------------------------


HOSTILE = {
    "a value that builds on itself": "UPDATE channel_values SET base_checkpoint_id = checkpoint_id",
    "values that build on each other": "UPDATE channel_values SET base_checkpoint_id = "
    "(SELECT max(checkpoint_id) FROM checkpoints), checkpoint_id = checkpoint_id",
    "a checkpoint that is its own parent": "UPDATE checkpoints SET parent_checkpoint_id = "
    "checkpoint_id, depth = 1",
    "parents in a circle": "UPDATE checkpoints SET depth = 7, parent_checkpoint_id = "
    "(SELECT max(checkpoint_id) FROM checkpoints c WHERE c.thread_id = checkpoints.thread_id)",
    "depths that never end": "UPDATE checkpoints SET depth = 9223372036854775807",
}


@pytest.mark.parametrize("statement", HOSTILE.values(), ids=HOSTILE.keys())
def test_nothing_is_followed_in_circles(
    statement: str, sound: dict[str, Path], told: Path, tmp_path: Path
) -> None:
    store = tmp_path / "store.sqlite"
    store.write_bytes(sound["files"].read_bytes())
    execute(store, statement)
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from random import Random\n"
        "from tests.runtime.checkpoint.damage import reading\n"
        "path = Path(sys.argv[1])\n"
        "reading.read_saver(path, False)\n"
        "reading.read_session(path, Random(1), False)\n"
        "reading.read_command(path, Random(1))\n"
    )

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    child = subprocess.run(
        [sys.executable, "-c", program, str(store)],
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=bounded,
    )
    assert child.returncode == 0, child.stderr


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        (
            "ALTER TABLE channel_values DROP COLUMN value; ALTER TABLE channel_values"
            " ADD COLUMN value GENERATED ALWAYS AS (zeroblob(900000000)) VIRTUAL",
            "channel_values lacks value",
        ),
        (
            "ALTER TABLE checkpoints ADD COLUMN more GENERATED ALWAYS AS (zeroblob(9)) VIRTUAL",
            "checkpoints computes columns",
        ),
        ("ALTER TABLE checkpoint_writes RENAME COLUMN tag TO other", "checkpoint_writes lacks tag"),
        (
            "DROP TABLE checkpoints; CREATE VIEW checkpoints AS WITH RECURSIVE n(i) AS"
            " (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS thread_id FROM n",
            "lacks the tables checkpoints",
        ),
        ("UPDATE pregel_schema SET version = 'text'", "version is not readable"),
    ],
)
def test_tables_that_are_not_what_they_seem_are_refused(
    statements: str, words: str, sound: dict[str, Path], tmp_path: Path
) -> None:
    store = tmp_path / "store.sqlite"
    store.write_bytes(sound["files"].read_bytes())
    for statement in statements.split("; "):
        execute(store, statement)
    for read_only, create in ((True, False), (False, False), (False, True)):
        with pytest.raises(StoreCorruptError, match=words):
            SqlSaver(store, read_only=read_only, create=create)
    with pytest.raises(StoreCorruptError, match=words):
        Database(str(store), create=False, read_only=True)


def test_one_damaged_thread_does_not_hide_the_others(
    sound: dict[str, Path], tmp_path: Path
) -> None:
    store = tmp_path / "store.sqlite"
    store.write_bytes(sound["files"].read_bytes())
    execute(store, "UPDATE checkpoints SET ts = x'ff', state = x'c1' WHERE thread_id = 'waits'")
    with SqlSaver(store, read_only=True) as saver:
        assert {each.thread_id for each in saver.list_threads().threads} == {
            "ended",
            "waits",
            "failed",
        }
        assert saver.get_tuple({"configurable": {"thread_id": "ended"}}) is not None
