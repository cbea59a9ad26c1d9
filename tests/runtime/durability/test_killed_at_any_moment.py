"""kill -9 at moments all over a run: whatever the moment, the thread goes on as if nothing was.

The moments are spread evenly, each at random in its part of the run. Some are told by counting
calls and returns of functions, so that they come again with the same seed; some by the clock, so
that they lie inside of system calls too; some by the bytes written, in the middle of a commit.

``KILLS`` says how many for each kind of store (200), ``KILL_SEED`` changes the moments:
``KILLS=5000 KILL_SEED=7 pytest --timeout 0 THIS_FILE``.
"""

import math
import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Literal

import pytest

from runtime.checkpoint.sql import SqlSaver
from tests.postgres import empty_schema
from tests.runtime.durability.activations import PROGRAMS, TURNS, Journal, compiled, finish
from tests.runtime.durability.killing import Killer, Whole
from tests.runtime.durability.seeing import config_of, seen

KILLS = int(os.environ.get("KILLS", "200"))
SEED = os.environ.get("KILL_SEED", "0")
WAYS = [
    {"awaiting": awaiting, "streaming": streaming}
    for awaiting in (False, True)
    for streaming in (False, True)
]
pytestmark = pytest.mark.timeout(600 + KILLS)
Kind = Literal["calls", "seconds", "written"]


@pytest.fixture(scope="module")
def killer() -> Iterator[Killer]:
    """What runs a program and kills it."""
    made = Killer()
    yield made
    made.close()


@pytest.fixture
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store that several processes can use."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return str(tmp_path / "store.db")


def check_file(target: str) -> None:
    if Path(target).exists():
        with closing(sqlite3.connect(target)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


class Case:
    """One program on one store, in all ways to run it."""

    def __init__(
        self,
        killer: Killer,
        folder: Path,
        target: str,
        program: str,
        kind: Kind,
        durability: str = "sync",
    ) -> None:
        self.killer = killer
        self.folder = folder
        self.target = target
        self.program = program
        self.kind = kind
        self.durability = durability
        self.whole: list[Whole] = []
        for number, way in enumerate(WAYS):
            # A machine that is busy with something else makes a run longer, never shorter.
            times = [
                self._run(f"whole {number}{again}", way, counting=kind == "calls")
                for again in ("", " again", " once more")[: 3 if kind == "seconds" else 1]
            ]
            self.whole.append(min((each for each in times if each), key=lambda each: each.seconds))
        with SqlSaver(target) as saver:
            graph = compiled(program, self._journal("whole 0"), saver)
            self.expected = seen(graph, saver, "whole 0")
            self.counts = self._journal("whole 0").counts()
            for number in range(1, len(WAYS)):
                assert seen(graph, saver, f"whole {number}") == self.expected

    def _journal(self, thread: str) -> Journal:
        return Journal(self.folder / f"{thread}.txt")

    def _run(self, thread: str, way: dict[str, Any], **moment: Any) -> Whole | None:
        return self.killer.after(
            self.folder,
            target=self.target,
            program=self.program,
            durability=self.durability,
            thread=thread,
            journal=str(self._journal(thread).path),
            **way,
            **moment,
        )

    def kill(self, number: int, kills: int) -> bool:
        """Kill a run in one of ``kills`` parts of it, and go on with it.

        Returns whether it was killed before it ended.
        """
        way = number % len(WAYS)
        whole = self.whole[way]._asdict()[self.kind]
        seed = f"{SEED} {self.program} {self.durability} {self.kind} {number}"
        place = (number + random.Random(seed).random()) / kills * whole
        moment = {self.kind: place if self.kind == "seconds" else 1 + int(place)}
        thread = f"killed {number}"
        ended = self._run(thread, WAYS[way], **moment)
        try:
            self._check(thread, ended is not None)
        except BaseException as error:
            error.add_note(
                f"KILLS={KILLS} KILL_SEED={SEED}: {number} of {kills} kills of {self.program}, "
                f"{WAYS[way]}, after {moment} of {self.whole[way]}; ended: {ended}"
            )
            raise
        return ended is None

    def _check(self, thread: str, ended: bool) -> None:
        check_file(self.target)
        journal = self._journal(thread)
        before = journal.counts()
        with SqlSaver(self.target) as saver:
            graph = compiled(self.program, journal, saver)
            found = seen(graph, saver, thread)
            finished = found.written
            if self.durability == "sync":
                finished = finished | journal.finished()
            found.check_is_part_of(self.expected)
            if ended:
                assert found == self.expected
            finish(graph, config_of(thread), self.durability)

            assert seen(graph, saver, thread) == self.expected
        after = journal.counts()
        assert after.keys() == self.counts.keys()
        again = {name for name in after if after[name] > before[name]}
        assert not again & finished
        for name, count in after.items():
            assert count <= self.counts[name] + 1


KINDS: dict[str, list[Kind]] = {
    "sqlite": ["calls", "seconds", "written"],
    "postgres": ["calls", "seconds"],
}


@pytest.mark.parametrize(
    ("target", "kind"),
    [(store, kind) for store, kinds in KINDS.items() for kind in kinds],
    indirect=["target"],
)
@pytest.mark.parametrize("program", PROGRAMS)
def test_with_sync_nothing_that_finished_runs_again(
    killer: Killer, tmp_path: Path, target: str, program: str, kind: Kind
) -> None:
    kinds = KINDS["postgres" if "://" in target else "sqlite"]
    kills = math.ceil(KILLS / (len(PROGRAMS) * len(kinds)))
    case = Case(killer, tmp_path, target, program, kind)
    killed = sum(case.kill(number, kills) for number in range(kills))
    assert killed > (0 if kind == "seconds" else kills // 2)


@pytest.mark.parametrize("target", KINDS, indirect=True)
@pytest.mark.parametrize("program", PROGRAMS)
def test_with_async_nothing_that_is_stored_runs_again(
    killer: Killer, tmp_path: Path, target: str, program: str
) -> None:
    kills = math.ceil(KILLS / 6 / len(PROGRAMS))
    case = Case(killer, tmp_path, target, program, "seconds", "async")
    for number in range(kills):
        case.kill(number, kills)


@pytest.mark.parametrize("kind", KINDS)
def test_while_the_tables_are_made(
    killer: Killer, tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    """Whoever opens the store next makes what is missing."""
    way: dict[str, Any] = {"awaiting": False, "streaming": False, "durability": "sync"}
    given = {"program": "loop", "thread": "t", "opening": True, **way}
    kills = KILLS // 20
    calls = 0
    for number in range(-1, kills):
        folder = tmp_path / str(number)
        folder.mkdir()
        with ExitStack() as stack:
            target = str(folder / "store.db")
            if kind == "postgres":
                server = request.getfixturevalue("postgres_server")
                target = stack.enter_context(empty_schema(server))
            journal = Journal(folder / "journal.txt")
            moment = 1 + int((number + random.Random(f"{SEED} {number}").random()) / kills * calls)
            ended = killer.after(
                folder,
                target=target,
                journal=str(journal.path),
                calls=moment if calls else 0,
                counting=True,
                **given,
            )
            if ended is not None and number == -1:
                calls = ended.calls
            check_file(target)
            with SqlSaver(target) as saver:
                graph = compiled("loop", journal, saver)
                finish(graph, config_of("t"))
                assert graph.get_state(config_of("t")).values["turn"] == TURNS
