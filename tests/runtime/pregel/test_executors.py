"""Where tasks run: one in the caller's thread, several truly at once, never more than allowed."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from runtime.checkpoint.memory import InMemorySaver
from runtime.graph import START
from runtime.pregel import executors
from runtime.types import Send, StreamMode, StreamWriter
from tests.runtime.pregel.making import PATIENCE, builder_of, chain, says, thread


def noting(idents: list[int]) -> Callable[[Any], Any]:
    def node(state: Any) -> None:
        idents.append(threading.get_ident())

    return node


@pytest.mark.parametrize("saver", [None, InMemorySaver()])
@pytest.mark.parametrize("mode", ["values", ["updates", "tasks", "checkpoints", "debug"]])
def test_a_lone_task_stays_in_the_callers_thread(saver: Any, mode: Any) -> None:
    idents: list[int] = []
    graph = builder_of({name: noting(idents) for name in "abc"}, *chain(*"abc")).compile(saver)

    list(graph.stream({"x": 1}, thread(), stream_mode=mode))

    assert idents == [threading.get_ident()] * 3


def test_one_at_a_time_stays_in_the_callers_thread() -> None:
    idents: list[int] = []
    graph = builder_of({name: noting(idents) for name in "abc"}).compile()

    graph.invoke({"x": 1}, {"max_concurrency": 1})

    assert idents == [threading.get_ident()] * 3


def test_quick_tasks_stay_in_the_callers_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Further threads are for supersteps that do not get on."""
    monkeypatch.setattr(executors, "_PATIENCE", PATIENCE)
    idents: list[int] = []
    builder = builder_of({"n": noting(idents)}, (["n"], "__end__"))
    builder.add_conditional_edges(START, lambda state: [Send("n", index) for index in range(50)])

    builder.compile().invoke({"x": 1})

    assert idents == [threading.get_ident()] * 50


@pytest.mark.parametrize("count", [2, 3, 8])
@pytest.mark.parametrize("mode", ["values", "custom"])
def test_tasks_of_a_superstep_run_at_the_same_time(count: int, mode: Any) -> None:
    meeting = threading.Barrier(count)
    idents = set()

    def meet(state: Any) -> None:
        meeting.wait(PATIENCE)
        idents.add(threading.get_ident())

    graph = builder_of({f"n{index}": meet for index in range(count)}).compile()

    list(graph.stream({"x": 1}, stream_mode=mode))

    assert len(idents) == count


def test_sends_to_one_node_run_at_the_same_time() -> None:
    meeting = threading.Barrier(4)

    def meet(state: Any) -> Any:
        meeting.wait(PATIENCE)
        return {"log": [state]}

    builder = builder_of({"n": meet}, (["n"], "__end__"))
    builder.add_conditional_edges(START, lambda state: [Send("n", index) for index in range(4)])

    assert builder.compile().invoke({"x": 1})["log"] == [0, 1, 2, 3]


@pytest.mark.parametrize("mode", ["values", "custom"])
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_concurrency_is_used_up_to_its_limit_and_not_beyond(limit: int, mode: Any) -> None:
    lock = threading.Lock()
    full = threading.Barrier(limit)
    running: list[int] = [0]
    most: list[int] = [0]

    def node(state: Any) -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        # Six tasks in groups of one, two or three: each group is complete or nobody goes on.
        full.wait(PATIENCE)
        with lock:
            running[0] -= 1

    graph = builder_of({f"n{index}": node for index in range(6)}).compile()

    list(graph.stream({"x": 1}, {"max_concurrency": limit}, stream_mode=mode))

    assert most == [limit]


# -- finishing order ------------------------------------------------------------------------


class InOrder:
    """Lets the tasks of a superstep finish in a given order, each after the other was taken."""

    def __init__(self, order: tuple[str, ...]) -> None:
        self.order = order
        self.gates = {name: threading.Event() for name in order}
        self.gates[order[0]].set()

    def node(self, name: str) -> Callable[[Any], Any]:
        def run(state: Any) -> Any:
            assert self.gates[name].wait(PATIENCE)
            return {"log": [name]}

        return run

    def finished(self, name: str) -> None:
        """``name`` was taken back: the next may end."""
        place = self.order.index(name) + 1
        if place < len(self.order):
            self.gates[self.order[place]].set()


