"""What SQLite does for a listing does not grow with the thread."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from runtime.checkpoint.base import NativeSaver
from runtime.checkpoint.base.records import Record
from runtime.checkpoint.sql import SqlSaver
from tests.runtime.checkpoint.making import changes, config


class _Counting(sqlite3.Connection):
    """Counts the instructions that SQLite executes."""

    executed = 0

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.set_progress_handler(self._count, 1)

    def _count(self) -> int:
        _Counting.executed += 1
        return 0


def filled(path: Path, length: int) -> NativeSaver:
    """A thread with ``length`` checkpoints at the root and three in a subgraph."""
    with SqlSaver(path) as saver:
        for namespace, count in (("", length), ("inner:1", 3)):
            parent: str | None = None
            records: list[Record] = []
            for step in range(count):
                record = changes(step, parent, {"a": step}, namespace=namespace)
                parent = record.checkpoint_id
                records.append(record)
            saver.commit(records)
    engine = create_engine(
        f"sqlite:///{path}", connect_args={"factory": _Counting, "check_same_thread": False}
    )
    return SqlSaver(engine)


def executed(saver: NativeSaver, wanted: dict[str, Any], before: Any) -> int:
    _Counting.executed = 0
    assert len(list(saver.list(wanted, before=before, limit=20))) == 20
    return _Counting.executed


@pytest.mark.parametrize("wanted", [{"configurable": {"thread_id": "t"}}, config()])
def test_the_newest_cost_the_same_however_long_the_thread(
    tmp_path: Path, wanted: dict[str, Any]
) -> None:
    short = filled(tmp_path / "short.db", 320)
    long = filled(tmp_path / "long.db", 3200)
    assert executed(long, wanted, None) < 1.2 * executed(short, wanted, None)


@pytest.mark.parametrize("wanted", [{"configurable": {"thread_id": "t"}}, config()])
def test_a_page_far_back_costs_what_the_first_does(tmp_path: Path, wanted: dict[str, Any]) -> None:
    saver = filled(tmp_path / "long.db", 3200)
    first = executed(saver, wanted, None)
    oldest = list(saver.list(config()))[-64]
    assert executed(saver, wanted, oldest.config) < 1.5 * first


@pytest.mark.parametrize("wanted", [{"configurable": {"thread_id": "t"}}, config()])
def test_a_whole_listing_costs_the_same_for_each_checkpoint(
    tmp_path: Path, wanted: dict[str, Any]
) -> None:
    costs = []
    for length in (320, 3200):
        saver = filled(tmp_path / f"{length}.db", length)
        _Counting.executed = 0
        listed = sum(1 for _ in saver.list(wanted))
        costs.append(_Counting.executed / listed)
    assert costs[1] < 1.2 * costs[0]
