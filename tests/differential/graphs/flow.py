"""Chains, loops, branches and joins."""

from typing import Any, Literal

from tests.differential.engines import Engine
from tests.differential.graphs.states import Log, graph_of
from tests.differential.recording import Session
from tests.differential.scenarios import run_and_look, says, scenario


@scenario(run_and_look({"x": 1}, {"x": 10}, None))
def chain_run_twice(engine: Engine) -> Any:
    def first(state: Any) -> Any:
        return {"x": state["x"] + 1, "log": ["first"]}

    edges = [(engine.START, "first"), ("first", "second"), ("second", engine.END)]
    return engine.compile(graph_of(engine, {"first": first, "second": says("second")}, edges))


@scenario(run_and_look({"x": 0}))
def loop_with_an_exit(engine: Engine) -> Any:
    def count(state: Any) -> Any:
        return {"x": state["x"] + 1, "log": [state["x"]]}

    builder = graph_of(engine, {"count": count, "done": says("done")}, [(engine.START, "count")])
    builder.add_conditional_edges("count", lambda state: "count" if state["x"] < 4 else "done")
    return engine.compile(builder)


@scenario(run_and_look({"x": 0}))
def cycle_of_three(engine: Engine) -> Any:
    def write(state: Any) -> Any:
        return {"x": state["x"] + 1}

    nodes = {"write": write, "build": says("build"), "fix": says("fix")}
    builder = graph_of(
        engine, nodes, [(engine.START, "write"), ("write", "build"), ("fix", "write")]
    )
    path = {"again": "fix", "enough": engine.END}
    builder.add_conditional_edges(
        "build", lambda state: "again" if state["x"] < 3 else "enough", path
    )
    return engine.compile(builder)


@scenario(run_and_look({"x": 1}))
def fan_out_by_edges_and_join(engine: Engine) -> Any:
    # The second branch is added first: order must come from names, not from the building.
    nodes = {name: says(name) for name in ["start", "right", "left", "end"]}
    edges = [
        (engine.START, "start"),
        ("start", "right"),
        ("start", "left"),
        (["left", "right"], "end"),
    ]
    return engine.compile(graph_of(engine, nodes, edges))


@scenario(run_and_look({"x": 1}))
def unequal_branches_separate_edges(engine: Engine) -> Any:
    nodes = {name: says(name) for name in ["start", "short", "long", "longer", "end"]}
    edges = [(engine.START, "start"), ("start", "short"), ("start", "long"), ("long", "longer")]
    return engine.compile(graph_of(engine, nodes, [*edges, ("longer", "end"), ("short", "end")]))


@scenario(run_and_look({"x": 1}))
def unequal_branches_join_edge(engine: Engine) -> Any:
    nodes = {name: says(name) for name in ["start", "short", "long", "longer", "end"]}
    edges = [(engine.START, "start"), ("start", "short"), ("start", "long"), ("long", "longer")]
    return engine.compile(graph_of(engine, nodes, [*edges, (["longer", "short"], "end")]))


@scenario(run_and_look({"x": 0}))
def join_that_fires_in_every_round(engine: Engine) -> Any:
    def split(state: Any) -> Any:
        return {"x": state["x"] + 1, "log": ["split"]}

    nodes = {"split": split, "a": says("a"), "b": says("b"), "join": says("join")}
    edges = [(engine.START, "split"), ("split", "a"), ("split", "b"), (["a", "b"], "join")]
    builder = graph_of(engine, nodes, edges)
    builder.add_conditional_edges("join", lambda state: "split" if state["x"] < 3 else engine.END)
    return engine.compile(builder)


@scenario(run_and_look({"x": 1}, {"x": 1}, {"x": 2}))
def join_filled_over_several_runs(engine: Engine) -> Any:
    nodes = {"a": says("a"), "b": says("b"), "join": says("join")}
    builder = graph_of(engine, nodes, [(["a", "b"], "join")])
    builder.add_conditional_edges(engine.START, lambda state: "a" if state["x"] < 2 else "b")
    return engine.compile(builder)


@scenario(run_and_look({"x": 1}))
def two_joins_that_share_a_source(engine: Engine) -> Any:
    nodes = {name: says(name) for name in ["a", "b", "c", "ab", "bc"]}
    edges = [
        (engine.START, "a"),
        (engine.START, "b"),
        ("a", "c"),
        (["a", "b"], "ab"),
        (["b", "c"], "bc"),
    ]
    return engine.compile(graph_of(engine, nodes, edges))


@scenario(run_and_look({"x": 1}))
def path_map_of_booleans(engine: Engine) -> Any:
    nodes = {"ask": says("ask"), "yes": says("yes"), "no": says("no")}
    builder = graph_of(engine, nodes, [(engine.START, "ask")])
    builder.add_conditional_edges("ask", lambda state: state["x"] > 0, {True: "yes", False: "no"})
    return engine.compile(builder)


@scenario(run_and_look({"x": 1}))
def branch_to_several_nodes_and_the_end(engine: Engine) -> Any:
    nodes = {"a": says("a"), "b": says("b"), "c": says("c")}
    builder = graph_of(engine, nodes, [(engine.START, "a")])
    builder.add_conditional_edges("a", lambda state: ["c", "b", engine.END, "b"])
    return engine.compile(builder)