@pytest.mark.parametrize("modes", [["updates"], ["updates", "custom"]])
@pytest.mark.parametrize("order", ["abc", "acb", "bac", "bca", "cab", "cba"])
def test_the_fold_order_is_the_same_whichever_thread_finished_first(order: str, modes: Any) -> None:
    """Each task is told to the caller when it ended, while its siblings still run."""
    turns = InOrder(tuple(order))
    graph = builder_of({name: turns.node(name) for name in "cab"}).compile(InMemorySaver())

    finished = []
    for _, chunk in graph.stream({"x": 1}, thread(), stream_mode=modes):
        (name,) = chunk
        finished.append(name)
        turns.finished(name)

    assert finished == list(order)
    assert graph.get_state(thread()).values["log"] == ["a", "b", "c"]


@pytest.mark.parametrize("order", ["01", "10"])
def test_sends_fold_by_index_whichever_finished_first(order: str) -> None:
    turns = InOrder(tuple(order))
    builder = builder_of({"n": lambda state: turns.node(state)(state)}, (["n"], "__end__"))
    builder.add_conditional_edges(START, lambda state: [Send("n", "0"), Send("n", "1")])

    finished = []
    for chunk in builder.compile().stream({"x": 1}, stream_mode="updates"):
        finished.append(chunk["n"]["log"][0])
        turns.finished(finished[-1])

    assert finished == list(order)


def test_a_task_is_saved_when_it_ends_while_its_siblings_still_run() -> None:
    """Another reader of the store sees it, though nobody takes chunks of this run."""
    saver = InMemorySaver()
    results: list[Any] = []
    names = ("a", "b", "c")
    begun = threading.Barrier(len(names))
    places = iter(names)
    turn = threading.Lock()

    def node(state: Any) -> Any:
        with turn:
            mine = next(places)
        begun.wait(PATIENCE)
        if mine != "a":
            # All but one end at once; the last looks until both are saved.
            return {"log": [mine]}
        while len(found := reader.get_state(thread()).tasks) == 3:
            done = [task.result for task in found if task.result is not None]
            if len(done) == 2:
                results.extend(sorted(done, key=repr))
                break
        return {"log": [mine]}

    reader = builder_of(dict.fromkeys(names, node)).compile(saver)
    reader.invoke({"x": 1}, thread(), durability="sync")

    assert results == [{"log": ["b"]}, {"log": ["c"]}]


# -- failures -------------------------------------------------------------------------------


def failing(state: Any) -> Any:
    raise LookupError("lost")


def test_inline_a_failure_starts_no_further_task_and_keeps_the_earlier_ones() -> None:
    runs: list[str] = []
    broken = [True]

    def node(name: str) -> Any:
        def run(state: Any) -> Any:
            runs.append(name)
            if name == "b" and broken[0]:
                failing(state)
            return {"log": [name]}

        return run

    graph = builder_of({name: node(name) for name in "abc"}).compile(InMemorySaver())
    config = {**thread(), "max_concurrency": 1}
    with pytest.raises(LookupError):
        graph.invoke({"x": 1}, config)
    assert runs == ["a", "b"]
    assert [task.result is not None for task in graph.get_state(thread()).tasks] == [
        True,
        False,
        False,
    ]
    broken[0] = False

    assert graph.invoke(None, config)["log"] == ["a", "b", "c"]
    assert runs == ["a", "b", "b", "c"]


@pytest.mark.parametrize("streamed", [False, True])
def test_what_runs_beside_a_task_that_fails_at_once_is_kept(streamed: bool) -> None:
    runs: list[str] = []
    broken = [True]

    def node(name: str) -> Any:
        def run(state: Any) -> Any:
            runs.append(name)
            if name == "a" and broken[0]:
                failing(state)
            return {"log": [name]}

        return run

    graph = builder_of({name: node(name) for name in "abc"}).compile(InMemorySaver())
    mode: StreamMode = "updates" if streamed else "values"
    with pytest.raises(LookupError):
        graph.invoke({"x": 1}, thread(), stream_mode=mode)
    assert sorted(runs) == ["a", "b", "c"]
    assert [task.result is not None for task in graph.get_state(thread()).tasks] == [
        False,
        True,
        True,
    ]
    broken[0] = False
    assert graph.invoke(None, thread())["log"] == ["a", "b", "c"]
    assert sorted(runs) == ["a", "a", "b", "c"]


