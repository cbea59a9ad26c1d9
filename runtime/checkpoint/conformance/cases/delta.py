"""Writes along a checkpoint's ancestors, for channels that seldom store their value."""

from typing import Any

from runtime.checkpoint.conformance.cases.making import (
    Saver,
    address,
    expect_equal,
    new_thread,
    save,
    the,
)


async def _line(saver: Saver, thread: str, count: int, *, seed: bool) -> list[dict[str, Any]]:
    """Checkpoints without a value in the channel ``d``, but for the first where ``seed``."""
    saved: list[dict[str, Any]] = []
    config = address(thread)
    for step in range(count):
        values: dict[str, Any] = {"d": ["seed"]} if seed and step == 0 else {"n": step}
        config = await save(saver, config, values, step=step)
        await saver.aput_writes(config, [("d", f"write {step}"), ("x", step)], f"task {step}")
        saved.append(config)
    return saved


def _values(history: Any) -> list[Any]:
    return [write[2] for write in history["writes"]]


async def back_to_the_stored_value(saver: Saver) -> None:
    saved = await _line(saver, new_thread(), 4, seed=True)
    found = await saver.aget_delta_channel_history(config=saved[-1], channels=["d"])
    expect_equal(found["d"].get("seed"), ["seed"], "seed")
    expect_equal(_values(found["d"]), ["write 0", "write 1", "write 2"], "writes")


async def back_to_the_first_where_none_is_stored(saver: Saver) -> None:
    saved = await _line(saver, new_thread(), 3, seed=False)
    found = await saver.aget_delta_channel_history(config=saved[-1], channels=["d"])
    expect_equal("seed" in found["d"], False, "a seed")
    expect_equal(_values(found["d"]), ["write 0", "write 1"], "writes")


async def its_own_writes_are_pending_only(saver: Saver) -> None:
    (config,) = await _line(saver, new_thread(), 1, seed=False)
    found = await saver.aget_delta_channel_history(config=config, channels=["d"])
    expect_equal(list(found["d"]["writes"]), [], "writes")


async def of_one_branch_only(saver: Saver) -> None:
    saved = await _line(saver, new_thread(), 2, seed=True)
    branch = await save(saver, saved[0], {"n": 9}, step=1)
    await saver.aput_writes(branch, [("d", "other branch")], "task b")
    below = await save(saver, saved[1], {"n": 10}, step=2)
    found = await saver.aget_delta_channel_history(config=below, channels=["d"])
    expect_equal(_values(found["d"]), ["write 0", "write 1"], "writes")


async def several_channels_at_once(saver: Saver) -> None:
    saved = await _line(saver, new_thread(), 3, seed=True)
    found = await saver.aget_delta_channel_history(
        config=saved[-1], channels=["d", "x", "never was"]
    )
    expect_equal(_values(found["x"]), [0, 1], "writes of x")
    expect_equal(list(found["never was"]["writes"]), [], "writes of no channel")


async def of_the_newest_where_no_id_is_told(saver: Saver) -> None:
    thread = new_thread()
    saved = await _line(saver, thread, 3, seed=True)
    newest = await saver.aget_delta_channel_history(config=address(thread), channels=["d"])
    expect_equal(
        dict(newest),
        dict(await saver.aget_delta_channel_history(config=saved[-1], channels=["d"])),
        "history",
    )


async def of_nothing(saver: Saver) -> None:
    thread = new_thread()
    found = await saver.aget_delta_channel_history(config=address(thread), channels=["d"])
    expect_equal(list(found["d"]["writes"]), [], "writes")
    config = await save(saver, address(thread))
    expect_equal(
        dict(await saver.aget_delta_channel_history(config=config, channels=[])), {}, "history"
    )
    await the(saver, config)


CASES = (
    back_to_the_stored_value,
    back_to_the_first_where_none_is_stored,
    its_own_writes_are_pending_only,
    of_one_branch_only,
    several_channels_at_once,
    of_the_newest_where_no_id_is_told,
    of_nothing,
)
