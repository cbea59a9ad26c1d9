"""Deleting and thinning out beside writers, in the same program and in another."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from runtime.checkpoint.base import CheckpointChanges, NativeSaver
from runtime.checkpoint.deltas import ParentMissingError
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.sql import HistoryChangedError, SqlSaver
from tests.runtime.checkpoint.making import changes, config


@pytest.fixture(params=["sqlite", "postgres"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty store that programs can share."""
    if request.param == "sqlite":
        yield str(tmp_path / "store.db")
    else:
        yield request.getfixturevalue("postgres_url")


@pytest.fixture(autouse=True)
def differences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most checkpoints are told as differences, as those of wide states are."""
    monkeypatch.setattr("runtime.checkpoint.deltas._steps_between", lambda _: 64)


class Run:
    """A run with a list that grows, and a large value that stays."""

    def __init__(self, saver: NativeSaver, parent: str | None = None, step: int = 0) -> None:
        self.saver = saver
        self.parent = parent
        self.step = step
        self.log: list[str] = []

    def record(self) -> CheckpointChanges:
        self.log = [*self.log, f"entry {self.step} " * 20]
        values: dict[str, Any] = {"log": self.log, "n": self.step}
        if self.parent is None:
            values["fixed"] = "y" * 500
        record = changes(self.step, self.parent, values, sole_child=True)
        self.parent = record.checkpoint_id
        self.step += 1
        return record

    def go(self, steps: int) -> None:
        for _ in range(steps):
            self.saver.commit([self.record()])

    def load(self) -> None:
        """Begin anew from the newest checkpoint."""
        found = self.saver.get_tuple(config())
        assert found is not None
        self.parent = found.checkpoint["id"]
        self.log = found.checkpoint["channel_values"]["log"]
        self.step = found.checkpoint["channel_values"]["n"] + 1

    def check(self, saver: NativeSaver) -> None:
        """The newest checkpoint holds everything."""
        found = saver.get_tuple(config())
        assert found is not None
        assert found.checkpoint["id"] == self.parent
        assert found.checkpoint["channel_values"] == {
            "log": [f"entry {step} " * 20 for step in range(self.step)],
            "n": self.step - 1,
            "fixed": "y" * 500,
        }


THINNING: list[Callable[[NativeSaver], None]] = [
    lambda saver: saver.prune(["t"]),
    lambda saver: saver.delete_thread("t"),
]


@pytest.mark.parametrize("steps", [1, 63, 64, 65, 130])
def test_thinned_out_by_another_program_between_runs(target: str, steps: int) -> None:
    with SqlSaver(target) as ours, SqlSaver(target) as theirs:
        run = Run(ours)
        run.go(steps)
        for _ in range(3):
            theirs.prune(["t"])
            run.load()
            run.go(70)
            run.check(theirs)
            run.check(ours)
        assert len(list(theirs.list(config()))) == 71
        for found in theirs.list(config()):
            assert found.checkpoint["channel_values"]["fixed"] == "y" * 500


@pytest.mark.parametrize("thin", THINNING, ids=["prune", "delete"])
@pytest.mark.parametrize("steps", [5, 64, 70])
def test_thinned_out_by_another_program_during_a_run(
    target: str, steps: int, thin: Callable[[NativeSaver], None]
) -> None:
    with SqlSaver(target) as ours, SqlSaver(target) as theirs:
        run = Run(ours)
        run.go(steps)
        thin(theirs)
        with pytest.raises(HistoryChangedError, match="thread 't' was thinned out"):
            run.go(1)
        left = list(theirs.list(config()))
        assert len(left) == (0 if thin is THINNING[1] else 1)
        if left:
            run.load()
        else:
            run = Run(ours)
        run.go(70)
        run.check(theirs)


def test_a_thread_deleted_during_a_run_is_not_half_restored() -> None:
    for saver in (InMemorySaver(), SqlSaver(":memory:")):
        run = Run(saver)
        run.go(3)
        saver.delete_thread("t")
        with pytest.raises(ParentMissingError, match="thread 't'"):
            run.go(1)
        assert list(saver.list(config())) == []


def test_what_was_submitted_before_a_deletion_is_deleted(target: str) -> None:
    with SqlSaver(target) as saver:
        for number in range(20):
            run = Run(saver)
            futures = [saver.submit([run.record()]) for _ in range(5)]
            saver.delete_thread("t")
            assert list(saver.list(config())) == [], number
            for future in futures:
                future.result(timeout=30)


def test_thinning_out_again_and_again_beside_a_run(target: str) -> None:
    """The run may be refused and goes on from what is left; nothing is ever damaged."""
    with SqlSaver(target) as ours, SqlSaver(target) as theirs:
        run = Run(ours)
        run.go(3)

        def thin() -> None:
            for _ in range(12):
                theirs.prune(["t"])
                for found in theirs.list(config()):
                    assert found.checkpoint["channel_values"]["fixed"] == "y" * 500

        with ThreadPoolExecutor(1) as pool:
            thinning = pool.submit(thin)
            while not thinning.done() or run.step < 100:
                try:
                    run.go(1)
                except HistoryChangedError:
                    run.load()
            thinning.result()
        run.check(theirs)


def test_thinning_out_beside_a_run_on_the_same_saver(target: str) -> None:
    with SqlSaver(target) as saver:
        run = Run(saver)
        run.go(3)
        for _ in range(5):
            futures = [saver.submit([run.record()]) for _ in range(40)]
            saver.prune(["t"])
            futures += [saver.submit([run.record()]) for _ in range(40)]
            for future in futures:
                future.result(timeout=60)
            run.check(saver)
