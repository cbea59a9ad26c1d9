"""The engine against other people's savers: public methods only, failing, slow, wrapped."""

import asyncio
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.checkpoint.base import BaseCheckpointSaver
from runtime.checkpoint.memory import InMemorySaver
from runtime.errors import EmptyInputError
from runtime.graph import START, StateGraph
from runtime.types import Command
from tests.runtime.durability.generation import Plan, build, plans
from tests.runtime.durability.savers import (
    AwaitedSaver,
    FailingSaver,
    PlainSaver,
    SaverError,
    WatchedSaver,
)
from tests.runtime.pregel.making import Graph, asks, builder_of, chain, history, ids, says, thread

PATIENCE = 30


def quiet(_name: str) -> None:
    """A hook that does nothing."""


def shown(entries: list[Any]) -> list[str]:
    """A history without ids and times."""
    return [
        repr((entry.values, entry.next, entry.metadata, [task.result for task in entry.tasks]))
        for entry in entries
    ]


# -- public methods only --------------------------------------------------------------------


@given(plans(), st.sampled_from(["sync", "async", "exit"]), st.sampled_from([1, None]))
@settings(max_examples=40)
def test_a_saver_with_the_public_methods_only_keeps_the_same_history(
    plan: Plan, durability: Any, concurrency: int | None
) -> None:
    config = {**thread(), "max_concurrency": concurrency}
    found = []
    for saver in (PlainSaver(), InMemorySaver()):
        graph = build(plan, quiet).compile(saver)
        graph.invoke({"total": 1}, config, durability=durability)
        graph.update_state(thread(), {"total": 3}, as_node="a")
        graph.invoke(None, config, durability=durability)
        old = history(graph)[-1].config
        graph.invoke(None, {**config, **old}, durability=durability)
        found.append(shown(history(graph)))

    assert found[0] == found[1]


def two_nodes(saver: BaseCheckpointSaver[Any]) -> Graph:
    """``a``, then ``b``."""
    return builder_of("a b", *chain("a", "b")).compile(saver)


class _OlderSaver(PlainSaver):
    """Made before writes had a task path."""

    def put_writes(self, config: Any, writes: Any, task_id: str) -> None:  # type: ignore[override]
        super().put_writes(config, writes, task_id)


class _OlderAwaitedSaver(AwaitedSaver):
    async def aput_writes(self, config: Any, writes: Any, task_id: str) -> None:  # type: ignore[override]
        await super().aput_writes(config, writes, task_id)


def test_a_saver_whose_writes_have_no_task_path() -> None:
    graph = two_nodes(_OlderSaver())
    assert graph.invoke({"log": []}, thread())["log"] == ["a", "b"]
    awaited = two_nodes(_OlderAwaitedSaver())
    assert asyncio.run(awaited.ainvoke({"log": []}, thread()))["log"] == ["a", "b"]


class _CountingSaver(InMemorySaver):
    """Numbers versions by tens."""

    def get_next_version(self, current: Any, channel: None) -> Any:
        return (current or 0) + 10


class _NamingSaver(InMemorySaver):
    """Has versions of text, of which the engine makes nothing."""

    def get_next_version(self, current: Any, channel: None) -> Any:
        return f"{current or 0:032}.0"


class _FailingVersions(InMemorySaver):
    def get_next_version(self, current: Any, channel: None) -> Any:
        raise ValueError("no version")


def test_a_savers_own_versions() -> None:
    saver = _CountingSaver()
    two_nodes(saver).invoke({"log": []}, thread())
    saved = saver.get(thread())
    assert saved is not None
    versions = saved["channel_versions"]
    assert all(version % 10 == 0 for version in versions.values())
    graph = two_nodes(_NamingSaver())
    assert graph.invoke({"log": []}, thread())["log"] == ["a", "b"]
    failing = two_nodes(_FailingVersions())
    with pytest.raises(ValueError, match="no version"):
        failing.invoke({"log": []}, thread())
    with pytest.raises(ValueError, match="no version"):
        asyncio.run(failing.ainvoke({"log": []}, thread()))


