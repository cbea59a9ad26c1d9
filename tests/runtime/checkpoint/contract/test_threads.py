"""Several threads and coroutines on one saver."""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from runtime.checkpoint.base import NativeSaver, TaskWrites
from runtime.checkpoint.sqlite import SqliteSaver
from tests.runtime.checkpoint.making import changes, checkpoint_of, config, id_of, save

WORKERS = 16
STEPS = 25


@pytest.mark.parametrize("waiting", [True, False])
def test_sixteen_threads_with_sixteen_histories(saver: NativeSaver, waiting: bool) -> None:
    def work(worker: int) -> None:
        parent: str | None = None
        log: list[str] = []
        futures: list[Future[None]] = []
        for step in range(STEPS):
            log = [*log, f"worker {worker} step {step} " * 5]
            record = changes(step, parent, {"log": log, "n": step}, thread=f"t{worker}")
            written = TaskWrites(
                f"t{worker}", "", record.checkpoint_id, "task", [("n", step), ("__error__", "e")]
            )
            if waiting:
                saver.commit([record])
                saver.commit([written])
            else:
                futures.append(saver.submit([record]))
                futures.append(saver.submit([written]))
            if step % 10 == 5:
                found = saver.get_tuple(config(f"t{worker}"))
                assert found is not None
                assert found.checkpoint["channel_values"] == {"log": log, "n": step}
            parent = record.checkpoint_id
        for future in futures:
            future.result(timeout=60)

    with ThreadPoolExecutor(WORKERS) as pool:
        for done in [pool.submit(work, worker) for worker in range(WORKERS)]:
            done.result(timeout=100)

    for worker in range(WORKERS):
        found = list(saver.list(config(f"t{worker}")))
        assert [entry.metadata["step"] for entry in found] == list(range(STEPS - 1, -1, -1))
        for entry in found:
            step = entry.metadata["step"]
            assert entry.checkpoint["channel_values"] == {
                "n": step,
                "log": [f"worker {worker} step {number} " * 5 for number in range(step + 1)],
            }
            assert entry.pending_writes == [("task", "n", step), ("task", "__error__", "e")]
    assert saver.list_threads().total == WORKERS


def test_many_threads_put_into_one_history(saver: NativeSaver) -> None:
    root = save(saver, {"a": 0, "log": ["x" * 300]})

    def fork(number: int) -> str:
        saved = save(saver, {"a": number, "log": ["x" * 300, str(number)]}, step=1, parent=root)
        saver.put_writes(root, [("a", number)], f"task {number:02}")
        return id_of(saved)

    with ThreadPoolExecutor(8) as pool:
        ids = list(pool.map(fork, range(40)))

    for number, checkpoint_id in enumerate(ids):
        found = saver.get(config(checkpoint_id=checkpoint_id))
        assert found is not None
        assert found["channel_values"] == {"a": number, "log": ["x" * 300, str(number)]}
    found_root = saver.get_tuple(root)
    assert found_root is not None
    assert found_root.pending_writes is not None
    assert sorted(write[2] for write in found_root.pending_writes) == list(range(40))


def test_coroutines(saver: NativeSaver) -> None:
    if isinstance(saver, SqliteSaver):
        with pytest.raises(NotImplementedError, match="AsyncSqliteSaver"):
            asyncio.run(saver.aget_tuple(config()))
        return

    async def work() -> Any:
        made = checkpoint_of({"a": 1, "log": ["x"]}, 0)
        saved = await saver.aput(
            config(), made, {"source": "loop", "step": 0, "run_id": "r"}, {"a": 2, "log": 2}
        )
        await saver.aput_writes(saved, [("a", 2)], "task", "~p")
        found = await saver.aget_tuple(config())
        assert found is not None
        assert found.checkpoint == made == await saver.aget(saved)
        assert found.pending_writes == [("task", "a", 2)]
        listed = [entry async for entry in saver.alist(config(), limit=5)]
        assert listed == [found]
        history = await saver.aget_delta_channel_history(config=saved, channels=["a"])
        assert history == {"a": {"writes": []}}
        await saver.acopy_thread("t", "copy")
        await saver.adelete_for_runs(["r"])
        assert await saver.aget_tuple(config("copy")) is None
        await saver.aput(config(), made, {"source": "loop", "step": 0}, {"a": 2})
        await saver.aprune(["t"])
        await saver.adelete_thread("t")
        return await saver.aget_tuple(config())

    assert asyncio.run(work()) is None
