"""Graphs put together with functions, dictionaries and each other."""

from __future__ import annotations

import operator
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Annotated, Any

import pytest
from langchain_core.runnables import (
    Runnable,
    RunnableBranch,
    RunnableLambda,
    RunnableParallel,
    RunnablePassthrough,
    RunnableSequence,
)
from typing_extensions import TypedDict

from tests.differential.engines import Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

GIVEN = {"x": 1, "log": []}
THREAD = {"configurable": {"thread_id": "t"}}


class State(TypedDict, total=False):
    x: int
    log: Annotated[list[str], operator.add]


def app_of(engine: Engine, **options: Any) -> Any:
    builder = engine.StateGraph(State)
    builder.add_node("n", lambda state: {"log": ["n"], "x": state["x"] + 1})
    builder.add_node("k", lambda state: {"log": ["k"], "x": state["x"] * 10})
    builder.add_edge(engine.START, "n").add_edge("n", "k")
    return builder.compile(name="App", **options)


def failing(engine: Engine, error: Exception, *, at: int | None = None) -> Any:
    def act(state: Any) -> Any:
        if at in (None, state["x"]):
            raise error
        return {"x": -1}

    builder = engine.StateGraph(State).add_node("act", act).add_edge(engine.START, "act")
    return builder.compile(name="Failing")


def ways(probe: Probe, what: str, piece: Any, given: Any = GIVEN, **kwargs: Any) -> None:
    """All ways to run a piece."""
    for way in ("invoke", "ainvoke"):
        probe(f"{what} {way}", partial(getattr(piece, way), given, **kwargs))
    for way in ("stream", "astream"):
        probe.stream(f"{what} {way}", getattr(piece, way)(given, **kwargs))


def one(value: Any) -> int:
    return 1


def same_value(value: Any) -> Any:
    return value


def with_config(value: Any, config: Any) -> Any:
    return [value, config["configurable"]["thread_id"]]


async def later(value: Any) -> Any:
    return [value]


def each_chunk(chunks: Any) -> Any:
    for chunk in chunks:
        yield [chunk]


Make = Callable[[Engine, Any], Any]

PIECES: dict[str, Make] = {
    "function": lambda engine, app: app | same_value,
    "functions": lambda engine, app: app | same_value | (lambda value: [value]),
    "before": lambda engine, app: same_value | app,
    "graphs": lambda engine, app: app | app,
    "parts": lambda engine, app: app | {"a": one},
    "parts and function": lambda engine, app: app | {"a": one, "b": same_value} | same_value,
    "parts before": lambda engine, app: {"x": lambda state: 7} | app,
    "config": lambda engine, app: (app | with_config).with_config(THREAD),
    "bound config": lambda engine, app: app.with_config(tags=["a"]) | same_value,
    "pipe of pipes": lambda engine, app: (app | same_value) | (app | one),
    "pick": lambda engine, app: app.pick("x"),
    "pick nothing": lambda engine, app: app.pick("missing"),
    "pick several": lambda engine, app: app.pick(["x", "missing"]),
    "pick none of several": lambda engine, app: app.pick(["missing"]),
    "assign": lambda engine, app: app.assign(y=lambda state: state.get("x")),
    "assign over": lambda engine, app: app.assign(x=one),
    "assign over a node": lambda engine, app: app.assign(n=one),
    "assign parts": lambda engine, app: app.assign(y={"a": one}),
    "assign, pick": lambda engine, app: app.assign(y=one).pick(["y", "x"]),
    "bind": lambda engine, app: app.bind(stream_mode="values"),
    "bind twice": lambda engine, app: app.bind(stream_mode="values").bind(output_keys=["x"]),
    "bind, pick": lambda engine, app: app.bind(output_keys=["x"]).pick("x"),
    "bind, pipe": lambda engine, app: app.bind(output_keys=["x"]) | same_value,
    "pipe, bind": lambda engine, app: (app | same_value).bind(output_keys=["x"]),
    "types": lambda engine, app: app.with_types(input_type=dict),
    "retry": lambda engine, app: app.with_retry(),
    "retry, pipe": lambda engine, app: app.with_retry() | same_value,
    "fallback": lambda engine, app: failing(engine, ValueError("no")).with_fallbacks([app]),
    "no fallback": lambda engine, app: failing(engine, ValueError("no")).with_fallbacks([]),
    "failing fallback": lambda engine, app: failing(engine, ValueError("no")).with_fallbacks(
        [failing(engine, KeyError("neither"))]
    ),
    "other fallback": lambda engine, app: failing(engine, ValueError("no")).with_fallbacks(
        [app], exceptions_to_handle=(KeyError,)
    ),
    "fallback is told": lambda engine, app: failing(engine, ValueError("no")).with_fallbacks(
        [app.with_config(tags=["a"])], exception_key="error"
    ),
}


