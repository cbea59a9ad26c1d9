"""Deleting, copying and thinning out threads."""

from typing import Any

import pytest

from runtime.checkpoint.base import NativeSaver
from tests.runtime.checkpoint.making import config, id_of, save


def grow(
    saver: NativeSaver, count: int, *, thread: str = "t", namespace: str = "", runs: int = 1
) -> list[dict[str, Any]]:
    """A history whose list grows; step ``n`` belongs to run ``n % runs``, and has a write."""
    saved: list[dict[str, Any]] = []
    for step in range(count):
        saved.append(
            save(
                saver,
                {"log": [f"entry {index}" * 10 for index in range(step + 1)], "n": step},
                step=step,
                thread=thread,
                namespace=namespace,
                parent=saved[-1] if saved else None,
                run_id=f"run {step % runs}",
            )
        )
        saver.put_writes(saved[-1], [("n", step)], f"task {step}")
    return saved


def contents(saver: NativeSaver, wanted: dict[str, Any] | None = None) -> list[Any]:
    return [
        (
            found.config["configurable"]["thread_id"],
            found.metadata["step"],
            found.checkpoint["channel_values"],
            found.pending_writes,
        )
        for found in saver.list(wanted)
    ]


def test_delete_thread(saver: NativeSaver) -> None:
    grow(saver, 3)
    grow(saver, 2, namespace="n:1")
    grow(saver, 2, thread="other")
    kept = contents(saver, config("other"))

    saver.delete_thread("t")
    saver.delete_thread("never was")

    assert contents(saver, {"configurable": {"thread_id": "t"}}) == []
    assert contents(saver) == kept
    again = grow(saver, 1)
    assert contents(saver, config())[0][2]["n"] == 0
    found = saver.get_tuple(again[0])
    assert found is not None
    assert found.pending_writes == [("task 0", "n", 0)]


def test_delete_for_runs_leaves_the_others_readable(saver: NativeSaver) -> None:
    saved = grow(saver, 10, runs=3)
    grow(saver, 2, thread="other", runs=1)
    before = {entry[1]: entry for entry in contents(saver, config())}
    other = contents(saver, config("other"))

    saver.delete_for_runs(["run 0", "never was"])

    kept = contents(saver, config())
    assert [entry[1] for entry in kept] == [8, 7, 5, 4, 2, 1]
    assert kept == [before[step] for step in (8, 7, 5, 4, 2, 1)]
    assert contents(saver, config("other")) == other[:0]
    parents = [found.parent_config for found in saver.list(config())]
    assert parents == [saved[7], saved[5], saved[4], saved[2], saved[1], None]

    latest = save(saver, {"log": [*before[8][2]["log"], "more"], "n": 10}, step=10, parent=saved[8])
    found = saver.get(latest)
    assert found is not None
    assert found["channel_values"]["log"] == [*before[8][2]["log"], "more"]


def test_prune_keeps_the_latest_of_each_namespace(saver: NativeSaver) -> None:
    grow(saver, 70)
    grow(saver, 3, namespace="n:1")
    grow(saver, 2, thread="other")
    newest = contents(saver, config())[0]

    saver.prune(["t"])

    assert contents(saver, config()) == [newest]
    assert [entry[1] for entry in contents(saver, config(namespace="n:1"))] == [2]
    assert len(contents(saver, config("other"))) == 2
    found = saver.get_tuple(config())
    assert found is not None
    assert found.parent_config is None


def test_prune_may_delete_everything(saver: NativeSaver) -> None:
    grow(saver, 3)
    grow(saver, 1, thread="other")
    saver.prune(["t", "never was"], strategy="delete")
    assert [entry[0] for entry in contents(saver)] == ["other"]
    with pytest.raises(ValueError, match="keep_latest"):
        saver.prune(["t"], strategy="some")


def test_copy_thread(saver: NativeSaver) -> None:
    saved = grow(saver, 5)
    grow(saver, 2, namespace="n:1")
    saver.copy_thread("t", "copy")

    assert [entry[1:] for entry in contents(saver, config("copy"))] == [
        entry[1:] for entry in contents(saver, config())
    ]
    assert len(contents(saver, config("copy", "n:1"))) == 2
    save(
        saver,
        {"log": ["else" * 100], "n": -5},
        step=5,
        thread="copy",
        parent=config("copy", checkpoint_id=id_of(saved[-1])),
    )
    saver.delete_thread("t")
    assert [entry[2]["n"] for entry in contents(saver, config("copy"))] == [-5, 4, 3, 2, 1, 0]


