"""The order in memory is that of sorting everything, whatever happens to the rows meanwhile."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from runtime.checkpoint.base.session import Place
from runtime.checkpoint.memory import InMemorySaver
from runtime.checkpoint.memory.order import Order
from tests.runtime.checkpoint.making import changes, config

_ids = st.integers(0, 20).map(lambda number: f"{number:02}")
_spaces = st.tuples(st.sampled_from("tu"), st.sampled_from(["", "a"]))
_steps = st.lists(st.tuples(st.sampled_from(["save", "save", "remove", "look"]), _spaces, _ids))
_Rows = dict[str, dict[str, dict[str, Any]]]


def expected(
    storage: _Rows, thread: str | None, space: str | None, before: str | None, after: Place | None
) -> list[Any]:
    rows = [
        row
        for name, namespaces in storage.items()
        for namespace, found in namespaces.items()
        for row in found.values()
        if thread in (None, name) and space in (None, namespace)
    ]
    rows.sort(key=lambda row: row[:2])
    rows.sort(key=lambda row: row[2], reverse=True)
    if before is not None:
        rows = [row for row in rows if row[2] < before]
    if after is not None:
        place = (after.thread_id, after.checkpoint_ns)
        rows = [
            row
            for row in rows
            if row[2] < after.checkpoint_id or (row[2] == after.checkpoint_id and row[:2] > place)
        ]
    return rows


@given(
    _steps,
    st.sampled_from([None, "t"]),
    st.sampled_from([None, "", "a"]),
    st.none() | _ids,
    st.none() | st.builds(Place, _ids, st.sampled_from("tu"), st.sampled_from(["", "a"])),
)
def test_whatever_is_saved_and_removed(
    steps: list[Any], thread: str | None, space: str | None, before: str | None, after: Place | None
) -> None:
    storage: _Rows = {}
    order = Order(storage)

    def look() -> None:
        found = list(order.descending(thread, space, before, after))
        assert found == expected(storage, thread, space, before, after)

    for action, (name, namespace), checkpoint_id in steps:
        rows = storage.setdefault(name, {}).setdefault(namespace, {})
        if action == "save":
            rows[checkpoint_id] = (name, namespace, checkpoint_id)
        elif action == "remove":
            rows.pop(checkpoint_id, None)
        else:
            look()
            assert order.ids(name, namespace) == sorted(rows)
            assert order.newest(name) == {
                each: max(found) for each, found in storage[name].items() if found
            }
    look()


def test_reading_the_newest_looks_at_no_other_row() -> None:
    class Watched(dict[str, Any]):
        looked = 0

        def __getitem__(self, key: str) -> Any:
            self.looked += 1
            return super().__getitem__(key)

        def __iter__(self) -> Any:
            raise AssertionError("every row was looked at")

    saver = InMemorySaver()
    parent = None
    for step in range(100):
        record = changes(step, parent, {"n": step})
        saver.commit([record])
        parent = record.checkpoint_id
    assert len(list(saver.list(config(), limit=3))) == 3
    rows = saver.storage["t"][""] = Watched(saver.storage["t"][""])
    for step in range(100, 103):
        record = changes(step, parent, {"n": step})
        saver.commit([record])
        parent = record.checkpoint_id
        found = saver.get_tuple(config())
        assert found is not None
        assert found.checkpoint["channel_values"] == {"n": step}
    assert [each.metadata["step"] for each in saver.list(None, limit=3)] == [102, 101, 100]
    assert rows.looked == 3
