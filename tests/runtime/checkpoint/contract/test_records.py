"""What the engine hands over: changes, and only they are stored."""

import copy
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.checkpoint.base import CheckpointChanges, NativeSaver, TaskWrites, native_saver
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.serde.jsonplus import JsonPlusSerializer
from runtime.checkpoint.sql import SqlSaver
from tests.runtime.checkpoint.awaiting import inner, perform
from tests.runtime.checkpoint.making import changes, config


def values_of(saver: NativeSaver, record: CheckpointChanges) -> dict[str, Any]:
    found = saver.get(
        config(record.thread_id, record.checkpoint_ns, checkpoint_id=record.checkpoint_id)
    )
    assert found is not None
    return found["channel_values"]


def stored_bytes(saver: NativeSaver) -> int:
    """Bytes of all larger values."""
    if isinstance(saver, InMemorySaver):
        return sum(len(row.value) for row in saver.blobs.values())

    def of_sql(plain: SqlSaver) -> int:
        with plain.session() as session:
            cursor = session._raw.cursor()
            cursor.execute("SELECT coalesce(sum(length(value)), 0) FROM channel_values")
            ((total,),) = cursor.fetchall()
            cursor.close()
            return int(total)

    return perform(saver, of_sql)


def test_changes_are_added_up(saver: NativeSaver) -> None:
    first = changes(-1, None, {"a": 1, "b": "b", "c": [1]})
    second = changes(0, first.checkpoint_id, {"a": 2}, removed=("c",), updated_channels=["a"])
    second.seen = {"node": {"a": 1}, "other": {"b": 1}}
    saver.commit([first, TaskWrites("t", "", first.checkpoint_id, "task", [("a", 2)]), second])

    found = saver.get_tuple(config())
    assert found is not None
    assert found.checkpoint["channel_values"] == {"a": 2, "b": "b"}
    assert found.checkpoint["channel_versions"] == {"a": 2, "b": 1, "c": 1}
    assert found.checkpoint["versions_seen"] == {
        "node": {"a": 1, "b": 0, "c": 0},
        "other": {"b": 1},
    }
    assert found.checkpoint["updated_channels"] == ["a"]
    assert found.checkpoint["v"] == 4
    assert values_of(saver, first) == {"a": 1, "b": "b", "c": [1]}


def test_a_submission_can_be_read_at_once(saver: NativeSaver) -> None:
    record = changes(0, None, {"a": 1})
    future = saver.submit([record])
    assert values_of(saver, record) == {"a": 1}
    assert future.result(timeout=30) is None


def test_a_saver_whose_put_is_replaced_is_not_native(saver: NativeSaver) -> None:
    class Counting(InMemorySaver):
        def put_writes(self, *arguments: Any, **named: Any) -> None:
            super().put_writes(*arguments, **named)

    assert native_saver(inner(saver)) is inner(saver)
    assert native_saver(Counting()) is None


ITEMS = st.one_of(
    st.text(max_size=40),
    st.integers(),
    st.dictionaries(st.text(max_size=5), st.integers(), max_size=3),
)


@pytest.mark.parametrize("appending", [True, False])
@given(data=st.data())
def test_lists_come_back_as_they_were_whatever_happened_to_them(
    appending: bool, data: st.DataObject
) -> None:
    """Grown, cut, replaced, emptied, forked: every checkpoint has its own list."""
    saver = InMemorySaver()
    expected: list[tuple[CheckpointChanges, list[Any]]] = []
    parent: CheckpointChanges | None = None
    value: list[Any] = ["a long first entry " * 20]
    for step in range(data.draw(st.integers(1, 12))):
        kind = data.draw(st.sampled_from(["grow", "grow", "grow", "cut", "replace", "fork"]))
        if kind == "fork" and expected:
            parent, value = data.draw(st.sampled_from(expected))
        fresh = data.draw(st.lists(ITEMS, max_size=4))
        if kind == "cut":
            value = value[:-1]
        elif kind == "replace":
            value = [*fresh, *value[1:]]
        else:
            value = [*value, *fresh]
        record = changes(
            step,
            parent.checkpoint_id if parent else None,
            {"log": value},
            appending=frozenset({"log"} if appending else ()),
        )
        saver.commit([record])
        expected.append((record, list(value)))
        parent = record
    for record, wanted in expected:
        assert values_of(saver, record) == {"log": wanted}


