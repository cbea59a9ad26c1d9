"""Fan-outs with Send."""

import operator
from typing import Annotated, Any

from typing_extensions import TypedDict

from tests.differential.engines import Engine
from tests.differential.graphs.states import graph_of
from tests.differential.recording import Session
from tests.differential.scenarios import run_and_look, says, scenario


class Plan(TypedDict):
    n: int
    log: Annotated[list[Any], operator.add]


def _work(state: Any) -> Any:
    return {"log": [state["i"] * 10]}


def _sends(engine: Engine, node: str) -> Any:
    return lambda state: [engine.Send(node, {"i": i}) for i in range(state["n"])]


@scenario(run_and_look({"n": 3}, {"n": 0}))
def map_and_reduce(engine: Engine) -> Any:
    nodes = {"plan": says("plan"), "work": _work, "gather": says("gather")}
    edges = [(engine.START, "plan"), ("work", "gather"), ("gather", engine.END)]
    builder = graph_of(engine, nodes, edges, Plan)
    builder.add_conditional_edges("plan", _sends(engine, "work"), ["work"])
    return engine.compile(builder)


@scenario(run_and_look({"n": 12}))
def many_sends_from_the_start(engine: Engine) -> Any:
    """More than ten: order is by number, not by the number's text."""
    builder = graph_of(engine, {"work": _work}, state=Plan)
    builder.add_conditional_edges(engine.START, _sends(engine, "work"))
    return engine.compile(builder)


@scenario(run_and_look({"n": 2}))
def sends_beside_a_named_node(engine: Engine) -> Any:
    """PUSH tasks start before PULL tasks; their writes are folded after them."""
    nodes = {"plan": says("plan"), "work": _work, "aside": says("aside"), "zeta": says("zeta")}
    builder = graph_of(engine, nodes, [(engine.START, "plan"), ("plan", "zeta")], Plan)
    builder.add_conditional_edges(
        "plan",
        lambda state: [*_sends(engine, "work")(state), "aside", engine.Send("zeta", {"i": 9})],
    )
    return engine.compile(builder)


@scenario(run_and_look({"n": 2}))
def send_to_different_nodes(engine: Engine) -> Any:
    nodes = {"b": lambda state: {"log": ["b", state]}, "a": lambda state: {"log": ["a", state]}}
    builder = graph_of(engine, nodes, state=Plan)
    builder.add_conditional_edges(
        engine.START,
        lambda state: [engine.Send("b", 1), engine.Send("a", "text"), engine.Send("b", [2])],
    )
    return engine.compile(builder)


@scenario(run_and_look({"n": 2}))
def sends_that_send(engine: Engine) -> Any:
    def work(state: Any) -> Any:
        left = state["i"]
        goto = engine.Send("work", {"i": left - 1}) if left else "end"
        return engine.Command(update={"log": [left]}, goto=goto)

    builder = graph_of(engine, {"work": work, "end": says("end")}, state=Plan)
    builder.add_conditional_edges(
        engine.START, lambda state: [engine.Send("work", {"i": i}) for i in (2, 0, 1)]
    )
    return engine.compile(builder)


@scenario(run_and_look({"n": 3}))
def sends_into_a_join(engine: Engine) -> Any:
    nodes = {"work": _work, "other": says("other"), "end": says("end")}
    edges = [(engine.START, "other"), (["work", "other"], "end")]
    builder = graph_of(engine, nodes, edges, Plan)
    builder.add_conditional_edges(engine.START, _sends(engine, "work"), ["work"])
    return engine.compile(builder)


@scenario(run_and_look({"n": 2}))
def branch_behind_a_send(engine: Engine) -> Any:
    """A router behind a PUSH task reads the channels' state, not the Send's argument."""
    builder = graph_of(engine, {"work": _work, "more": says("more")}, state=Plan)
    builder.add_conditional_edges(engine.START, _sends(engine, "work"))
    builder.add_conditional_edges("work", lambda state: "more" if state["n"] == 2 else engine.END)
    return engine.compile(builder)


def _one_at_a_time(engine: Engine, session: Session) -> None:
    session.stream({"n": 4}, extra={"max_concurrency": 2})
    session.snapshot()
    session.history()


@scenario(_one_at_a_time)
def bounded_concurrency(engine: Engine) -> Any:
    nodes = {"work": _work, "gather": says("gather")}
    builder = graph_of(engine, nodes, [("work", "gather")], Plan)
    builder.add_conditional_edges(engine.START, _sends(engine, "work"))
    return engine.compile(builder)


@scenario(run_and_look({"x": 1}))
def send_instead_of_an_update(engine: Engine) -> Any:
    nodes = {
        "plan": lambda state: engine.Send("work", {"i": 7}),
        "work": lambda state: {"log": [state["i"]]},
    }
    return engine.compile(graph_of(engine, nodes, [(engine.START, "plan")]))
