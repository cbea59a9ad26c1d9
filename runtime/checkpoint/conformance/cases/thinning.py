"""Copying and thinning out threads."""

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
    the,
)


async def everything_is_copied(saver: Saver) -> None:
    source, target = new_thread(), new_thread()
    await grow(saver, source, 3)
    await saver.acopy_thread(source, target)
    expect_equal(await steps(saver, address(target)), [2, 1, 0], "steps")
    found = await the(saver, address(target))
    expect_equal(found.checkpoint["channel_values"], {"step": 2}, "values")


async def metadata_are_copied(saver: Saver) -> None:
    source, target = new_thread(), new_thread()
    await save(saver, address(source), source="update", note="kept")
    await saver.acopy_thread(source, target)
    metadata = dict((await the(saver, address(target))).metadata)
    expect_equal((metadata["source"], metadata["note"]), ("update", "kept"), "metadata")


async def namespaces_are_copied(saver: Saver) -> None:
    source, target = new_thread(), new_thread()
    for namespace in ("", "inner:1"):
        await grow(saver, source, 2, namespace=namespace)
    await saver.acopy_thread(source, target)
    expect_equal(await steps(saver, address(target, "inner:1")), [1, 0], "steps")


async def writes_are_copied(saver: Saver) -> None:
    source, target = new_thread(), new_thread()
    await grow(saver, source, 1)
    await saver.acopy_thread(source, target)
    found = pending(await the(saver, address(target)))
    expect_equal(found, [("task 0", "step", 0)], "writes")


async def parents_are_copied(saver: Saver) -> None:
    source, target = new_thread(), new_thread()
    await grow(saver, source, 2)
    await saver.acopy_thread(source, target)
    found = await the(saver, address(target))
    expect(found.parent_config is not None, "no parent")
    parent = await the(saver, found.parent_config or {})
    expect_equal(parent.config["configurable"]["thread_id"], target, "thread of the parent")
    expect_equal(parent.checkpoint["channel_values"], {"step": 0}, "values of the parent")


async def the_source_stays(saver: Saver) -> None:
    source, target = new_thread(), new_thread()
    await grow(saver, source, 2)
    before = [each async for each in saver.alist(address(source))]
    await saver.acopy_thread(source, target)
    expect_equal([each async for each in saver.alist(address(source))], before, "source")


async def the_copy_goes_on_alone(saver: Saver) -> None:
    source, target = new_thread(), new_thread()
    await grow(saver, source, 2)
    await saver.acopy_thread(source, target)
    newest = await the(saver, address(target))
    await save(saver, newest.config, step=2)
    await saver.adelete_thread(source)
    expect_equal(await steps(saver, address(target)), [2, 1, 0], "steps")


async def a_source_that_never_was(saver: Saver) -> None:
    target = new_thread()
    await saver.acopy_thread(new_thread(), target)
    expect_equal(await saver.aget_tuple(address(target)), None, "tuple")


COPY_THREAD = (
    everything_is_copied,
    metadata_are_copied,
    namespaces_are_copied,
    writes_are_copied,
    parents_are_copied,
    the_source_stays,
    the_copy_goes_on_alone,
    a_source_that_never_was,
)


async def the_newest_is_kept(saver: Saver) -> None:
    thread = new_thread()
    saved = await grow(saver, thread, 4)
    await saver.aprune([thread], strategy="keep_latest")
    expect_equal(await steps(saver, address(thread)), [3], "steps")
    found = await the(saver, address(thread))
    expect_equal(found.checkpoint["id"], id_in(saved[-1]), "id")
    expect_equal(found.checkpoint["channel_values"], {"step": 3}, "values")


async def keeping_the_newest_is_the_default(saver: Saver) -> None:
    thread = new_thread()
    await grow(saver, thread, 3)
    await saver.aprune([thread])
    expect_equal(await steps(saver, address(thread)), [2], "steps")


async def the_newest_of_each_namespace(saver: Saver) -> None:
    thread = new_thread()
    for namespace in ("", "inner:1"):
        await grow(saver, thread, 3, namespace=namespace)
    await saver.aprune([thread])
    for namespace in ("", "inner:1"):
        expect_equal(await steps(saver, address(thread, namespace)), [2], "steps")


async def its_writes_are_kept(saver: Saver) -> None:
    thread = new_thread()
    await grow(saver, thread, 3)
    await saver.aprune([thread])
    found = pending(await the(saver, address(thread)))
    expect_equal(found, [("task 2", "step", 2)], "writes")


async def several_threads(saver: Saver) -> None:
    threads = [new_thread(), new_thread()]
    for thread in threads:
        await grow(saver, thread, 2)
    await saver.aprune(threads)
    for thread in threads:
        expect_equal(await steps(saver, address(thread)), [1], "steps")


async def no_other_thread(saver: Saver) -> None:
    thread, other = new_thread(), new_thread()
    for each in (thread, other):
        await grow(saver, each, 2)
    await saver.aprune([thread])
    await saver.aprune([])
    expect_equal(await steps(saver, address(other)), [1, 0], "steps")


async def everything_may_go(saver: Saver) -> None:
    thread = new_thread()
    await grow(saver, thread, 2)
    await saver.aprune([thread], strategy="delete")
    expect_equal(await saver.aget_tuple(address(thread)), None, "tuple")


async def a_thread_goes_on_afterwards(saver: Saver) -> None:
    thread = new_thread()
    await grow(saver, thread, 3)
    await saver.aprune([thread, new_thread()])
    newest = await the(saver, address(thread))
    following = await save(saver, newest.config, {"step": 3, "more": [1]}, step=3)
    expect_equal(
        (await the(saver, following)).checkpoint["channel_values"],
        {"step": 3, "more": [1]},
        "values",
    )
    expect_equal(await steps(saver, address(thread)), [3, 2], "steps")


PRUNE = (
    the_newest_is_kept,
    keeping_the_newest_is_the_default,
    the_newest_of_each_namespace,
    its_writes_are_kept,
    several_threads,
    no_other_thread,
    everything_may_go,
    a_thread_goes_on_afterwards,
)
