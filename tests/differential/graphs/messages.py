"""Message lists: merged by id, removed, replaced."""

from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, RemoveMessage

from tests.differential.engines import Engine
from tests.differential.graphs.states import graph_of
from tests.differential.recording import Session
from tests.differential.scenarios import run_and_look, scenario


@scenario(run_and_look({"messages": [HumanMessage("question", id="1")]}))
def answer_then_replace_and_remove(engine: Engine) -> Any:
    nodes: dict[str, Any] = {
        "answer": lambda state: {"messages": AIMessage("answer", id="2")},
        "replace": lambda state: {
            "messages": [AIMessage("better", id="2"), AIMessage("more", id="3")]
        },
        "remove": lambda state: {"messages": [RemoveMessage(id="1")]},
    }
    edges = [(engine.START, "answer"), ("answer", "replace"), ("replace", "remove")]
    return engine.compile(graph_of(engine, nodes, edges, engine.MessagesState))


@scenario(run_and_look({"messages": [HumanMessage("question", id="1")]}))
def remove_everything(engine: Engine) -> Any:
    nodes: dict[str, Any] = {
        "clear": lambda state: {
            "messages": [
                AIMessage("lost", id="2"),
                RemoveMessage(id=engine.REMOVE_ALL_MESSAGES),
                HumanMessage("new", id="3"),
            ]
        }
    }
    return engine.compile(graph_of(engine, nodes, [(engine.START, "clear")], engine.MessagesState))


@scenario(run_and_look({"messages": [HumanMessage("question", id="1")]}))
def messages_of_two_siblings(engine: Engine) -> Any:
    nodes: dict[str, Any] = {
        "b": lambda state: {
            "messages": [AIMessage("from b", id="b"), AIMessage("b's view", id="1")]
        },
        "a": lambda state: {
            "messages": [AIMessage("from a", id="a"), AIMessage("a's view", id="1")]
        },
    }
    edges = [(engine.START, "a"), (engine.START, "b")]
    return engine.compile(graph_of(engine, nodes, edges, engine.MessagesState))


def _merges(engine: Engine, session: Session) -> None:
    merge = engine.add_messages
    one, two = HumanMessage("one", id="1"), AIMessage("two", id="2")
    session.attempt("append", lambda: merge([one], [two]))
    session.attempt("single messages", lambda: merge(one, two))
    session.attempt("into nothing", lambda: merge([], [two]))
    session.attempt("nothing", lambda: merge([one], []))
    session.attempt("replace in place", lambda: merge([one, two], [HumanMessage("new", id="1")]))
    session.attempt("remove", lambda: merge([one, two], [RemoveMessage(id="1")]))
    session.attempt("remove and add again", lambda: merge([one, two], [RemoveMessage(id="1"), one]))
    session.attempt("remove unknown", lambda: merge([one], [RemoveMessage(id="9")]))
    session.attempt("new ids", lambda: len(merge([HumanMessage("a")], [HumanMessage("a")])))
    session.attempt("one side missing", lambda: merge([one], None))
    everything = RemoveMessage(id=engine.REMOVE_ALL_MESSAGES)
    session.attempt("remove all", lambda: merge([one], [two, everything, one]))


@scenario(_merges)
def merging_without_a_graph(engine: Engine) -> Any:
    nodes: dict[str, Any] = {"a": lambda state: None}
    return engine.compile(graph_of(engine, nodes, [(engine.START, "a")], engine.MessagesState))
