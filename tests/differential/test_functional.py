"""Graphs written as functions: what they return, stream and keep."""

import asyncio
import threading
from functools import partial
from typing import Any

import pytest

from tests.differential.engines import Engine
from tests.differential.probing import Probe, same
from tests.differential.recording import checkpoints_of

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

THREAD = {"configurable": {"thread_id": "thread"}}
MODES = ["values", "updates", "tasks", "checkpoints", "custom"]


def look(probe: Probe, flow: Any) -> None:
    """What the thread keeps, and how the calls in it ended."""
    probe("state", lambda: flow.get_state(THREAD))
    probe("history", lambda: list(flow.get_state_history(THREAD)))
    if flow.checkpointer:
        probe("stored", lambda: [_kept(item) for item in checkpoints_of(flow, probe.normalise)])


def _kept(item: dict[str, Any]) -> Any:
    return item["values"], item["versions"], item["seen"], item["pending"]


def add(a: int, b: int = 1) -> int:
    return a + b


def asking(engine: Engine) -> Any:
    """Calls that finish, then one that asks, then one that needs the answer."""
    plus = engine.task(add)

    def ask(question: str) -> Any:
        return engine.interrupt(question)

    asked = engine.task(ask)

    def flow(given: int, *, previous: Any = None) -> Any:
        first = plus(given).result()
        answer = asked("sure?").result()
        return {"sum": plus(first, 10).result(), "answer": answer, "previous": previous}

    return engine.entrypoint(checkpointer=engine.InMemorySaver())(flow)


def test_calls_are_kept_over_a_question() -> None:
    def program(probe: Probe) -> None:
        flow = asking(probe.engine)
        for given in (1, probe.engine.Command(resume="yes"), 5, None):
            probe.stream("stream", flow.stream(given, THREAD, stream_mode=MODES))
            look(probe, flow)
        probe("resume", lambda: flow.invoke(probe.engine.Command(resume="no"), THREAD))
        probe("default mode", lambda: list(flow.stream(2, THREAD)))
        look(probe, flow)

    same(program)


def test_what_is_returned_and_what_is_saved() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        def double(given: int, *, previous: Any = None) -> Any:
            return engine.entrypoint.final(value=given * 2, save=(previous or 0) + given)

        flow = engine.entrypoint(checkpointer=engine.InMemorySaver())(double)
        for given in (1, 2, 3):
            probe("run", partial(flow.invoke, given, THREAD))
            probe("arun", partial(flow.ainvoke, given, THREAD))
        probe.stream("stream", flow.stream(4, THREAD, stream_mode=MODES))
        probe.stream("astream", flow.astream(4, THREAD, stream_mode=MODES))
        look(probe, flow)
        probe("updated", lambda: flow.update_state(THREAD, 7) and None)
        probe("state", lambda: flow.get_state(THREAD)[:2])
        probe("unsaved", lambda: engine.entrypoint()(double).invoke(3))

    same(program)


def test_calls_at_the_same_time_and_inside_one_another() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        plus = engine.task(add)

        def outer(value: int) -> int:
            return sum(plus(value, each).result() for each in range(2))

        nested = engine.task(outer)

        def flow(given: int) -> Any:
            futures = [plus(each) for each in range(given)]
            return [*[future.result() for future in futures], nested(given).result()]

        made = engine.entrypoint(checkpointer=engine.InMemorySaver())(flow)
        probe("run", lambda: made.invoke(3, THREAD))
        probe("state", lambda: made.get_state(THREAD).values)

        async def aplus(a: int) -> int:
            return a + 1

        later = engine.task(aplus)

        async def aflow(given: int) -> Any:
            first = await later(given)
            return [first, *await asyncio.gather(later(1), later(2)), await plus(5)]

        made = engine.entrypoint(checkpointer=engine.InMemorySaver())(aflow)
        probe("arun", lambda: made.ainvoke(1, THREAD))
        probe("sync", lambda: made.invoke(1, THREAD))

        def waits(given: int) -> Any:
            return later(given).result()

        with pytest.raises(RuntimeError, match="sync context"):
            engine.entrypoint()(waits).invoke(1)

    same(program)


def test_what_is_saved_is_named() -> None:
    def program(probe: Probe) -> None:
        final = probe.engine.entrypoint.final
        probe("named", lambda: repr(final(value=1, save=2)))
        probe("not named", lambda: final(1, 2))
        probe("missing", lambda: final(value=1))

    same(program)


def test_calls_that_fail() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        runs: list[int] = []

        def fail(value: int) -> int:
            runs.append(value)
            raise ValueError(f"no {value}")

        failing = engine.task(fail)

        def caught(given: int) -> str:
            try:
                failing(given).result()
            except ValueError as error:
                return f"caught {error}"
            return "not caught"

        def uncaught(given: int) -> Any:
            return failing(given).result()

        def flaky(value: int) -> int:
            runs.append(value)
            if len(runs) % 3:
                raise ConnectionError("once more")
            return value

        policy = engine.RetryPolicy(initial_interval=0.001, jitter=False)
        retried = engine.task(retry_policy=policy)(flaky)
        saver = engine.InMemorySaver()
        probe("caught", lambda: engine.entrypoint(checkpointer=saver)(caught).invoke(1, THREAD))
        broken = engine.entrypoint(checkpointer=engine.InMemorySaver())(uncaught)
        probe("uncaught", lambda: broken.invoke(1, THREAD))
        probe("state", lambda: broken.get_state(THREAD).next)
        probe("again", lambda: broken.invoke(None, THREAD))
        runs.clear()
        probe("retried", lambda: engine.entrypoint()(lambda x: retried(x).result()).invoke(4))
        probe("runs", lambda: list(runs))
        probe("outside", lambda: failing(1))
        runs.clear()
        whole = engine.entrypoint(retry_policy=policy)(flaky)
        probe("whole", lambda: (whole.invoke(2), list(runs)))

    same(program)


