"""Saving checkpoints."""

from datetime import UTC, datetime
from typing import Any

from runtime.checkpoint.conformance.cases.making import (
    Saver,
    address,
    checkpoint_of,
    expect,
    expect_equal,
    id_in,
    metadata_of,
    new_thread,
    save,
    the,
)


async def returns_the_config_of_what_was_saved(saver: Saver) -> None:
    thread = new_thread()
    made = checkpoint_of(saver, {"a": 1})
    config = await saver.aput(address(thread), made, metadata_of(), dict(made["channel_versions"]))
    expect_equal(
        config["configurable"],
        {"thread_id": thread, "checkpoint_ns": "", "checkpoint_id": made["id"]},
        "configurable",
    )


async def the_whole_checkpoint_comes_back(saver: Saver) -> None:
    made = checkpoint_of(saver, {"a": 1, "b": [1, {"c": None}]}, 3)
    made["versions_seen"] = {"node": dict(made["channel_versions"]), "__input__": {}}
    made["updated_channels"] = ["a", "b"]
    config = await saver.aput(
        address(new_thread()), made, metadata_of(3), dict(made["channel_versions"])
    )
    found = (await the(saver, config)).checkpoint
    for key in ("id", "ts", "v", "channel_values", "channel_versions", "versions_seen"):
        expect_equal(found[key], made[key], key)
    expect_equal(found.get("updated_channels"), ["a", "b"], "updated_channels")


async def the_metadata_come_back(saver: Saver) -> None:
    metadata = metadata_of(4, "update", run_id="r", note="ünï", number=1.5, flag=True)
    made = checkpoint_of(saver, {"a": 1})
    config = await saver.aput(address(new_thread()), made, metadata, {})
    found = dict((await the(saver, config)).metadata)
    expect(metadata.items() <= found.items(), f"metadata {metadata!r} lost in {found!r}")


async def every_source_is_kept(saver: Saver) -> None:
    for source in ("input", "loop", "update", "fork"):
        config = await save(saver, address(new_thread()), source=source)
        expect_equal((await the(saver, config)).metadata["source"], source, "source")


async def steps_below_zero_are_kept(saver: Saver) -> None:
    config = await save(saver, address(new_thread()), step=-1)
    expect_equal((await the(saver, config)).metadata["step"], -1, "step")


async def the_first_has_no_parent(saver: Saver) -> None:
    config = await save(saver, address(new_thread()))
    expect_equal((await the(saver, config)).parent_config, None, "parent")


async def the_config_names_the_parent(saver: Saver) -> None:
    first = await save(saver, address(new_thread()))
    second = await save(saver, first, step=1)
    parent = (await the(saver, second)).parent_config
    expect(parent is not None, "no parent")
    expect_equal(id_in(parent), id_in(first), "parent")


async def children_of_one_parent_live_side_by_side(saver: Saver) -> None:
    first = await save(saver, address(new_thread()), {"a": 0})
    left = await save(saver, first, {"a": 1}, step=1)
    right = await save(saver, first, {"a": 2}, step=1)
    for config, value in ((first, 0), (left, 1), (right, 2)):
        found = await the(saver, config)
        expect_equal(found.checkpoint["channel_values"], {"a": value}, "values")


async def namespaces_are_apart(saver: Saver) -> None:
    thread = new_thread()
    for namespace in ("", "node:1", "node:1|inner:2"):
        await save(saver, address(thread, namespace), {"a": namespace})
    for namespace in ("", "node:1", "node:1|inner:2"):
        found = await the(saver, address(thread, namespace))
        expect_equal(found.checkpoint["channel_values"], {"a": namespace}, "values")


async def threads_are_apart(saver: Saver) -> None:
    threads = [new_thread() for _ in range(3)]
    for thread in threads:
        await save(saver, address(thread), {"a": thread})
    for thread in threads:
        found = await the(saver, address(thread))
        expect_equal(found.checkpoint["channel_values"], {"a": thread}, "values")


