"""Listings: order, restrictions, pages."""

from typing import Any

import pytest

from runtime.checkpoint.base import NativeSaver
from tests.runtime.checkpoint.making import checkpoint_of, config, id_of, save


def steps(saver: NativeSaver, wanted: Any = None, **restrictions: Any) -> list[Any]:
    return [found.metadata["step"] for found in saver.list(wanted, **restrictions)]


@pytest.fixture
def history(saver: NativeSaver) -> list[dict[str, Any]]:
    """Thread ``t``: steps -1 to 3, thread ``u``: 10, namespace ``n:1`` of ``t``: 20."""
    saved = [save(saver, {"a": -1}, step=-1, source="input", run_id="r1", user="ann")]
    for step in range(4):
        saved.append(
            save(saver, {"a": step}, step=step, parent=saved[-1], run_id="r1", odd=step % 2)
        )
    saved.append(save(saver, {"a": 10}, step=10, thread="u", user="ann"))
    saved.append(save(saver, {"a": 20}, step=20, namespace="n:1"))
    return saved


def test_newest_first(saver: NativeSaver, history: list[dict[str, Any]]) -> None:
    assert steps(saver, config()) == [3, 2, 1, 0, -1]
    assert steps(saver) == [20, 10, 3, 2, 1, 0, -1]
    assert steps(saver, {"configurable": {"thread_id": "t"}}) == [20, 3, 2, 1, 0, -1]
    assert steps(saver, config(namespace="n:1")) == [20]
    assert steps(saver, config("nobody")) == []


def test_an_id_in_the_config_lists_that_one(
    saver: NativeSaver, history: list[dict[str, Any]]
) -> None:
    assert steps(saver, history[2]) == [1]


@pytest.mark.parametrize(
    ("limit", "expected"), [(None, 5), (0, 0), (-1, 0), (1, 1), (3, 3), (100, 5)]
)
def test_limit(
    saver: NativeSaver, history: list[dict[str, Any]], limit: int | None, expected: int
) -> None:
    assert steps(saver, config(), limit=limit) == [3, 2, 1, 0, -1][:expected]


def test_before(saver: NativeSaver, history: list[dict[str, Any]]) -> None:
    assert steps(saver, config(), before=history[3]) == [1, 0, -1]
    assert steps(saver, config(), before=history[3], limit=2) == [1, 0]
    assert steps(saver, config(), before=history[0]) == []
    assert steps(saver, config(), before=config()) == [3, 2, 1, 0, -1]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({}, [20, 10, 3, 2, 1, 0, -1]),
        ({"source": "input"}, [-1]),
        ({"step": 1}, [1]),
        ({"source": "loop", "odd": 1}, [3, 1]),
        ({"user": "ann"}, [10, -1]),
        ({"user": "nobody"}, []),
        ({"absent": None}, [20, 10, 3, 2, 1, 0, -1]),
        ({"absent": 1}, []),
        ({"parents": {}}, [20, 10, 3, 2, 1, 0, -1]),
        ({"a'b\" ; DROP TABLE checkpoints --": 1}, []),
        ({"$.step": 1}, []),
        ({"": ""}, []),
        ({"nul\0": "\0"}, []),
        ({"step": "1"}, []),
    ],
)
def test_filter(
    saver: NativeSaver,
    history: list[dict[str, Any]],
    wanted: dict[str, Any],
    expected: list[int],
) -> None:
    assert steps(saver, None, filter=wanted) == expected


def test_filter_and_limit_together(saver: NativeSaver, history: list[dict[str, Any]]) -> None:
    assert steps(saver, config(), filter={"odd": 1}, limit=1) == [3]
    assert steps(saver, config(), filter={"odd": 0}, limit=5, before=history[3]) == [0]


def test_long_histories_come_in_pages(saver: NativeSaver) -> None:
    saved: dict[str, Any] | None = None
    for step in range(150):
        saved = save(saver, {"a": step, "log": list(range(step))}, step=step, parent=saved)
    assert steps(saver, config()) == list(range(149, -1, -1))
    assert steps(saver, config(), limit=100) == list(range(149, 49, -1))
    assert steps(saver, config(), filter={"step": 3}) == [3]
    for found in saver.list(config()):
        step = found.metadata["step"]
        assert found.checkpoint["channel_values"] == {"a": step, "log": list(range(step))}


def test_the_same_ids_in_two_threads_are_both_listed(saver: NativeSaver) -> None:
    saved = None
    for step in range(70):
        saved = save(saver, {"a": step}, step=step, parent=saved)
    saver.copy_thread("t", "copy")
    listed = [
        (found.config["configurable"]["thread_id"], id_of(found.config))
        for found in saver.list(None)
    ]
    assert len(listed) == len(set(listed)) == 140


def test_a_listing_may_be_left_and_the_saver_used_meanwhile(
    saver: NativeSaver, history: list[dict[str, Any]]
) -> None:
    listing = saver.list(config())
    next(listing)
    save(saver, {"a": 99}, step=99, parent=history[4])
    assert next(listing).metadata["step"] == 2
    assert steps(saver, config(), limit=1) == [99]


def test_a_thread_is_listed_across_its_namespaces(saver: NativeSaver) -> None:
    spaces = ["", "a:1", "a:1|b:2", *(f"n:{number}" for number in range(90))]
    newest: dict[str, dict[str, Any]] = {}
    step = 0
    for rounds, space in ((40, ""), (30, "a:1"), (3, "a:1|b:2"), *((1, each) for each in spaces)):
        for _ in range(rounds):
            newest[space] = save(
                saver, {"a": step}, step=step, namespace=space, parent=newest.get(space)
            )
            step += 1
    save(saver, {"a": step}, step=step, thread="u")
    thread = {"configurable": {"thread_id": "t"}}
    everything = list(range(step - 1, -1, -1))
    assert steps(saver, thread) == everything
    assert steps(saver, thread, limit=50) == everything[:50]
    assert steps(saver, thread, limit=120) == everything[:120]
    for found in list(saver.list(thread))[::20]:
        older = everything[everything.index(found.metadata["step"]) + 1 :]
        assert steps(saver, thread, before=found.config, limit=70) == older[:70]


def test_one_id_in_several_namespaces_is_listed_in_their_order(saver: NativeSaver) -> None:
    spaces = sorted(f"n:{number}" for number in range(70))
    for number, space in enumerate(spaces):
        checkpoint = checkpoint_of({"a": number}, number, id="00000000-0000-6000-8000-000000000001")
        saver.put(config(namespace=space), checkpoint, {"step": number}, {"a": 1})
    thread = {"configurable": {"thread_id": "t"}}
    assert steps(saver, thread) == list(range(70))
    assert steps(saver, thread, limit=69) == list(range(69))