@given(plans(), st.sampled_from(["sync", "async", "exit"]))
@settings(max_examples=25)
def test_the_same_for_coroutines(plan: Plan, durability: Any) -> None:
    async def run(saver: BaseCheckpointSaver[Any]) -> list[str]:
        graph = build(plan, quiet).compile(saver)
        await graph.ainvoke({"total": 1}, thread(), durability=durability)
        await graph.aupdate_state(thread(), {"total": 3}, as_node="a")
        await graph.ainvoke(None, thread(), durability=durability)
        return shown([entry async for entry in graph.aget_state_history(thread())])

    # A sync call inside a coroutine's run reads and saves by the sync methods.
    plan["nested"] = []
    graph = build(plan, quiet).compile(InMemorySaver())
    graph.invoke({"total": 1}, thread(), durability=durability)
    graph.update_state(thread(), {"total": 3}, as_node="a")
    graph.invoke(None, thread(), durability=durability)

    assert asyncio.run(run(AwaitedSaver())) == shown(history(graph))


def test_questions_through_the_public_methods() -> None:
    builder = builder_of({"a": asks("a", times=2), "b": asks("b"), "c": says("c")})
    graph = builder.compile(PlainSaver())
    asked = graph.invoke({"x": 1}, thread())["__interrupt__"]
    graph.invoke(Command(resume={asked[1].id: "B"}), thread())
    graph.invoke(Command(resume="A0"), thread())
    result = graph.invoke(Command(resume="A1"), thread())

    assert result["log"] == [("a", "A0", "A1"), ("b", "B"), "c"]


