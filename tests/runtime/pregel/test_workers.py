"""Executors and workers by themselves: each task is given back once, threads are used again."""

import threading
from typing import Any

import pytest

from runtime.pregel import workers
from runtime.pregel.executors import InlineExecutor, ThreadExecutor
from runtime.pregel.observe import Observer
from tests.runtime.pregel.making import PATIENCE, builder_of, entered

# -- the executors themselves ---------------------------------------------------------------


def planned(names: str) -> Any:
    """A loop with tasks of these nodes planned, and what ran."""
    runs: list[str] = []

    def node(name: str) -> Any:
        return lambda state: runs.append(name)

    loop = entered(builder_of({name: node(name) for name in names}).compile(), {"x": 1})
    for task in loop.plan() or ():
        task.writes = [(f"branch:to:{name}", None) for name in names]
    loop.update()
    return loop, loop.plan(), runs


@pytest.mark.parametrize(
    "executor", [InlineExecutor(), ThreadExecutor(), ThreadExecutor(helps=False)]
)
def test_an_executor_gives_each_task_back_once(executor: Any) -> None:
    loop, tasks, runs = planned("abcd")

    done = [task for task in executor.run(loop, tasks) if task is not None]

    assert sorted(task.name for task in done) == list("abcd")
    assert sorted(runs) == list("abcd")


@pytest.mark.parametrize("executor", [InlineExecutor(), ThreadExecutor(1)])
def test_closing_an_executor_starts_no_further_task(executor: Any) -> None:
    loop, tasks, runs = planned("abcd")

    running = executor.run(loop, tasks)
    next(running)
    running.close()

    assert runs == ["a"]


def test_inline_the_observer_chooses_the_order() -> None:
    class Backwards(Observer):
        serial = True

        def choose_task(self, loop: Any, waiting: Any) -> Any:
            return waiting[-1]

    loop, tasks, runs = planned("abc")
    loop.observer = Backwards()

    list(InlineExecutor().run(loop, tasks))

    assert runs == ["c", "b", "a"]


# -- workers --------------------------------------------------------------------------------


def test_workers_are_daemons_of_their_own_and_are_used_again() -> None:
    first: list[threading.Thread] = []
    started, release = threading.Barrier(3), threading.Event()

    def hold() -> None:
        first.append(threading.current_thread())
        started.wait(PATIENCE)
        release.wait(PATIENCE)

    workers.start(hold)
    workers.start(hold)
    started.wait(PATIENCE)
    release.set()

    assert len(set(first)) == 2
    assert all(thread.daemon for thread in first)
    assert threading.current_thread() not in first


def test_a_hanging_job_keeps_nobody_from_working() -> None:
    release, done = threading.Event(), threading.Event()

    def hang() -> None:
        release.wait(PATIENCE)

    workers.start(hang)
    workers.start(done.set)

    assert done.wait(PATIENCE)
    release.set()


def test_many_jobs_all_run() -> None:
    finished: list[int] = []
    all_done = threading.Barrier(2)

    def job(number: int) -> None:
        finished.append(number)
        if len(finished) == 200:
            all_done.wait(PATIENCE)

    for number in range(200):
        workers.start(lambda number=number: job(number))  # type: ignore[misc]
    all_done.wait(PATIENCE)

    assert sorted(finished) == list(range(200))