async def unchanged_channels_keep_their_values(saver: Saver) -> None:
    first = await save(saver, address(new_thread()), {"a": 1, "b": 1})
    known = (await the(saver, first)).checkpoint
    made = checkpoint_of(saver, {"a": 1, "b": 2}, 1)
    made["channel_versions"] = {
        "a": known["channel_versions"]["a"],
        "b": saver.get_next_version(known["channel_versions"]["b"], None),
    }
    new = {"b": made["channel_versions"]["b"]}
    second = await saver.aput(first, made, metadata_of(1), new)
    found = await the(saver, second)
    expect_equal(found.checkpoint["channel_values"], {"a": 1, "b": 2}, "values")
    expect_equal((await the(saver, first)).checkpoint["channel_values"], {"a": 1, "b": 1}, "old")


async def a_channel_that_became_empty_is_gone(saver: Saver) -> None:
    first = await save(saver, address(new_thread()), {"a": 1, "b": 1})
    versions = dict((await the(saver, first)).checkpoint["channel_versions"])
    versions["b"] = saver.get_next_version(versions["b"], None)
    made = checkpoint_of(saver, {"a": 1}, 1, channel_versions=versions)
    second = await saver.aput(first, made, metadata_of(1), {"b": versions["b"]})
    found = (await the(saver, second)).checkpoint
    expect_equal(found["channel_values"], {"a": 1}, "values")
    expect_equal(found["channel_versions"], versions, "versions")


async def what_is_no_value_is_kept_apart_from_nothing(saver: Saver) -> None:
    values: dict[str, Any] = {"none": None, "empty": "", "zero": 0, "false": False, "list": []}
    config = await save(saver, address(new_thread()), values)
    found = (await the(saver, config)).checkpoint["channel_values"]
    expect_equal(found, values, "values")
    expect(found["false"] is False and found["zero"] is not False, "False and 0 are mixed up")


async def values_of_many_types(saver: Saver) -> None:
    values: dict[str, Any] = {
        "text": "Grüße 世界",
        "bytes": b"\xff\0",
        "number": 2**60,
        "nested": {"list": [1, {"deep": [None, True]}]},
        "tuple": (1, 2),
        "set": {1, 2},
        "when": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
    }
    config = await save(saver, address(new_thread()), values)
    found = (await the(saver, config)).checkpoint["channel_values"]
    for name, value in values.items():
        expect_equal(found[name], value, name)
        expect(type(found[name]) is type(value), f"{name} came back as {type(found[name])}")


async def large_values(saver: Saver) -> None:
    values = {"text": "x" * 1_000_000, "list": list(range(20_000))}
    config = await save(saver, address(new_thread()), values)
    expect_equal((await the(saver, config)).checkpoint["channel_values"] == values, True, "same")


async def no_channels_at_all(saver: Saver) -> None:
    config = await save(saver, address(new_thread()), {})
    expect_equal((await the(saver, config)).checkpoint["channel_values"], {}, "values")


async def later_changes_of_objects_do_not_matter(saver: Saver) -> None:
    items = [1]
    config = await save(saver, address(new_thread()), {"items": items})
    items.append(2)
    found = (await the(saver, config)).checkpoint["channel_values"]
    found["items"].append(3)
    again = (await the(saver, config)).checkpoint["channel_values"]
    expect_equal(again, {"items": [1]}, "values")


CASES = (
    returns_the_config_of_what_was_saved,
    the_whole_checkpoint_comes_back,
    the_metadata_come_back,
    every_source_is_kept,
    steps_below_zero_are_kept,
    the_first_has_no_parent,
    the_config_names_the_parent,
    children_of_one_parent_live_side_by_side,
    namespaces_are_apart,
    threads_are_apart,
    unchanged_channels_keep_their_values,
    a_channel_that_became_empty_is_gone,
    what_is_no_value_is_kept_apart_from_nothing,
    values_of_many_types,
    large_values,
    no_channels_at_all,
    later_changes_of_objects_do_not_matter,
)