def test_what_a_saver_is_told() -> None:
    told: list[Any] = []

    class Listening(InMemorySaver):
        def put(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
            told.append(("put", config, checkpoint, metadata, new_versions))
            return super().put(config, checkpoint, metadata, new_versions)

        def put_writes(self, config: Any, writes: Any, task_id: str, task_path: str = "") -> None:
            told.append(("writes", config, writes, task_id, task_path))
            super().put_writes(config, writes, task_id, task_path)

    graph = builder_of("a b", *chain("a", "b")).compile(Listening())
    graph.invoke({"x": 1}, thread(), durability="sync")

    saved = ids(graph)
    puts = [entry[1:] for entry in told if entry[0] == "put"]
    writes = [entry[1:] for entry in told if entry[0] == "writes"]
    assert [checkpoint["id"] for _, checkpoint, _, _ in puts] == saved
    assert [config["configurable"].get("checkpoint_id") for config, *_ in puts] == [
        None,
        *saved[:-1],
    ]
    assert [metadata["step"] for _, _, metadata, _ in puts] == [-1, 0, 1, 2]
    before: dict[str, int] = {}
    for _, checkpoint, _, new_versions in puts:
        versions = checkpoint["channel_versions"]
        assert new_versions == {
            name: version for name, version in versions.items() if before.get(name) != version
        }
        before = versions
    assert [config["configurable"]["checkpoint_id"] for config, *_ in writes] == saved[:-1]
    assert [[channel for channel, _ in each] for _, each, *_ in writes] == [
        ["x", "branch:to:a"],
        ["log", "branch:to:b"],
        ["log"],
    ]
    assert [path for *_, path in writes] == [
        "~__pregel_pull, __start__",
        "~__pregel_pull, a",
        "~__pregel_pull, b",
    ]


# -- wrapped --------------------------------------------------------------------------------


def recorded(how: str, calls: list[str]) -> BaseCheckpointSaver[Any]:
    """A saver in memory whose ``put`` and ``put_writes`` are somebody else's."""

    class Own(InMemorySaver):
        def put(self, config: Any, checkpoint: Any, metadata: Any, new_versions: Any) -> Any:
            calls.append("put")
            return super().put(config, checkpoint, metadata, new_versions)

        def put_writes(self, config: Any, writes: Any, task_id: str, task_path: str = "") -> None:
            calls.append("put_writes")
            super().put_writes(config, writes, task_id, task_path)

    class Below(Own):
        pass

    if how == "subclass":
        return Own()
    if how == "subclass of a subclass":
        return Below()
    saver: Any = InMemorySaver()
    put, put_writes = saver.put, saver.put_writes

    def own_put(*arguments: Any) -> Any:
        calls.append("put")
        return put(*arguments)

    def own_put_writes(*arguments: Any) -> None:
        calls.append("put_writes")
        put_writes(*arguments)

    saver.put = own_put
    saver.put_writes = own_put_writes
    made: BaseCheckpointSaver[Any] = saver
    return made


@pytest.mark.parametrize("durability", ["sync", "async"])
@pytest.mark.parametrize("how", ["subclass", "subclass of a subclass", "on the object"])
def test_overridden_methods_are_honoured(how: str, durability: Any) -> None:
    calls: list[str] = []
    graph = builder_of("a b", *chain("a", "b")).compile(recorded(how, calls))

    graph.invoke({"x": 1}, thread(), durability=durability)
    graph.update_state(thread(), {"x": 2}, as_node="b")

    assert calls.count("put") == 5
    assert calls.count("put_writes") >= 3
    assert graph.get_state(thread()).values == {"x": 2, "total": 0, "log": ["a", "b"]}


# -- failing --------------------------------------------------------------------------------


def worked(
    saver: BaseCheckpointSaver[Any],
    runs: list[str],
    durability: Any,
    concurrency: int | None = 1,
) -> Any:
    """A run with every kind of save: fan-out, join."""

    def node(name: str) -> Any:
        def run(state: Any) -> Any:
            runs.append(name)
            return {"log": [name]}

        return run

    builder: StateGraph[Any, Any, Any, Any] = builder_of(
        {"first": node("first"), "a": node("a"), "b": node("b"), "last": node("last")},
        (START, "first"),
        ("first", "a"),
        ("first", "b"),
        (["a", "b"], "last"),
    )
    graph = builder.compile(saver)
    graph.invoke({"x": 1}, {**thread(), "max_concurrency": concurrency}, durability=durability)
    return graph


def _calls(durability: Any) -> int:
    saver = FailingSaver()
    worked(saver, [], durability)
    return saver.calls


@pytest.mark.parametrize("concurrency", [1, None])
@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_a_saver_that_fails_at_any_call(durability: Any, concurrency: int | None) -> None:
    """The error comes out, nothing stored is torn, and the thread can go on."""
    count = _calls(durability)
    for fail_at in range(1, count + 1):
        saver, runs = FailingSaver(fail_at), list[str]()
        with pytest.raises(SaverError, match=f"call {fail_at}"):
            worked(saver, runs, durability, concurrency)

        graph = builder_of(
            {name: says(name) for name in ("first", "a", "b", "last")},
            (START, "first"),
            ("first", "a"),
            ("first", "b"),
            (["a", "b"], "last"),
        ).compile(saver)
        stored = graph.get_state(thread())
        log = stored.values.get("log", [])
        assert log == ["first", "a", "b", "last"][: len(log)]
        try:
            result = graph.invoke(None, thread())
        except EmptyInputError:
            assert stored.metadata is None
            result = graph.invoke({"x": 1}, thread())
        assert result["log"] == ["first", "a", "b", "last"]


def test_with_sync_a_failing_saver_lets_no_further_node_run() -> None:
    runs: list[str] = []
    with pytest.raises(SaverError):
        worked(FailingSaver(4), runs, "sync")

    whole: list[str] = []
    worked(FailingSaver(), whole, "sync")
    assert len(runs) < len(whole)
    assert runs == whole[: len(runs)]


@pytest.mark.parametrize("durability", ["sync", "async"])
def test_the_error_of_a_saver_says_where_it_happened(durability: Any) -> None:
    with pytest.raises(SaverError) as caught:
        worked(FailingSaver(3), [], durability)

    (note,) = caught.value.__notes__
    assert note == "While saving the checkpoint of step 0 in thread 't'"


def test_a_saver_that_fails_while_awaited() -> None:
    class Failing(AwaitedSaver):
        async def aput(self, config: Any, checkpoint: Any, metadata: Any, versions: Any) -> Any:
            if metadata["step"] == 1:
                raise SaverError("step 1")
            return await super().aput(config, checkpoint, metadata, versions)

    async def main() -> Any:
        saver = Failing()
        graph = builder_of("a b", *chain("a", "b")).compile(saver)
        with pytest.raises(SaverError, match="step 1"):
            await graph.ainvoke({"x": 1}, thread())
        return await graph.aget_state(thread())

    state = asyncio.run(main())
    assert state.metadata["step"] == 0
    assert state.values["log"] in ([], ["a"])


def test_a_saver_that_cannot_be_read_fails_the_call_and_runs_nothing() -> None:
    class Unreadable(InMemorySaver):
        def get_tuple(self, config: Any) -> Any:
            raise SaverError("unreadable")

    runs: list[str] = []
    graph = builder_of({"a": lambda state: runs.append("a")}).compile(Unreadable())

    with pytest.raises(SaverError, match="unreadable"):
        graph.invoke({"x": 1}, thread())
    assert runs == []


# -- slow -----------------------------------------------------------------------------------


def noting(events: list[str]) -> Any:
    """Nodes a and b that note when they run."""

    def node(name: str) -> Any:
        def run(state: Any) -> Any:
            events.append(name)
            return {"log": [name]}

        return run

    return builder_of({"a": node("a"), "b": node("b")}, *chain("a", "b"))


def test_with_sync_the_next_superstep_waits_for_the_saver() -> None:
    events: list[str] = []
    saver = WatchedSaver(events.append)

    noting(events).compile(saver).invoke({"x": 1}, thread(), durability="sync")

    assert events.index("saved step 0") < events.index("a")
    assert events.index("saved writes of ~__pregel_pull, a") < events.index("saving step 1")
    assert events.index("saved step 1") < events.index("b")
    assert events[-1] == "saved step 2"


def test_with_sync_a_coroutine_waits_for_the_saver_before_the_next_task_begins() -> None:
    events: list[str] = []

    class Slow(AwaitedSaver):
        async def aput_writes(
            self, config: Any, writes: Any, task_id: str, task_path: str = ""
        ) -> None:
            for _ in range(20):
                await asyncio.sleep(0)
            await super().aput_writes(config, writes, task_id, task_path)
            events.append(f"saved {task_path.split()[-1]}")

    def node(name: str) -> Any:
        async def run(state: Any) -> Any:
            events.append(name)
            return {"log": [name]}

        return run

    graph = builder_of({name: node(name) for name in "abc"}).compile(Slow())
    config = {**thread(), "max_concurrency": 1}
    asyncio.run(graph.ainvoke({"x": 1}, config, durability="sync"))

    assert events == ["saved __start__", "a", "saved a", "b", "saved b", "c", "saved c"]


def test_by_default_the_next_superstep_runs_while_the_saver_is_busy() -> None:
    events: list[str] = []
    b_runs = threading.Event()

    def tell(event: str) -> None:
        if event == "saving step 1":
            assert b_runs.wait(PATIENCE), "the next superstep waited for the saver"
        events.append(event)

    def a(state: Any) -> Any:
        return {"log": ["a"]}

    def b(state: Any) -> Any:
        b_runs.set()
        return {"log": ["b"]}

    graph = builder_of({"a": a, "b": b}, *chain("a", "b")).compile(WatchedSaver(tell))
    result = graph.invoke({"x": 1}, thread())

    assert result["log"] == ["a", "b"]
    saved = [event for event in events if event.startswith("saved step")]
    assert saved == [f"saved step {step}" for step in (-1, 0, 1, 2)]


def test_at_exit_nothing_is_saved_before_the_end() -> None:
    events: list[str] = []
    saver = WatchedSaver(events.append)
    graph = noting(events).compile(saver)

    graph.invoke({"x": 1}, thread(), durability="exit")

    assert events == ["a", "b", "saving step 2", "saved step 2"]
    (entry,) = history(graph)
    assert entry.values["log"] == ["a", "b"]
    assert entry.parent_config is None


def test_at_exit_a_failure_saves_what_was_reached() -> None:
    def fails(state: Any) -> Any:
        raise LookupError("lost")

    graph = builder_of({"a": says("a"), "b": fails}, *chain("a", "b")).compile(InMemorySaver())
    with pytest.raises(LookupError):
        graph.invoke({"x": 1}, thread(), durability="exit")

    (entry,) = history(graph)
    assert entry.values["log"] == ["a"]
    assert entry.next == ("b",)
    assert entry.tasks[0].error == "LookupError('lost')"