def test_calls_out_of_the_cache() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        runs: list[Any] = []

        def slow(a: int, b: int = 0) -> int:
            runs.append((a, b))
            return a * 10 + b

        cached = engine.task(cache_policy=engine.CachePolicy())(slow)

        def flow(given: int) -> Any:
            return [cached(given).result(), cached(given, b=1).result(), cached(given).result()]

        cache = engine.InMemoryCache()
        made = engine.entrypoint(cache=cache)(flow)
        for given in (1, 1, 2):
            probe("run", partial(made.invoke, given))
            probe("runs", lambda: list(runs))
        probe.stream("stream", made.stream(1, stream_mode=["updates", "tasks"]))
        probe("cleared", lambda: cached.clear_cache(cache))
        probe("after", lambda: (made.invoke(1), len(runs)))

        whole = engine.entrypoint(cache=engine.InMemoryCache(), cache_policy=engine.CachePolicy())

        def note(given: int) -> int:
            runs.append(given)
            return given

        app = whole(note)
        probe("whole", lambda: (app.invoke(7), app.invoke(7), runs.count(7)))

    same(program)


class Held:
    """Called tasks that end when the test lets them, in threads and as coroutines."""

    def __init__(self, probe: Probe) -> None:
        self.ended: list[str] = []
        self.body_ended = threading.Event()
        engine = probe.engine

        def slow(name: str) -> str:
            self.body_ended.wait(PATIENCE)
            self.ended.append(name)
            return name

        async def later(name: str) -> str:
            while not self.body_ended.is_set():
                await asyncio.sleep(0)
            return slow(name)

        def fails(name: str) -> str:
            slow(name)
            raise ValueError(name)

        calls = {"slow": slow, "later": later, "fails": fails}
        self.calls = {name: engine.task(call) for name, call in calls.items()}


PATIENCE = 30


@pytest.mark.parametrize("call", ["slow", "fails", "later"])
@pytest.mark.parametrize("body", ["returns", "asks"])
def test_calls_that_nobody_waits_for(call: str, body: str) -> None:
    """The run is over when they are; what they return is kept."""

    def program(probe: Probe) -> None:
        engine = probe.engine
        held = Held(probe)

        def act(given: int) -> Any:
            held.calls[call](call)
            held.body_ended.set()
            return engine.interrupt("own") if body == "asks" else given

        async def aact(given: int) -> Any:
            return act(given)

        flow = engine.entrypoint(checkpointer=engine.InMemorySaver())(
            aact if call == "later" else act
        )
        run = flow.ainvoke if call == "later" else flow.invoke
        for given in (1, engine.Command(resume="yes")):
            probe("run", partial(run, given, THREAD))
            probe("ended", lambda: list(held.ended))
            probe("state", lambda: [flow.get_state(THREAD).next, flow.get_state(THREAD).values])

    same(program)


def test_coroutines_called_by_functions() -> None:
    """In an async run a plain function may wait for a coroutine; in a sync run nothing can."""

    def program(probe: Probe) -> None:
        engine = probe.engine

        async def later(given: int) -> int:
            await asyncio.sleep(0)
            return given + 1

        async def ask(question: str) -> Any:
            return engine.interrupt(question)

        plus, asked = engine.task(later), engine.task(ask)

        @engine.entrypoint(checkpointer=engine.InMemorySaver())  # type: ignore[untyped-decorator]
        def flow(given: int) -> Any:
            calls = [plus(given), plus(given + 10)]
            return [*(call.result() for call in calls), asked("sure?").result()]

        probe("asks", partial(flow.ainvoke, 1, THREAD))
        probe("answered", partial(flow.ainvoke, engine.Command(resume="yes"), THREAD))
        look(probe, flow)

    same(program)


def test_calls_in_nodes() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        plus = engine.task(add)
        builder = engine.StateGraph(dict)
        builder.add_node("node", lambda state: {"x": plus(state["x"]).result()})
        app = builder.add_edge(engine.START, "node").compile(engine.InMemorySaver())
        probe.stream("stream", app.stream({"x": 1}, THREAD, stream_mode=MODES))
        probe("state", lambda: app.get_state(THREAD).values)
        inner = asking(engine)
        builder = engine.StateGraph(dict)
        builder.add_node("node", lambda state: {"x": inner.invoke(1, THREAD)["sum"]})
        outer = builder.add_edge(engine.START, "node").compile(engine.InMemorySaver())
        probe("flow on a thread of its own", lambda: outer.invoke({"x": 1}, ANOTHER))

    same(program)


ANOTHER = {"configurable": {"thread_id": "another"}}


def test_what_cannot_be_a_graph() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        def generator(given: int) -> Any:
            yield given

        async def agenerator(given: int) -> Any:
            yield given

        probe("no parameter", lambda: engine.entrypoint()(lambda: 1))
        probe("generator", lambda: engine.entrypoint()(generator))
        probe("async generator", lambda: engine.entrypoint()(agenerator))
        probe("None", lambda: engine.entrypoint()(lambda given: 1).invoke(None))
        probe("writer", lambda: _written(engine))

    same(program)


def _written(engine: Engine) -> Any:
    def flow(given, writer, config):  # type: ignore[no-untyped-def]
        writer({"given": given})
        return config["configurable"].get("user")

    config = {"configurable": {"user": "somebody"}}
    made = engine.entrypoint()(flow)
    return list(made.stream(1, config, stream_mode=["custom", "updates", "values"]))
