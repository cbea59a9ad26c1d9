"""Retries, caches, error handlers, deferred nodes and timeouts."""

import asyncio
import operator
import re
from functools import partial
from typing import Annotated, Any

import pytest
from langchain_core.runnables import Runnable, RunnableLambda
from typing_extensions import TypedDict

from tests.differential.engines import Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

THREAD = {"configurable": {"thread_id": "thread"}}
MODES = ["values", "updates", "tasks", "custom"]
ONE = {**THREAD, "max_concurrency": 1}


class State(TypedDict, total=False):
    x: int
    log: Annotated[list[Any], operator.add]


def says(name: str) -> Any:
    return lambda state: {"log": [name]}


def quick(engine: Engine, **more: Any) -> Any:
    """A retry policy that does not wait."""
    return engine.RetryPolicy(initial_interval=0.001, jitter=False, **more)


class Flaky:
    """A node that raises at first, `errors` in turn."""

    def __init__(self, *errors: type[Exception]) -> None:
        self.errors = list(errors)
        self.runs = 0

    def __call__(self, state: Any) -> Any:
        self.runs += 1
        if self.runs <= len(self.errors):
            raise self.errors[self.runs - 1]("once more")
        return {"log": [f"run {self.runs}"]}

    async def later(self, state: Any) -> Any:
        return self(state)


def one(engine: Engine, action: Any, /, compiled: Any = None, **options: Any) -> Any:
    builder = engine.StateGraph(State).add_node("node", action, **options)
    builder.add_node("after", says("after")).add_edge(engine.START, "node")
    builder.add_edge("node", "after")
    return builder.compile(**{"checkpointer": engine.InMemorySaver(), **(compiled or {})})


class Refused(Exception):
    """An error of the program's own."""


ERRORS: dict[str, list[type[Exception]]] = {
    "connection": [ConnectionError],
    "value": [ValueError],
    "own": [Refused] * 2,
    "too often": [Refused] * 5,
    "several kinds": [Refused, ConnectionError],
    "system": [OSError],
    "runtime": [RuntimeError],
}
RETRY: dict[str, dict[str, Any]] = {
    "default": {},
    "twice": {"max_attempts": 2},
    "kind": {"retry_on": Refused},
    "kinds": {"retry_on": (Refused, ConnectionError)},
    "asked": {"retry_on": lambda error: "more" in str(error)},
}


@pytest.mark.parametrize("errors", ERRORS)
def test_retries(errors: str) -> None:
    def program(probe: Probe) -> None:
        for name, options in RETRY.items():
            policy = quick(probe.engine, **options)
            node = Flaky(*ERRORS[errors])
            app = one(probe.engine, node, retry_policy=policy)
            probe(name, partial(app.invoke, {"log": []}, THREAD))
            probe("state", lambda app=app: app.get_state(THREAD)[:2])  # type: ignore[misc]
            probe("runs", lambda node=node: node.runs)  # type: ignore[misc]
            later = Flaky(*ERRORS[errors])
            app = one(probe.engine, later.later, retry_policy=[policy])
            probe(name, partial(app.ainvoke, {"log": []}, THREAD))
            probe("runs", lambda node=later: node.runs)  # type: ignore[misc]

    same(program)


def test_retries_of_siblings_and_defaults() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        node = Flaky(ConnectionError)
        builder = engine.StateGraph(State).add_node("node", node).add_node("own", says("own"))
        builder.set_node_defaults(retry_policy=quick(engine))
        builder.add_edge(engine.START, "node").add_edge(engine.START, "own")
        app = builder.compile()
        probe("defaults", partial(app.invoke, {"log": []}))
        several = [quick(engine, retry_on=Refused), quick(engine, retry_on=ConnectionError)]
        node = Flaky(ConnectionError, Refused)
        app = one(engine, node, retry_policy=several)
        probe("several", partial(app.invoke, {"log": []}, THREAD))

        def attempts(state: Any, runtime: engine.Runtime) -> Any:  # type: ignore[name-defined]
            if runtime.execution_info.node_attempt < 3:
                raise ConnectionError("again")
            return {"log": [runtime.execution_info.node_attempt]}

        app = one(engine, attempts, retry_policy=quick(engine))
        probe("attempts", partial(app.invoke, {"log": []}, THREAD))

        def written(state: Any) -> Any:
            engine.get_stream_writer()("tried")
            if not seen:
                seen.append(1)
                raise ConnectionError("again")
            return {"log": ["done"]}

        seen: list[int] = []
        app = one(engine, written, retry_policy=quick(engine))
        probe.stream("stream", app.stream({"log": []}, THREAD, stream_mode=MODES))

    same(program)


