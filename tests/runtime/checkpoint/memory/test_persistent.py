"""Dictionaries in files, and the saver on them."""

import asyncio
import functools
from pathlib import Path

import pytest

from runtime.checkpoint.base import Record, TaskWrites
from runtime.checkpoint.memory import InMemorySaver, PersistentDict
from runtime.checkpoint.serde.errors import DecodeError, UnsavableValueError
from runtime.errors import ConflictError
from tests.runtime.checkpoint.making import changes, config
from tests.runtime.checkpoint.serde.shapes import Point


def test_written_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "store"
    written: PersistentDict[object, list[object]] = PersistentDict(list, filename=str(path))
    written["a"].append(1)
    written["b", 2].append(Point(1))
    written.close()
    read: PersistentDict[object, list[object]] = PersistentDict(list, filename=path)
    assert read == {}
    read.load()
    assert read == {"a": [1], ("b", 2): [Point(1)]}
    assert read["new"] == []
    with read:
        read["c"].append(3)
    third: PersistentDict[object, list[object]] = PersistentDict(list, filename=path)
    third.load()
    assert third == read
    assert [each.name for each in tmp_path.iterdir()] == ["store"]


def test_a_file_stays_whole_when_writing_fails(tmp_path: Path) -> None:
    path = tmp_path / "store"
    kept: PersistentDict[str, object] = PersistentDict(None, {"a": 1}, filename=path)
    kept.sync()
    before = path.read_bytes()
    kept["b"] = lambda: 1
    with pytest.raises(UnsavableValueError):
        kept.sync()
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["store"]


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "store"
    found: PersistentDict[str, object] = PersistentDict(filename=path)
    with pytest.raises(FileNotFoundError):
        found.load()
    path.write_bytes(b"\xc1 nonsense")
    with pytest.raises(DecodeError):
        found.load()
    path.write_bytes(b"\x05")
    with pytest.raises(DecodeError, match="no dictionary"):
        found.load()
    assert found == {}


@pytest.mark.parametrize("awaited", [True, False])
def test_a_saver_in_files(tmp_path: Path, awaited: bool) -> None:
    factory = functools.partial(PersistentDict, filename=str(tmp_path / "store"))
    log = ["x" * 300]
    first = changes(0, None, {"log": log, "a": 1})
    second = changes(1, first.checkpoint_id, {"log": [*log, "y"]})
    saver = InMemorySaver(factory=factory)
    records: list[Record] = [
        first,
        TaskWrites("t", "", first.checkpoint_id, "task", [("a", 2)]),
        second,
    ]
    if awaited:

        async def work() -> None:
            async with saver:
                await asyncio.wrap_future(saver.submit(records))

        asyncio.run(work())
    else:
        with saver:
            saver.commit(records)

    again = InMemorySaver(factory=factory)
    for each in (again.storage, again.writes, again.blobs):
        assert isinstance(each, PersistentDict)
        each.load()
    assert list(again.list(config())) == list(saver.list(config()))
    found = again.get_tuple(config(checkpoint_id=first.checkpoint_id))
    assert found is not None
    assert found.pending_writes == [("task", "a", 2)]
    third = changes(2, second.checkpoint_id, {"a": 3}, sole_child=True, thread="t")
    again.commit([third])
    newest = again.get(config())
    assert newest is not None
    assert newest["channel_values"] == {"log": [*log, "y"], "a": 3}
    with pytest.raises(ConflictError):
        again.commit([changes(1, first.checkpoint_id, {"a": 4}, sole_child=True)])
    again.commit([changes(0, None, {"a": 4}, thread="other")])
    assert again.list_threads().total == 2
