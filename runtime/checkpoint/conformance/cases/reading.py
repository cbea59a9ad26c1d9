"""Reading one checkpoint."""

from typing import Any

from runtime.checkpoint.conformance.cases.making import (
    Saver,
    address,
    expect,
    expect_equal,
    grow,
    id_in,
    new_thread,
    pending,
    save,
    the,
)


async def nothing_is_nothing(saver: Saver) -> None:
    expect_equal(await saver.aget_tuple(address(new_thread())), None, "tuple")


async def an_unknown_id_is_nothing(saver: Saver) -> None:
    thread = new_thread()
    await save(saver, address(thread))
    unknown = address(thread, "", "00000000-0000-6000-8000-000000000000")
    expect_equal(await saver.aget_tuple(unknown), None, "tuple")


async def an_unknown_namespace_is_nothing(saver: Saver) -> None:
    thread = new_thread()
    await save(saver, address(thread))
    expect_equal(await saver.aget_tuple(address(thread, "other")), None, "tuple")


async def without_an_id_the_newest(saver: Saver) -> None:
    thread = new_thread()
    saved = await grow(saver, thread, 3)
    found = await the(saver, address(thread))
    expect_equal(found.checkpoint["id"], id_in(saved[-1]), "id")


async def without_a_namespace_the_root(saver: Saver) -> None:
    thread = new_thread()
    saved = await save(saver, address(thread))
    await save(saver, address(thread, "inner"), step=1)
    found = await the(saver, {"configurable": {"thread_id": thread}})
    expect_equal(found.checkpoint["id"], id_in(saved), "id")


async def by_id_any_of_them(saver: Saver) -> None:
    for step, config in enumerate(await grow(saver, new_thread(), 3)):
        found = await the(saver, config)
        expect_equal(found.checkpoint["channel_values"], {"step": step}, "values")
        expect_equal(found.metadata["step"], step, "step")


async def the_config_leads_back(saver: Saver) -> None:
    saved = await save(saver, address(new_thread()))
    found = await the(saver, address(saved["configurable"]["thread_id"]))
    expect_equal(found.config["configurable"], saved["configurable"], "configurable")
    expect_equal((await the(saver, found.config)).checkpoint, found.checkpoint, "checkpoint")


async def the_parents_lead_to_the_first(saver: Saver) -> None:
    saved = await grow(saver, new_thread(), 4)
    ids = []
    config: Any = saved[-1]
    while config is not None:
        found = await the(saver, config)
        ids.append(found.checkpoint["id"])
        config = found.parent_config
    expect_equal(ids, [id_in(each) for each in reversed(saved)], "ids")


async def pending_writes_are_part_of_it(saver: Saver) -> None:
    (config,) = await grow(saver, new_thread(), 1)
    expect_equal(pending(await the(saver, config)), [("task 0", "step", 0)], "writes")


async def get_gives_the_checkpoint_alone(saver: Saver) -> None:
    thread = new_thread()
    saved = await save(saver, address(thread))
    found = await saver.aget(address(thread))
    expect(found is not None and found["id"] == id_in(saved), "aget found another")
    expect_equal(await saver.aget(address(new_thread())), None, "aget")


CASES = (
    nothing_is_nothing,
    an_unknown_id_is_nothing,
    an_unknown_namespace_is_nothing,
    without_an_id_the_newest,
    without_a_namespace_the_root,
    by_id_any_of_them,
    the_config_leads_back,
    the_parents_lead_to_the_first,
    pending_writes_are_part_of_it,
    get_gives_the_checkpoint_alone,
)