def test_results_out_of_the_cache() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        runs: list[Any] = []

        def slow(state: Any) -> Any:
            runs.append(state.get("x"))
            return {"log": [state.get("x")]}

        policy = engine.CachePolicy(key_func=lambda state: str(state.get("x")))
        cache = engine.InMemoryCache()
        app = one(engine, slow, cache_policy=policy, compiled={"cache": cache})
        for x in (1, 1, 2):
            config = {"configurable": {"thread_id": str(len(runs)) + str(x)}}
            given: dict[str, Any] = {"x": x, "log": []}
            probe.stream("stream", app.stream(given, config, stream_mode=MODES))
            probe.stream("astream", app.astream(given, config, stream_mode=MODES))
            probe("runs", lambda: list(runs))
        probe("cleared", lambda: app.clear_cache(["node"]))
        probe(
            "after", lambda: app.invoke({"x": 1, "log": []}, {"configurable": {"thread_id": "z"}})
        )
        probe("runs", lambda: list(runs))
        probe("cleared", lambda: app.aclear_cache())
        probe("none", lambda: one(engine, slow).clear_cache())
        runs.clear()
        app = one(engine, slow, cache_policy=policy)
        probe("no cache", lambda: [app.invoke({"x": 1, "log": []}, THREAD), len(runs)])
        builder = engine.StateGraph(State).add_node("node", slow)
        builder.set_node_defaults(cache_policy=policy).add_edge(engine.START, "node")
        app = builder.compile(cache=engine.InMemoryCache())
        probe("default", lambda: [app.invoke({"x": 5, "log": []}) for _ in range(2)])
        probe("runs", lambda: list(runs))

    same(program)


def fails(state: Any) -> Any:
    raise ValueError("no luck")


def handled(engine: Engine, handler: Any, **options: Any) -> Any:
    builder = engine.StateGraph(State).add_node("fails", fails, error_handler=handler, **options)
    for name in ("after", "elsewhere"):
        builder.add_node(name, says(name))
    builder.add_edge(engine.START, "fails").add_edge("fails", "after")
    return builder.compile(engine.InMemorySaver())


def handlers(engine: Engine) -> dict[str, Any]:
    def update(state: Any, error: engine.NodeError) -> Any:  # type: ignore[name-defined]
        return {"log": [error.node, str(error.error), state.get("x")]}

    def command(state: Any, error: engine.NodeError) -> Any:  # type: ignore[name-defined]
        return engine.Command(update={"log": ["handled"]}, goto="elsewhere")

    def again(state: Any, error: engine.NodeError) -> Any:  # type: ignore[name-defined]
        raise KeyError("handler")

    def nothing(state: Any) -> Any:
        return None

    def asks(state: Any, error: engine.NodeError) -> Any:  # type: ignore[name-defined]
        return {"log": [engine.interrupt("what now?")]}

    async def later(state: Any, error: engine.NodeError) -> Any:  # type: ignore[name-defined]
        return {"log": ["later"]}

    return {
        "update": update,
        "command": command,
        "raises": again,
        "nothing": nothing,
        "asks": asks,
        "later": later,
    }


@pytest.mark.parametrize("name", ["update", "command", "raises", "nothing", "asks", "later"])
def test_error_handlers(name: str) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        handler = handlers(engine)[name]
        app = handled(engine, handler)
        if name != "later":
            given: dict[str, Any] = {"x": 1, "log": []}
            # LangGraph forgets the handler where tasks run on threads, as with mode `custom`.
            modes = ["values", "updates", "tasks", "checkpoints"]
            probe.stream("stream", app.stream(given, THREAD, stream_mode=modes))
            if name not in ("asks", "raises"):  # LangGraph does not show handlers that are due
                probe("state", lambda: app.get_state(THREAD)[:2])
                probe("history", lambda: [found[:2] for found in app.get_state_history(THREAD)])
        probe("ainvoke", partial(app.ainvoke, {"x": 2, "log": []}, THREAD))
        if name == "asks":
            probe("answered", partial(app.invoke, engine.Command(resume="go on"), THREAD))
        retried = handled(engine, handler, retry_policy=quick(engine, retry_on=ValueError))
        probe("retried", partial(retried.ainvoke, {"x": 3, "log": []}, THREAD))

    same(program)


def test_default_error_handlers() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        builder = engine.StateGraph(State).add_node("fails", fails).add_node("works", says("works"))
        builder.add_node("own", fails, error_handler=handlers(engine)["nothing"])
        builder.set_node_defaults(error_handler=handlers(engine)["command"])
        builder.add_node("elsewhere", says("elsewhere")).add_edge(engine.START, "fails")
        builder.add_edge("elsewhere", "own")
        app = builder.compile(engine.InMemorySaver())
        probe("nodes", lambda: sorted(app.nodes))
        probe("invoke", partial(app.invoke, {"log": []}, THREAD))
        probe("ainvoke", partial(app.ainvoke, {"log": []}, THREAD))
        probe("drawn", lambda: sorted(app.get_graph().nodes))

    same(program)