@pytest.mark.parametrize("name", PIECES)
def test_pieces(name: str) -> None:
    def program(probe: Probe) -> None:
        ways(probe, name, PIECES[name](probe.engine, app_of(probe.engine)))

    same(program)


def test_keyword_arguments_go_to_the_first_step() -> None:
    def program(probe: Probe) -> None:
        app = app_of(probe.engine)
        ways(probe, "pipe", app | same_value, stream_mode="values")
        ways(probe, "bound", app.bind(stream_mode="updates"), stream_mode="values")
        ways(probe, "picked", app.pick("x"), stream_mode="values")
        ways(probe, "assigned", app.assign(y=one), stream_mode="values")

    same(program)


def test_batches_of_pieces() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        app = app_of(engine)
        halved = failing(engine, ValueError("no"), at=1).with_fallbacks([app])
        pieces = [app | same_value, app.pick("x"), app.bind(output_keys=["x"]), halved]
        for piece in pieces:
            probe("batch", partial(piece.batch, [{"x": 1}, {"x": 2}]))
            probe("abatch", partial(piece.abatch, [{"x": 1}, {"x": 2}]))
        ways(probe, "map", app.map(), [{"x": 1}, {"x": 2}])

    same(program)


def test_bound_graphs_are_graphs() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        bound = app_of(engine, checkpointer=engine.InMemorySaver()).bind(interrupt_before=["k"])
        probe("stops", partial(bound.invoke, GIVEN, THREAD))
        probe("state", lambda: bound.get_state(THREAD)[:2])
        probe("nodes", lambda: list(bound.nodes))
        builder = engine.StateGraph(State).add_node("b", app_of(engine).bind(output_keys=["x"]))
        outer = builder.add_edge(engine.START, "b").compile()
        probe("as a node", partial(outer.invoke, GIVEN))
        with pytest.raises(AttributeError, match="nonsense"):
            bound.nonsense  # noqa: B018 - a name that nothing has

    same(program)


def test_names() -> None:
    def program(probe: Probe) -> None:
        app = app_of(probe.engine)
        pieces = [
            app.bind(debug=False),
            app | app,
            app.pipe(app, name="own"),
            app.pick("x"),
            app.map(),
            app.with_retry(),
            app.with_fallbacks([app]),
        ]
        for piece in pieces:
            probe("name", piece.get_name)
            probe("with suffix", partial(piece.get_name, "input"))
            probe("given", partial(piece.get_name, name="given"))
        probe("ends", lambda: [(app | app).first.name, len((app | app | app).steps)])

    same(program)


def test_what_does_not_fit() -> None:
    """The same kinds of error; the words are each engine's own."""
    app = app_of(Engine("runtime"))
    for piece in ((app | one).pick("x"), (app | one).assign(y=one)):
        with pytest.raises(ValueError, match="takes a dictionary, not int"):
            piece.invoke(GIVEN)
    with pytest.raises(TypeError, match="unsupported type: <class 'int'>"):
        app.assign(y=5)
    with pytest.raises(TypeError, match="'later' is a coroutine function"):
        (app | later).invoke(GIVEN)
    with pytest.raises(ValueError, match="at least two steps"):
        app.pipe()
    told = app.map().with_fallbacks([app.map()], exception_key="error")
    with pytest.raises(ValueError, match="the input is a dictionary, not list"):
        told.invoke([GIVEN])


def test_a_coroutine_step() -> None:
    def program(probe: Probe) -> None:
        probe("later", partial((app_of(probe.engine) | later).ainvoke, GIVEN))

    same(program)


def test_a_generator_step() -> None:
    def program(probe: Probe) -> None:
        piece = app_of(probe.engine) | each_chunk
        probe("once", partial(piece.invoke, GIVEN))
        probe.stream("chunks", piece.stream(GIVEN))

    same(program)


def test_an_async_generator_step() -> None:
    async def chunks_later(chunks: AsyncIterator[Any]) -> AsyncIterator[Any]:
        async for chunk in chunks:
            yield [chunk]

    def program(probe: Probe) -> None:
        piece = app_of(probe.engine) | chunks_later
        probe("once", partial(piece.ainvoke, GIVEN))
        probe.stream("chunks", piece.astream(GIVEN))

    same(program)


