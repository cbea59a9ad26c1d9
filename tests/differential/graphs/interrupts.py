"""Dynamic interrupts: asked, answered by value and by id, in one task and in several."""

import operator
from typing import Annotated, Any

from typing_extensions import TypedDict

from tests.differential.corrections import ANSWERED_IS_CLOSED, STILL_DUE, own_ids, snapshots
from tests.differential.engines import Engine
from tests.differential.graphs.states import graph_of
from tests.differential.recording import Entry, Session
from tests.differential.scenarios import Disagreement, asks, run_and_look, says, scenario


def _answer_in_turn(*answers: Any) -> Any:
    def script(engine: Engine, session: Session) -> None:
        session.stream({"x": 1})
        session.snapshot()
        for answer in answers:
            session.stream(engine.Command(resume=answer))
            session.snapshot()
        session.history()

    return script


@scenario(_answer_in_turn("yes"))
def one_question(engine: Engine) -> Any:
    nodes = {"a": says("a"), "ask": asks("ask", {"really": True})(engine), "z": says("z")}
    return engine.compile(
        graph_of(engine, nodes, [(engine.START, "a"), ("a", "ask"), ("ask", "z")])
    )


@scenario(_answer_in_turn("one", 2, ["three"]), STILL_DUE, own_ids("first", "second", "third"))
def three_questions_in_a_node(engine: Engine) -> Any:
    nodes = {"ask": asks("ask", "first", "second", "third")(engine), "z": says("z")}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "ask"), ("ask", "z")]))


@scenario(run_and_look({"x": 1}, None, None))
def asked_again_without_an_answer(engine: Engine) -> Any:
    nodes = {"ask": asks("ask", "question")(engine)}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "ask")]))


@scenario(run_and_look({"x": 1}, {"x": 2}))
def new_input_discards_the_question(engine: Engine) -> Any:
    nodes = {"a": says("a"), "ask": asks("ask", "question")(engine)}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a"), ("a", "ask")]))


def _parallel(engine: Engine) -> Any:
    nodes = {
        "p": asks("p", "p?")(engine),
        "q": asks("q", "q?")(engine),
        "plain": says("plain"),
        "z": says("z"),
    }
    edges = [(engine.START, name) for name in ["p", "q", "plain"]]
    return engine.compile(graph_of(engine, nodes, [*edges, (["p", "q", "plain"], "z")]))


def _ids(session: Session) -> dict[Any, str]:
    snapshot = session.graph.get_state(session.config())
    return {found.value: found.id for found in snapshot.interrupts}


def _answer_both_by_id(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.snapshot()
    ids = _ids(session)
    session.stream(engine.Command(resume={ids["q?"]: "Q", ids["p?"]: "P"}))
    session.snapshot()
    session.history()


@scenario(_answer_both_by_id)
def parallel_questions_answered_together(engine: Engine) -> Any:
    return _parallel(engine)


def _answer_one_then_the_other(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    # Two questions are open: a bare answer is for neither.
    session.stream(engine.Command(resume="for whom"))
    session.snapshot()
    session.stream(engine.Command(resume={_ids(session)["q?"]: "Q"}))
    session.snapshot()
    session.stream(engine.Command(resume="P"))
    session.snapshot()
    session.history()


@scenario(_answer_one_then_the_other, ANSWERED_IS_CLOSED)
def parallel_questions_answered_one_by_one(engine: Engine) -> Any:
    return _parallel(engine)


class Items(TypedDict):
    x: int
    log: Annotated[list[Any], operator.add]


@scenario(_answer_in_turn("only one asks"))
def question_in_one_of_several_sends(engine: Engine) -> Any:
    def work(state: Any) -> Any:
        i = state["i"]
        return {"log": [[i, engine.interrupt(f"item {i}") if i == 1 else "sure"]]}

    builder = graph_of(engine, {"work": work, "end": says("end")}, [("work", "end")], Items)
    builder.add_conditional_edges(
        engine.START, lambda state: [engine.Send("work", {"i": i}) for i in range(3)]
    )
    return engine.compile(builder)


@scenario(_answer_in_turn("a", "b"))
def questions_in_two_supersteps(engine: Engine) -> Any:
    nodes = {"first": asks("first", "1?")(engine), "second": asks("second", "2?")(engine)}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "first"), ("first", "second")]))


@scenario(_answer_in_turn("again", "again", "done"))
def approval_that_loops(engine: Engine) -> Any:
    def review(state: Any) -> Any:
        answer = engine.interrupt({"draft": list(state["log"])})
        return engine.Command(
            update={"log": [answer]}, goto="write" if answer == "again" else engine.END
        )

    nodes = {"write": says("write"), "review": review}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "write"), ("write", "review")]))


def _answer_and_change(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.stream(engine.Command(update={"x": 50, "log": ["by the caller"]}))
    session.snapshot()
    session.stream(engine.Command(resume="yes", update={"log": ["with the answer"]}))
    session.snapshot()
    session.history()


@scenario(_answer_and_change)
def answer_with_an_update(engine: Engine) -> Any:
    nodes = {"a": says("a"), "ask": asks("ask", "q")(engine), "z": says("z")}
    return engine.compile(
        graph_of(engine, nodes, [(engine.START, "a"), ("a", "ask"), ("ask", "z")])
    )


def _go_elsewhere(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.stream(engine.Command(goto="z"))
    session.snapshot()
    session.stream(engine.Command(resume="late"))
    session.snapshot()
    session.history()


def _goto_is_shown(recording: list[Entry]) -> None:
    due = [
        task
        for entry in recording
        for seen in entry.seen
        if isinstance(seen, tuple) and seen[0] == "checkpoints"
        for task in seen[1]["tasks"]
        if task["name"] == "z"
    ]
    for entry in recording:
        for snapshot in snapshots(entry):
            if snapshot["metadata"]["step"] == 1:
                z = {"id": due[0]["id"], "name": "z", "path": ("__pregel_pull", "z"), "error": None}
                z |= {"interrupts": (), "state": None, "result": {"log": ["z"]}}
                snapshot["tasks"] = (*snapshot["tasks"], ("PregelTask", z))
                if entry.what == "snapshot":
                    snapshot["values"]["log"] = ["a", "z"]
                else:
                    snapshot["next"] = (*snapshot["next"], "z")


GOTO_IS_SHOWN = Disagreement(
    "A snapshot shows every task of its superstep. LangGraph runs the node that the caller's"
    " goto named, and keeps its writes, but does not show it until the superstep is done.",
    _goto_is_shown,
)


@scenario(_go_elsewhere, GOTO_IS_SHOWN)
def goto_beside_an_open_question(engine: Engine) -> Any:
    nodes = {"a": says("a"), "ask": asks("ask", "q")(engine), "z": says("z")}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a"), ("a", "ask")]))


def _without_saver(engine: Engine, session: Session) -> None:
    session.stream({"x": 1})
    session.invoke({"x": 1})
    session.invoke({"x": 1}, version="v2")
    session.invoke(engine.Command(resume="no"))


@scenario(_without_saver)
def question_without_a_saver(engine: Engine) -> Any:
    nodes = {"a": says("a"), "ask": asks("ask", "q")(engine)}
    builder = graph_of(engine, nodes, [(engine.START, "a"), ("a", "ask")])
    return engine.compile(builder, checkpointer=None)


@scenario(_answer_in_turn("kept", "for nobody"))
def answer_after_the_end(engine: Engine) -> Any:
    nodes = {"ask": asks("ask", "q")(engine)}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "ask")]))
