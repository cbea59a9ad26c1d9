"""A store in which there is something of everything: what the damaged ones are made of."""

import operator
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

from typing_extensions import TypedDict

from runtime.checkpoint.sql import SqlSaver
from runtime.graph import START, StateGraph
from runtime.messages import HumanMessage
from runtime.types import Send, interrupt


class State(TypedDict, total=False):
    items: Annotated[list[Any], operator.add]
    data: Any
    rounds: int


def make_store(path: Path, held: Any) -> None:
    """Threads that ended, wait, failed and branched, with ``held`` among their values."""
    with SqlSaver(path) as saver:
        graph = _graph(saver, held)
        for thread in ("ended", "waits", "failed"):
            given: Any = {"items": [HumanMessage("x" * 400, id="1")], "data": thread}
            config: Any = {"configurable": {"thread_id": thread}}
            try:
                graph.invoke(given, config)
            except RuntimeError:
                continue
        config = {"configurable": {"thread_id": "ended"}}
        past = list(graph.get_state_history(config))
        graph.update_state(past[2].config, {"items": ["edited"]}, as_node="work")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def make_journaled_store(path: Path, held: Any) -> None:
    """A store whose program was killed: what it saved lies in the journal beside the file."""
    living = path.with_name("living.sqlite")
    with SqlSaver(living) as saver:
        given: Any = {"items": [HumanMessage("x" * 400, id="1")], "data": "ended"}
        to: Any = {"configurable": {"thread_id": "ended"}}
        _graph(saver, held).invoke(given, to, durability="sync")
        for ending in ("", "-wal"):
            shutil.copyfile(f"{living}{ending}", f"{path}{ending}")


def _graph(saver: SqlSaver, held: Any) -> Any:
    def work(state: State) -> Any:
        text = {"text": "y" * 300, "number": state.get("rounds", 0)}
        rounds = state.get("rounds", 0)
        return {"items": [text] if rounds else [text, held], "rounds": rounds + 1}

    def ask(state: State) -> Any:
        if state["data"] == "waits":
            return {"items": [interrupt({"question": held})]}
        if state["data"] == "failed":
            raise RuntimeError("no luck")
        return {"items": ["answered"]}

    def route(state: State) -> Any:
        if state["rounds"] < 4:
            return "work"
        return [Send("inner", {"data": state["data"], "items": [held]}), Send("ask", state)]

    inner = StateGraph(State).add_node("ask", ask).add_edge(START, "ask").compile()
    builder: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    builder.add_node("work", work).add_node("ask", ask).add_node("inner", inner)
    builder.add_edge(START, "work")
    return builder.add_conditional_edges("work", route).compile(saver)
