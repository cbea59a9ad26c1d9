"""Edits of state: as which node, at which checkpoint, several at once; and what runs next."""

from typing import Any

from tests.differential.corrections import EDITS_LEAVE_THE_PAST_ALONE, still_asked
from tests.differential.engines import Engine
from tests.differential.graphs.states import graph_of
from tests.differential.recording import Session
from tests.differential.scenarios import asks, says, scenario


def _chain(engine: Engine, **options: Any) -> Any:
    nodes = {name: says(name) for name in "abc"}
    edges = [(engine.START, "a"), ("a", "b"), ("b", "c")]
    return engine.compile(graph_of(engine, nodes, edges), **options)


def _edit(*edits: tuple[Any, str | None]) -> Any:
    """Run to the first stop, make the edits, go on."""

    def script(engine: Engine, session: Session) -> None:
        session.stream({"x": 1})
        for values, as_node in edits:
            session.update(values, as_node)
            session.snapshot()
        session.stream(None)
        session.history()

    return script


@scenario(_edit(({"x": 9, "log": ["edit"]}, None)))
def edit_at_a_stop(engine: Engine) -> Any:
    return _chain(engine, interrupt_before=["b"])


@scenario(_edit((None, None)))
def edit_of_nothing_at_a_stop(engine: Engine) -> Any:
    return _chain(engine, interrupt_before=["b"])


@scenario(_edit(({"log": ["edit"]}, "b")), EDITS_LEAVE_THE_PAST_ALONE)
def edit_as_the_node_that_waits(engine: Engine) -> Any:
    return _chain(engine, interrupt_before=["b"])


@scenario(_edit(({"x": 5}, None), ({"log": ["as a"]}, "a"), (None, None), (None, "b")))
def edits_after_the_end(engine: Engine) -> Any:
    return _chain(engine)


@scenario(_edit(({"x": 5}, "nobody"), (5, None), ({"nobody": 1}, None), ({"x": 1}, "__end__")))
def edits_that_are_refused(engine: Engine) -> Any:
    return _chain(engine)


@scenario(_edit((None, "__end__")))
def clear_what_is_due(engine: Engine) -> Any:
    nodes = {"a": says("a"), "ask": asks("ask", "q")(engine)}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a"), ("a", "ask")]))


@scenario(_edit(({"x": 4}, None)), still_asked("ask", "q"))
def edit_at_a_question(engine: Engine) -> Any:
    nodes = {"a": says("a"), "ask": asks("ask", "q")(engine)}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a"), ("a", "ask")]))


def _fresh_thread(engine: Engine, session: Session) -> None:
    for as_node in (None, "a", "b", engine.START, "__input__"):
        base = {"configurable": {"thread_id": f"as {as_node}"}}
        session.update({"x": 5}, as_node, base=base)
        session.snapshot(base)
        session.stream(None, base)
        session.history(base)


@scenario(_fresh_thread)
def edit_before_anything_ran(engine: Engine) -> Any:
    return _chain(engine)


def _ambiguous(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.update({"x": 2})
    session.update({"x": 2}, "left")
    session.snapshot()
    session.history()


@scenario(_ambiguous)
def edit_after_two_siblings(engine: Engine) -> Any:
    nodes = {"left": says("left"), "right": says("right")}
    return engine.compile(
        graph_of(engine, nodes, [(engine.START, "left"), (engine.START, "right")])
    )


@scenario(_edit(({"x": 9}, None), ({"x": 2}, "only")))
def edit_with_a_single_node(engine: Engine) -> Any:
    return engine.compile(graph_of(engine, {"only": says("only")}, [(engine.START, "only")]))


@scenario(_edit(({"x": 9}, "a"), ({"x": 2}, "a")))
def edit_through_a_router(engine: Engine) -> Any:
    builder = graph_of(engine, {name: says(name) for name in "abc"}, [(engine.START, "a")])
    builder.add_conditional_edges("a", lambda state: "b" if state["x"] < 5 else "c")
    return engine.compile(builder)


@scenario(_edit(({"x": 3}, "plan")))
def edit_that_sends(engine: Engine) -> Any:
    nodes = {"plan": says("plan"), "work": lambda state: {"log": [state["i"]]}}
    builder = graph_of(engine, nodes, [(engine.START, "plan")])
    builder.add_conditional_edges(
        "plan", lambda state: [engine.Send("work", {"i": i}) for i in range(state["x"])], ["work"]
    )
    return engine.compile(builder)


@scenario(_edit(({"log": ["as a"]}, "a"), ({"log": ["as b"]}, "b")), EDITS_LEAVE_THE_PAST_ALONE)
def edits_that_fill_a_join(engine: Engine) -> Any:
    nodes = {name: says(name) for name in ["a", "b", "join"]}
    edges = [(engine.START, "a"), (engine.START, "b"), (["a", "b"], "join")]
    return engine.compile(graph_of(engine, nodes, edges), interrupt_before=["a", "b"])


def _edit_with_command(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.update(engine.Command(update={"x": 3}, goto="c"), "a")
    session.snapshot()
    session.stream(None)
    session.history()


@scenario(_edit_with_command)
def edit_by_a_command(engine: Engine) -> Any:
    return _chain(engine)


def _bulk(engine: Engine, session: Session) -> None:
    update = engine.StateUpdate

    def apply(what: str, supersteps: Any) -> None:
        session.attempt(what, lambda: session.graph.bulk_update_state(session.config(), supersteps))

    apply("none", [])
    apply("an empty superstep", [[]])
    apply("several without names", [[update({"x": 1}), update({"x": 2})]])
    apply("conflict", [[update({"x": 1}, "a"), update({"x": 2}, "b")]])
    apply("input", [[update({"x": 1}, "__input__")]])
    session.snapshot()
    apply(
        "a run by hand",
        [
            [update({"log": ["as a"]}, "a")],
            [update({"log": ["as b"]}, "b"), update({"log": ["as c"], "x": 2}, "c")],
        ],
    )
    session.snapshot()
    session.history()
    session.stream(None)


@scenario(_bulk, EDITS_LEAVE_THE_PAST_ALONE)
def bulk_edits(engine: Engine) -> Any:
    return _chain(engine)
