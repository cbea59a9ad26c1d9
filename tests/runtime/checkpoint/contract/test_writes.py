"""Pending writes of tasks."""

from typing import Any

import pytest

from runtime.checkpoint.base import NativeSaver, TaskWrites
from runtime.checkpoint.serde.errors import UnsavableValueError
from tests.runtime.checkpoint.making import changes, config, id_of, save


def pending(saver: NativeSaver, saved: dict[str, Any]) -> Any:
    found = saver.get_tuple(saved)
    assert found is not None
    return found.pending_writes


def test_writes_come_in_the_order_in_which_they_were_saved(saver: NativeSaver) -> None:
    saved = save(saver, {"a": 1})
    saver.put_writes(saved, [("a", 1), ("b", [2])], "z-task", "~p, z")
    saver.put_writes(saved, [("a", 10), ("__interrupt__", ("i",))], "a-task", "~p, a")
    saver.put_writes(saved, [("__no_writes__", None)], "m-task")
    assert pending(saver, saved) == [
        ("z-task", "a", 1),
        ("z-task", "b", [2]),
        ("a-task", "a", 10),
        ("a-task", "__interrupt__", ("i",)),
        ("m-task", "__no_writes__", None),
    ]


def test_saved_again_the_first_write_stays_and_a_reserved_one_is_replaced(
    saver: NativeSaver,
) -> None:
    saved = save(saver, {"a": 1})
    saver.put_writes(saved, [("a", 1), ("b", 2), ("__error__", "first")], "task")
    saver.put_writes(saved, [("a", 99)], "task")
    saver.put_writes(saved, [("__error__", "second"), ("late", 3)], "task")
    saver.put_writes(saved, [("__resume__", [1])], "task")
    saver.put_writes(saved, [("__resume__", [1, 2])], "task")
    assert pending(saver, saved) == [
        ("task", "a", 1),
        ("task", "b", 2),
        ("task", "__error__", "second"),
        ("task", "__resume__", [1, 2]),
    ]


def test_several_writes_to_one_channel(saver: NativeSaver) -> None:
    saved = save(saver, {"a": 1})
    saver.put_writes(saved, [("a", 1), ("a", 2), ("a", 3)], "task")
    assert pending(saver, saved) == [("task", "a", 1), ("task", "a", 2), ("task", "a", 3)]


def test_writes_belong_to_one_checkpoint(saver: NativeSaver) -> None:
    first = save(saver, {"a": 1})
    second = save(saver, {"a": 2}, step=1, parent=first)
    inner = save(saver, {"a": 2}, step=1, namespace="n:1")
    saver.put_writes(first, [("a", 1)], "task")
    assert pending(saver, second) == []
    assert pending(saver, inner) == []
    listed = {id_of(found.config): found.pending_writes for found in saver.list(config())}
    assert listed == {id_of(first): [("task", "a", 1)], id_of(second): []}


def test_writes_may_come_before_their_checkpoint(saver: NativeSaver) -> None:
    record = changes(0, None, {"a": 1})
    address = config(checkpoint_id=record.checkpoint_id)
    saver.put_writes(address, [("a", 1)], "task")
    assert saver.get_tuple(address) is None
    saver.commit([record])
    assert pending(saver, address) == [("task", "a", 1)]


def test_a_config_without_checkpoint_is_refused(saver: NativeSaver) -> None:
    with pytest.raises(KeyError, match="checkpoint_id"):
        saver.put_writes(config(), [("a", 1)], "task")


def test_an_empty_list_of_writes_is_nothing(saver: NativeSaver) -> None:
    saved = save(saver, {"a": 1})
    saver.put_writes(saved, [], "task")
    assert pending(saver, saved) == []


def test_writes_are_seen_in_listings_without_their_values(saver: NativeSaver) -> None:
    saved = save(saver, {"a": 1})
    saver.commit(
        [
            TaskWrites("t", "", id_of(saved), "t1", [("a", 1), ("b", 2)]),
            TaskWrites("t", "", id_of(saved), "t2", [("__error__", ValueError("x"))]),
        ]
    )
    (row,) = saver.list_rows("t")
    assert row.written_tasks == (("t1", ("a", "b")), ("t2", ("__error__",)))


def test_a_value_that_cannot_be_saved_leaves_everything_as_it_was(saver: NativeSaver) -> None:
    saved = save(saver, {"a": 1, "log": ["x" * 300]})
    parent = id_of(saved)
    with pytest.raises(TypeError, match=r"type function at \['k'\]\[1\]"):
        saver.put_writes(saved, [("fine", 1), ("bad", {"k": [0, lambda: 1]})], "task")
    good = changes(1, parent, {"a": 2, "log": ["x" * 300, "y"]})
    bad = changes(2, good.checkpoint_id, {"a": object()})
    with pytest.raises(TypeError, match="type object"):
        saver.commit([TaskWrites("t", "", parent, "task", [("a", 2)]), good, bad])

    assert pending(saver, saved) == []
    assert [id_of(found.config) for found in saver.list(config())] == [parent]

    better = changes(2, parent, {"a": 3, "log": ["x" * 300, "z"]})
    saver.commit([better])
    found = saver.get(config())
    assert found is not None
    assert found["channel_values"] == {"a": 3, "log": ["x" * 300, "z"]}


def test_what_cannot_be_saved_names_channel_and_node(saver: NativeSaver) -> None:
    saved = save(saver, {"a": 1, "log": ["x" * 300]})
    written = TaskWrites("t", "", id_of(saved), "task", [("fine", 1), ("b", {"k": print})])
    written.node = "writer"
    with pytest.raises(UnsavableValueError, match="'writer'") as raised:
        saver.commit([written])
    error = raised.value
    assert (error.node, error.channel, error.path) == ("writer", "b", "['k']")
    assert error.type_name == "builtin_function_or_method"
    assert all(part in str(error) for part in (error.node, "'b'", error.path, error.type_name))

    folded = changes(1, id_of(saved), {"a": 2, "log": ["x" * 300, print]})
    with pytest.raises(UnsavableValueError, match="in channel 'log'") as raised:
        saver.commit([folded])
    assert (raised.value.node, raised.value.channel) == ("", "log")
    with pytest.raises(UnsavableValueError, match="in channel 'c'") as raised:
        saver.put_writes(saved, [("c", print)], "task")
    assert (raised.value.path, raised.value.channel) == ("", "c")