@scenario(run_and_look({"x": 1}))
def two_branches_on_one_node(engine: Engine) -> Any:
    def one(state: Any) -> Literal["b"]:
        return "b"

    def other(state: Any) -> Any:
        return "c" if state["log"] else "b"

    nodes = {"a": says("a"), "b": says("b"), "c": says("c")}
    builder = graph_of(engine, nodes, [(engine.START, "a")])
    builder.add_conditional_edges("a", one)
    builder.add_conditional_edges("a", other, ["b", "c"])
    return engine.compile(builder)


@scenario(run_and_look({"x": 1}))
def branch_reads_its_own_nodes_writes(engine: Engine) -> Any:
    def a(state: Any) -> Any:
        return {"x": state["x"] + 1}

    def also(state: Any) -> Any:
        return {"log": ["also"]}

    builder = graph_of(
        engine,
        {"a": a, "also": also, "seen": says("seen")},
        [(engine.START, "a"), (engine.START, "also")],
    )
    # Sees x = 2 (its own node's write), but not the sibling's log.
    builder.add_conditional_edges(
        "a", lambda state: "seen" if (state["x"], state["log"]) == (2, []) else engine.END
    )
    return engine.compile(builder)


@scenario(run_and_look({"x": 2}, {"x": -1}))
def conditional_entry(engine: Engine) -> Any:
    builder = graph_of(engine, {"a": says("a"), "b": says("b")})
    builder.set_conditional_entry_point(
        lambda state: "a" if state["x"] > 0 else engine.END, ["a", engine.END]
    )
    builder.add_edge("a", "b")
    builder.set_finish_point("b")
    return engine.compile(builder)


@scenario(run_and_look({"x": 1}))
def sequence_with_entry_and_finish(engine: Engine) -> Any:
    builder = engine.StateGraph(Log)
    builder.add_sequence([("p", says("p")), ("q", says("q")), ("r", says("r"))])
    return engine.compile(builder.set_entry_point("p").set_finish_point("r"))


@scenario(run_and_look({"x": 1}))
def nodes_that_write_nothing(engine: Engine) -> Any:
    nodes: dict[str, Any] = {
        "none": lambda state: None,
        "empty": lambda state: {},
        "unknown": lambda state: {"nobody": 1},
        "both": lambda state: {"nobody": 1, "log": ["both"]},
    }
    edges = [(engine.START, "none"), ("none", "empty"), ("empty", "unknown"), ("unknown", "both")]
    return engine.compile(graph_of(engine, nodes, edges))


@scenario(run_and_look({"x": 1}))
def deferred_node_waits_for_all(engine: Engine) -> Any:
    builder = engine.StateGraph(Log)
    for name in ["a", "b", "c"]:
        builder.add_node(name, says(name))
    builder.add_node("last", says("last"), defer=True)
    builder.add_node("after", says("after"))
    for start, end in [
        (engine.START, "a"),
        ("a", "last"),
        ("a", "b"),
        ("b", "c"),
        ("last", "after"),
    ]:
        builder.add_edge(start, end)
    return engine.compile(builder)


@scenario(run_and_look({"x": 1}))
def deferred_node_behind_a_join(engine: Engine) -> Any:
    builder = engine.StateGraph(Log)
    for name in ["a", "b", "c", "d"]:
        builder.add_node(name, says(name))
    builder.add_node("last", says("last"), defer=True)
    edges = [(engine.START, "a"), (engine.START, "b"), ("b", "c"), ("c", "d"), (["a", "b"], "last")]
    for start, end in edges:
        builder.add_edge(start, end)
    return engine.compile(builder)


def _limits(engine: Engine, session: Session) -> None:
    for limit in (3, 2, 1, 10):
        session.stream({"x": 0} if limit == 3 else None, extra={"recursion_limit": limit})
        session.snapshot()
    session.history()
    session.invoke({"x": 0}, extra={"recursion_limit": 0})


@scenario(_limits)
def recursion_limit_reached_and_raised(engine: Engine) -> Any:
    def count(state: Any) -> Any:
        return {"x": state["x"] + 1}

    builder = graph_of(engine, {"count": count}, [(engine.START, "count")])
    builder.add_conditional_edges("count", lambda state: "count" if state["x"] < 12 else engine.END)
    return engine.compile(builder)


def _what_invoke_returns(engine: Engine, session: Session) -> None:
    session.invoke({"x": 1})
    session.invoke({"x": 1}, stream_mode="updates")
    session.invoke({"x": 1}, stream_mode=["updates", "values"])
    session.invoke({"x": 1}, output_keys="x")
    session.invoke({"x": 1}, output_keys=["log"])
    session.invoke({"x": 1}, version="v2")
    session.stream({"x": 1}, output_keys=["log"])
    session.attempt(
        "version 2",
        lambda: list(
            session.graph.stream(
                {"x": 1}, session.config(), stream_mode=session.modes, version="v2"
            )
        ),
    )


@scenario(_what_invoke_returns)
def ways_to_call(engine: Engine) -> Any:
    nodes = {"a": lambda state: {"x": state["x"] + 1, "log": ["a"]}, "b": says("b")}
    return engine.compile(
        graph_of(engine, nodes, [(engine.START, "a"), ("a", "b")]), checkpointer=None
    )
