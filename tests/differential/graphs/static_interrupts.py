"""Stops that the caller asks for, before and after nodes."""

from typing import Any

from tests.differential.engines import Engine
from tests.differential.graphs.states import graph_of
from tests.differential.recording import Session
from tests.differential.scenarios import run_and_look, says, scenario


def _chain(engine: Engine, **options: Any) -> Any:
    nodes = {name: says(name) for name in "abc"}
    edges = [(engine.START, "a"), ("a", "b"), ("b", "c")]
    return engine.compile(graph_of(engine, nodes, edges), **options)


@scenario(run_and_look({"x": 1}, None, None))
def stop_before(engine: Engine) -> Any:
    return _chain(engine, interrupt_before=["b"])


@scenario(run_and_look({"x": 1}, None, None))
def stop_after(engine: Engine) -> Any:
    return _chain(engine, interrupt_after=["a"])


@scenario(run_and_look({"x": 1}, None, None, None, None))
def stop_before_every_node(engine: Engine) -> Any:
    return _chain(engine, interrupt_before="*")


@scenario(run_and_look({"x": 1}, None, None, None, None))
def stop_after_every_node(engine: Engine) -> Any:
    return _chain(engine, interrupt_after="*")


@scenario(run_and_look({"x": 1}, {"x": 2}, None))
def new_input_at_a_stop(engine: Engine) -> Any:
    return _chain(engine, interrupt_before=["b"])


@scenario(run_and_look({"x": 1}, None))
def stop_before_one_of_two_siblings(engine: Engine) -> Any:
    nodes = {name: says(name) for name in ["a", "left", "right"]}
    edges = [(engine.START, "a"), ("a", "left"), ("a", "right")]
    return engine.compile(graph_of(engine, nodes, edges), interrupt_before=["right"])


def _asked_by_the_call(engine: Engine, session: Session) -> None:
    session.stream({"x": 1}, interrupt_before=["b"])
    session.update({"x": 9})
    # The edit counts as new: the same stop is asked again, and passed by the second call.
    session.stream(None, interrupt_before=["b"])
    session.stream(None, interrupt_after=["b"])
    session.snapshot()
    session.stream(None)
    session.history()
    session.invoke({"x": 1}, interrupt_before=["c"])
    session.invoke({"x": 1}, interrupt_before=["c"], version="v2")


@scenario(_asked_by_the_call)
def stops_asked_by_the_call(engine: Engine) -> Any:
    return _chain(engine)


def _change_at_a_stop(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.stream(engine.Command(update={"x": 7}))
    session.snapshot()
    session.stream({"x": 2})
    session.update({"x": 9})
    session.stream(None)
    session.snapshot()
    session.history()


@scenario(_change_at_a_stop)
def command_and_edit_at_a_stop(engine: Engine) -> Any:
    return _chain(engine, interrupt_before=["b"])


def _goto_at_a_stop(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.stream(engine.Command(goto="c"))
    session.snapshot()


@scenario(_goto_at_a_stop)
def goto_at_a_stop(engine: Engine) -> Any:
    return _chain(engine, interrupt_before=["b", "c"])


@scenario(run_and_look({"x": 0}, None, None, None))
def stop_in_a_loop(engine: Engine) -> Any:
    def count(state: Any) -> Any:
        return {"x": state["x"] + 1}

    builder = graph_of(engine, {"count": count}, [(engine.START, "count")])
    builder.add_conditional_edges("count", lambda state: "count" if state["x"] < 3 else engine.END)
    return engine.compile(builder, interrupt_before=["count"])


def _without_a_saver(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.invoke({"x": 1})


@scenario(_without_a_saver)
def stop_without_a_saver(engine: Engine) -> Any:
    return _chain(engine, interrupt_before=["b"], checkpointer=None)
