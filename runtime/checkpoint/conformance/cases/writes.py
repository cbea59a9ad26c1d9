"""Saving pending writes."""

from runtime.checkpoint.base import WRITES_IDX_MAP
from runtime.checkpoint.conformance.cases.making import (
    Saver,
    address,
    expect,
    expect_equal,
    new_thread,
    pending,
    save,
    the,
)


async def a_write_is_pending(saver: Saver) -> None:
    config = await save(saver, address(new_thread()))
    await saver.aput_writes(config, [("a", {"deep": [1]})], "task")
    expect_equal(pending(await the(saver, config)), [("task", "a", {"deep": [1]})], "writes")


async def several_writes_of_a_task_keep_their_order(saver: Saver) -> None:
    config = await save(saver, address(new_thread()))
    await saver.aput_writes(config, [("b", 1), ("a", 2), ("b", 3)], "task")
    expected = [("task", "b", 1), ("task", "a", 2), ("task", "b", 3)]
    expect_equal(pending(await the(saver, config)), expected, "writes")


async def tasks_do_not_mix(saver: Saver) -> None:
    config = await save(saver, address(new_thread()))
    for number in range(3):
        await saver.aput_writes(config, [("a", number)], f"task {number}")
    expected = [(f"task {number}", "a", number) for number in range(3)]
    expect_equal(pending(await the(saver, config)), expected, "writes")


async def a_path_may_be_told(saver: Saver) -> None:
    config = await save(saver, address(new_thread()))
    await saver.aput_writes(config, [("a", 1)], "task", "~__pregel_pull, node")
    expect_equal(pending(await the(saver, config)), [("task", "a", 1)], "writes")


async def saved_again_the_first_stays(saver: Saver) -> None:
    config = await save(saver, address(new_thread()))
    for _ in range(2):
        await saver.aput_writes(config, [("a", 1), ("b", 2)], "task")
    expect_equal(len(pending(await the(saver, config))), 2, "number of writes")


async def reserved_writes_are_replaced(saver: Saver) -> None:
    for channel in WRITES_IDX_MAP:
        config = await save(saver, address(new_thread()))
        await saver.aput_writes(config, [(channel, "first")], "task")
        await saver.aput_writes(config, [(channel, "second")], "task")
        expect_equal(
            pending(await the(saver, config)), [("task", channel, "second")], f"writes {channel}"
        )


async def reserved_and_other_writes_of_one_task(saver: Saver) -> None:
    config = await save(saver, address(new_thread()))
    await saver.aput_writes(config, [("a", 1)], "task")
    await saver.aput_writes(config, [("__interrupt__", "question")], "task")
    found = {write[1:] for write in pending(await the(saver, config))}
    expect_equal(found, {("a", 1), ("__interrupt__", "question")}, "writes")


async def writes_belong_to_one_checkpoint(saver: Saver) -> None:
    first = await save(saver, address(new_thread()))
    await saver.aput_writes(first, [("a", 1)], "task")
    second = await save(saver, first, step=1)
    expect_equal(list(pending(await the(saver, second))), [], "writes of the next checkpoint")
    expect_equal(pending(await the(saver, first)), [("task", "a", 1)], "writes")


async def writes_belong_to_one_namespace(saver: Saver) -> None:
    thread = new_thread()
    for namespace in ("", "node:1"):
        config = await save(saver, address(thread, namespace))
        await saver.aput_writes(config, [("a", namespace)], "task")
    for namespace in ("", "node:1"):
        found = await the(saver, address(thread, namespace))
        expect_equal(pending(found), [("task", "a", namespace)], "writes")


async def no_value_is_a_value(saver: Saver) -> None:
    config = await save(saver, address(new_thread()))
    await saver.aput_writes(config, [("a", None), ("b", False)], "task")
    found = pending(await the(saver, config))
    expect_equal(found, [("task", "a", None), ("task", "b", False)], "writes")
    expect(found[1][2] is False, "False came back as 0")


CASES = (
    a_write_is_pending,
    several_writes_of_a_task_keep_their_order,
    tasks_do_not_mix,
    a_path_may_be_told,
    saved_again_the_first_stays,
    reserved_writes_are_replaced,
    reserved_and_other_writes_of_one_task,
    writes_belong_to_one_checkpoint,
    writes_belong_to_one_namespace,
    no_value_is_a_value,
)
