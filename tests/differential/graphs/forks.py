"""Going back: replaying a checkpoint, forking it with an edit, copying it, reading history."""

from typing import Any

from tests.differential.corrections import EDITS_LEAVE_THE_PAST_ALONE
from tests.differential.engines import Engine
from tests.differential.graphs.states import graph_of
from tests.differential.recording import Session
from tests.differential.scenarios import asks, says, scenario


def _chain(engine: Engine, **options: Any) -> Any:
    nodes = {name: says(name) for name in "abc"}
    edges = [(engine.START, "a"), ("a", "b"), ("b", "c")]
    return engine.compile(graph_of(engine, nodes, edges), **options)


def _replay_each(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    for step in (1, -1, 3):
        session.stream(None, session.past(step).config)
        session.snapshot()
    session.history()


@scenario(_replay_each)
def replay_from_several_checkpoints(engine: Engine) -> Any:
    return _chain(engine)


def _fork_by_edit(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    past = session.past(1).config
    first = session.update({"x": 50}, base=past)
    second = session.update({"x": 60}, "b", base=past)
    session.snapshot()
    # Both branches run, the older one first.
    session.stream(None, first)
    session.snapshot(second)
    session.stream(None, second)
    session.snapshot()
    session.history()


@scenario(_fork_by_edit)
def two_forks_of_one_checkpoint(engine: Engine) -> Any:
    return _chain(engine)


def _input_in_the_past(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.stream({"x": 7}, session.past(1).config)
    session.snapshot()
    session.history()


@scenario(_input_in_the_past)
def new_input_at_a_past_checkpoint(engine: Engine) -> Any:
    return _chain(engine)


def _copies(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.update(None, "__copy__")
    session.snapshot()
    past = session.past(1).config
    session.update(None, "__copy__", base=past)
    session.snapshot()
    session.stream(None)
    session.update([({"log": ["edited"]}, "b")], "__copy__", base=past)
    session.snapshot()
    session.history()


@scenario(_copies, EDITS_LEAVE_THE_PAST_ALONE)
def copies(engine: Engine) -> Any:
    return _chain(engine)


def _filters(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.update({"x": 2})
    session.stream({"x": 3})
    everything = session.history()
    for filters in (
        {"limit": 2},
        {"limit": 0},
        {"filter": {"source": "loop"}},
        {"filter": {"step": 1}},
        {"filter": {"source": "input", "step": 5}},
        {"filter": {"nobody": 1}},
        {"before": everything[4].config},
        {"before": everything[4].config, "limit": 1},
        {"before": everything[-1].config},
        {"before": everything[1].config, "filter": {"source": "input"}},
    ):
        session.history(**filters)
    session.history(everything[3].config)
    session.snapshot(everything[3].config)


@scenario(_filters)
def history_by_filters(engine: Engine) -> Any:
    return _chain(engine)


def _ask_again(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.stream(engine.Command(resume="first"))
    asked = session.past(1).config
    # The past is asked again: no stale answer.
    session.stream(None, asked)
    session.snapshot()
    session.stream(engine.Command(resume="second"))
    session.snapshot()
    session.history()


@scenario(_ask_again)
def replayed_question_is_asked_again(engine: Engine) -> Any:
    nodes = {"a": says("a"), "ask": asks("ask", "q")(engine), "z": says("z")}
    return engine.compile(
        graph_of(engine, nodes, [(engine.START, "a"), ("a", "ask"), ("ask", "z")])
    )


def _fork_at_a_question(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    newest = session.graph.get_state(session.config()).config
    session.stream(None, newest)
    fork = session.graph.get_state(session.config()).config
    session.stream(engine.Command(resume="answer"), fork)
    session.snapshot()
    session.history()


@scenario(_fork_at_a_question)
def newest_checkpoint_replayed_by_its_id(engine: Engine) -> Any:
    nodes = {"a": says("a"), "ask": asks("ask", "q")(engine)}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a"), ("a", "ask")]))


def _replay_sends(engine: Engine, session: Session) -> None:
    session.stream({"x": 2})
    session.stream(None, session.past(1).config)
    session.snapshot()
    session.history()


@scenario(_replay_sends)
def replay_of_sends(engine: Engine) -> Any:
    nodes = {"plan": says("plan"), "work": lambda state: {"log": [state["i"]]}, "end": says("end")}
    builder = graph_of(engine, nodes, [(engine.START, "plan"), ("work", "end")])
    builder.add_conditional_edges(
        "plan", lambda state: [engine.Send("work", {"i": i}) for i in range(state["x"])], ["work"]
    )
    return engine.compile(builder)


def _durabilities(engine: Engine, session: Session) -> None:
    for durability in ("sync", "async", "exit"):
        base = {"configurable": {"thread_id": durability}}
        session.stream({"x": 1}, base, durability=durability)
        session.snapshot(base)
        session.history(base)


@scenario(_durabilities)
def durability_modes(engine: Engine) -> Any:
    return _chain(engine)