class Sealing:
    """A serializer whose bytes cannot be cut, and are never the same twice."""

    def __init__(self) -> None:
        self.inner = JsonPlusSerializer()

    def dumps_typed(self, obj: Any) -> tuple[str, bytes]:
        tag, data = self.inner.dumps_typed(obj)
        return f"sealed {tag}", os.urandom(8) + data[::-1]

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        kind, tag = data[0].split()
        assert kind == "sealed"
        return self.inner.loads_typed((tag, data[1][8:][::-1]))


@pytest.mark.parametrize("kind", ["memory", "sql"])
def test_a_serializer_of_ones_own_is_used_for_every_value(kind: str) -> None:
    serde = Sealing()
    saver = InMemorySaver(serde=serde) if kind == "memory" else SqlSaver(":memory:", serde=serde)
    log: list[Any] = []
    expected: dict[int, list[Any]] = {}
    parent: str | None = None
    for step in range(80):
        log = [*log, f"entry {step} " * 10, {"n": step}] if step % 7 else log[1:]
        record = changes(step, parent, {"log": log, "n": step, "flat": list(range(step * 20))})
        saver.commit([record, TaskWrites("t", "", record.checkpoint_id, "task", [("log", log)])])
        expected[step] = log
        parent = record.checkpoint_id if step % 10 else parent
    assert len(expected) == 80
    for found in saver.list(config()):
        step = found.metadata["step"]
        assert found.checkpoint["channel_values"] == {
            "log": expected[step],
            "n": step,
            "flat": list(range(step * 20)),
        }
        assert found.pending_writes == [("task", "log", expected[step])]
    if isinstance(saver, SqlSaver):
        saver.close()


@pytest.mark.parametrize("known_to_append", [True, False])
def test_a_growing_list_costs_its_new_items_only(saver: NativeSaver, known_to_append: bool) -> None:
    parent: str | None = None
    log: list[Any] = []
    size = 0
    steps = 300
    for step in range(steps):
        entry = {"id": step, "text": "x" * 100}
        size += 115
        log = [*log, entry]
        record = changes(
            step,
            parent,
            {"log": log},
            appending=frozenset({"log"} if known_to_append else ()),
        )
        saver.commit([record])
        parent = record.checkpoint_id
        if step % 50 == 49:
            assert values_of(saver, record) == {"log": log}
    assert stored_bytes(saver) < 3 * size


def test_an_old_item_changed_in_place_is_stored(saver: NativeSaver) -> None:
    log: list[Any] = [{"id": index, "text": "x" * 100} for index in range(5)]
    first = changes(0, None, {"log": log})
    saver.commit([first])
    log = [*log, {"id": 5}]
    log[0]["text"] = "changed"
    second = changes(1, first.checkpoint_id, {"log": log})
    saver.commit([second])
    assert values_of(saver, second)["log"][0]["text"] == "changed"
    assert values_of(saver, first)["log"][0]["text"] == "x" * 100


def test_equal_items_of_another_type_are_not_the_same(saver: NativeSaver) -> None:
    first = changes(0, None, {"log": [1, "x" * 300]})
    second = changes(1, first.checkpoint_id, {"log": [True, "x" * 300]})
    third = changes(2, second.checkpoint_id, {"log": [1.0, "x" * 300]})
    saver.commit([first, second, third])
    kinds = [type(values_of(saver, record)["log"][0]) for record in (first, second, third)]
    assert kinds == [int, bool, float]


