"""Removing any checkpoints of a thread: those that stay read as before, byte for byte."""

import random
from pathlib import Path
from typing import Any

import pytest

from runtime.checkpoint.base import NativeSaver
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.sql import SqlSaver
from tests.runtime.checkpoint.making import config, id_of, save


def grow_tree(saver: NativeSaver, chance: random.Random, count: int) -> list[str]:
    """A tree of checkpoints with lists and dicts that grow, are replaced, and stay as they are."""
    states: dict[str, tuple[dict[str, Any], dict[str, Any], int]] = {}
    ids: list[str] = []
    for number in range(count):
        parent = None if not ids else chance.choice(ids) if chance.random() < 0.2 else ids[-1]
        before, address, step = ({}, None, -1) if parent is None else states[parent]
        values = dict(before)
        kind = chance.randrange(5)
        if kind == 0:
            values["plain"] = chance.choice([number, "text" * 100, None])
        elif kind == 1:
            values["log"] = ["anew " * 60]
        elif kind == 2:
            keys = {f"key {number} {each}": "x" * 40 for each in range(9)}
            values["table"] = {**values.get("table", {}), **keys}
        else:
            values["log"] = [*values.get("log", []), f"entry {number} " * 30]
        fields: dict[str, Any] = {
            "channel_versions": dict.fromkeys(values, number + 2),
        }
        saved = save(saver, values, step=step + 1, parent=address, fields=fields)
        saver.put_writes(saved, [("log", ["w" * 300]), ("plain", number)], f"task {number}")
        ids.append(id_of(saved))
        states[ids[-1]] = (values, saved, step + 1)
    return ids


def reading(saver: NativeSaver, checkpoint_id: str) -> Any:
    found = saver.get_tuple(config(checkpoint_id=checkpoint_id))
    assert found is not None
    values = {
        name: saver.serde.dumps_typed(value)
        for name, value in found.checkpoint["channel_values"].items()
    }
    return {**found.checkpoint, "channel_values": values}, found.metadata, found.pending_writes


def stored_bytes(saver: NativeSaver) -> int:
    assert isinstance(saver, SqlSaver)
    with saver.engine.connect() as connection:
        return int(
            connection.exec_driver_sql("SELECT sum(length(value)) FROM channel_values").scalar()
            or 0
        )


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
@pytest.mark.parametrize("seed", range(4))
def test_what_stays_reads_the_same(
    kind: str, seed: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    chance = random.Random(seed)
    saver: NativeSaver
    if kind == "memory":
        saver = InMemorySaver()
    else:
        url = request.getfixturevalue("postgres_url") if kind == "postgres" else ""
        saver = SqlSaver(url or tmp_path / "store.db")
    ids = grow_tree(saver, chance, 90)
    for share in (0.3, 0.6, 0.9):
        left = [each for each in ids if saver.get_tuple(config(checkpoint_id=each))]
        leaving = {each for each in left[:-1] if chance.random() < share}
        staying = [each for each in left if each not in leaving]
        before = [reading(saver, each) for each in staying]
        parents = {row.checkpoint_id: row.parent_checkpoint_id for row in saver.list_rows("t", "")}

        saver.remove_checkpoints("t", "", leaving)

        assert [reading(saver, each) for each in staying] == before
        rows = {row.checkpoint_id: row.parent_checkpoint_id for row in saver.list_rows("t", "")}
        assert list(rows) == staying[::-1]
        for each in staying:
            ancestor = parents[each]
            while ancestor in leaving:
                ancestor = parents[ancestor]
            assert rows[each] == ancestor
    newest = saver.get_tuple(config())
    assert newest is not None
    log = [*newest.checkpoint["channel_values"].get("log", []), "more " * 90]
    saved = save(saver, {"log": log}, step=99, parent=newest.config)
    found = saver.get_tuple(saved)
    assert found is not None
    assert found.checkpoint["channel_values"]["log"] == log
    if isinstance(saver, SqlSaver):
        saver.close()


@pytest.mark.parametrize("every", [1, 3, 100])
def test_what_stays_takes_no_more_room_than_before(tmp_path: Path, every: int) -> None:
    """A list that has grown over 300 steps is not stored whole at each checkpoint that stays."""
    with SqlSaver(tmp_path / "store.db") as saver:
        ids: list[str] = []
        parent = None
        for step in range(300):
            log = [f"entry {each} " * 20 for each in range(step + 1)]
            parent = save(saver, {"log": log}, step=step, parent=parent)
            ids.append(id_of(parent))
        before = stored_bytes(saver)
        saver.remove_checkpoints(
            "t", "", set(ids[:200]) | {e for i, e in enumerate(ids) if i % every}
        )
        assert stored_bytes(saver) < 1.1 * before


class _Cut(Exception):
    """The work is broken off."""


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_removing_that_is_broken_off_anywhere_has_changed_nothing(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runtime.checkpoint.base.detaching._EVERY", 7)
    monkeypatch.setattr("runtime.checkpoint.sql.writer._PART", 11)
    chance = random.Random(5)
    saver: NativeSaver = InMemorySaver() if kind == "memory" else SqlSaver(tmp_path / "store.db")
    ids = grow_tree(saver, chance, 60)
    before = [reading(saver, each) for each in ids]
    leaving = {each for each in ids[:-1] if chance.random() < 0.6}
    told: list[float] = []
    for cut in range(1000):
        told.clear()

        def advance(done: float, cut: int = cut) -> None:
            told.append(done)
            if len(told) > cut:
                raise _Cut

        try:
            saver.remove_checkpoints("t", "", leaving, advance)
        except _Cut:
            assert [reading(saver, each) for each in ids] == before
            continue
        break
    assert cut > (5 if kind == "memory" else 12)
    assert told == sorted(told)
    assert 0 <= told[0] < told[-1] < 1
    staying = [each for each in ids if each not in leaving]
    assert [row.checkpoint_id for row in saver.list_rows("t", "")] == staying[::-1]
    assert [reading(saver, each) for each in staying] == [
        state for each, state in zip(ids, before, strict=True) if each not in leaving
    ]
    if isinstance(saver, SqlSaver):
        saver.close()
