"""Context, runtime and draining of runs: the same for programs of both engines."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Optional

import pytest
from pydantic import BaseModel
from typing_extensions import TypedDict

from tests.differential.engines import Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours


class State(TypedDict, total=False):
    log: Annotated[list[Any], operator.add]


@dataclass
class Record:
    user: str
    n: int = 1


class Model(BaseModel):
    user: str
    n: int = 1


class Typed(TypedDict):
    user: str


CONTEXTS: list[Any] = [
    {"user": "u"},
    {"user": "u", "n": "7"},
    {"bad": 1},
    {},
    None,
    Record("r"),
    Model(user="m"),
    "text",
]
GIVEN: dict[str, Any] = {"log": []}


def one(engine: Engine, action: Any, schema: Any = None, **options: Any) -> Any:
    builder = engine.StateGraph(State, schema) if schema else engine.StateGraph(State)
    return builder.add_node("node", action).add_edge(engine.START, "node").compile(**options)


def showing(engine: Engine) -> Any:
    def show(state: Any, runtime: engine.Runtime) -> Any:  # type: ignore[name-defined]
        return {"log": [repr(runtime.context)]}

    return show


@pytest.mark.parametrize("schema", [Record, Model, Typed, dict, None])
def test_context_is_made_an_instance_of_its_schema(schema: Any) -> None:
    def program(probe: Probe) -> None:
        app = one(probe.engine, showing(probe.engine), schema)
        for context in CONTEXTS:
            probe(repr(context), partial(app.invoke, GIVEN, context=context))
            probe(repr(context), partial(app.ainvoke, GIVEN, context=context))
            probe.stream(repr(context), app.stream(GIVEN, context=context))
        probe("batch", lambda: app.batch([GIVEN, GIVEN], context={"user": "u"}))
        probe("configurable", lambda: app.invoke(GIVEN, {"configurable": {"user": "c"}}))

    same(program)


def calls(graph: Any, options: dict[str, Any]) -> Any:
    """A node that runs `graph`."""
    return lambda state: graph.invoke(GIVEN, **options)


def test_context_of_graphs_inside() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        inner = one(engine, showing(engine), Record)
        for options in ({}, {"context": {"user": "own"}}, {"context": Record("own")}):
            calling = one(engine, lambda state, given=options: inner.invoke(GIVEN, **given), Record)
            probe(f"called {options}", partial(calling.invoke, GIVEN, context={"user": "o"}))
            probe(f"called {options}", partial(calling.ainvoke, GIVEN, context={"user": "o"}))
        probe("node", lambda: one(engine, inner, Record).invoke(GIVEN, context={"user": "o"}))
        probe("none", lambda: one(engine, inner, Record).invoke(GIVEN))
        other = one(engine, one(engine, showing(engine), Model), Record)
        probe("another schema", lambda: other.invoke(GIVEN, context={"user": "o"}))
        undeclared = one(engine, one(engine, showing(engine), Model))
        probe("no schema around", lambda: undeclared.invoke(GIVEN, context={"user": "o"}))

    same(program)


class User:
    is_authenticated = True
    display_name = "Somebody"
    identity = "somebody"
    permissions = ()


SERVED: list[dict[str, Any]] = [
    {},
    {"assistant_id": "as", "graph_id": "gr"},
    {"assistant_id": "as"},
    {"graph_id": "gr"},
    {"langgraph_auth_user": User()},
    {"assistant_id": "as", "graph_id": "gr", "langgraph_auth_user": User()},
    {"assistant_id": "as", "langgraph_auth_user": {"identity": "a dictionary"}},
]


def test_what_a_runtime_tells() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        def look(state: Any, runtime: engine.Runtime) -> Any:  # type: ignore[name-defined]
            info, server = runtime.execution_info, runtime.server_info
            return {
                "log": [
                    type(runtime.store).__name__,
                    runtime.previous,
                    info.thread_id,
                    info.run_id,
                    info.node_attempt,
                    info.node_first_attempt_time is not None,
                    bool(info.checkpoint_id),
                    info.checkpoint_ns == f"node:{info.task_id}",
                    server and (server.assistant_id, server.graph_id),
                    server and server.user and server.user.identity,
                    runtime.control is not None,
                    runtime.drain_requested,
                    runtime.drain_reason,
                ]
            }

        app = one(engine, look, store=engine.InMemoryStore())
        for configurable in SERVED:
            config = {"configurable": configurable}
            probe("served", partial(app.invoke, GIVEN, config))
            probe("served", partial(app.ainvoke, GIVEN, config))
        probe("controlled", lambda: app.invoke(GIVEN, control=engine.RunControl()))
        saved = one(engine, look, checkpointer=engine.InMemorySaver())
        run = {"run_id": "0198d3a0-0000-7000-8000-000000000000", "metadata": {"assistant_id": "m"}}
        probe("saved", lambda: saved.invoke(GIVEN, {"configurable": {"thread_id": "t"}, **run}))

    same(program)


def test_runtimes_as_values() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        first, second = engine.Runtime(context=1), engine.Runtime(context=2, previous=3)
        probe("merged", lambda: (first.merge(second).context, second.merge(first).previous))
        probe("overridden", lambda: first.override(context=5).context)
        probe("patched", lambda: first.patch_execution_info(node_attempt=2))
        probe("equal", lambda: (first == engine.Runtime(context=1), first == second))
        probe("no writer", lambda: first.stream_writer("nobody listens"))
        probe("no heartbeat", lambda: first.heartbeat())
        probe("default", lambda: engine.DEFAULT_RUNTIME.context)
        for what in ("get_runtime", "get_config", "get_store", "get_stream_writer"):
            probe(f"{what} outside", getattr(engine, what))

    same(program)


def test_what_is_injected() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        def from_functions(state: Any) -> Any:
            runtime = engine.get_runtime(Record)
            return {"log": [repr(runtime.context), repr(engine.get_store())]}

        probe(
            "free", lambda: one(engine, from_functions, Record).invoke(GIVEN, context=CONTEXTS[0])
        )

        def stores(state: Any, store: Any) -> Any:
            store.put(("a",), "k", {"v": 1})
            return {"log": [engine.get_store().get(("a",), "k").value]}

        probe("store", lambda: one(engine, stores, store=engine.InMemoryStore()).invoke(GIVEN))

        def required(state: Any, *, store: engine.BaseStore) -> Any:  # type: ignore[name-defined]
            return {"log": [repr(store)]}

        def optional(state: Any, *, store: Optional[engine.BaseStore]) -> Any:  # type: ignore[name-defined]  # noqa: UP045
            return {"log": [repr(store)]}

        probe("no store", lambda: one(engine, required).invoke(GIVEN))
        probe("optional store", lambda: one(engine, optional).invoke(GIVEN))

        def router(state: Any, runtime: engine.Runtime[Record]) -> Any:  # type: ignore[name-defined]
            return "b" if runtime.context.user == "b" else engine.END

        builder = engine.StateGraph(State, Record).add_node("a", lambda state: {"log": ["a"]})
        builder.add_node("b", lambda state: {"log": ["b"]}).add_edge(engine.START, "a")
        routed = builder.add_conditional_edges("a", router, ["b", engine.END]).compile()
        for user in ("a", "b"):
            probe("router", partial(routed.invoke, GIVEN, context={"user": user}))

    same(program)


def draining(engine: Engine, names: str, at: str, control: Any) -> Any:
    """A chain of nodes, one of which asks the run to stop."""

    def node(name: str) -> Any:
        def act(state: Any, runtime: engine.Runtime) -> Any:  # type: ignore[name-defined]
            if name == at:
                (control or runtime.control).request_drain(f"at {name}")
            return {"log": [name, runtime.drain_requested, runtime.drain_reason]}

        return act

    builder = engine.StateGraph(State)
    builder.add_sequence([(name, node(name)) for name in names])
    return builder.add_edge(engine.START, names[0])


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
@pytest.mark.parametrize("at", ["a", "b", "c"])
def test_draining(at: str, durability: str) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        for way in ("invoke", "ainvoke"):
            for control in (None, engine.RunControl()):
                app = draining(engine, "abc", at, control).compile(engine.InMemorySaver())
                _drained(probe, app, way, control=control, durability=durability)
        stopped = engine.RunControl()
        stopped.request_drain("early")
        app = draining(engine, "abc", "", None).compile(engine.InMemorySaver())
        _drained(probe, app, "invoke", control=stopped)
        app = draining(engine, "abc", at, None).compile(engine.InMemorySaver())
        modes = ["values", "updates", "tasks", "checkpoints"]
        probe.stream("stream", app.stream(GIVEN, THREAD, stream_mode=modes))
        probe("no saver", lambda: draining(engine, "abc", at, None).compile().invoke(GIVEN))

    same(program)


THREAD = {"configurable": {"thread_id": "t"}}


def _drained(probe: Probe, app: Any, way: str, **options: Any) -> None:
    call: Callable[..., Any] = getattr(app, way)
    probe("run", lambda: call(GIVEN, THREAD, **options))
    probe("state", lambda: app.get_state(THREAD)[:2])
    probe("go on", lambda: call(None, THREAD))
    probe("state", lambda: app.get_state(THREAD)[:2])


@pytest.mark.parametrize("keeps", [None, True, False])
@pytest.mark.parametrize("at", ["x", "y"])
def test_draining_inside_a_subgraph(at: str, keeps: Any) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        for way in ("invoke", "ainvoke"):
            control = engine.RunControl()
            inner = draining(engine, "xy", at, control).compile(checkpointer=keeps)
            builder = engine.StateGraph(State).add_node("a", lambda state: {"log": ["a"]})
            builder.add_node("sub", inner).add_node("b", lambda state: {"log": ["b"]})
            builder.add_edge(engine.START, "a").add_edge("a", "sub").add_edge("sub", "b")
            app = builder.compile(engine.InMemorySaver())
            _drained(probe, app, way, control=control)

    same(program)


def test_draining_beside_a_question_and_in_functions() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine

        def ask(state: Any, runtime: engine.Runtime) -> Any:  # type: ignore[name-defined]
            runtime.control.request_drain("asking")
            return {"log": [engine.interrupt("q")]}

        builder = engine.StateGraph(State).add_node("ask", ask)
        builder.add_node("z", lambda state: {"log": ["z"]}).add_edge(engine.START, "ask")
        app = builder.add_edge("ask", "z").compile(engine.InMemorySaver())
        probe("asks", lambda: app.invoke(GIVEN, THREAD))
        probe("answered", lambda: app.invoke(engine.Command(resume="r"), THREAD))
        probe("go on", lambda: app.invoke(None, THREAD))

        def step(x: int, runtime: engine.Runtime) -> int:  # type: ignore[name-defined]
            if x == 1:
                runtime.control.request_drain("in a call")
            return x

        task = engine.task(step)

        def steps(x: int) -> list[int]:
            return [task(each).result() for each in range(3)]

        flow = engine.entrypoint(checkpointer=engine.InMemorySaver())(steps)
        probe("function", lambda: flow.invoke(1, THREAD))
        probe("state", lambda: flow.get_state(THREAD)[:2])

    same(program)


@pytest.mark.parametrize("schema", [None, Record, Model, Typed])
def test_the_runtime_from_anywhere_inside(schema: Any) -> None:
    """``get_runtime(schema)`` says what type is expected; it checks nothing."""

    def program(probe: Probe) -> None:
        engine = probe.engine

        def look(state: Any) -> Any:
            found = [engine.get_runtime(), engine.get_runtime(schema), engine.get_runtime(Model)]
            return {"log": [repr(runtime.context) for runtime in found]}

        async def look_later(state: Any) -> Any:
            return look(state)

        inner = one(engine, look, schema)
        own = {"user": "own"}
        nodes: list[Any] = [
            look,
            inner,
            lambda state: {"log": inner.invoke(GIVEN)["log"]},
            lambda state: {"log": inner.invoke(GIVEN, context=own)["log"]},
        ]
        for context in CONTEXTS:
            for node in nodes:
                probe("sync", partial(one(engine, node, schema).invoke, GIVEN, context=context))
            later = one(engine, look_later, schema)
            probe("async", partial(later.ainvoke, GIVEN, context=context))

        @engine.task  # type: ignore[untyped-decorator]
        def in_task() -> Any:
            return repr(engine.get_runtime(schema).context)

        @engine.entrypoint(context_schema=schema)  # type: ignore[untyped-decorator]
        def main(given: Any) -> Any:
            return [in_task().result(), repr(engine.get_runtime(schema).context)]

        probe("functions", partial(main.invoke, 1, context={"user": "f"}))

    same(program)
