"""Graphs inside graphs: as nodes, called in nodes, with and without memory of their own."""

import operator
import re
import threading
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import pytest
from langchain_core.runnables import RunnableConfig
from typing_extensions import TypedDict

from tests.differential.engines import Engine
from tests.differential.probing import Probe, same

pytestmark = pytest.mark.filterwarnings("ignore")  # the other engine's warnings are not ours

THREAD = {"configurable": {"thread_id": "thread"}}
MODES = ["values", "updates", "tasks", "checkpoints", "custom"]


class State(TypedDict, total=False):
    x: int
    log: Annotated[list[str], operator.add]


class Own(TypedDict, total=False):
    """A state that shares one key with the graph around it."""

    log: list[str]
    secret: str


def says(name: str) -> Any:
    return lambda state: {"log": [name]}


def asks(engine: Engine, name: str) -> Any:
    return lambda state: {"log": [f"{name} {engine.interrupt(name)}"]}


def chain(engine: Engine, nodes: dict[str, Any], schema: Any = State, **options: Any) -> Any:
    builder = engine.StateGraph(schema).add_sequence(list(nodes.items()))
    return builder.add_edge(engine.START, next(iter(nodes))).compile(**options)


def as_node(engine: Engine, inner: Any) -> Any:
    nodes = {"before": says("before"), "sub": inner, "after": says("after")}
    return chain(engine, nodes, checkpointer=engine.InMemorySaver())


def called(engine: Engine, inner: Any) -> Any:
    def call(state: Any) -> Any:
        return {"log": inner.invoke({"log": ["given"]})["log"]}

    return as_node(engine, call)


def called_twice(engine: Engine, inner: Any) -> Any:
    def call(state: Any) -> Any:
        first = inner.invoke({"log": ["first"]})["log"]
        return {"log": [*first, *inner.invoke({"log": ["second"]})["log"]]}

    return as_node(engine, call)


def modes_for(keeps: Any) -> list[str]:
    """LangGraph tells a wrong place for the state of subgraphs with a memory of their own."""
    return [mode for mode in MODES if keeps is not True or mode != "checkpoints"]


def look(probe: Probe, app: Any, keeps: Any = None) -> None:
    if keeps is True:
        inside = partial(app.get_state, THREAD, subgraphs=True)
        probe("state", lambda: [task.state and task.state[:3] for task in inside().tasks])
        return
    probe("state", lambda: app.get_state(THREAD))
    probe("with subgraphs", lambda: app.get_state(THREAD, subgraphs=True))
    probe("history", lambda: list(app.get_state_history(THREAD)))


PLACES: dict[str, Callable[[Engine, Any], Any]] = {
    "node": as_node,
    "called": called,
    "called twice": called_twice,
}


@pytest.mark.parametrize("keeps", [None, True, False])
@pytest.mark.parametrize("place", PLACES)
def test_runs(place: str, keeps: Any) -> None:
    if place == "called twice" and keeps is True:
        return  # LangGraph refuses several calls of a graph with memory in one node

    def program(probe: Probe) -> None:
        engine = probe.engine
        inner = chain(engine, {"i": says("i"), "j": says("j")}, checkpointer=keeps)
        app = PLACES[place](engine, inner)
        modes = modes_for(keeps)
        for way in (app.stream, app.astream):
            for inside in (False, True):
                chunks = way({"x": 1, "log": []}, THREAD, stream_mode=modes, subgraphs=inside)
                probe.stream(f"inside {inside}", chunks)
        look(probe, app, keeps)

    same(program)


@pytest.mark.parametrize("keeps", [None, True])
@pytest.mark.parametrize("place", PLACES)
def test_questions(place: str, keeps: Any) -> None:
    if place == "called twice" and keeps is True:
        return  # LangGraph refuses several calls of a graph with memory in one node

    def program(probe: Probe) -> None:
        engine = probe.engine
        inner = chain(engine, {"i": says("i"), "ask": asks(engine, "q")}, checkpointer=keeps)
        app = PLACES[place](engine, inner)
        modes = modes_for(keeps)
        probe.stream("asks", app.stream({"log": []}, THREAD, stream_mode=modes, subgraphs=True))
        look(probe, app, keeps)
        for answer in ("one", "two"):
            resume = engine.Command(resume=answer)
            probe.stream("answer", app.stream(resume, THREAD, stream_mode=modes, subgraphs=True))
            probe("state", lambda: app.get_state(THREAD)[:2])
        probe("asks", partial(app.ainvoke, {"log": []}, THREAD))
        probe("answered", partial(app.ainvoke, engine.Command(resume="three"), THREAD))

    same(program)