def test_on_threads_a_failure_starts_no_further_task_and_lets_running_ones_finish() -> None:
    runs: list[str] = []
    failed, both = threading.Event(), threading.Barrier(2)
    broken = [True]

    def slow(state: Any) -> Any:
        runs.append("a")
        both.wait(PATIENCE)
        assert failed.wait(PATIENCE)
        return {"log": ["a"]}

    def breaks(state: Any) -> Any:
        runs.append("b")
        if broken[0]:
            both.wait(PATIENCE)
            failing(state)
        return {"log": ["b"]}

    def waits(state: Any) -> Any:
        runs.append("c")
        return {"log": ["c"]}

    graph = builder_of({"a": slow, "b": breaks, "c": waits}).compile(InMemorySaver())
    config = {**thread(), "max_concurrency": 2}
    seen = []

    def watch() -> None:
        for _, chunk in graph.stream({"x": 1}, config, stream_mode=["tasks", "custom"]):
            if chunk.get("error") is not None:
                # The failure was taken back: only now may the other task end.
                failed.set()
            if "error" in chunk:
                seen.append((chunk["name"], chunk["error"] is None))

    with pytest.raises(LookupError):
        watch()

    assert sorted(runs) == ["a", "b"]
    assert seen == [("b", False), ("a", True)]
    runs.clear()
    broken[0] = False
    assert graph.invoke(None, config)["log"] == ["a", "b", "c"]
    assert sorted(runs) == ["b", "c"]


def test_of_several_failures_the_first_by_name_is_raised() -> None:
    both = threading.Barrier(2)

    def fails(name: str) -> Any:
        def node(state: Any) -> Any:
            both.wait(PATIENCE)
            raise LookupError(name)

        return node

    graph = builder_of({"b": fails("b"), "a": fails("a")}).compile(InMemorySaver())

    with pytest.raises(LookupError, match="a"):
        graph.invoke({"x": 1}, thread())
    assert [task.error for task in graph.get_state(thread()).tasks] == [
        "LookupError('b')",
        "LookupError('a')",
    ]


def test_a_superstep_may_be_limited_in_time() -> None:
    release = threading.Event()

    def hangs(state: Any) -> None:
        release.wait(PATIENCE)

    graph = builder_of({"a": hangs, "b": says("b")}).compile()
    graph.step_timeout = 0.05
    try:
        with pytest.raises(TimeoutError, match=r"superstep 1 took longer than 0\.05 s"):
            graph.invoke({"x": 1})
    finally:
        release.set()


# -- streaming while tasks run --------------------------------------------------------------


def test_custom_chunks_arrive_while_the_task_still_runs() -> None:
    answered = threading.Event()

    def node(state: Any, writer: StreamWriter) -> None:
        writer("question")
        assert answered.wait(PATIENCE), "the chunk did not reach the caller in time"
        writer("thanks")

    chunks = []
    for chunk in builder_of({"n": node}).compile().stream({"x": 1}, stream_mode="custom"):
        chunks.append(chunk)
        answered.set()

    assert chunks == ["question", "thanks"]


def test_a_stream_that_is_left_early_starts_nothing_more_and_can_be_resumed() -> None:
    runs: list[str] = []

    def node(name: str) -> Any:
        def run(state: Any) -> Any:
            runs.append(name)
            return {"log": [name]}

        return run

    graph = builder_of({name: node(name) for name in "abc"}, *chain(*"abc")).compile(
        InMemorySaver()
    )
    stream: Any = graph.stream({"x": 1}, thread(), stream_mode="updates")
    assert next(stream) == {"a": {"log": ["a"]}}
    stream.close()

    assert runs == ["a"]
    assert graph.invoke(None, thread())["log"] == ["a", "b", "c"]
    assert runs == ["a", "b", "c"]
