"""What is put is got, whole and unchanged."""

from typing import Any

import pytest

from runtime.checkpoint.base import NativeSaver
from tests.runtime.checkpoint.making import checkpoint_of, config, id_of, save


def test_an_empty_saver_has_nothing(saver: NativeSaver) -> None:
    assert saver.get_tuple(config()) is None
    assert saver.get(config(checkpoint_id="absent")) is None
    assert list(saver.list(None)) == []
    assert saver.list_threads().total == 0
    assert saver.list_rows("t") == []


def test_a_checkpoint_comes_back_whole(saver: NativeSaver) -> None:
    made = checkpoint_of(
        {"text": "é", "items": [1, (2, 3)], "nothing": None},
        1,
        versions_seen={"node": {"text": 2}, "__input__": {}},
        updated_channels=["items", "text"],
    )
    metadata: Any = {"source": "loop", "step": 1, "parents": {"": "p"}, "user": "ü", "n": 1.5}
    saved = saver.put(config(), made, metadata, made["channel_versions"])

    found = saver.get_tuple(saved)

    assert found is not None
    assert found.checkpoint == made
    assert found.metadata == metadata
    assert found.config == saved == config(checkpoint_id=made["id"])
    assert found.parent_config is None
    assert found.pending_writes == []
    assert type(found.checkpoint["channel_values"]["items"][1]) is tuple
    assert saver.get(saved) == made


def test_the_newest_is_got_without_an_id(saver: NativeSaver) -> None:
    first = save(saver, {"a": 1}, step=-1, source="input")
    second = save(saver, {"a": 2}, step=0, parent=first)

    found = saver.get_tuple({"configurable": {"thread_id": "t"}})

    assert found is not None
    assert found.config == second
    assert found.parent_config == first


def test_keys_of_old_checkpoints_are_kept(saver: NativeSaver) -> None:
    made = checkpoint_of({"a": 1}, 0, v=1, pending_sends=["x", {"y": 1}])
    saver.put(config(), made, {"source": "loop", "step": 0}, {"a": 2})
    found = saver.get(config())
    assert found == made


def test_versions_of_text_are_kept(saver: NativeSaver) -> None:
    versions: dict[str, Any] = {"a": "00000000000000000000000000000002.0.5", "b": 1.5}
    made = checkpoint_of({"a": 1, "b": 2}, 0, channel_versions=versions)
    saver.put(config(), made, {"source": "loop", "step": 0}, versions)
    found = saver.get(config())
    assert found is not None
    assert found["channel_versions"] == versions


def test_thread_ids_are_text(saver: NativeSaver) -> None:
    saved = save(saver, {"a": 1}, thread="7")
    by_number: Any = {"configurable": {"thread_id": 7}}
    found = saver.get_tuple(by_number)
    assert found is not None
    assert found.config == saved


@pytest.mark.parametrize("bad", [{}, {"configurable": {}}])
def test_a_config_without_thread_is_refused(saver: NativeSaver, bad: dict[str, Any]) -> None:
    with pytest.raises(KeyError):
        saver.get_tuple(bad)
    with pytest.raises(ValueError, match="thread_id is None"):
        saver.get_tuple({"configurable": {"thread_id": None}})


def test_namespaces_are_apart(saver: NativeSaver) -> None:
    save(saver, {"a": "root"})
    save(saver, {"a": "inner"}, namespace="node:1|x")
    root, inner = saver.get(config()), saver.get(config(namespace="node:1|x"))
    assert root is not None
    assert inner is not None
    assert root["channel_values"] == {"a": "root"}
    assert inner["channel_values"] == {"a": "inner"}


def test_an_unchanged_channel_is_taken_over_from_the_parent(saver: NativeSaver) -> None:
    big = "x" * 1000
    first = save(saver, {"small": 1, "big": big, "list": ["y" * 300]})
    made = checkpoint_of({"small": 2, "big": big, "list": ["y" * 300]}, 1)
    made["channel_versions"] = {"small": 3, "big": 2, "list": 2}
    second = saver.put(first, made, {"source": "loop", "step": 1}, {"small": 3})
    found = saver.get(second)
    assert found == made


def test_a_channel_may_become_empty_and_come_back(saver: NativeSaver) -> None:
    values: list[dict[str, Any]] = [{"a": 1, "gone": "g" * 500}, {"a": 1}, {"a": 1, "gone": "back"}]
    saved: dict[str, Any] | None = None
    for step, value in enumerate(values):
        made = checkpoint_of(value, step)
        made["channel_versions"] = {"a": 2, "gone": step + 2}
        saved = saver.put(
            saved or config(), made, {"source": "loop", "step": step}, {"gone": step + 2}
        )
    history = [found.checkpoint["channel_values"] for found in saver.list(config())]
    assert history == values[::-1]
    versions = [found.checkpoint["channel_versions"]["gone"] for found in saver.list(config())]
    assert versions == [4, 3, 2]


