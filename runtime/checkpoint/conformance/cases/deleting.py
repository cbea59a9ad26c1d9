"""Deleting threads and runs."""

from runtime.checkpoint.conformance.cases.making import (
    Saver,
    address,
    expect_equal,
    grow,
    new_thread,
    pending,
    save,
    steps,
    the,
)


async def a_thread_is_gone(saver: Saver) -> None:
    thread = new_thread()
    await grow(saver, thread, 3)
    await saver.adelete_thread(thread)
    expect_equal(await saver.aget_tuple(address(thread)), None, "tuple")
    expect_equal(await steps(saver, address(thread)), [], "steps")


async def all_its_namespaces_are_gone(saver: Saver) -> None:
    thread = new_thread()
    for namespace in ("", "a:1", "a:1|b:2"):
        await grow(saver, thread, 2, namespace=namespace)
    await saver.adelete_thread(thread)
    expect_equal(await steps(saver, {"configurable": {"thread_id": thread}}), [], "steps")


async def its_writes_are_gone(saver: Saver) -> None:
    thread = new_thread()
    (config,) = await grow(saver, thread, 1)
    found = await the(saver, config)
    await saver.adelete_thread(thread)
    again = await saver.aput(
        address(thread),
        found.checkpoint,
        found.metadata,
        dict(found.checkpoint["channel_versions"]),
    )
    expect_equal(list(pending(await the(saver, again))), [], "writes")


async def other_threads_stay(saver: Saver) -> None:
    thread, other = new_thread(), new_thread()
    await grow(saver, thread, 2)
    await grow(saver, other, 2)
    await saver.adelete_thread(thread)
    expect_equal(await steps(saver, address(other)), [1, 0], "steps")


async def a_thread_that_never_was(saver: Saver) -> None:
    await saver.adelete_thread(new_thread())


DELETE_THREAD = (
    a_thread_is_gone,
    all_its_namespaces_are_gone,
    its_writes_are_gone,
    other_threads_stay,
    a_thread_that_never_was,
)


async def a_run_is_gone(saver: Saver) -> None:
    thread, run = new_thread(), new_thread()
    await grow(saver, thread, 3, run_id=run)
    await saver.adelete_for_runs([run])
    expect_equal(await steps(saver, address(thread)), [], "steps")


async def other_runs_stay(saver: Saver) -> None:
    thread, run = new_thread(), new_thread()
    first = await save(saver, address(thread), step=0, run_id=run)
    await save(saver, first, step=1, run_id=f"{run} other")
    await saver.adelete_for_runs([run])
    expect_equal(await steps(saver, address(thread)), [1], "steps")
    found = await the(saver, address(thread))
    expect_equal(found.checkpoint["channel_values"], {"step": 1}, "values")


async def several_runs_at_once(saver: Saver) -> None:
    thread, run = new_thread(), new_thread()
    config = address(thread)
    for step in range(3):
        config = await save(saver, config, step=step, run_id=f"{run} {step}")
    await saver.adelete_for_runs([f"{run} 0", f"{run} 2"])
    expect_equal(await steps(saver, address(thread)), [1], "steps")


async def a_run_in_several_threads(saver: Saver) -> None:
    threads, run = [new_thread(), new_thread()], new_thread()
    for thread in threads:
        await grow(saver, thread, 2, run_id=run)
    await saver.adelete_for_runs([run])
    for thread in threads:
        expect_equal(await steps(saver, address(thread)), [], "steps")


async def a_run_in_several_namespaces(saver: Saver) -> None:
    thread, run = new_thread(), new_thread()
    for namespace in ("", "inner"):
        await grow(saver, thread, 1, namespace=namespace, run_id=run)
    await saver.adelete_for_runs([run])
    expect_equal(await steps(saver, {"configurable": {"thread_id": thread}}), [], "steps")


async def writes_of_the_run_are_gone(saver: Saver) -> None:
    thread, run = new_thread(), new_thread()
    (config,) = await grow(saver, thread, 1, run_id=run)
    found = await the(saver, config)
    await saver.adelete_for_runs([run])
    again = await saver.aput(
        address(thread),
        found.checkpoint,
        found.metadata,
        dict(found.checkpoint["channel_versions"]),
    )
    expect_equal(list(pending(await the(saver, again))), [], "writes")


async def runs_that_never_were(saver: Saver) -> None:
    thread = new_thread()
    await grow(saver, thread, 1)
    await saver.adelete_for_runs([])
    await saver.adelete_for_runs([new_thread()])
    expect_equal(await steps(saver, address(thread)), [0], "steps")


DELETE_FOR_RUNS = (
    a_run_is_gone,
    other_runs_stay,
    several_runs_at_once,
    a_run_in_several_threads,
    a_run_in_several_namespaces,
    writes_of_the_run_are_gone,
    runs_that_never_were,
)