def test_an_unchanged_large_list_is_not_stored_again(saver: NativeSaver) -> None:
    log = ["x" * 500]
    first = changes(0, None, {"log": log})
    second = changes(1, first.checkpoint_id, {"log": log})
    third = changes(2, second.checkpoint_id, {"log": ["x" * 500]})
    saver.commit([first])
    size = stored_bytes(saver)
    saver.commit([second, third])
    assert stored_bytes(saver) == size
    assert values_of(saver, third) == {"log": log}


def test_large_values_are_shared_by_later_checkpoints(saver: NativeSaver) -> None:
    first = changes(0, None, {"big": "x" * 10_000, "n": 0})
    records = [first]
    for step in range(1, 200):
        records.append(changes(step, records[-1].checkpoint_id, {"n": step}))
    saver.commit(records)
    assert stored_bytes(saver) < 11_000
    for record in (records[1], records[64], records[199]):
        assert values_of(saver, record)["big"] == "x" * 10_000


@pytest.mark.parametrize("known_to_append", [True, False])
def test_a_growing_dict_costs_its_changed_keys_only(
    saver: NativeSaver, known_to_append: bool
) -> None:
    parent: str | None = None
    files: dict[str, Any] = {f"file {number}": {"text": "x" * 90} for number in range(50)}
    records = []
    for step in range(300):
        files = {**files, f"file {step}": {"text": str(step) * 30}, "latest": step}
        record = changes(
            step,
            parent,
            {"files": files},
            appending=frozenset({"files"} if known_to_append else ()),
        )
        saver.commit([record])
        parent = record.checkpoint_id
        records.append((record, files))
    assert stored_bytes(saver) < 100_000
    for record, expected in records[::37]:
        found = values_of(saver, record)["files"]
        assert found == expected
        assert list(found) == list(expected)


@given(data=st.data())
def test_dicts_come_back_as_they_were_whatever_happened_to_them(data: st.DataObject) -> None:
    """Grown, changed, shrunk, reordered, changed in place, forked, another type."""
    saver = InMemorySaver()
    expected: list[tuple[CheckpointChanges, Any]] = []
    parent: CheckpointChanges | None = None
    value: dict[Any, Any] = {f"key {number}": number for number in range(40)}
    for step in range(data.draw(st.integers(1, 10))):
        kind = data.draw(
            st.sampled_from(["set", "set", "set", "drop", "reverse", "mutate", "fork", "key"])
        )
        if kind == "fork" and expected:
            parent, value = data.draw(st.sampled_from(expected))
        value = dict(value)
        if kind == "drop":
            value.pop(next(iter(value)))
        elif kind == "reverse":
            value = dict(reversed(value.items()))
        elif kind == "key":
            value[step] = "not a text key"
        elif kind == "mutate":
            value["nested"] = [*value.get("nested", []), step]
        keys = st.sampled_from([*map(str, value), "fresh 1", "fresh 2"])
        scalar = st.sampled_from([0, 0.0, -0.0, False, None, "", 1, True, 1.0, "text", (1,)])
        value.update(data.draw(st.dictionaries(keys, scalar, max_size=4)))
        record = changes(step, parent.checkpoint_id if parent else None, {"d": value})
        saver.commit([record])
        expected.append((record, copy.deepcopy(value)))
        parent = record
    for record, wanted in expected:
        found = values_of(saver, record)["d"]
        assert repr(found) == repr(wanted)


def test_a_dict_goes_on_in_another_process_by_its_changes(tmp_path: Path) -> None:
    files = {f"file {number}": ["x" * 100] for number in range(100)}
    first = changes(0, None, {"files": files})
    with SqlSaver(tmp_path / "store.db") as saver:
        saver.commit([first])
        before = stored_bytes(saver)
    with SqlSaver(tmp_path / "store.db") as saver:
        found = values_of(saver, first)["files"]
        second = changes(1, first.checkpoint_id, {"files": {**found, "file 7": ["y"]}})
        saver.commit([second])
        assert stored_bytes(saver) < before + 40
        assert values_of(saver, second) == {"files": {**files, "file 7": ["y"]}}
        assert values_of(saver, first) == {"files": files}