def test_what_a_parent_had_seen_may_be_taken_back(saver: NativeSaver) -> None:
    first = save(saver, {"a": 1}, fields={"versions_seen": {"n": {"a": 1}, "m": {"a": 1}}})
    made = checkpoint_of({"b": 1}, 1, versions_seen={"n": {"b": 1}})
    saver.put(first, made, {"source": "update", "step": 1}, made["channel_versions"])
    assert saver.get(config()) == made


def test_later_changes_of_objects_do_not_reach_the_history(saver: NativeSaver) -> None:
    values: dict[str, Any] = {"list": [{"k": [1]}], "big": [["z" * 100] for _ in range(5)]}
    metadata: Any = {"source": "loop", "step": 0, "parents": {"": "p"}}
    made = checkpoint_of(values, 0, versions_seen={"n": {"list": 1}})
    saved = saver.put(config(), made, metadata, made["channel_versions"])
    writes: list[tuple[str, Any]] = [("w", [1])]
    saver.put_writes(saved, writes, "task")

    values["list"][0]["k"].append(2)
    values["big"][0].append("more")
    metadata["parents"]["x"] = "y"
    made["channel_versions"]["list"] = 99
    made["versions_seen"]["n"]["list"] = 99
    writes[0][1].append(2)
    first = saver.get_tuple(saved)
    assert first is not None
    first.checkpoint["channel_values"]["list"].append("mine")
    first.checkpoint["versions_seen"]["n"]["list"] = 5
    first.metadata["parents"]["mine"] = "z"

    found = saver.get_tuple(saved)
    assert found is not None
    assert found.checkpoint["channel_values"] == {
        "list": [{"k": [1]}],
        "big": [["z" * 100] for _ in range(5)],
    }
    assert found.checkpoint["channel_versions"] == {"list": 2, "big": 2}
    assert found.checkpoint["versions_seen"] == {"n": {"list": 1}}
    assert found.metadata["parents"] == {"": "p"}
    assert found.pending_writes == [("task", "w", [1])]


def test_forks_keep_their_own_values(saver: NativeSaver) -> None:
    base = [f"item {index}" * 10 for index in range(20)]
    root = save(saver, {"log": base}, step=0)
    left = save(saver, {"log": [*base, "left"]}, step=1, parent=root)
    right = save(saver, {"log": [*base, "right"]}, step=1, parent=root, source="fork")
    left_2 = save(saver, {"log": [*base, "left", "left 2"]}, step=2, parent=left)

    def log(saved: dict[str, Any]) -> Any:
        found = saver.get(saved)
        assert found is not None
        return found["channel_values"]["log"]

    assert log(root) == base
    assert log(left) == [*base, "left"]
    assert log(right) == [*base, "right"]
    assert log(left_2) == [*base, "left", "left 2"]
    parents = {
        id_of(found.config): found.parent_config and id_of(found.parent_config)
        for found in saver.list(config())
    }
    assert parents == {
        id_of(root): None,
        id_of(left): id_of(root),
        id_of(right): id_of(root),
        id_of(left_2): id_of(left),
    }


def test_a_checkpoint_put_again_replaces_itself_only(saver: NativeSaver) -> None:
    first = save(saver, {"a": "old", "log": ["x" * 400]})
    second = save(saver, {"a": "old", "log": ["x" * 400, "y"]}, step=1, parent=first)
    again = checkpoint_of({"a": "new", "log": ["z" * 400]}, 0, id=id_of(first))
    noted: Any = {"source": "loop", "step": 0, "note": "n"}
    saver.put(config(), again, noted, {"a": 9, "log": 9})

    replaced, child = saver.get_tuple(first), saver.get(second)
    assert replaced is not None
    assert child is not None
    assert replaced.checkpoint["channel_values"] == {"a": "new", "log": ["z" * 400]}
    assert replaced.metadata["note"] == "n"  # type: ignore[typeddict-item]
    assert child["channel_values"] == {"a": "old", "log": ["x" * 400, "y"]}
    assert len(list(saver.list(config()))) == 2


def test_a_parent_that_was_never_saved_is_only_a_name(saver: NativeSaver) -> None:
    saved = save(saver, {"a": 1}, parent=config(checkpoint_id="unknown"))
    found = saver.get_tuple(saved)
    assert found is not None
    assert found.checkpoint["channel_values"] == {"a": 1}
    assert found.parent_config == config(checkpoint_id="unknown")


def test_next_versions_are_integers(saver: NativeSaver) -> None:
    assert saver.get_next_version(None, None) == 1
    assert saver.get_next_version(41, None) == 42