def test_a_graph_with_a_saver_inside_a_run_without_one() -> None:
    """What is saved is up to the run around it."""

    def program(probe: Probe) -> None:
        engine = probe.engine
        saver = engine.InMemorySaver()
        inner = app_of(engine, checkpointer=saver)
        nodes: list[Any] = [
            inner,
            lambda state: inner.invoke(state),
            lambda state: inner.invoke(state, {"configurable": {"thread_id": "own"}}),
        ]
        for node in nodes:
            builder = engine.StateGraph(State).add_node("b", node).add_edge(engine.START, "b")
            probe("run", partial(builder.compile().invoke, GIVEN))
            probe("on a thread", partial(builder.compile().invoke, GIVEN, THREAD))
            probe("saved", lambda: sorted(saver.storage))

    same(program)


WRAPPED: dict[str, Make] = {
    "pipe": lambda engine, inner: inner | (lambda state: {"x": state.get("x")}),
    "pick": lambda engine, inner: inner.pick(["x"]),
    "config": lambda engine, inner: inner.with_config(tags=["a"]),
    "bind": lambda engine, inner: inner.bind(output_keys=["x"]),
    "retry": lambda engine, inner: inner.with_retry(stop_after_attempt=1),
    "fallback": lambda engine, inner: inner.with_fallbacks([inner]),
    "parts": lambda engine, inner: {"x": inner | (lambda state: state.get("x"))},
}


@pytest.mark.parametrize("name", WRAPPED)
def test_pieces_as_nodes(name: str) -> None:
    """Questions of the graphs inside are asked and answered; those of a pipe show in snapshots."""

    def program(probe: Probe) -> None:
        engine = probe.engine
        inner = engine.StateGraph(State)
        inner.add_node("ask", lambda state: {"x": engine.interrupt("?")})
        piece = WRAPPED[name](engine, inner.add_edge(engine.START, "ask").compile())
        builder = engine.StateGraph(State).add_node("p", piece).add_edge(engine.START, "p")
        app = builder.compile(engine.InMemorySaver())
        probe("asks", partial(app.invoke, GIVEN, THREAD))
        found = app.get_state(THREAD, subgraphs=True).tasks[0].state
        probe("inside", lambda: found.next if hasattr(found, "next") else None)
        probe("graphs", lambda: [key for key, _ in app.get_subgraphs()])
        probe("drawn", lambda: sorted(app.get_graph(xray=True).nodes))
        probe("answered", partial(app.invoke, engine.Command(resume=5), THREAD))

    same(program)


def test_a_pipe_gives_its_node_a_name() -> None:
    def program(probe: Probe) -> None:
        builder = probe.engine.StateGraph(State).add_node(app_of(probe.engine) | same_value)
        probe("names", lambda: list(builder.nodes))

    same(program)


def _steps(value: Any) -> Any:
    return {"x": value, "log": []}


def _sequence(app: Any) -> Any:
    return RunnableSequence(RunnablePassthrough(), app)


BESIDE: dict[str, Callable[[Any], Any]] = {
    "behind": lambda app: (RunnableLambda(_steps) | app).invoke(1),
    "streamed behind": lambda app: list((RunnableLambda(_steps) | app).stream(1)),
    "parallel": lambda app: RunnableParallel(app=app, given=same_value).invoke(GIVEN),
    "sequence": lambda app: _sequence(app).invoke(GIVEN),
    "assigned": lambda app: RunnablePassthrough.assign(app=app).invoke(GIVEN),
    "branch": lambda app: RunnableBranch((lambda given: True, app), app).invoke(GIVEN),
    "given back": lambda app: RunnableLambda(lambda given: app).invoke(GIVEN),
    "awaited": lambda app: (RunnableLambda(_steps) | app).ainvoke(1),
    "tool": lambda app: app.as_tool(name="tool", description="A tool.").invoke(GIVEN),
    "listened to": lambda app: app.with_listeners(on_end=same_value).invoke(GIVEN),
    "asked": lambda app: (isinstance(app, Runnable), app.config_specs, app.get_prompts()),
}


@pytest.mark.parametrize("name", BESIDE)
def test_graphs_among_langchains_runnables(name: str) -> None:
    def program(probe: Probe) -> None:
        probe(name, lambda: BESIDE[name](app_of(probe.engine)))

    same(program)