def deferring(engine: Engine, *, joined: bool) -> Any:
    """Two ways of unequal length into a deferred node."""
    builder = engine.StateGraph(State)
    for name in ("a", "b", "c"):
        builder.add_node(name, says(name))
    builder.add_node("end", lambda state: {"log": [f"end of {len(state['log'])}"]}, defer=True)
    builder.add_edge(engine.START, "a").add_edge(engine.START, "b").add_edge("b", "c")
    if joined:
        builder.add_edge(["a", "c"], "end")
    else:
        builder.add_edge("a", "end").add_edge("c", "end")
    return builder.compile(engine.InMemorySaver())


@pytest.mark.parametrize("joined", [False, True])
def test_deferred_nodes(joined: bool) -> None:
    def program(probe: Probe) -> None:
        app = deferring(probe.engine, joined=joined)
        for _ in range(2):
            modes = ["values", "updates", "tasks", "checkpoints"]
            probe.stream("run", app.stream({"log": []}, ONE, stream_mode=modes))
            probe("arun", partial(app.ainvoke, {"log": []}, THREAD))
        probe("before", partial(app.invoke, {"log": []}, THREAD, interrupt_before=["end"]))
        probe("state", lambda: app.get_state(THREAD)[:2])
        probe("after", partial(app.invoke, None, THREAD))

    same(program)


@pytest.mark.parametrize("kind", ["plain", "awaited", "lambda", "lambda awaited", "parts", "own"])
def test_which_nodes_may_have_a_timeout(kind: str) -> None:
    async def later(state: Any) -> Any:
        return {"log": ["later"]}

    class Own(Runnable[Any, Any]):
        def invoke(self, input: Any, config: Any = None, **kwargs: Any) -> Any:
            return {"log": ["own"]}

    nodes = {
        "plain": says("a"),
        "awaited": later,
        "lambda": RunnableLambda(says("a")),
        "lambda awaited": RunnableLambda(later),
        "parts": RunnableLambda(says("a")) | RunnableLambda(says("b")),
        "own": Own(),
    }

    def program(probe: Probe) -> None:
        engine = probe.engine
        probe("node", lambda: one(engine, nodes[kind], timeout=1) and None)
        if kind in ("plain", "awaited"):
            probe("task", lambda: engine.task(timeout=1)(nodes[kind]) and None)
            probe("entrypoint", lambda: engine.entrypoint(timeout=1)(nodes[kind]) and None)
        builder = engine.StateGraph(State).add_node("n", nodes[kind])
        builder.add_edge(engine.START, "n").set_node_defaults(timeout=1)
        probe("default", lambda: builder.compile() and None)

    same(program)


def test_nodes_that_cancel_themselves() -> None:
    def program(probe: Probe) -> None:
        def cancel(state: Any) -> Any:
            raise asyncio.CancelledError

        app = one(probe.engine, cancel)
        probe("sync", lambda: _failure(lambda: app.invoke({"log": []}, THREAD)))
        probe("async", lambda: _failure(lambda: asyncio.run(app.ainvoke({"log": []}, THREAD))))

    def _failure(act: Any) -> Any:
        with pytest.raises(Exception, match="CancelledError") as caught:
            act()
        return caught.typename, str(caught.value)

    same(program)


def test_policies_that_do_not_fit() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        def fail(state: Any) -> Any:
            raise ValueError("no")

        retry = engine.RetryPolicy(retry_on=5)
        probe("retry", partial(one(engine, fail, retry_policy=retry).invoke, {"log": []}, THREAD))
        policy = engine.CachePolicy(key_func=lambda state: 5)
        builder = engine.StateGraph(State).add_node("n", says("n"), cache_policy=policy)
        app = builder.add_edge(engine.START, "n").compile(cache=engine.InMemoryCache())
        with pytest.raises(TypeError):
            app.invoke({"log": []})
        probe("clear", lambda: app.clear_cache(["nobody"]))

    same(program)


def test_timeouts_of_nodes() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        async def hang(state: Any) -> Any:
            await asyncio.sleep(30)

        async def quickly(state: Any) -> Any:
            return {"log": ["quick"]}

        for policy in (
            0.05,
            engine.TimeoutPolicy(idle_timeout=0.05),
            engine.TimeoutPolicy(run_timeout=0.05, idle_timeout=20),
        ):
            app = one(engine, hang, timeout=policy)
            probe("hangs", lambda app=app: _kind_of_timeout(app))  # type: ignore[misc]
            app = one(engine, quickly, timeout=policy)
            probe("quick", partial(app.ainvoke, {"log": []}, THREAD))
        for wrong in (0, -1, engine.TimeoutPolicy(idle_timeout=0)):
            probe("wrong", lambda wrong=wrong: one(engine, hang, timeout=wrong) and None)  # type: ignore[misc]

    def _kind_of_timeout(app: Any) -> Any:
        try:
            asyncio.run(app.ainvoke({"log": []}, THREAD))
        except Exception as error:  # noqa: BLE001 - the error is what is observed
            text = re.sub(r"elapsed: [\d.]+s", "elapsed", str(error))
            return type(error).__name__, getattr(error, "kind", None), text
        return "ended"

    same(program)
