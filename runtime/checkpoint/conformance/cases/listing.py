"""Listing checkpoints."""

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
    steps,
)


async def nothing_is_an_empty_list(saver: Saver) -> None:
    expect_equal(await steps(saver, address(new_thread())), [], "steps")


async def newest_first(saver: Saver) -> None:
    thread = new_thread()
    await grow(saver, thread, 5)
    expect_equal(await steps(saver, address(thread)), [4, 3, 2, 1, 0], "steps")


async def only_the_thread(saver: Saver) -> None:
    threads = [new_thread(), new_thread()]
    for thread in threads:
        await grow(saver, thread, 2)
    found = [each async for each in saver.alist(address(threads[0]))]
    expect_equal({each.config["configurable"]["thread_id"] for each in found}, {threads[0]}, "ids")


async def only_the_namespace(saver: Saver) -> None:
    thread = new_thread()
    await grow(saver, thread, 2)
    await save(saver, address(thread, "inner"), step=7)
    expect_equal(await steps(saver, address(thread, "inner")), [7], "steps")
    expect_equal(await steps(saver, address(thread)), [1, 0], "steps")


async def without_a_namespace_all_of_them(saver: Saver) -> None:
    thread = new_thread()
    await save(saver, address(thread), step=1)
    await save(saver, address(thread, "inner"), step=2)
    found = await steps(saver, {"configurable": {"thread_id": thread}})
    expect_equal(sorted(found), [1, 2], "steps")


async def without_a_config_everything(saver: Saver) -> None:
    threads = {new_thread(), new_thread()}
    for thread in threads:
        await save(saver, address(thread))
    found = {each.config["configurable"]["thread_id"] async for each in saver.alist(None)}
    expect(threads <= found, "a thread is missing from the list of all")


async def no_more_than_the_limit(saver: Saver) -> None:
    thread = new_thread()
    await grow(saver, thread, 4)
    expect_equal(await steps(saver, address(thread), limit=2), [3, 2], "steps")
    expect_equal(await steps(saver, address(thread), limit=1), [3], "steps")
    expect_equal(len(await steps(saver, address(thread), limit=10)), 4, "number")


async def before_one_of_them(saver: Saver) -> None:
    thread = new_thread()
    saved = await grow(saver, thread, 4)
    expect_equal(await steps(saver, address(thread), before=saved[2]), [1, 0], "steps")
    expect_equal(await steps(saver, address(thread), before=saved[0]), [], "steps")


async def before_and_limit_together(saver: Saver) -> None:
    thread = new_thread()
    saved = await grow(saver, thread, 5)
    found = await steps(saver, address(thread), before=saved[4], limit=2)
    expect_equal(found, [3, 2], "steps")


async def by_source(saver: Saver) -> None:
    thread = new_thread()
    first = await save(saver, address(thread), step=-1, source="input")
    await save(saver, first, step=0, source="loop")
    expect_equal(await steps(saver, address(thread), filter={"source": "input"}), [-1], "steps")


async def by_step(saver: Saver) -> None:
    thread = new_thread()
    await grow(saver, thread, 3)
    expect_equal(await steps(saver, address(thread), filter={"step": 1}), [1], "steps")


async def by_a_key_of_ones_own(saver: Saver) -> None:
    thread = new_thread()
    first = await save(saver, address(thread), step=0, customer="ann")
    await save(saver, first, step=1, customer="bob")
    expect_equal(await steps(saver, address(thread), filter={"customer": "ann"}), [0], "steps")


async def by_several_keys(saver: Saver) -> None:
    thread = new_thread()
    config = address(thread)
    for step in range(4):
        config = await save(
            saver, config, step=step, source=("loop", "update")[step % 2], half=step // 2
        )
    wanted = {"source": "update", "half": 1}
    expect_equal(await steps(saver, address(thread), filter=wanted), [3], "steps")


async def a_filter_that_fits_nothing(saver: Saver) -> None:
    thread = new_thread()
    await grow(saver, thread, 2)
    expect_equal(await steps(saver, address(thread), filter={"source": "other"}), [], "steps")
    expect_equal(await steps(saver, address(thread), filter={}), [1, 0], "steps")


async def filter_and_limit_together(saver: Saver) -> None:
    thread = new_thread()
    config = address(thread)
    for step in range(6):
        config = await save(saver, config, step=step, even=step % 2 == 0)
    found = await steps(saver, address(thread), filter={"even": True}, limit=2)
    expect_equal(found, [4, 2], "steps")


async def entries_are_whole(saver: Saver) -> None:
    thread = new_thread()
    saved = await grow(saver, thread, 2)
    found = [each async for each in saver.alist(address(thread))]
    for each, step in zip(found, (1, 0), strict=True):
        expect_equal(each.checkpoint["channel_values"], {"step": step}, "values")
        expect_equal(pending(each), [(f"task {step}", "step", step)], "writes")
        expect_equal(id_in(each.config), id_in(saved[step]), "id")
    expect_equal(found[1].parent_config, None, "parent of the first")
    expect_equal(id_in(found[0].parent_config), id_in(saved[0]), "parent")


CASES = (
    nothing_is_an_empty_list,
    newest_first,
    only_the_thread,
    only_the_namespace,
    without_a_namespace_all_of_them,
    without_a_config_everything,
    no_more_than_the_limit,
    before_one_of_them,
    before_and_limit_together,
    by_source,
    by_step,
    by_a_key_of_ones_own,
    by_several_keys,
    a_filter_that_fits_nothing,
    filter_and_limit_together,
    entries_are_whole,
)