def test_schemas_of_their_own() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        nodes = {"i": lambda state: {"log": [*state["log"], "i"], "secret": "s"}, "j": says("j")}
        app = as_node(engine, chain(engine, nodes, Own))
        probe.stream("run", app.stream({"log": ["a"]}, THREAD, stream_mode=MODES, subgraphs=True))
        look(probe, app)
        probe("subgraphs", lambda: [name for name, _ in app.get_subgraphs(recurse=True)])

    same(program)


def test_three_levels() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        inner = chain(engine, {"i": says("i"), "ask": asks(engine, "q")})
        middle = chain(engine, {"m": says("m"), "inner": inner})
        app = as_node(engine, middle)
        probe.stream("asks", app.stream({"log": []}, THREAD, stream_mode=MODES, subgraphs=True))
        look(probe, app)
        for namespace in (None, "sub", "sub|inner", "nobody"):
            found = partial(app.get_subgraphs, namespace=namespace, recurse=True)
            probe("subgraphs", lambda found=found: [name for name, _ in found()])  # type: ignore[misc]
        resume = engine.Command(resume="yes")
        probe.stream("answer", app.stream(resume, THREAD, stream_mode=MODES, subgraphs=True))
        look(probe, app)

    same(program)


def test_state_inside_is_read_and_edited() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        inner = chain(engine, {"i": says("i"), "ask": asks(engine, "q"), "k": says("k")})
        app = as_node(engine, inner)
        app.invoke({"log": []}, THREAD)
        inside = app.get_state(THREAD, subgraphs=True).tasks[0].state.config
        probe("read", lambda: app.get_state(inside)[:2])
        place = {"configurable": {**THREAD["configurable"]}}
        place["configurable"]["checkpoint_ns"] = inside["configurable"]["checkpoint_ns"]
        probe("history", lambda: [found[:2] for found in app.get_state_history(place)])
        probe("edited", lambda: app.update_state(inside, {"log": ["edit"]}, as_node="i"))
        probe("read", lambda: app.get_state(place)[:2])
        probe("answered", lambda: app.invoke(engine.Command(resume="yes"), THREAD))
        unknown = {"configurable": {**THREAD["configurable"], "checkpoint_ns": "nobody"}}
        probe("nobody", lambda: app.get_state(unknown))

    same(program)


def leaving(engine: Engine, *commands: Any) -> Any:
    """A subgraph that hands commands to the graph around it."""
    builder = engine.StateGraph(State)
    for number, command in enumerate(commands):
        builder.add_node(f"c{number}", lambda state, given=command: given)
        builder.add_edge(engine.START, f"c{number}")
    return builder.compile()


@pytest.mark.parametrize("levels", [1, 2])
def test_commands_for_the_graph_around(levels: int) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        command = engine.Command(graph=engine.Command.PARENT, goto="there", update={"log": ["up"]})
        inner = leaving(engine, command)
        if levels == 2:
            inner = chain(engine, {"middle": inner, "there": says("in the middle")})
        builder = engine.StateGraph(State).add_node("sub", inner)
        builder.add_node("there", says("there")).add_node("here", says("here"))
        builder.add_edge(engine.START, "sub").add_edge("sub", "here")
        app = builder.compile(engine.InMemorySaver())
        probe.stream("run", app.stream({"log": []}, THREAD, stream_mode=MODES, subgraphs=True))
        probe("arun", partial(app.ainvoke, {"log": []}, THREAD))
        probe("state", lambda: app.get_state(THREAD))

    same(program)