def test_delta_history_goes_back_to_the_last_stored_value(saver: NativeSaver) -> None:
    first = save(saver, {"d": ["seed"]}, step=-1)
    saver.put_writes(first, [("d", "w1"), ("x", 1)], "t1", "a")
    empty: dict[str, Any] = {"channel_versions": {"d": 3}}
    second = save(saver, {}, step=0, parent=first, fields=empty)
    saver.put_writes(second, [("d", "late")], "tb", "b")
    saver.put_writes(second, [("d", "early")], "ta", "a")
    third = save(saver, {}, step=1, parent=second, fields={"channel_versions": {"d": 4}})
    saver.put_writes(third, [("d", "pending")], "t3", "a")

    found = saver.get_delta_channel_history(config=third, channels=["d", "x", "absent"])

    assert found == {
        "d": {
            "seed": ["seed"],
            "writes": [("t1", "d", "w1"), ("ta", "d", "early"), ("tb", "d", "late")],
        },
        "x": {"writes": [("t1", "x", 1)]},
        "absent": {"writes": []},
    }
    newest = saver.get_delta_channel_history(config=config(), channels=["d"])
    assert newest["d"] == found["d"]
    assert saver.get_delta_channel_history(config=first, channels=["d"]) == {"d": {"writes": []}}
    absent = saver.get_delta_channel_history(config=config("nobody"), channels=["d"])
    assert absent == {"d": {"writes": []}}


def test_delete_thread_takes_no_other_for_it(saver: NativeSaver) -> None:
    others = ["t1", "T", "t ", " t", "", "%", "_", "t%", "'t'", "é", "e\u0301"]
    for thread in ("t", *others):
        saved = save(saver, {"a": thread}, thread=thread)
        saver.put_writes(saved, [("a", thread)], "task")
        save(saver, {"a": 0}, thread=thread, namespace="n:1|m:2")
    saver.delete_thread("t")
    for pattern in ("%", "_"):
        saver.delete_thread(pattern)
    left = [each for each in others if each not in ("%", "_")]
    assert saver.list_threads().total == len(left)
    for thread in left:
        found = saver.get_tuple(config(thread))
        assert found is not None
        assert found.pending_writes == [("task", "a", thread)]
        assert saver.get_tuple(config(thread, "n:1|m:2")) is not None


def test_thread_ids_may_be_numbers(saver: NativeSaver) -> None:
    number: Any = 7
    saved = save(saver, {"a": 1}, thread=number)
    assert saver.get_tuple(config("7")) == saver.get_tuple(saved)
    saver.copy_thread(number, 8)  # type: ignore[arg-type]
    saver.prune([number])
    saver.delete_thread(number)
    assert saver.get_tuple(config("7")) is None
    assert saver.get_tuple(config("8")) is not None


def test_delete_for_no_runs(saver: NativeSaver) -> None:
    grow(saver, 3)
    before = contents(saver)
    saver.delete_for_runs([])
    saver.delete_for_runs(["never was", ""])
    saver.prune([])
    saver.prune(["never was"])
    assert contents(saver) == before


def test_a_run_is_deleted_from_all_threads_and_namespaces(saver: NativeSaver) -> None:
    grow(saver, 4, runs=2)
    grow(saver, 4, runs=2, namespace="n:1")
    grow(saver, 2, runs=2, thread="other")
    saver.delete_for_runs(["run 1"])
    steps = [(entry[0], entry[1]) for entry in contents(saver)]
    assert sorted(steps) == [("other", 0), ("t", 0), ("t", 0), ("t", 2), ("t", 2)]
    assert all(each.written_tasks for each in saver.list_rows("t"))


def test_deleting_runs_from_a_tree_with_branches(saver: NativeSaver) -> None:
    root = save(saver, {"log": ["x" * 300], "n": 0}, run_id="keep")
    left = save(saver, {"log": ["x" * 300, "l"], "n": 1}, step=1, parent=root, run_id="drop")
    right = save(saver, {"log": ["x" * 300, "r"], "n": 2}, step=1, parent=root, run_id="keep")
    below = save(saver, {"log": ["x" * 300, "l", "b"], "n": 3}, step=2, parent=left, run_id="keep")
    saver.delete_for_runs(["drop"])
    assert saver.get_tuple(left) is None
    for saved, log in ((right, ["r"]), (below, ["l", "b"])):
        found = saver.get_tuple(saved)
        assert found is not None
        assert found.checkpoint["channel_values"]["log"] == ["x" * 300, *log]
        assert found.parent_config == root
    assert saver.has_children("t", "", id_of(root))


def test_copying_onto_another_thread_and_onto_itself(saver: NativeSaver) -> None:
    grow(saver, 3)
    before = contents(saver, config())
    saver.copy_thread("t", "t")
    assert contents(saver, config()) == before
    saver.copy_thread("never was", "u")
    assert contents(saver, config("u")) == []
    own = grow(saver, 2, thread="u")
    saver.copy_thread("t", "u")
    copied = contents(saver, config("u"))
    assert len(copied) == 5
    assert saver.get_tuple(own[0]) is not None
    saver.copy_thread("t", "u")
    assert contents(saver, config("u")) == copied
    assert contents(saver, config()) == before


def test_thinning_out_twice_changes_nothing_more(saver: NativeSaver) -> None:
    saved = grow(saver, 70)
    saver.prune(["t"])
    before = contents(saver)
    saver.prune(["t"])
    saver.prune(["t"])
    assert contents(saver) == before
    following = save(
        saver,
        {"log": [*before[0][2]["log"], "more"], "n": 70},
        step=70,
        parent=saved[-1],
        run_id="last",
    )
    saver.delete_for_runs(["run 0"])
    found = saver.get_tuple(following)
    assert found is not None
    assert found.checkpoint["channel_values"]["log"] == [*before[0][2]["log"], "more"]
    assert found.parent_config is None