def test_failures_inside() -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        runs: list[int] = []

        def fails(state: Any) -> Any:
            runs.append(1)
            if len(runs) % 2:
                raise ValueError("inside")
            return {"log": ["worked"]}

        app = as_node(engine, chain(engine, {"i": says("i"), "fails": fails}))
        inputs: tuple[Any, ...] = ({"log": []}, None)
        for given in inputs:
            probe("run", partial(app.invoke, given, THREAD))
            probe("state", lambda: app.get_state(THREAD, subgraphs=True).next)
        probe("runs", lambda: len(runs))
        runs.clear()
        policy = engine.RetryPolicy(initial_interval=0.001, jitter=False, retry_on=ValueError)
        inner = chain(engine, {"i": says("i"), "fails": fails})
        builder = engine.StateGraph(State).add_node("sub", inner, retry_policy=policy)
        retried = builder.add_edge(engine.START, "sub").compile(engine.InMemorySaver())
        probe("retried", partial(retried.invoke, {"log": []}, THREAD))

    same(program)


@pytest.mark.parametrize("place", [as_node, called])
@pytest.mark.parametrize("stop", [{"interrupt_before": ["two"]}, {"interrupt_after": ["one"]}])
def test_a_stop_inside_is_told_once_at_the_root(place: Any, stop: dict[str, Any]) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        app = place(engine, chain(engine, {"one": says("one"), "two": says("two")}, **stop))
        for inside in (False, True):
            config = {"configurable": {"thread_id": f"{inside}"}}
            inputs: list[Any] = [{"log": []}, None]
            for given in inputs:
                chunks = app.stream(given, config, stream_mode=["updates"], subgraphs=inside)
                probe.stream(f"{inside}", chunks)

    same(program)


def test_mode_of_a_graph_that_is_streamed_in_a_node() -> None:
    """`values` only where the node hands its own config on."""

    def program(probe: Probe) -> None:
        engine = probe.engine
        inner = chain(engine, {"one": says("one")})

        def streams(state: Any, config: RunnableConfig) -> Any:
            found = [inner.stream({"x": 1}), inner.stream({"x": 1}, {"tags": ["t"]})]
            return {"log": [str([*chunks]) for chunks in [*found, inner.stream({"x": 1}, config)]]}

        async def awaits(state: Any, config: RunnableConfig) -> Any:
            found = [inner.astream({"x": 1}), inner.astream({"x": 1}, config)]
            return {"log": [str([chunk async for chunk in chunks]) for chunks in found]}

        probe("sync", partial(chain(engine, {"node": streams}).invoke, {"log": []}))
        probe("async", partial(chain(engine, {"node": awaits}).ainvoke, {"log": []}))

    same(program)


def test_what_a_call_may_name() -> None:
    def program(probe: Probe) -> None:
        app = chain(probe.engine, {"one": says("one")})
        for keys in ([], ["log"], "log", "nobody"):
            probe(f"output {keys}", partial(app.invoke, {"x": 1}, output_keys=keys))
        probe("stop", partial(app.invoke, {"x": 1}, interrupt_before=["nobody"]))

    same(program)


def _beside_a_question(engine: Engine, **options: Any) -> Any:
    """The one that asks waits for the others to finish."""
    silent = threading.Event()

    def nothing(state: Any) -> None:
        silent.set()

    def ask(state: Any) -> Any:
        silent.wait(PATIENCE)
        return {"log": [engine.interrupt("?")]}

    builder = engine.StateGraph(State).add_node("a", says("a")).add_node("b", nothing)
    builder.add_node("c", ask).add_node("d", says("d")).add_edge("b", "d")
    for name in "abc":
        builder.add_edge(engine.START, name)
    return builder.compile(**options)


PATIENCE = 30


@pytest.mark.parametrize("mode", ["values", "updates", "tasks", "checkpoints"])
@pytest.mark.parametrize("inside", [False, True])
def test_what_finished_beside_a_question(inside: bool, mode: str) -> None:
    def program(probe: Probe) -> None:
        engine = probe.engine
        if inside:
            app = as_node(engine, _beside_a_question(engine))
        else:
            app = _beside_a_question(engine, checkpointer=engine.InMemorySaver())
        inputs: list[Any] = [{"log": []}, engine.Command(resume="yes")]
        for given in inputs:
            chunks = [*app.stream(given, THREAD, stream_mode=mode, subgraphs=True)]
            # Threads finish in any order.
            probe("chunks", lambda chunks=chunks: sorted(map(probe.normalise, chunks), key=_order))  # type: ignore[misc]

    same(program)


def _order(chunk: Any) -> str:
    return re.sub(r"id-\d+", "", str(chunk))
